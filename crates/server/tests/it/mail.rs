//! Mail in the assembled application: emails of a form's row, and the outbox in allowed modes only.

use std::collections::HashMap;

use ateneu_app::App;
use ateneu_base::Clock;
use ateneu_server::config::load;
use ateneu_testkit::{TestClient, mocks::SmtpServer};
use serde_json::json;

async fn open(folder: &std::path::Path, pairs: &[(&str, &str)]) -> App {
    let pairs: HashMap<String, String> =
        pairs.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    let config = load(folder, |name| pairs.get(name).cloned()).unwrap();
    App::open(config, Clock::system()).await.unwrap()
}

fn client(app: &App) -> TestClient {
    TestClient::new(app.router.clone())
}

/// Sends a message to the owner through the visitors' form.
async fn write_to_the_owner(app: &App) {
    let body = json!({
        "name": "Ana", "email": "ana@exemplo.com.br", "subject": "Parcerias", "message": "Uma linha.",
    });
    let key = app.auth.api_keys().anon;
    let response = client(app).post("/rest/v1/contacts").header("apikey", &key).json(&body).await;
    assert_eq!(response.status, 201, "{response:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_contact_is_relayed_from_the_owners_address() {
    let (folder, server) = (tempfile::tempdir().unwrap(), SmtpServer::start().await);
    let url = server.url();
    let settings = [
        ("ATENEU_MODE", "production"),
        ("ATENEU_PUBLIC_URL", "https://ateneu.example"),
        ("ATENEU_SMTP_URL", url.as_str()),
        ("ATENEU_MAIL_FROM", "cartas@ateneu.example"),
    ];
    let app = open(folder.path(), &settings).await;
    let owner = app.content.current();
    write_to_the_owner(&app).await;
    let arrived = server.wait_for(2).await;
    let to_owner = arrived.iter().find(|email| email.recipient == *owner.site.links.email);
    let to_visitor = arrived.iter().find(|email| email.recipient == "ana@exemplo.com.br");
    let (to_owner, to_visitor) = (to_owner.unwrap(), to_visitor.unwrap());
    assert_eq!(to_owner.header("Reply-To"), "ana@exemplo.com.br");
    for email in [to_owner, to_visitor] {
        let from = format!("\"{}\" <cartas@ateneu.example>", &*owner.site.name);
        assert_eq!(email.header("From"), from);
        assert!(email.header("Message-ID").ends_with("@ateneu.example>"));
    }
    app.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_outbox_is_closed_in_production() {
    let folder = tempfile::tempdir().unwrap();
    let app = open(folder.path(), &[]).await;
    let list = client(&app).get("/dev/outbox.json").await;
    assert_eq!((list.status.as_u16(), list.text()), (200, "[]"));
    assert_eq!(client(&app).get("/dev/outbox").await.status, 200);
    app.close().await.unwrap();

    let app = open(folder.path(), &[("ATENEU_MODE", "production")]).await;
    write_to_the_owner(&app).await;
    for path in
        ["/dev/outbox", "/dev/outbox.json", "/dev/outbox.css", "/dev/emails", "/dev/emails/account_access"]
    {
        assert_eq!(client(&app).get(path).await.status, 404, "{path}");
    }
    app.close().await.unwrap();

    // Mail that waited for a mail server is sent after one is configured.
    let server = SmtpServer::start().await;
    let url = server.url();
    let settings = [("ATENEU_MODE", "production"), ("ATENEU_SMTP_URL", url.as_str())];
    let app = open(folder.path(), &settings).await;
    assert_eq!(server.wait_for(2).await.len(), 2);
    app.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invalid_relay_fails_the_start_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let config =
        load(folder.path(), |name| (name == "ATENEU_SMTP_URL").then(|| "smtp.ateneu.example".to_owned()));
    let refused = App::open(config.unwrap(), Clock::system()).await.err().unwrap();
    assert!(format!("{refused:#}").contains("smtp_url"), "{refused:#}");
}
