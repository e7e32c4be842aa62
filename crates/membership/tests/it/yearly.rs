//! Plans that are sold by the year.

use ateneu_base::{Caller, Facts, Timestamp};
use ateneu_functions::ListPage;
use ateneu_membership::{
    PaidPlan, PlanPeriod, check_subscription,
    members::{
        ListCharges, ListMembers, list_charges, list_members, read_income, read_member, resend_receipt,
    },
    open_checkout, open_portal, sync_member,
};
use ateneu_testkit::{
    db_test,
    mocks::MockReply,
    panel::{Who, admin},
    sqlite_test,
};
use serde_json::{Value, json};

use crate::{
    fixture::{Fixture, MONTH, NOW, YEAR, code, invoice},
    panel::{all_charges, all_members},
    shop::{CARD, Shop},
};

impl Fixture {
    /// A member by the year, who paid now; the ids of the person and of the customer.
    async fn yearly_member(&self) -> (String, String) {
        let (user_id, customer) = self.subscriber("ana", "active").await;
        {
            let mut stripe = self.stripe.data();
            let item = &mut stripe.subscriptions.get_mut(&customer).unwrap()[0]["items"]["data"][0];
            item["price"] = json!({ "lookup_key": "scale_year", "recurring": { "interval": "year" } });
            item["current_period_end"] = json!(NOW + 365 * 86_400);
        }
        let mut paid = invoice("in_year", &customer, "sub_ana", "paid", NOW);
        paid["total"] = json!(97_000);
        paid["status_transitions"] = json!({ "paid_at": NOW });
        self.charge(&customer, paid);
        sync_member(&self.payments, &user_id).await.unwrap();
        (user_id, customer)
    }
}

#[db_test]
async fn a_year_is_sold_by_its_own_price_on_its_own_page(app: Fixture) {
    let user_id = app.person("ana@exemplo.com.br").await;
    let monthly = open_checkout(&app.payments, &user_id, "scale", MONTH).await.unwrap();
    let yearly = open_checkout(&app.payments, &user_id, "scale", YEAR).await.unwrap();
    assert_ne!(monthly, yearly);
    assert_eq!(app.received("POST", "/expire").len(), 1, "the page for the month is closed");
    assert_eq!(open_checkout(&app.payments, &user_id, "scale", YEAR).await.unwrap(), yearly);
    let prices: Vec<_> =
        app.pages_made().into_iter().map(|mut form| form.remove("line_items[0][price]").unwrap()).collect();
    assert_eq!(prices, ["price_scale", "price_scale_year"]);
    let stored = "SELECT state || ' ' || period FROM payment_checkouts ORDER BY period";
    assert_eq!(app.texts(stored, &[]).await, ["expired month", "open year"]);
}

#[sqlite_test]
async fn a_plan_without_a_yearly_price_is_not_sold_by_the_year(app: Fixture) {
    let user_id = app.person("ana@exemplo.com.br").await;
    let before = app.stripe.received().len();
    assert_eq!(code(open_checkout(&app.payments, &user_id, "professional", YEAR).await), "period_not_sold");
    assert_eq!(code(open_checkout(&app.payments, &user_id, "enterprise", YEAR).await), "plan_not_sold_here");
    assert_eq!(code(open_checkout(&app.payments, &user_id, "gold", YEAR).await), "unknown_plan");
    assert_eq!(app.stripe.received().len(), before, "the provider receives nothing");
    app.stripe.data().prices.remove("scale_year");
    assert_eq!(code(open_checkout(&app.payments, &user_id, "scale", YEAR).await), "price_missing");
    assert!(app.texts("SELECT id FROM payment_checkouts", &[]).await.is_empty());
}

#[sqlite_test]
async fn a_yearly_price_charged_at_another_interval_is_refused(app: Fixture) {
    let user_id = app.person("ana@exemplo.com.br").await;
    for (interval, count) in [("month", 1), ("year", 2), ("week", 1)] {
        app.stripe.reply_with(move |_| {
            let price = json!({ "id": "price_scale_year", "unit_amount": 97_000, "currency": "brl",
                "recurring": { "interval": interval, "interval_count": count } });
            MockReply::json(&json!({ "data": [price] }))
        });
        let refused = open_checkout(&app.payments, &user_id, "scale", YEAR).await;
        assert_eq!(code(refused), "price_changed", "{count} {interval}");
    }
    assert_eq!(app.alerts().await, 2, "one for each price that is found there");
    assert!(app.received("POST", "/").is_empty(), "nothing is made");
    app.stripe.recover();
    open_checkout(&app.payments, &user_id, "scale", YEAR).await.unwrap();
}

