//! Proving an id token (OpenID Connect Core 1.0, section 3.1.3.7): signed by a key the provider publishes, for us, by
//! that issuer, not expired, and for this very sign-in.

use ateneu_base::{Timestamp, ids};
use jsonwebtoken::{Algorithm, DecodingKey, Validation, jwk::Jwk};
use serde_json::Value as Json;

use crate::{error::Error, requests::Object};

/// Signatures with a public key. Never `none`, and no secret that both sides know.
const ALGORITHMS: [Algorithm; 9] = [
    Algorithm::RS256,
    Algorithm::RS384,
    Algorithm::RS512,
    Algorithm::PS256,
    Algorithm::PS384,
    Algorithm::PS512,
    Algorithm::ES256,
    Algorithm::ES384,
    Algorithm::EdDSA,
];

/// Seconds by which two clocks may differ where a token is said to begin.
const SKEW: i64 = 60;

/// Rule for the nonce of a token.
#[derive(Clone, Copy, Debug)]
pub(crate) enum NonceRule<'a> {
    /// The provider does not carry any.
    Unused,
    /// The one this sign-in was begun with.
    Exactly(&'a str),
    /// The one the client gave: the provider received the same, or its SHA-256 in hex. Neither or both have one.
    Given(Option<&'a str>),
}

impl NonceRule<'_> {
    fn holds(self, claimed: Option<&str>) -> bool {
        match (self, claimed) {
            (NonceRule::Unused, _) | (NonceRule::Given(None), None) => true,
            (NonceRule::Exactly(own), Some(claimed)) => own == claimed,
            (NonceRule::Given(Some(given)), Some(claimed)) => {
                given == claimed || ids::digest(given) == claimed
            }
            _ => false,
        }
    }
}

/// Requirements that a token must meet.
pub(crate) struct Expected<'a> {
    pub(crate) is_issuer: &'a (dyn Fn(&str) -> bool + Send + Sync),
    pub(crate) audiences: &'a [String],
    pub(crate) nonce: &'a NonceRule<'a>,
    pub(crate) now: Timestamp,
}

/// Key that a token says it is signed with. Nothing is proved yet.
pub(crate) struct KeyName {
    id: Option<String>,
    algorithm: Algorithm,
}

/// A key that fits a token.
pub(crate) struct Key {
    key: DecodingKey,
    algorithm: Algorithm,
}

impl KeyName {
    pub(crate) fn of(token: &str) -> Result<Self, Error> {
        let header = jsonwebtoken::decode_header(token).map_err(|_| Error::IdToken("it cannot be read"))?;
        match ALGORITHMS.contains(&header.alg) {
            true => Ok(Self { id: header.kid, algorithm: header.alg }),
            false => Err(Error::IdToken("it is not signed with a public key")),
        }
    }

    /// Returns the key among the published ones: by its id, or the only one where the token names none. Keys for other
    /// uses and of unknown kinds are passed over.
    pub(crate) fn find(&self, keys: &[Json]) -> Option<Key> {
        let mut fitting = keys.iter().filter(|key| self.fits(key));
        let found = fitting.next()?;
        if self.id.is_none() && fitting.next().is_some() {
            return None;
        }
        let jwk: Jwk = serde_json::from_value(found.clone()).ok()?;
        Some(Key { key: DecodingKey::from_jwk(&jwk).ok()?, algorithm: self.algorithm })
    }

    fn fits(&self, key: &Json) -> bool {
        let text = |name: &str| key.get(name).and_then(Json::as_str);
        let family = match self.algorithm {
            Algorithm::ES256 | Algorithm::ES384 => "EC",
            Algorithm::EdDSA => "OKP",
            _ => "RSA",
        };
        let algorithm = format!("{:?}", self.algorithm);
        text("kty") == Some(family)
            && text("use").is_none_or(|purpose| purpose == "sig")
            && text("alg").is_none_or(|own| own == algorithm)
            && self.id.as_deref().is_none_or(|id| text("kid") == Some(id))
    }
}

/// Verifies a token and returns its claims.
pub(crate) fn verify(token: &str, key: &Key, expected: &Expected<'_>) -> Result<Object, Error> {
    let mut validation = Validation::new(key.algorithm);
    // Time is ours to judge, by the clock we are handed; issuer and audience by rules of our own.
    validation.validate_exp = false;
    validation.validate_aud = false;
    validation.required_spec_claims.clear();
    let decoded = jsonwebtoken::decode::<Object>(token, &key.key, &validation);
    let claims = decoded.map_err(|_| Error::IdToken("its signature is not the provider's"))?.claims;
    let text = |name: &str| claims.get(name).and_then(Json::as_str);
    if !text("iss").is_some_and(expected.is_issuer) {
        return Err(Error::IdToken("it comes from another issuer"));
    }
    if !is_for(claims.get("aud"), expected.audiences) {
        return Err(Error::UnexpectedAudience);
    }
    let (now, seconds) = (expected.now.seconds(), |name: &str| claims.get(name).and_then(Json::as_f64));
    let now = now as f64;
    if seconds("exp").is_none_or(|end| end <= now) {
        return Err(Error::IdToken("it has expired"));
    }
    let early = now + SKEW as f64;
    if ["nbf", "iat"].iter().any(|name| seconds(name).is_some_and(|begin| begin > early)) {
        return Err(Error::IdToken("it is not valid yet"));
    }
    if !expected.nonce.holds(text("nonce")) {
        return Err(Error::NonceMismatch);
    }
    match text("sub").is_some_and(|sub| (1..=255).contains(&sub.len())) {
        true => Ok(claims),
        false => Err(Error::IdToken("it names nobody")),
    }
}

/// One audience or several: all of them ours.
fn is_for(audience: Option<&Json>, ours: &[String]) -> bool {
    let is_ours = |value: &Json| value.as_str().is_some_and(|text| ours.iter().any(|own| own == text));
    match audience {
        Some(Json::Array(several)) => !several.is_empty() && several.iter().all(is_ours),
        Some(one) => is_ours(one),
        None => false,
    }
}
