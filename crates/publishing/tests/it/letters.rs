//! Letters of the newsletter among the contents.

use ateneu_base::{Caller, Entitlement, Facts};
use ateneu_testkit::db_test;
use serde_json::{Value, json};

use super::{ANA, Desk, admin, answered, article, content, id};

const LETTER: usize = 70;

fn letter(columns: Value) -> Value {
    let mut row = article(LETTER, columns);
    row["content_type"] = "letter".into();
    row
}

#[db_test]
async fn a_letter_with_an_unfit_personal_field_is_refused(desk: Desk) {
    for (columns, code) in [
        (json!({ "body": "<p>Olá, {apelido|leitor}.</p>" }), "unknown_personal_field"),
        (json!({ "body": "<p>Olá, {nome}.</p>" }), "personal_field_without_default"),
        (json!({ "preheader": "{nome|leitor}, veja {empresa|isto}" }), "unknown_personal_field"),
    ] {
        desk.refuses(admin(ANA), "POST", "/contents", letter(columns), (400, code)).await;
    }
    let body = "<p>Olá, {nome|leitor}, no endereço {email|seu e-mail}. {a b}</p>";
    let made = desk.ok("POST", "/contents", letter(json!({ "body": body }))).await;
    assert_eq!((&made[0]["body"], &made[0]["entitlement"]), (&json!(body), &json!("premium_newsletter")));
    let wrong = json!({ "body": "<p>{apelido|x}</p>" });
    desk.refuses(admin(ANA), "PATCH", &content(LETTER), wrong.clone(), (400, "unknown_personal_field")).await;
    // Braces are text in other contents, until one becomes a letter.
    desk.ok("PATCH", &content(super::ARTICLE), wrong).await;
    let becomes = json!({ "content_type": "letter" });
    let expected = (400, "unknown_personal_field");
    desk.refuses(admin(ANA), "PATCH", &content(super::ARTICLE), becomes, expected).await;
}

#[db_test]
async fn a_letter_is_found_by_the_defaults_of_its_fields(desk: Desk) {
    let row = json!({ "body": "<p>Prezado {nome|leitor}, bom dia.</p>", "is_published": true });
    desk.ok("POST", "/contents", letter(row)).await;
    let found = async |words: &str| {
        let body = json!({ "search": words });
        answered(desk.send(Caller::anonymous(), "POST", "/rpc/search_contents", body).await, 200)
    };
    assert_eq!(found("prezado leitor").await[0]["excerpt"], "Prezado leitor, bom dia.");
    assert_eq!(found("nome").await, json!([]));
}

#[db_test]
async fn a_preheader_is_one_line_of_bounded_length(desk: Desk) {
    let long = json!({ "preheader": "a".repeat(151) });
    desk.refuses(admin(ANA), "POST", "/contents", letter(long), (400, "23514")).await;
    let row = letter(json!({ "preheader": " Uma\nlinha ", "is_published": true, "is_member_only": true }));
    assert_eq!(desk.ok("POST", "/contents", row).await[0]["preheader"], "Uma linha");
    let holder = Caller::person(id(7), Facts::subscriber_of(&[Entitlement::PremiumNewsletter]));
    let other = Caller::person(id(7), Facts::subscriber_of(&[Entitlement::Articles]));
    let path = format!("{}&select=preheader,body", content(LETTER));
    for (caller, expected) in [
        (Caller::anonymous(), Value::Null),
        (other, Value::Null),
        (holder, json!("Uma linha")),
        (admin(ANA), json!("Uma linha")),
    ] {
        let read = answered(desk.send(caller, "GET", &path, Value::Null).await, 200);
        assert_eq!(read[0]["preheader"], expected);
    }
}

#[db_test]
async fn a_former_address_leads_to_an_exclusive_letter(desk: Desk) {
    let row = json!({ "slug": "antes", "is_published": true, "is_member_only": true });
    desk.ok("POST", "/contents", letter(row)).await;
    desk.ok("PATCH", &content(LETTER), json!({ "slug": "depois" })).await;
    let leads = async |slug: &str| desk.seen(&format!("/rpc/article_address?slug={slug}")).await;
    assert_eq!(leads("antes").await, "depois");
    desk.ok("PATCH", &content(LETTER), json!({ "is_published": false })).await;
    assert_eq!(leads("antes").await, Value::Null);
}
