//! Identification of the server to push services: RFC 8292.

use std::{sync::Arc, time::Duration};

use ateneu_base::Timestamp;
use aws_lc_rs::{
    agreement::{ECDH_P256, PrivateKey},
    digest::{SHA256, digest},
    error::Unspecified,
    rand::SystemRandom,
    signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair},
};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use serde_json::json;

/// Validity of a signature. The protocol allows a day.
const VALID: Duration = Duration::from_hours(12);

/// Key with which browsers subscribe. Clones share it.
#[derive(Clone)]
pub struct PushKey(Arc<Inner>);

struct Inner {
    pair: EcdsaKeyPair,
    public: String,
    contact: String,
}

impl PushKey {
    /// Derives the key from a secret of the installation: it is the same after every start and on every node, without
    /// storage. `contact` is an address of the owner.
    ///
    /// # Errors
    /// Fails if the machine cannot sign.
    pub fn derived(secret: &str, contact: &str) -> Result<Self, Unspecified> {
        // One in four thousand million numbers is not a private key.
        let numbers = (0..8_u8).map(|try_| digest(&SHA256, &[secret.as_bytes(), &[try_]].concat()));
        let found = numbers.into_iter().find_map(|number| {
            let private = PrivateKey::from_private_key(&ECDH_P256, number.as_ref()).ok()?;
            let public = private.compute_public_key().ok()?;
            let pair = EcdsaKeyPair::from_private_key_and_public_key(
                &ECDSA_P256_SHA256_FIXED_SIGNING,
                number.as_ref(),
                public.as_ref(),
            );
            Some((pair.ok()?, BASE64_URL_SAFE_NO_PAD.encode(public)))
        });
        let (pair, public) = found.ok_or(Unspecified)?;
        Ok(Self(Arc::new(Inner { pair, public, contact: contact.to_owned() })))
    }

    /// Returns the public key in the form for browsers.
    pub fn public(&self) -> &str {
        &self.0.public
    }

    /// Returns the header `authorization` of a request to a push service.
    ///
    /// # Errors
    /// Fails if the machine cannot sign.
    pub fn authorization(&self, origin: &str, now: Timestamp) -> Result<String, Unspecified> {
        let encode = |part: String| BASE64_URL_SAFE_NO_PAD.encode(part);
        let until = (now + VALID).micros() / 1_000_000;
        let header = json!({ "typ": "JWT", "alg": "ES256" }).to_string();
        let claims = json!({ "aud": origin, "exp": until, "sub": self.0.contact }).to_string();
        let signed = format!("{}.{}", encode(header), encode(claims));
        let signature = self.0.pair.sign(&SystemRandom::new(), signed.as_bytes())?;
        Ok(format!("vapid t={signed}.{}, k={}", BASE64_URL_SAFE_NO_PAD.encode(signature), self.0.public))
    }
}

#[cfg(test)]
mod tests {
    use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};
    use serde_json::Value;

    use super::*;

    /// Returns the claims of a header, if its signature is valid for its key.
    fn verified(header: &str) -> Option<Value> {
        let decode = |text: &str| BASE64_URL_SAFE_NO_PAD.decode(text).ok();
        let (token, key) = header.strip_prefix("vapid t=")?.split_once(", k=")?;
        let (signed, signature) = token.rsplit_once('.')?;
        let key = UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, decode(key)?);
        key.verify(signed.as_bytes(), &decode(signature)?).ok()?;
        serde_json::from_slice(&decode(signed.split_once('.')?.1)?).ok()
    }

    #[test]
    fn the_example_of_rfc_8292_is_verified() {
        let example = "vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE\
                       0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpi\
                       UfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA, k=BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4\
                       SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs";
        assert_eq!(verified(example).unwrap()["sub"], "mailto:push@example.com");
    }

    #[test]
    fn a_header_is_signed_for_one_service_and_half_a_day() {
        let key = PushKey::derived("segredo", "https://exemplo.test").unwrap();
        assert_eq!(key.public(), PushKey::derived("segredo", "x").unwrap().public());
        assert_ne!(key.public(), PushKey::derived("outro", "x").unwrap().public());
        let now = Timestamp::parse("2026-01-01T00:00:00Z").unwrap();
        let header = key.authorization("https://push.example.net", now).unwrap();
        let expected =
            json!({ "aud": "https://push.example.net", "exp": 1_767_268_800, "sub": "https://exemplo.test" });
        assert_eq!(verified(&header).unwrap(), expected);
        assert!(verified(&header.replace("t=ey", "t=Ey")).is_none());
    }
}
