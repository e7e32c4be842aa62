//! Verifies id tokens (OpenID Connect Core 1.0, section 3.1.3.7): signature by a published key of the provider,
//! audience, issuer, expiry, and the nonce of this sign-in.

use ateneu_base::{Timestamp, ids};
use jsonwebtoken::{Algorithm, DecodingKey, Validation, jwk::Jwk};
use serde_json::Value as Json;

use crate::{error::Error, requests::Object};

/// Signatures with a public key. Excludes `none` and shared secrets.
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

/// Tolerance in seconds for the beginning of a token.
const SKEW: i64 = 60;

/// Rule for the nonce of a token.
#[derive(Clone, Copy, Debug)]
pub(crate) enum NonceRule<'a> {
    /// The provider does not support nonces.
    Unused,
    /// The nonce with which this sign-in began.
    Exactly(&'a str),
    /// The client's nonce: the provider got the same, or its SHA-256 in hex. Neither or both have one.
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

/// Key named by a token, which is not verified yet.
pub(crate) struct KeyName {
    id: Option<String>,
    algorithm: Algorithm,
}

/// A key of a token.
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

    /// Returns the key among the published ones: by its id, or the only one if the token names none. Skips keys for
    /// other uses and of unknown kinds.
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
    // The given clock decides about time, and own rules about issuer and audience.
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

/// Returns `true` for one or several audiences, all of them own ids.
fn is_for(audience: Option<&Json>, ours: &[String]) -> bool {
    let is_ours = |value: &Json| value.as_str().is_some_and(|text| ours.iter().any(|own| own == text));
    match audience {
        Some(Json::Array(several)) => !several.is_empty() && several.iter().all(is_ours),
        Some(one) => is_ours(one),
        None => false,
    }
}
