//! A software authenticator: makes keys and signs challenges as a browser and its device would, and lies where the test wants it.

use std::sync::Arc;

use aws_lc_rs::{
    rand::SystemRandom,
    signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair},
};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD as BASE64};
use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};

const USER_PRESENT: u8 = 0x01;
const USER_VERIFIED: u8 = 0x04;
const ATTESTED: u8 = 0x40;

/// A device with one key, and everything it says of itself.
#[derive(Clone)]
pub struct Device {
    key: Arc<EcdsaKeyPair>,
    pub credential_id: Vec<u8>,
    pub user_handle: Vec<u8>,
    /// Counter of the next proof. Devices that copy their keys around say 0 for ever.
    pub counter: u32,
    pub origin: String,
    pub rp_id: String,
    pub verifies: bool,
    pub is_present: bool,
    /// Answers this challenge instead of the one asked.
    pub challenge: Option<String>,
    pub ceremony: Option<&'static str>,
}

impl Device {
    pub fn new() -> Self {
        let key = EcdsaKeyPair::generate(&ECDSA_P256_SHA256_ASN1_SIGNING).unwrap();
        Self {
            credential_id: key.public_key().as_ref()[1..33].to_vec(),
            key: Arc::new(key),
            user_handle: Vec::new(),
            counter: 1,
            origin: "https://casa.test".into(),
            rp_id: "casa.test".into(),
            verifies: true,
            is_present: true,
            challenge: None,
            ceremony: None,
        }
    }

    /// Another device, under the name of somebody's key.
    pub fn called(credential_id: &[u8]) -> Self {
        Self { credential_id: credential_id.to_vec(), ..Self::new() }
    }

    /// `navigator.credentials.create()`, as `toJSON()` says it.
    pub fn create(&mut self, options: &Json) -> Json {
        self.user_handle = BASE64.decode(options["user"]["id"].as_str().unwrap()).unwrap();
        let mut data = self.authenticator_data(ATTESTED);
        data.extend([0; 16]);
        data.extend(u16::try_from(self.credential_id.len()).unwrap().to_be_bytes());
        data.extend(&self.credential_id);
        data.extend(self.cose_key());
        // {"fmt": "none", "attStmt": {}, "authData": data} as CBOR.
        let mut attestation = b"\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x59".to_vec();
        attestation.extend(u16::try_from(data.len()).unwrap().to_be_bytes());
        attestation.extend(data);
        json!({
            "id": BASE64.encode(&self.credential_id),
            "rawId": BASE64.encode(&self.credential_id),
            "type": "public-key",
            "authenticatorAttachment": "platform",
            "clientExtensionResults": { "credProps": { "rk": true } },
            "response": {
                "attestationObject": BASE64.encode(attestation),
                "clientDataJSON": BASE64.encode(self.client_data("webauthn.create", options)),
                "transports": ["internal", "hybrid"],
            },
        })
    }

    /// `navigator.credentials.get()`, as `toJSON()` says it.
    pub fn get(&self, options: &Json) -> Json {
        let data = self.authenticator_data(0);
        let client_data = self.client_data("webauthn.get", options);
        let mut message = data.clone();
        message.extend(Sha256::digest(&client_data));
        let signature = self.key.sign(&SystemRandom::new(), &message).unwrap();
        json!({
            "id": BASE64.encode(&self.credential_id),
            "rawId": BASE64.encode(&self.credential_id),
            "type": "public-key",
            "authenticatorAttachment": "platform",
            "clientExtensionResults": {},
            "response": {
                "authenticatorData": BASE64.encode(data),
                "clientDataJSON": BASE64.encode(client_data),
                "signature": BASE64.encode(signature.as_ref()),
                "userHandle": BASE64.encode(&self.user_handle),
            },
        })
    }

    fn authenticator_data(&self, more: u8) -> Vec<u8> {
        let mut flags = more;
        if self.is_present {
            flags |= USER_PRESENT;
        }
        if self.verifies {
            flags |= USER_VERIFIED;
        }
        let mut data = Sha256::digest(self.rp_id.as_bytes()).to_vec();
        data.push(flags);
        data.extend(self.counter.to_be_bytes());
        data
    }

    fn client_data(&self, ceremony: &str, options: &Json) -> Vec<u8> {
        let asked = options["challenge"].as_str().unwrap();
        let data = json!({
            "type": self.ceremony.unwrap_or(ceremony),
            "challenge": self.challenge.as_deref().unwrap_or(asked),
            "origin": self.origin,
            "crossOrigin": false,
        });
        data.to_string().into_bytes()
    }

    /// {1: 2, 3: -7, -1: 1, -2: x, -3: y} as CBOR (RFC 9053).
    fn cose_key(&self) -> Vec<u8> {
        let point = self.key.public_key().as_ref();
        let mut key = b"\xa5\x01\x02\x03\x26\x20\x01\x21\x58\x20".to_vec();
        key.extend(&point[1..33]);
        key.extend(b"\x22\x58\x20");
        key.extend(&point[33..65]);
        key
    }
}
