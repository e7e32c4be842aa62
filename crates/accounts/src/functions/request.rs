//! Parts that the requests of the panel share.

use schemars::JsonSchema;
use serde::Deserialize;

/// Completes "Você precisa estar logado para …".
pub(super) const PURPOSE: &str = "administrar pessoas";

/// The account an action is about.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct OfPerson {
    pub(super) user_id: String,
}
