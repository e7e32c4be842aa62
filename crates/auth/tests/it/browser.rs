//! A browser between the house and a provider: it follows redirects and keeps the cookies it is given.

use ateneu_auth::Config;
use ateneu_db::Db;
use serde_json::Value as Json;
use url::Url;

use crate::{
    house::{Answer, Call, House},
    letters::pairs,
    stand_in::StandIn,
};

/// Where a browser was sent, and what it keeps.
#[derive(Clone, Debug)]
pub struct Away {
    pub address: Url,
    pub cookie: String,
}

/// Where it landed in the end.
#[derive(Clone, Debug)]
pub struct Landed {
    pub url: Url,
    pub status: u16,
}

impl Away {
    pub fn state(&self) -> String {
        pairs(self.address.query().unwrap())["state"].clone()
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

/// A house where people may sign in through that provider as `google`.
pub async fn house_with(db: Db, provider: &StandIn) -> House {
    let config = Config {
        public_url: "https://casa.test".into(),
        providers: vec![provider.config("google")],
        redirect_urls: vec!["https://app.test/**".into()],
        ..Config::default()
    };
    House::open_as(db, config).await
}

impl House {
    /// A navigation.
    pub async fn browse(&self, path: &str, token: Option<&str>, cookie: &str) -> Answer {
        let call = Call { method: "GET", path, token, body: Vec::new(), version: true, address: "192.0.2.1" };
        self.send_with(call, &[("cookie", cookie)]).await
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
    pub async fn sign_in_through(&self, provider: &StandIn, query: &str) -> Landed {
        let away = self.leave(query).await;
        let code = provider.agree(&away.address);
        let query = format!("state={}&code={code}", away.state());
        self.come_back(&query, &away.cookie).await
    }

    /// The account behind a session in the address.
    pub async fn behind(&self, landed: &Landed) -> Json {
        self.get("/user", &landed.fragment("access_token")).await.ok().body
    }
}

pub fn away(answer: &Answer) -> Away {
    let set = answer.headers.get("set-cookie").map(|value| value.to_str().unwrap());
    let set = set.unwrap_or_else(|| panic!("no cookie in {answer:?}"));
    let address = match answer.headers.get("location") {
        Some(location) => location.to_str().unwrap().to_owned(),
        None => answer.text("url"),
    };
    Away { address: Url::parse(&address).unwrap(), cookie: set.split(';').next().unwrap().to_owned() }
}

pub fn landed(answer: &Answer) -> Landed {
    let location = answer.headers.get("location").unwrap_or_else(|| panic!("{answer:?}"));
    Landed { url: Url::parse(location.to_str().unwrap()).unwrap(), status: answer.status.as_u16() }
}
