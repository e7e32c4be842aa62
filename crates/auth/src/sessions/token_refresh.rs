//! `POST /token?grant_type=refresh_token`: the table of rules that keeps two tabs signed in and a thief out.
//!
//! A session has one active refresh token, named by its generation. Exchanging it begins the next generation. The
//! direct parent of the active token always receives the active token again (its answer was lost, or two tabs asked
//! at once); an older one only within the reuse interval; otherwise somebody holds a copy, and the session ends.

use ateneu_base::Timestamp;
use ateneu_db::Tx;
use ateneu_schema::ColumnValue;
use ateneu_tokens::refresh_token::{self, Presented};
use serde::Deserialize;

use crate::{
    Auth,
    accounts::{Account, users},
    error::{Error, ErrorCode},
    requests::{Action, Client, log},
    sessions::{self, Session, SessionResponse, Which},
};

/// Microseconds in which an older token is still taken for a concurrent one.
const REUSE_INTERVAL: i64 = 10_000_000;

/// Exchanges within the interval that are remembered.
const MAX_EXCHANGES: usize = 16;

/// Times a refresh is begun anew when another stood in its way.
const TRIES: usize = 5;

#[derive(Deserialize)]
pub(crate) struct Request {
    refresh_token: Option<String>,
}

enum Outcome {
    /// The session goes on with its active token.
    Renewed(Box<(Account, Session)>),
    /// The token was used before: the session has been ended.
    Reused,
}

pub(crate) async fn refresh(
    auth: &Auth,
    client: &Client,
    request: Request,
) -> Result<SessionResponse, Error> {
    let presented = refresh_token::read(&auth.parts.refresh_key, &request.refresh_token.unwrap_or_default())?;
    for _ in 0..TRIES {
        let (presented, client, now) = (presented.clone(), client.clone(), auth.now());
        match auth.write(move |tx| exchange(tx, &presented, &client, now)).await {
            // The token is signed here: the writer has only one thread.
            Ok(Outcome::Renewed(renewed)) => {
                let (account, session) = *renewed;
                return SessionResponse::new(auth, account, &session);
            }
            Ok(Outcome::Reused) => return Err(Error::RefreshTokenAlreadyUsed),
            Err(error) if error.is_conflict() => continue,
            Err(error) => return Err(error),
        }
    }
    Err(Error::Db(ateneu_db::Error::Conflict("too many refreshes of one session".into())))
}

fn exchange(
    tx: &mut Tx<'_>,
    presented: &Presented,
    client: &Client,
    now: Timestamp,
) -> Result<Outcome, Error> {
    let mut session = sessions::find_to_change(tx, &presented.session_id)?.ok_or(Error::SessionNotFound)?;
    let user = users::find(tx, &session.user_id)?.filter(|user| user.deleted_at.is_none());
    let user = user.ok_or(Error::SessionNotFound)?;
    if user.is_banned(now) {
        return Err(Error::UserBanned);
    }
    if session.not_after.is_some_and(|end| end <= now) {
        return Err(Error::SessionExpired);
    }
    let age = session.generation - presented.generation;
    match age {
        ..0 => return Err(Error::RefreshTokenNotFound),
        0 => rotate(tx, &mut session, client, now)?,
        1 => {}
        _ if just_used(&session, presented.generation, now) => {}
        _ => {
            sessions::end(tx, &user.id, Which::Only(&session.id))?;
            let code = Some(ErrorCode::RefreshTokenAlreadyUsed);
            log::write(tx, now, Action::TokenRevoked, Some(&user.id), client, code)?;
            return Ok(Outcome::Reused);
        }
    }
    log::write(tx, now, Action::TokenRefreshed, Some(&user.id), client, None)?;
    Ok(Outcome::Renewed(Box::new((Account::of(tx, user)?, session))))
}

/// Begins the next generation, unless another refresh has done so since we looked.
pub(crate) fn rotate(
    tx: &mut Tx<'_>,
    session: &mut Session,
    client: &Client,
    now: Timestamp,
) -> Result<(), Error> {
    session.recent.retain(|[_, at]| is_recent(*at, now));
    session.recent.push([session.generation, now.micros()]);
    let excess = session.recent.len().saturating_sub(MAX_EXCHANGES);
    session.recent.drain(..excess);
    let touched = tx.execute(
        "UPDATE sessions SET refresh_generation = $2, recent_refreshes = $3, refreshed_at = $4,
                ip_address = COALESCE($6, ip_address), user_agent = COALESCE($7, user_agent)
         WHERE id = $1 AND refresh_generation = $5",
        &[
            (&session.id).into(),
            (session.generation + 1).into(),
            session.recent.to_value(),
            now.into(),
            session.generation.into(),
            client.address().into(),
            client.user_agent.clone().into(),
        ],
    )?;
    if touched == 0 {
        return Err(Error::Db(ateneu_db::Error::Conflict("the session was refreshed meanwhile".into())));
    }
    session.generation += 1;
    Ok(())
}

fn just_used(session: &Session, generation: i64, now: Timestamp) -> bool {
    session.recent.iter().any(|[used, at]| *used == generation && is_recent(*at, now))
}

fn is_recent(at: i64, now: Timestamp) -> bool {
    now.micros() - at <= REUSE_INTERVAL
}
