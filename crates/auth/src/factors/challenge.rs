//! `POST /factors/{id}/challenge`: asks for a proof. Challenges live five minutes and are answered once, from the
//! network that asked.

use std::time::Duration;

use ateneu_base::ids;
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
    error::{Error, accepted},
    factors::{
        factor_context::{Answer, FactorContext, run_step},
        open_challenge::{Challenge, UNKNOWN, store_challenge},
        phone,
        webauthn::{self, RelyingParty},
    },
    requests::{Action, Body, Client, Object},
    sessions::SignedIn,
};

/// Time that an answer may take.
const LIFETIME: Duration = Duration::from_secs(300);

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
