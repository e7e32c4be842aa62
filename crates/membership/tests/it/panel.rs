//! Administrators' functions for memberships: the callers they serve, their effects, and their audit entries.

use ateneu_base::{Caller, Facts, Timestamp, TokenProblem};
use ateneu_db::Db;
use ateneu_membership::{PaidPlan, Payments, ProviderConfig, SandboxConfig, Seed, sync_member};
use ateneu_testkit::{
    Panel, TestApp, db_test,
    mocks::{MockReply, MockServer},
    panel::{EMAILS, Who, admin, id},
};
use serde_json::{Value, json};

use crate::fixture::{deps, provider};

/// The functions, and the payments behind them.
struct Members {
    panel: Panel,
    payments: Payments,
}

ateneu_testkit::deref!(Members, panel: Panel);

/// The id of the request of that number.
fn request_id(number: u32) -> String {
    id(900 + number)
}

/// Asks for every member.
pub fn all_members() -> Value {
    json!({ "search": null, "state": null, "plan": null, "change": null, "order": null, "page": null })
}

/// A request with one other value.
fn with(mut payload: Value, field: &str, value: impl Into<Value>) -> Value {
    payload[field] = value.into();
    payload
}

/// Asks for every charge.
pub fn all_charges() -> Value {
    json!({ "search": null, "state": null, "order": null, "page": null })
}

/// Every function with a payload it takes.
fn calls() -> Vec<(&'static str, Value)> {
    let person = json!({ "user_id": id(101) });
    vec![
        ("list-members", all_members()),
        ("read-member", person.clone()),
        ("read-income", json!({})),
        ("list-charges", all_charges()),
        ("list-withdrawals", json!({})),
        ("list-vip-removals", json!({})),
        ("mark-vip-removal", json!({ "user_id": id(101), "removed": true })),
        ("export-members", all_members()),
        ("export-charges", all_charges()),
        (
            "grant-courtesy",
            json!({ "id": request_id(1), "person": id(101), "plan": "scale", "months": 1, "reason": "Motivo" }),
        ),
        ("end-courtesy", person.clone()),
        ("reconcile-member", person.clone()),
        ("end-membership", json!({ "user_id": id(101), "when": "now" })),
        ("keep-membership", person.clone()),
        ("refund-membership", json!({ "user_id": id(101), "reason": "Motivo" })),
        (
            "refund-charge",
            json!({ "id": request_id(2), "user_id": id(101), "receipt_id": "in_1", "amount": 1, "reason": "Motivo" }),
        ),
        ("resend-receipt", json!({ "user_id": id(101), "receipt_id": "in_1" })),
        ("send-membership-link", person),
    ]
}

ateneu_testkit::opened_by!(Members::open);

impl Members {
    /// Opens the panel over a sandbox whose events have no receiver.
    async fn open(db: Db) -> Self {
        let webhook_url = "http://127.0.0.1:9/webhooks/stripe".into();
        let sandbox = SandboxConfig { production: false, webhook_url };
        Self::paid_through(db, ProviderConfig::Sandbox(sandbox)).await
    }

    async fn paid_through(db: Db, provider: ProviderConfig) -> Self {
        let app = TestApp::new(db);
        let payments = Payments::open(deps(&app, provider)).unwrap();
        let functions =
            ateneu_functions::router(ateneu_functions::bind(ateneu_membership::functions(), &payments));
        Self { panel: Panel::open(app, functions).await, payments }
    }

    /// A member who paid in the sandbox.
    async fn member(&self, number: u32, name: &str) -> String {
        let user_id = self.person(number, name, &format!("p{number}@exemplo.com.br")).await;
        let seed = Seed {
            user_id: user_id.clone(),
            email: format!("p{number}@exemplo.com.br"),
            plan: PaidPlan::Scale,
            // Who is entered later began earlier.
            started_at: Timestamp::from_seconds(1_798_000_000 - i64::from(number)),
            period_end: Timestamp::from_seconds(1_801_000_000),
            former: None,
            owes: false,
        };
        self.payments.sandbox().unwrap().seed(vec![seed]).await.unwrap();
        sync_member(&self.payments, &user_id).await.unwrap();
        self.execute_now("DELETE FROM mail_messages WHERE created_at <= $1", &[]).await;
        user_id
    }

