//! What a person is sent: links and codes that work once, by letter or short message, and notices of what has
//! changed in their account. Stored and queued in the transaction of what caused them. No endpoint.

mod letters;
pub(crate) mod notice;
pub(crate) mod one_time;
pub(crate) mod post;
pub(crate) mod sms;
