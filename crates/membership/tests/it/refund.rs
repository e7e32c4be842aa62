//! Refunds of subscriptions: callers that may, the deadline, once only, and failures of the provider meanwhile.

use std::time::Duration;

use ateneu_functions::Refusal;
use ateneu_membership::{
    ChangeActor, ChargeRefund, MemberAction, RefundState, check_subscription, end_at_period, end_now,
    members::read_member, reconcile_customers, refund_charge, refund_subscription,
};
use ateneu_schema::Words;
use ateneu_testkit::{app::OWNER, db_test, mocks::MockReply, panel::id, sqlite_test};
use serde_json::json;

use crate::fixture::{Fixture, NOW, code, event, invoice, refusal, subscription};

const DAY: i64 = 86_400;

impl Fixture {
    /// A subscriber who paid the first month just now.
    async fn paying(&self, name: &str) -> (String, String) {
        let (user_id, customer) = self.subscriber(name, "active").await;
        let now = self.clock.now().seconds();
        let first = invoice(&format!("in_{name}"), &customer, &format!("sub_{name}"), "paid", now);
        self.charge(&customer, first);
        self.process(&event("invoice.paid", json!({ "customer": customer }))).await;
        (user_id, customer)
    }

    async fn refund(&self, user_id: &str) -> Result<RefundState, &'static str> {
        let outcome = refund_subscription(&self.payments, user_id, ChangeActor::Member).await;
        outcome.map_err(|error| Refusal::from(error).code)
    }

    /// The state and the right that a person is shown.
    async fn shown(&self, user_id: &str) -> Option<(String, String)> {
        let refund = check_subscription(&self.payments, user_id, None).await.unwrap().refund?;
        Some((refund.state.to_owned(), refund.kind.word().to_owned()))
    }

    /// Gives ten reais of the first month back.
    async fn give_part_back(&self, user_id: &str, number: u32) -> Result<RefundState, &'static str> {
        let part = ChargeRefund { id: id(number), invoice: "in_ana".into(), amount: 1_000 };
        let outcome = refund_charge(&self.payments, user_id, part, Box::new(|_| Ok(()))).await;
        outcome.map_err(|error| Refusal::from(error).code)
    }

    /// The provider gives nothing back.
    fn refuse_refunds(&self) {
        self.stripe.intercept(|stripe, request| match request.target.as_str() {
            "/v1/refunds" => refusal(400, "invalid_request_error", "charge_not_refundable"),
            _ => stripe.reply(request),
        });
    }

    /// Asserts that the owner was asked so often, in these words, to give money back by other means, and nothing else.
    async fn asks_owner_to_refund(&self, times: usize, words: &str) {
        let emails = self.emails(OWNER).await;
        assert_eq!(emails.len(), times, "{emails:?}");
        for email in emails {
            assert_eq!(email.subject, "Uma devolução precisa ser feita por você");
            assert!(email.text.contains(words), "{}", email.text);
        }
    }

    async fn subjects_to(&self, recipient: &'static str) -> Vec<String> {
        let sql = "SELECT subject FROM mail_messages WHERE recipient = $1 ORDER BY subject";
        self.texts(sql, &[recipient.into()]).await
    }
}

fn office() -> ChangeActor {
    ChangeActor::Office(Box::new(|tx| {
        let sql =
            "INSERT INTO audit_log (id, created_at, action, subject) VALUES ('a', '2026', 'refund', 'u')";
        tx.execute(sql, &[]).map(drop)
    }))
}

#[db_test]
async fn a_withdrawal_refunds_once_and_ends_access_at_once(app: Fixture) {
    let (user_id, customer) = app.paying("ana").await;
    assert_eq!(app.shown(&user_id).await, Some(("open".into(), "withdrawal".into())));
    // A double click, and another tab on another node.
    let other = app.node(|_| {});
    let (one, two, three) = tokio::join!(
        refund_subscription(&app.payments, &user_id, ChangeActor::Member),
        refund_subscription(&app.payments, &user_id, ChangeActor::Member),
        refund_subscription(&other, &user_id, ChangeActor::Member),
    );
    for outcome in [one, two, three] {
        match outcome {
            Ok(state) => assert_eq!(state, RefundState::Done),
            Err(error) => assert_eq!(Refusal::from(error).code, "already_refunded"),
        }
    }
    let received = app.received("POST", "/v1/refunds");
    assert!(
        received.iter().all(|one| one.header("idempotency-key") == received[0].header("idempotency-key"))
    );
    assert_eq!(app.stripe.data().refunds, ["pi_in_ana"], "given back once");
    assert_eq!(app.stripe.data().subscriptions[&customer][0]["status"], "canceled");
    assert_eq!(app.access(&user_id).await, (false, "refunded".into()));
    assert_eq!(app.texts("SELECT access_reason FROM subscribers", &[]).await, ["refunded"]);
    assert_eq!(app.texts("SELECT state FROM payment_refunds", &[]).await, ["done"]);
    assert_eq!(app.rows("SELECT id FROM payment_invoices WHERE refunded_at IS NOT NULL", &[]).await.len(), 1);
    assert_eq!(app.shown(&user_id).await, Some(("done".into(), "withdrawal".into())));
    assert_eq!(app.refund(&user_id).await, Err("already_refunded"));
    // Later events about it change nothing and send no second email.
    let charge = json!({ "customer": customer, "payment_intent": "pi_in_ana", "refunded": true });
    app.process(&event("charge.refunded", charge)).await;
    assert_eq!(app.stripe.data().refunds.len(), 1);
    let emails = app.subjects_to("ana@exemplo.com.br").await;
    assert_eq!(emails, ["Sua assinatura está ativa", "Sua devolução está a caminho"]);
}

