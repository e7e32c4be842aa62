//! `/factors/recovery-codes`: ten codes for people who have lost the other second factors. A person has at most one
//! set, in addition to another factor. Each code works once and is shown once. Forms as in auth-js 2.119
//! (`mfa.recoveryCodes`).

use std::collections::BTreeSet;

use ateneu_base::ids;
use ateneu_content::emails::{SecurityRecoveryCodeUsed, SecurityRecoveryCodesMade};
use ateneu_db::Tx;
use aws_lc_rs::rand;
use axum::{Json, extract::State};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    Auth,
    accounts::{Factor, factor},
    error::{Error, ErrorCode, Refusal, accepted, unprocessable},
    factors::{
        enroll::{is_free, name_of},
        factor_context::{Answer, FactorContext, LOW_TO_ADD, LOW_TO_REMOVE, NOT_FOUND, run_step},
        remove,
    },
    messages::security_emails,
    requests::{Action, Body, Client},
    sessions::{SessionResponse, SignedIn, assurance},
    words::FactorType,
};

/// Number of codes in a set.
const CODES: usize = 10;

/// Characters of a code, five bits each: 80 bits cannot be guessed, so a plain digest suffices.
const LENGTH: usize = 16;

/// Characters that are easily distinguished.
const ALPHABET: &[u8; 32] = b"23456789abcdefghijkmnpqrstuvwxyz";

/// Default name of the set, in the client's words.
const NAME: &str = "Recovery codes";

static EXISTS: Refusal = unprocessable(
    ErrorCode::MfaVerifiedFactorExists,
    "Recovery codes exist already, regenerate them instead",
);
static ALONE: Refusal =
    unprocessable(ErrorCode::MfaRecoveryCodesSoleFactor, "Recovery codes cannot be the only factor");
static WRONG: Refusal = unprocessable(ErrorCode::MfaVerificationFailed, "Invalid recovery code entered");

#[derive(Deserialize)]
pub(crate) struct Wanted {
    friendly_name: Option<String>,
}

#[derive(Deserialize)]
pub(crate) struct Proof {
    #[serde(default)]
    code: String,
}

/// `GET`: returns the numbers of all and of unused codes, at any level.
pub(crate) async fn status(State(auth): State<Auth>, person: SignedIn) -> Result<Json<Value>, Error> {
    let found = person.factors.into_iter().find(|factor| factor.kind == FactorType::RecoveryCode);
    let factor = found.ok_or(Error::Refused(&NOT_FOUND))?;
    let id = factor.id.clone();
    let (total, remaining) = auth.read(move |tx| count(tx, &id)).await?;
    Ok(Json(json!({
        "id": factor.id, "type": factor.kind, "total": total, "remaining": remaining,
    })))
}

/// `POST`: creates the first set.
pub(crate) async fn generate(
    State(auth): State<Auth>,
    client: Client,
    person: SignedIn,
    Body(wanted): Body<Wanted>,
) -> Result<Json<Value>, Error> {
    let step = move |tx: &mut Tx<'_>, context: &mut FactorContext| {
        let name = accepted!(new_factor_name(context, wanted.friendly_name));
        let factor = Factor::new(&context.user, FactorType::RecoveryCode, name, context.now);
        factor::insert(tx, &factor)?;
        issue(tx, context, factor).map(Ok)
    };
    run_step(&auth, client, person, Action::RecoveryCodesGenerated, step).await.map(Json)
}

fn new_factor_name(context: &FactorContext, name: Option<String>) -> Result<String, Error> {
    assurance::require_fresh(&context.session, &LOW_TO_ADD, context.now)?;
    if !context.factors.iter().any(Factor::is_whole) {
        return Err(Error::Refused(&ALONE));
    }
    if context.factors.iter().any(|factor| factor.kind == FactorType::RecoveryCode) {
        return Err(Error::Refused(&EXISTS));
    }
    let name = Some(name_of(name)?).filter(|name| !name.is_empty());
    let name = name.unwrap_or_else(|| NAME.to_owned());
    is_free(context, &name).map(|()| name)
}

/// `POST …/regenerate`: creates a new set, which voids the old one and a lock.
pub(crate) async fn regenerate(
    State(auth): State<Auth>,
    client: Client,
    person: SignedIn,
) -> Result<Json<Value>, Error> {
    let step = |tx: &mut Tx<'_>, context: &mut FactorContext| match changeable(context, &LOW_TO_ADD) {
        Ok(factor) => issue(tx, context, factor).map(Ok),
        Err(refusal) => Ok(Err(refusal)),
    };
    run_step(&auth, client, person, Action::RecoveryCodesGenerated, step).await.map(Json)
}

