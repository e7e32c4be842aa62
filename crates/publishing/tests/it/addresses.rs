//! Readable addresses: made from the title, unique, refused if invalid, and redirecting after changes.

use ateneu_base::Caller;
use ateneu_operations::Recompute;
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

    /// Runs a statement of an upgrade.
    async fn run(&self, sql: String, values: Vec<ateneu_base::Value>) {
        let written = self.app.db.write(move |tx| {
            tx.execute(&sql, &values)?;
            for table in ["contents", "users", "objects"] {
                tx.changed_table(table);
            }
            Ok::<_, ateneu_db::Error>(())
        });
        written.await.unwrap();
    }

    /// Returns the redirect target of an address for a visitor.
    async fn leads(&self, slug: &str) -> Value {
        self.seen(&format!("/rpc/article_address?slug={slug}")).await
    }
}

#[db_test]
async fn an_address_is_made_from_the_title(desk: Desk) {
    assert_eq!(desk.titled(31, "Gestão à vista").await, "gestao-a-vista");
    assert_eq!(desk.titled(32, "GESTÃO à vista!").await, "gestao-a-vista-2");
    assert_eq!(desk.titled(33, "Gestão à vista 2").await, "gestao-a-vista-2-2");
    assert_eq!(desk.titled(34, "Feed").await, "feed-2");
    assert_eq!(desk.titled(35, "¿?").await, "conteudo");
}

#[db_test]
async fn an_unusable_address_is_refused(desk: Desk) {
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
}

#[db_test]
async fn an_address_follows_the_title_until_it_is_public(desk: Desk) {
    desk.titled(38, "Primeiro").await;
    assert_eq!(desk.patched(38, json!({ "title": "Segundo" })).await["slug"], "segundo");
    assert_eq!(desk.patched(38, json!({ "slug": "meu-endereco" })).await["slug"], "meu-endereco");
    assert_eq!(desk.patched(38, json!({ "title": "Terceiro" })).await["slug"], "meu-endereco");
    assert_eq!(desk.patched(38, json!({ "slug": "" })).await["slug"], "terceiro");
    // Letters that fold, and invisible signs.
    assert_eq!(
        desk.titled(39, "Planejamento ﬁnanceiro da lide\u{AD}rança").await,
        "planejamento-financeiro-da-lideranca"
    );
    desk.patched(38, json!({ "is_published": true, "published_at": "2027-01-01T00:00:00Z" })).await;
    assert_eq!(desk.patched(38, json!({ "title": "Quarto" })).await["slug"], "terceiro");
}

#[db_test]
async fn a_former_address_leads_to_the_present_one(desk: Desk) {
    desk.titled(31, "Antigo").await;
    desk.patched(31, json!({ "slug": "nunca-publicado" })).await;
    assert_eq!(desk.patched(31, json!({ "is_published": true, "slug": "antigo" })).await["slug"], "antigo");
    desk.patched(31, json!({ "slug": "novo-nome" })).await;
    desk.patched(31, json!({ "slug": "terceiro-nome" })).await;
    for former in ["antigo", "novo-nome", "TERCEIRO-nome"] {
        assert_eq!(desk.leads(former).await, json!("terceiro-nome"), "{former}");
    }
    assert_eq!(desk.leads("nunca-publicado").await, Value::Null);
    // The content keeps it, and may use it again.
    desk.titled(32, "Outro").await;
    desk.refuses(admin(ANA), "PATCH", &content(32), json!({ "slug": "antigo" }), (400, "slug_taken")).await;
    assert_eq!(desk.patched(31, json!({ "slug": "antigo" })).await["slug"], "antigo");
    assert_eq!(desk.leads("terceiro-nome").await, json!("antigo"));
}

#[db_test]
async fn addresses_do_not_reveal_hidden_contents(desk: Desk) {
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

/// Recomputes forms that an earlier version stored: addresses made from titles redirect from their former form.
#[db_test]
async fn stored_forms_are_computed_again_after_an_upgrade(desk: Desk) {
    desk.titled(31, "Planejamento ﬁnanceiro").await;
    desk.patched(31, json!({ "is_published": true })).await;
    desk.titled(32, "Outro texto").await;
    for (number, slug) in [(31, "planejamento-nanceiro"), (32, "meu-endereco")] {
        let sql = "UPDATE contents SET slug = $2, search_text = 'antigo', title_key = 'antigo' WHERE id = $1";
        desk.run(sql.to_owned(), vec![id(number).into(), slug.into()]).await;
    }
    desk.run("UPDATE users SET search_text = 'antigo'".to_owned(), Vec::new()).await;
    let (_, sql) = ateneu_schema::MIGRATIONS.iter().find(|(name, _)| *name == "0088_text_forms").unwrap();
    let statements = sql.lines().filter(|line| !line.starts_with("--")).collect::<Vec<_>>().join("\n");
    for statement in statements.split(';').filter(|statement| !statement.trim().is_empty()) {
        desk.run(statement.to_owned(), Vec::new()).await;
    }
    let declared = &desk.app.declared;
    let (schema, repairs) = (declared.schema.clone(), declared.repairs.clone());
    let (db, clock) = (desk.app.db.clone(), desk.app.clock.clone());
    let recompute = Recompute { db, clock, schema, repairs };
    ateneu_queue::work(&recompute.db, &recompute.clock, &recompute).await.unwrap();
    let row = desk.ok("GET", &content(31), Value::Null).await[0].clone();
    assert_eq!(row["slug"], "planejamento-financeiro");
    assert_eq!(desk.leads("planejamento-nanceiro").await, "planejamento-financeiro");
    assert_eq!(desk.ok("GET", &content(32), Value::Null).await[0]["slug"], "meu-endereco");
    let found = desk.seen("/contents?search_text=like.*financeiro*&select=id").await;
    assert_eq!(found, json!([{ "id": id(31) }]));
    let sql = "SELECT count(*) FROM users WHERE search_text = 'antigo'";
    let left: i64 = desk.app.db.read(move |tx| tx.query_one_as(sql, &[])).await.unwrap();
    assert_eq!(left, 0);
    let sql = "SELECT count(*) FROM tasks WHERE queue = 'recompute' AND state <> 'done'";
    let open: i64 = desk.app.db.read(move |tx| tx.query_one_as(sql, &[])).await.unwrap();
    assert_eq!(open, 0);
}
