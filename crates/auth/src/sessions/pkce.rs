//! Proof Key for Code Exchange (RFC 7636): the session of a mailed link goes to the browser that asked for it. The
//! browser that follows the link gets a code, and only the client with the verifier exchanges it.

use std::time::Duration;

use ateneu_base::{Timestamp, ids};
use ateneu_db::Tx;
use ateneu_schema::{TableRow, Words};
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
    words::ChallengeMethod,
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

/// Challenge of a client that keeps the verifier.
#[derive(Clone, Debug)]
pub(crate) struct Challenge {
    text: String,
    method: ChallengeMethod,
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
        let method = ChallengeMethod::of(&method.to_ascii_lowercase())
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
    /// Returns the challenge of a row. Returns `None` if it has none.
    pub(crate) fn stored(text: Option<String>, method: Option<ChallengeMethod>) -> Option<Self> {
        text.zip(method).map(|(text, method)| Self { text, method })
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    pub(crate) fn method(&self) -> ChallengeMethod {
        self.method
    }

    /// Our own, towards a provider.
    pub(crate) fn of_verifier(verifier: &str) -> Self {
        Self { text: s256(verifier), method: ChallengeMethod::S256 }
    }

    fn is_met_by(&self, verifier: &str) -> bool {
        let made = match self.method {
            ChallengeMethod::Plain => verifier.to_owned(),
            ChallengeMethod::S256 => s256(verifier),
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
    let waiting = Waiting {
        id,
        user_id: user_id.to_owned(),
        authentication_method: kept.method.to_owned(),
        code_challenge: kept.challenge.text.clone(),
        code_challenge_method: kept.challenge.method,
        expires_at: now + LIFETIME,
        provider_tokens: tokens,
        proved_at: kept.proved_at,
    };
    let more = [("digest", ids::digest(&code).into()), ("created_at", now.into())];
    tx.insert_with(&waiting, &more)?;
    Ok(code)
}

/// Sign-in that waits under a code.
#[derive(Clone, PartialEq, TableRow)]
#[table("flow_states")]
struct Waiting {
    id: String,
    user_id: String,
    authentication_method: String,
    code_challenge: String,
    code_challenge_method: ChallengeMethod,
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
            let lock = tx.dialect().for_update();
            let found =
                tx.row::<Waiting>(&format!("WHERE digest = $1 {lock}"), &[ids::digest(&code).into()])?;
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
