//! Entries of the audit log, and the people they name.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

/// A person as the audit log names them.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
pub struct Named {
    pub id: String,
    /// The name, else the address. `None` if the account is gone.
    pub name: Option<String>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct AuditEntry {
    pub id: String,
    /// Time at which it was written.
    pub created_at: String,
    /// Account that acted. `None` for the service key.
    pub actor: Option<Named>,
    pub action: String,
    /// The action in Portuguese.
    pub label: String,
    /// Subject of the action, such as the id of a row.
    pub subject: String,
    /// The person it acted on, where it was one.
    pub person: Option<Named>,
    /// The value before: a text, or an object of fields.
    #[schemars(extend("type" = ["string", "object", "null"]))]
    pub old: Json,
    #[schemars(extend("type" = ["string", "object", "null"]))]
    pub new: Json,
    /// The address the request came from.
    pub ip_address: Option<String>,
}

/// An account's name in SQL, of the aliases `u` (users) and `p` (member_profiles).
pub(super) fn account_name(u: &str, p: &str) -> String {
    format!("coalesce(nullif({p}.display_name, ''), {u}.email, {u}.sso_email, {u}.phone)")
}
