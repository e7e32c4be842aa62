//! `request-erasure` and `cancel-erasure`: erasure of the caller's account.

use ateneu_base::Timestamp;
use ateneu_functions::{Function, InSession, Nothing, Refusal};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::People;

const PURPOSE: &str = "excluir a sua conta";

/// Text that a person types to confirm the erasure.
const CONFIRMATION: &str = "EXCLUIR";

pub(super) fn functions() -> Vec<Function<People>> {
    vec![Function::new("request-erasure", PURPOSE, request), Function::new("cancel-erasure", PURPOSE, cancel)]
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct RequestErasure {
    confirmation: String,
    /// Code sent by `/reauthenticate`.
    #[serde(default)]
    #[schemars(extend("expected" = "o código recebido"))]
    nonce: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct ErasureDue {
    due_at: Timestamp,
}

async fn request(people: People, by: InSession, request: RequestErasure) -> Result<ErasureDue, Refusal> {
    if request.confirmation.trim() != CONFIRMATION {
        return Err(Refusal::invalid_payload(format!("Digite {CONFIRMATION} para confirmar.")));
    }
    Ok(ErasureDue { due_at: people.request_erasure(&by, request.nonce).await? })
}

#[derive(Serialize, JsonSchema)]
struct ErasureCanceled {
    canceled: bool,
}

async fn cancel(people: People, by: InSession, _: Nothing) -> Result<ErasureCanceled, Refusal> {
    people.cancel_erasure(&by).await?;
    Ok(ErasureCanceled { canceled: true })
}
