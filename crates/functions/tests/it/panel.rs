//! An administrator at the panel, the people there are, and the emails and audit records of the acts.

use ateneu_base::{Caller, Facts, Timestamp, Value as Bound};
use ateneu_db::Db;
use serde_json::{Value, json};

use crate::harness::{ADMIN, Harness, Who, admin};

pub fn id(number: u32) -> String {
    format!("0190a6b2-0000-7000-8000-{number:012}")
}

/// The caller of another administrator.
pub fn admin_of(number: u32) -> Who {
    Ok(Caller::person(id(number), Facts { admin: true, ..Facts::default() }))
}

impl Harness {
    /// With an administrator, who holds the role in the database too.
    pub async fn with_admin(db: Db) -> Self {
        let app = Self::open(db).await;
        app.create_admin().await;
        let sql = "INSERT INTO user_roles (id, user_id, role, created_at) VALUES ($1, $1, 'admin', $2)";
        app.execute_now(sql, &[ADMIN.into()]).await;
        app
    }

    /// Executes a statement whose last parameter is the present instant.
    pub async fn execute_now(&self, sql: &str, parameters: &[Bound]) {
        let mut parameters = parameters.to_vec();
        parameters.push(self.clock.now().into());
        self.run(sql, &parameters).await;
    }

    /// An account with a confirmed address, the newer the higher its number.
    pub async fn person(&self, number: u32, name: &str, email: &str) -> String {
        self.unconfirmed(number, name, email).await;
        self.execute_now("UPDATE users SET email_confirmed_at = $2 WHERE id = $1", &[id(number).into()])
            .await;
        id(number)
    }

    pub async fn unconfirmed(&self, number: u32, name: &str, email: &str) -> String {
        let at = Timestamp::from_seconds(1_700_000_000 + i64::from(number));
        let searched = ateneu_base::fold::fold(&format!("{name} {email}"));
        let metadata = json!({ "full_name": name }).to_string();
        let parameters = [id(number).into(), email.into(), metadata.into(), searched.into(), at.into()];
        let sql = "INSERT INTO users (id, email, user_metadata, search_text, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $5)";
        self.execute(sql, &parameters).await;
        id(number)
    }

    pub async fn session(&self, number: u32, of: &str) -> String {
        let sql = "INSERT INTO sessions (id, user_id, user_agent, ip_address, created_at) VALUES ($1, $2, 'Firefox', '198.51.100.4', $3)";
        self.execute_now(sql, &[id(number).into(), of.into()]).await;
        id(number)
    }

    /// The body of a successful response to the administrator.
    pub async fn done(&self, name: &str, payload: Value) -> Value {
        let response = self.call(&admin(), name, &payload).await;
        assert_eq!(response.status, 200, "{name} {payload}: {response:?}");
        response.json().clone()
    }

    /// Status and code of a refusal, whose message is a sentence.
    pub async fn refused(&self, who: &Who, name: &str, payload: Value) -> (u16, String) {
        let response = self.call(who, name, &payload).await;
        assert!(response.string("message").ends_with('.'), "{name}: {response:?}");
        (response.status.as_u16(), response.string("code"))
    }
}

pub const EMAILS: &str =
    "SELECT recipient || ': ' || subject AS text FROM mail_messages ORDER BY recipient, subject";
pub const ACTS: &str = "SELECT action || ' ' || coalesce(old_value, '-') || ' ' || coalesce(new_value, '-') AS text FROM audit_log ORDER BY action";
pub const ROLES: &str = "SELECT role || ' ' || user_id AS text FROM user_roles ORDER BY role, user_id";
pub const SESSIONS: &str = "SELECT id AS text FROM sessions ORDER BY id";
