//! Emails that follow from rows: who gets which, what they say and what they must never say.

use std::sync::Arc;

use ateneu_base::Value;
use ateneu_db::Db;
use ateneu_mail::{Config, Deps, Mail};
use ateneu_testkit::{
    app::{OWNER, sender},
    db_test,
};
use parking_lot::Mutex;

use crate::harness::{Harness, minutes, outbox};

#[derive(Debug)]
struct Written {
    to: String,
    subject: String,
    text: String,
    html: String,
    headers: serde_json::Value,
}

impl Harness {
    async fn with_forms(db: Db, newsletter_double_opt_in: bool) -> Self {
        Self::with(db, |config| *config = Config { newsletter_double_opt_in, ..outbox() }).await
    }

    /// The emails since the last call, by recipient.
    async fn written(&self) -> Vec<Written> {
        self.mail.work().await.unwrap();
        let sql = "SELECT recipient, subject, text, html, headers FROM mail_messages WHERE last_error IS NULL
                   ORDER BY recipient";
        let rows = self.rows(sql, &[]).await;
        let read = "UPDATE mail_messages SET last_error = 'read by the test'";
        if !rows.is_empty() {
            self.execute(read, &[]).await;
        }
        let text = |row: &ateneu_db::Row, name: &str| row.text(name).unwrap().to_owned();
        rows.iter()
            .map(|row| Written {
                to: text(row, "recipient"),
                subject: text(row, "subject"),
                text: text(row, "text"),
                html: text(row, "html"),
                headers: serde_json::from_str(&text(row, "headers")).unwrap(),
            })
            .collect()
    }

    async fn contact(&self, id: &str, name: &str, email: &str, message: &str) {
        let now = Value::from(self.clock.now());
        self.execute(
            "INSERT INTO contacts (id, name, email, company, subject, message, created_at, updated_at)
                 VALUES ($1, $2, $3, 'Padaria <b>Sol</b>', 'Parcerias', $4, $5, $5)",
            &[id.into(), name.into(), email.into(), message.into(), now],
        )
        .await;
    }

    async fn subscribe(&self, id: &str, email: &str) {
        let now = Value::from(self.clock.now());
        self.execute("INSERT INTO newsletter_subscriptions (id, email, created_at, updated_at) VALUES ($1, $2, $3, $3)", &[id.into(), email.into(), now])
            .await;
    }

    async fn subscription(&self, id: &str) -> (bool, bool, String) {
        let sql = "SELECT is_active, confirmed_at, token FROM newsletter_subscriptions WHERE id = $1";
        let row = &self.rows(sql, &[id.into()]).await[0];
        let token = row.text("token").unwrap_or_default().to_owned();
        (row.truth("is_active"), row.text("confirmed_at").is_some(), token)
    }
}

#[db_test]
async fn the_owner_gets_a_contact_whole_and_answers_the_visitor(db: Db) {
    let app = Harness::with_forms(db, false).await;
    app.contact("1", "Ana <script>", "ana@exemplo.com.br", "Primeira linha\nsegunda & <i>terceira</i>").await;
    let written = app.written().await;
    let notice = written.iter().find(|email| email.to == OWNER).unwrap();
    assert_eq!(notice.subject, "Contato pelo site: Parcerias");
    assert_eq!(notice.headers["Reply-To"], "ana@exemplo.com.br");
    for part in ["Ana <script>", "ana@exemplo.com.br", "Padaria <b>Sol</b>", "> segunda & <i>terceira</i>"] {
        assert!(notice.text.contains(part), "{part} in {}", notice.text);
    }
    for part in
        ["Ana &lt;script&gt;", "Padaria &lt;b&gt;Sol", "Primeira linha\nsegunda &amp; &lt;i&gt;terceira"]
    {
        assert!(notice.html.contains(part), "{part} in {}", notice.html);
    }
    assert!(app.written().await.is_empty(), "a row is written about once");
}

