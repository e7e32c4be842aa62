//! Entitlements that plans lose: what the file may change, who keeps what until when, and who is notified.

use ateneu_base::{Entitlement, Timestamp, calendar};
use ateneu_membership::{
    PaidPlan, check_subscription,
    entitlements::{self, RecordError, Sold, Withdrawal},
    grant_courtesy, tell_withdrawals,
};
use ateneu_schema::Words;
use ateneu_testkit::{app::entitlements_of, db_test};
use serde_json::json;

use crate::{
    courtesy::grant,
    fixture::{Fixture, NOW, updated},
};

/// Returns the content of the file: the usual plans without podcasts. `plans` are those with a withdrawal, and the days
/// from NOW until it.
fn without_podcasts(plans: &[(PaidPlan, i64)], tells: bool) -> Sold {
    let day = |days| calendar::start_of_day_after(Timestamp::from_seconds(NOW), days);
    Sold {
        plans: listed(Some(Entitlement::Podcasts)),
        withdrawals: plans
            .iter()
            .map(|(plan, days)| Withdrawal {
                plan: *plan,
                entitlement: Entitlement::Podcasts,
                ends_at: day(i32::try_from(*days).unwrap()),
                tells,
            })
            .collect(),
    }
}

fn listed(left_out: Option<Entitlement>) -> Vec<(PaidPlan, Vec<Entitlement>)> {
    let of_plan = |plan: &PaidPlan| {
        let all = entitlements_of(plan.word()).iter().copied();
        (*plan, all.filter(|entitlement| Some(*entitlement) != left_out).collect())
    };
    PaidPlan::ALL.iter().map(of_plan).collect()
}

fn usual() -> Sold {
    Sold { plans: listed(None), withdrawals: Vec::new() }
}

const ALL: [(PaidPlan, i64); 3] =
    [(PaidPlan::Update, 40), (PaidPlan::Scale, 40), (PaidPlan::Professional, 40)];

impl Fixture {
    async fn record(&self, sold: Sold) -> Result<(), RecordError> {
        let now = self.clock.now();
        self.db.write(move |tx| entitlements::record(tx, &sold, now)).await
    }

    async fn refuses(&self, sold: Sold) -> String {
        self.record(sold).await.unwrap_err().to_string()
    }

    async fn hears_podcasts(&self, user_id: &str) -> bool {
        check_subscription(&self.payments, user_id, None)
            .await
            .unwrap()
            .entitlements
            .contains(&Entitlement::Podcasts)
    }

    /// The provider renews the customer's subscription: a period begins now.
    async fn renew(&self, customer: &str) {
        self.set(customer, "current_period_start", self.clock.now().seconds());
        self.process(&updated(customer)).await;
    }
}

#[db_test]
async fn a_plan_loses_an_entitlement_only_when_announced(app: Fixture) {
    let refused = app.refuses(without_podcasts(&[(PaidPlan::Scale, 40)], true)).await;
    for part in [
        "content/plans.toml: the plan \"update\" no longer lists \"podcasts\"",
        "the plan \"professional\" no longer lists \"podcasts\"",
        "[[withdrawals]]\nplan = \"update\"\nright = \"podcasts\"\nfrom = \"2026-12-20\"\ntell = true",
    ] {
        assert!(refused.contains(part), "{part} in\n{refused}");
    }
    assert!(!refused.contains("\"scale\""), "{refused}");
    let soon = app.refuses(without_podcasts(&ALL.map(|(plan, _)| (plan, 29)), true)).await;
    assert!(
        soon.contains("\"2026-12-19\" is announced less than 30 days ahead; write \"2026-12-20\""),
        "{soon}"
    );
    let both = Sold { plans: usual().plans, ..without_podcasts(&ALL, true) };
    assert!(app.refuses(both).await.contains("still lists \"podcasts\""));
    let stored = app.count("SELECT count(*) FROM plan_entitlements WHERE ends_at IS NULL", &[]).await;
    assert_eq!(stored, app.count("SELECT count(*) FROM plan_entitlements", &[]).await, "nothing changed");

    app.record(without_podcasts(&ALL.map(|(plan, _)| (plan, 30)), true)).await.unwrap();
    app.advance_days(60);
    app.record(without_podcasts(&ALL.map(|(plan, _)| (plan, 30)), true)).await.unwrap();
    app.record(without_podcasts(&[], true)).await.unwrap();
    let earlier = app.refuses(without_podcasts(&ALL.map(|(plan, _)| (plan, 29)), true)).await;
    assert!(earlier.contains("announced less than"), "an announced day is not brought forward: {earlier}");
    app.record(without_podcasts(&ALL.map(|(plan, _)| (plan, 61)), true)).await.unwrap();
    app.record(usual()).await.unwrap();
    assert_eq!(stored, app.count("SELECT count(*) FROM plan_entitlements WHERE ends_at IS NULL", &[]).await);
    assert!(
        app.refuses(without_podcasts(&[], true)).await.contains("no longer lists"),
        "put back, taken anew"
    );
}