/// `DELETE`: removes the set.
pub(crate) async fn remove(
    State(auth): State<Auth>,
    client: Client,
    person: SignedIn,
) -> Result<Json<Value>, Error> {
    let step = |tx: &mut Tx<'_>, context: &mut FactorContext| -> Answer<String> {
        let factor = accepted!(changeable(context, &LOW_TO_REMOVE));
        remove::remove(tx, &context.auth, &context.user, &factor, Some(&context.session.id))?;
        Ok(Ok(factor.id))
    };
    let id = run_step(&auth, client, person, Action::FactorRemoved, step).await?;
    Ok(Json(json!({ "id": id })))
}

fn changeable(context: &mut FactorContext, low: &'static Refusal) -> Result<Factor, Error> {
    assurance::require_fresh(&context.session, low, context.now)?;
    context.take_recovery()
}

/// `POST …/verify`: verifies a code in place of another factor. The session rises to `aal2`, and the person is
/// notified.
pub(crate) async fn verify(
    State(auth): State<Auth>,
    client: Client,
    person: SignedIn,
    Body(proof): Body<Proof>,
) -> Result<Json<SessionResponse>, Error> {
    let step = move |tx: &mut Tx<'_>, context: &mut FactorContext| prove(tx, context, &proof.code);
    run_step(&auth, client, person, Action::RecoveryCodeUsed, step).await.map(Json)
}

fn prove(tx: &mut Tx<'_>, context: &mut FactorContext, typed: &str) -> Answer<SessionResponse> {
    let mut factor = accepted!(context.take_recovery());
    accepted!(context.refuse_locked(tx, &mut factor)?);
    let used = tx.execute(
        "UPDATE recovery_codes SET used_at = $3 WHERE factor_id = $1 AND digest = $2 AND used_at IS NULL",
        &[(&factor.id).into(), ids::digest(&canonical(typed)).into(), context.now.into()],
    )?;
    if used == 0 {
        context.count_wrong(tx, &mut factor)?;
        return Ok(Err(Error::Refused(&WRONG)));
    }
    let (_, remaining) = count(tx, &factor.id)?;
    context.notify(tx, &SecurityRecoveryCodeUsed { left: security_emails::codes_left(remaining) })?;
    context.succeed(tx, &mut factor).map(Ok)
}

/// Returns the canonical form of a typed code, without case, blanks and hyphens.
fn canonical(typed: &str) -> String {
    let kept = typed.chars().filter(|c| !c.is_whitespace() && *c != '-');
    kept.flat_map(char::to_lowercase).collect()
}

/// Creates a set of codes for the factor, which voids earlier ones.
fn issue(tx: &mut Tx<'_>, context: &FactorContext, mut factor: Factor) -> Result<Value, Error> {
    let codes = codes()?;
    let sql = "DELETE FROM recovery_codes WHERE factor_id = $1";
    tx.execute(sql, &[(&factor.id).into()])?;
    for code in &codes {
        tx.execute(
            "INSERT INTO recovery_codes (id, factor_id, digest, created_at) VALUES ($1, $2, $3, $4)",
            &[ids::random_id().into(), (&factor.id).into(), ids::digest(code).into(), context.now.into()],
        )?;
    }
    // The right to have these codes needed a recent verification of another factor.
    factor.note_proof(context.now);
    factor.verified_at = Some(context.now);
    factor::save(tx, &factor)?;
    context.notify(tx, &SecurityRecoveryCodesMade {})?;
    Ok(json!({
        "id": factor.id, "type": factor.kind, "friendly_name": factor.friendly_name,
        "total": CODES, "codes": codes,
    }))
}

fn codes() -> Result<BTreeSet<String>, Error> {
    let mut codes = BTreeSet::new();
    while codes.len() < CODES {
        let mut bytes = [0; LENGTH];
        rand::fill(&mut bytes).map_err(|_| Error::Defect("no random bytes"))?;
        let letter = |byte: u8| char::from(ALPHABET[usize::from(byte % 32)]);
        codes.insert(bytes.into_iter().map(letter).collect());
    }
    Ok(codes)
}

/// Returns the number of codes of a set, and of unused ones.
fn count(tx: &mut Tx<'_>, factor_id: &str) -> Result<(i64, i64), Error> {
    let sql = "SELECT count(*) AS total, count(*) - count(used_at) AS remaining FROM recovery_codes
         WHERE factor_id = $1";
    Ok(tx.query_one_as(sql, &[factor_id.into()])?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recovery_codes_match_despite_case_and_separators() {
        let codes = codes().unwrap();
        assert_eq!(codes.len(), CODES);
        for code in codes {
            assert_eq!(code.len(), LENGTH);
            let typed = format!(" {}-{} {}", &code[..4], code[4..8].to_uppercase(), &code[8..]);
            assert_eq!(canonical(&typed), code);
        }
        let unique: BTreeSet<&u8> = ALPHABET.iter().collect();
        assert_eq!(unique.len(), 32);
    }
}
