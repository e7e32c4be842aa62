//! Helpers for a person with an authenticator app and a telephone.

use ateneu_testkit::TestResponse;
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use serde_json::{Value as Json, json};
use totp_rs::{Builder, Secret};

use crate::harness::{Harness, PASSWORD};

/// The two tokens of a session.
#[derive(Clone, Debug)]
pub struct Tokens {
    pub access: String,
    pub refresh: String,
}

impl From<&TestResponse> for Tokens {
    fn from(answer: &TestResponse) -> Self {
        Self { access: answer.string("access_token"), refresh: answer.string("refresh_token") }
    }
}

impl Tokens {
    /// Claims of the access token.
    pub fn claims(&self) -> Json {
        part(&self.access, 1)
    }
}

/// Returns a part of a token as JSON.
pub fn part(token: &str, index: usize) -> Json {
    let part = token.split('.').nth(index).unwrap();
    serde_json::from_slice(&BASE64_URL_SAFE_NO_PAD.decode(part).unwrap()).unwrap()
}

/// An authenticator app with one account in it.
#[derive(Clone, Debug)]
pub struct Authenticator {
    pub factor: String,
    secret: String,
}

impl Authenticator {
    /// Creates an app with the secret in an enrollment's response.
    pub fn enrolled(made: &TestResponse) -> Self {
        Self { factor: made.string("id"), secret: made.json()["totp"]["secret"].as_str().unwrap().to_owned() }
    }

    /// Returns the code that the app shows when its clock is `ahead` seconds ahead.
    pub fn code_at(&self, app: &Harness, ahead: i64) -> String {
        let secret = Secret::try_from_base32(&self.secret).unwrap();
        let authenticator = Builder::new().with_secret(secret).build().unwrap();
        let now = u64::try_from(app.clock.now().seconds() + ahead).unwrap();
        authenticator.generate(now).to_string()
    }

    pub fn code(&self, app: &Harness) -> String {
        self.code_at(app, 0)
    }

    /// Returns six digits that it shows neither now nor soon.
    pub fn wrong_code(&self, app: &Harness) -> String {
        let near: Vec<String> = (-4..=4).map(|step| self.code_at(app, step * 30)).collect();
        let wrong = (0..).map(|number| format!("{number:06}"));
        wrong.into_iter().find(|code| !near.contains(code)).unwrap()
    }
}

ateneu_testkit::opened_by!(Harness::open);

impl Harness {
    /// Signs in by password. Returns the session.
    pub async fn session(&self, email: &str) -> Tokens {
        Tokens::from(&self.sign_in(email, PASSWORD).await.ok())
    }

    /// Creates a confirmed account. Returns its session.
    pub async fn person(&self, email: &str) -> Tokens {
        self.account(email).await;
        self.session(email).await
    }

    /// Sends a request with a person's token.
    pub async fn with(&self, tokens: &Tokens, method: &str, path: &str, body: Json) -> TestResponse {
        self.send(method, path, Some(&tokens.access), &body).await
    }

    /// Enrolls an authenticator app.
    pub async fn begin_app(&self, tokens: &Tokens, name: &str) -> Authenticator {
        let body = json!({ "factor_type": "totp", "friendly_name": name });
        Authenticator::enrolled(&self.with(tokens, "POST", "/factors", body).await.ok())
    }

    /// Enrolls a telephone.
    pub async fn begin_phone(&self, tokens: &Tokens, phone: &str) -> String {
        let body = json!({ "factor_type": "phone", "phone": phone, "friendly_name": phone });
        self.with(tokens, "POST", "/factors", body).await.ok().string("id")
    }

    pub async fn challenge(&self, tokens: &Tokens, factor: &str) -> TestResponse {
        let path = format!("/factors/{factor}/challenge");
        self.with(tokens, "POST", &path, json!({ "factorId": factor })).await
    }

    pub async fn answer(&self, tokens: &Tokens, factor: &str, challenge: &str, code: &str) -> TestResponse {
        let body = json!({ "challenge_id": challenge, "code": code });
        self.with(tokens, "POST", &format!("/factors/{factor}/verify"), body).await
    }

    /// Challenges and verifies a factor.
    pub async fn prove(&self, tokens: &Tokens, factor: &str, code: &str) -> TestResponse {
        let challenge = self.challenge(tokens, factor).await.ok().string("id");
        self.answer(tokens, factor, &challenge, code).await
    }

    /// Returns the session after verification with the app's present code.
    pub async fn raise(&self, tokens: &Tokens, authenticator: &Authenticator) -> Tokens {
        Tokens::from(&self.prove(tokens, &authenticator.factor, &authenticator.code(self)).await.ok())
    }

    /// Creates a signed-in, confirmed account with a verified authenticator app, half a minute later, so that the next
    /// code is new.
    pub async fn protected(&self, email: &str) -> (Tokens, Authenticator) {
        let tokens = self.person(email).await;
        let authenticator = self.begin_app(&tokens, "app").await;
        let raised = self.prove(&tokens, &authenticator.factor, &authenticator.code(self)).await.ok();
        self.advance_secs(30);
        (Tokens::from(&raised), authenticator)
    }

    /// Returns the short messages queued for a number, oldest first.
    pub async fn messages(&self, to: &str) -> Vec<String> {
        let sql =
            "SELECT text FROM mail_messages WHERE kind = 'sms' AND recipient = $1 ORDER BY created_at, id";
        self.texts(sql, &[to.into()]).await
    }

    /// Returns the code in the newest short message to a number.
    pub async fn message_code(&self, to: &str) -> String {
        let messages = self.messages(to).await;
        let text = messages.last().unwrap_or_else(|| panic!("no message to {to}"));
        text.split(' ').find(|word| word.len() == 6 && word.parse::<u32>().is_ok()).unwrap().to_owned()
    }

    /// Returns the stored levels of a person's sessions.
    pub async fn levels(&self, user_id: &str) -> Vec<String> {
        self.texts("SELECT aal FROM sessions WHERE user_id = $1 ORDER BY aal", &[user_id.into()]).await
    }
}
