//! Messages to a person: links and codes that work once, by email or short message, and notices of changes in their
//! account. They are stored and queued in the transaction of what caused them. The module has no endpoint.

mod email_texts;
pub(crate) mod one_time;
pub(crate) mod security_emails;
pub(crate) mod send;
pub(crate) mod sms;

pub(crate) use one_time::{Kind, OneTimeToken};
pub(crate) use send::Delivery;
