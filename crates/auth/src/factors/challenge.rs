//! `POST /factors/{id}/challenge`: creates a challenge. It lives five minutes and is answered once, from the same
//! network.

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
    accounts::{Factor, factor},
    error::{Error, accepted},
    factors::{
        factor_context::{Answer, FactorContext, run_step},
        open_challenge::{Challenge, UNKNOWN, store_challenge},
        phone,
        webauthn::{self, RelyingParty},
    },
    requests::{Action, Body, Client, Object},
    sessions::SignedIn,
    words::FactorType,
};

/// Lifetime of a challenge.
const LIFETIME: Duration = Duration::from_secs(300);

/// Options in the client's request for a challenge.
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
        FactorType::Totp => Ok(Object::new()),
        FactorType::Phone => phone::ask(tx, context, &factor, &mut asked)?,
        FactorType::Webauthn => webauthn::ask(context, &factor, &mut asked, theirs),
        FactorType::RecoveryCode => Err(Error::Refused(&UNKNOWN)),
    };
    let shown = accepted!(shown);
    store_challenge(tx, &asked, context.now)?;
    factor.last_challenged_at = Some(context.now);
    factor::save(tx, &factor)?;
    let answer = json!({
        "id": asked.id, "type": factor.kind, "expires_at": asked.expires_at.seconds(),
    });
    let mut answer = answer.as_object().cloned().unwrap_or_default();
    answer.extend(shown);
    Ok(Ok(answer))
}

/// Refuses factors without a challenge: recovery codes, which have their own endpoint, and a new factor while the
/// verification of an older one is due.
pub(super) fn askable(context: &FactorContext, factor: Factor) -> Result<Factor, Error> {
    if factor.kind == FactorType::RecoveryCode {
        return Err(Error::validation("Recovery codes are verified without a challenge"));
    }
    if !factor.is_verified() {
        context.may_add()?;
    }
    Ok(factor)
}
