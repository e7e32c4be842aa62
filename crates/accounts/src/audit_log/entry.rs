//! Entries of the audit log, and the people they name.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

/// A person in the audit log.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
pub struct Named {
    pub id: String,
    /// The name, else the address. `None` if the account is gone.
    pub name: Option<String>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct AuditEntry {
    pub id: String,
    /// Time at which the entry was written.
    pub created_at: String,
    /// Account that acted. `None` for the service key.
    pub actor: Option<Named>,
    pub action: String,
    /// The action in Portuguese.
    pub label: String,
    /// Subject of the action, such as the id of a row.
    pub subject: String,
    /// Account that the action concerned, if any.
    pub person: Option<Named>,
    /// Value before: a text, or an object of fields.
    #[schemars(extend("type" = ["string", "object", "null"]))]
    pub old: Json,
    #[schemars(extend("type" = ["string", "object", "null"]))]
    pub new: Json,
    /// Client address of the request.
    pub ip_address: Option<String>,
}

/// Returns SQL of an account's name, with the aliases `u` (users) and `p` (member_profiles).
pub(super) fn account_name(u: &str, p: &str) -> String {
    format!("coalesce(nullif({p}.display_name, ''), {u}.email, {u}.sso_email, {u}.phone)")
}
