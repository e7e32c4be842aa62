//! Months given without a charge, beside everything that may be paid.

use ateneu_base::{Entitlement, Timestamp, ids};
use ateneu_membership::{
    Courtesy, Error, Grant, Membership, PaidPlan, check_subscription, end_courtesy, grant_courtesy,
    list_benefits, reconcile_customers,
};
use ateneu_module::{Delivery, Subject};
use ateneu_testkit::{db_test, sqlite_test};
use serde_json::json;

use crate::fixture::{Fixture, NOW, code, event, invoice, updated};

const DAY: i64 = 86_400;

/// Query for a person's state: status, plan, reason of the access, end of the access.
const SUBSCRIBER: &str = "SELECT status || ' ' || coalesce(plan, '-') || ' ' || access_reason || ' ' || coalesce(access_until, '-') FROM subscribers";

pub fn grant(user_id: &str, months: u32) -> Grant {
    Grant {
        id: ids::random_id(),
        user_id: user_id.to_owned(),
        plan: Some(PaidPlan::Update),
        months,
        reason: " Parceria de estudos. ".to_owned(),
    }
}

ateneu_testkit::opened_by!(Fixture::open);

impl Fixture {
    async fn give(&self, grant: Grant) -> Result<Courtesy, Error> {
        let trace = |tx: &mut ateneu_db::Tx<'_>, given: &Courtesy| {
            let sql = "INSERT INTO audit_log (id, created_at, action, subject) VALUES ($1, $1, 'grant-courtesy', $2)";
            tx.execute(sql, &[ids::random_id().into(), (&given.id).into()]).map(drop)
        };
        grant_courtesy(&self.payments, grant, trace).await
    }

    async fn take_back(&self, user_id: &str) -> Result<(), Error> {
        end_courtesy(&self.payments, user_id, |_, _| Ok(())).await
    }

    async fn access_of(&self) -> String {
        self.texts(SUBSCRIBER, &[]).await.concat()
    }
}

fn at(seconds: i64) -> String {
    Timestamp::from_seconds(seconds).to_string()
}

/// Anybody may sit in an account whose address nobody has proved.
#[sqlite_test]
async fn an_unproved_account_gets_no_courtesy(app: Fixture) {
    let user_id = app.person("ana@exemplo.com.br").await;
    app.execute("UPDATE users SET email_confirmed_at = NULL", &[]).await;
    assert_eq!(code(app.give(grant(&user_id, 1)).await), "email_not_confirmed");
    assert!(!app.has_access(&user_id).await);
    // An invitation has ended every way in but its own.
    app.execute("UPDATE users SET invited_at = $1", &[app.clock.now().into()]).await;
    app.give(grant(&user_id, 1)).await.unwrap();
    assert!(app.has_access(&user_id).await);
}

#[db_test]
async fn a_courtesy_month_ends_by_itself(app: Fixture) {
    let user_id = app.person("ana@exemplo.com.br").await;
    let given = app.give(grant(&user_id, 1)).await.unwrap();
    assert_eq!(given.reason.as_str(), "Parceria de estudos.");
    assert_eq!(given.starts_at, Timestamp::from_seconds(NOW));
    assert_eq!(app.access_of().await, format!("courtesy update courtesy {}", at(NOW + 30 * DAY)));
    assert!(app.has_access(&user_id).await);
    assert_eq!(check_subscription(&app.payments, &user_id, None).await.unwrap().entitlements.len(), 6);
    assert_eq!(
        app.texts("SELECT recipient || ' ' || subject FROM mail_messages", &[]).await,
        ["ana@exemplo.com.br Você recebeu uma cortesia"]
    );
    let email = app.texts("SELECT text FROM mail_messages", &[]).await.remove(0);
    assert!(email.contains("Ela inclui:\n\n- Texto de articles\n"), "{email}");
    assert!(email.contains("- Texto de premium_newsletter (toda semana)\n"), "{email}");
    assert!(app.received("", "").is_empty(), "the provider has no part in it");
    let lines = list_benefits(&app.payments, &user_id).await.unwrap().lines;
    assert_eq!(lines.len(), 6);
    assert_eq!(lines[2].text, "Texto de premium_newsletter");
    assert_eq!((lines[2].soon, lines[0].soon), (false, false));
    let other = app.person("bia@exemplo.com.br").await;
    assert!(
        list_benefits(&app.payments, &other).await.unwrap().lines.is_empty(),
        "without access there is none"
    );
    app.advance_days(30);
    assert!(list_benefits(&app.payments, &user_id).await.unwrap().lines.is_empty());
    assert!(!app.has_access(&user_id).await);
}

