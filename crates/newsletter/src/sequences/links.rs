//! Signed links that withdraw the purpose of an email. They are not stored: each sequence has a key of its own, so that a
//! procedure can verify a token with the database alone.

use ateneu_base::Timestamp;
use ateneu_db::{Error, Tx};
use aws_lc_rs::hmac;
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use serde::Deserialize;

use super::{
    begin::end_runs,
    definitions,
    definitions::Definition,
    purposes,
    words::{Reason, SequenceName},
};

/// Beginning of a token.
const PREFIX: &str = "p-";

/// Number of bytes of the signature in a token.
const SIGNATURE: usize = 16;

/// Length of the id of a run.
const ID: usize = 36;

/// Returns the path of the page that withdraws the purpose of a run.
pub(crate) fn path(run: &str, secret: &str) -> String {
    format!("/avisos/emails/{}", sign(run, secret))
}

/// Returns the token of a run.
fn sign(run: &str, secret: &str) -> String {
    let key = hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes());
    let signature = hmac::sign(&key, format!("purpose {run}").as_bytes());
    format!("{PREFIX}{run}-{}", BASE64_URL_SAFE_NO_PAD.encode(&signature.as_ref()[..SIGNATURE]))
}

/// Run of a token with the key of its sequence.
#[derive(Deserialize)]
struct Signed {
    sequence: SequenceName,
    user_id: Option<String>,
    secret: String,
}

/// Returns the run of a valid token. Returns `None` for any other text.
fn verify(tx: &mut Tx<'_>, token: &str) -> Result<Option<Signed>, Error> {
    let Some(run) = token.strip_prefix(PREFIX).and_then(|rest| rest.get(..ID)) else { return Ok(None) };
    let sql =
        "SELECT r.sequence, r.user_id, s.secret FROM sequence_runs r JOIN sequences s ON s.name = r.sequence
               WHERE r.id = $1";
    let Some(signed) = tx.query_optional_as::<Signed>(sql, &[run.into()])? else { return Ok(None) };
    let expected = sign(run, &signed.secret);
    if aws_lc_rs::constant_time::verify_slices_are_equal(expected.as_bytes(), token.as_bytes()).is_err() {
        return Ok(None);
    }
    Ok(Some(signed))
}

/// Returns the address of the person to whom an email with the token went. Returns `None` for an invalid token, and after
/// the account has lost its address.
pub(crate) fn address_of(tx: &mut Tx<'_>, token: &str) -> Result<Option<String>, Error> {
    let Some(Signed { user_id: Some(user_id), .. }) = verify(tx, token)? else { return Ok(None) };
    let sql = "SELECT coalesce(sso_email, email) FROM users WHERE id = $1 AND deleted_at IS NULL
               AND (sso_email IS NOT NULL OR email_confirmed_at IS NOT NULL)";
    let email: Option<Option<String>> = tx.query_optional_as(sql, &[user_id.into()])?;
    Ok(email.flatten())
}

/// Withdraws the purpose of a token's run, and ends the person's runs for that purpose. Returns `None` if the token is none
/// of these.
pub(crate) fn withdraw_by_token(tx: &mut Tx<'_>, token: &str, now: Timestamp) -> Result<Option<bool>, Error> {
    let Some(signed) = verify(tx, token)? else { return Ok(None) };
    let purpose = Definition::of(signed.sequence).purpose();
    let Some((user_id, purpose)) = signed.user_id.zip(purpose) else { return Ok(Some(false)) };
    withdraw_purpose(tx, &user_id, purpose, now)?;
    Ok(Some(true))
}

/// Withdraws a purpose, and ends the person's runs for it.
pub(crate) fn withdraw_purpose(
    tx: &mut Tx<'_>,
    user_id: &str,
    purpose: super::words::EmailPurpose,
    now: Timestamp,
) -> Result<(), Error> {
    purposes::withdraw(tx, user_id, purpose, now)?;
    let sequences = definitions::ALL.iter().filter(|definition| definition.purpose() == Some(purpose));
    end_runs(tx, user_id, &sequences.collect::<Vec<_>>(), Reason::Unsubscribed, now)
}
