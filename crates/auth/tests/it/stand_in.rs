//! A provider of OpenID Connect, over real HTTP on this machine: it publishes its keys, checks client and verifier, hands
//! out each code once, and says of the person whatever a test wants.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

use ateneu_auth::ProviderConfig;
use aws_lc_rs::{
    digest,
    signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair},
};
use axum::{
    Form, Json, Router,
    extract::State,
    http::{HeaderMap, StatusCode},
    routing::{get, post},
};
use base64::{
    Engine,
    prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD},
};
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use serde_json::{Value, json};
use tokio::task::JoinHandle;
use url::Url;

use crate::letters::pairs;

/// A provider and what it will say.
#[derive(Clone)]
pub struct StandIn(Arc<Inner>);

struct Inner {
    issuer: String,
    said: Mutex<Said>,
    server: Mutex<Option<JoinHandle<()>>>,
}

struct Said {
    key: Key,
    /// Claims of the next id token, over the right ones; null takes one away.
    changes: Value,
    userinfo: Value,
    codes: HashMap<String, HashMap<String, String>>,
}

struct Key {
    kid: String,
    pair: EncodingKey,
    jwk: Value,
}

fn key(kid: &str) -> Key {
    let pair = EcdsaKeyPair::generate(&ECDSA_P256_SHA256_FIXED_SIGNING).unwrap();
    let point = pair.public_key().as_ref();
    let part = |from: usize| BASE64_URL_SAFE_NO_PAD.encode(&point[from..from + 32]);
    Key {
        kid: kid.to_owned(),
        jwk: json!({ "kty": "EC", "crv": "P-256", "use": "sig", "kid": kid, "x": part(1), "y": part(33) }),
        pair: EncodingKey::from_ec_der(pair.to_pkcs8v1().unwrap().as_ref()),
    }
}

impl StandIn {
    pub async fn start() -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let this = Self(Arc::new(Inner {
            issuer: format!("http://{}", listener.local_addr().unwrap()),
            said: Mutex::new(Said {
                key: key("primeira"),
                changes: json!({}),
                userinfo: Value::Null,
                codes: HashMap::new(),
            }),
            server: Mutex::default(),
        }));
        let router = Router::new()
            .route("/.well-known/openid-configuration", get(description))
            .route("/jwks", get(keys))
            .route("/token", post(token))
            .route("/userinfo", get(userinfo))
            .with_state(this.clone());
        let serve = async move { axum::serve(listener, router).await.unwrap() };
        *this.0.server.lock().unwrap() = Some(tokio::spawn(serve));
        this
    }

    /// Nobody answers there any more.
    pub async fn stop(&self) {
        let server = self.0.server.lock().unwrap().take().unwrap();
        server.abort();
        assert!(server.await.unwrap_err().is_cancelled());
    }

    /// As an owner configures it.
    pub fn config(&self, name: &str) -> ProviderConfig {
        ProviderConfig {
            name: name.into(),
            label: "Google".into(),
            issuer: self.0.issuer.clone(),
            issuer_alias: None,
            client_ids: vec!["site".into(), "app".into()],
            client_secret: "segredo do site".into(),
            secret_in_form: false,
            scopes: "openid email profile".into(),
            pkce: true,
            nonce: true,
        }
    }

    pub fn issuer(&self) -> &str {
        &self.0.issuer
    }

    /// Changes what the next id tokens say.
    pub fn says(&self, changes: Value) {
        self.0.said.lock().unwrap().changes = changes;
    }

    /// What is told beside id tokens.
    pub fn tells(&self, userinfo: Value) {
        self.0.said.lock().unwrap().userinfo = userinfo;
    }

    /// Signs with another key from now on; the old one is gone.
    pub fn changes_its_key(&self) {
        self.0.said.lock().unwrap().key = key("segunda");
    }

    /// The person agrees at the address the browser was sent to: the code it is sent back with.
    pub fn agree(&self, address: &Url) -> String {
        let mut said = self.0.said.lock().unwrap();
        let code = format!("codigo-{}", said.codes.len());
        let asked = pairs(address.query().unwrap()).into_iter().collect();
        said.codes.insert(code.clone(), asked);
        code
    }

    /// A token signed with its present key.
    pub fn sign(&self, claims: &Value) -> String {
        let said = self.0.said.lock().unwrap();
        let mut header = Header::new(Algorithm::ES256);
        header.kid = Some(said.key.kid.clone());
        jsonwebtoken::encode(&header, claims, &said.key.pair).unwrap()
    }

    /// Claims that hold, with changes.
    pub fn claims(&self, changes: &Value) -> Value {
        let mut claims = json!({
            "iss": self.0.issuer, "sub": "ana-no-provedor", "aud": "site", "iat": 1_800_000_000, "exp": 1_800_003_600,
            "email": "ana@exemplo.com", "email_verified": true, "name": "Ana Lima",
            "picture": "https://fotos.test/ana",
        });
        let members = claims.as_object_mut().unwrap();
        for (key, value) in changes.as_object().unwrap() {
            match value {
                Value::Null => drop(members.shift_remove(key)),
                value => drop(members.insert(key.clone(), value.clone())),
            }
        }
        claims
    }
}

