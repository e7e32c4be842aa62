//! The members as administrators see them, and what they bring in.

use std::{num::NonZeroU32, time::Duration};

use ateneu_base::{Timestamp, Value, ids};
use ateneu_functions::{ListPage, Refusal};
use ateneu_membership::{
    PaidPlan, grant_courtesy,
    members::{
        ChargeState, Income, ListCharges, ListMembers, MemberState, MonthFigures, find_account, list_charges,
        list_members, read_income, read_member, recent_changes, resend_receipt, send_membership_link,
    },
    sync_member, work_events,
};
use ateneu_testkit::db_test;
use serde_json::{Value as Json, json};

use crate::{
    courtesy::grant,
    fixture::{Fixture, NOW, code, invoice, subscription, updated},
};

const DAY: i64 = 86_400;

fn at(text: &str) -> Timestamp {
    Timestamp::parse(text).unwrap()
}

/// Months of the calendar between 21 November 2026, the day of the app, and another instant.
fn until(text: &str) -> Duration {
    Duration::from_micros(u64::try_from(at(text).micros() - Timestamp::from_seconds(NOW).micros()).unwrap())
}

impl Fixture {
    /// The members' addresses, in the order of the list.
    async fn listed(&self, request: ListMembers) -> Vec<String> {
        let page = list_members(&self.payments, &request, ListPage::of(request.page)).await.unwrap();
        page.members.into_iter().filter_map(|member| member.email).collect()
    }

    async fn subscribed(&self, user_id: &str, plan: &str, status: &str, times: [Option<&str>; 3]) {
        let [started, canceled, ended] = times.map(|text| text.map(at));
        let sql = "INSERT INTO payment_subscriptions (id, user_id, customer_id, plan, status, started_at, canceled_at,
                       ended_at, created_at, updated_at) VALUES ($1, $2, 'cus', $3, $4, $5, $6, $7, $5, $5)";
        let values: Vec<Value> = vec![
            ids::random_id().into(),
            user_id.into(),
            plan.into(),
            status.into(),
            started.into(),
            canceled.into(),
            ended.into(),
        ];
        self.execute(sql, &values).await;
    }

    async fn charged(&self, user_id: &str, amount: i64, paid: Option<&str>, failed: Option<&str>) {
        let status = if paid.is_some() { "paid" } else { "open" };
        let sql =
            "INSERT INTO payment_invoices (id, user_id, plan, status, amount, currency, paid_at, failed_at,
                       created_at, updated_at) VALUES ($1, $2, 'scale', $3, $4, 'brl', $5, $6, $7, $7)";
        let values: Vec<Value> = vec![
            ids::random_id().into(),
            user_id.into(),
            status.into(),
            amount.into(),
            paid.map(at).into(),
            failed.map(at).into(),
            self.clock.now().into(),
        ];
        self.execute(sql, &values).await;
    }
}

fn figures(month: &str, income: &Income) -> MonthFigures {
    let found = income.months.iter().find(|figures| figures.month == month);
    found.cloned().unwrap()
}