    async fn read(&self, user_id: &str) -> Value {
        self.done("read-member", json!({ "user_id": user_id })).await
    }

    async fn acts(&self) -> Vec<String> {
        self.texts("SELECT action || ' ' || subject AS text FROM audit_log ORDER BY action", &[]).await
    }
}

#[db_test]
async fn only_administrators_reach_members_and_income(app: Members) {
    app.member(101, "Ana").await;
    let person = |facts| Ok(Caller::person(id(101), facts));
    let moderator = Facts { moderator: true, subscriber: true, ..Facts::default() };
    let callers: [(Who, u16, &str); 5] = [
        (Ok(Caller::anonymous()), 401, "not_signed_in"),
        (Err(TokenProblem::Expired), 401, "not_signed_in"),
        (person(Facts::default()), 403, "not_admin"),
        (person(moderator), 403, "not_admin"),
        (Err(TokenProblem::Unavailable), 503, "accounts_unavailable"),
    ];
    for (name, payload) in calls() {
        for (who, status, code) in &callers {
            let refused = app.refused(who, name, payload.clone()).await;
            assert_eq!(refused, (*status, (*code).to_owned()), "{name}");
        }
        app.refuses(name, with(payload, "extra", 1), (400, "invalid_payload")).await;
    }
    assert_eq!(app.acts().await.len(), 0);
    assert_eq!(app.texts("SELECT id AS text FROM payment_courtesies", &[]).await.len(), 0);
}

#[db_test]
async fn a_courtesy_is_granted_once_and_audited_with_its_reason(app: Members) {
    let ana = app.person(101, "Ana", "ana@exemplo.com.br").await;
    let payload = json!({ "id": request_id(1), "person": "ANA@exemplo.com.br", "plan": "scale", "months": 1, "reason": "Imprensa" });
    let response = app.done("grant-courtesy", payload.clone()).await;
    assert_eq!(response["user_id"], ana);
    assert_eq!(response["courtesy"]["ends_at"], "2027-02-15T08:00:00.000000+00:00");
    app.done("grant-courtesy", payload).await;
    let whole = app.read(&ana).await;
    assert_eq!((&whole["member"]["state"], &whole["member"]["plan"]), (&json!("courtesy"), &json!("scale")));
    assert_eq!(whole["courtesies"].as_array().unwrap().len(), 1);
    assert_eq!(app.texts(EMAILS, &[]).await, ["ana@exemplo.com.br: Você recebeu uma cortesia"]);
    let audit_log = app.audit_log().await;
    let written: Value = serde_json::from_str(audit_log[0][3].as_str().unwrap()).unwrap();
    assert_eq!(written["reason"], "Imprensa");
    assert_eq!(written["plan"], "scale");
    assert_eq!(audit_log.len(), 1);
    app.done("end-courtesy", json!({ "user_id": ana })).await;
    let income = app.done("read-income", json!({})).await;
    assert_eq!((&income["active"], &income["courtesies"]), (&json!(0), &json!(0)));
    assert_eq!(app.acts().await, [format!("end-courtesy {ana}"), format!("grant-courtesy {ana}")]);
}

#[db_test]
async fn members_are_listed_with_plan_state_and_last_payment(app: Members) {
    let ana = app.member(101, "Ana Lima").await;
    app.person(102, "Bia", "bia@exemplo.com.br").await;
    let all = json!({ "search": "ANA", "state": "active", "plan": "scale", "change": null, "order": null, "page": 1 });
    let found = app.done("list-members", all).await;
    let member = &found["members"][0];
    assert_eq!(
        (&found["total"], &member["id"], &member["name"]),
        (&json!(1), &json!(ana), &json!("Ana Lima"))
    );
    assert_eq!((&member["paid_amount"], &member["state"]), (&json!(9_700), &json!("active")));
    for (field, value) in
        [("state", json!("rich")), ("plan", json!("enterprise")), ("page", json!(0)), ("search", json!(1))]
    {
        app.refuses("list-members", with(all_members(), field, value), (400, "invalid_payload")).await;
    }
    let income = app.done("read-income", json!({})).await;
    assert_eq!((&income["active"], &income["months"][11]["recurring"]), (&json!(1), &json!(9_700)));
}

