//! Notices of contract changes: recipients, refusals, emails, and a kill in the middle.

use std::sync::Arc;

use ateneu_base::{Caller, Clock, Facts, Timestamp};
use ateneu_content::Content;
use ateneu_db::Db;
use ateneu_functions::{bind, router};
use ateneu_mail::{Config, Mail};
use ateneu_newsletter::contract_notices::{ContractNotices, Deps, functions};
use ateneu_testkit::{
    Panel, TestApp, app,
    databases::{self, FromPlace, Place},
    db_test,
    panel::{admin, id},
    sqlite_test,
};
use serde_json::{Value, json};

use crate::{
    campaigns::fixture::plan_name,
    process::{Process, arguments},
};

/// An instant at noon of 15 January 2027 in São Paulo.
const NOW: &str = "2027-01-15T15:00:00Z";

struct Fixture {
    panel: Panel,
    mail: Mail,
    notices: ContractNotices,
}

ateneu_testkit::deref!(Fixture, panel: Panel);

fn service(db: &Db, clock: &Clock, mail: &Mail) -> ContractNotices {
    ContractNotices::new(Deps {
        db: db.clone(),
        clock: clock.clone(),
        mail: mail.clone(),
        content: Content::open(None).unwrap(),
        plan_name: Arc::new(plan_name),
    })
}

impl FromPlace for Fixture {
    async fn from_place(place: Place) -> Self {
        let app = TestApp::at(place.db, Timestamp::parse(NOW).unwrap());
        let mail = app.mail_with(Config { outbox: true, ..Config::default() });
        let notices = service(&app.db, &app.clock, &mail);
        let panel = Panel::open(app, router(bind(functions(), &notices))).await;
        Self { panel, mail, notices }
    }
}

impl Fixture {
    /// Adds a member with access until the end of 2027.
    async fn member(&self, number: u32, plan: &str, until: &str) {
        self.unconfirmed(number, "Membro", &format!("m{number}@casa.test")).await;
        let sql = "INSERT INTO subscribers (id, user_id, email, subscribed, plan, status, access_until, created_at, updated_at)
                   VALUES ($1, $1, $1, TRUE, $2, 'active', $3, $4, $4)";
        self.execute_now(sql, &[id(number).into(), plan.into(), until.into()]).await;
    }

    async fn subscribe(&self, email: &str, active: bool, confirmed: Option<&str>) {
        let sql = "INSERT INTO newsletter_subscriptions (id, email, is_active, confirmed_at, created_at, updated_at)
                   VALUES ($1, $1, $2, $3, $4, $4)";
        self.execute_now(sql, &[email.into(), active.into(), confirmed.into()]).await;
    }

    /// Adds the administrator, two members, an expired one, two other accounts and subscribers.
    async fn fill(&self) {
        self.member(101, "scale", "2028").await;
        self.member(102, "update", "2028").await;
        self.member(103, "scale", "2027-01-01").await;
        self.person(104, "Conta", "conta@casa.test").await;
        self.unconfirmed(105, "Outra", "outra@casa.test").await;
        self.subscribe("conta@casa.test", true, Some("2026")).await;
        self.subscribe("carta@casa.test", true, Some("2026")).await;
        self.subscribe("saiu@casa.test", false, Some("2026")).await;
        self.subscribe("espera@casa.test", true, None).await;
    }

    async fn work(&self) {
        ateneu_queue::work(&self.db, &self.clock, &self.notices).await.unwrap();
    }

    async fn states(&self) -> Vec<String> {
        let sql =
            "SELECT coalesce(email, '-') || ' ' || state FROM contract_notice_recipients ORDER BY number";
        self.texts(sql, &[]).await
    }
}

fn draft() -> Value {
    json!({
        "kind": "price", "audience": "members", "plans": [], "effective_on": "2027-02-14",
        "subject": " Novo  preço ", "text": "O plano passa a R$ 120.\n\nObrigado.",
    })
}

fn with(mut value: Value, others: &Value) -> Value {
    for (name, other) in others.as_object().unwrap() {
        value[name] = other.clone();
    }
    value
}

fn request(notice: &Value, recipients: i64) -> Value {
    json!({ "id": id(900), "notice": notice, "recipients": recipients })
}

