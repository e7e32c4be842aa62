//! Verification of a request's credentials, once for every service.

use std::sync::Arc;

use ateneu_base::{Caller, Presented, Role, TokenProblem};
use ateneu_tokens::Claims;
use axum::http::HeaderMap;

use crate::{Auth, requests::client, sessions::caller_cache::Key};

impl Auth {
    /// Verifies the bearer token or, without one, the `apikey` of the headers, then that of the query string, which
    /// excludes tokens of people because others may see it. The server adds the client's address.
    pub async fn present(&self, headers: &HeaderMap, query: &str) -> Presented {
        let key = headers.get("apikey").and_then(|value| value.to_str().ok());
        let in_query = || {
            let (_, key) =
                url::form_urlencoded::parse(query.as_bytes()).find(|(name, _)| name == "apikey")?;
            Some(key.into_owned())
        };
        self.follow_keys().await;
        let bearer = client::bearer(headers);
        let in_headers = bearer.or(key.filter(|key| !key.is_empty()));
        let in_query = || in_query().filter(|key| !key.is_empty());
        let caller = match in_headers.map(str::to_owned).or_else(in_query) {
            None => Ok(Caller::anonymous()),
            Some(token) => match self.caller(&token).await {
                Ok(caller) if in_headers.is_none() && caller.is_signed_in() => Err(TokenProblem::BadClaims),
                verified => verified,
            },
        };
        Presented { caller, bearer: bearer.map(Arc::from), address: None }
    }

    /// Verifies a token's signature, time and role, with a cache. [`Auth::caller`] checks its session.
    pub fn verify(&self, token: &str) -> Result<Arc<Claims>, TokenProblem> {
        if let Some(claims) = self.parts.keyring.api_keys().claims(token) {
            return Ok(claims);
        }
        self.parts.verified.verify(&self.keys(), &self.parts.issuer, token, self.now())
    }

    /// Returns the caller of a token, with current facts. Fails if the session has ended.
    pub async fn caller(&self, token: &str) -> Result<Caller, TokenProblem> {
        let claims = self.verify(token)?;
        let user_id = match (claims.role(), &claims.sub) {
            (Some(Role::Anon), _) => return Ok(Caller::anonymous()),
            (Some(Role::Service), _) => return Ok(Caller::as_service("presents the service key")),
            (Some(Role::Authenticated), Some(sub)) => sub.clone(),
            _ => return Err(TokenProblem::BadClaims),
        };
        // Only a holder of the shared secret can act for a person without a session.
        if claims.session_id.is_none() && !claims.shared {
            return Err(TokenProblem::BadClaims);
        }
        self.standing_of(user_id, claims.session_id.clone()).await
    }

    /// Returns a person with current facts, through a session if named. Fails if the account or that session has ended.
    /// For credentials given out earlier, such as a signed link.
    pub async fn standing_of(
        &self,
        user_id: String,
        session_id: Option<String>,
    ) -> Result<Caller, TokenProblem> {
        let key = Key { user_id: user_id.clone(), session_id: session_id.clone() };
        let state = self.parts.caller_cache.of(key, self.now()).await?;
        if state.owes_second_factor {
            // An incomplete sign-in has no rights. The endpoints that complete it read the token themselves.
            return Ok(Caller::anonymous());
        }
        Ok(Caller {
            role: Role::Authenticated,
            user_id: Some(user_id),
            session_id,
            email: state.email,
            aal: state.aal,
            facts: state.facts,
            address: None,
        })
    }
}