#[sqlite_test]
async fn the_function_takes_the_period_and_refuses_others(app: Fixture) {
    let user_id = app.person("ana@exemplo.com.br").await;
    let panel = app.panel().await;
    let caller: Who = Ok(Caller::person(user_id, Facts::default()));
    let ask = async |payload: Value| panel.refused(&caller, "create-checkout", payload).await;
    for (period, status, refusal) in [
        ("year", 400, "period_not_sold"),
        ("week", 400, "invalid_payload"),
        ("Year", 400, "invalid_payload"),
        ("", 400, "invalid_payload"),
    ] {
        let refused = ask(json!({ "planType": "professional", "period": period })).await;
        assert_eq!(refused, (status, refusal.to_owned()), "{period:?}");
    }
    let payload = json!({ "planType": "scale", "period": "year" });
    let opened = panel.call(&caller, "create-checkout", &payload).await;
    assert!(opened.json()["url"].as_str().unwrap().starts_with("https://pay.test/cs_"));
    let refused = json!({ "planType": "professional", "period": "year" });
    let refused = panel.call(&caller, "create-checkout", &refused).await;
    assert!(refused.text().contains("Este plano não é vendido por ano. Escolha a cobrança mensal."));
}

#[db_test]
async fn yearly_subscriptions_are_named_in_lists_and_emails(app: Fixture) {
    let (user_id, _) = app.yearly_member().await;
    let status = check_subscription(&app.payments, &user_id, None).await.unwrap();
    assert_eq!(status.subscription.unwrap().period, Some(YEAR));
    let members =
        list_members(&app.payments, &ListMembers::default(), ListPage::of(None)).await.unwrap().members;
    assert_eq!((members[0].plan, members[0].period), (Some(PaidPlan::Scale), Some(YEAR)));
    let detail = read_member(&app.payments, &user_id).await.unwrap();
    assert_eq!(detail.subscriptions[0].period, Some(YEAR));
    let charges = list_charges(&app.payments, &ListCharges::default(), ListPage::of(None)).await.unwrap();
    assert_eq!((charges.charges[0].amount, charges.charges[0].period), (97_000, Some(YEAR)));
    let panel = app.panel().await;
    for (name, payload, line) in [
        ("export-members", all_members(), ";scale;anual;Ativa;"),
        ("export-charges", all_charges(), ";scale;anual;970,00;Paga;"),
    ] {
        let response = panel.call(&admin(), name, &payload).await;
        let text = response.text();
        assert!(text.contains(";Plano;Período;") && text.contains(line), "{text}");
    }
    app.execute("DELETE FROM mail_messages", &[]).await;
    resend_receipt(&app.payments, &user_id, "in_year", |_| Ok(())).await.unwrap();
    let receipt = app.email("ana@exemplo.com.br").await.text;
    assert!(receipt.contains("scale, por ano") && receipt.contains("R$ 970,00"), "{receipt}");
}

#[sqlite_test]
async fn a_year_is_withdrawn_whole_and_counts_as_a_twelfth(app: Fixture) {
    let (user_id, _) = app.yearly_member().await;
    let refund = check_subscription(&app.payments, &user_id, None).await.unwrap().refund;
    assert_eq!(refund.map(|refund| (refund.state, refund.amount)), Some(("open", 97_000)));

    app.subscriber("bia", "active").await;
    let month = read_income(&app.payments).await.unwrap().months.remove(11);
    assert_eq!((month.paying, month.recurring, month.received), (2, 8_083 + 9_700, 97_000));
}

#[db_test]
async fn the_sandbox_sells_and_renews_years(shop: Shop) {
    let (user_id, page) = shop.checkout("scale", YEAR).await;
    let text = shop.page(&page).await;
    for words in ["Assinatura anual", "Plano Scale anual", "R$ 970,00", "por ano"] {
        assert!(text.contains(words), "{words}: {text}");
    }
    shop.press(&page, &CARD).await;
    let ends = async || {
        let sql = "SELECT current_period_end FROM payment_subscriptions WHERE user_id = $1";
        shop.text(sql, &[(&user_id).into()]).await.unwrap()
    };
    assert_eq!(ends().await, "2027-11-21T00:13:20.000000+00:00");
    let sql = "SELECT email FROM users WHERE id = $1";
    let address = shop.text(sql, &[(&user_id).into()]).await.unwrap();
    let email = &shop.emails(&address).await[0];
    assert!(email.text.contains("plano scale anual") && email.text.contains("todo ano"), "{}", email.text);
    shop.manage(&user_id, "renovar").await;
    assert_eq!(ends().await, "2028-11-21T00:13:20.000000+00:00");
    assert_eq!(shop.charged(&user_id).await, ["97000 scale year", "97000 scale year"]);
}

