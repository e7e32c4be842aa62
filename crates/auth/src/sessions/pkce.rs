//! Proof Key for Code Exchange (RFC 7636): the session of a mailed link goes to the browser that asked for it. The
//! browser that follows the link gets a code, and only the client with the verifier exchanges it.

use std::time::Duration;

use ateneu_base::{Timestamp, ids};
use ateneu_db::{Error as DbError, Row, Tx};
use aws_lc_rs::{constant_time, digest};
use axum::http::StatusCode;
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use serde::Deserialize;

use crate::{
    Auth,
    accounts::{Account, users},
    error::{Error, ErrorCode, Refusal, bad_request, refused, unprocessable},
    requests::{Action, Client, log},
    sessions::{self, ProviderTokens, SessionResponse},
};

/// Time for which the code may wait for its client.
const LIFETIME: Duration = Duration::from_secs(300);

static NOT_FOUND: Refusal = refused(
    StatusCode::NOT_FOUND,
    ErrorCode::FlowStateNotFound,
    "Invalid flow state, no valid flow state found",
);
static EXPIRED: Refusal =
    unprocessable(ErrorCode::FlowStateExpired, "Invalid flow state, flow state has expired");
static WRONG_VERIFIER: Refusal =
    bad_request(ErrorCode::BadCodeVerifier, "code challenge does not match previously saved code verifier");

/// Method by which a challenge was made of its verifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Method {
    S256,
    Plain,
}

impl Method {
    fn read(text: &str) -> Option<Self> {
        match text.to_ascii_lowercase().as_str() {
            "s256" => Some(Method::S256),
            "plain" => Some(Method::Plain),
            _ => None,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Method::S256 => "s256",
            Method::Plain => "plain",
        }
    }
}

/// Challenge of a client that keeps the verifier.
#[derive(Clone, Debug)]
pub(crate) struct Challenge {
    text: String,
    method: Method,
}

/// A challenge as requests carry it; both null where the client takes the session from the address.
#[derive(Clone, Debug, Default, Deserialize)]
pub(crate) struct Asked {
    pub(crate) code_challenge: Option<String>,
    pub(crate) code_challenge_method: Option<String>,
}

impl Asked {
    /// Refused unless it is whole.
    pub(crate) fn challenge(self) -> Result<Option<Challenge>, Error> {
        let given = |text: Option<String>| text.filter(|text| !text.is_empty());
        let (text, method) = match (given(self.code_challenge), given(self.code_challenge_method)) {
            (None, None) => return Ok(None),
            (Some(text), Some(method)) => (text, method),
            _ => {
                return Err(Error::validation("PKCE flow requires code_challenge_method and code_challenge"));
            }
        };
        let method = Method::read(&method)
            .ok_or_else(|| Error::validation("code_challenge_method must be s256 or plain"))?;
        match is_well_formed(&text) {
            true => Ok(Some(Challenge { text, method })),
            false => {
                Err(Error::validation("code challenge has to be between 43 and 128 unreserved characters"))
            }
        }
    }
}

fn s256(verifier: &str) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(digest::digest(&digest::SHA256, verifier.as_bytes()))
}

fn is_well_formed(text: &str) -> bool {
    let is_unreserved = |c: char| c.is_ascii_alphanumeric() || "-._~".contains(c);
    (43..=128).contains(&text.len()) && text.chars().all(is_unreserved)
}

impl Challenge {
    /// The stored challenge of a row, where it has one.
    pub(crate) fn of_row(row: &Row) -> Result<Option<Self>, DbError> {
        #[derive(Deserialize)]
        struct Columns {
            code_challenge: Option<String>,
            code_challenge_method: Option<Method>,
        }
        let stored: Columns = row.read()?;
        let both = stored.code_challenge.zip(stored.code_challenge_method);
        Ok(both.map(|(text, method)| Self { text, method }))
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Returns the method of the challenge, in the protocol's words.
    pub(crate) fn method(&self) -> &'static str {
        self.method.name()
    }

    /// Our own, towards a provider.
    pub(crate) fn of_verifier(verifier: &str) -> Self {
        Self { text: s256(verifier), method: Method::S256 }
    }

    fn is_met_by(&self, verifier: &str) -> bool {
        let made = match self.method {
            Method::Plain => verifier.to_owned(),
            Method::S256 => s256(verifier),
        };
        constant_time::verify_slices_are_equal(made.as_bytes(), self.text.as_bytes()).is_ok()
    }
}

/// A proved sign-in that waits for its client.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kept<'a> {
    /// Method of the person's proof, as the session will record it.
    pub(crate) method: &'a str,
    /// Time at which that counts as proved.
    pub(crate) proved_at: Option<Timestamp>,
    pub(crate) challenge: &'a Challenge,
    pub(crate) tokens: Option<&'a ProviderTokens>,
}

