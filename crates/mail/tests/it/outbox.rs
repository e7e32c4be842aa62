//! The outbox: what people and programs read of it, and where it does not exist.

use ateneu_base::Clock;
use ateneu_db::Db;
use ateneu_mail::{Config, Mail, Message};
use ateneu_testkit::db_test;
use axum::{
    Router,
    body::Body,
    http::{HeaderMap, Request, StatusCode, header},
};
use http_body_util::BodyExt;
use tower::ServiceExt;

use crate::house::{clock, letter, minutes, open};

async fn get(router: &Router, path: &str) -> (StatusCode, HeaderMap, String) {
    let request = Request::get(path).body(Body::empty()).unwrap();
    let (parts, body) = router.clone().oneshot(request).await.unwrap().into_parts();
    let bytes = body.collect().await.unwrap().to_bytes();
    (parts.status, parts.headers, String::from_utf8(bytes.to_vec()).unwrap())
}

async fn send(db: &Db, clock: &Clock, mail: &Mail, message: Message) {
    let queue = mail.clone();
    db.write(move |tx| queue.queue(tx, &message)).await.unwrap();
    clock.advance(minutes(1));
    mail.work().await.unwrap();
}

fn outbox() -> Config {
    Config { outbox: true, ..Config::default() }
}

#[db_test]
async fn programs_read_what_was_sent_newest_first(db: Db) {
    let clock = clock();
    let mail = open(&db, &clock, outbox());
    let text = "Entre aqui:\nhttps://ateneu.example/a?b=c\n\nou aqui: https://ateneu.example/d https://ateneu.example/d";
    send(&db, &clock, &mail, Message::email("ana@exemplo.com.br", "Olá", text.into(), "<p>Olá</p>".into()))
        .await;
    send(&db, &clock, &mail, Message::sms("+5511999999999", "Código 123456".into())).await;
    let (status, headers, body) = get(&mail.router(), "/dev/outbox.json").await;
    assert_eq!((status, &headers[header::CACHE_CONTROL]), (StatusCode::OK, &"no-store".parse().unwrap()));
    let list: serde_json::Value = serde_json::from_str(&body).unwrap();
    assert_eq!(
        list,
        serde_json::json!([
            {
                "kind": "sms", "to": "+5511999999999", "subject": "", "text": "Código 123456", "html": "", "links": [],
                "at": "2027-01-15T08:02:00.000000+00:00",
            },
            {
                "kind": "email", "to": "ana@exemplo.com.br", "subject": "Olá", "text": text, "html": "<p>Olá</p>",
                "links": ["https://ateneu.example/a?b=c", "https://ateneu.example/d"],
                "at": "2027-01-15T08:01:00.000000+00:00",
            },
        ])
    );
}

#[db_test]
async fn people_read_a_page_on_which_a_letter_can_do_nothing(db: Db) {
    let clock = clock();
    let mail = open(&db, &clock, outbox());
    let (_, _, empty) = get(&mail.router(), "/dev/outbox").await;
    assert!(empty.contains("Nenhuma mensagem enviada ainda."));
    let evil = "<script>alert(1)</script><p>corpo</p>";
    let message =
        Message::email("ana@exemplo.com.br", "<img src=x onerror=alert(1)>", "Olá".into(), evil.into());
    send(&db, &clock, &mail, message).await;
    let (status, headers, page) = get(&mail.router(), "/dev/outbox").await;
    assert_eq!(status, StatusCode::OK);
    assert!(page.contains("&lt;img src=x onerror=alert(1)&gt;") && !page.contains("<script"), "{page}");
    assert!(page.contains("15/01/2027 08:01:00 UTC"));
    let policy = headers[header::CONTENT_SECURITY_POLICY].to_str().unwrap();
    assert!(policy.starts_with("default-src 'none'") && !policy.contains("unsafe"), "{policy}");

    let address = page.split('"').find(|part| part.starts_with("/dev/outbox/")).unwrap();
    let (status, headers, shown) = get(&mail.router(), address).await;
    assert_eq!((status, shown.as_str()), (StatusCode::OK, evil));
    let policy = headers[header::CONTENT_SECURITY_POLICY].to_str().unwrap();
    assert!(policy.starts_with("sandbox; default-src 'none'") && !policy.contains("script"), "{policy}");
    assert_eq!(get(&mail.router(), "/dev/outbox/nada").await.0, StatusCode::NOT_FOUND);
}

#[db_test]
async fn what_waits_is_not_shown_and_without_an_outbox_there_is_no_page(db: Db) {
    let clock = clock();
    let mail = open(&db, &clock, outbox());
    let queue = mail.clone();
    db.write(move |tx| queue.queue(tx, &letter("ana@exemplo.com.br", "Olá"))).await.unwrap();
    assert_eq!(get(&mail.router(), "/dev/outbox.json").await.2, "[]");
    let production = open(&db, &clock, Config::default());
    for path in ["/dev/outbox", "/dev/outbox.json", "/dev/outbox.css"] {
        assert_eq!(get(&production.router(), path).await.0, StatusCode::NOT_FOUND, "{path}");
    }
}
