//! Another plan: what it costs now, and the page that confirms it.

use ateneu_membership::{
    PaidPlan, PlanChange, PlanPeriod, check_subscription, portal_to_confirm, preview_plan_change,
};
use ateneu_testkit::{db_test, mocks::stripe::refusal, sqlite_test};
use serde_json::json;

use crate::{
    fixture::{Fixture, MONTH, YEAR, code},
    shop::Shop,
};

const PATH: &str = "/membros/conteudo/0192f000-0000-7000-8000-000000000001";

#[db_test]
async fn the_sandbox_previews_by_the_days_left_and_charges_that(shop: Shop) {
    let user_id = shop.buy("update", MONTH).await;
    // Ten of the thirty days of this month are over.
    shop.advance_days(10);
    let preview = async |plan| preview_plan_change(&shop.payments, &user_id, plan).await;
    let scale = preview("scale").await.unwrap();
    let renews_at = scale.renews_at;
    let expected = |plan, price, due| PlanChange { plan, period: PlanPeriod::Month, price, due, renews_at };
    assert_eq!(scale, expected(PaidPlan::Scale, 9_700, Some(3_333)));
    assert_eq!(
        preview("professional").await.unwrap(),
        expected(PaidPlan::Professional, 19_700, Some(10_000))
    );
    let page = portal_to_confirm(&shop.payments, &user_id, "scale", Some(PATH)).await.unwrap();
    let text = shop.page(&page).await;
    assert!(text.contains("Confirme a mudança de plano") && text.contains("R$ 33,33 agora"), "{text}");
    let subscription = shop.subscription(&user_id).await;
    let form = [("action", "mudar"), ("subscription", subscription.as_str()), ("offer", "scale")];
    let (status, leads_to, _) = shop.press(&page, &form).await;
    assert_eq!((status, leads_to), (303, format!("{}{PATH}", shop.base)));
    let known = check_subscription(&shop.payments, &user_id, None).await.unwrap().subscription.unwrap();
    assert_eq!(known.plan, Some(PaidPlan::Scale));
    // A smaller plan begins with the next charge: the paid period stays.
    assert_eq!(preview("update").await.unwrap(), expected(PaidPlan::Update, 4_700, None));
    assert_eq!(code(preview("scale").await), "already_on_plan");
}

#[sqlite_test]
async fn a_change_that_makes_no_sense_is_refused(shop: Shop) {
    let user_id = shop.buy("scale", YEAR).await;
    let preview = async |plan| code(preview_plan_change(&shop.payments, &user_id, plan).await);
    assert_eq!(preview("gold").await, "unknown_plan");
    assert_eq!(preview("enterprise").await, "plan_not_sold_here");
    assert_eq!(preview("professional").await, "period_not_sold");
    for back in ["//outra.test", "/pricing", "/membros/../admin"] {
        let page = portal_to_confirm(&shop.payments, &user_id, "update", Some(back)).await;
        assert_eq!(code(page), "invalid_return", "{back}");
    }
    shop.manage(&user_id, "cancelar").await;
    assert_eq!(preview("update").await, "plan_change_blocked");
    let visitor = shop.person().await;
    assert_eq!(code(preview_plan_change(&shop.payments, &visitor, "scale").await), "no_subscription");
    for _ in 0..30 {
        let _ = preview_plan_change(&shop.payments, &visitor, "scale").await;
    }
    let refused = preview_plan_change(&shop.payments, &visitor, "scale").await;
    assert_eq!(code(refused), "over_request_rate_limit");
}

#[sqlite_test]
async fn stripe_previews_an_invoice_and_confirms_in_its_portal(app: Fixture) {
    let (user_id, customer) = app.subscriber("ana", "active").await;
    let price = json!({ "id": "price_update", "lookup_key": "update", "unit_amount": 4_700 });
    app.set(&customer, "items", json!({ "data": [{ "id": "si_1", "price": price }] }));
    let change = preview_plan_change(&app.payments, &user_id, "scale").await.unwrap();
    assert_eq!((change.price, change.due), (9_700, Some(2_500)));
    let asked = app.received("POST", "/v1/invoices/create_preview").remove(0).form();
    for (name, value) in [
        ("subscription", "sub_ana"),
        ("subscription_details[items][0][id]", "si_1"),
        ("subscription_details[items][0][price]", "price_scale"),
        ("subscription_details[proration_behavior]", "always_invoice"),
    ] {
        assert_eq!(asked[name], value, "{name}");
    }
    portal_to_confirm(&app.payments, &user_id, "scale", Some(PATH)).await.unwrap();
    let flow = app.received("POST", "/v1/billing_portal/sessions").remove(0).form();
    assert_eq!(flow["flow_data[type]"], "subscription_update_confirm");
    assert_eq!(flow["flow_data[subscription_update_confirm][items][0][price]"], "price_scale");
    assert!(flow["flow_data[after_completion][redirect][return_url]"].ends_with(PATH));
    // Where changes are switched off, the portal opens at its first page.
    app.stripe.intercept(|data, request| match request.form().contains_key("flow_data[type]") {
        true => refusal(400, "invalid_request_error", ""),
        false => data.reply(request),
    });
    portal_to_confirm(&app.payments, &user_id, "scale", None).await.unwrap();
    let last = app.received("POST", "/v1/billing_portal/sessions").pop().unwrap().form();
    assert!(!last.contains_key("flow_data[type]"));
}
