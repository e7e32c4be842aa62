//! Sends a code to a telephone in one step, for server functions: adds the number as a factor if needed, and challenges
//! it. The code is verified by `/factors/{id}/verify`.

use schemars::JsonSchema;
use serde::Serialize;
use std::sync::Arc;

use ateneu_db::Tx;
use serde_json::Value;

use crate::{
    Auth,
    accounts::{factor, phone},
    error::{Error, accepted},
    factors::{
        challenge, enroll,
        factor_context::{Answer, FactorContext, run_step_in},
    },
    requests::{Action, Client, Object},
    words::FactorType,
};

/// A sent code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SentCode {
    /// Telephone number of the code: country code first, with a plus.
    pub phone: String,
    /// Factor that the code verifies.
    pub factor_id: String,
    /// Challenge of the code.
    pub challenge_id: String,
    /// Expiry of the code, in seconds since the epoch.
    pub expires_at: i64,
}

impl Auth {
    /// Sends a code to a telephone of the person in that session. `address` is that of the request.
    ///
    /// # Errors
    /// Fails as enrolling and challenging a telephone do: an invalid number, a limit, an unverified second factor.
    pub async fn send_factor_code(
        &self,
        (user_id, session_id): (&str, &str),
        phone: &str,
        address: Option<Arc<str>>,
    ) -> Result<SentCode, Error> {
        let whose = (user_id.to_owned(), Some(session_id.to_owned()));
        let phone = phone::canonical(phone, &self.parts.phone_countries)?;
        let step = move |tx: &mut Tx<'_>, context: &mut FactorContext| send(tx, context, &phone);
        run_step_in(self, Client::at(address), whose, Action::FactorChallenged, step).await
    }
}

fn send(tx: &mut Tx<'_>, context: &mut FactorContext, phone: &str) -> Answer<SentCode> {
    let is_it =
        |factor: &&factor::Factor| factor.kind == FactorType::Phone && factor.phone.as_deref() == Some(phone);
    let known = context.factors.iter().find(is_it).map(|factor| factor.id.clone());
    let factor_id = match known {
        Some(id) => id,
        None => {
            let wanted = enroll::Wanted::telephone(phone);
            text(&accepted!(enroll::enroll(tx, context, FactorType::Phone, wanted)?), "id")
        }
    };
    context.factors = factor::of(tx, &context.user.id)?;
    let asked = challenge::challenge(tx, context, &factor_id, None)?;
    Ok(asked.map(|asked| SentCode {
        phone: format!("+{phone}"),
        factor_id,
        challenge_id: text(&asked, "id"),
        expires_at: asked.get("expires_at").and_then(Value::as_i64).unwrap_or_default(),
    }))
}

fn text(answer: &Object, key: &str) -> String {
    let value = answer.get(key).and_then(Value::as_str);
    value.unwrap_or_default().to_owned()
}
