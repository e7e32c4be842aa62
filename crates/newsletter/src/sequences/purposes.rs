//! Purposes for which people with an account get emails: the basis of each, and its withdrawal.

use ateneu_base::Timestamp;
use ateneu_db::{Error, Tx};
use ateneu_schema::TableRow;

use super::words::{EmailPurpose, PurposeBasis};

/// A purpose of a person.
#[derive(Clone, Debug, PartialEq, TableRow)]
#[table("email_purposes")]
pub(crate) struct Purpose {
    #[key]
    pub(crate) user_id: String,
    #[key]
    pub(crate) purpose: EmailPurpose,
    pub(crate) basis: PurposeBasis,
    pub(crate) since: Timestamp,
    pub(crate) withdrawn_at: Option<Timestamp>,
    pub(crate) updated_at: Timestamp,
}

/// Reads a purpose of a person. Returns `None` while nothing has begun its emails.
pub(crate) fn purpose_of(
    tx: &mut Tx<'_>,
    user_id: &str,
    purpose: EmailPurpose,
) -> Result<Option<Purpose>, Error> {
    tx.row("WHERE user_id = $1 AND purpose = $2", &[user_id.into(), purpose.into()])
}

/// Stores the contract as the basis of a purpose, unless it has a basis or was withdrawn. Returns `false` if it was
/// withdrawn.
pub(crate) fn rest_on_contract(
    tx: &mut Tx<'_>,
    user_id: &str,
    purpose: EmailPurpose,
    now: Timestamp,
) -> Result<bool, Error> {
    tx.insert_new(&Purpose {
        user_id: user_id.to_owned(),
        purpose,
        basis: PurposeBasis::Contract,
        since: now,
        withdrawn_at: None,
        updated_at: now,
    })?;
    let sql =
        "SELECT user_id FROM email_purposes WHERE user_id = $1 AND purpose = $2 AND withdrawn_at IS NULL";
    Ok(tx.query_optional(sql, &[user_id.into(), purpose.into()])?.is_some())
}

/// Withdraws a purpose. Idempotent.
pub(crate) fn withdraw(
    tx: &mut Tx<'_>,
    user_id: &str,
    purpose: EmailPurpose,
    now: Timestamp,
) -> Result<(), Error> {
    let sql = "INSERT INTO email_purposes (user_id, purpose, basis, since, withdrawn_at, updated_at)
               VALUES ($1, $2, 'contract', $3, $3, $3)
               ON CONFLICT (user_id, purpose) DO UPDATE SET withdrawn_at = $3, updated_at = $3
               WHERE email_purposes.withdrawn_at IS NULL";
    tx.execute(sql, &[user_id.into(), purpose.into(), now.into()]).map(drop)
}

/// Stores the person's own consent to a purpose. Idempotent.
pub(crate) fn consent(
    tx: &mut Tx<'_>,
    user_id: &str,
    purpose: EmailPurpose,
    now: Timestamp,
) -> Result<(), Error> {
    let sql = "INSERT INTO email_purposes (user_id, purpose, basis, since, withdrawn_at, updated_at)
               VALUES ($1, $2, 'consent', $3, NULL, $3)
               ON CONFLICT (user_id, purpose) DO UPDATE
               SET basis = 'consent', since = $3, withdrawn_at = NULL, updated_at = $3
               WHERE email_purposes.withdrawn_at IS NOT NULL";
    tx.execute(sql, &[user_id.into(), purpose.into(), now.into()]).map(drop)
}
