//! What a person is sent: links and codes that work once, by email or short message, and notices of what has
//! changed in their account. Stored and queued in the transaction of what caused them. No endpoint.

mod email_texts;
pub(crate) mod one_time;
pub(crate) mod security_emails;
pub(crate) mod send;
pub(crate) mod sms;

pub(crate) use one_time::{Kind, Spent};
pub(crate) use send::Delivery;
