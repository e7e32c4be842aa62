//! Authenticator apps (RFC 6238): SHA-1, six digits, 30 seconds, one step of tolerance either way — what every app
//! reads. A step once accepted is used up, and those before it.

use aws_lc_rs::rand;
use qrcode::{QrCode, render::svg};
use serde_json::json;
use totp_rs::{Algorithm, Builder, Totp};

use crate::{
    accounts::{Factor, User},
    error::Error,
    factors::factor_context::FactorContext,
    requests::Object,
};

/// Bytes of a shared secret: as many as SHA-1 makes.
const SECRET_BYTES: usize = 20;

/// Characters of the issuer; with the address it must fit into a picture that phones read.
const ISSUER_LENGTH: usize = 64;

const SECONDS: u64 = 30;

fn app(secret: Vec<u8>, issuer: Option<String>, account: String) -> Result<Totp, Error> {
    Builder::new()
        .with_algorithm(Algorithm::SHA1)
        .with_digits(6)
        .with_skew(1)
        .with_step_duration(SECONDS)
        .with_secret(secret)
        .with_issuer(issuer)
        .with_account_name(account)
        .build()
        .map_err(|_| Error::Defect("an authenticator's secret cannot be used"))
}

/// Makes the shared secret; shown now and never again.
pub(super) fn enroll(
    context: &FactorContext,
    factor: &mut Factor,
    issuer: Option<String>,
) -> Result<Object, Error> {
    let given = issuer.filter(|issuer| !issuer.trim().is_empty());
    let issuer = given.unwrap_or_else(|| context.auth.mail().sender().name);
    if issuer.chars().count() > ISSUER_LENGTH {
        return Err(Error::validation("issuer is too long"));
    }
    let mut secret = vec![0; SECRET_BYTES];
    rand::fill(&mut secret).map_err(|_| Error::Defect("no random bytes"))?;
    factor.secret = Some(context.auth.parts.cipher.close(&secret, &factor.id)?);
    let app = app(secret, Some(plain(&issuer)), plain(account(&context.user)))?;
    let uri = app.to_url().map_err(|_| Error::Defect("an authenticator's address cannot be written"))?;
    let shown = json!({ "qr_code": picture(&uri)?, "secret": app.secret().to_base32(), "uri": uri });
    Ok(Object::from_iter([("totp".to_owned(), shown)]))
}

/// The part before and after the colon of a label must not hold one.
fn plain(text: &str) -> String {
    text.trim().replace(':', " ")
}

fn account(user: &User) -> &str {
    user.shown_email().or(user.phone.as_deref()).unwrap_or(&user.id)
}

/// The picture an app scans. auth-js puts it into a `data:` address as it is, where a `#` would end it: colours by
/// name.
fn picture(uri: &str) -> Result<String, Error> {
    let code = QrCode::new(uri).map_err(|_| Error::Defect("an address does not fit into a picture"))?;
    Ok(code
        .render::<svg::Color<'_>>()
        .min_dimensions(240, 240)
        .dark_color(svg::Color("black"))
        .light_color(svg::Color("white"))
        .build())
}

/// Returns `true` if the app shows that code now, and nobody has used it; then it is used up.
pub(super) fn proves(context: &FactorContext, factor: &mut Factor, code: &str) -> Result<bool, Error> {
    let stored = factor.secret.as_deref().unwrap_or_default();
    let secret = context.auth.parts.cipher.open(stored, &factor.id)?;
    let seconds = u64::try_from(context.now.seconds()).unwrap_or(0);
    let step = app(secret, None, String::new())?.check(code, seconds);
    let step = step.and_then(|step| i64::try_from(step).ok());
    let unused = step.filter(|step| factor.last_step.is_none_or(|last| *step > last));
    factor.last_step = unused.or(factor.last_step);
    Ok(unused.is_some())
}
