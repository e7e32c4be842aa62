//! Effects of an event: the customer whose state is fetched, and facts that only the event has. For the customer and
//! the payment of each kind see <https://docs.stripe.com/api/events/types>.

use ateneu_base::Timestamp;
use serde_json::Value as Json;

use crate::{
    provider::models::{id_at, instant},
    words::PageState,
};

/// Effects of an event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Event {
    /// Customer whose state is fetched.
    pub(crate) customer: Option<String>,
    /// Change before the state is fetched.
    pub(crate) effect: Effect,
}

/// Facts that only the event has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Effect {
    #[default]
    None,
    /// A payment page was `completed` or `expired`.
    Checkout { session: String, state: PageState },
    /// A payment was refunded in full.
    Refunded { payment: String, at: Timestamp },
    /// A payment is or was disputed. The state is fetched from the provider.
    Disputed { payment: String },
}

/// Parses an event. Returns `None` if its kind has no effect.
pub(crate) fn read(kind: &str, event: &Json) -> Option<Event> {
    let object = event.pointer("/data/object")?;
    let at = instant(event, "/created").unwrap_or(Timestamp::from_seconds(0));
    let mut event = Event { customer: id_at(object, "/customer"), ..Event::default() };
    match kind {
        "customer.deleted" => event.customer = id_at(object, "/id"),
        "checkout.session.expired" => {
            event.customer = None;
            event.effect = Effect::Checkout { session: id_at(object, "/id")?, state: PageState::Expired };
        }
        "checkout.session.completed"
        | "checkout.session.async_payment_succeeded"
        | "checkout.session.async_payment_failed" => {
            event.effect = Effect::Checkout { session: id_at(object, "/id")?, state: PageState::Completed };
        }
        "charge.refunded" => {
            let whole = object.get("refunded").and_then(Json::as_bool) == Some(true);
            if let Some(payment) = id_at(object, "/payment_intent").filter(|_| whole) {
                event.effect = Effect::Refunded { payment, at };
            }
        }
        kind if kind.starts_with("charge.dispute.") => {
            event.effect = Effect::Disputed { payment: id_at(object, "/payment_intent")? };
        }
        kind if kind.starts_with("customer.subscription.") || kind.starts_with("invoice.") => {}
        _ => return None,
    }
    Some(event)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn of(kind: &str, object: Json) -> Option<Event> {
        let mut event = json!({ "created": 7, "data": {} });
        event["data"]["object"] = object;
        read(kind, &event)
    }

    #[test]
    fn every_event_kind_names_its_customer() {
        for kind in ["created", "updated", "deleted", "paused", "resumed", "trial_will_end", "a_new_word"] {
            let event =
                of(&format!("customer.subscription.{kind}"), json!({ "id": "sub_1", "customer": "cus_1" }));
            assert_eq!(event.unwrap().customer.as_deref(), Some("cus_1"), "{kind}");
        }
        for kind in ["paid", "payment_failed", "payment_action_required"] {
            let event = of(&format!("invoice.{kind}"), json!({ "customer": { "id": "cus_1" } }));
            assert_eq!(event.unwrap().customer.as_deref(), Some("cus_1"), "{kind}");
        }
        let page = json!({ "id": "cs_1", "customer": "cus_1", "client_reference_id": "u" });
        let done = of("checkout.session.completed", page.clone()).unwrap();
        assert_eq!(done.customer.as_deref(), Some("cus_1"));
        assert_eq!(done.effect, Effect::Checkout { session: "cs_1".into(), state: PageState::Completed });
        let over = of("checkout.session.expired", page).unwrap();
        assert_eq!(
            (over.customer, over.effect),
            (None, Effect::Checkout { session: "cs_1".into(), state: PageState::Expired })
        );
        assert_eq!(
            of("customer.deleted", json!({ "id": "cus_9" })).unwrap().customer.as_deref(),
            Some("cus_9")
        );
    }

    #[test]
    fn only_full_refunds_end_access_and_disputes_are_fetched() {
        let charge =
            |refunded| json!({ "customer": "cus_1", "payment_intent": "pi_1", "refunded": refunded });
        let (payment, at) = ("pi_1".to_owned(), Timestamp::from_seconds(7));
        assert_eq!(
            of("charge.refunded", charge(true)).unwrap().effect,
            Effect::Refunded { payment: payment.clone(), at }
        );
        assert_eq!(of("charge.refunded", charge(false)).unwrap().effect, Effect::None);
        for (kind, status) in
            [("created", "needs_response"), ("closed", "won"), ("closed", "lost"), ("updated", "a_new_word")]
        {
            let dispute = json!({ "payment_intent": { "id": "pi_1" }, "status": status });
            let event = of(&format!("charge.dispute.{kind}"), dispute).unwrap();
            let payment = payment.clone();
            assert_eq!(event.effect, Effect::Disputed { payment }, "{kind}, {status}");
        }
        assert_eq!(of("charge.dispute.closed", json!({ "status": "won" })), None);
    }

    #[test]
    fn unknown_and_malformed_events_have_no_effect() {
        assert_eq!(of("product.updated", json!({ "customer": "cus_1" })), None);
        assert_eq!(read("invoice.paid", &json!({})), None);
        assert_eq!(of("checkout.session.completed", json!({ "id": 7 })), None);
        assert_eq!(of("invoice.paid", json!([])).unwrap(), Event::default());
    }
}