#[db_test]
async fn members_of_the_week_are_found(app: Members) {
    let ana = app.member(101, "Ana Lima").await;
    let of = async |change: &str| {
        app.done("list-members", with(all_members(), "change", change)).await["total"].clone()
    };
    assert_eq!((of("started").await, of("ended").await), (json!(0), json!(0)), "that was weeks ago");
    let sql = "UPDATE payment_subscriptions SET started_at = updated_at WHERE user_id = $1";
    app.execute(sql, &[(&ana).into()]).await;
    assert_eq!((of("started").await, of("ended").await), (json!(1), json!(0)));
    let sql = "UPDATE payment_subscriptions SET started_at = '2020-01-01T00:00:00.000000+00:00',
               ended_at = updated_at, status = 'canceled' WHERE user_id = $1";
    app.execute(sql, &[(&ana).into()]).await;
    assert_eq!((of("started").await, of("ended").await), (json!(0), json!(1)));
}

#[db_test]
async fn members_and_charges_come_in_the_order_asked_for(app: Members) {
    for (number, name) in [(101, "Érica"), (102, "bruno"), (103, "Ana")] {
        app.member(number, name).await;
        let until = Timestamp::from_seconds(1_700_009_000 - i64::from(number));
        let sql = "UPDATE subscribers SET access_until = $1 WHERE user_id = $2 AND created_at <= $3";
        app.execute_now(sql, &[until.into(), id(number).into()]).await;
        let sql = "UPDATE payment_invoices SET amount = $1 WHERE user_id = $2 AND updated_at <= $3";
        app.execute_now(sql, &[(i64::from(number) * 100).into(), id(number).into()]).await;
    }
    let named = async |name: &str, rows: &str, asked: Value| {
        let found = app.done(name, asked).await;
        let rows = found[rows].as_array().unwrap().iter();
        let mut names: Vec<String> = rows.map(|row| row["name"].as_str().unwrap().to_owned()).collect();
        names.dedup();
        names
    };
    let members = |order: Value| named("list-members", "members", with(all_members(), "order", order));
    let charges = |order: Value| named("list-charges", "charges", with(all_charges(), "order", order));
    for (order, expected) in [
        (Value::Null, ["Érica", "bruno", "Ana"]),
        (json!("since"), ["Ana", "bruno", "Érica"]),
        (json!("name"), ["Ana", "bruno", "Érica"]),
        (json!("name_desc"), ["Érica", "bruno", "Ana"]),
        (json!("access"), ["Ana", "bruno", "Érica"]),
        (json!("access_desc"), ["Érica", "bruno", "Ana"]),
    ] {
        assert_eq!(members(order.clone()).await, expected, "{order}");
    }
    // Who was only given access goes by the day of the grant.
    let sql =
        "UPDATE subscribers SET member_since = NULL, created_at = $1 WHERE user_id = $2 AND created_at <= $3";
    app.execute_now(sql, &[Timestamp::from_seconds(1_600_000_000).into(), id(101).into()]).await;
    assert_eq!(members(json!("since")).await, ["Érica", "Ana", "bruno"]);
    let shown = app.done("list-members", all_members()).await;
    let shown: Vec<&str> =
        shown["members"].as_array().unwrap().iter().filter_map(|row| row["since"].as_str()).collect();
    assert!(shown.is_sorted_by(|one, next| one >= next), "by the date that is shown: {shown:?}");
    // Access that renews itself is placed by the end of its period.
    let sql = "UPDATE subscribers SET access_until = $1, current_period_end = $2 WHERE user_id = $3 AND created_at <= $4";
    let (endless, period) =
        (Timestamp::from_seconds(253_370_764_800), Timestamp::from_seconds(1_700_000_000));
    app.execute_now(sql, &[endless.into(), period.into(), id(101).into()]).await;
    assert_eq!(members(json!("access")).await, ["Érica", "Ana", "bruno"]);
    // What has no end at all comes before all others.
    app.execute_now(sql, &[endless.into(), ateneu_base::Value::Null, id(102).into()]).await;
    assert_eq!(members(json!("access")).await, ["bruno", "Érica", "Ana"]);
    for (order, expected) in [
        (json!("name"), ["Ana", "bruno", "Érica"]),
        (json!("name_desc"), ["Érica", "bruno", "Ana"]),
        (json!("amount"), ["Érica", "bruno", "Ana"]),
        (json!("amount_desc"), ["Ana", "bruno", "Érica"]),
    ] {
        assert_eq!(charges(order.clone()).await, expected, "{order}");
    }
}

