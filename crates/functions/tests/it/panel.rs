//! An administrator at the panel, the people there are, and what the acts left behind.

use ateneu_base::{Caller, Facts, Timestamp, Value as Bound};
use ateneu_db::Db;
use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::house::{ADMIN, House, Who, account, admin};

pub fn id(number: u32) -> String {
    format!("0190a6b2-0000-7000-8000-{number:012}")
}

/// The caller of another administrator.
pub fn admin_of(number: u32) -> Who {
    Ok(Caller::person(id(number), Facts { admin: true, ..Facts::default() }))
}

impl House {
    /// The house with its administrator, who holds the role in the database too.
    pub async fn with_admin(db: Db) -> Self {
        account(&db).await;
        let house = Self::open(db).await;
        house
            .run(
                "INSERT INTO user_roles (id, user_id, role, created_at) VALUES ($1, $1, 'admin', $2)",
                &[ADMIN.into()],
            )
            .await;
        house
    }

    /// Runs a statement; the last parameter is the present instant.
    pub async fn run(&self, sql: &'static str, parameters: &[Bound]) {
        let mut parameters = parameters.to_vec();
        parameters.push(Timestamp::from_seconds(1_800_000_000).into());
        self.db.write(move |tx| tx.execute(sql, &parameters)).await.unwrap();
    }

    /// An account with a proved address, the newer the higher its number.
    pub async fn person(&self, number: u32, name: &str, email: &str) -> String {
        self.unproved(number, name, email).await;
        self.run("UPDATE users SET email_confirmed_at = $2 WHERE id = $1", &[id(number).into()]).await;
        id(number)
    }

    pub async fn unproved(&self, number: u32, name: &str, email: &str) -> String {
        let at = Timestamp::from_seconds(1_700_000_000 + i64::from(number));
        let searched = ateneu_base::fold::fold(&format!("{name} {email}"));
        let metadata = json!({ "full_name": name }).to_string();
        let parameters: Vec<Bound> =
            vec![id(number).into(), email.into(), metadata.into(), searched.into(), at.into()];
        let sql = "INSERT INTO users (id, email, user_metadata, search_text, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $5)";
        self.db.write(move |tx| tx.execute(sql, &parameters)).await.unwrap();
        id(number)
    }

    pub async fn session(&self, number: u32, of: &str) -> String {
        let sql = "INSERT INTO sessions (id, user_id, user_agent, ip_address, created_at) VALUES ($1, $2, 'Firefox', '198.51.100.4', $3)";
        self.run(sql, &[id(number).into(), of.into()]).await;
        id(number)
    }

    /// The payload's answer, which must be a success.
    pub async fn done(&self, name: &str, payload: Value) -> Value {
        let (status, said) = self.call(&admin(), name, &payload).await;
        assert_eq!(status, StatusCode::OK, "{name} {payload}: {said}");
        said
    }

    /// Status and code of a refusal.
    pub async fn refused(&self, who: &Who, name: &str, payload: Value) -> (u16, String) {
        let (status, said) = self.call(who, name, &payload).await;
        assert!(said["message"].as_str().is_some_and(|message| message.ends_with('.')), "{name}: {said}");
        (status.as_u16(), said["code"].as_str().unwrap().to_owned())
    }

    /// One text per row.
    pub async fn texts(&self, sql: &'static str) -> Vec<String> {
        let rows = self.db.read(move |tx| tx.query(sql, &[])).await.unwrap();
        rows.iter().map(|row| row.text("text").unwrap_or("null").to_owned()).collect()
    }
}

pub const LETTERS: &str =
    "SELECT recipient || ': ' || subject AS text FROM mail_messages ORDER BY recipient, subject";
pub const ACTS: &str = "SELECT action || ' ' || coalesce(old_value, '-') || ' ' || coalesce(new_value, '-') AS text FROM audit_log ORDER BY action";
pub const ROLES: &str = "SELECT role || ' ' || user_id AS text FROM user_roles ORDER BY role, user_id";
pub const SESSIONS: &str = "SELECT id AS text FROM sessions ORDER BY id";
