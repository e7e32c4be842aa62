//! A telephone as second factor: six digits by short message, bound to the challenge they answer.

use std::time::Duration;

use ateneu_base::ids;
use ateneu_db::Tx;
use aws_lc_rs::hmac;
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};

use crate::{
    accounts::{Factor, phone},
    error::{Error, ErrorCode, Refusal, accepted, unprocessable},
    factors::{
        factor_context::{Answer, FactorContext},
        open_challenge::Challenge,
    },
    messages::{one_time, sms},
    requests::{
        Action, Object,
        limits::{self, Limit},
    },
    words::FactorType,
};

static EXISTS: Refusal = unprocessable(
    ErrorCode::MfaVerifiedFactorExists,
    "A verified phone factor with that number exists already, unenroll it to continue",
);

static NO_ENROLLING: Refusal =
    unprocessable(ErrorCode::MfaPhoneEnrollNotEnabled, "MFA enroll is disabled for Phone");
static NO_VERIFYING: Refusal =
    unprocessable(ErrorCode::MfaPhoneVerifyNotEnabled, "MFA verify is disabled for Phone");

/// Refuses if short messages cannot be sent.
fn is_carried(context: &FactorContext, refusal: &'static Refusal) -> Result<(), Error> {
    match context.auth.takes_phones() {
        true => Ok(()),
        false => Err(Error::Refused(refusal)),
    }
}

/// Stores the number for the codes.
pub(super) fn enroll(
    context: &FactorContext,
    factor: &mut Factor,
    phone: Option<String>,
) -> Result<Object, Error> {
    is_carried(context, &NO_ENROLLING)?;
    let phone = phone::canonical(&phone.unwrap_or_default(), &context.auth.parts.phone_countries)?;
    let same = |other: &&Factor| other.kind == FactorType::Phone && other.phone.as_ref() == Some(&phone);
    if context.factors.iter().filter(same).any(Factor::is_verified) {
        return Err(Error::Refused(&EXISTS));
    }
    factor.phone = Some(phone.clone());
    Ok(Object::from_iter([("phone".to_owned(), phone.into())]))
}

/// Sends a code, within limits by number, account and network.
pub(super) fn ask(
    tx: &mut Tx<'_>,
    context: &FactorContext,
    factor: &Factor,
    asked: &mut Challenge,
) -> Answer<Object> {
    let phone = factor.phone.as_deref().unwrap_or_default();
    accepted!(is_carried(context, &NO_VERIFYING));
    accepted!(count_code_request(tx, context, factor, phone)?);
    let code = ids::code();
    let tag = hmac::sign(&context.auth.parts.code_key, message(asked, &code).as_bytes());
    asked.secret = Some(BASE64_URL_SAFE_NO_PAD.encode(tag));
    asked.expires_at = asked.expires_at.min(context.now + context.auth.rules().otp_expiry);
    let message = sms::carrying(one_time::Kind::Sms, &code, phone, &context.auth.mail().sender());
    context.auth.mail().queue(tx, &message.until(asked.expires_at))?;
    Ok(Ok(Object::new()))
}

fn count_code_request(tx: &mut Tx<'_>, context: &FactorContext, factor: &Factor, phone: &str) -> Answer<()> {
    let rules = context.auth.rules();
    let account = Limit {
        bucket: format!("factor_codes:account:{}", context.user.id),
        most: rules.rate_limit_max_attempts,
        window: Duration::from_secs(3_600),
    };
    // An unverified number may be another person's, so its daily limit must not block the verified one.
    let of_day = (!factor.is_verified()).then(|| limits::short_messages_a_day(phone));
    let limits: Vec<Limit> = limits::short_messages_from(&context.client)
        .into_iter()
        .chain([account, limits::message_to("factor", phone)])
        .chain(of_day)
        .collect();
    let admitted =
        limits::count_attempt(tx, &limits, Action::FactorChallenged, &context.client, context.now)?;
    Ok(admitted.map_err(|refusal| match refusal {
        Error::RateLimited(wait) => Error::SmsRateLimited(wait),
        other => other,
    }))
}

/// Returns the text for the HMAC, because six digits could be guessed from a plain digest.
fn message(asked: &Challenge, code: &str) -> String {
    format!("factor\n{}\n{code}", asked.id)
}

/// Returns `true` if the code was sent for the challenge.
pub(super) fn proves(context: &FactorContext, asked: &Challenge, code: &str) -> bool {
    let tag = asked.secret.as_deref().and_then(|stored| BASE64_URL_SAFE_NO_PAD.decode(stored).ok());
    tag.is_some_and(|tag| {
        hmac::verify(&context.auth.parts.code_key, message(asked, code).as_bytes(), &tag).is_ok()
    })
}