#[sqlite_test]
async fn the_guarantee_covers_30_days_of_the_first_subscription(app: Fixture) {
    let (user_id, _) = app.paying("ana").await;
    let (late, _) = app.paying("bia").await;
    let (again, customer) = app.paying("caio").await;
    let mut former = subscription("sub_former", &customer, "canceled");
    former["created"] = json!(NOW - 300 * DAY);
    app.stripe.data().subscriptions.get_mut(&customer).unwrap().push(former);
    app.charge(&customer, invoice("in_former", &customer, "sub_former", "paid", NOW - 300 * DAY));
    app.process(&event("customer.subscription.updated", json!({ "id": "sub_former", "customer": customer })))
        .await;
    app.advance_days(9);
    assert_eq!(app.shown(&user_id).await, Some(("open".into(), "guarantee".into())));
    assert_eq!(app.shown(&again).await, None, "the guarantee is for the first one");
    assert_eq!(app.refund(&again).await, Err("refund_too_late"));
    assert_eq!(app.refund(&user_id).await, Ok(RefundState::Done));
    app.advance_days(23);
    assert_eq!(app.shown(&late).await, None);
    assert_eq!(app.refund(&late).await, Err("refund_too_late"));
    assert_eq!(app.stripe.data().refunds, ["pi_in_ana"]);
    assert!(app.has_access(&late).await && app.has_access(&again).await, "a refusal closes nothing");
}

#[db_test]
async fn unpaid_or_disputed_refunds_never_reach_the_provider(app: Fixture) {
    let visitor = app.person("ana@exemplo.com.br").await;
    assert_eq!(app.refund(&visitor).await, Err("no_subscription"));
    assert_eq!(app.refund("a-stranger").await, Err("no_subscription"));
    let (waiting, _) = app.subscriber("bia", "incomplete").await;
    assert_eq!(app.refund(&waiting).await, Err("no_subscription"));
    let (user_id, _) = app.paying("caio").await;
    app.stripe.data().disputes.insert("pi_in_caio".into(), vec!["needs_response"]);
    app.process(&event("charge.dispute.created", json!({ "payment_intent": "pi_in_caio" }))).await;
    assert_eq!(app.refund(&user_id).await, Err("payment_disputed"));
    assert!(app.received("POST", "/v1/refunds").is_empty());
    assert!(app.received("DELETE", "/v1/subscriptions").is_empty());
}

#[sqlite_test]
async fn an_unavailable_provider_delays_a_refund(app: Fixture) {
    for name in ["ana", "bia"] {
        let (user_id, _) = app.paying(name).await;
        app.take_provider_down();
        assert_eq!(app.refund(&user_id).await, Ok(RefundState::Waiting));
        assert_eq!(app.shown(&user_id).await.unwrap().0, "waiting");
        assert!(app.has_access(&user_id).await, "nothing is taken before it is given back");
        app.advance_days(10);
        app.stripe.recover();
        if name == "ana" {
            assert_eq!(app.refund(&user_id).await, Ok(RefundState::Done), "asked for in time");
        } else {
            reconcile_customers(&app.payments).await.unwrap();
        }
        assert_eq!(app.shown(&user_id).await.unwrap(), ("done".into(), "withdrawal".into()));
        assert!(!app.has_access(&user_id).await);
    }
    assert_eq!(app.stripe.data().refunds, ["pi_in_ana", "pi_in_bia"]);
}

#[sqlite_test]
async fn a_lost_response_is_retried_and_refunds_once(app: Fixture) {
    let (user_id, _) = app.paying("ana").await;
    app.lose_replies_to(|request| request.target.contains("refunds"));
    assert_eq!(app.refund(&user_id).await, Ok(RefundState::Waiting));
    app.stripe.recover();
    assert_eq!(app.refund(&user_id).await, Ok(RefundState::Done));
    assert_eq!(app.stripe.data().refunds, ["pi_in_ana"]);
}

