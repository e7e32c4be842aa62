//! Readable addresses: made from the title, unique, refused where they cannot be, and leading on when they change.

use ateneu_base::Caller;
use ateneu_testkit::db_test;
use serde_json::{Value, json};

use super::{ANA, Desk, admin, article, content, id};

impl Desk {
    async fn titled(&self, number: usize, title: &str) -> String {
        let row = article(number, json!({ "title": title, "body": "<p>x</p>" }));
        self.ok("POST", "/contents", row).await[0]["slug"].as_str().unwrap().to_owned()
    }

    async fn patched(&self, number: usize, body: Value) -> Value {
        self.ok("PATCH", &content(number), body).await[0].clone()
    }

    /// Where an address leads a visitor.
    async fn leads(&self, slug: &str) -> Value {
        self.seen(&format!("/rpc/article_address?slug={slug}")).await
    }
}

#[db_test]
async fn an_address_follows_the_title_or_is_refused(desk: Desk) {
    assert_eq!(desk.titled(31, "Gestão à vista").await, "gestao-a-vista");
    assert_eq!(desk.titled(32, "GESTÃO à vista!").await, "gestao-a-vista-2");
    assert_eq!(desk.titled(33, "Gestão à vista 2").await, "gestao-a-vista-2-2");
    assert_eq!(desk.titled(34, "Feed").await, "feed-2");
    assert_eq!(desk.titled(35, "¿?").await, "conteudo");
    // An address that cannot be is refused.
    desk.titled(36, "Um").await;
    desk.titled(37, "Dois").await;
    for (slug, code) in [
        ("Com Espaço", "slug_invalid"),
        ("um--dois", "slug_invalid"),
        ("feed", "slug_reserved"),
        (&id(37), "slug_reserved"),
        ("um", "slug_taken"),
    ] {
        desk.refuses(admin(ANA), "PATCH", &content(37), json!({ "slug": slug }), (400, code)).await;
    }
    assert_eq!(desk.patched(37, json!({ "title": "Dois" })).await["slug"], "dois");
    // Until it is public, an address follows the title.
    desk.titled(38, "Primeiro").await;
    assert_eq!(desk.patched(38, json!({ "title": "Segundo" })).await["slug"], "segundo");
    assert_eq!(desk.patched(38, json!({ "slug": "meu-endereco" })).await["slug"], "meu-endereco");
    assert_eq!(desk.patched(38, json!({ "title": "Terceiro" })).await["slug"], "meu-endereco");
    assert_eq!(desk.patched(38, json!({ "slug": "" })).await["slug"], "terceiro");
    desk.patched(38, json!({ "is_published": true, "published_at": "2027-01-01T00:00:00Z" })).await;
    assert_eq!(desk.patched(38, json!({ "title": "Quarto" })).await["slug"], "terceiro");
}

#[db_test]
async fn a_former_address_leads_on_but_to_nothing_hidden(desk: Desk) {
    desk.titled(31, "Antigo").await;
    desk.patched(31, json!({ "slug": "nunca-publicado" })).await;
    assert_eq!(desk.patched(31, json!({ "is_published": true, "slug": "antigo" })).await["slug"], "antigo");
    desk.patched(31, json!({ "slug": "novo-nome" })).await;
    desk.patched(31, json!({ "slug": "terceiro-nome" })).await;
    for former in ["antigo", "novo-nome", "TERCEIRO-nome"] {
        assert_eq!(desk.leads(former).await, json!("terceiro-nome"), "{former}");
    }
    assert_eq!(desk.leads("nunca-publicado").await, Value::Null);
    // It stays the content's own, and may be taken back.
    desk.titled(32, "Outro").await;
    desk.refuses(admin(ANA), "PATCH", &content(32), json!({ "slug": "antigo" }), (400, "slug_taken")).await;
    assert_eq!(desk.patched(31, json!({ "slug": "antigo" })).await["slug"], "antigo");
    assert_eq!(desk.leads("terceiro-nome").await, json!("antigo"));
    // Addresses tell visitors nothing of hidden contents.
    desk.titled(33, "Segredo").await;
    desk.patched(33, json!({ "is_published": true })).await;
    desk.patched(33, json!({ "slug": "outro-segredo" })).await;
    assert_eq!(desk.leads("segredo").await, json!("outro-segredo"));
    for hidden in [json!({ "is_published": false }), json!({ "is_published": true, "is_member_only": true })]
    {
        desk.patched(33, hidden.clone()).await;
        for slug in ["segredo", "outro-segredo"] {
            assert_eq!(desk.leads(slug).await, Value::Null, "{hidden}");
        }
    }
    let (status, said) = desk.send(Caller::anonymous(), "GET", "/content_addresses", Value::Null).await;
    assert!(status >= 400 || said == json!([]), "{said}");
}
