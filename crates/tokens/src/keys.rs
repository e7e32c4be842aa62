//! The keys that sign and verify tokens: ES256, created at the first start and stored in the database. Also one secret
//! from which refresh tokens and other services' signatures derive.
//!
//! A new key is published before it signs, so that no node meets a token of a key that it has not read yet. A retired
//! one is published until the last token it signed has expired. The key in force follows from the time alone.

use std::time::Duration;

use ateneu_base::{Timestamp, TokenProblem, ids};
use ateneu_db::{Db, Tx};
use ateneu_schema::{AsJson, TableRow};
use aws_lc_rs::{
    rand::SystemRandom,
    signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair},
};
use base64::{
    Engine,
    prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD},
};
use jsonwebtoken::{Algorithm, DecodingKey, Header, Validation, errors::ErrorKind};
use serde::Serialize;
use serde_json::{Value as Json, json};

use crate::{
    at_rest::AtRest,
    claims::{Claims, LIFETIME},
    error::Error,
    secrets::Secrets,
    tables::{KeyAlgorithm, Purpose},
};

/// Time from the creation of a key to its first signature. Every node reads the keys again within less.
pub const HAND_OVER: Duration = Duration::from_secs(10);

/// Time from the retirement of a key until its last token has expired, with a minute for clock differences.
const LAST_TOKENS: Duration = Duration::from_secs(HAND_OVER.as_secs() + LIFETIME.unsigned_abs() + 60);

/// All keys, parsed once.
pub struct Keys {
    /// Signing keys, oldest first.
    pairs: Vec<Pair>,
    /// Optional secret shared with issuers elsewhere.
    shared: Option<DecodingKey>,
    secret: Vec<u8>,
}

/// An ES256 key.
struct Pair {
    kid: String,
    signs_from: Timestamp,
    until: Option<Timestamp>,
    /// First part of every token that it signs.
    header: String,
    signing: EcdsaKeyPair,
    verifying: DecodingKey,
    jwk: Json,
}

/// A key in the database.
#[derive(Clone, PartialEq, TableRow)]
#[table("signing_keys")]
struct StoredKey {
    kid: String,
    purpose: Purpose,
    algorithm: KeyAlgorithm,
    private_key: String,
    public_jwk: AsJson<Json>,
    created_at: Timestamp,
    retired_at: Option<Timestamp>,
}

impl Pair {
    fn of(key: StoredKey, private_key: &[u8]) -> Option<Self> {
        let part = |name: &str| key.public_jwk.get(name).and_then(Json::as_str).unwrap_or_default();
        let mut header = Header::new(Algorithm::ES256);
        header.kid = Some(key.kid.clone());
        Some(Self {
            header: BASE64_URL_SAFE_NO_PAD.encode(serde_json::to_vec(&header).ok()?),
            signs_from: key.created_at + HAND_OVER,
            until: key.retired_at.map(|retired| retired + LAST_TOKENS),
            signing: EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, private_key).ok()?,
            verifying: DecodingKey::from_ec_components(part("x"), part("y")).ok()?,
            jwk: key.public_jwk.0,
            kid: key.kid,
        })
    }

    fn is_published(&self, now: Timestamp) -> bool {
        self.until.is_none_or(|until| now < until)
    }

    /// Returns a token in the compact form of RFC 7515. The verifying library would parse and test the key for each
    /// token, which takes longer than signing.
    fn sign(&self, claims: &[u8]) -> Option<String> {
        let mut token = self.header.clone();
        token.push('.');
        BASE64_URL_SAFE_NO_PAD.encode_string(claims, &mut token);
        let signature = self.signing.sign(&SystemRandom::new(), token.as_bytes()).ok()?;
        token.push('.');
        BASE64_URL_SAFE_NO_PAD.encode_string(signature, &mut token);
        Some(token)
    }
}

/// A new key in stored form.
pub struct NewKey {
    /// Id of the key.
    pub kid: String,
    /// PKCS#8 or secret bytes in base64.
    pub private_key: String,
    /// Public key. Empty for a secret.
    pub public_jwk: Json,
}

