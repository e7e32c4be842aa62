//! Authenticator apps (RFC 6238): SHA-1, six digits, 30 seconds, one step of tolerance either way, as all apps support.
//! An accepted step and those before it are used up.

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

/// Length of a shared secret in bytes, that of SHA-1.
const SECRET_BYTES: usize = 20;

/// Maximum length of the issuer in characters: with the address it must fit into a scannable picture.
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

/// Creates the shared secret, which is shown only now.
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

/// Removes colons, because a label consists of two parts around one.
fn plain(text: &str) -> String {
    text.trim().replace(':', " ")
}

fn account(user: &User) -> &str {
    user.shown_email().or(user.phone.as_deref()).unwrap_or(&user.id)
}

/// Returns the QR code for an app. auth-js puts it unescaped into a `data:` URL, where a `#` would end it, so colours
/// have names.
fn picture(uri: &str) -> Result<String, Error> {
    let code = QrCode::new(uri).map_err(|_| Error::Defect("an address does not fit into a picture"))?;
    Ok(code
        .render::<svg::Color<'_>>()
        .min_dimensions(240, 240)
        .dark_color(svg::Color("black"))
        .light_color(svg::Color("white"))
        .build())
}

/// Returns `true` if the app shows that code now, and it is unused. It is then used up.
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
