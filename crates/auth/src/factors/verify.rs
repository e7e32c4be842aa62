//! `POST /factors/{id}/verify`: verifies the answer to a challenge. A right one raises the session to `aal2`. Wrong
//! ones are counted, and six lock the factor.

use ateneu_content::emails::SecurityFactorAdded;
use ateneu_db::Tx;
use axum::{
    Json,
    extract::{Path, State},
};
use serde::Deserialize;

use crate::{
    Auth,
    accounts::{Factor, factor},
    error::{Error, ErrorCode, Refusal, accepted, unprocessable},
    factors::{
        self,
        challenge::askable,
        factor_context::{Answer, FactorContext, run_step},
        open_challenge::{self, Challenge},
        phone, totp,
    },
    messages::security_emails,
    passkeys::webauthn,
    requests::{Action, Body, Client},
    sessions::{SessionResponse, SignedIn},
    words::FactorType,
};

static WRONG_TOTP: Refusal = unprocessable(ErrorCode::MfaVerificationFailed, "Invalid TOTP code entered");
static WRONG: Refusal = unprocessable(ErrorCode::MfaVerificationFailed, "Invalid MFA code entered");

/// Answer to a challenge.
#[derive(Deserialize)]
pub(crate) struct Proof {
    challenge_id: Option<String>,
    #[serde(default)]
    code: String,
    webauthn: Option<factors::webauthn::Proof>,
}

pub(crate) async fn handle(
    State(auth): State<Auth>,
    client: Client,
    person: SignedIn,
    Path(id): Path<String>,
    Body(proof): Body<Proof>,
) -> Result<Json<SessionResponse>, Error> {
    let step = move |tx: &mut Tx<'_>, context: &mut FactorContext| verify(tx, context, &id, &proof);
    run_step(&auth, client, person, Action::FactorVerified, step).await.map(Json)
}

fn verify(tx: &mut Tx<'_>, context: &mut FactorContext, id: &str, proof: &Proof) -> Answer<SessionResponse> {
    let mut factor = accepted!(context.take(id).and_then(|factor| askable(context, factor)));
    accepted!(context.refuse_locked(tx, &mut factor)?);
    let challenge_id = proof.challenge_id.as_deref().unwrap_or_default();
    let asked = accepted!(open_challenge::find(tx, context, &factor, challenge_id)?);
    if !proves(context, &mut factor, &asked, proof)? {
        context.count_wrong(tx, &mut factor)?;
        return Ok(Err(Error::Refused(match factor.kind {
            FactorType::Totp => &WRONG_TOTP,
            FactorType::Webauthn => &webauthn::NOT_VERIFIED,
            _ => &WRONG,
        })));
    }
    open_challenge::end(tx, &asked)?;
    if !factor.is_verified() {
        welcome(tx, context, &factor)?;
    }
    context.succeed(tx, &mut factor).map(Ok)
}

/// Returns `true` if the answer is right. Records in the factor that it is used up.
fn proves(
    context: &mut FactorContext,
    factor: &mut Factor,
    asked: &Challenge,
    proof: &Proof,
) -> Result<bool, Error> {
    let code: String = proof.code.chars().filter(|c| !c.is_whitespace()).collect();
    match factor.kind {
        FactorType::Totp => totp::proves(context, factor, &code),
        FactorType::Phone => Ok(phone::proves(context, asked, &code)),
        FactorType::Webauthn => factors::webauthn::proves(context, factor, asked, proof.webauthn.as_ref()),
        FactorType::RecoveryCode => Ok(false),
    }
}

/// Completes the first verification of a factor: voids unverified ones of its type, and notifies the person.
fn welcome(tx: &mut Tx<'_>, context: &FactorContext, proved: &Factor) -> Result<(), Error> {
    let others = context.factors.iter().filter(|other| other.kind == proved.kind);
    for begun in others.filter(|other| !other.is_verified()) {
        factor::delete(tx, begun)?;
    }
    context.notify(tx, &SecurityFactorAdded { factor: security_emails::factor_name(proved) })
}
