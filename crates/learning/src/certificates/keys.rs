//! The key that signs credentials: ES256, made at the first start, kept apart from the keys of tokens. Those are forgotten an
//! hour after a rotation; a credential is checked for years.

use ateneu_auth::AtRest;
use ateneu_base::{Timestamp, ids};
use ateneu_db::{Db, Row};
use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use base64::{
    Engine,
    prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD},
};
use jsonwebtoken::{Algorithm, EncodingKey, Header, jwk::Jwk};
use serde::Serialize;
use serde_json::{Value as Json, json};

/// Why a credential cannot be signed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The database.
    #[error(transparent)]
    Database(#[from] ateneu_db::Error),
    /// The encryption of the stored key.
    #[error(transparent)]
    Stored(#[from] ateneu_auth::Error),
    /// A defect of the program or of the stored key.
    #[error("the key of credentials: {0}")]
    Defect(&'static str),
}

/// The keys, read once.
pub struct Keys {
    header: Header,
    signing: EncodingKey,
    /// The public halves, former ones too.
    public: Vec<Json>,
}

impl Keys {
    /// Reads the keys, making the first one.
    pub async fn open(db: &Db, at_rest: AtRest, now: Timestamp) -> Result<Self, Error> {
        db.write(move |tx| {
            tx.lock("credential_keys")?;
            let sql = "SELECT kid, private_key, public_jwk, retired_at FROM credential_keys ORDER BY created_at, kid";
            let mut rows = tx.query(sql, &[])?;
            if rows.iter().all(|row| row.text("retired_at").is_some()) {
                let (kid, private, public) = make()?;
                let insert = format!(
                    "INSERT INTO credential_keys (kid, private_key, public_jwk, created_at) VALUES ($1, $2, {}, $4)",
                    tx.dialect().json_parameter("$3")
                );
                let private = at_rest.encrypt(&private, &kid)?;
                tx.execute(&insert, &[kid.into(), private.into(), public.to_string().into(), now.into()])?;
                rows = tx.query(sql, &[])?;
            }
            for row in &rows {
                let (kid, stored) = (text(row, "kid"), text(row, "private_key"));
                if let Some(renewed) = at_rest.renewed(stored, kid)? {
                    let sql = "UPDATE credential_keys SET private_key = $2 WHERE kid = $1";
                    tx.execute(sql, &[kid.into(), renewed.into()])?;
                }
            }
            Self::read(&rows, &at_rest)
        })
        .await
    }

    fn read(rows: &[Row], at_rest: &AtRest) -> Result<Self, Error> {
        let signs = rows.iter().rfind(|row| row.text("retired_at").is_none());
        let row = signs.ok_or(Error::Defect("there is none"))?;
        let private = at_rest.decrypt(text(row, "private_key"), text(row, "kid"))?;
        let private = BASE64_STANDARD.decode(private).map_err(|_| Error::Defect("it cannot be read"))?;
        let mut header = Header::new(Algorithm::ES256);
        header.jwk = Some(public_key::<Jwk>(row)?);
        let public = rows.iter().map(public_key).collect::<Result<_, _>>()?;
        Ok(Self { header, signing: EncodingKey::from_ec_der(&private), public })
    }

    /// The public keys, as a JWK set.
    pub fn public(&self) -> Json {
        json!({ "keys": self.public })
    }

    /// The claims as a signed token, with the public key in its header.
    pub fn sign(&self, claims: &impl Serialize) -> Result<String, Error> {
        jsonwebtoken::encode(&self.header, claims, &self.signing)
            .map_err(|_| Error::Defect("a credential could not be signed"))
    }
}

fn public_key<K: serde::de::DeserializeOwned>(row: &Row) -> Result<K, Error> {
    row.json("public_jwk")?.ok_or(Error::Defect("no public key"))
}

fn text<'r>(row: &'r Row, name: &str) -> &'r str {
    row.text(name).unwrap_or_default()
}

/// Id, private key and public key.
fn make() -> Result<(String, String, Json), Error> {
    let failed = |_| Error::Defect("it could not be made");
    let pair = EcdsaKeyPair::generate(&ECDSA_P256_SHA256_FIXED_SIGNING).map_err(failed)?;
    let private = pair.to_pkcs8v1().map_err(failed)?;
    // 0x04, then x and y of 32 bytes each.
    let point = pair.public_key().as_ref();
    let coordinate = |from: usize| point.get(from..from + 32).map(|part| BASE64_URL_SAFE_NO_PAD.encode(part));
    let kid = ids::random_id();
    let public = json!({
        "kty": "EC", "crv": "P-256", "x": coordinate(1), "y": coordinate(33), "kid": kid, "alg": "ES256", "use": "sig",
    });
    Ok((kid, BASE64_STANDARD.encode(private.as_ref()), public))
}