#[db_test]
async fn a_benefit_counts_the_deliveries_of_the_month(app: Fixture) {
    let user_id = app.person("ana@exemplo.com.br").await;
    let other = app.person("bia@exemplo.com.br").await;
    app.give(grant(&user_id, 3)).await.unwrap();
    let record = Membership.declare().deliveries.unwrap();
    let deliver = async |subject: &'static str, to: Option<String>, at: &str| {
        let at = Timestamp::parse(at).unwrap();
        let recorded = app.db.write(move |tx| {
            let delivery = Delivery {
                entitlement: Entitlement::PremiumNewsletter,
                subject,
                user_id: to.as_deref(),
                at,
                proof: "Teste",
            };
            record(tx, &delivery, at)
        });
        recorded.await.unwrap()
    };
    let counted = async || {
        let lines = list_benefits(&app.payments, &user_id).await.unwrap().lines;
        assert!(lines.iter().enumerate().all(|(place, line)| line.delivered.is_some() == (place == 2)));
        let delivered = lines[2].delivered.clone().unwrap();
        (delivered.done, delivered.due)
    };
    // The test begins on 21 November 2026, a month with five Sundays.
    assert_eq!(counted().await, (0, 5));
    assert!(deliver("first", None, "2026-11-01T03:00:00Z").await, "midnight in São Paulo");
    assert!(deliver("before", None, "2026-11-01T02:59:59Z").await);
    assert!(deliver("own", Some(user_id.clone()), "2026-11-10T12:00:00Z").await);
    assert!(deliver("of another", Some(other), "2026-11-10T12:00:00Z").await);
    assert_eq!(counted().await, (2, 5));
    assert!(!deliver("first", None, "2026-11-20T12:00:00Z").await, "once");
    assert_eq!(counted().await, (2, 5));
    app.advance_days(20);
    assert_eq!(counted().await, (0, 4), "in December");
}

#[db_test]
async fn the_same_gift_sent_twice_is_one_gift(app: Fixture) {
    let user_id = app.person("ana@exemplo.com.br").await;
    let request = grant(&user_id, 1);
    let both = tokio::join!(app.give(request.clone()), app.give(request.clone()));
    assert_eq!(both.0.unwrap().ends_at, both.1.unwrap().ends_at);
    app.advance_days(2);
    app.give(request.clone()).await.unwrap();
    for table in ["payment_courtesies", "audit_log", "mail_messages"] {
        assert_eq!(app.count(&format!("SELECT count(*) FROM {table}"), &[]).await, 1, "{table}");
    }
    let other = app.person("bia@exemplo.com.br").await;
    assert_eq!(code(app.give(Grant { user_id: other, ..request }).await), "person_not_found");
}

#[db_test]
async fn a_grant_begins_where_paid_or_granted_access_ends(app: Fixture) {
    let (user_id, customer) = app.subscriber("ana", "active").await;
    let period_end = NOW + 30 * DAY;
    let first = app.give(grant(&user_id, 1)).await.unwrap();
    assert_eq!(first.starts_at, Timestamp::from_seconds(period_end), "of the paid plan");
    assert_eq!(first.plan, PaidPlan::Scale, "of the paid plan");
    assert_eq!(app.access_of().await, "active scale paid 9999-01-01T00:00:00.000000+00:00");
    let second = app.give(grant(&user_id, 2)).await.unwrap();
    assert_eq!(second.starts_at, first.ends_at);
    app.set(&customer, "cancel_at_period_end", true);
    app.process(&updated(&customer)).await;
    assert_eq!(app.access_of().await, format!("active scale courtesy {}", second.ends_at));
    app.take_back(&user_id).await.unwrap();
    let paid = format!("active scale paid_until_end {}", at(period_end));
    assert_eq!(app.access_of().await, paid, "what was paid stays");
    assert_eq!(code(app.take_back(&user_id).await), "no_courtesy");
}