#[db_test]
async fn the_provider_is_asked_again_and_receipts_go_out_again(app: Members) {
    let ana = app.member(101, "Ana").await;
    let bia = app.person(102, "Bia", "bia@exemplo.com.br").await;
    app.execute_now("UPDATE subscribers SET status = 'unpaid', updated_at = $1", &[]).await;
    app.done("reconcile-member", json!({ "user_id": ana })).await;
    assert_eq!(app.texts("SELECT status AS text FROM subscribers", &[]).await, ["active"]);
    let audit_log = app.audit_log().await;
    for (index, status) in [(2, "unpaid"), (3, "active")] {
        let side: Value = serde_json::from_str(audit_log[0][index].as_str().unwrap()).unwrap();
        assert_eq!(side["status"], status);
    }
    app.refuses("reconcile-member", json!({ "user_id": bia }), (409, "no_customer")).await;
    let receipt = app.read(&ana).await["receipts"][0]["id"].clone();
    let receipt_of = |user_id: &str| json!({ "user_id": user_id, "receipt_id": receipt });
    app.done("resend-receipt", receipt_of(&ana)).await;
    app.refuses("resend-receipt", receipt_of(&ana), (429, "over_email_send_rate_limit")).await;
    app.refuses("resend-receipt", receipt_of(&bia), (404, "receipt_not_found")).await;
    app.done("send-membership-link", json!({ "user_id": ana })).await;
    assert_eq!(
        app.texts(EMAILS, &[]).await,
        ["p101@exemplo.com.br: Onde cuidar da sua assinatura", "p101@exemplo.com.br: Seu recibo"]
    );
    for nobody in ["x", "0190a6b2-0000-7000-8000-000000000999"] {
        app.refuses("read-member", json!({ "user_id": nobody }), (404, "person_not_found")).await;
    }
}

#[db_test]
async fn charges_are_listed_by_state_and_downloaded(app: Members) {
    let ana = app.member(101, "=Ana; Lima").await;
    let charges = async |state: Value| {
        let asked = with(with(all_charges(), "search", "lima"), "state", state);
        app.done("list-charges", asked).await["charges"].as_array().unwrap().clone()
    };
    let all = charges(Value::Null).await;
    assert_eq!((&all[0]["user_id"], &all[0]["amount"], all.len()), (&json!(ana), &json!(9_700), 2));
    assert_eq!(charges(json!("paid")).await.len(), 2);
    assert!(charges(json!("refunded")).await.is_empty() && charges(json!("failed")).await.is_empty());
    let unpaid = "UPDATE payment_invoices SET status = 'open', paid_at = NULL, failed_at = created_at WHERE user_id = $1";
    app.execute(unpaid, &[(&ana).into()]).await;
    assert_eq!(charges(json!("failed")).await.len(), 2, "to chase");
    assert_eq!(charges(json!("open")).await.len(), 2);
    for (name, payload, heading, lines) in [
        ("export-members", all_members(), "\u{feff}Nome;E-mail;Plano;", 2),
        ("export-charges", all_charges(), "\u{feff}Número;Nome;E-mail;", 3),
    ] {
        let response = app.call(&admin(), name, &payload).await;
        let text = response.text();
        assert!(text.starts_with(heading), "{text}");
        assert!(text.contains("\"'=Ana; Lima\""), "no formula, no second cell: {text}");
        assert_eq!(text.contains(";97,00;Falhou;"), name == "export-charges", "{text}");
        assert_eq!(text.lines().count(), lines, "{text}");
    }
    assert_eq!(app.acts().await, ["export-charges *", "export-members *"], "who downloaded it is known");
}

