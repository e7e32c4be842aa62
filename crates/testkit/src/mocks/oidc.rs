//! A mock of an OpenID Connect provider: publishes its keys, checks the client and the verifier, issues each code once,
//! and returns claims controlled by the test.

#![expect(clippy::expect_used, reason = "a test that cannot have its provider must stop")]

use std::{collections::HashMap, sync::Arc};

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
use parking_lot::Mutex;
use serde_json::{Value, json};
use tokio::task::JoinHandle;
use url::Url;

/// The running provider.
#[derive(Clone)]
pub struct OidcProvider(Arc<Inner>);

struct Inner {
    issuer: String,
    state: Mutex<Issued>,
    server: Mutex<Option<JoinHandle<()>>>,
}

struct Issued {
    key: Key,
    /// Changes to the claims of the next id tokens. Null removes a claim.
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
    let pair = EcdsaKeyPair::generate(&ECDSA_P256_SHA256_FIXED_SIGNING).expect("a key");
    let point = pair.public_key().as_ref();
    let part = |from: usize| BASE64_URL_SAFE_NO_PAD.encode(&point[from..from + 32]);
    Key {
        kid: kid.to_owned(),
        jwk: json!({ "kty": "EC", "crv": "P-256", "use": "sig", "kid": kid, "x": part(1), "y": part(33) }),
        pair: EncodingKey::from_ec_der(pair.to_pkcs8v1().expect("a key").as_ref()),
    }
}

impl OidcProvider {
    /// Listens on a free port of this machine.
    pub async fn start() -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let this = Self(Arc::new(Inner {
            issuer: format!("http://{}", listener.local_addr().expect("an address")),
            state: Mutex::new(Issued {
                key: key("primeira"),
                changes: json!({}),
                userinfo: Value::Null,
                codes: HashMap::new(),
            }),
            server: Mutex::default(),
        }));
        let router = Router::new()
            .route("/.well-known/openid-configuration", get(discovery))
            .route("/jwks", get(keys))
            .route("/token", post(token))
            .route("/userinfo", get(userinfo))
            .with_state(this.clone());
        let serve = async move { axum::serve(listener, router).await.expect("the server runs") };
        *this.0.server.lock() = Some(tokio::spawn(serve));
        this
    }

    /// Stops listening.
    pub async fn stop(&self) {
        let server = self.0.server.lock().take().expect("it runs");
        server.abort();
        server.await.expect_err("it is stopped");
    }

    /// Returns the server's address, which is the issuer of its tokens.
    pub fn issuer(&self) -> &str {
        &self.0.issuer
    }

    /// Sets changes to the claims of the next id tokens. Null removes a claim.
    pub fn set_claims(&self, changes: Value) {
        self.0.state.lock().changes = changes;
    }

    /// Sets the response of the user info endpoint.
    pub fn set_userinfo(&self, userinfo: Value) {
        self.0.state.lock().userinfo = userinfo;
    }

    /// Replaces the signing key, and stops publishing the old one.
    pub fn rotate_key(&self) {
        self.0.state.lock().key = key("segunda");
    }

    /// Consents at the URL of the browser's redirect. Returns the code for the browser.
    pub fn authorize(&self, address: &Url) -> String {
        let mut state = self.0.state.lock();
        let code = format!("codigo-{}", state.codes.len());
        let request = address.query_pairs().into_owned().collect();
        state.codes.insert(code.clone(), request);
        code
    }

    /// Signs claims with the present key.
    pub fn sign(&self, claims: &Value) -> String {
        let state = self.0.state.lock();
        let mut header = Header::new(Algorithm::ES256);
        header.kid = Some(state.key.kid.clone());
        jsonwebtoken::encode(&header, claims, &state.key.pair).expect("a token")
    }

    /// Returns valid claims with changes.
    pub fn claims(&self, changes: &Value) -> Value {
        let mut claims = json!({
            "iss": self.0.issuer, "sub": "ana-no-provedor", "aud": "site", "iat": 1_800_000_000, "exp": 1_800_003_600,
            "email": "ana@exemplo.com", "email_verified": true, "name": "Ana Lima",
            "picture": "https://fotos.test/ana",
        });
        let members = claims.as_object_mut().expect("an object");
        for (key, value) in changes.as_object().expect("an object") {
            match value {
                Value::Null => drop(members.shift_remove(key)),
                value => drop(members.insert(key.clone(), value.clone())),
            }
        }
        claims
    }
}

async fn discovery(State(this): State<OidcProvider>) -> Json<Value> {
    let at = |path: &str| format!("{}/{path}", this.0.issuer);
    Json(json!({
        "issuer": this.0.issuer, "authorization_endpoint": at("authorize"), "token_endpoint": at("token"),
        "jwks_uri": at("jwks"), "userinfo_endpoint": at("userinfo"),
    }))
}

async fn keys(State(this): State<OidcProvider>) -> Json<Value> {
    let other = json!({ "kty": "RSA", "use": "enc", "kid": "primeira", "n": "AQAB", "e": "AQAB" });
    Json(json!({ "keys": [other, this.0.state.lock().key.jwk] }))
}

type Refused = (StatusCode, Json<Value>);

async fn token(
    State(this): State<OidcProvider>,
    headers: HeaderMap,
    Form(form): Form<HashMap<String, String>>,
) -> Result<Json<Value>, Refused> {
    let refuse = |error: &str| Err((StatusCode::BAD_REQUEST, Json(json!({ "error": error }))));
    let basic = format!("Basic {}", BASE64_STANDARD.encode("site:segredo+do+site"));
    let is_basic = headers.get("authorization").is_some_and(|value| value == basic.as_str());
    let text = |name: &str| form.get(name).map(String::as_str);
    let is_form = text("client_id") == Some("site") && text("client_secret") == Some("segredo do site");
    if !(is_basic || is_form) {
        return refuse("invalid_client");
    }
    let request = this.0.state.lock().codes.remove(text("code").unwrap_or_default());
    let Some(request) =
        request.filter(|request| request.get("redirect_uri").map(String::as_str) == text("redirect_uri"))
    else {
        return refuse("invalid_grant");
    };
    let challenge = text("code_verifier")
        .map(|verifier| BASE64_URL_SAFE_NO_PAD.encode(digest::digest(&digest::SHA256, verifier.as_bytes())));
    if request.get("code_challenge") != challenge.as_ref() {
        return refuse("invalid_grant");
    }
    let mut changes = this.0.state.lock().changes.clone();
    if let (Some(nonce), None) = (request.get("nonce"), changes.get("nonce")) {
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

async fn userinfo(State(this): State<OidcProvider>, headers: HeaderMap) -> Result<Json<Value>, StatusCode> {
    match headers.get("authorization").is_some_and(|value| value == "Bearer chave-do-provedor") {
        true => Ok(Json(this.0.state.lock().userinfo.clone())),
        false => Err(StatusCode::UNAUTHORIZED),
    }
}
