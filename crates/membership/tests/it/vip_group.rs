//! The VIP group: access to its URL, and removals.

use ateneu_base::{Caller, Facts};
use ateneu_testkit::{Panel, db_test, panel::Who};
use serde_json::{Value as Json, json};

use crate::fixture::{Fixture, updated};

use ateneu_membership::open_vip_group;

const ADDRESS: &str = "https://chat.whatsapp.example/convite";

impl Fixture {
    async fn store_vip_address(&self, address: &str) {
        self.settings().await.set("vip_group_address", address, None).await.unwrap();
    }
}

fn member(user_id: &str) -> Who {
    Ok(Caller::person(user_id, Facts::default()))
}

async fn removals(panel: &Panel, list: &str) -> Vec<String> {
    let removals = panel.done("list-vip-removals", json!({})).await;
    removals[list]
        .as_array()
        .unwrap()
        .iter()
        .map(|person| person["id"].as_str().unwrap().to_owned())
        .collect()
}

fn mark(user_id: &str, removed: bool) -> Json {
    json!({ "user_id": user_id, "removed": removed })
}

#[db_test]
async fn only_entitled_members_get_the_address_and_are_logged(app: Fixture) {
    let panel = app.panel().await;
    let (ana, customer) = app.subscriber("ana", "active").await;
    let open = async |who: Who| panel.refused(&who, "open-vip-group", json!({})).await;
    let visitor = || Ok(Caller::anonymous());
    assert_eq!(open(visitor()).await, (401, "not_signed_in".into()));
    let other = app.person("bia@exemplo.com.br").await;
    assert_eq!(open(member(&other)).await, (403, "plan_required".into()));
    assert_eq!(open(member(&ana)).await, (409, "vip_group_unset".into()));
    assert_eq!(app.count("SELECT count(*) FROM vip_group_openings", &[]).await, 0);

    app.store_vip_address(ADDRESS).await;
    let logged = app.texts("SELECT old_value || ' ' || new_value FROM audit_log", &[]).await;
    assert_eq!(logged, [" •••"], "the audit log does not repeat it");
    assert_eq!(panel.call(&member(&ana), "open-vip-group", &json!({})).await.json()["url"], ADDRESS);
    assert_eq!(open(member(&other)).await, (403, "plan_required".into()));
    let openings = "SELECT user_id FROM vip_group_openings";
    assert_eq!(app.texts(openings, &[]).await, [ana.as_str()]);
    for _ in 0..60 {
        open_vip_group(&app.payments, &ana).await.unwrap();
    }
    assert_eq!(app.count("SELECT count(*) FROM vip_group_openings", &[]).await, 50);

    // A plan without the group.
    let price = json!({ "id": "price_update", "lookup_key": "update" });
    app.stripe.data().subscriptions.get_mut(&customer).unwrap()[0]["items"]["data"][0]["price"] = price;
    app.process(&updated(&customer)).await;
    assert_eq!(open(member(&ana)).await, (403, "plan_required".into()));
    app.execute("DELETE FROM users WHERE id = $1", &[(&ana).into()]).await;
    assert_eq!(app.count("SELECT count(*) FROM vip_group_openings", &[]).await, 0, "erased with the account");
    assert_eq!(app.count("SELECT count(*) FROM vip_group_members", &[]).await, 0);
}

#[db_test]
async fn people_without_the_plan_are_listed_until_they_are_removed(app: Fixture) {
    let (ana, customer) = app.subscriber("ana", "active").await;
    app.store_vip_address(ADDRESS).await;
    open_vip_group(&app.payments, &ana).await.unwrap();
    let panel = app.panel().await;
    assert!(removals(&panel, "due").await.is_empty(), "who is entitled stays");
    panel.refuses("mark-vip-removal", mark(&ana, true), (409, "not_to_remove")).await;

    app.set(&customer, "status", "unpaid");
    app.process(&updated(&customer)).await;
    assert_eq!(removals(&panel, "due").await, [ana.as_str()]);
    panel.done("mark-vip-removal", mark(&ana, true)).await;
    assert!(removals(&panel, "due").await.is_empty());
    let listed = panel.done("list-vip-removals", json!({})).await;
    assert_eq!(listed["is_set"], true);
    assert_eq!(listed["removed"][0]["id"], ana.as_str());
    assert_eq!(listed["removed"][0]["removed_by"], "eu@exemplo.com.br");
    assert_ne!(listed["removed"][0]["removed_at"], json!(null));
    panel.refuses("mark-vip-removal", mark(&ana, true), (409, "not_to_remove")).await;
    panel.done("mark-vip-removal", mark(&ana, false)).await;
    assert_eq!(removals(&panel, "due").await, [ana.as_str()], "the mark is taken back");
    panel.done("mark-vip-removal", mark(&ana, true)).await;

    app.set(&customer, "status", "active");
    app.process(&updated(&customer)).await;
    assert!(removals(&panel, "due").await.is_empty());
    app.advance_days(1);
    open_vip_group(&app.payments, &ana).await.unwrap();
    assert!(removals(&panel, "removed").await.is_empty(), "back in the group");
    app.set(&customer, "status", "unpaid");
    app.process(&updated(&customer)).await;
    assert_eq!(removals(&panel, "due").await, [ana]);
}
