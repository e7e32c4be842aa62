//! Logs refusals outside handlers in `auth_logs`: forged tokens at any of the services, and requests refused before a
//! handler ran.

use std::{sync::Arc, time::Duration};

use ateneu_base::TokenProblem;
use ateneu_limits::{Limit, network};
use axum::{
    extract::{Request, State},
    middleware::Next,
    response::Response,
};

use crate::{
    Auth,
    error::{Error, ErrorCode, Problem},
    requests::{Action, Client, log},
};

/// Maximum number of entries of one kind from a network in an hour, against floods.
const LINES_PER_HOUR: i64 = 10;

const HOUR: Duration = Duration::from_secs(3_600);

/// Codes of refusals before an account was read. Others are logged with the account.
const LOGGED_CODES: [ErrorCode; 6] = [
    ErrorCode::SignupDisabled,
    ErrorCode::WeakPassword,
    ErrorCode::NotAdmin,
    ErrorCode::InsufficientAal,
    ErrorCode::AnonymousProviderDisabled,
    ErrorCode::PhoneProviderDisabled,
];

/// Returns the logged code. Returns `None` if the problem says nothing about the token.
fn code_of(problem: TokenProblem) -> Option<ErrorCode> {
    match problem {
        TokenProblem::Malformed => Some(ErrorCode::TokenMalformed),
        TokenProblem::BadSignature => Some(ErrorCode::TokenBadSignature),
        TokenProblem::Expired => Some(ErrorCode::TokenExpired),
        TokenProblem::BadClaims => Some(ErrorCode::TokenBadClaims),
        TokenProblem::SessionEnded => Some(ErrorCode::SessionNotFound),
        TokenProblem::Unavailable => None,
    }
}

/// Returns the action of a request that is refused at this path.
fn wanted(path: &str) -> Action {
    match path {
        "/signup" => Action::Signup,
        "/user" => Action::UserUpdated,
        "/token" => Action::Login,
        _ => Action::RequestRefused,
    }
}

/// Middleware of every endpoint: logs requests that were refused before an account was read.
pub(crate) async fn log_refusal(
    State(auth): State<Auth>,
    client: Client,
    request: Request,
    next: Next,
) -> Response {
    let action = wanted(request.uri().path());
    let response = next.run(request).await;
    let code = response.extensions().get::<Problem>().map(|problem| problem.code);
    if let Some(code) = code.filter(|code| LOGGED_CODES.contains(code))
        && let Err(error) = auth.note_refusal(action, code, client).await
    {
        tracing::warn!(%error, "failed to log a refused request");
    }
    response
}

impl Auth {
    /// Records that a request presented a refused token.
    pub async fn note_refused_token(
        &self,
        problem: TokenProblem,
        address: Option<Arc<str>>,
    ) -> Result<(), Error> {
        match code_of(problem) {
            Some(code) => {
                let client = Client::at(address);
                self.note_refusal(Action::TokenRefused, code, client).await
            }
            None => Ok(()),
        }
    }

    async fn note_refusal(&self, action: Action, code: ErrorCode, client: Client) -> Result<(), Error> {
        let now = self.now();
        let address = network(client.address().unwrap_or("unknown"));
        let limit = Limit {
            bucket: format!("refusals:{}:{address}", action.name()),
            most: LINES_PER_HOUR,
            window: HOUR,
        };
        let looked = limit.clone();
        // Checked first, so that an attack causes reads and no writes.
        let full = self.read(move |tx| Ok::<_, Error>(looked.check(tx, now).is_err())).await?;
        if full {
            return Ok(());
        }
        self.write(move |tx| match limit.count(tx, 1, now).map_err(Error::from) {
            Ok(()) => log::write(tx, now, action, None, &client, Some(code)),
            Err(Error::RateLimited(_)) => Ok(()),
            Err(error) => Err(error),
        })
        .await
    }
}