#[sqlite_test]
async fn a_change_of_period_credits_the_rest_of_the_month(shop: Shop) {
    let user_id = shop.buy("scale", MONTH).await;
    // Ten of the thirty days of this month are over.
    shop.advance_days(10);
    let portal = open_portal(&shop.payments, &user_id).await.unwrap();
    let text = shop.page(&portal).await;
    for words in [
        "Scale anual, R$ 970,00 por ano: R$ 905,34 agora",
        "Update anual, R$ 470,00 por ano: R$ 405,34 agora",
        "Professional, R$ 197,00 por mês: R$ 66,66 agora",
        "Update, R$ 47,00 por mês: a partir de 20/12/2026",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert!(!text.contains("Professional anual"), "it is not sold");
    shop.change(&user_id, "professional_year", 400).await;
    shop.change(&user_id, "scale", 303).await;
    // Sent twice, the form changes and charges once.
    shop.change(&user_id, "scale_year", 303).await;
    shop.change(&user_id, "scale_year", 303).await;
    assert_eq!(shop.charged(&user_id).await, ["90534 scale year", "9700 scale month"]);
    let status =
        async || check_subscription(&shop.payments, &user_id, None).await.unwrap().subscription.unwrap();
    let subscription = status().await;
    assert_eq!(subscription.period, Some(PlanPeriod::Year));
    assert_eq!(subscription.current_period_end, Timestamp::parse("2027-12-01T00:13:20Z").ok());
    // Back to months only when the year is over.
    shop.change(&user_id, "update", 303).await;
    let text = shop.page(&portal).await;
    assert!(text.contains("Muda para o plano Update em 30/11/2027."), "{text}");
    let subscription = status().await;
    assert_eq!((subscription.plan, subscription.next_amount), (Some(PaidPlan::Scale), Some(4_700)));
    shop.manage(&user_id, "renovar").await;
    assert_eq!(shop.charged(&user_id).await, ["4700 update month", "90534 scale year", "9700 scale month"]);
    let subscription = status().await;
    assert_eq!((subscription.plan, subscription.period), (Some(PaidPlan::Update), Some(MONTH)));
    assert_eq!(subscription.current_period_end, Timestamp::parse("2027-12-31T00:13:20Z").ok());
}

#[db_test]
async fn a_canceled_or_foreign_subscription_cannot_be_changed(shop: Shop) {
    let user_id = shop.buy("scale", YEAR).await;
    shop.manage(&user_id, "cancelar").await;
    shop.change(&user_id, "professional", 400).await;
    let other = shop.buy("update", MONTH).await;
    let (portal, foreign) =
        (open_portal(&shop.payments, &user_id).await.unwrap(), shop.subscription(&other).await);
    let form = [("action", "mudar"), ("subscription", foreign.as_str()), ("offer", "scale")];
    assert_eq!(shop.press(&portal, &form).await.0, 404, "of somebody else");
    assert_eq!(shop.charged(&other).await, ["4700 update month"]);
}

impl Shop {
    /// Amount, plan and period of every charge.
    async fn charged(&self, user_id: &str) -> Vec<String> {
        let sql = "SELECT CAST(amount AS text) || ' ' || plan || ' ' || period AS text FROM payment_invoices
                   WHERE user_id = $1 ORDER BY plan DESC, period, amount";
        let mut all = self.texts(sql, &[user_id.into()]).await;
        all.sort();
        all
    }

    /// Chooses another offer in the portal.
    async fn change(&self, user_id: &str, offer: &str, status: u16) {
        let portal = open_portal(&self.payments, user_id).await.unwrap();
        let form =
            [("action", "mudar"), ("subscription", &self.subscription(user_id).await), ("offer", offer)];
        assert_eq!(self.press(&portal, &form).await.0, status, "{offer}");
    }
}
