//! Getting in by a password or by what was sent.

mod anonymous;
mod enumeration;
mod link_page;
mod mail_flows;
mod phone;
mod sign_up;
