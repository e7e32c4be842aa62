//! `send-2fa-code {user_phone}`: a code by short message to a signed-in person's telephone. Answers `phone`, and what the
//! client's library takes to give the code back: `factor_id`, `challenge_id`, `expires_at` (seconds since the epoch).

use ateneu_accounts::People;
use ateneu_base::Presented;
use axum::{Extension, Json, Router, routing::post};
use serde_json::{Value, json};

use crate::{Error, payload::Payload, person::person};

pub(crate) fn routes(people: People) -> Router {
    let send = move |Extension(presented): Extension<Presented>, payload: Payload| async move {
        send(&people, &presented, payload).await
    };
    Router::new().route("/send-2fa-code", post(send))
}

async fn send(people: &People, presented: &Presented, payload: Payload) -> Result<Json<Value>, Error> {
    let person = person(presented, "usar 2FA")?;
    let members = payload.with_members(&["user_phone"])?;
    let phone = members["user_phone"].as_str().unwrap_or_default();
    let whose = (person.user_id.as_str(), person.session_id.as_str());
    let sent = people.send_factor_code(whose, phone, presented.address.clone()).await?;
    Ok(Json(json!({
        "phone": sent.phone,
        "factor_id": sent.factor_id,
        "challenge_id": sent.challenge_id,
        "expires_at": sent.expires_at,
    })))
}
