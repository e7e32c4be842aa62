//! `POST /factors/{id}/challenge`: asks for a proof. Challenges live five minutes and are answered once, from the
//! network that asked.

use std::time::Duration;

use ateneu_base::{Timestamp, ids};
use ateneu_db::Tx;
use ateneu_limits::network;
use axum::{
    Json,
    extract::{Path, State},
};
use serde::Deserialize;
use serde_json::json;

use crate::{
    Auth,
    accounts::{
        Factor,
        factor::{self, Kind},
    },
    error::{Error, ErrorCode, Refusal, accepted, unprocessable},
    factors::{
        Answer, FactorContext, phone, run_step,
        webauthn::{self, RelyingParty},
    },
    requests::{Action, Body, Client, Object},
    sessions::SignedIn,
};

/// Time that an answer may take.
const LIFETIME: Duration = Duration::from_secs(300);

/// Open challenges a factor may have: one for each device that signs in at the moment, and some to spare.
const OPEN: i64 = 5;

static UNKNOWN: Refusal =
    unprocessable(ErrorCode::MfaFactorNotFound, "MFA factor with the provided challenge ID not found");
static EXPIRED: Refusal = unprocessable(
    ErrorCode::MfaChallengeExpired,
    "MFA challenge has expired, verify against another challenge or create a new challenge",
);
static OTHER_ADDRESS: Refusal =
    unprocessable(ErrorCode::MfaIpAddressMismatch, "Challenge and verify IP addresses mismatch");

/// One question to the holder of a factor.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Challenge {
    pub(super) id: String,
    factor_id: String,
    #[serde(rename = "ip_address")]
    network: Option<String>,
    /// Secret that the answer is checked against, where the factor alone does not suffice.
    pub(super) secret: Option<String>,
    pub(super) expires_at: Timestamp,
}

/// Options that the client adds to its request for a challenge.
#[derive(Deserialize)]
pub(crate) struct Wanted {
    webauthn: Option<RelyingParty>,
}

pub(crate) async fn handle(
    State(auth): State<Auth>,
    client: Client,
    person: SignedIn,
    Path(id): Path<String>,
    Body(wanted): Body<Wanted>,
) -> Result<Json<Object>, Error> {
    let step = move |tx: &mut Tx<'_>, context: &mut FactorContext| {
        challenge(tx, context, &id, wanted.webauthn.as_ref())
    };
    run_step(&auth, client, person, Action::FactorChallenged, step).await.map(Json)
}

pub(super) fn challenge(
    tx: &mut Tx<'_>,
    context: &mut FactorContext,
    id: &str,
    theirs: Option<&RelyingParty>,
) -> Answer<Object> {
    let mut factor = accepted!(context.take(id).and_then(|factor| askable(context, factor)));
    accepted!(context.refuse_locked(tx, &mut factor)?);
    let mut asked = Challenge {
        id: ids::random_id(),
        factor_id: factor.id.clone(),
        network: context.client.address().map(network),
        secret: None,
        expires_at: context.now + LIFETIME,
    };
    let shown = match factor.kind {
        Kind::Totp => Ok(Object::new()),
        Kind::Phone => phone::ask(tx, context, &factor, &mut asked)?,
        Kind::Webauthn => webauthn::ask(context, &factor, &mut asked, theirs),
        Kind::RecoveryCode => Err(Error::Refused(&UNKNOWN)),
    };
    let shown = accepted!(shown);
    store_challenge(tx, &asked, context.now)?;
    factor.last_challenged_at = Some(context.now);
    factor::save(tx, &factor)?;
    let answer = json!({
        "id": asked.id, "type": factor.kind.name(), "expires_at": asked.expires_at.seconds(),
    });
    let mut answer = answer.as_object().cloned().unwrap_or_default();
    answer.extend(shown);
    Ok(Ok(answer))
}

/// Refuses what the person may not prove by challenge: recovery codes, which have an endpoint of their own, and a new
/// factor beside an older one that is still owed.
pub(super) fn askable(context: &FactorContext, factor: Factor) -> Result<Factor, Error> {
    if factor.kind == Kind::RecoveryCode {
        return Err(Error::validation("Recovery codes are verified without a challenge"));
    }
    if !factor.is_verified() {
        context.may_add()?;
    }
    Ok(factor)
}

fn store_challenge(tx: &mut Tx<'_>, asked: &Challenge, now: Timestamp) -> Result<(), Error> {
    tx.execute(
        "DELETE FROM factor_challenges WHERE factor_id = $1 AND (expires_at <= $2 OR id NOT IN
             (SELECT id FROM factor_challenges WHERE factor_id = $1 ORDER BY created_at DESC, id LIMIT $3))",
        &[(&asked.factor_id).into(), now.into(), (OPEN - 1).into()],
    )?;
    tx.execute(
        "INSERT INTO factor_challenges (id, factor_id, ip_address, secret, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6)",
        &[
            (&asked.id).into(),
            (&asked.factor_id).into(),
            asked.network.clone().into(),
            asked.secret.clone().into(),
            now.into(),
            asked.expires_at.into(),
        ],
    )?;
    Ok(())
}

/// The open challenge of that id, if it is this factor's, in time, and answered from where it was asked.
pub(super) fn find(tx: &mut Tx<'_>, context: &FactorContext, factor: &Factor, id: &str) -> Answer<Challenge> {
    let sql = "SELECT id, factor_id, ip_address, secret, expires_at FROM factor_challenges
         WHERE id = $1 AND factor_id = $2";
    let Some(asked) = tx.query_optional_as::<Challenge>(sql, &[id.into(), (&factor.id).into()])? else {
        return Ok(Err(Error::Refused(&UNKNOWN)));
    };
    if asked.expires_at <= context.now {
        end(tx, &asked)?;
        return Ok(Err(Error::Refused(&EXPIRED)));
    }
    match asked.network == context.client.address().map(network) {
        true => Ok(Ok(asked)),
        false => Ok(Err(Error::Refused(&OTHER_ADDRESS))),
    }
}

/// A challenge is answered once.
pub(super) fn end(tx: &mut Tx<'_>, asked: &Challenge) -> Result<(), Error> {
    let sql = "DELETE FROM factor_challenges WHERE id = $1";
    tx.execute(sql, &[(&asked.id).into()])?;
    Ok(())
}
