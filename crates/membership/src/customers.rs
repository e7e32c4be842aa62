//! Links between accounts and the provider's customers.

use ateneu_base::{Record, Timestamp, Value, person_names};
use ateneu_db::{Error, Row, Tx};
use ateneu_schema::TableRow;

use crate::refused::Refused;

/// A person linked to a customer.
#[derive(Clone, Debug, PartialEq, TableRow)]
#[table("payment_customers")]
pub(crate) struct Linked {
    pub(crate) user_id: String,
    pub(crate) customer_id: String,
    pub(crate) revision: i64,
    pub(crate) refreshed_at: Option<Timestamp>,
}

/// Account data of a customer.
#[derive(Clone, Debug)]
pub(crate) struct Payer {
    /// Confirmed by the person or by a company's sign-in.
    pub(crate) email: Option<String>,
    pub(crate) name: Option<String>,
}

pub(crate) fn of_user(tx: &mut Tx<'_>, user_id: &str) -> Result<Option<Linked>, Error> {
    find(tx, "user_id", user_id, "")
}

pub(crate) fn of_customer(tx: &mut Tx<'_>, customer_id: &str) -> Result<Option<Linked>, Error> {
    find(tx, "customer_id", customer_id, "")
}

/// [`of_user`], locked until the transaction ends.
pub(crate) fn locked(tx: &mut Tx<'_>, user_id: &str) -> Result<Option<Linked>, Error> {
    let lock = tx.dialect().for_update();
    find(tx, "user_id", user_id, lock)
}

/// True where no state newer than that revision was stored. Locks the row until the transaction ends.
pub(crate) fn is_current(tx: &mut Tx<'_>, asked: &Linked) -> Result<bool, Error> {
    Ok(locked(tx, &asked.user_id)?
        .is_some_and(|now| now.revision == asked.revision && now.customer_id == asked.customer_id))
}

/// Counts a stored state: responses to earlier requests are outdated.
pub(crate) fn revise(tx: &mut Tx<'_>, asked: &Linked) -> Result<(), Error> {
    let sql = "UPDATE payment_customers SET revision = revision + 1 WHERE user_id = $1";
    tx.execute(sql, &[(&asked.user_id).into()]).map(drop)
}

fn find(tx: &mut Tx<'_>, column: &str, id: &str, lock: &str) -> Result<Option<Linked>, Error> {
    tx.row(&format!("WHERE {column} = $1{lock}"), &[id.into()])
}

/// Links an account and a customer, where neither is linked yet; returns the customer linked afterwards.
pub(crate) fn link(
    tx: &mut Tx<'_>,
    user_id: &str,
    customer_id: &str,
    now: Timestamp,
) -> Result<Option<Linked>, Error> {
    let sql = "INSERT INTO payment_customers (user_id, customer_id, revision, created_at, updated_at)
               SELECT id, $2, 0, $3, $3 FROM users WHERE id = $1 AND deleted_at IS NULL
               ON CONFLICT DO NOTHING";
    tx.execute(sql, &[user_id.into(), customer_id.into(), now.into()])?;
    of_customer(tx, customer_id)
}

/// Links the accounts of memberships that came from another server with their customers, whose state the next reconciliation
/// fetches. Returns their number.
///
/// # Errors
/// Fails if the database does.
pub fn link_imported(tx: &mut Tx<'_>, now: Timestamp) -> Result<u64, Error> {
    let sql = "INSERT INTO payment_customers (user_id, customer_id, revision, created_at, updated_at)
               SELECT u.id, s.customer_id, 0, $1, $1 FROM subscribers s JOIN users u ON u.id = s.user_id
               WHERE s.customer_id IS NOT NULL AND u.deleted_at IS NULL ON CONFLICT DO NOTHING";
    tx.execute(sql, &[now.into()])
}

/// Replaces the customer of a linked account after the provider deleted it.
pub(crate) fn replace(
    tx: &mut Tx<'_>,
    linked: &Linked,
    customer_id: &str,
    now: Timestamp,
) -> Result<(), Error> {
    let sql = "UPDATE payment_customers SET customer_id = $2, revision = revision + 1, updated_at = $3
               WHERE user_id = $1 AND customer_id = $4";
    let values: [Value; 4] =
        [(&linked.user_id).into(), customer_id.into(), now.into(), (&linked.customer_id).into()];
    tx.execute(sql, &values).map(drop)
}

pub(crate) fn payer(tx: &mut Tx<'_>, user_id: &str) -> Result<Option<Payer>, Error> {
    let sql = "SELECT coalesce(CASE WHEN u.email_confirmed_at IS NULL THEN NULL ELSE u.email END, u.sso_email) AS email,
                   u.user_metadata, p.display_name
               FROM users u LEFT JOIN member_profiles p ON p.user_id = u.id
               WHERE u.id = $1 AND u.deleted_at IS NULL";
    let row = tx.query_optional(sql, &[user_id.into()])?;
    Ok(row.map(|row| Payer {
        email: row.text("email").filter(|email| !email.is_empty()).map(str::to_owned),
        name: name(&row),
    }))
}

/// The address of an account, if it has one.
pub(crate) fn address(tx: &mut Tx<'_>, user_id: &str) -> Result<Option<String>, Error> {
    let sql = "SELECT coalesce(email, sso_email) FROM users WHERE id = $1";
    Ok(tx.query_optional_as::<Option<String>>(sql, &[user_id.into()])?.flatten())
}

/// The address of an account that was not deleted, if it was proved or its person was invited to it: otherwise anybody may
/// sit in the account.
///
/// # Errors
/// Returns `Refused::PersonNotFound`, `Refused::Unproved`.
pub(crate) fn required_address(tx: &mut Tx<'_>, user_id: &str) -> Result<String, crate::Error> {
    let sql = "SELECT coalesce(CASE WHEN email_confirmed_at IS NOT NULL OR invited_at IS NOT NULL THEN email END, sso_email)
               FROM users WHERE id = $1 AND deleted_at IS NULL";
    let account: Option<Option<String>> = tx.query_optional_as(sql, &[user_id.into()])?;
    account.ok_or(Refused::PersonNotFound)?.ok_or(Refused::Unproved.into())
}

/// Refuses a second membership for the same email.
///
/// # Errors
/// Returns `Refused::EmailInUse` if another account has one.
pub(crate) fn check_address(tx: &mut Tx<'_>, user_id: &str, email: &str) -> Result<(), crate::Error> {
    let sql = "SELECT id FROM subscribers WHERE email = $1 AND user_id <> $2";
    match tx.query_optional(sql, &[email.into(), user_id.into()])? {
        Some(_) => Err(Refused::EmailInUse.into()),
        None => Ok(()),
    }
}

/// The person's name, from a row with `display_name` and `user_metadata`.
pub(crate) fn name(row: &Row) -> Option<String> {
    let metadata: Record =
        row.text("user_metadata").and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default();
    person_names(row.text("display_name"), &metadata).next()
}
