//! `send-2fa-code`: a code by SMS to a signed-in person's telephone.

use ateneu_functions::{Function, InSession, Refusal};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer};

use crate::{People, second_factor::SentCode};

pub(super) fn functions() -> Vec<Function<People>> {
    vec![Function::new("send-2fa-code", "usar 2FA", send)]
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Send2faCode {
    #[serde(deserialize_with = "phone")]
    user_phone: String,
}

/// Reads a telephone number. A value that is no text becomes an empty number, which is refused as such.
fn phone<'de, D: Deserializer<'de>>(given: D) -> Result<String, D::Error> {
    Ok(serde_json::Value::deserialize(given)?.as_str().unwrap_or_default().to_owned())
}

async fn send(people: People, by: InSession, request: Send2faCode) -> Result<SentCode, Refusal> {
    let session = (by.user_id.as_str(), by.session_id.as_str());
    Ok(people.send_factor_code(session, &request.user_phone, by.address).await?)
}
