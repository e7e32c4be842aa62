//! The messages of the contact form, as listed for administrators.

use ateneu_base::{Caller, Facts, Timestamp, Value};
use ateneu_leads::{Messages, functions};
use ateneu_testkit::{
    Panel, TestApp,
    databases::{FromPlace, Place},
    db_test,
    panel::id,
};
use serde_json::{Value as Json, json};

const NOW: i64 = 1_795_220_000;

struct Inbox(Panel);

ateneu_testkit::deref!(Inbox, 0: Panel);

impl FromPlace for Inbox {
    async fn from_place(place: Place) -> Self {
        let app = TestApp::at(place.db, Timestamp::from_seconds(NOW));
        app.settings().await;
        app.sell_plans().await;
        let messages = Messages { db: app.db.clone(), clock: app.clock.clone() };
        Self(Panel::open(app, ateneu_functions::router(ateneu_functions::bind(functions(), &messages))).await)
    }
}

impl Inbox {
    /// Creates a member with a plan for ten days.
    async fn member(&self, number: u32, email: &str, plan: &str) {
        self.person(number, "Membro", email).await;
        let until = Timestamp::from_seconds(NOW + 10 * 86_400);
        let values = [id(number).into(), email.into(), plan.into(), until.into()];
        let sql = "INSERT INTO subscribers (id, user_id, email, subscribed, plan, status, access_until, access_reason,
                       created_at, updated_at)
                   VALUES ($1, $1, $2, TRUE, $3, 'active', $4, 'paid', $5, $5)";
        self.execute_now(sql, &values).await;
    }

    async fn message(&self, number: u32, email: &str, status: &str, by: Option<u32>) {
        let sql = "INSERT INTO contacts (id, name, email, subject, message, status, user_id, search_text, created_at, updated_at)
                   VALUES ($1, 'Ana', $2, 'Parcerias', 'Olá', $3, $4, 'ana ola', $5, $5)";
        let at = Timestamp::from_seconds(NOW + i64::from(number));
        let by: Value = by.map(id).into();
        self.execute(sql, &[id(number).into(), email.into(), status.into(), by, at.into()]).await;
    }

    /// Returns the numbers of the listed messages, with a mark for priority.
    async fn listed(&self, state: Json) -> Vec<String> {
        let page = self.done("list-messages", json!({ "search": "olá", "state": state, "page": null })).await;
        let messages = page["messages"].as_array().unwrap();
        assert_eq!(page["total"], messages.len());
        let shown = messages.iter().map(|message| {
            let number = message["id"].as_str().unwrap().trim_start_matches("0190a6b2-0000-7000-8000-");
            let mark = if message["has_priority"] == true { "!" } else { "" };
            format!("{}{mark}", number.trim_start_matches('0'))
        });
        shown.collect()
    }
}

#[db_test]
async fn unanswered_messages_of_holders_come_first(inbox: Inbox) {
    inbox.member(101, "pro@exemplo.com.br", "professional").await;
    inbox.member(102, "scale@exemplo.com.br", "scale").await;
    inbox.unconfirmed(103, "Falso", "falso@exemplo.com.br").await;
    inbox.message(201, "pro@exemplo.com.br", "answered", None).await;
    inbox.message(202, "pro@exemplo.com.br", "new", None).await;
    inbox.message(203, "outro@exemplo.com.br", "new", Some(101)).await;
    inbox.message(204, "scale@exemplo.com.br", "new", Some(102)).await;
    inbox.message(205, "visita@exemplo.com.br", "new", None).await;
    assert_eq!(inbox.listed(json!(null)).await, ["203!", "202!", "205", "204", "201!"]);
    assert_eq!(inbox.listed(json!("new")).await, ["203!", "202!", "205", "204"]);

    // An unconfirmed address gives no priority.
    inbox.execute("UPDATE users SET email_confirmed_at = NULL WHERE email = 'pro@exemplo.com.br'", &[]).await;
    assert_eq!(inbox.listed(json!("new")).await, ["203!", "205", "204", "202"]);
    // An ended plan gives no priority: none was stored with the message.
    inbox.advance_days(11);
    assert_eq!(inbox.listed(json!("new")).await, ["205", "204", "203", "202"]);
}

#[db_test]
async fn the_term_is_a_setting_and_the_list_is_for_administrators(inbox: Inbox) {
    let page = || async {
        inbox.done("list-messages", json!({ "search": null, "state": null, "page": null })).await
    };
    assert_eq!(page().await["priority_hours"], 8);
    inbox.settings().await.set("priority_response_hours", "12", None).await.unwrap();
    assert_eq!(page().await["priority_hours"], 12);
    let editor = Facts { editor: true, ..Facts::default() };
    for (who, code) in [
        (Ok(Caller::anonymous()), (401, "not_signed_in".to_owned())),
        (Ok(Caller::person(id(101), Facts::default())), (403, "not_admin".to_owned())),
        (Ok(Caller::person(id(101), editor)), (403, "not_admin".to_owned())),
    ] {
        let payload = json!({ "search": null, "state": null, "page": null });
        assert_eq!(inbox.refused(&who, "list-messages", payload).await, code);
    }
}