#[db_test]
async fn each_audience_has_each_address_once(app: Fixture) {
    app.fill().await;
    let count = async |others: Value| {
        let preview = app.done("preview-contract-notice", with(draft(), &others)).await;
        preview["recipients"].as_i64().unwrap()
    };
    assert_eq!(count(json!({})).await, 2);
    assert_eq!(count(json!({ "plans": ["scale"] })).await, 1);
    // The administrator, the two members, and a confirmed account.
    assert_eq!(count(json!({ "audience": "accounts" })).await, 4);
    assert_eq!(count(json!({ "kind": "privacy", "audience": "everyone" })).await, 5);
    let preview = app.done("preview-contract-notice", draft()).await;
    assert_eq!(preview["subject"], "Novo preço");
    let text = preview["text"].as_str().unwrap();
    for part in [
        "O preço da assinatura vai mudar.",
        "a partir de 14/02/2027",
        "> O plano passa a R$ 120.",
        "/pricing",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    assert_eq!(app.count("SELECT count(*) FROM contract_notices", &[]).await, 0);
}

#[db_test]
async fn a_notice_goes_once_to_each_and_is_recorded(app: Fixture) {
    app.fill().await;
    app.refuses("send-contract-notice", request(&draft(), 3), (409, "contract_notice_recipients")).await;
    assert_eq!(app.done("send-contract-notice", request(&draft(), 2)).await["recipients"], 2);
    // The same request again, with whatever number, sends nothing.
    assert_eq!(app.done("send-contract-notice", request(&draft(), 7)).await["recipients"], 2);
    app.work().await;
    assert_eq!(app.states().await, ["m101@casa.test queued", "m102@casa.test queued"]);
    let emails = app.outbox(&app.mail).await;
    assert_eq!(
        emails.iter().map(|email| &*email.recipient).collect::<Vec<_>>(),
        ["m101@casa.test", "m102@casa.test"]
    );
    assert!(emails.iter().all(|email| email.subject == "Novo preço"));
    assert!(emails.iter().all(|email| !format!("{:?}", email.headers).contains("List-Unsubscribe")));
    app.advance_secs(60);
    app.work().await;
    let listed = app.done("list-contract-notices", json!({})).await;
    let notice = &listed["notices"][0];
    assert_eq!(
        (&notice["state"], &notice["sent"], &notice["failed"]),
        (&json!("done"), &json!(2), &json!(0))
    );
    let earliest: Vec<_> =
        listed["earliest"].as_array().unwrap().iter().map(|one| one["day"].clone()).collect();
    assert_eq!(earliest, ["2027-02-14", "2027-02-14", "2027-01-15"]);
    let recorded = "SELECT action || ' ' || subject || ' ' || new_value FROM audit_log";
    let entry = "send-contract-notice Novo preço vale a partir de 2027-02-14, a 2 pessoas";
    assert_eq!(app.texts(recorded, &[]).await, [entry]);
    let own =
        "SELECT kind || ' ' || subject || ' ' || effective_on || ' ' || state FROM contract_notice_recipients
               WHERE user_id = $1";
    assert_eq!(app.texts(own, &[id(101).into()]).await, ["price Novo preço 2027-02-14 sent"]);
    app.advance_days(1);
    app.work().await;
    assert!(app.outbox(&app.mail).await.is_empty());
}

#[db_test]
async fn invalid_and_early_notices_are_refused(app: Fixture) {
    app.fill().await;
    let invalid = (400, "contract_notice_invalid");
    let early = (409, "contract_notice_too_early");
    for (others, expected) in [
        (json!({ "subject": " " }), invalid),
        (json!({ "subject": "a".repeat(201) }), invalid),
        (json!({ "text": "\n" }), invalid),
        (json!({ "text": "a".repeat(5_001) }), invalid),
        (json!({ "plans": ["outro"] }), invalid),
        (json!({ "effective_on": "2027-02-30" }), invalid),
        (json!({ "effective_on": "amanhã" }), invalid),
        (json!({ "audience": "everyone" }), (400, "contract_notice_audience")),
        (json!({ "effective_on": "2027-02-13" }), early),
        (json!({ "kind": "terms", "effective_on": "2027-02-13" }), early),
        (json!({ "kind": "privacy", "effective_on": "2027-01-14" }), early),
    ] {
        let refused = with(draft(), &others);
        app.refuses("preview-contract-notice", refused.clone(), expected).await;
        app.refuses("send-contract-notice", request(&refused, 2), expected).await;
    }
    let early_day = with(draft(), &json!({ "effective_on": "2027-02-13" }));
    let refusal = app.call(&admin(), "preview-contract-notice", &early_day).await;
    let sentence =
        "Os seus termos prometem um aviso com 30 dias de antecedência. Escolha 14/02/2027 ou um dia depois.";
    assert_eq!(refusal.string("message"), sentence);
    app.refuses("resume-contract-notice", json!({ "id": id(900) }), (404, "contract_notice_unknown")).await;
    assert_eq!(app.count("SELECT count(*) FROM contract_notices", &[]).await, 0);
    assert_eq!(app.count("SELECT count(*) FROM audit_log", &[]).await, 0);
}

#[sqlite_test]
async fn only_administrators_write_notices(app: Fixture) {
    app.fill().await;
    let person = |facts: Facts| Ok(Caller::person(id(101), facts));
    let editor = Facts { editor: true, ..Facts::default() };
    for who in [Ok(Caller::anonymous()), person(Facts::default()), person(editor)] {
        for (name, body) in [
            ("list-contract-notices", json!({})),
            ("preview-contract-notice", draft()),
            ("send-contract-notice", request(&draft(), 2)),
            ("resume-contract-notice", json!({ "id": id(900) })),
        ] {
            let (status, _) = app.refused(&who, name, body).await;
            assert!([401, 403].contains(&status), "{name}: {status}");
        }
    }
    assert_eq!(app.count("SELECT count(*) FROM contract_notices", &[]).await, 0);
}

#[sqlite_test]
async fn few_emails_of_a_notice_are_in_the_queue(app: Fixture) {
    for number in 101..=260 {
        app.member(number, "scale", "2028").await;
    }
    app.done("send-contract-notice", request(&draft(), 160)).await;
    let queued = "SELECT count(*) FROM mail_messages WHERE state = 'queued'";
    for _ in 0..2 {
        app.work().await;
        assert_eq!(app.count(queued, &[]).await, 50, "codes to sign in wait behind no more");
        app.advance_secs(5);
    }
    // An erased person gets none.
    let erased = "UPDATE contract_notice_recipients SET email = NULL, user_id = NULL WHERE number = 160";
    app.execute(erased, &[]).await;
    for _ in 0..6 {
        app.outbox(&app.mail).await;
        app.advance_secs(60);
        app.work().await;
    }
    let notice = app.done("list-contract-notices", json!({})).await["notices"][0].clone();
    assert_eq!(
        (&notice["state"], &notice["sent"], &notice["failed"]),
        (&json!("done"), &json!(159), &json!(1))
    );
}

#[sqlite_test]
async fn a_copied_database_stops_a_notice(app: Fixture) {
    app.fill().await;
    app.done("send-contract-notice", request(&draft(), 2)).await;
    app.execute("UPDATE contract_notices SET place = 'outro'", &[]).await;
    app.work().await;
    assert!(app.outbox(&app.mail).await.is_empty());
    let listed = app.done("list-contract-notices", json!({})).await;
    assert_eq!(listed["notices"][0]["state"], "stopped");
    app.done("resume-contract-notice", json!({ "id": id(900) })).await;
    app.refuses("resume-contract-notice", json!({ "id": id(900) }), (409, "contract_notice_state")).await;
    app.work().await;
    assert_eq!(app.outbox(&app.mail).await.len(), 2);
}

/// The program of a process. In an ordinary run of the tests it does nothing.
#[tokio::test(flavor = "multi_thread")]
async fn sending_process() {
    let Some((db, _)) = arguments().await else { return };
    let clock = Clock::system();
    let mail = open_mail(&db, &clock);
    let notices = service(&db, &clock, &mail);
    loop {
        ateneu_queue::work(&db, &clock, &notices).await.unwrap();
        mail.work().await.unwrap();
        // The next turn is due in seconds.
        let due = "UPDATE tasks SET due_at = '2020', state = 'pending' WHERE queue = 'contract_notices' AND due_at IS NOT NULL";
        db.write(move |tx| tx.execute(due, &[])).await.unwrap();
    }
}

fn open_mail(db: &Db, clock: &Clock) -> Mail {
    let config = Config { outbox: true, ..Config::default() };
    Mail::open(ateneu_mail::Deps {
        db: db.clone(),
        clock: clock.clone(),
        sender: Box::new(app::sender),
        config,
    })
    .unwrap()
}

/// Kills the server while it sends a notice.
async fn survive(place: Place, kills: i64, people: u32) {
    let app = TestApp::under(place.db.clone(), Clock::system());
    let mail = open_mail(&app.db, &app.clock);
    let notices = service(&app.db, &app.clock, &mail);
    let panel = Panel::open(app, router(bind(functions(), &notices))).await;
    let fixture = Fixture { panel, mail, notices };
    for number in 101..101 + people {
        fixture.member(number, "scale", "2100").await;
    }
    let notice = with(draft(), &json!({ "effective_on": "2099-01-01" }));
    fixture.done("send-contract-notice", request(&notice, people.into())).await;
    let handed = "SELECT count(*) FROM contract_notice_recipients WHERE state <> 'waiting'";
    for round in 1..=kills {
        let process = Process::start("contract_notices::sending_process", &place.target, "");
        while fixture.count(handed, &[]).await < i64::from(people) * round / (kills + 1) {
            tokio::task::yield_now().await;
        }
        process.kill();
        let emails = fixture.count("SELECT count(*) FROM mail_messages", &[]).await;
        assert_eq!(emails, fixture.count(handed, &[]).await, "each has one email");
        // The lease of the killed process ends.
        fixture
            .execute("UPDATE tasks SET due_at = '2020', state = 'pending' WHERE due_at IS NOT NULL", &[])
            .await;
    }
    let done = "SELECT count(*) FROM contract_notices WHERE state = 'done'";
    while fixture.count(done, &[]).await == 0 {
        fixture.mail.work().await.unwrap();
        fixture
            .execute("UPDATE tasks SET due_at = '2020', state = 'pending' WHERE due_at IS NOT NULL", &[])
            .await;
        fixture.work().await;
    }
    let people = i64::from(people);
    let emails = "SELECT count(DISTINCT recipient) FROM mail_messages";
    assert_eq!(
        (fixture.count(emails, &[]).await, fixture.count("SELECT count(*) FROM mail_messages", &[]).await),
        (people, people)
    );
}

#[test]
fn kills_double_no_notice() {
    databases::on_sqlite(databases::product(), |place| survive(place, 3, 300));
}

#[test]
fn kills_on_postgresql_double_no_notice() {
    databases::on_postgres(databases::product(), |place| survive(place, 2, 200));
}
