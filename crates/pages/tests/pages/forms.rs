//! Plain posts of public forms: which reach the page's code, its rights, and the responses to the browser.

use std::{
    io,
    sync::{Arc, Mutex},
};

use ateneu_pages::Config;
use ateneu_testkit::TestResponse;
use axum::http::StatusCode;

use crate::harness::{Harness, Page, Written, assets};

const FORM: (&str, &str) = ("content-type", "application/x-www-form-urlencoded");

async fn open() -> Harness {
    let application = include_str!("../fixtures/forms.js");
    Harness::with(Config::new("https://casa.test"), assets(application)).await
}

async fn post(app: &Harness, url: &str, headers: &[(&str, &str)], body: &str) -> TestResponse {
    app.request("POST", url, headers).body(body.to_owned()).await
}

async fn send_action(app: &Harness, action: &str) -> TestResponse {
    post(app, "/contato", &[FORM], &format!("formulario=contato&text=oi&action={action}")).await
}

#[tokio::test]
async fn a_sent_form_is_stored_and_redirects_to_its_page() {
    let app = open().await;
    let reply = post(&app, "/contato?utm=x", &[FORM], "formulario=contato&text=ol%C3%A1+l%C3%A1").await;
    assert_eq!(
        (reply.status, reply.header("location"), reply.header("cache-control")),
        (StatusCode::SEE_OTHER, "/contato?enviado=contato#contato", "no-store")
    );
    let expected = Written {
        body: r#"[["formulario","contato"],["text","olá lá"]]"#.into(),
        forwarded: Vec::new(),
        peer: Some("192.0.2.7".into()),
    };
    assert_eq!(app.rows.written().await, [expected]);
    assert_eq!(app.get("/contato?enviado=contato").await.main(), "página /contato?enviado=contato");
}

#[tokio::test]
async fn a_form_write_carries_the_forwarded_addresses() {
    let app = open().await;
    let headers = [FORM, ("x-forwarded-for", "203.0.113.9"), ("x-forwarded-for", "198.51.100.7")];
    post(&app, "/contato", &headers, "formulario=contato").await;
    assert_eq!(app.rows.written().await[0].forwarded, ["203.0.113.9", "198.51.100.7"]);
}

#[tokio::test]
async fn a_refused_form_is_an_uncached_page_with_its_status() {
    let app = open().await;
    for (action, status, main) in [
        ("refuse", StatusCode::UNPROCESSABLE_ENTITY, "contato: oi"),
        ("", StatusCode::TOO_MANY_REQUESTS, "aguarde"),
    ] {
        let reply = send_action(&app, action).await;
        assert_eq!((reply.status, reply.main().as_str()), (status, main));
        app.rows.fill_up();
        assert_eq!((reply.header("cache-control"), reply.header("etag")), ("no-store", ""));
        assert!(reply.header("content-security-policy").contains("form-action 'self'"));
    }
    assert_eq!(app.get("/contato").await.main(), "página /contato", "what was typed is in no other answer");
}

/// Captures the log of this thread.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn a_secret_address_that_fails_is_logged_without_its_secret() {
    let app = open().await;
    let log = Log::default();
    let writer = log.clone();
    let subscriber =
        tracing_subscriber::fmt().with_max_level(tracing::Level::DEBUG).with_writer(move || writer.clone());
    let guard = tracing::subscriber::set_default(subscriber.finish());
    app.get("/sair/breaks-k9").await;
    for body in ["formulario=sair&action=throw", "formulario=unknown"] {
        post(&app, "/sair/breaks-k9", &[FORM], body).await;
    }
    drop(guard);
    let text = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
    assert_eq!(text.matches("/sair/:token").count(), 3, "{text}");
    assert!(!text.contains("breaks-k9"), "{text}");
}

#[tokio::test]
async fn posts_from_other_sites_are_refused() {
    let app = open().await;
    for (headers, own) in [
        (&[("sec-fetch-site", "same-origin")][..], true),
        (&[("sec-fetch-site", "none")], true),
        (&[("sec-fetch-site", "cross-site")], false),
        (&[("sec-fetch-site", "same-site")], false),
        (&[("sec-fetch-site", "cross-site"), ("origin", "https://casa.test")], false),
        (&[("origin", "https://casa.test")], true),
        (&[("origin", "http://localhost:8080"), ("host", "localhost:8080")], true),
        (&[("origin", "http://localhost:8080"), ("host", "localhost:8081")], false),
        (&[("origin", "https://evil.test")], false),
        (&[("origin", "https://evil.test"), ("host", "casa.test")], false),
        (&[("origin", "https://casa.test.evil.test")], false),
        (&[("origin", "null")], false),
        (&[], true),
    ] {
        let headers: Vec<(&str, &str)> = headers.iter().copied().chain([FORM]).collect();
        let before = app.rows.written().await.len();
        let reply = post(&app, "/contato", &headers, "formulario=contato").await;
        let expected = if own { StatusCode::SEE_OTHER } else { StatusCode::FORBIDDEN };
        assert_eq!(reply.status, expected, "{headers:?}");
        assert_eq!(app.rows.written().await.len() - before, usize::from(own), "{headers:?}");
    }
}

