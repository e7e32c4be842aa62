//! Fields of an event (version 2.0.0), and its effect. An event never grants access: it names the address about which
//! to query the platform. The buyer's document and the token that older bodies repeat are not stored.

use ateneu_base::{Timestamp, email};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::hotmart::instant;

/// Stored fields of an event.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Event {
    /// Address of the person concerned, trimmed and lower case.
    pub(crate) email: Option<String>,
    pub(crate) product: Option<String>,
    /// Date on which a canceled subscription would have been charged next.
    pub(crate) ends_at: Option<Timestamp>,
}

/// Effect of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// Query the platform. After an approved purchase a known end no longer applies.
    Sync {
        /// True if a purchase was approved.
        renewed: bool,
    },
    Revoke,
    Limit(Timestamp),
    /// No effect, for this reason.
    Nothing(&'static str),
}

impl Event {
    /// Parses the body of an event.
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

    /// Returns the effect of an event of that kind.
    pub(crate) fn effect(&self, kind: &str) -> Effect {
        match kind {
            "PURCHASE_APPROVED" | "PURCHASE_COMPLETE" => Effect::Sync { renewed: true },
            "PURCHASE_REFUNDED" | "PURCHASE_CHARGEBACK" => Effect::Revoke,
            "PURCHASE_PROTEST" => Effect::Nothing("um reembolso foi pedido: o acesso fica até a decisão"),
            // The platform decides about the duration of access after late payment or a change of plan or day.
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
