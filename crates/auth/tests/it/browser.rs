//! A browser between the app and a provider: it follows redirects and keeps the cookies it is given.

use ateneu_auth::{Config, ProviderConfig};
use ateneu_db::Db;
use ateneu_testkit::{
    TestResponse,
    databases::{FromPlace, Place},
    mocks::OidcProvider,
};
use serde_json::Value as Json;
use url::Url;

use crate::{
    emails::pairs,
    harness::{Harness, config},
};

/// Address a browser was sent to, and the cookie it keeps.
#[derive(Clone, Debug)]
pub struct Away {
    pub address: Url,
    pub cookie: String,
}

/// Page at which the browser landed in the end.
#[derive(Clone, Debug)]
pub struct Landed {
    pub url: Url,
    pub status: u16,
}

impl Away {
    pub fn state(&self) -> String {
        pairs(self.address.query().unwrap())["state"].clone()
    }

    /// The query with which the browser comes back when the person agrees at the provider.
    pub fn agreed(&self, provider: &OidcProvider) -> String {
        format!("state={}&code={}", self.state(), provider.authorize(&self.address))
    }
}

impl Landed {
    /// A value of the fragment.
    pub fn fragment(&self, name: &str) -> String {
        let pairs = pairs(self.url.fragment().unwrap_or_default());
        pairs.get(name).cloned().unwrap_or_default()
    }

    pub fn query(&self, name: &str) -> String {
        let pairs = pairs(self.url.query().unwrap_or_default());
        pairs.get(name).cloned().unwrap_or_default()
    }

    /// The error in query and fragment, which say the same.
    pub fn error(&self) -> String {
        assert_eq!(self.query("error_code"), self.fragment("error_code"), "{}", self.url);
        assert!(!self.url.as_str().contains("access_token"), "{}", self.url);
        self.query("error_code")
    }
}

/// Returns the configuration of the provider, as an owner writes it.
pub fn provider_config(provider: &OidcProvider, name: &str) -> ProviderConfig {
    ProviderConfig {
        name: name.into(),
        label: "Google".into(),
        issuer: provider.issuer().to_owned(),
        issuer_alias: None,
        client_ids: vec!["site".into(), "app".into()],
        client_secret: "segredo do site".into(),
        secret_in_form: false,
        scopes: "openid email profile".into(),
        pkce: true,
        nonce: true,
    }
}

/// A service where people may sign in through that provider as `google`.
pub async fn app_with(db: Db, provider: &OidcProvider) -> Harness {
    let config = Config {
        providers: vec![provider_config(provider, "google")],
        redirect_urls: vec!["https://app.test/**".into()],
        ..config()
    };
    Harness::open_as(db, config).await
}

/// Service made by [`app_with`], and its provider.
pub struct AtProvider {
    pub app: Harness,
    pub provider: OidcProvider,
}

impl FromPlace for AtProvider {
    async fn from_place(place: Place) -> Self {
        let provider = OidcProvider::start().await;
        Self { app: app_with(place.db, &provider).await, provider }
    }
}

impl Harness {
    pub async fn browse(&self, path: &str, token: Option<&str>, cookie: &str) -> TestResponse {
        self.call("GET", path, token).header("cookie", cookie).await
    }

    /// Leaves for a provider by `/authorize` and this query.
    pub async fn leave(&self, query: &str) -> Away {
        away(&self.browse(&format!("/authorize?{query}"), None, "").await)
    }

    /// Comes back with these pairs and what the browser keeps.
    pub async fn come_back(&self, query: &str, cookie: &str) -> Landed {
        landed(&self.browse(&format!("/callback?{query}"), None, cookie).await)
    }

    /// The whole way: the person agrees at the provider.
    pub async fn sign_in_through(&self, provider: &OidcProvider, query: &str) -> Landed {
        let away = self.leave(query).await;
        self.come_back(&away.agreed(provider), &away.cookie).await
    }

    /// The signed-in person leaves to link what the provider says.
    pub async fn leave_to_link(&self, token: &str) -> Away {
        let path = "/user/identities/authorize?provider=google&skip_http_redirect=true";
        away(&self.browse(path, Some(token), "").await.ok())
    }

    /// The whole way of linking.
    pub async fn link(&self, provider: &OidcProvider, token: &str) -> Landed {
        let away = self.leave_to_link(token).await;
        self.come_back(&away.agreed(provider), &away.cookie).await
    }

    /// The account behind a session in the address.
    pub async fn behind(&self, landed: &Landed) -> Json {
        self.get("/user", &landed.fragment("access_token")).await.ok().into_json()
    }
}

pub fn away(answer: &TestResponse) -> Away {
    let set = answer.headers.get("set-cookie").map(|value| value.to_str().unwrap());
    let set = set.unwrap_or_else(|| panic!("no cookie in {answer:?}"));
    let address = match answer.headers.get("location") {
        Some(location) => location.to_str().unwrap().to_owned(),
        None => answer.string("url"),
    };
    Away { address: Url::parse(&address).unwrap(), cookie: set.split(';').next().unwrap().to_owned() }
}

pub fn landed(answer: &TestResponse) -> Landed {
    let url = Url::parse(answer.header("location")).unwrap_or_else(|_| panic!("{answer:?}"));
    Landed { url, status: answer.status.as_u16() }
}
