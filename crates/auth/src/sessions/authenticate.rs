//! Verification of what a request presents, once for every service.

use std::sync::Arc;

use ateneu_base::{Caller, Presented, Role, TokenProblem};
use ateneu_tokens::Claims;
use axum::http::HeaderMap;

use crate::{Auth, requests::client, sessions::caller_cache::Key};

impl Auth {
    /// Verifies the bearer token or, without one, the `apikey` of the headers, then that of the query string, where a
    /// person's token would be seen by others. The client's address is the server's to add.
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

    /// Verifies a token's signature, time and role; remembered, so that the next time costs next to nothing. Whether
    /// its session still stands is asked by [`Auth::caller`].
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
        // Only a holder of the shared secret speaks for a person without a session of ours.
        if claims.session_id.is_none() && !claims.shared {
            return Err(TokenProblem::BadClaims);
        }
        self.standing_of(user_id, claims.session_id.clone()).await
    }

    /// A person as they stand now, through the session where one is named. Fails if the account or that session has
    /// ended. For what was handed to somebody earlier, such as a link they signed.
    pub async fn standing_of(
        &self,
        user_id: String,
        session_id: Option<String>,
    ) -> Result<Caller, TokenProblem> {
        let key = Key { user_id: user_id.clone(), session_id: session_id.clone() };
        let state = self.parts.caller_cache.of(key, self.now()).await?;
        if state.owes_second_factor {
            // Half a sign-in opens nothing; the endpoints of this service that lead on read the token themselves.
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