impl NewKey {
    /// Creates an ES256 key.
    ///
    /// # Errors
    /// Fails if random numbers are unavailable.
    pub fn signing() -> Result<Self, Error> {
        let failed = |_| Error::Defect("a key could not be made");
        let pair = EcdsaKeyPair::generate(&ECDSA_P256_SHA256_FIXED_SIGNING).map_err(failed)?;
        let private = pair.to_pkcs8v1().map_err(failed)?;
        // 0x04, then x and y of 32 bytes each.
        let point = pair.public_key().as_ref();
        let coordinate = |from: usize| BASE64_URL_SAFE_NO_PAD.encode(&point[from..from + 32]);
        let kid = ids::random_id();
        let (x, y) = (coordinate(1), coordinate(33));
        let public_jwk =
            json!({ "kty": "EC", "crv": "P-256", "x": x, "y": y, "kid": kid, "alg": "ES256", "use": "sig" });
        Ok(Self { kid, private_key: BASE64_STANDARD.encode(private.as_ref()), public_jwk })
    }

    /// Creates a key for access tokens.
    fn of_tokens() -> Result<Self, Error> {
        let mut key = Self::signing()?;
        key.public_jwk["key_ops"] = json!(["verify"]);
        Ok(key)
    }

    fn secret() -> Self {
        let private_key = BASE64_STANDARD.encode(ids::secret(32));
        Self { kid: ids::random_id(), private_key, public_jwk: json!({}) }
    }

    fn store(
        &self,
        tx: &mut Tx<'_>,
        purpose: Purpose,
        at_rest: &AtRest,
        now: Timestamp,
    ) -> Result<(), Error> {
        tx.insert_new(&StoredKey {
            kid: self.kid.clone(),
            purpose,
            algorithm: match purpose {
                Purpose::AccessToken => KeyAlgorithm::Es256,
                Purpose::Secrets => KeyAlgorithm::Hs256,
            },
            private_key: at_rest.encrypt(&self.private_key, &self.kid)?,
            public_jwk: AsJson(self.public_jwk.clone()),
            created_at: now,
            retired_at: None,
        })?;
        Ok(())
    }
}

impl Keys {
    /// Reads the keys. Creates missing ones.
    pub async fn open(
        db: &Db,
        now: Timestamp,
        shared_secret: Option<&str>,
        at_rest: &AtRest,
    ) -> Result<Self, Error> {
        let (tokens, secret) = (NewKey::of_tokens()?, NewKey::secret());
        let sealing = at_rest.clone();
        let stored = db
            .write(move |tx| {
                tokens.store(tx, Purpose::AccessToken, &sealing, now)?;
                secret.store(tx, Purpose::Secrets, &sealing, now)?;
                sealing.renew(tx, "signing_keys", "kid", "private_key")?;
                read(tx)
            })
            .await?;
        Self::parse(stored, shared_secret, at_rest)
    }

    /// Reads the present keys.
    pub async fn read(db: &Db, shared_secret: Option<&str>, at_rest: &AtRest) -> Result<Self, Error> {
        Self::parse(db.read(read).await?, shared_secret, at_rest)
    }

    fn parse(stored: Vec<StoredKey>, shared_secret: Option<&str>, at_rest: &AtRest) -> Result<Self, Error> {
        let unreadable = || Error::Defect("a stored key cannot be read");
        let (mut pairs, mut secret) = (Vec::new(), None);
        for key in stored {
            let private_key = at_rest.decrypt(&key.private_key, &key.kid)?;
            let bytes = BASE64_STANDARD.decode(private_key).map_err(|_| unreadable())?;
            if key.purpose == Purpose::Secrets {
                secret = key.retired_at.is_none().then_some(bytes).or(secret);
                continue;
            }
            pairs.push(Pair::of(key, &bytes).ok_or_else(unreadable)?);
        }
        if pairs.is_empty() {
            return Err(unreadable());
        }
        Ok(Self {
            pairs,
            shared: shared_secret.map(|secret| DecodingKey::from_secret(secret.as_bytes())),
            secret: secret.ok_or_else(unreadable)?,
        })
    }