#[db_test]
async fn members_are_filtered_by_state_searched_and_paged(app: Fixture) {
    let mut people = Vec::new();
    for (name, status) in [
        ("ana", "active"),
        ("bia", "active"),
        ("caio", "past_due"),
        ("davi", "unpaid"),
        ("eva", "canceled"),
        ("iris", "incomplete"),
    ] {
        people.push(app.subscriber(name, status).await);
    }
    let charge = invoice("in_1", "cus_caio", "sub_caio", "open", NOW);
    app.charge("cus_caio", charge);
    app.set("cus_bia", "cancel_at_period_end", true);
    app.stripe.data().subscriptions.get_mut("cus_eva").unwrap()[0]["items"]["data"][0]["current_period_end"] =
        json!(NOW - DAY);
    for (_, customer) in &people {
        app.post_event(&updated(customer)).await;
    }
    work_events(&app.payments).await.unwrap();
    let given = app.person("gil@exemplo.com.br").await;
    grant_courtesy(&app.payments, grant(&given, 1), |_, _| Ok(())).await.unwrap();
    app.person("nunca@exemplo.com.br").await;
    for (state, expected) in [
        (MemberState::Active, "ana@exemplo.com.br"),
        (MemberState::Ending, "bia@exemplo.com.br"),
        (MemberState::Grace, "caio@exemplo.com.br"),
        (MemberState::Suspended, "davi@exemplo.com.br"),
        (MemberState::Ended, "eva@exemplo.com.br"),
        (MemberState::Courtesy, "gil@exemplo.com.br"),
        (MemberState::Pending, "iris@exemplo.com.br"),
    ] {
        let page = list_members(
            &app.payments,
            &ListMembers { state: Some(state), ..ListMembers::default() },
            ListPage::of(None),
        )
        .await
        .unwrap();
        let found: Vec<_> =
            page.members.iter().map(|member| (member.email.as_deref(), member.state, page.total)).collect();
        assert_eq!(found, [(Some(expected), state, 1)], "the list and the row agree");
    }
    assert_eq!(
        app.listed(ListMembers::default()).await.len(),
        7,
        "people who never were members are not listed"
    );
    app.execute("UPDATE users SET search_text = email", &[]).await;
    for (search, expected) in [
        (ListMembers { plan: Some(PaidPlan::Update), ..ListMembers::default() }, &["gil@exemplo.com.br"][..]),
        (
            ListMembers { search: Some("BIA exemplo".into()), ..ListMembers::default() },
            &["bia@exemplo.com.br"],
        ),
        (ListMembers { search: Some("%' OR 1=1 --".into()), ..ListMembers::default() }, &[]),
        (ListMembers { page: NonZeroU32::new(2), ..ListMembers::default() }, &[]),
    ] {
        assert_eq!(app.listed(search.clone()).await, expected, "{search:?}");
    }
    app.execute("UPDATE users SET deleted_at = created_at WHERE id = $1", &[given.into()]).await;
    assert_eq!(app.listed(ListMembers::default()).await.len(), 6);
}

#[db_test]
async fn member_details_show_subscriptions_and_receipts(app: Fixture) {
    let (user_id, customer) = app.subscriber("ana", "active").await;
    app.charge(&customer, invoice("in_1", &customer, "sub_ana", "paid", NOW - 30 * DAY));
    app.charge(&customer, invoice("in_2", &customer, "sub_ana", "draft", NOW));
    assert!(sync_member(&app.payments, &user_id).await.unwrap());
    let whole = read_member(&app.payments, &user_id).await.unwrap();
    assert_eq!(whole.email.as_deref(), Some("ana@exemplo.com.br"));
    assert_eq!(whole.subscriptions[0].status.as_str(), "active");
    let receipts: Vec<_> =
        whole.receipts.iter().map(|receipt| (receipt.id.as_str(), receipt.amount)).collect();
    assert_eq!(receipts, [("in_1", 9_700), ("in_first_ana", 0)], "drafts are no receipts");
    let member = whole.member.unwrap();
    assert_eq!(member.paid_amount, Some(9_700));
    assert_eq!(member.until, None);
    assert_eq!(member.since, Some(Timestamp::from_seconds(NOW)));
    let other = app.person("bia@exemplo.com.br").await;
    assert!(read_member(&app.payments, &other).await.unwrap().member.is_none());
    assert!(!sync_member(&app.payments, &other).await.unwrap(), "nobody to ask about");
    assert_eq!(find_account(&app.payments, " BIA@exemplo.com.br ").await.unwrap(), other);
    for nobody in ["", "x@exemplo.com.br", "%", "' OR 1=1 --"] {
        assert_eq!(code(find_account(&app.payments, nobody).await), "person_not_found", "{nobody}");
    }
}

