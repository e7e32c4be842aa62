//! `POST /verify`: a secret that was sent to a person, given back for a session. Each works once.

use axum::{Json, extract::State};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    Auth,
    address::Address,
    body::Body,
    client::Client,
    error::Error,
    one_time,
    redeem::{Given, Redeemed, redeem},
    sessions, users,
};

/// What the first of two addresses is told.
pub(crate) const HALF_WAY: &str =
    "Confirmation link accepted. Please proceed to confirm link sent to the other email";

#[derive(Deserialize)]
pub(crate) struct Request {
    r#type: Option<String>,
    email: Option<String>,
    phone: Option<String>,
    token: Option<String>,
    token_hash: Option<String>,
}

impl Request {
    fn given(&self, auth: &Auth) -> Result<Given, Error> {
        let given = |text: &Option<String>| text.clone().filter(|text| !text.trim().is_empty());
        match (given(&self.token_hash), given(&self.token)) {
            (Some(secret), _) => Ok(Given::Link(secret)),
            (None, None) => Err(Error::validation("Verify requires a token or a token hash")),
            (None, Some(code)) => {
                let named = (self.email.as_deref(), self.phone.as_deref());
                let to = Address::named(auth, named.0, named.1)?;
                let to = to.ok_or_else(|| {
                    Error::validation("Only an email address or phone number should be provided on verify")
                })?;
                Ok(Given::Code {
                    to,
                    code: code.trim().to_owned(),
                })
            }
        }
    }
}

pub(crate) async fn handle(
    State(auth): State<Auth>,
    client: Client,
    Body(request): Body<Request>,
) -> Result<Json<Value>, Error> {
    let kinds = one_time::redeemed_as(request.r#type.as_deref().unwrap_or_default())
        .ok_or_else(|| Error::validation("Verify requires a verification type"))?;
    let given = request.given(&auth)?;
    let (now, service) = (auth.now(), auth.clone());
    let begun = auth
        .db()
        .write(move |tx| {
            let mut user = match redeem(&service, tx, &given, kinds, &client, now)? {
                Err(refusal) => return Ok(Err(refusal)),
                Ok(Redeemed::HalfWay) => return Ok(Ok(None)),
                Ok(Redeemed::Person { user, .. }) => user,
            };
            let session = sessions::begin(tx, &mut user, "otp", &client, now)?;
            let account = users::to_json(tx, &user)?;
            Ok::<_, Error>(Ok(Some((user, account, session))))
        })
        .await??;
    Ok(Json(match begun {
        Some((user, account, session)) => Value::Object(sessions::answer(&auth, &user, account, &session)?),
        None => json!({ "msg": HALF_WAY, "code": "200" }),
    }))
}
