//! Sessions in auth-js's form.

use ateneu_tokens::{claims::LIFETIME, refresh_token};
use serde::{Deserialize, Serialize};
use url::Url;

use crate::{
    Auth,
    accounts::Account,
    error::Error,
    requests::redirect_result,
    sessions::{Session, access_token},
};

/// The provider's own tokens, for clients that call its services.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub(crate) struct ProviderTokens {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) provider_token: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) provider_refresh_token: Option<String>,
}

/// A session in auth-js's form, with a new access token and the active refresh token.
#[derive(Serialize)]
pub(crate) struct SessionResponse {
    pub(crate) access_token: String,
    pub(crate) token_type: &'static str,
    /// Seconds until the access token expires.
    pub(crate) expires_in: i64,
    /// Seconds since the epoch.
    pub(crate) expires_at: i64,
    pub(crate) refresh_token: String,
    pub(crate) user: Account,
    #[serde(flatten)]
    pub(crate) provider_tokens: ProviderTokens,
    /// Weaknesses of an accepted password under today's rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) weak_password: Option<WeakPassword>,
}

#[derive(Serialize)]
pub(crate) struct WeakPassword {
    pub(crate) message: String,
    pub(crate) reasons: Vec<&'static str>,
}

impl SessionResponse {
    /// Issues the tokens of the account's session.
    pub(crate) fn new(auth: &Auth, account: Account, session: &Session) -> Result<Self, Error> {
        let now = auth.now();
        Ok(Self {
            access_token: access_token::issue(&auth.keys(), &auth.parts.issuer, &account.user, session, now)?,
            token_type: "bearer",
            expires_in: LIFETIME,
            expires_at: now.seconds() + LIFETIME,
            refresh_token: refresh_token::derive(&auth.parts.refresh_key, &session.id, session.generation)
                .ok_or(Error::Defect("a session's id is not a uuid"))?,
            user: account,
            provider_tokens: ProviderTokens::default(),
            weak_password: None,
        })
    }

    /// Returns the URL with the session in its fragment, which stays in the browser. `kind` is the verified type of a
    /// mailed link.
    pub(crate) fn in_fragment(&self, url: Url, kind: Option<&str>) -> Url {
        let (expires_in, expires_at) = (self.expires_in.to_string(), self.expires_at.to_string());
        let ProviderTokens { provider_token, provider_refresh_token } = &self.provider_tokens;
        let pairs = [
            ("access_token", Some(self.access_token.as_str())),
            ("token_type", Some(self.token_type)),
            ("expires_in", Some(&expires_in)),
            ("expires_at", Some(&expires_at)),
            ("refresh_token", Some(&self.refresh_token)),
            ("provider_token", provider_token.as_deref()),
            ("provider_refresh_token", provider_refresh_token.as_deref()),
            ("sb", Some("")),
            ("type", kind),
        ];
        let pairs: Vec<(&str, &str)> =
            pairs.into_iter().filter_map(|(key, text)| Some((key, text?))).collect();
        redirect_result::with_fragment(url, &pairs)
    }
}
