//! What is read of an event (version 2.0.0), and what it asks for. Nothing an event says grants access: it says about whom
//! the platform is to be asked. The buyer's document and the token older bodies repeat are not kept.

use ateneu_base::{Timestamp, email};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::hotmart::instant;

/// What is kept of an event.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Event {
    /// Whom it concerns, trimmed and lower case.
    pub(crate) email: Option<String>,
    pub(crate) product: Option<String>,
    /// Of a canceled subscription: when the next charge would have been.
    pub(crate) ends_at: Option<Timestamp>,
}

/// What an event asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// Ask the platform; after an approved purchase a known end is none any more.
    Sync {
        /// A purchase was approved.
        renewed: bool,
    },
    Revoke,
    Limit(Timestamp),
    /// Nothing; the words say why.
    Nothing(&'static str),
}

impl Event {
    /// Reads the body of an event.
    pub(crate) fn read(event: &Json) -> Self {
        let data = &event["data"];
        let email = ["/buyer/email", "/subscriber/email", "/user/email", "/subscription/user/email"];
        let email = email
            .iter()
            .find_map(|pointer| data.pointer(pointer)?.as_str())
            .map(email::written)
            .filter(|email| email.contains('@'));
        let product = match data.pointer("/product/id") {
            Some(Json::Number(id)) => Some(id.to_string()),
            Some(Json::String(id)) => Some(id.clone()),
            _ => None,
        };
        Self { email, product, ends_at: data.get("date_next_charge").and_then(instant) }
    }

    /// What an event of that kind asks for.
    pub(crate) fn effect(&self, kind: &str) -> Effect {
        match kind {
            "PURCHASE_APPROVED" | "PURCHASE_COMPLETE" => Effect::Sync { renewed: true },
            "PURCHASE_REFUNDED" | "PURCHASE_CHARGEBACK" => Effect::Revoke,
            "PURCHASE_PROTEST" => Effect::Nothing("um reembolso foi pedido: o acesso fica até a decisão"),
            // Late, or another plan or day: how long access lasts is the platform's to say.
            "PURCHASE_DELAYED"
            | "SWITCH_PLAN"
            | "UPDATE_SUBSCRIPTION_CHARGE_DATE"
            | "CLUB_FIRST_ACCESS"
            | "CLUB_MODULE_COMPLETED" => Effect::Sync { renewed: false },
            "SUBSCRIPTION_CANCELLATION" => {
                self.ends_at.map_or(Effect::Sync { renewed: false }, Effect::Limit)
            }
            "PURCHASE_CANCELED"
            | "PURCHASE_EXPIRED"
            | "PURCHASE_BILLET_PRINTED"
            | "PURCHASE_OUT_OF_SHOPPING_CART" => Effect::Nothing("nada foi pago"),
            _ => Effect::Nothing("este tipo de evento não pede nada"),
        }
    }
}
