//! Calls of server functions as an administrator and other callers, with their accounts.

use ateneu_base::{Caller, Facts, Timestamp, TokenProblem, Value as Bound};
use axum::Router;
use serde_json::{Value, json};

use crate::{TestApp, TestRequest, TestResponse};

/// Id of the administrator's account.
pub const ADMIN: &str = "0190a6b2-0000-7000-8000-000000000001";
/// SQL of recipient and subject of all emails.
pub const EMAILS: &str =
    "SELECT recipient || ': ' || subject AS text FROM mail_messages ORDER BY recipient, subject";
/// SQL of the changes in the audit log.
pub const AUDIT_LOG: &str = "SELECT action || ' ' || coalesce(old_value, '-') || ' ' || coalesce(new_value, '-') AS text FROM audit_log ORDER BY action";
/// SQL of role and account of all assignments.
pub const ROLES: &str = "SELECT role || ' ' || user_id AS text FROM user_roles ORDER BY role, user_id";
/// SQL of all sessions.
pub const SESSIONS: &str = "SELECT id AS text FROM sessions ORDER BY id";

/// Caller of a request, or the problem of its token.
pub type Who = Result<Caller, TokenProblem>;

/// Returns the id of that number.
pub fn id(number: u32) -> String {
    format!("0190a6b2-0000-7000-8000-{number:012}")
}

/// Returns the administrator.
pub fn admin() -> Who {
    admin_of(1)
}

/// Returns another administrator.
pub fn admin_of(number: u32) -> Who {
    Ok(Caller::person(id(number), Facts { admin: true, ..Facts::default() }))
}

/// Server functions of a module, in an app with an administrator's account.
pub struct Panel(TestApp);

crate::deref!(Panel, 0: TestApp);

impl Panel {
    /// Mounts functions in an app and adds an administrator's account.
    pub async fn open(app: impl Into<TestApp>, functions: Router) -> Self {
        let mut app = app.into();
        app.mount("/functions/v1", functions);
        let panel = Self(app);
        let sql = "INSERT INTO users (id, email, email_confirmed_at, created_at, updated_at)
                   VALUES ($1, 'eu@exemplo.com.br', $2, $2, $2)";
        panel.execute_now(sql, &[ADMIN.into()]).await;
        let sql = "INSERT INTO user_roles (id, user_id, role, created_at) VALUES ($1, $1, 'admin', $2)";
        panel.execute_now(sql, &[ADMIN.into()]).await;
        panel
    }

    /// Creates a request to a function.
    pub fn function(&self, who: &Who, method: &str, name: &str) -> TestRequest {
        self.request(method, &format!("/functions/v1/{name}")).caller(who.clone()).address("203.0.113.9")
    }

    /// Calls a function.
    pub async fn call(&self, who: &Who, name: &str, body: &Value) -> TestResponse {
        self.function(who, "POST", name).json(body).await
    }

    /// Calls a function as the administrator. Returns the body of its success.
    pub async fn done(&self, name: &str, payload: Value) -> Value {
        let response = self.call(&admin(), name, &payload).await;
        assert_eq!(response.status, 200, "{name} {payload}: {response:?}");
        response.json().clone()
    }

    /// Calls a function that refuses. Returns status and code, after a check that the message is a sentence.
    pub async fn refused(&self, who: &Who, name: &str, payload: Value) -> (u16, String) {
        let response = self.call(who, name, &payload).await;
        assert!(response.string("message").ends_with('.'), "{name}: {response:?}");
        (response.status.as_u16(), response.string("code"))
    }

    /// Asserts that the administrator is refused with this status and code.
    pub async fn refuses(&self, name: &str, payload: Value, expected: (u16, &str)) {
        let (status, code) = self.refused(&admin(), name, payload.clone()).await;
        assert_eq!((status, &*code), expected, "{name} {payload}");
    }

    /// Returns action, subject, old value, new value, actor and address of every administrative action.
    pub async fn audit_log(&self) -> Vec<Value> {
        let columns = ["action", "subject", "old_value", "new_value", "actor_id", "ip_address"];
        let rows = self.rows("SELECT * FROM audit_log ORDER BY subject", &[]).await;
        rows.iter().map(|row| json!(columns.map(|column| row.text(column)))).collect()
    }

    /// Executes a statement whose last parameter is the present instant.
    pub async fn execute_now(&self, sql: &str, parameters: &[Bound]) {
        let mut parameters = parameters.to_vec();
        parameters.push(self.clock.now().into());
        self.run(sql, &parameters).await;
    }

    /// Adds an account with a confirmed email. A higher number is newer.
    pub async fn person(&self, number: u32, name: &str, email: &str) -> String {
        self.unconfirmed(number, name, email).await;
        self.execute_now("UPDATE users SET email_confirmed_at = $2 WHERE id = $1", &[id(number).into()])
            .await;
        id(number)
    }

    /// Adds an account with an unconfirmed email.
    pub async fn unconfirmed(&self, number: u32, name: &str, email: &str) -> String {
        let at = Timestamp::from_seconds(1_700_000_000 + i64::from(number));
        let searched = ateneu_base::fold::fold(&format!("{name} {email}"));
        let metadata = json!({ "full_name": name }).to_string();
        let parameters = [id(number).into(), email.into(), metadata.into(), searched.into(), at.into()];
        let sql = "INSERT INTO users (id, email, user_metadata, search_text, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $5)";
        self.execute(sql, &parameters).await;
        id(number)
    }

    /// Adds a session of an account.
    pub async fn session(&self, number: u32, of: &str) -> String {
        let sql = "INSERT INTO sessions (id, user_id, user_agent, ip_address, created_at) VALUES ($1, $2, 'Firefox', '198.51.100.4', $3)";
        self.execute_now(sql, &[id(number).into(), of.into()]).await;
        id(number)
    }
}