/// Keeps a proved sign-in for the client that began it; the code it is exchanged by. Older ones that nobody fetched in
/// time are forgotten.
pub(crate) fn store(
    auth: &Auth,
    tx: &mut Tx<'_>,
    user_id: &str,
    kept: &Kept<'_>,
    now: Timestamp,
) -> Result<String, Error> {
    let (id, code) = (ids::row_id(now), ids::random_id());
    let tokens = kept.tokens.map(|tokens| {
        let text = serde_json::to_vec(tokens).map_err(|_| Error::Defect("a token is not text"))?;
        Ok::<_, Error>(auth.parts.token_cipher.close(&text, &id)?)
    });
    let tokens = tokens.transpose()?;
    let sql = "DELETE FROM flow_states WHERE user_id = $1 AND expires_at <= $2";
    tx.execute(sql, &[user_id.into(), now.into()])?;
    tx.execute(
        "INSERT INTO flow_states (id, user_id, digest, authentication_method, code_challenge, code_challenge_method,
                                  created_at, expires_at, provider_tokens, proved_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        &[
            id.into(),
            user_id.into(),
            ids::digest(&code).into(),
            kept.method.into(),
            kept.challenge.text().into(),
            kept.challenge.method().into(),
            now.into(),
            (now + LIFETIME).into(),
            tokens.into(),
            kept.proved_at.into(),
        ],
    )?;
    Ok(code)
}

/// Sign-in that waits under a code.
#[derive(Deserialize)]
struct Waiting {
    id: String,
    user_id: String,
    authentication_method: String,
    code_challenge: String,
    code_challenge_method: Method,
    expires_at: Timestamp,
    provider_tokens: Option<String>,
    proved_at: Option<Timestamp>,
}

#[derive(Deserialize)]
pub(crate) struct Request {
    auth_code: Option<String>,
    code_verifier: Option<String>,
}

/// `POST /token?grant_type=pkce`.
pub(crate) async fn sign_in(
    auth: &Auth,
    client: &Client,
    request: Request,
) -> Result<SessionResponse, Error> {
    let given = |text: Option<String>| text.filter(|text| !text.is_empty());
    let (Some(code), Some(verifier)) = (given(request.auth_code), given(request.code_verifier)) else {
        return Err(Error::validation(
            "invalid request: both auth code and code verifier should be non-empty",
        ));
    };
    let (now, client, service) = (auth.now(), client.clone(), auth.clone());
    let (account, session, provider_tokens) = auth
        .write(move |tx| {
            let sql = format!(
                "SELECT id, user_id, authentication_method, code_challenge, code_challenge_method, expires_at,
                        provider_tokens, proved_at
                 FROM flow_states WHERE digest = $1 {}",
                tx.dialect().for_update()
            );
            let found = tx.query_optional_as::<Waiting>(&sql, &[ids::digest(&code).into()])?;
            let waiting = found.ok_or(Error::Refused(&NOT_FOUND))?;
            if waiting.expires_at <= now {
                return Err(Error::Refused(&EXPIRED));
            }
            let challenge = Challenge { text: waiting.code_challenge, method: waiting.code_challenge_method };
            if !challenge.is_met_by(&verifier) {
                return Err(Error::Refused(&WRONG_VERIFIER));
            }
            tx.execute("DELETE FROM flow_states WHERE id = $1", &[(&waiting.id).into()])?;
            let user = users::find_to_change(tx, &waiting.user_id)?;
            let mut user = user.filter(|user| user.deleted_at.is_none()).ok_or(Error::Refused(&NOT_FOUND))?;
            if user.is_banned(now) {
                return Err(Error::UserBanned);
            }
            let proved = (waiting.authentication_method.as_str(), waiting.proved_at);
            let session = sessions::create(tx, &mut user, proved, &client, now)?;
            log::write(tx, now, Action::Login, Some(&user.id), &client, None)?;
            let account = Account::of(tx, user)?;
            let tokens = provider_tokens(&service, &waiting.id, waiting.provider_tokens.as_deref())?;
            Ok((account, session, tokens))
        })
        .await?;
    Ok(SessionResponse { provider_tokens, ..SessionResponse::new(auth, account, &session)? })
}

fn provider_tokens(auth: &Auth, row_id: &str, encrypted: Option<&str>) -> Result<ProviderTokens, Error> {
    let Some(encrypted) = encrypted else { return Ok(ProviderTokens::default()) };
    let text = auth.parts.token_cipher.open(encrypted, row_id)?;
    serde_json::from_slice(&text).map_err(|_| Error::Defect("sealed tokens cannot be read"))
}
