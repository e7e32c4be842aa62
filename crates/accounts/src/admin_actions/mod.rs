//! Actions of administrators on other people's accounts: list, invite, grant and revoke roles, ban, send recovery
//! emails, remove lost factors. Each action is recorded in the audit log by its own transaction. No action gives the
//! administrator access to the account.

mod ban;
mod factors;
mod invite;
mod list;
mod order;
mod read;
mod roles;
mod sessions;

use ateneu_audit::{Actor, Entry};
use ateneu_auth::PROVED;
use ateneu_base::{Timestamp, ids};
use ateneu_db::Tx;
pub use invite::{Email, Invitation};
pub use list::{Access, ListPeople, Page, Person, RoleFilter, State};
pub use order::Order;
pub use read::Detail;

use crate::{Error, People, refused::Refused};

/// The administrator who acts. `None` is the service key.
pub type By = Option<Actor>;

impl People {
    /// Records in the audit log that a file of many people's data is downloaded.
    pub(crate) async fn note_export(&self, by: By, action: &'static str) -> Result<(), Error> {
        let now = self.now();
        let noted = self.db().write(move |tx| {
            let entry = Entry { action, subject: ateneu_audit::MANY, old: None, new: None };
            ateneu_audit::write(tx, by.as_ref(), entry, now)
        });
        Ok(noted.await?)
    }
}

/// Returns the canonical id of an account. Fails with `person_not_found` if the text is not an id.
fn account_id(text: &str) -> Result<String, Error> {
    Ok(ids::parse_uuid(text).ok_or(Refused::PersonNotFound)?)
}

/// Refuses an action of administrators on their own account.
fn not_oneself(by: &By, user_id: &str) -> Result<(), Error> {
    match by {
        Some(actor) if actor.user_id == user_id => Err(Refused::NotYourself.into()),
        _ => Ok(()),
    }
}

/// Refuses unless another administrator who can sign in remains. The lock is held until the transaction ends, so that
/// two administrators cannot remove each other at the same time.
fn another_remains(tx: &mut Tx<'_>, but: &str, now: Timestamp) -> Result<(), Error> {
    tx.lock("last_admin")?;
    let sql = format!(
        "SELECT user_roles.user_id FROM user_roles JOIN users ON users.id = user_roles.user_id
         WHERE user_roles.role = 'admin' AND user_roles.user_id <> $1 AND users.deleted_at IS NULL AND {PROVED}
           AND (users.banned_until IS NULL OR users.banned_until <= $2) LIMIT 1"
    );
    match tx.query_optional(&sql, &[but.into(), now.into()])? {
        Some(_) => Ok(()),
        None => Err(Refused::LastAdmin.into()),
    }
}

/// Writes an action on an account into the audit log.
fn write_audit_entry(
    tx: &mut Tx<'_>,
    by: &By,
    action: &str,
    user_id: &str,
    (old, new): (Option<String>, Option<String>),
    now: Timestamp,
) -> Result<(), Error> {
    let entry = Entry { action, subject: user_id, old: old.as_deref(), new: new.as_deref() };
    Ok(ateneu_audit::write(tx, by.as_ref(), entry, now)?)
}

/// Returns the network address of the request, for the authentication log.
fn address(by: &By) -> Option<std::sync::Arc<str>> {
    by.as_ref()?.address.as_deref().map(std::sync::Arc::from)
}

/// Converts a refusal of the accounts service, with a text for administrators.
fn refused(error: ateneu_auth::Error) -> Error {
    use ateneu_auth::Error as Accounts;
    let refused = match error {
        Accounts::UserNotFound => Refused::PersonNotFound,
        Accounts::UserBanned => Refused::PersonBanned,
        Accounts::EmailExists => Refused::EmailExists,
        Accounts::Validation(_) => Refused::InvalidEmail,
        Accounts::MailRateLimited(_) | Accounts::RateLimited(_) => Refused::OverEmailSendRateLimit,
        other => return Error::Accounts(other),
    };
    refused.into()
}
