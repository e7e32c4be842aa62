//! A person with an authenticator app and a telephone, as tests play one.

use serde_json::{Value as Json, json};
use totp_rs::{Builder, Secret};

use crate::house::{Answer, House, PASSWORD};

/// The two tokens of a session.
#[derive(Clone, Debug)]
pub struct Tokens {
    pub access: String,
    pub refresh: String,
}

impl From<&Answer> for Tokens {
    fn from(answer: &Answer) -> Self {
        Self { access: answer.text("access_token"), refresh: answer.text("refresh_token") }
    }
}

impl Tokens {
    /// What the access token says.
    pub fn claims(&self) -> Json {
        use base64::Engine;
        let middle = self.access.split('.').nth(1).unwrap();
        let bytes = base64::prelude::BASE64_URL_SAFE_NO_PAD.decode(middle).unwrap();
        serde_json::from_slice(&bytes).unwrap()
    }
}

/// An authenticator app with one account in it.
#[derive(Clone, Debug)]
pub struct App {
    pub factor: String,
    secret: String,
}

impl App {
    /// What it shows when its clock is so many seconds ahead.
    pub fn code_at(&self, house: &House, ahead: i64) -> String {
        let secret = Secret::try_from_base32(&self.secret).unwrap();
        let app = Builder::new().with_secret(secret).build().unwrap();
        let now = u64::try_from(house.clock.now().seconds() + ahead).unwrap();
        app.generate(now).to_string()
    }

    /// What it shows.
    pub fn code(&self, house: &House) -> String {
        self.code_at(house, 0)
    }

    /// Six digits it shows neither now nor soon.
    pub fn wrong_code(&self, house: &House) -> String {
        let near: Vec<String> = (-4..=4).map(|step| self.code_at(house, step * 30)).collect();
        let wrong = (0..).map(|number| format!("{number:06}"));
        wrong.into_iter().find(|code| !near.contains(code)).unwrap()
    }
}

impl House {
    /// A session of a person by password.
    pub async fn session(&self, email: &str) -> Tokens {
        Tokens::from(&self.sign_in(email, PASSWORD).await.ok())
    }

    /// A request with a person's token.
    pub async fn with(&self, tokens: &Tokens, method: &str, path: &str, body: Json) -> Answer {
        self.ask(method, path, Some(&tokens.access), &body).await
    }

    /// Asks for an authenticator app.
    pub async fn begin_app(&self, tokens: &Tokens, name: &str) -> App {
        let body = json!({ "factor_type": "totp", "friendly_name": name });
        let made = self.with(tokens, "POST", "/factors", body).await.ok();
        App { factor: made.text("id"), secret: made.body["totp"]["secret"].as_str().unwrap().to_owned() }
    }

    /// Asks for a telephone.
    pub async fn begin_phone(&self, tokens: &Tokens, phone: &str) -> String {
        let body = json!({ "factor_type": "phone", "phone": phone, "friendly_name": phone });
        self.with(tokens, "POST", "/factors", body).await.ok().text("id")
    }

    pub async fn challenge(&self, tokens: &Tokens, factor: &str) -> Answer {
        let path = format!("/factors/{factor}/challenge");
        self.with(tokens, "POST", &path, json!({ "factorId": factor })).await
    }

    pub async fn answer(&self, tokens: &Tokens, factor: &str, challenge: &str, code: &str) -> Answer {
        let body = json!({ "challenge_id": challenge, "code": code });
        self.with(tokens, "POST", &format!("/factors/{factor}/verify"), body).await
    }

    /// Challenge and verify in one.
    pub async fn prove(&self, tokens: &Tokens, factor: &str, code: &str) -> Answer {
        let challenge = self.challenge(tokens, factor).await.ok().text("id");
        self.answer(tokens, factor, &challenge, code).await
    }

    /// A confirmed account, signed in, with an authenticator app that was proved just now: half a minute later, so that
    /// the next code is a new one.
    pub async fn protected(&self, email: &str) -> (Tokens, App) {
        self.account(email).await;
        let tokens = self.session(email).await;
        let app = self.begin_app(&tokens, "app").await;
        let raised = self.prove(&tokens, &app.factor, &app.code(self)).await.ok();
        self.pass(30);
        (Tokens::from(&raised), app)
    }

    /// Short messages queued for a number, oldest first.
    pub async fn messages(&self, to: &'static str) -> Vec<String> {
        let sql =
            "SELECT text FROM mail_messages WHERE kind = 'sms' AND recipient = $1 ORDER BY created_at, id";
        let rows = self.db.read(move |tx| tx.query(sql, &[to.into()])).await.unwrap();
        rows.iter().map(|row| row.text("text").unwrap().to_owned()).collect()
    }

    /// The code in the newest short message to a number.
    pub async fn message_code(&self, to: &'static str) -> String {
        let messages = self.messages(to).await;
        let text = messages.last().unwrap_or_else(|| panic!("no message to {to}"));
        text.split(' ').find(|word| word.len() == 6 && word.parse::<u32>().is_ok()).unwrap().to_owned()
    }

    /// The levels of a person's sessions as the database has them.
    pub async fn levels(&self, user_id: &str) -> Vec<String> {
        let id = user_id.to_owned();
        let sql = "SELECT aal FROM sessions WHERE user_id = $1 ORDER BY aal";
        let rows = self.db.read(move |tx| tx.query(sql, &[id.into()])).await.unwrap();
        rows.iter().map(|row| row.text("aal").unwrap().to_owned()).collect()
    }
}
