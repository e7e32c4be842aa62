//! Emails in the queue, as people follow them.

use ateneu_testkit::{TestResponse, emails::QueuedEmail};
use serde_json::json;

use crate::harness::Harness;

/// The link of an email.
pub trait Link {
    /// The link as it is in the email, relative to the service.
    fn link(&self) -> String;

    /// The link as the protocol has it: followed when opened.
    fn plain_link(&self) -> String {
        self.link().replace("&ask=1", "")
    }

    /// The secret in the link.
    fn token(&self) -> String {
        let link = self.link();
        let (_, rest) = link.split_once("token=").unwrap();
        rest.split('&').next().unwrap().to_owned()
    }
}

impl Link for QueuedEmail {
    fn link(&self) -> String {
        let start = "https://casa.test/auth/v1";
        let link = self.text.split_whitespace().find_map(|word| word.strip_prefix(start));
        link.unwrap_or_else(|| panic!("no link in {}", self.text)).to_owned()
    }
}

impl Harness {
    /// Gives the secret of a link.
    pub async fn verify_link(&self, secret: &str, kind: &str) -> TestResponse {
        self.post("/verify", json!({ "token_hash": secret, "type": kind })).await
    }

    /// Gives a code that came by email.
    pub async fn verify_code(&self, email: &str, code: &str, kind: &str) -> TestResponse {
        self.post("/verify", json!({ "email": email, "token": code, "type": kind })).await
    }

    /// Gives a code that came by short message.
    pub async fn verify_message(&self, phone: &str, code: &str, kind: &str) -> TestResponse {
        self.post("/verify", json!({ "phone": phone, "token": code, "type": kind })).await
    }

    /// Follows a link as a browser does: status and where it leads.
    pub async fn follow(&self, method: &str, path: &str) -> (u16, String) {
        let response = self.call(method, path, None).await;
        (response.status.as_u16(), response.header("location").to_owned())
    }
}

/// Six digits that are not the code.
pub fn other_than(code: &str) -> &'static str {
    if code == "000000" { "000001" } else { "000000" }
}

/// The pairs of a text such as `a=1&b=2`.
pub fn pairs(text: &str) -> std::collections::BTreeMap<String, String> {
    url::form_urlencoded::parse(text.as_bytes()).into_owned().collect()
}