async fn description(State(this): State<StandIn>) -> Json<Value> {
    let at = |path: &str| format!("{}/{path}", this.0.issuer);
    Json(json!({
        "issuer": this.0.issuer, "authorization_endpoint": at("authorize"), "token_endpoint": at("token"),
        "jwks_uri": at("jwks"), "userinfo_endpoint": at("userinfo"),
    }))
}

async fn keys(State(this): State<StandIn>) -> Json<Value> {
    let other = json!({ "kty": "RSA", "use": "enc", "kid": "primeira", "n": "AQAB", "e": "AQAB" });
    Json(json!({ "keys": [other, this.0.said.lock().unwrap().key.jwk] }))
}

type Refused = (StatusCode, Json<Value>);

async fn token(
    State(this): State<StandIn>,
    headers: HeaderMap,
    Form(form): Form<HashMap<String, String>>,
) -> Result<Json<Value>, Refused> {
    let refuse = |word: &str| Err((StatusCode::BAD_REQUEST, Json(json!({ "error": word }))));
    let basic = format!("Basic {}", BASE64_STANDARD.encode("site:segredo+do+site"));
    let is_basic = headers.get("authorization").is_some_and(|value| value == basic.as_str());
    let text = |name: &str| form.get(name).map(String::as_str);
    let is_form = text("client_id") == Some("site") && text("client_secret") == Some("segredo do site");
    if !(is_basic || is_form) {
        return refuse("invalid_client");
    }
    let asked = this.0.said.lock().unwrap().codes.remove(text("code").unwrap_or_default());
    let Some(asked) =
        asked.filter(|asked| asked.get("redirect_uri").map(String::as_str) == text("redirect_uri"))
    else {
        return refuse("invalid_grant");
    };
    let made = text("code_verifier")
        .map(|verifier| BASE64_URL_SAFE_NO_PAD.encode(digest::digest(&digest::SHA256, verifier.as_bytes())));
    if asked.get("code_challenge") != made.as_ref() {
        return refuse("invalid_grant");
    }
    let mut changes = this.0.said.lock().unwrap().changes.clone();
    if let (Some(nonce), None) = (asked.get("nonce"), changes.get("nonce")) {
        changes["nonce"] = json!(nonce);
    }
    let id_token = match changes.get("id_token") {
        Some(token) => token.clone(),
        None => json!(this.sign(&this.claims(&changes))),
    };
    Ok(Json(json!({
        "access_token": "chave-do-provedor", "refresh_token": "renova-do-provedor", "token_type": "Bearer",
        "expires_in": 3600, "id_token": id_token,
    })))
}

async fn userinfo(State(this): State<StandIn>, headers: HeaderMap) -> Result<Json<Value>, StatusCode> {
    match headers.get("authorization").is_some_and(|value| value == "Bearer chave-do-provedor") {
        true => Ok(Json(this.0.said.lock().unwrap().userinfo.clone())),
        false => Err(StatusCode::UNAUTHORIZED),
    }
}
