//! Reports about emails that the relay had accepted: failed deliveries (RFC 3464) and complaints (RFC 5965). A report
//! counts only with a token that this server has signed, so a forged one names nobody.
//!
//! The modules, from the lowest to the highest. Each imports only from those before it; `cargo xtask tidy` reads this list
//! and checks it.
//!
//! - `read`: reads a report
//! - `providers`: reads reports in the providers' own forms
//! - `record`: counts a report and suppresses its address
//! - `mailbox`: takes reports from a mailbox
//! - `webhook`: takes reports from the provider's server

mod mailbox;
mod providers;
mod read;
mod record;
mod webhook;

pub(crate) use mailbox::LABELS;
pub use mailbox::{ReadError, Taken, job, read_mailbox};
pub use providers::{Fetch, ProviderKeys, Providers};
pub use webhook::{Webhook, sign};
