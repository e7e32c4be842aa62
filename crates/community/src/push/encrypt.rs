//! The content of a push message, readable only by the browser that subscribed: RFC 8291 over RFC 8188.

use aws_lc_rs::{
    aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey},
    agreement::{ECDH_P256, PrivateKey, UnparsedPublicKey, agree},
    error::Unspecified,
    hmac::{HMAC_SHA256, Key, sign},
    rand,
};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};

/// Length of an uncompressed point of the curve, and of the other secret of a subscription, in bytes.
const POINT: usize = 65;
const SECRET: usize = 16;
/// Size of a record. One holds every message.
const RECORD: u32 = 4_096;

/// The keys of a subscription.
#[derive(Clone, Debug)]
pub struct Keys {
    public: Vec<u8>,
    secret: Vec<u8>,
}

impl Keys {
    /// Parses keys as browsers send them. Returns `None` if they are invalid.
    pub fn read(public: &str, secret: &str) -> Option<Self> {
        let decode = |text: &str| BASE64_URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok();
        let (public, secret) = (decode(public)?, decode(secret)?);
        let keys = Self { public, secret };
        let is_whole = keys.public.len() == POINT && keys.public[0] == 4 && keys.secret.len() == SECRET;
        // Key agreement fails for a value that is not a point of the curve.
        let is_point = is_whole && keys.encrypt(b"").is_ok();
        is_point.then_some(keys)
    }

    /// Returns the body of a message.
    ///
    /// # Errors
    /// Fails if the public key is invalid.
    pub fn encrypt(&self, content: &[u8]) -> Result<Vec<u8>, Unspecified> {
        let mut salt = [0; 16];
        rand::fill(&mut salt)?;
        self.encrypt_with(&PrivateKey::generate(&ECDH_P256)?, &salt, content)
    }

    fn encrypt_with(
        &self,
        own: &PrivateKey,
        salt: &[u8; 16],
        content: &[u8],
    ) -> Result<Vec<u8>, Unspecified> {
        let public = own.compute_public_key()?;
        let peer = UnparsedPublicKey::new(&ECDH_P256, &self.public);
        let shared = agree(own, peer, Unspecified, |shared| Ok(derive(&self.secret, shared)))?;
        let info = [b"WebPush: info\0".as_slice(), &self.public, public.as_ref(), &[1]].concat();
        let root = derive(salt, &derive(&shared, &info));
        let key = derive(&root, b"Content-Encoding: aes128gcm\0\x01");
        let nonce = derive(&root, b"Content-Encoding: nonce\0\x01");
        // The last record ends with the byte 2.
        let mut record = [content, &[2]].concat();
        let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key[..16])?);
        let nonce = Nonce::try_assume_unique_for_key(&nonce[..12])?;
        key.seal_in_place_append_tag(nonce, Aad::empty(), &mut record)?;
        let length = [u8::try_from(public.as_ref().len()).map_err(|_| Unspecified)?];
        Ok([salt.as_slice(), &RECORD.to_be_bytes(), &length, public.as_ref(), &record].concat())
    }
}

fn derive(key: &[u8], text: &[u8]) -> Vec<u8> {
    sign(&Key::new(HMAC_SHA256, key), text).as_ref().to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(text: &str) -> Vec<u8> {
        BASE64_URL_SAFE_NO_PAD.decode(text).unwrap()
    }

    const PUBLIC: &str =
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
    const AUTH: &str = "BTBZMqHH6r4Tts7J_aSIgg";

    #[test]
    fn the_example_of_rfc_8291_is_reproduced() {
        let own =
            PrivateKey::from_private_key(&ECDH_P256, &bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"));
        let salt = bytes("DGv6ra1nlYgDCS1FRnbzlw").try_into().unwrap();
        let keys = Keys::read(PUBLIC, AUTH).unwrap();
        let body =
            keys.encrypt_with(&own.unwrap(), &salt, b"When I grow up, I want to be a watermelon").unwrap();
        assert_eq!(
            BASE64_URL_SAFE_NO_PAD.encode(body),
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl\
             7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
        );
    }

    #[test]
    fn malformed_keys_are_refused() {
        let far = BASE64_URL_SAFE_NO_PAD.encode([[4].as_slice(), &[7; 64]].concat());
        for (public, auth) in [("", AUTH), (PUBLIC, ""), (AUTH, PUBLIC), (&far, AUTH), ("???", AUTH)] {
            assert!(Keys::read(public, auth).is_none(), "{public} {auth}");
        }
        assert!(Keys::read(&format!("{PUBLIC}="), &format!("{AUTH}==")).is_some());
    }
}
