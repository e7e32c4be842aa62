//! The keys tokens are signed and verified with: ES256, made at first start and kept in the database; beside them
//! one secret from which refresh tokens and other rooms' signatures derive.

use std::collections::HashMap;

use ateneu_base::{Timestamp, TokenProblem, ids};
use ateneu_db::{Db, Row, Tx};
use aws_lc_rs::{
    hmac,
    signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair},
};
use base64::{
    Engine,
    prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD},
};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, errors::ErrorKind};
use serde::Serialize;
use serde_json::{Value as Json, json};

use crate::{claims::Claims, error::Error};

/// Every key, parsed once.
pub(crate) struct Keys {
    kid: String,
    signing: EncodingKey,
    verifying: HashMap<String, DecodingKey>,
    /// The optional secret shared with tokens issued elsewhere.
    shared: Option<DecodingKey>,
    public: Vec<Json>,
    secret: Vec<u8>,
}

struct Made {
    kid: String,
    purpose: &'static str,
    algorithm: &'static str,
    private_key: String,
    public_jwk: Json,
}

impl Keys {
    /// Reads the keys, making those that are missing.
    pub(crate) async fn open(db: &Db, now: Timestamp, shared_secret: Option<&str>) -> Result<Self, Error> {
        let made = [signing_key()?, secret_key()];
        let rows = db
            .write(move |tx| {
                made.iter().try_for_each(|key| keep(tx, key, now))?;
                Ok::<_, Error>(tx.query(
                    "SELECT kid, purpose, private_key, public_jwk, retired_at FROM signing_keys ORDER BY created_at",
                    &[],
                )?)
            })
            .await?;
        Self::parse(&rows, shared_secret)
    }

    fn parse(rows: &[Row], shared_secret: Option<&str>) -> Result<Self, Error> {
        let unreadable = || Error::Defect("a stored key cannot be read");
        let (mut signing, mut secret) = (None, None);
        let (mut verifying, mut public) = (HashMap::new(), Vec::new());
        for row in rows {
            let (kid, stored) = (row.text("kid"), row.text("private_key"));
            let (Some(kid), Some(stored)) = (kid, stored) else {
                continue;
            };
            let bytes = BASE64_STANDARD.decode(stored).map_err(|_| unreadable())?;
            let active = row.get("retired_at").is_null();
            if row.text("purpose") == Some("secrets") {
                secret = active.then_some(bytes).or(secret);
                continue;
            }
            let jwk: Json =
                serde_json::from_str(row.text("public_jwk").unwrap_or_default()).map_err(|_| unreadable())?;
            let part = |name: &str| jwk.get(name).and_then(Json::as_str).unwrap_or_default();
            let key = DecodingKey::from_ec_components(part("x"), part("y")).map_err(|_| unreadable())?;
            verifying.insert(kid.to_owned(), key);
            if active {
                signing = Some((kid.to_owned(), EncodingKey::from_ec_der(&bytes)));
            }
            public.push(jwk);
        }
        let (kid, signing) = signing.ok_or_else(unreadable)?;
        Ok(Self {
            kid,
            signing,
            verifying,
            shared: shared_secret.map(|secret| DecodingKey::from_secret(secret.as_bytes())),
            public,
            secret: secret.ok_or_else(unreadable)?,
        })
    }

    /// The public halves, as `/.well-known/jwks.json` answers them.
    pub(crate) fn public(&self) -> Json {
        json!({ "keys": self.public })
    }

    /// Signs claims into a token.
    pub(crate) fn sign(&self, claims: &impl Serialize) -> Result<String, Error> {
        let mut header = Header::new(Algorithm::ES256);
        header.kid = Some(self.kid.clone());
        jsonwebtoken::encode(&header, claims, &self.signing)
            .map_err(|_| Error::Defect("a token could not be signed"))
    }