#[db_test]
async fn income_is_counted_by_months_of_brasilia_time(app: Fixture) {
    let ana = app.person("ana@exemplo.com.br").await;
    // The last instant of October there, and the first of November.
    app.charged(&ana, 9_700, Some("2026-11-01T02:59:59.999999Z"), None).await;
    app.charged(&ana, 4_700, Some("2026-11-01T03:00:00Z"), None).await;
    app.charged(&ana, 9_700, Some("2026-11-20T12:00:00Z"), Some("2026-10-31T12:00:00Z")).await;
    app.charged(&ana, 9_700, None, Some("2026-11-02T12:00:00Z")).await;
    app.charged(&ana, 0, None, Some("2026-11-02T12:00:00Z")).await;
    app.charged(&ana, 19_700, Some("2025-11-30T12:00:00Z"), None).await;
    app.charged(&ana, 1_111, Some("2026-11-03T12:00:00Z"), None).await;
    app.execute("UPDATE payment_invoices SET refunded_at = paid_at WHERE amount = 1111", &[]).await;
    let income = read_income(&app.payments).await.unwrap();
    let months: Vec<_> = income.months.iter().map(|figures| figures.month.as_str()).collect();
    assert_eq!((months.len(), months[0], months[11]), (12, "2025-12", "2026-11"));
    let (october, november) = (figures("2026-10", &income), figures("2026-11", &income));
    assert_eq!((october.received, october.failed), (9_700, 1));
    assert_eq!((november.received, november.failed), (14_400, 1), "paid later, it had failed all the same");
    let received: i64 = income.months.iter().map(|figures| figures.received).sum();
    assert_eq!(received, 24_100, "a year ago is not shown");
}

#[db_test]
async fn charges_of_other_products_are_no_income(app: Fixture) {
    let (user_id, customer) = app.subscriber("ana", "active").await;
    let price = json!({ "id": "price_x", "recurring": { "interval": "month" } });
    for (id, status) in [("sub_gold", "active"), ("sub_owed", "past_due")] {
        let mut other = subscription(id, &customer, status);
        other["items"]["data"][0]["price"] = price.clone();
        other["metadata"] = json!({ "plan": "professional" });
        app.stripe.data().subscriptions.get_mut(&customer).unwrap().push(other);
    }
    let paid = |id: &str, subscription: &str, created: i64| {
        let mut paid = invoice(id, &customer, subscription, "paid", created);
        paid["status_transitions"] = json!({ "paid_at": created });
        paid
    };
    app.charge(&customer, paid("in_ours", "sub_ana", NOW));
    app.charge(&customer, paid("in_gold", "sub_gold", NOW + 60));
    app.charge(&customer, invoice("in_owed", &customer, "sub_owed", "open", NOW + 60));
    let mut single = paid("in_single", "sub_ana", NOW + 60);
    single["parent"] = Json::Null;
    app.charge(&customer, single);
    app.advance(Duration::from_secs(120));
    app.process(&updated(&customer)).await;
    let all = list_charges(&app.payments, &ListCharges::default(), ListPage::of(None)).await.unwrap();
    assert_eq!(all.total, 4, "each charge is listed");
    let november = figures("2026-11", &read_income(&app.payments).await.unwrap());
    assert_eq!((november.received, november.failed), (9_700, 0));
    let failed = ListCharges { state: Some(ChargeState::Failed), ..ListCharges::default() };
    assert_eq!(list_charges(&app.payments, &failed, ListPage::of(None)).await.unwrap().total, 0);
    let now = app.clock.now();
    let recent = app.db.read(move |tx| recent_changes(tx, now)).await.unwrap();
    assert_eq!((recent.failed_charges, recent.failed_amount), (0, 0));
    let member = read_member(&app.payments, &user_id).await.unwrap().member.unwrap();
    assert_eq!(member.paid_at, Some(Timestamp::from_seconds(NOW)));
}

