//! Shared parts of the panel's requests.

use schemars::JsonSchema;
use serde::Deserialize;

/// End of the sentence "Você precisa estar logado para …".
pub(super) const PURPOSE: &str = "administrar pessoas";

/// Account that an action concerns.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct OfPerson {
    pub(super) user_id: String,
}
