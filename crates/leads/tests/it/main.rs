//! Emails about contact messages and the waiting list: recipients, and texts that they must omit.

#![expect(clippy::unwrap_used, reason = "a failed step fails the test")]

mod messages;
mod retention;

use std::sync::Arc;

use ateneu_base::Value;
use ateneu_mail::{Config, Deps, Mail};
use ateneu_testkit::{
    TestApp,
    app::{OWNER, OutboxEmail, sender},
    databases::{FromPlace, Place},
    db_test,
};
use parking_lot::Mutex;

struct Harness {
    app: TestApp,
    mail: Mail,
}

ateneu_testkit::deref!(Harness, app: TestApp);

impl FromPlace for Harness {
    async fn from_place(place: Place) -> Self {
        let mut app = TestApp::new(place.db);
        app.row_emails(ateneu_leads::emails);
        let mail = app.mail_with(Config { outbox: true, ..Config::default() });
        Self { app, mail }
    }
}

impl Harness {
    async fn written(&self) -> Vec<OutboxEmail> {
        self.outbox(&self.mail).await
    }

    async fn contact(&self, id: &str, name: &str, email: &str, message: &str) {
        let now = Value::from(self.clock.now());
        let sql = "INSERT INTO contacts (id, name, email, company, subject, message, created_at, updated_at)
                   VALUES ($1, $2, $3, 'Padaria <b>Sol</b>', 'Parcerias', $4, $5, $5)";
        self.execute(sql, &[id.into(), name.into(), email.into(), message.into(), now]).await;
    }
}

#[db_test]
async fn a_contact_email_contains_all_fields_and_a_reply_to(app: Harness) {
    app.contact("1", "Ana <script>", "ana@exemplo.com.br", "Primeira linha\nsegunda & <i>terceira</i>").await;
    let written = app.written().await;
    let notice = written.iter().find(|email| email.recipient == OWNER).unwrap();
    assert_eq!(notice.subject, "Contato pelo site: Parcerias");
    assert_eq!(notice.headers["Reply-To"], "ana@exemplo.com.br");
    for part in ["Ana <script>", "ana@exemplo.com.br", "Padaria <b>Sol</b>", "> segunda & <i>terceira</i>"] {
        assert!(notice.text.contains(part), "{part} in {}", notice.text);
    }
    app.contact(
        "2",
        "Ana\nE-mail: outra@exemplo.com.br\u{2028}\u{202E}x",
        "ana@exemplo.com.br",
        "Um\rDois\u{2028}Três",
    )
    .await;
    let written = app.written().await;
    let lines = written.iter().find(|email| email.recipient == OWNER).unwrap();
    assert!(lines.text.contains("Nome: Ana E-mail: outra@exemplo.com.br x\nE-mail: ana@"), "{}", lines.text);
    assert!(lines.text.contains("> Um\n> Dois\n> Três"), "{}", lines.text);
    for part in
        ["Ana &lt;script&gt;", "Padaria &lt;b&gt;Sol", "Primeira linha\nsegunda &amp; &lt;i&gt;terceira"]
    {
        assert!(notice.html.contains(part), "{part} in {}", notice.html);
    }
    assert!(app.written().await.is_empty(), "a row is written about once");
}

#[db_test]
async fn the_confirmation_does_not_repeat_the_visitors_text(app: Harness) {
    let (name, message) = ("Clique em https://golpe.example", "Ganhe dinheiro em https://golpe.example");
    app.contact("1", name, "vitima@exemplo.com.br", message).await;
    let written = app.written().await;
    let receipt = written.iter().find(|email| email.recipient == "vitima@exemplo.com.br").unwrap();
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
async fn an_address_gets_one_confirmation_a_day(app: Harness) {
    app.contact("1", "Ana", "ana@exemplo.com.br", "Um").await;
    app.contact("2", "Ana", "ana@exemplo.com.br", "Dois").await;
    let addresses =
        |written: Vec<OutboxEmail>| written.into_iter().map(|email| email.recipient).collect::<Vec<_>>();
    assert_eq!(addresses(app.written().await), ["ana@exemplo.com.br", OWNER, OWNER]);
    app.contact("3", "Ana", "ana@exemplo.com.br", "Três").await;
    assert_eq!(addresses(app.written().await), [OWNER]);
    app.advance_days(1);
    app.contact("4", "Ana", "ana@exemplo.com.br", "Quatro").await;
    assert_eq!(addresses(app.written().await), ["ana@exemplo.com.br", OWNER]);
}

#[db_test]
async fn a_waitlist_entry_emails_owner_and_visitor(app: Harness) {
    let sql = "INSERT INTO waitlist_entries (id, name, email, company, size, created_at, updated_at)
               VALUES ('1', 'Ana', 'ana@exemplo.com.br', NULL, '10 a 49', '2027', '2027')";
    app.execute(sql, &[]).await;
    let written = app.written().await;
    assert_eq!(written.len(), 2);
    assert_eq!((written[0].recipient.as_str(), written[1].recipient.as_str()), ("ana@exemplo.com.br", OWNER));
    assert!(!written[0].text.contains("Ana"), "{}", written[0].text);
    assert!(written[1].text.contains("Nome: Ana\nE-mail: ana@exemplo.com.br\nTamanho: 10 a 49"));
    assert_eq!(written[1].headers["Reply-To"], "ana@exemplo.com.br");
    let about = "SELECT recipient FROM mail_messages WHERE about = 'ana@exemplo.com.br'";
    assert_eq!(app.texts(about, &[]).await, [OWNER], "it goes with the person");
}

#[db_test]
async fn rows_that_were_notified_get_no_email(app: Harness) {
    app.contact("1", "Ana", "ana@exemplo.com.br", "Um").await;
    app.execute("UPDATE contacts SET notified_at = created_at", &[]).await;
    assert!(app.written().await.is_empty());
}

#[db_test]
async fn emails_are_signed_with_the_current_owner(mut app: Harness) {
    let owner = Arc::new(Mutex::new(sender()));
    let current = Arc::clone(&owner);
    let deps = app.mail_deps(Config { outbox: true, ..Config::default() });
    app.mail = Mail::open(Deps { sender: Box::new(move || current.lock().clone()), ..deps }).unwrap();
    app.mail.add_row_emails(ateneu_leads::emails());
    owner.lock().name = "Novo Nome".into();
    owner.lock().email = "novo@casa.test".into();
    app.contact("1", "Ana", "ana@exemplo.com.br", "Um").await;
    let written = app.written().await;
    assert_eq!(written[1].recipient, "novo@casa.test");
    assert!(written[0].html.contains("Novo Nome") && written[0].text.contains("Novo Nome"));
}
