//! Accounts: the row, the addresses, the ways to sign in (identities), the second factors, and the company that looks
//! after an account. The user object that auth-js reads is made of them. The module has rows and plain rules, but no
//! endpoint.

mod account;
pub(crate) mod changes;
pub(crate) mod email;
pub(crate) mod factor;
pub(crate) mod identifier;
pub(crate) mod identity;
pub(crate) mod phone;
pub(crate) mod profile;
pub(crate) mod roles;
pub(crate) mod sso_managed;
pub(crate) mod store;
pub(crate) mod users;
mod wire;

pub(crate) use account::Account;
pub(crate) use factor::Factor;
pub(crate) use identifier::Address;
pub(crate) use identity::Identity;
pub(crate) use profile::Profile;
pub(crate) use users::User;
