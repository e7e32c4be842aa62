//! Age of a session's last proof of identity (decision 0022). A sign-in method that a session added to its own account
//! does not renew a session: for some time, its sign-ins prove only as much as that session had.

use std::time::Duration;

use ateneu_base::{Timestamp, ids};
use ateneu_db::Tx;

use crate::{
    accounts::User,
    error::{Error, ErrorCode, Refusal, bad_request},
    sessions::Session,
};

/// Age up to which a sign-in suffices for sensitive actions, such as adding a sign-in method or exporting the account.
pub const FRESH: Duration = Duration::from_secs(15 * 60);

/// Age up to which a proof suffices for a new password or telephone number, as upstream.
pub(crate) const FRESH_FOR_PASSWORD: Duration = Duration::from_secs(24 * 60 * 60);

/// Refusal of a session whose last proof is too old.
pub(crate) static NOT_RECENT: Refusal = bad_request(
    ErrorCode::ReauthenticationNeeded,
    "A sign-in within the last 15 minutes or reauthentication is required",
);

/// A sign-in method.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SignInMethod<'a> {
    Password,
    /// A message to the account's email address.
    Email,
    /// A message to the account's telephone number.
    Phone,
    /// The passkey of that id.
    Passkey(&'a str),
    /// The identity at that provider, by that id there.
    Identity(&'a str, &'a str),
}

impl SignInMethod<'_> {
    fn name(self) -> String {
        match self {
            SignInMethod::Password => "password".to_owned(),
            SignInMethod::Email => "email".to_owned(),
            SignInMethod::Phone => "phone".to_owned(),
            SignInMethod::Passkey(id) => format!("passkey:{id}"),
            SignInMethod::Identity(provider, subject) => format!("identity:{provider}:{subject}"),
        }
    }
}

/// Returns `true` if `proved` lies within `window`.
pub(crate) fn is_within(proved: Option<Timestamp>, window: Duration, now: Timestamp) -> bool {
    proved.is_some_and(|proved| proved + window > now)
}

/// Refuses a session that is too old to add a sign-in method. An anonymous account has no other proof than its session.
pub(crate) fn require_recent(user: &User, session: Option<&Session>, now: Timestamp) -> Result<(), Error> {
    let proved = session.and_then(|session| session.proved_at);
    match user.is_anonymous || is_within(proved, FRESH, now) {
        true => Ok(()),
        false => Err(Error::Refused(&NOT_RECENT)),
    }
}

/// Records that a session proved at `proved_at` has added a sign-in method to its own account.
pub(crate) fn note_added(
    tx: &mut Tx<'_>,
    user: &User,
    method: SignInMethod<'_>,
    proved_at: Option<Timestamp>,
    now: Timestamp,
) -> Result<(), Error> {
    // An anonymous account has one holder, that of its session.
    if user.is_anonymous {
        return Ok(());
    }
    let window = if is_within(proved_at, FRESH, now) { FRESH } else { FRESH_FOR_PASSWORD };
    tx.execute(
        "INSERT INTO recent_sign_in_methods (id, user_id, method, proved_at, counts_from, created_at)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (user_id, method) DO UPDATE SET proved_at = $4, counts_from = $5, created_at = $6",
        &[
            ids::row_id(now).into(),
            (&user.id).into(),
            method.name().into(),
            proved_at.into(),
            (now + window).into(),
            now.into(),
        ],
    )?;
    Ok(())
}

/// Makes a sign-in method count like others, after more than a session has confirmed it.
pub(crate) fn forget_added(tx: &mut Tx<'_>, user_id: &str, method: SignInMethod<'_>) -> Result<(), Error> {
    let sql = "DELETE FROM recent_sign_in_methods WHERE user_id = $1 AND method = $2";
    tx.execute(sql, &[user_id.into(), method.name().into()])?;
    Ok(())
}

/// Returns the `proved_at` of a new session by that method: now, or for a recently added method that of the session
/// that added it.
pub(crate) fn effective_at(
    tx: &mut Tx<'_>,
    user_id: &str,
    method: SignInMethod<'_>,
    now: Timestamp,
) -> Result<Option<Timestamp>, Error> {
    let sql = "SELECT proved_at FROM recent_sign_in_methods WHERE user_id = $1 AND method = $2 AND counts_from > $3";
    let added = tx.query_optional_as(sql, &[user_id.into(), method.name().into(), now.into()])?;
    Ok(added.unwrap_or(Some(now)))
}

/// Records a new proof by the person of a session.
pub(crate) fn renew(
    tx: &mut Tx<'_>,
    session: &mut Session,
    proved_at: Option<Timestamp>,
) -> Result<(), Error> {
    session.proved_at = session.proved_at.max(proved_at);
    let sql = "UPDATE sessions SET proved_at = $2 WHERE id = $1";
    tx.execute(sql, &[(&session.id).into(), session.proved_at.into()])?;
    Ok(())
}