#[db_test]
async fn an_empty_table_is_filled_without_an_announcement(app: Fixture) {
    app.execute("DELETE FROM plan_entitlements", &[]).await;
    app.record(without_podcasts(&[], false)).await.unwrap();
    assert!(app.count("SELECT count(*) FROM plan_entitlements", &[]).await > 0);
}

#[db_test]
async fn members_keep_a_withdrawn_entitlement_until_renewal(app: Fixture) {
    let (ana, customer) = app.subscriber("ana", "active").await;
    let (unknown, _) = app.subscriber("bia", "active").await;
    app.advance_days(1);
    app.renew(&customer).await;
    app.record(without_podcasts(&ALL, true)).await.unwrap();
    assert!(app.hears_podcasts(&ana).await && app.hears_podcasts(&unknown).await);
    app.advance_days(30);
    app.renew(&customer).await;
    assert!(app.hears_podcasts(&ana).await, "a renewal before the day changes nothing");
    app.advance_days(15);
    assert!(app.hears_podcasts(&ana).await, "the period paid before the day goes on");
    app.advance_days(15);
    app.renew(&customer).await;
    assert!(!app.hears_podcasts(&ana).await);
    assert!(app.has_access(&ana).await, "and nothing else ends");
    assert!(app.hears_podcasts(&unknown).await, "an unknown beginning counts as before");
    app.record(usual()).await.unwrap();
    assert!(app.hears_podcasts(&ana).await, "put back");
}

#[db_test]
async fn new_members_do_not_get_a_withdrawn_entitlement(app: Fixture) {
    app.advance_days(1);
    app.record(without_podcasts(&ALL, true)).await.unwrap();
    app.advance_days(1);
    let (ana, _) = app.subscriber("ana", "active").await;
    // The mock's subscriptions begin at NOW.
    app.set("cus_ana", "created", app.clock.now().seconds());
    app.process(&updated("cus_ana")).await;
    assert!(app.has_access(&ana).await && !app.hears_podcasts(&ana).await);
    let bia = app.person("bia@exemplo.com.br").await;
    grant_courtesy(&app.payments, grant(&bia, 3), |_, _| Ok(())).await.unwrap();
    assert!(app.has_access(&bia).await && !app.hears_podcasts(&bia).await);
}

#[db_test]
async fn affected_members_are_notified_once_and_listed(app: Fixture) {
    let (ana, _) = app.subscriber("ana", "active").await;
    let (_, leaving) = app.subscriber("leo", "active").await;
    app.set(&leaving, "cancel_at_period_end", true);
    app.process(&updated(&leaving)).await;
    app.subscriber("ivo", "unpaid").await;
    app.advance_days(1);
    app.record(without_podcasts(&ALL, true)).await.unwrap();
    let panel = app.panel().await;
    let listed = panel.done("list-withdrawals", json!({})).await;
    let withdrawals = listed["withdrawals"].as_array().unwrap();
    assert_eq!(withdrawals.len(), 1, "those of plans without members concern nobody: {listed}");
    assert_eq!(withdrawals[0]["plan"], "scale");
    assert_eq!(withdrawals[0]["entitlement"], "podcasts");
    assert_eq!(withdrawals[0]["ends_at"], "2026-12-30T03:00:00.000000+00:00");
    assert_eq!(withdrawals[0]["count"], 1, "who leaves before the day loses nothing");
    assert_eq!(withdrawals[0]["members"][0]["id"], ana.as_str());
    assert_eq!(withdrawals[0]["notified_at"], json!(null));

    assert_eq!(tell_withdrawals(&app.payments).await.unwrap(), 1);
    assert_eq!(tell_withdrawals(&app.payments).await.unwrap(), 0);
    let emails = app.emails("ana@exemplo.com.br").await;
    let notices: Vec<_> = emails.iter().filter(|email| email.subject == "O seu plano vai mudar").collect();
    assert_eq!(notices.len(), 1);
    assert!(notices[0].text.contains("A partir de 30/12/2026, o plano scale deixa de incluir: podcasts."));
    let others =
        app.count("SELECT count(*) FROM mail_messages WHERE subject = 'O seu plano vai mudar'", &[]).await;
    assert_eq!(others, 1);
    assert_ne!(panel.done("list-withdrawals", json!({})).await["withdrawals"][0]["notified_at"], json!(null));

    app.record(without_podcasts(&ALL.map(|(plan, _)| (plan, 50)), false)).await.unwrap();
    assert_eq!(tell_withdrawals(&app.payments).await.unwrap(), 0, "the owner tells them");
    app.record(without_podcasts(&ALL.map(|(plan, _)| (plan, 50)), true)).await.unwrap();
    assert_eq!(tell_withdrawals(&app.payments).await.unwrap(), 1, "another day is notified again");
}