#[tokio::test]
async fn only_declared_forms_are_read() {
    let app = open().await;
    for (url, body, status) in [
        ("/contato", "formulario=nada", StatusCode::BAD_REQUEST),
        ("/contato", "formulario=sair", StatusCode::BAD_REQUEST),
        ("/contato", "text=oi", StatusCode::BAD_REQUEST),
        ("/contato", "", StatusCode::BAD_REQUEST),
        ("/contato", "List-Unsubscribe=One-Click", StatusCode::BAD_REQUEST),
        ("/sobre", "formulario=contato", StatusCode::METHOD_NOT_ALLOWED),
        ("/admin", "formulario=contato", StatusCode::METHOD_NOT_ALLOWED),
        ("/nada", "formulario=contato", StatusCode::METHOD_NOT_ALLOWED),
        ("//contato", "formulario=contato", StatusCode::METHOD_NOT_ALLOWED),
        ("/rss.xml", "formulario=contato", StatusCode::METHOD_NOT_ALLOWED),
    ] {
        assert_eq!(post(&app, url, &[FORM], body).await.status, status, "{url} {body}");
    }
    assert_eq!(app.send("PUT", "/contato", &[FORM]).await.status, StatusCode::METHOD_NOT_ALLOWED);
    assert_eq!(app.rows.written().await, []);
}

#[tokio::test]
async fn only_forms_of_a_reasonable_size_are_read() {
    let app = open().await;
    let multipart = "--x\r\ncontent-disposition: form-data; name=\"formulario\"\r\n\r\ncontato\r\n--x--\r\n";
    for (kind, body, status) in [
        (FORM.1, format!("formulario=contato&text={}", "a".repeat(64 * 1024)), StatusCode::PAYLOAD_TOO_LARGE),
        ("application/json", r#"{"formulario":"contato"}"#.into(), StatusCode::UNSUPPORTED_MEDIA_TYPE),
        ("text/plain", "formulario=contato".into(), StatusCode::UNSUPPORTED_MEDIA_TYPE),
        ("", "formulario=contato".into(), StatusCode::UNSUPPORTED_MEDIA_TYPE),
        ("multipart/form-data; boundary=x", multipart.into(), StatusCode::UNSUPPORTED_MEDIA_TYPE),
        ("multipart/form-data", multipart.into(), StatusCode::BAD_REQUEST),
    ] {
        let reply = post(&app, "/contato", &[("content-type", kind)], &body).await;
        assert_eq!((reply.status, reply.header("cache-control")), (status, "no-store"), "{kind}");
        assert!(reply.text().contains("<html lang=\"pt-BR\">"), "{kind}");
    }
    assert_eq!(app.rows.written().await, []);
    let most = format!("formulario=contato&text={}", "a".repeat(60 * 1024));
    assert_eq!(post(&app, "/contato", &[FORM], &most).await.status, StatusCode::SEE_OTHER);
}

#[tokio::test]
async fn a_form_action_makes_only_declared_writes() {
    let app = open().await;
    for reach in ["write+elsewhere", "write+below", "change", "remove", "sign+in", "throw"] {
        let reply = send_action(&app, reach).await;
        assert_eq!(reply.status, StatusCode::SERVICE_UNAVAILABLE, "{reach}");
        assert!(reply.text().contains("O envio não foi concluído"), "{reach}");
        assert!(!reply.text().contains("secret"), "{reach}");
    }
    let other = post(&app, "/contato", &[FORM], "formulario=outro").await;
    assert_eq!(other.status, StatusCode::SERVICE_UNAVAILABLE, "a form that declares nothing");
    assert_eq!(app.rows.written().await, []);
    // Code that outlives its form may only read.
    assert_eq!(send_action(&app, "linger").await.status, StatusCode::UNPROCESSABLE_ENTITY);
    // Both engines render, one of them with the leftover code.
    for index in 0..8 {
        app.get(&format!("/contato?enviado={index}")).await;
    }
    assert_eq!(app.rows.written().await, []);
}

#[tokio::test]
async fn a_page_with_a_secret_address_is_not_cached() {
    let app = open().await;
    for _ in 0..2 {
        let reply = app.get("/sair/abc").await;
        assert_eq!((reply.status, reply.main().as_str()), (StatusCode::OK, "página /sair/abc"));
        assert_eq!((reply.header("cache-control"), reply.header("x-robots-tag")), ("no-store", "noindex"));
    }
    assert_eq!(app.pages.counts().kept, 0);
    assert_eq!(app.rows.written().await, [], "looking changes nothing");
}

#[tokio::test]
async fn one_click_unsubscribing_does_not_redirect() {
    let multipart =
        "--x\r\ncontent-disposition: form-data; name=\"List-Unsubscribe\"\r\n\r\nOne-Click\r\n--x--\r\n";
    for (kind, body) in
        [(FORM.1, "List-Unsubscribe=One-Click"), ("multipart/form-data; boundary=x", multipart)]
    {
        let app = open().await;
        // Programs send it from wherever they run.
        for (number, (name, value)) in [
            ("x-none", ""),
            ("origin", "moz-extension://1b2c"),
            ("origin", "null"),
            ("sec-fetch-site", "cross-site"),
        ]
        .into_iter()
        .enumerate()
        {
            let reply = post(&app, "/sair/abc", &[("content-type", kind), (name, value)], body).await;
            assert_eq!((reply.status, reply.header("location")), (StatusCode::OK, ""), "{kind} {name}");
            assert_eq!(reply.header("cache-control"), "no-store");
            assert_eq!(app.rows.written().await.len(), number + 1, "{kind} {name}");
        }
        app.rows.fill_up();
        let later = post(&app, "/sair/abc", &[("content-type", kind)], body).await;
        assert_eq!(later.status, StatusCode::TOO_MANY_REQUESTS, "to be tried again");
    }
}
