//! `POST /factors`: enrolls a second factor, which counts after its first verification.

use std::time::Duration;

use ateneu_base::fold;
use ateneu_db::Tx;
use ateneu_schema::Words;
use axum::{Json, extract::State};
use serde::Deserialize;

use crate::{
    Auth,
    accounts::{Factor, factor},
    error::{Error, ErrorCode, Refusal, accepted, unprocessable},
    factors::{
        factor_context::{Answer, FactorContext, run_step},
        phone, totp, webauthn,
    },
    requests::{Action, Body, Client, Object},
    sessions::SignedIn,
    words::FactorType,
};

/// Maximum number of factors of a person, without recovery codes.
const MAX_FACTORS: usize = 10;

/// Time for which an unverified factor blocks another of its name.
const ABANDONED: Duration = Duration::from_secs(300);

/// Maximum length of a name in characters.
const NAME_LENGTH: usize = 100;

static NAME_CONFLICT: Refusal =
    unprocessable(ErrorCode::MfaFactorNameConflict, "A factor with that friendly name exists already");
static TOO_MANY: Refusal = unprocessable(
    ErrorCode::TooManyEnrolledMfaFactors,
    "Maximum number of factors reached, unenroll to continue",
);

#[derive(Deserialize)]
pub(crate) struct Wanted {
    factor_type: Option<String>,
    friendly_name: Option<String>,
    /// Name that an authenticator app shows beside the account.
    issuer: Option<String>,
    phone: Option<String>,
}

impl Wanted {
    /// Returns a telephone factor, named by the end of its number.
    pub(super) fn telephone(phone: &str) -> Self {
        let end = &phone[phone.len().saturating_sub(4)..];
        Self {
            factor_type: None,
            friendly_name: Some(format!("Telefone com final {end}")),
            issuer: None,
            phone: Some(phone.to_owned()),
        }
    }
}

pub(crate) async fn handle(
    State(auth): State<Auth>,
    client: Client,
    person: SignedIn,
    Body(wanted): Body<Wanted>,
) -> Result<Json<Object>, Error> {
    let kind = wanted.factor_type.as_deref().and_then(FactorType::of);
    let kind = kind.filter(|kind| *kind != FactorType::RecoveryCode).ok_or_else(unknown_type)?;
    let step = move |tx: &mut Tx<'_>, context: &mut FactorContext| enroll(tx, context, kind, wanted);
    run_step(&auth, client, person, Action::FactorEnrolled, step).await.map(Json)
}

fn unknown_type() -> Error {
    Error::validation("factor_type needs to be totp, phone or webauthn")
}

pub(super) fn enroll(
    tx: &mut Tx<'_>,
    context: &mut FactorContext,
    kind: FactorType,
    wanted: Wanted,
) -> Answer<Object> {
    forget_abandoned(tx, context)?;
    let made = new_factor_name(context, wanted.friendly_name).and_then(|name| {
        let mut factor = Factor::new(&context.user, kind, name, context.now);
        let shown = match kind {
            FactorType::Totp => totp::enroll(context, &mut factor, wanted.issuer),
            FactorType::Phone => phone::enroll(context, &mut factor, wanted.phone),
            FactorType::Webauthn => webauthn::enroll(context),
            // They have their own endpoint.
            FactorType::RecoveryCode => Err(unknown_type()),
        }?;
        Ok((factor, shown))
    });
    let (factor, shown) = accepted!(made);
    factor::insert(tx, &factor)?;
    let mut answer = Object::new();
    answer.insert("id".into(), factor.id.into());
    answer.insert("type".into(), kind.word().into());
    answer.insert("friendly_name".into(), factor.friendly_name.into());
    answer.extend(shown);
    Ok(Ok(answer))
}

/// Removes unverified factors, which were given up or are being enrolled again.
fn forget_abandoned(tx: &mut Tx<'_>, context: &mut FactorContext) -> Result<(), Error> {
    let end = context.now - ABANDONED;
    let is_abandoned = |factor: &Factor| !factor.is_verified() && factor.created_at <= end;
    for factor in context.factors.extract_if(.., |factor| is_abandoned(factor)) {
        factor::delete(tx, &factor)?;
    }
    Ok(())
}

/// Returns the name of the new factor. Fails if there may not be one.
fn new_factor_name(context: &FactorContext, name: Option<String>) -> Result<String, Error> {
    context.may_add()?;
    let name = name_of(name)?;
    is_free(context, &name)?;
    let count = context.factors.iter().filter(|factor| factor.kind != FactorType::RecoveryCode);
    match count.count() >= MAX_FACTORS {
        true => Err(Error::Refused(&TOO_MANY)),
        false => Ok(name),
    }
}

/// Returns a name in one line.
pub(super) fn name_of(name: Option<String>) -> Result<String, Error> {
    let name = fold::one_line(&name.unwrap_or_default());
    match name.chars().count() > NAME_LENGTH {
        true => Err(Error::validation("friendly_name is too long or not readable")),
        false => Ok(name),
    }
}

/// Refuses a name that another factor has. Two without a name conflict, too.
pub(super) fn is_free(context: &FactorContext, name: &str) -> Result<(), Error> {
    match context.factors.iter().any(|factor| factor.friendly_name == name) {
        true => Err(Error::Refused(&NAME_CONFLICT)),
        false => Ok(()),
    }
}