#[db_test]
async fn an_early_end_event_of_a_refund_sends_no_own_email(app: Fixture) {
    let (user_id, customer) = app.paying("ana").await;
    app.lose_replies_to(|request| request.method == "DELETE");
    assert_eq!(app.refund(&user_id).await, Ok(RefundState::Waiting));
    app.stripe.recover();
    assert_eq!(app.stripe.data().subscriptions[&customer][0]["status"], "canceled");
    app.process(&event("customer.subscription.deleted", json!({ "id": "sub_ana", "customer": customer })))
        .await;
    assert_eq!(app.access(&user_id).await.1, "paid_until_end");
    assert_eq!(app.subjects_to("ana@exemplo.com.br").await, ["Sua assinatura está ativa"]);
    assert_eq!(app.refund(&user_id).await, Ok(RefundState::Done));
    let emails = app.subjects_to("ana@exemplo.com.br").await;
    assert_eq!(emails, ["Sua assinatura está ativa", "Sua devolução está a caminho"]);
}

#[db_test]
async fn a_refused_refund_ends_access_and_alerts_the_owner(app: Fixture) {
    let (user_id, customer) = app.paying("ana").await;
    app.refuse_refunds();
    assert_eq!(app.refund(&user_id).await, Ok(RefundState::ByHand));
    assert_eq!(app.stripe.data().subscriptions[&customer][0]["status"], "canceled");
    assert!(!app.has_access(&user_id).await);
    assert_eq!(app.shown(&user_id).await.unwrap().0, "by_hand");
    assert!(app.rows("SELECT id FROM payment_invoices WHERE refunded_at IS NOT NULL", &[]).await.is_empty());
    let words = "O serviço de pagamento não aceita devolver R$ 97,00 ao cliente cus_ana: não A assinatura foi \
                 encerrada e o acesso, fechado. Devolva o valor por outro meio e responda ao cliente.";
    app.asks_owner_to_refund(1, words).await;
}

#[db_test]
async fn refused_partial_refunds_alert_once_and_keep_access(app: Fixture) {
    let (user_id, _) = app.paying("ana").await;
    app.execute("UPDATE payment_invoices SET number = 'R-1' WHERE id = 'in_ana'", &[]).await;
    app.refuse_refunds();
    for number in [1, 2, 1] {
        assert_eq!(app.give_part_back(&user_id, number).await, Ok(RefundState::ByHand));
    }
    let words = "O serviço de pagamento não aceita devolver R$ 10,00 do recibo R-1 ao cliente cus_ana: não A assinatura \
                e o acesso não mudam com isso. Devolva o valor por outro meio e avise o cliente.";
    app.asks_owner_to_refund(2, words).await;
    assert!(app.has_access(&user_id).await);
    assert_eq!(app.texts("SELECT state FROM payment_charge_refunds", &[]).await, ["by_hand", "by_hand"]);
}

#[db_test]
async fn administrators_refund_at_any_time_with_an_audit_entry(app: Fixture) {
    let (user_id, customer) = app.paying("ana").await;
    for month in [1, 2] {
        let later = invoice(&format!("in_{month}"), &customer, "sub_ana", "paid", NOW + month * 30 * DAY);
        app.charge(&customer, later);
    }
    app.advance_days(65);
    reconcile_customers(&app.payments).await.unwrap();
    assert_eq!(refund_subscription(&app.payments, &user_id, office()).await.unwrap(), RefundState::Done);
    assert_eq!(app.stripe.data().refunds, ["pi_in_2"], "the charges of the last thirty days");
    assert_eq!(app.texts("SELECT action FROM audit_log", &[]).await, ["refund"]);
    assert_eq!(code(refund_subscription(&app.payments, &user_id, office()).await), "already_refunded");
    assert_eq!(app.texts("SELECT action FROM audit_log", &[]).await.len(), 1, "no act, no trace");
}

#[sqlite_test]
async fn a_subscription_is_canceled_resumed_and_ended_now(app: Fixture) {
    let (user_id, customer) = app.paying("ana").await;
    for (ends, reason) in [(true, "paid_until_end"), (true, "paid_until_end"), (false, "paid")] {
        end_at_period(&app.payments, &user_id, ends, ChangeActor::Member).await.unwrap();
        assert_eq!(app.access(&user_id).await.1, reason);
        assert!(app.has_access(&user_id).await);
    }
    end_now(&app.payments, &user_id, Box::new(|_| Ok(()))).await.unwrap();
    assert_eq!(app.stripe.data().subscriptions[&customer][0]["status"], "canceled");
    assert!(app.has_access(&user_id).await, "what was paid stays paid");
    let end = |user_id| end_at_period(&app.payments, user_id, true, ChangeActor::Member);
    assert_eq!(code(end(&user_id).await), "no_subscription");
    let visitor = app.person("bia@exemplo.com.br").await;
    assert_eq!(code(end(&visitor).await), "no_subscription");
    app.take_provider_down();
    assert_eq!(code(end(&user_id).await), "provider_unavailable");
}

