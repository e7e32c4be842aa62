//! The outbox: its views for people and programs, and its absence.

use ateneu_db::Db;
use ateneu_mail::Message;
use ateneu_testkit::{TestClient, db_test, sqlite_test};
use axum::http::header;
use serde_json::json;

use crate::harness::{Harness, email, minutes};

ateneu_testkit::opened_by!(Harness::new);

impl Harness {
    async fn deliver(&self, message: Message) {
        self.queue(message).await;
        self.advance(minutes(1));
        self.mail.work().await.unwrap();
    }
}

#[db_test]
async fn the_json_outbox_lists_messages_newest_first(db: Db) {
    let app = Harness::with_outbox(db).await;
    let text = "Entre aqui:\nhttps://casa.test/a?b=c\n\nou aqui: https://casa.test/d https://casa.test/d";
    app.deliver(Message::email("ana@exemplo.com.br", "Olá", text.into(), "<p>Olá</p>".into())).await;
    app.deliver(Message::sms("+5511999999999", "Código 123456".into())).await;
    let list = app.get("/dev/outbox.json").await.ok();
    assert_eq!(list.headers[header::CACHE_CONTROL], "no-store");
    assert_eq!(
        *list.json(),
        json!([
            {
                "kind": "sms", "to": "+5511999999999", "subject": "", "text": "Código 123456", "html": "", "links": [],
                "at": "2027-01-15T08:02:00.000000+00:00",
            },
            {
                "kind": "email", "to": "ana@exemplo.com.br", "subject": "Olá", "text": text, "html": "<p>Olá</p>",
                "links": ["https://casa.test/a?b=c", "https://casa.test/d"],
                "at": "2027-01-15T08:01:00.000000+00:00",
            },
        ])
    );
}

#[db_test]
async fn the_outbox_page_escapes_and_sandboxes_emails(db: Db) {
    let app = Harness::with_outbox(db).await;
    assert!(app.get("/dev/outbox").await.text().contains("Nenhuma mensagem enviada ainda."));
    let evil = "<script>alert(1)</script><p>corpo</p>";
    let message =
        Message::email("ana@exemplo.com.br", "<img src=x onerror=alert(1)>", "Olá".into(), evil.into());
    app.deliver(message).await;
    let response = app.get("/dev/outbox").await;
    assert_eq!(response.status, 200);
    let page = response.text();
    assert!(page.contains("&lt;img src=x onerror=alert(1)&gt;") && !page.contains("<script"), "{page}");
    assert!(page.contains("15/01/2027 08:01:00 UTC"));
    let policy = response.header("content-security-policy");
    assert!(policy.starts_with("default-src 'none'") && !policy.contains("unsafe"), "{policy}");

    let address = page.split('"').find(|part| part.starts_with("/dev/outbox/")).unwrap();
    let shown = app.get(address).await;
    assert_eq!((shown.status.as_u16(), shown.text()), (200, evil));
    let policy = shown.header("content-security-policy");
    assert!(policy.starts_with("sandbox; default-src 'none'") && !policy.contains("script"), "{policy}");
    assert_eq!(app.get("/dev/outbox/nada").await.status, 404);
}

#[sqlite_test]
async fn the_outbox_page_shows_sent_emails_and_needs_an_outbox(db: Db) {
    let app = Harness::with_outbox(db).await;
    app.queue(email("ana@exemplo.com.br", "Olá")).await;
    assert_eq!(app.get("/dev/outbox.json").await.text(), "[]");
    let production = TestClient::new(app.mail().router());
    for path in ["/dev/outbox", "/dev/outbox.json", "/dev/outbox.css"] {
        assert_eq!(production.get(path).await.status, 404, "{path}");
    }
}