    /// Checks the signature alone. The algorithm belongs to the key, never to the token.
    pub(crate) fn claims(&self, token: &str) -> Result<Claims, TokenProblem> {
        let header = jsonwebtoken::decode_header(token).map_err(|_| TokenProblem::Malformed)?;
        let (key, algorithm) = match (header.alg, &header.kid, &self.shared) {
            (Algorithm::ES256, Some(kid), _) => (self.verifying.get(kid), Algorithm::ES256),
            (Algorithm::HS256, _, Some(shared)) => (Some(shared), Algorithm::HS256),
            _ => (None, Algorithm::ES256),
        };
        let key = key.ok_or(TokenProblem::BadSignature)?;
        let mut validation = Validation::new(algorithm);
        // Time is ours to judge, by the clock we are handed; audience and issuer vary among honest keys.
        validation.validate_exp = false;
        validation.validate_aud = false;
        validation.required_spec_claims.clear();
        let decoded =
            jsonwebtoken::decode::<Claims>(token, key, &validation).map_err(|error| match error.kind() {
                ErrorKind::InvalidSignature | ErrorKind::InvalidAlgorithm => TokenProblem::BadSignature,
                ErrorKind::Json(_) => TokenProblem::BadClaims,
                _ => TokenProblem::Malformed,
            })?;
        let mut claims = decoded.claims;
        claims.shared = algorithm == Algorithm::HS256;
        Ok(claims)
    }

    /// A key of its own for one purpose.
    pub(crate) fn derived(&self, purpose: &str) -> hmac::Key {
        hmac::Key::new(hmac::HMAC_SHA256, &self.derived_bytes(purpose))
    }

    /// The bytes of a key of its own for one purpose.
    pub(crate) fn derived_bytes(&self, purpose: &str) -> [u8; 32] {
        let root = hmac::Key::new(hmac::HMAC_SHA256, &self.secret);
        let mut bytes = [0; 32];
        bytes.copy_from_slice(hmac::sign(&root, purpose.as_bytes()).as_ref());
        bytes
    }

    /// A secret text of its own for one purpose.
    pub(crate) fn derived_text(&self, purpose: &str) -> String {
        let tag = hmac::sign(&self.derived(purpose), b"secret");
        BASE64_URL_SAFE_NO_PAD.encode(tag.as_ref())
    }
}

fn keep(tx: &mut Tx<'_>, key: &Made, now: Timestamp) -> Result<(), Error> {
    tx.execute(
        "INSERT INTO signing_keys (kid, purpose, algorithm, private_key, public_jwk, created_at)
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING",
        &[
            (&key.kid).into(),
            key.purpose.into(),
            key.algorithm.into(),
            (&key.private_key).into(),
            key.public_jwk.to_string().into(),
            now.into(),
        ],
    )?;
    Ok(())
}

fn signing_key() -> Result<Made, Error> {
    let failed = |_| Error::Defect("a key could not be made");
    let pair = EcdsaKeyPair::generate(&ECDSA_P256_SHA256_FIXED_SIGNING).map_err(failed)?;
    let private = pair.to_pkcs8v1().map_err(failed)?;
    // 0x04, then x and y of 32 bytes each.
    let point = pair.public_key().as_ref();
    let coordinate = |from: usize| BASE64_URL_SAFE_NO_PAD.encode(&point[from..from + 32]);
    let kid = ids::random_id();
    Ok(Made {
        public_jwk: json!({
            "kty": "EC", "crv": "P-256", "x": coordinate(1), "y": coordinate(33),
            "kid": kid, "alg": "ES256", "use": "sig", "key_ops": ["verify"],
        }),
        kid,
        purpose: "access_token",
        algorithm: "ES256",
        private_key: BASE64_STANDARD.encode(private.as_ref()),
    })
}

fn secret_key() -> Made {
    Made {
        kid: ids::random_id(),
        purpose: "secrets",
        algorithm: "HS256",
        private_key: BASE64_STANDARD.encode(ids::secret(32)),
        public_jwk: json!({}),
    }
}