#[db_test]
async fn the_visitor_gets_a_confirmation_with_nothing_a_stranger_wrote(db: Db) {
    let app = Harness::with_forms(db, false).await;
    let (name, message) = ("Clique em https://golpe.example", "Ganhe dinheiro em https://golpe.example");
    app.contact("1", name, "vitima@exemplo.com.br", message).await;
    let written = app.written().await;
    let receipt = written.iter().find(|email| email.to == "vitima@exemplo.com.br").unwrap();
    assert_eq!(receipt.subject, "Recebi a sua mensagem");
    assert_eq!(receipt.headers["Reply-To"], OWNER);
    for part in [&receipt.text, &receipt.html] {
        assert!(part.contains("Parcerias"));
        for foreign in ["golpe", "Clique", "Padaria", "dinheiro"] {
            assert!(!part.contains(foreign), "{foreign} in {part}");
        }
    }
}

#[db_test]
async fn an_address_gets_one_confirmation_a_day_and_the_owner_every_message(db: Db) {
    let app = Harness::with_forms(db, false).await;
    app.contact("1", "Ana", "ana@exemplo.com.br", "Um").await;
    app.contact("2", "Ana", "ana@exemplo.com.br", "Dois").await;
    let addresses = |written: Vec<Written>| written.into_iter().map(|email| email.to).collect::<Vec<_>>();
    assert_eq!(addresses(app.written().await), ["ana@exemplo.com.br", OWNER, OWNER]);
    app.contact("3", "Ana", "ana@exemplo.com.br", "Três").await;
    assert_eq!(addresses(app.written().await), [OWNER]);
    app.clock.advance(minutes(24 * 60));
    app.contact("4", "Ana", "ana@exemplo.com.br", "Quatro").await;
    assert_eq!(addresses(app.written().await), ["ana@exemplo.com.br", OWNER]);
}

#[db_test]
async fn a_new_subscription_is_welcomed_with_the_way_out(db: Db) {
    let app = Harness::with_forms(db, false).await;
    app.subscribe("1", "ana@exemplo.com.br").await;
    let written = app.written().await;
    assert_eq!(written.len(), 1);
    let (active, confirmed, token) = app.subscription("1").await;
    assert_eq!((active, confirmed, token.len()), (true, true, 32));
    let link = format!("https://casa.test/newsletter/sair/{token}");
    let welcome = &written[0];
    assert!(welcome.text.contains(&link) && welcome.html.contains(&link));
    assert!(
        welcome.headers["List-Unsubscribe"].as_str().unwrap().starts_with(&format!("<{link}>, <mailto:"))
    );
    assert_eq!(welcome.headers["List-Unsubscribe-Post"], "List-Unsubscribe=One-Click");
    assert!(app.written().await.is_empty());
}

#[db_test]
async fn with_double_opt_in_the_address_is_asked_first_and_welcomed_when_it_confirmed(db: Db) {
    let app = Harness::with_forms(db, true).await;
    app.subscribe("1", "ana@exemplo.com.br").await;
    let confirmations = app.written().await;
    let (active, confirmed, token) = app.subscription("1").await;
    assert_eq!((confirmations.len(), active, confirmed), (1, true, false));
    assert_eq!(confirmations[0].subject, "Confirme a sua inscrição na carta");
    assert!(confirmations[0].text.contains(&format!("https://casa.test/newsletter/confirmar/{token}")));
    assert!(!confirmations[0].text.contains("/newsletter/sair/"));

    let confirm = "UPDATE newsletter_subscriptions SET confirmed_at = created_at, notified_at = NULL";
    app.execute(confirm, &[]).await;
    let welcomed = app.written().await;
    assert_eq!(welcomed[0].subject, "Sua inscrição na carta");
    assert!(
        welcomed[0].text.contains(&format!("/newsletter/sair/{token}")),
        "one token for the row's whole life"
    );
    assert!(app.written().await.is_empty());
}

