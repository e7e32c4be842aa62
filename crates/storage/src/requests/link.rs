//! Signed links: signer, file, purpose and expiry.
//!
//! At every use, also of every range, a link has the signer's present rights, through the session that signed. So a
//! member's links end with the subscription and with the session. The key is derived for links alone: a link is never
//! valid as an access token of the same secret, or vice versa.

use ateneu_base::{Caller, Timestamp, TokenProblem};
use ateneu_pictures::Transform;
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, decode, encode};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::{Error, SignedBy, Storage, objects::key::Key};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Scope {
    Read,
    /// Read a variant of the picture, not the picture itself.
    Render,
    Upload,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Signer {
    Service,
    Visitor,
    Person(String),
}

/// Claims of a link.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Claims {
    /// File as `bucket/key`.
    url: String,
    scope: Scope,
    by: Signer,
    /// Session of the signer, if a person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    session: Option<String>,
    /// True if an upload may replace a file.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) upsert: bool,
    /// Variant, for rendering only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) transform: Option<Transform>,
    iat: i64,
    exp: i64,
}

impl Claims {
    pub(crate) fn new(
        scope: Scope,
        by: &Caller,
        (bucket, key): (&str, &Key),
        now: Timestamp,
        seconds: i64,
    ) -> Self {
        let signer = match &by.user_id {
            _ if by.is_service() => Signer::Service,
            Some(user_id) => Signer::Person(user_id.clone()),
            None => Signer::Visitor,
        };
        Self {
            url: url(bucket, key),
            scope,
            by: signer,
            session: by.session_id.clone(),
            upsert: false,
            transform: None,
            iat: now.seconds(),
            exp: now.seconds().saturating_add(seconds),
        }
    }

    /// Returns the signer with their present rights. Returns a visitor if the account or the session has ended.
    pub(crate) async fn signer(&self, storage: &Storage) -> Result<Caller, Error> {
        match &self.by {
            Signer::Service => Ok(Caller::as_service("a link signed by the service key")),
            Signer::Visitor => Ok(Caller::anonymous()),
            Signer::Person(user_id) => {
                let signature = SignedBy { user_id: user_id.clone(), session_id: self.session.clone() };
                match storage.find_signer(signature).await {
                    Err(TokenProblem::Unavailable) => Err(Error::Unavailable),
                    Err(_) => Ok(Caller::anonymous()),
                    Ok(caller) => Ok(caller),
                }
            }
        }
    }
}

fn url(bucket: &str, key: &Key) -> String {
    format!("{bucket}/{}", key.as_str())
}

pub(crate) struct Links {
    sign: EncodingKey,
    verify: DecodingKey,
}

impl Links {
    pub(crate) fn new(secret: &str) -> Self {
        let key = Sha256::digest(format!("storage links\n{secret}").as_bytes());
        Self { sign: EncodingKey::from_secret(&key), verify: DecodingKey::from_secret(&key) }
    }

    pub(crate) fn sign(&self, claims: &Claims) -> Result<String, Error> {
        encode(&Header::new(Algorithm::HS256), claims, &self.sign)
            .map_err(|problem| Error::Internal(format!("a link could not be signed: {problem}")))
    }

    /// Returns the claims of a valid link for this purpose and file.
    pub(crate) fn read(
        &self,
        token: &str,
        scope: Scope,
        (bucket, key): (&str, &Key),
        now: Timestamp,
    ) -> Result<Claims, Error> {
        let mut validation = Validation::new(Algorithm::HS256);
        // Compared below with the given clock.
        validation.validate_exp = false;
        validation.validate_aud = false;
        validation.required_spec_claims.clear();
        let claims: Claims = decode(token, &self.verify, &validation).map_err(|_| Error::InvalidJwt)?.claims;
        if claims.exp <= now.seconds() {
            return Err(Error::ExpiredToken);
        }
        if claims.scope != scope || claims.url != url(bucket, key) {
            return Err(Error::InvalidSignature);
        }
        Ok(claims)
    }
}
