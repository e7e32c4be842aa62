//! What the house would send: letters wait in the queue of the database, where tests read them.

use serde_json::Value as Json;

use crate::house::House;

/// A letter's link, code and subject.
#[derive(Clone, Debug)]
pub struct Letter {
    pub subject: String,
    pub text: String,
    pub html: String,
}

impl Letter {
    /// The link as it stands in the letter, relative to the service.
    pub fn link(&self) -> String {
        let start = "https://casa.test/auth/v1";
        let link = self.text.split_whitespace().find_map(|word| word.strip_prefix(start));
        link.unwrap_or_else(|| panic!("no link in {}", self.text)).to_owned()
    }

    /// The link as the protocol has it: followed when opened.
    pub fn plain_link(&self) -> String {
        self.link().replace("&ask=1", "")
    }

    /// The secret in the link.
    pub fn token(&self) -> String {
        let link = self.link();
        let (_, rest) = link.split_once("token=").unwrap();
        rest.split('&').next().unwrap().to_owned()
    }

    pub fn code(&self) -> String {
        let line = self.text.lines().find_map(|line| line.strip_prefix("Código: "));
        line.unwrap_or_else(|| panic!("no code in {}", self.text)).to_owned()
    }
}

impl House {
    /// Letters queued for an address, oldest first.
    pub async fn letters(&self, to: &'static str) -> Vec<Letter> {
        let sql =
            "SELECT subject, text, html FROM mail_messages WHERE recipient = $1 ORDER BY created_at, id";
        let rows = self.db.read(move |tx| tx.query(sql, &[to.into()])).await.unwrap();
        let text = |row: &ateneu_db::Row, name: &str| row.text(name).unwrap().to_owned();
        rows.iter()
            .map(|row| Letter {
                subject: text(row, "subject"),
                text: text(row, "text"),
                html: text(row, "html"),
            })
            .collect()
    }

    /// The newest letter to an address.
    pub async fn letter(&self, to: &'static str) -> Letter {
        let letters = self.letters(to).await;
        letters.last().cloned().unwrap_or_else(|| panic!("no letter to {to}"))
    }

    /// Follows a link as a browser does: status and where it leads.
    pub async fn follow(&self, method: &str, path: &str) -> (u16, String) {
        let answer = self.ask(method, path, None, &Json::Null).await;
        let location = answer.headers.get("location");
        let location = location.map(|value| value.to_str().unwrap().to_owned());
        (answer.status.as_u16(), location.unwrap_or_default())
    }
}

/// The pairs of a text such as `a=1&b=2`.
pub fn pairs(text: &str) -> std::collections::BTreeMap<String, String> {
    url::form_urlencoded::parse(text.as_bytes()).into_owned().collect()
}
