//! What surrounds every request, whatever it asks for: who asks, by a token in its header or by a signed link; the
//! bucket, the file and the body it names; and that whoever is refused still hears why. No endpoint.

pub(crate) mod ask;
pub(crate) mod link;
pub(crate) mod refusal;