#[db_test]
async fn the_history_shows_own_actions_not_those_of_staff(app: Fixture) {
    let (user_id, _) = app.paying("ana").await;
    let (other, _) = app.paying("bia").await;
    let end = |ends, by| end_at_period(&app.payments, &user_id, ends, by);
    end(true, ChangeActor::Member).await.unwrap();
    app.advance(Duration::from_secs(60));
    end(false, ChangeActor::Office(Box::new(|_| Ok(())))).await.unwrap();
    // The provider answers how things stand and changes nothing.
    app.stripe.intercept(|stripe, request| match request.method.as_str() {
        "GET" => stripe.reply(request),
        _ => MockReply::Body(503, String::new()),
    });
    end(true, ChangeActor::Member).await.unwrap_err();
    app.advance(Duration::from_secs(60));
    assert_eq!(app.refund(&user_id).await, Ok(RefundState::Waiting));
    let own_acts = async || {
        let acts = read_member(&app.payments, &user_id).await.unwrap().own_acts;
        let fields = |act: MemberAction| (act.act, act.right, act.amount, act.done_at.is_some());
        acts.into_iter().map(fields).collect::<Vec<_>>()
    };
    let refund = |done| ("refund".to_owned(), Some("withdrawal".to_owned()), Some(9_700), done);
    let cancel = |done| ("cancel".to_owned(), None, None, done);
    assert_eq!(own_acts().await, [refund(false), cancel(false), cancel(true)]);
    app.stripe.recover();
    app.advance_days(1);
    reconcile_customers(&app.payments).await.unwrap();
    assert_eq!(own_acts().await, [refund(true), cancel(false), cancel(true)]);
    assert_eq!(read_member(&app.payments, &other).await.unwrap().own_acts, [], "nothing of somebody else's");
    refund_subscription(&app.payments, &other, office()).await.unwrap();
    assert_eq!(read_member(&app.payments, &other).await.unwrap().own_acts, [], "the trail tells of it");
}

#[db_test]
async fn a_refunded_second_subscription_keeps_the_first(app: Fixture) {
    let (user_id, customer) = app.paying("ana").await;
    assert_eq!(app.refund(&user_id).await, Ok(RefundState::Done));
    // Begun in the same second, under an id that sorts before the refunded one's.
    let second = subscription("sub_a", &customer, "active");
    app.stripe.data().subscriptions.get_mut(&customer).unwrap().push(second);
    app.charge(&customer, invoice("in_a", &customer, "sub_a", "paid", NOW));
    app.process(&event("invoice.paid", json!({ "customer": customer }))).await;
    assert_eq!(app.shown(&user_id).await, Some(("open".into(), "withdrawal".into())));
    assert_eq!(app.alerts().await, 0);
    assert_eq!(app.refund(&user_id).await, Ok(RefundState::Done));
    assert_eq!(app.stripe.data().refunds, ["pi_in_ana", "pi_in_a"]);
    assert_eq!(app.alerts().await, 1, "the owner is notified of the second time");
    assert_eq!(app.refund(&user_id).await, Err("already_refunded"));
}

#[db_test]
async fn an_unconfirmed_partial_refund_is_made_once(app: Fixture) {
    let (user_id, customer) = app.paying("ana").await;
    let give = || app.give_part_back(&user_id, 777);
    app.take_provider_down();
    assert_eq!(give().await, Ok(RefundState::Waiting));
    app.stripe.recover();
    reconcile_customers(&app.payments).await.unwrap();
    reconcile_customers(&app.payments).await.unwrap();
    assert_eq!(give().await, Ok(RefundState::Done), "asked again, it is the same one");
    assert_eq!(app.stripe.data().refunds, ["pi_in_ana"]);
    assert_eq!(app.texts("SELECT state FROM payment_charge_refunds", &[]).await, ["done"]);
    // The event of a whole refund in the first days ends a membership, but for one that was chosen here.
    let charge = json!({ "customer": customer, "payment_intent": "pi_in_ana", "refunded": true });
    app.process(&event("charge.refunded", charge)).await;
    assert!(app.has_access(&user_id).await, "the membership continues");
}
