//! Assurance level of a session: one factor (`aal1`) or two (`aal2`), and since when (decision 0022).
//!
//! The session's row is the truth; what a token says of it is for the reader. An account with a second factor must verify it:
//! until a session has proved one, it speaks for a visitor everywhere but in the few endpoints that lead on.

use ateneu_base::{Timestamp, Verb};
use ateneu_db::Tx;
use ateneu_schema::AsJson;
use axum::http::StatusCode;
use serde_json::json;

use crate::{
    accounts::Factor,
    error::{Error, ErrorCode, Refusal, bad_request, refused},
    requests::Client,
    sessions::{self, FRESH, Session, Which, amr, proof, token_refresh},
};

/// Refusal of a session without the second factor.
pub(crate) static OWED: Refusal = refused(
    StatusCode::UNAUTHORIZED,
    ErrorCode::InsufficientAal,
    "AAL2 session is required when a second factor is enrolled",
);
static STALE: Refusal = bad_request(
    ErrorCode::ReauthenticationNeeded,
    "A second factor proved within the last 15 minutes is required",
);

/// True while the second factor is owed. A token without a session of ours has proved none.
pub(crate) fn is_owed(factors: &[Factor], session: Option<&Session>) -> bool {
    factors.iter().any(Factor::is_verified) && !session.is_some_and(Session::is_aal2)
}

/// Refuses unless the session has proved a second factor a moment ago. `low` is for one that has proved none. A factor
/// that the session has added itself proves nothing beyond what it had proved before.
pub(crate) fn require_fresh(session: &Session, low: &'static Refusal, now: Timestamp) -> Result<(), Error> {
    if !session.is_aal2() {
        return Err(Error::Refused(low));
    }
    let proved = amr::second_factor_at(&session.amr).map(Timestamp::from_seconds);
    match proof::is_within(proved, FRESH, now) && proof::is_within(session.proved_at, FRESH, now) {
        true => Ok(()),
        false => Err(Error::Refused(&STALE)),
    }
}

/// True when the proof of a factor renews the session: it was there before the session began, and is not quite new.
fn renews(factor: &Factor, session: &Session, now: Timestamp) -> bool {
    let Some(since) = factor.verified_at else { return false };
    since < session.created_at && since + FRESH <= now
}

/// The session has proved that factor: it rises to `aal2` under a new refresh token, and the person's sessions that have
/// not got that far end.
pub(crate) fn raise(
    tx: &mut Tx<'_>,
    session: &mut Session,
    factor: &Factor,
    client: &Client,
    now: Timestamp,
) -> Result<(), Error> {
    let method = factor.kind.authentication_method();
    let earlier = session.amr.as_array().cloned().unwrap_or_default();
    let others = earlier.into_iter().filter(|entry| entry["method"] != method);
    let newest = json!({ "method": method, "timestamp": now.seconds() });
    session.amr = AsJson([newest].into_iter().chain(others).collect());
    session.aal = amr::level(&session.amr);
    session.factor_id = Some(factor.id.clone());
    if renews(factor, session, now) {
        proof::renew(tx, session, Some(now))?;
    }
    token_refresh::rotate(tx, session, client, now)?;
    write(tx, session)?;
    sessions::end(tx, &session.user_id, Which::OthersAtAal1(&session.id))?;
    sessions::announce(tx, &session.user_id, Verb::Update);
    Ok(())
}

/// A factor is gone: those of the person's sessions that stood on it alone fall to `aal1`. Their access tokens say so from
/// their next refresh on, and the server from now on.
pub(crate) fn lower(tx: &mut Tx<'_>, user_id: &str, falls: impl Fn(&Session) -> bool) -> Result<(), Error> {
    for mut session in sessions::of(tx, user_id)? {
        if falls(&session) {
            fall(tx, &mut session)?;
        }
    }
    sessions::announce(tx, user_id, Verb::Update);
    Ok(())
}

fn fall(tx: &mut Tx<'_>, session: &mut Session) -> Result<(), Error> {
    if let Some(entries) = session.amr.as_array_mut() {
        entries.retain(|entry| !amr::is_of_factor(entry));
    }
    session.aal = amr::level(&session.amr);
    session.factor_id = None;
    write(tx, session)
}

fn write(tx: &mut Tx<'_>, session: &Session) -> Result<(), Error> {
    let sql = "UPDATE sessions SET aal = $2, amr = $3, factor_id = $4 WHERE id = $1";
    tx.execute(
        sql,
        &[
            (&session.id).into(),
            session.aal.into(),
            session.amr.to_string().into(),
            session.factor_id.clone().into(),
        ],
    )?;
    Ok(())
}
