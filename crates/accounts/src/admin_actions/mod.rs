//! Actions of administrators on other people's accounts: list, invite, grant and revoke roles, ban, send recovery
//! emails, remove lost factors. Each action is written into the audit log by its own transaction. No action gives the
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
use ateneu_functions::Refusal;
pub use invite::{Email, Invitation};
pub use list::{Access, Page, Person, RoleFilter, Search, State};
pub use order::Order;
pub use read::Detail;
pub use roles::Role;

use crate::{Error, People, error_code::ErrorCode};

/// The administrator who acts, or `None` for the service key.
pub type By = Option<Actor>;

static NO_SUCH_PERSON: Refusal =
    Refusal::not_found(ErrorCode::PersonNotFound.into_str(), "Essa conta não existe mais.");

static YOURSELF: Refusal = Refusal::forbidden(
    ErrorCode::NotYourself.into_str(),
    "Isso não se faz com a própria conta. Peça a outra pessoa que administra o site.",
);

static LAST_ADMIN: Refusal = Refusal::conflict(
    ErrorCode::LastAdmin.into_str(),
    "É a última conta que administra o site. Dê o papel a outra antes.",
);

impl People {
    /// Writes into the audit log that a file of many people's data is downloaded.
    pub(crate) async fn note_export(&self, by: By, action: &'static str) -> Result<(), Error> {
        let now = self.now();
        let noted = self.db().write(move |tx| {
            let entry = Entry { action, subject: ateneu_audit::MANY, old: None, new: None };
            ateneu_audit::write(tx, by.as_ref(), entry, now)
        });
        Ok(noted.await?)
    }
}

/// The canonical id of an account; `person_not_found` for a text that is no id.
fn account_id(text: &str) -> Result<String, Error> {
    ids::parse_uuid(text).ok_or(Error::Refused(&NO_SUCH_PERSON))
}

/// Refuses an action of administrators on their own account.
fn not_oneself(by: &By, user_id: &str) -> Result<(), Error> {
    match by {
        Some(actor) if actor.user_id == user_id => Err(Error::Refused(&YOURSELF)),
        _ => Ok(()),
    }
}

/// Refuses unless another administrator who may sign in remains. The lock is held until the transaction ends, so that
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
        None => Err(Error::Refused(&LAST_ADMIN)),
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

/// The network address of the request, for the authentication log.
fn address(by: &By) -> Option<std::sync::Arc<str>> {
    by.as_ref()?.address.as_deref().map(std::sync::Arc::from)
}

static BANNED: Refusal = Refusal::conflict(
    ErrorCode::PersonBanned.into_str(),
    "A conta está suspensa. Levante a suspensão antes.",
);

static EMAIL_EXISTS: Refusal =
    Refusal::conflict(ErrorCode::EmailExists.into_str(), "Já existe uma conta com esse e-mail.");

static INVALID_EMAIL: Refusal = Refusal::invalid(
    ErrorCode::InvalidEmail.into_str(),
    "Esse endereço de e-mail não existe na forma em que foi escrito.",
);

static TOO_SOON: Refusal = Refusal::too_many(
    ErrorCode::OverEmailSendRateLimit.into_str(),
    "Uma mensagem dessas acaba de ser enviada. Aguarde um minuto.",
);

/// A refusal of the accounts service, worded for administrators.
fn refused(error: ateneu_auth::Error) -> Error {
    use ateneu_auth::Error as Accounts;
    Error::Refused(match error {
        Accounts::UserNotFound => &NO_SUCH_PERSON,
        Accounts::UserBanned => &BANNED,
        Accounts::EmailExists => &EMAIL_EXISTS,
        Accounts::Validation(_) => &INVALID_EMAIL,
        Accounts::MailRateLimited(_) | Accounts::RateLimited(_) => &TOO_SOON,
        other => return Error::Accounts(other),
    })
}