#[db_test]
async fn a_courtesy_begins_at_once_and_outlasts_the_grace_period(app: Fixture) {
    let (user_id, customer) = app.subscriber("ana", "past_due").await;
    app.charge(&customer, invoice("in_1", &customer, "sub_ana", "open", NOW));
    reconcile_customers(&app.payments).await.unwrap();
    let given = app.give(grant(&user_id, 1)).await.unwrap();
    assert_eq!(given.starts_at, Timestamp::from_seconds(NOW));
    app.advance_days(8);
    assert!(app.has_access(&user_id).await);
    assert_eq!(app.texts("SELECT failed_at FROM payment_invoices WHERE id = 'in_1'", &[]).await, [at(NOW)]);
}

#[sqlite_test]
async fn a_refund_voids_earlier_grants_and_not_later_ones(app: Fixture) {
    let (user_id, customer) = app.subscriber("ana", "active").await;
    app.charge(&customer, invoice("in_1", &customer, "sub_ana", "paid", NOW));
    app.give(grant(&user_id, 1)).await.unwrap();
    app.advance_days(1);
    let charge = json!({ "customer": customer, "payment_intent": "pi_in_1", "refunded": true });
    let mut refunded = event("charge.refunded", charge);
    refunded["created"] = json!(NOW + DAY);
    app.process(&refunded).await;
    assert_eq!(app.access(&user_id).await, (false, "refunded".into()));
    app.advance_days(1);
    app.give(grant(&user_id, 1)).await.unwrap();
    assert_eq!(app.access(&user_id).await, (true, "courtesy".into()));
}

#[db_test]
async fn revoking_a_courtesy_restores_a_row_without_subscription(app: Fixture) {
    let user_id = app.person("ana@exemplo.com.br").await;
    let sql = "INSERT INTO subscribers (id, email, plan, status, current_period_end, access_until, access_reason, created_at, updated_at)
               VALUES ($1, 'ana@exemplo.com.br', 'professional', 'canceled', $2, $2, 'paid_until_end', $3, $3)";
    let end = Timestamp::from_seconds(NOW + 5 * DAY);
    app.execute(sql, &[ids::random_id().into(), end.into(), Timestamp::from_seconds(NOW).into()]).await;
    app.give(grant(&user_id, 1)).await.unwrap();
    assert!(app.has_access(&user_id).await);
    app.take_back(&user_id).await.unwrap();
    assert_eq!(app.access_of().await, format!("canceled professional paid_until_end {end}"));
}

#[db_test]
async fn invalid_courtesies_are_refused(app: Fixture) {
    let user_id = app.person("ana@exemplo.com.br").await;
    let plain = grant(&user_id, 1);
    for (request, refusal) in [
        (Grant { months: 0, ..plain.clone() }, "out_of_range"),
        (Grant { months: 13, ..plain.clone() }, "out_of_range"),
        (Grant { reason: "  ".into(), ..plain.clone() }, "reason_needed"),
        (Grant { reason: "a".repeat(501), ..plain.clone() }, "reason_needed"),
        (Grant { plan: None, ..plain.clone() }, "plan_needed"),
        (Grant { user_id: ids::random_id(), ..plain.clone() }, "person_not_found"),
    ] {
        assert_eq!(code(app.give(request).await), refusal);
    }
    app.execute("UPDATE users SET email = NULL WHERE id = $1", &[user_id.into()]).await;
    assert_eq!(code(app.give(plain).await), "email_not_confirmed");
    assert_eq!(app.access_of().await, "");
}
