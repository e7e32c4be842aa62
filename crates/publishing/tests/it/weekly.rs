//! The draft of the weekly letter.

use ateneu_jobs::Jobs;
use ateneu_testkit::db_test;
use serde_json::{Value, json};

use super::{Desk, admin, article, id, others};

/// Runs the job now. Returns what its log says.
async fn run(desk: &Desk) -> String {
    let (db, clock) = (desk.app.db.clone(), desk.app.clock.clone());
    let jobs = Jobs::new(ateneu_jobs::Deps { db: db.clone(), clock: clock.clone() });
    jobs.add(vec![ateneu_publishing::weekly_job(&db, &clock)]).await.unwrap();
    jobs.run_now("draft_weekly_letter", None).await.unwrap().message
}

async fn drafts(desk: &Desk) -> Vec<Value> {
    let path = "/content_drafts?order=created_at";
    desk.ok("GET", path, Value::Null).await.as_array().unwrap().clone()
}

async fn publish(desk: &Desk, number: usize, columns: Value) {
    let mut row = article(number, columns);
    row["is_published"] = json!(true);
    desk.ok("POST", "/contents", row).await;
    desk.app.advance_secs(60);
}

#[db_test]
async fn the_weekly_draft_lists_contents_since_the_last_letter(desk: Desk) {
    assert_eq!(run(&desk).await, "Nada foi publicado desde a última carta.");
    publish(&desk, 21, json!({ "title": "Antes da última carta" })).await;
    publish(&desk, 22, json!({ "title": "A última carta", "content_type": "letter" })).await;
    publish(
        &desk,
        23,
        json!({ "title": "Ética & <b>mesa</b>", "slug": "etica", "description": "Uma linha." }),
    )
    .await;
    publish(&desk, 24, json!({ "title": "Só deles", "is_member_only": true })).await;
    publish(&desk, 25, json!({ "title": "Mais tarde", "visible_from": "2999-01-01T00:00:00Z" })).await;
    assert_eq!(run(&desk).await, "Rascunho da carta escrito, com 2 conteúdos.");
    let [draft] = &drafts(&desk).await[..] else { panic!("not one draft") };
    assert_eq!((&draft["author_id"], &draft["content_version"]), (&Value::Null, &json!(0)));
    assert_eq!(draft["fields"]["content_type"], "letter");
    let members = format!("<h2><a href=\"/membros/conteudo/{}\">Só deles</a> (para assinantes)</h2>", id(24));
    let body = "<p>Olá, {primeiro_nome|leitor}.</p><p>Nesta semana, no site:</p>\
        <h2><a href=\"/blog/etica\">Ética &amp; &lt;b&gt;mesa&lt;/b&gt;</a></h2><p>Uma linha.</p>"
        .to_owned()
        + &members
        + "<p>Até a próxima segunda-feira.</p>";
    assert_eq!(draft["fields"]["body"], json!(body));
}

#[db_test]
async fn repeated_runs_store_one_draft_a_week(desk: Desk) {
    publish(&desk, 21, json!({ "title": "Novo" })).await;
    run(&desk).await;
    assert_eq!(run(&desk).await, "A carta desta semana já existe.");
    assert_eq!(drafts(&desk).await.len(), 1);
    desk.app.advance_days(7);
    assert_eq!(run(&desk).await, "Nada foi publicado desde a última carta.");
    publish(&desk, 22, json!({ "title": "Da outra semana" })).await;
    run(&desk).await;
    assert_eq!(drafts(&desk).await.len(), 2);
}

#[db_test]
async fn the_weekly_draft_becomes_an_editors_letter(desk: Desk) {
    publish(&desk, 21, json!({ "title": "Novo" })).await;
    run(&desk).await;
    let draft = drafts(&desk).await.remove(0);
    for caller in others() {
        let (status, rows) = desk.send(caller, "GET", "/content_drafts", Value::Null).await;
        assert!(status >= 400 || rows == json!([]), "{status} {rows}");
    }
    let fields = &draft["fields"];
    let letter = json!({ "id": draft["content_id"], "title": fields["title"], "content_type": fields["content_type"],
        "body": fields["body"], "is_published": true });
    let (status, _) = desk.send(admin(super::BIA), "POST", "/contents", letter).await;
    assert_eq!(status, 201);
    let seen =
        desk.seen(&format!("/contents?id=eq.{}&select=body", draft["content_id"].as_str().unwrap())).await;
    let body = seen[0]["body"].as_str().unwrap().replace(" rel=\"noopener noreferrer\"", "");
    assert_eq!(body, fields["body"]);
}
