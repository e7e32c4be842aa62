//! Shared parts of the panel's requests and responses.

use ateneu_base::ids;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Error, refused::Refused};

/// End of the sentence "Você precisa estar logado para …".
pub(super) const PURPOSE: &str = "administrar membros";

/// Account that an action concerns.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct OfMember {
    user_id: String,
}

impl OfMember {
    /// Returns the canonical id. An invalid one counts as that of no account.
    pub(super) fn id(&self) -> Result<String, Error> {
        ids::parse_uuid(&self.user_id).ok_or(Refused::PersonNotFound.into())
    }
}

/// Result of a change, in a sentence.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "MembershipDone")]
pub(super) struct Done {
    pub(super) message: &'static str,
}