#[db_test]
async fn an_address_that_never_confirms_stops_counting_after_seven_days(db: Db) {
    let app = Harness::with_forms(db, true).await;
    app.subscribe("1", "ana@exemplo.com.br").await;
    app.written().await;
    app.clock.advance(minutes(7 * 24 * 60));
    app.mail.sweep().await.unwrap();
    assert!(app.subscription("1").await.0, "the seventh day is the last");
    app.clock.advance(minutes(1));
    app.mail.sweep().await.unwrap();
    assert!(!app.subscription("1").await.0);
    app.subscribe("2", "ana@exemplo.com.br").await;
    assert_eq!(app.written().await.len(), 1, "and may be asked again");
}

#[db_test]
async fn confirmed_addresses_survive_the_sweep_and_those_who_left_get_nothing(db: Db) {
    let app = Harness::with_forms(db, false).await;
    app.subscribe("1", "ana@exemplo.com.br").await;
    app.subscribe("2", "bia@exemplo.com.br").await;
    app.execute("UPDATE newsletter_subscriptions SET is_active = FALSE WHERE id = '2'", &[]).await;
    let written = app.written().await;
    assert_eq!(written.iter().map(|email| email.to.as_str()).collect::<Vec<_>>(), ["ana@exemplo.com.br"]);
    app.clock.advance(minutes(30 * 24 * 60));
    app.mail.sweep().await.unwrap();
    assert!(app.subscription("1").await.0);
}

#[db_test]
async fn the_waiting_list_tells_the_owner_and_confirms_to_the_visitor(db: Db) {
    let app = Harness::with_forms(db, false).await;
    app.execute(
        "INSERT INTO waitlist_entries (id, name, email, company, size, created_at, updated_at)
         VALUES ('1', 'Ana', 'ana@exemplo.com.br', NULL, '10 a 49', '2027', '2027')",
        &[],
    )
    .await;
    let written = app.written().await;
    assert_eq!(written.len(), 2);
    assert_eq!((written[0].to.as_str(), written[1].to.as_str()), ("ana@exemplo.com.br", OWNER));
    assert!(!written[0].text.contains("Ana"), "{}", written[0].text);
    assert!(written[1].text.contains("Nome: Ana\nE-mail: ana@exemplo.com.br\nTamanho: 10 a 49"));
    assert_eq!(written[1].headers["Reply-To"], "ana@exemplo.com.br");
    let about = app.rows("SELECT recipient FROM mail_messages WHERE about = 'ana@exemplo.com.br'", &[]).await;
    assert_eq!(about.len(), 1, "it goes with the person");
    assert_eq!(about[0].text("recipient"), Some(OWNER));
}

#[db_test]
async fn rows_that_owe_nothing_are_left_alone(db: Db) {
    let app = Harness::with_forms(db, false).await;
    app.contact("1", "Ana", "ana@exemplo.com.br", "Um").await;
    app.subscribe("1", "ana@exemplo.com.br").await;
    for paid in [
        "UPDATE contacts SET notified_at = created_at",
        "UPDATE newsletter_subscriptions SET notified_at = created_at",
    ] {
        app.execute(paid, &[]).await;
    }
    assert!(app.written().await.is_empty());
}

#[db_test]
async fn letters_are_signed_by_whoever_the_owner_is_when_they_are_written(db: Db) {
    let mut app = Harness::with_forms(db, false).await;
    let owner = Arc::new(Mutex::new(sender()));
    let current = Arc::clone(&owner);
    app.mail = Mail::open(Deps {
        db: app.db.clone(),
        clock: app.clock.clone(),
        sender: Box::new(move || current.lock().clone()),
        config: outbox(),
    })
    .unwrap();
    owner.lock().name = "Novo Nome".into();
    owner.lock().email = "novo@casa.test".into();
    app.contact("1", "Ana", "ana@exemplo.com.br", "Um").await;
    let written = app.written().await;
    assert_eq!(written[1].to, "novo@casa.test");
    assert!(written[0].html.contains("Novo Nome") && written[0].text.contains("Novo Nome"));
}
