//! `DELETE /user/identities/{id}`: taking away a way to sign in. The last one stays.

use ateneu_base::ids;
use axum::{Json, extract::Path, http::StatusCode};
use serde_json::Value;

use crate::{
    client::Assured,
    error::{Error, Refusal},
    not_offered::refused,
};

static NOT_FOUND: Refusal = refused(
    StatusCode::UNPROCESSABLE_ENTITY,
    "identity_not_found",
    "Identity doesn't exist",
);
static SINGLE: Refusal = refused(
    StatusCode::UNPROCESSABLE_ENTITY,
    "single_identity_not_deletable",
    "User must have at least 1 identity after unlinking",
);
static EMAIL: Refusal = refused(
    StatusCode::UNPROCESSABLE_ENTITY,
    "email_conflict_identity_not_deletable",
    "The identities of the account's own addresses cannot be unlinked",
);

pub(crate) async fn unlink(Path(id): Path<String>, Assured(person): Assured) -> Result<Json<Value>, Error> {
    let id = ids::parse_uuid(&id).ok_or(Error::NotAnId("identity_id"))?;
    let found = person.identities.iter().any(|identity| identity.id == id);
    Err(Error::Refused(match (found, person.identities.len()) {
        (false, _) => &NOT_FOUND,
        (true, 1) => &SINGLE,
        // Only identities of the account's own addresses exist as long as no provider is offered.
        (true, _) => &EMAIL,
    }))
}
