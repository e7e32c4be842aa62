//! What an account is: its row, the addresses it is reached at, the ways it signs in (identities), its second
//! factors, the company that looks after it, and the user object auth-js reads of all that. Rows and plain
//! rules; no endpoint.

mod account;
pub(crate) mod columns;
pub(crate) mod email;
pub(crate) mod factor;
pub(crate) mod identifier;
pub(crate) mod identity;
pub(crate) mod phone;
pub(crate) mod profile;
pub(crate) mod roles;
pub(crate) mod sso_managed;
pub(crate) mod users;

pub(crate) use account::Account;
pub(crate) use factor::Factor;
pub(crate) use identifier::Address;
pub(crate) use identity::Identity;
pub(crate) use profile::Profile;
pub(crate) use users::User;