    /// Returns the public keys for `/.well-known/jwks.json`.
    pub fn public(&self, now: Timestamp) -> Json {
        let published = self.pairs.iter().filter(|pair| pair.is_published(now));
        json!({ "keys": published.map(|pair| &pair.jwk).collect::<Vec<_>>() })
    }

    /// Returns `true` if the key behind verified claims still counts.
    pub fn stand_behind(&self, claims: &Claims, now: Timestamp) -> bool {
        let counts = |kid: &String| self.pairs.iter().any(|pair| pair.kid == *kid && pair.is_published(now));
        claims.kid.as_ref().is_none_or(counts)
    }

    /// Returns the key that signs now: the one that is not retired or, before its time, the newest of the others.
    fn signing(&self, now: Timestamp) -> Option<&Pair> {
        let ready = self.pairs.iter().filter(|pair| pair.signs_from <= now);
        let best = ready.max_by_key(|pair| (pair.until.is_none(), pair.signs_from));
        // At the first start the time of no key has come.
        best.or_else(|| {
            let all = self.pairs.iter();
            all.min_by_key(|pair| (pair.signs_from, pair.until.is_none()))
        })
    }

    /// Signs claims into a token.
    pub fn sign(&self, claims: &impl Serialize, now: Timestamp) -> Result<String, Error> {
        let claims = serde_json::to_vec(claims).ok();
        claims
            .and_then(|claims| self.signing(now)?.sign(&claims))
            .ok_or(Error::Defect("a token could not be signed"))
    }

    /// Returns the secrets that derive from these keys.
    pub fn secrets(&self, at_rest: AtRest) -> Secrets {
        Secrets::new(&self.secret, at_rest)
    }

    /// Verifies only the signature. The key determines the algorithm, never the token.
    pub fn claims(&self, token: &str, now: Timestamp) -> Result<Claims, TokenProblem> {
        let header = jsonwebtoken::decode_header(token).map_err(|_| TokenProblem::Malformed)?;
        let (key, algorithm) = match (header.alg, &header.kid, &self.shared) {
            (Algorithm::ES256, Some(kid), _) => {
                let pair = self.pairs.iter().find(|pair| pair.kid == *kid && pair.is_published(now));
                (pair.map(|pair| &pair.verifying), Algorithm::ES256)
            }
            (Algorithm::HS256, _, Some(shared)) => (Some(shared), Algorithm::HS256),
            _ => (None, Algorithm::ES256),
        };
        let key = key.ok_or(TokenProblem::BadSignature)?;
        let mut validation = Validation::new(algorithm);
        // The given clock decides about time. Audience and issuer vary between valid keys.
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
        claims.kid = header.kid.filter(|_| !claims.shared);
        Ok(claims)
    }
}

fn read(tx: &mut Tx<'_>) -> Result<Vec<StoredKey>, Error> {
    Ok(tx.rows("ORDER BY created_at, kid", &[])?)
}

/// Retires the signing key and creates a new one. Returns its id.
pub fn rotate(tx: &mut Tx<'_>, at_rest: &AtRest, now: Timestamp) -> Result<String, Error> {
    tx.lock("signing_keys")?;
    let key = NewKey::of_tokens()?;
    tx.execute(
        "UPDATE signing_keys SET retired_at = $1 WHERE purpose = $2 AND retired_at IS NULL",
        &[now.into(), Purpose::AccessToken.into()],
    )?;
    key.store(tx, Purpose::AccessToken, at_rest, now)?;
    Ok(key.kid)
}

/// Removes retired keys, whose signatures are then invalid.
pub fn forget_retired(tx: &mut Tx<'_>) -> Result<(), Error> {
    tx.execute("DELETE FROM signing_keys WHERE retired_at IS NOT NULL AND purpose = 'access_token'", &[])?;
    Ok(())
}

/// Removes the retired keys whose last token has expired. Returns their number.
///
/// # Errors
/// Fails if the database does.
pub fn remove_expired(tx: &mut Tx<'_>, now: Timestamp) -> Result<u64, ateneu_db::Error> {
    tx.execute("DELETE FROM signing_keys WHERE retired_at <= $1", &[(now - LAST_TOKENS).into()])
}
