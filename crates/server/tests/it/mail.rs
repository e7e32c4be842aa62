//! Mail in the whole house: a form's row becomes letters, and the outbox exists only where it may.

use std::collections::HashMap;

use ateneu_base::Clock;
use ateneu_server::{app::App, config::Config};
use ateneu_testkit::smtp::Relay;
use axum::{
    body::Body,
    http::{Request, StatusCode, header},
};
use http_body_util::BodyExt;
use tower::ServiceExt;

async fn house(folder: &std::path::Path, pairs: &[(&str, &str)]) -> App {
    let pairs: HashMap<String, String> =
        pairs.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    let config = Config::load(folder, |name| pairs.get(name).cloned()).unwrap();
    App::open(config, Clock::system()).await.unwrap()
}

async fn ask(app: &App, request: Request<Body>) -> (StatusCode, String) {
    let answer = app.router.clone().oneshot(request).await.unwrap();
    let status = answer.status();
    let bytes = answer.into_body().collect().await.unwrap().to_bytes();
    (status, String::from_utf8_lossy(&bytes).into_owned())
}

async fn get(app: &App, path: &str) -> (StatusCode, String) {
    ask(app, Request::get(path).body(Body::empty()).unwrap()).await
}

/// As a visitor's form does.
async fn write_to_the_owner(app: &App) {
    let body = serde_json::json!({
        "name": "Ana", "email": "ana@exemplo.com.br", "subject": "Parcerias", "message": "Uma linha.",
    });
    let request = Request::post("/rest/v1/contacts")
        .header(header::CONTENT_TYPE, "application/json")
        .header("apikey", &app.auth.api_keys().anon)
        .body(Body::from(body.to_string()))
        .unwrap();
    let (status, body) = ask(app, request).await;
    assert_eq!(status, StatusCode::CREATED, "{body}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_contact_leaves_through_the_relay_in_the_owners_name() {
    let (folder, relay) = (tempfile::tempdir().unwrap(), Relay::start().await);
    let url = relay.url();
    let settings = [
        ("ATENEU_MODE", "production"),
        ("ATENEU_PUBLIC_URL", "https://ateneu.example"),
        ("ATENEU_SMTP_URL", url.as_str()),
        ("ATENEU_MAIL_FROM", "cartas@ateneu.example"),
    ];
    let app = house(folder.path(), &settings).await;
    let owner = app.content.current();
    write_to_the_owner(&app).await;
    let arrived = relay.arrived(2).await;
    let to_owner = arrived.iter().find(|letter| letter.recipient == *owner.site.links.email);
    let to_visitor = arrived.iter().find(|letter| letter.recipient == "ana@exemplo.com.br");
    let (to_owner, to_visitor) = (to_owner.unwrap(), to_visitor.unwrap());
    assert_eq!(to_owner.header("Reply-To"), "ana@exemplo.com.br");
    for letter in [to_owner, to_visitor] {
        let from = format!("\"{}\" <cartas@ateneu.example>", &*owner.site.name);
        assert_eq!(letter.header("From"), from);
        assert!(letter.header("Message-ID").ends_with("@ateneu.example>"));
    }
    app.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_outbox_is_open_while_trying_out_and_closed_to_the_public() {
    let folder = tempfile::tempdir().unwrap();
    let app = house(folder.path(), &[]).await;
    assert_eq!(get(&app, "/dev/outbox.json").await, (StatusCode::OK, "[]".into()));
    assert_eq!(get(&app, "/dev/outbox").await.0, StatusCode::OK);
    app.close().await.unwrap();

    let app = house(folder.path(), &[("ATENEU_MODE", "production")]).await;
    write_to_the_owner(&app).await;
    for path in ["/dev/outbox", "/dev/outbox.json", "/dev/outbox.css"] {
        assert_eq!(get(&app, path).await.0, StatusCode::NOT_FOUND, "{path}");
    }
    app.close().await.unwrap();

    // What waited for want of a relay leaves when there is one.
    let relay = Relay::start().await;
    let url = relay.url();
    let settings = [("ATENEU_MODE", "production"), ("ATENEU_SMTP_URL", url.as_str())];
    let app = house(folder.path(), &settings).await;
    assert_eq!(relay.arrived(2).await.len(), 2);
    app.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_relay_that_cannot_be_one_stops_the_start_by_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let config = Config::load(folder.path(), |name| {
        (name == "ATENEU_SMTP_URL").then(|| "smtp.ateneu.example".to_owned())
    });
    let refused = App::open(config.unwrap(), Clock::system()).await.err().unwrap();
    assert!(format!("{refused:#}").contains("smtp_url"), "{refused:#}");
}