#[db_test]
async fn cancel_keep_and_refund_are_each_audited(app: Members) {
    let ana = app.member(101, "Ana").await;
    let state = async || app.read(&ana).await["member"]["state"].clone();
    let end = |when: &str| json!({ "user_id": ana, "when": when });
    for _ in 0..2 {
        app.done("end-membership", end("period_end")).await;
        assert_eq!(state().await, "ending", "asked twice, it is so once");
    }
    app.done("keep-membership", json!({ "user_id": ana })).await;
    assert_eq!(state().await, "active");
    app.done("end-membership", end("period_end")).await;
    assert_eq!(state().await, "ending", "canceled, kept and canceled again within a day");
    app.refuses("end-membership", end("tomorrow"), (400, "invalid_payload")).await;
    app.done("end-membership", end("now")).await;
    assert_eq!(app.read(&ana).await["member"]["status"], "canceled");
    assert_eq!(state().await, "ending", "what was paid stays");
    app.refuses("end-membership", end("now"), (409, "no_subscription")).await;
    let acts = app.acts().await;
    assert_eq!(acts.iter().filter(|act| act.starts_with("end-membership")).count(), 4, "{acts:?}");
    let bia = app.member(102, "Bia").await;
    let refund = json!({ "user_id": bia, "reason": " Cobrança em dobro " });
    let offered = app.read(&bia).await;
    assert_eq!(offered["refundable"], json!([offered["receipts"][0]["id"], offered["receipts"][1]["id"]]));
    for reason in ["", "  ", &"a".repeat(501)] {
        let nameless = json!({ "user_id": bia, "reason": reason });
        app.refuses("refund-membership", nameless, (400, "reason_needed")).await;
    }
    assert_eq!(app.done("refund-membership", refund.clone()).await["state"], "done");
    let whole = app.read(&bia).await;
    assert_eq!(whole["member"]["state"], "ended");
    assert!(whole["subscriptions"][0]["refunded_at"].is_string());
    assert_eq!(whole["refundable"], json!([]));
    let noted = async |column: &str| {
        let sql = format!("SELECT {column} FROM audit_log WHERE action = 'refund-membership'");
        app.texts(&sql, &[]).await
    };
    assert_eq!(noted("new_value").await, [r#"{"reason":"Cobrança em dobro"}"#]);
    let again = app.call(&admin(), "refund-membership", &refund).await;
    assert_eq!(again.status, 409, "{again:?}");
    let old = noted("old_value").await;
    assert!(old[0].contains(r#""access_reason":"paid""#), "{old:?}");
}

#[db_test]
async fn an_unavailable_provider_keeps_access_and_is_audited(db: Db) {
    let mock = MockServer::start(|_| MockReply::Body(503, "{}".into())).await;
    let app = Members::paid_through(db, provider(mock.url())).await;
    let ana = app.person(101, "Ana", "ana@exemplo.com.br").await;
    app.execute_now("INSERT INTO payment_customers (user_id, customer_id, created_at, updated_at) VALUES ($1, 'cus_1', $2, $2)", &[(&ana).into()]).await;
    app.execute_now("INSERT INTO subscribers (id, user_id, email, plan, status, access_until, access_reason, created_at, updated_at)
               VALUES ($1, $1, 'ana@exemplo.com.br', 'scale', 'active', '9999-01-01T00:00:00.000000+00:00', 'paid', $2, $2)", &[(&ana).into()]).await;
    for (name, payload) in [
        ("end-membership", json!({ "user_id": ana, "when": "period_end" })),
        ("end-membership", json!({ "user_id": ana, "when": "now" })),
        ("keep-membership", json!({ "user_id": ana })),
        ("reconcile-member", json!({ "user_id": ana })),
    ] {
        app.refuses(name, payload, (503, "provider_unavailable")).await;
    }
    let acts = vec![format!("failed-membership-act {ana}"); 3];
    assert_eq!(app.acts().await, acts, "asked in vain is an act as well");
    let state = &app.read(&ana).await["member"]["state"];
    assert_eq!(state, "active", "nobody loses access because a provider is down");
}

#[db_test]
async fn sandbox_months_are_those_of_the_calendar(app: Members) {
    let at = |day: &str| Timestamp::parse(&format!("{day}T12:00:00Z")).unwrap();
    let user_id = app.person(101, "Ana", "p101@exemplo.com.br").await;
    let seed = Seed {
        user_id: user_id.clone(),
        email: "p101@exemplo.com.br".into(),
        plan: PaidPlan::Scale,
        started_at: at("2026-10-31"),
        period_end: at("2027-01-31"),
        former: None,
        owes: true,
    };
    app.payments.sandbox().unwrap().seed(vec![seed]).await.unwrap();
    sync_member(&app.payments, &user_id).await.unwrap();
    let whole = app.read(&user_id).await;
    let receipts = whole["receipts"].as_array().unwrap().iter();
    let days: Vec<_> = receipts.map(|receipt| &receipt["created_at"].as_str().unwrap()[..10]).collect();
    assert_eq!(days, ["2026-12-31", "2026-11-30", "2026-10-31"]);
    // The last one is owed: a charge to chase.
    let failed = app.done("list-charges", with(all_charges(), "state", "failed")).await;
    assert_eq!((&failed["total"], &failed["charges"][0]["amount"]), (&json!(1), &json!(9_700)));
}

#[db_test]
async fn a_partial_refund_keeps_the_membership(app: Members) {
    let ana = app.member(101, "Ana").await;
    let receipt = app.read(&ana).await["receipts"][0]["id"].clone();
    let part = |number: u32, amount: i64| json!({ "id": request_id(number), "user_id": ana, "receipt_id": receipt, "amount": amount, "reason": "Aula cancelada" });
    for amount in [0, -1, 9_701] {
        app.refuses("refund-charge", part(1, amount), (400, "refund_amount")).await;
    }
    for _ in 0..2 {
        app.done("refund-charge", part(1, 2_000)).await;
    }
    let now = app.read(&ana).await;
    assert_eq!(now["receipts"][0]["refunded_amount"], 2_000, "sent twice, it is one");
    assert_eq!(now["receipts"][0]["refunded_at"], Value::Null, "sent twice, it is one");
    assert_eq!(now["member"]["state"], "active", "sent twice, it is one");
    assert_eq!(app.texts(EMAILS, &[]).await, ["p101@exemplo.com.br: Sua devolução está a caminho"]);
    let email = app.email("p101@exemplo.com.br").await.text;
    for words in ["Devolvi R$ 20,00 da cobrança de", "de R$ 97,00.", "/membros/assinatura"] {
        assert!(email.contains(words), "{words}: {email}");
    }
    app.refuses("refund-charge", part(2, 7_701), (400, "refund_amount")).await;
    app.done("refund-charge", part(3, 7_700)).await;
    let now = app.read(&ana).await;
    assert!(now["receipts"][0]["refunded_at"].is_string());
    assert_eq!(now["member"]["state"], "active", "the membership continues");
    app.refuses("refund-charge", part(4, 1), (409, "already_refunded")).await;
    let bia = app.member(102, "Bia").await;
    app.refuses("refund-charge", with(part(5, 100), "user_id", bia), (404, "receipt_not_found")).await;
    let log = "SELECT new_value AS text FROM audit_log WHERE action = 'refund-charge' ORDER BY new_value";
    let log = app.texts(log, &[]).await;
    assert_eq!(log.len(), 2, "{log:?}");
    assert!(log[0].contains("Aula cancelada") && log[0].contains("2000"), "{log:?}");
}
