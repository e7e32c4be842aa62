//! Parts that the requests and responses of the panel share.

use ateneu_base::ids;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Error, refused::Refused};

/// Completes "Você precisa estar logado para …".
pub(super) const PURPOSE: &str = "administrar membros";

/// The account an action is about.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct OfMember {
    user_id: String,
}

impl OfMember {
    /// The canonical id; an invalid one belongs to no account.
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