#[db_test]
async fn new_lost_and_recurring_income_follow_paid_invoices(app: Fixture) {
    let mut people = Vec::new();
    for number in 0..6 {
        people.push(app.person(&format!("p{number}@exemplo.com.br")).await);
    }
    let [september, october, november] =
        ["2026-09-10T12:00:00Z", "2026-10-10T12:00:00Z", "2026-11-10T12:00:00Z"];
    app.subscribed(&people[0], "scale", "active", [Some(september), None, None]).await;
    app.subscribed(&people[1], "update", "canceled", [Some(september), Some(october), Some(november)]).await;
    app.subscribed(&people[2], "professional", "active", [Some(november), Some(november), None]).await;
    app.subscribed(&people[3], "scale", "past_due", [Some(october), None, None]).await;
    app.subscribed(&people[4], "scale", "incomplete_expired", [Some(november), None, Some(november)]).await;
    app.subscribed(&people[5], "scale", "incomplete", [Some(november), None, None]).await;
    let income = read_income(&app.payments).await.unwrap();
    let counts = |month: &str| {
        let month = figures(month, &income);
        (month.started, month.ended, month.paying, month.recurring)
    };
    assert_eq!(counts("2026-08"), (0, 0, 0, 0));
    assert_eq!(counts("2026-09"), (2, 0, 2, 14_400));
    // One had canceled by then and still stood; another came.
    assert_eq!(counts("2026-10"), (1, 0, 3, 19_400));
    assert_eq!(counts("2026-11"), (1, 1, 3, 19_400), "who canceled brings nothing in again; who owes may");
    app.advance(until("2027-01-01T03:00:00Z"));
    let later = read_income(&app.payments).await.unwrap();
    assert_eq!((later.months[11].month.as_str(), later.months[11].started), ("2027-01", 0));
    assert_eq!(figures("2026-11", &later).started, 1);
}

#[db_test]
async fn courtesies_count_as_members_without_income(app: Fixture) {
    app.subscriber("ana", "active").await;
    let bia = app.person("bia@exemplo.com.br").await;
    grant_courtesy(&app.payments, grant(&bia, 1), |_, _| Ok(())).await.unwrap();
    let income = read_income(&app.payments).await.unwrap();
    assert_eq!((income.active, income.courtesies), (2, 1));
    assert_eq!((income.months[11].paying, income.months[11].recurring), (1, 9_700));
    app.advance_days(31);
    assert_eq!(read_income(&app.payments).await.unwrap().courtesies, 0);
}

#[db_test]
async fn a_receipt_is_sent_again_to_its_owner_once_a_minute(app: Fixture) {
    let (ana, customer) = app.subscriber("ana", "active").await;
    app.charge(&customer, invoice("in_1", &customer, "sub_ana", "paid", NOW));
    app.charge(&customer, invoice("in_2", &customer, "sub_ana", "open", NOW));
    sync_member(&app.payments, &ana).await.unwrap();
    let bia = app.person("bia@exemplo.com.br").await;
    let send = async |user_id: &str, receipt: &str| {
        resend_receipt(&app.payments, user_id, receipt, |_| Ok(()))
            .await
            .map_err(|error| Refusal::from(error).code)
    };
    app.execute("DELETE FROM mail_messages", &[]).await;
    assert_eq!(send(&bia, "in_1").await, Err("receipt_not_found"));
    assert_eq!(send(&ana, "in_2").await, Err("receipt_not_found"), "nothing was paid");
    assert_eq!(send(&ana, "in_1").await, Ok(()));
    assert_eq!(send(&ana, "in_1").await, Err("over_email_send_rate_limit"));
    app.advance(Duration::from_secs(60));
    assert_eq!(send(&ana, "in_1").await, Ok(()));
    assert_eq!(app.count("SELECT count(*) FROM mail_messages", &[]).await, 2);
    let email = &app.emails("ana@exemplo.com.br").await[0];
    assert!(email.subject == "Seu recibo" && email.text.contains("R$ 97,00"), "{email:?}");
    send_membership_link(&app.payments, &bia, |_| Ok(())).await.unwrap();
    let email = app.email("bia@exemplo.com.br").await;
    assert!(email.text.contains("https://casa.test/membros"));
}
