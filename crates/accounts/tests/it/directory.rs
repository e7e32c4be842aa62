//! Lists for administrators: people, and the audit log.

use ateneu_audit::Actor;
use ateneu_base::{Caller, Timestamp};
use ateneu_testkit::{
    Panel, db_test,
    panel::{ADMIN, Who, admin, id},
};
use serde_json::{Map, Value, json};

use crate::admin_actions::InPanel;

/// Returns a payload with null fields, except those of the filter.
fn payload<const COUNT: usize>(fields: [&str; COUNT], filter: &Value) -> Value {
    let mut payload: Map<String, Value> =
        fields.map(|field| (field.to_owned(), Value::Null)).into_iter().collect();
    payload.extend(filter.as_object().unwrap().clone());
    payload.into()
}

/// Returns the payload of a list of people.
fn people(filter: &Value) -> Value {
    payload(["search", "role", "subscription", "state", "order", "page"], filter)
}

/// Returns the payload of a page of the audit log.
fn acts(filter: &Value) -> Value {
    payload(["person", "action", "since", "until", "page"], filter)
}

async fn found(app: &Panel, filter: Value) -> Vec<String> {
    let response = app.done("list-people", people(&filter)).await;
    let found = response["people"].as_array().unwrap().iter();
    found.map(|person| person["name"].as_str().unwrap_or("?").to_owned()).collect()
}

#[db_test]
async fn people_are_found_regardless_of_case_and_accents(InPanel(app): InPanel) {
    app.person(101, "José da Conceição", "jose@exemplo.com.br").await;
    app.person(102, "Ana 100%", "ana_lima@exemplo.com.br").await;
    app.person(103, "Bia", "bia@outra.test").await;
    app.execute_now("INSERT INTO member_profiles (id, user_id, display_name, search_text, experience_level, join_date, created_at, updated_at) VALUES ($1, $1, 'Beatriz Núñez', 'beatriz nunez', 'expert', $2, $2, $2)", &[id(103).into()]).await;
    for (search, expected) in [
        ("CONCEICAO", vec!["José da Conceição"]),
        ("josé exemplo", vec!["José da Conceição"]),
        ("nunez", vec!["Beatriz Núñez"]),
        ("outra.TEST", vec!["Beatriz Núñez"]),
        ("100%", vec!["Ana 100%"]),
        ("ana_lima", vec!["Ana 100%"]),
        ("%", vec!["Ana 100%"]),
        ("_", vec!["Ana 100%"]),
        ("' OR 1=1 --", vec![]),
        ("  ", vec!["?", "Beatriz Núñez", "Ana 100%", "José da Conceição"]),
    ] {
        assert_eq!(found(&app, json!({ "search": search })).await, expected, "{search}");
    }
}

#[db_test]
async fn people_are_sorted_in_the_requested_order(InPanel(app): InPanel) {
    for (number, name) in [(101, "Érica"), (102, "bruno"), (103, "Ana"), (104, "Davi")] {
        app.person(number, name, &format!("p{number}@exemplo.com.br")).await;
    }
    for (number, created, signed_in) in
        [(101, 1, Some(40)), (102, 2, None), (103, 3, Some(20)), (104, 4, Some(30))]
    {
        let at = |seconds: i64| Timestamp::from_seconds(1_700_000_000 + seconds);
        let sql = "UPDATE users SET created_at = $1, last_sign_in_at = $2 WHERE id = $3 AND created_at < $4";
        app.execute_now(sql, &[at(created).into(), signed_in.map(at).into(), id(number).into()]).await;
    }
    for (order, expected) in [
        (Value::Null, ["Davi", "Ana", "bruno", "Érica"]),
        (json!("created_desc"), ["Davi", "Ana", "bruno", "Érica"]),
        (json!("created"), ["Érica", "bruno", "Ana", "Davi"]),
        (json!("name"), ["Ana", "bruno", "Davi", "Érica"]),
        (json!("name_desc"), ["Érica", "Davi", "bruno", "Ana"]),
        (json!("last_sign_in"), ["bruno", "Ana", "Davi", "Érica"]),
        (json!("last_sign_in_desc"), ["Érica", "Davi", "Ana", "bruno"]),
    ] {
        assert_eq!(found(&app, json!({ "search": "exemplo", "order": order })).await, expected, "{order}");
    }
    let unknown = json!({ "search": null, "role": null, "subscription": null, "state": null, "order": "id; --",
        "page": null });
    app.refuses("list-people", unknown, (400, "invalid_payload")).await;
}

#[db_test]
async fn pages_of_every_order_list_each_user_once(InPanel(app): InPanel) {
    // They have names by profile, by account, or none. Some share a name, and some an instant.
    for number in 101..165 {
        let name = format!("Pessoa {:02}", number % 20);
        app.person(number, &name, &format!("p{number}@exemplo.com.br")).await;
        if number % 3 == 0 {
            let card = "INSERT INTO member_profiles (id, user_id, display_name, search_text, experience_level, join_date, created_at, updated_at)
                 VALUES ($1, $1, $2, $3, 'expert', $4, $4, $4)";
            let shown = if number % 2 == 0 { format!("pessoa {}", number % 7) } else { String::new() };
            app.execute_now(card, &[id(number).into(), shown.clone().into(), shown.into()]).await;
        }
        let at = (number % 4 != 0).then(|| Timestamp::from_seconds(1_700_000_000 + i64::from(number % 5)));
        let sql =
            "UPDATE users SET last_sign_in_at = $1, search_text = CASE WHEN $2 THEN NULL ELSE search_text END
             WHERE id = $3 AND created_at < $4";
        app.execute_now(sql, &[at.into(), (number % 7 == 0).into(), id(number).into()]).await;
    }
    for order in ["created", "name", "last_sign_in"] {
        let mut both = Vec::new();
        for order in [order.to_owned(), format!("{order}_desc")] {
            let mut ids = Vec::new();
            for page in 1..=3 {
                let asked = json!({ "search": null, "role": null, "subscription": null, "state": null, "order": order, "page": page });
                let answer = app.done("list-people", asked).await;
                assert_eq!(answer["total"], 65, "{order}");
                ids.extend(
                    answer["people"]
                        .as_array()
                        .unwrap()
                        .iter()
                        .map(|one| one["id"].as_str().unwrap().to_owned()),
                );
            }
            both.push(ids);
        }
        let mut once = both[0].clone();
        once.sort();
        once.dedup();
        assert_eq!((both[0].len(), once.len()), (65, 65), "{order}");
        both[1].reverse();
        assert_eq!(both[0], both[1], "{order}: one is the other from its end");
    }
}

#[db_test]
async fn filters_distinguish_roles_subscriptions_and_states(InPanel(app): InPanel) {
    for (number, name) in
        [(101, "Comum"), (102, "Moderadora"), (103, "Assinante"), (104, "Atrasado"), (105, "Suspensa")]
    {
        app.person(number, name, &format!("p{number}@exemplo.com.br")).await;
    }
    app.unconfirmed(106, "Pendente", "p106@exemplo.com.br").await;
    app.unconfirmed(107, "Convidada", "p107@exemplo.com.br").await;
    app.execute_now("UPDATE users SET invited_at = $2 WHERE id = $1", &[id(107).into()]).await;
    let sql = "INSERT INTO user_roles (id, user_id, role, created_at) VALUES ($1, $1, 'moderator', $2)";
    app.execute_now(sql, &[id(102).into()]).await;
    let later = Timestamp::from_seconds(1_800_100_000);
    let sql = "UPDATE users SET banned_until = $1 WHERE id = $2 AND created_at < $3";
    app.execute_now(sql, &[later.into(), id(105).into()]).await;
    let old = Timestamp::from_seconds(1_800_000_000 - 8 * 86_400);
    for (number, status, end) in [(103, "canceled", later), (104, "past_due", old)] {
        let sql = "INSERT INTO subscribers (id, user_id, email, status, access_until, subscribed, cancel_at_period_end, created_at, updated_at)
            VALUES ($1, $1, $1, $2, $3, true, false, $4, $4)";
        app.execute_now(sql, &[id(number).into(), status.into(), end.into()]).await;
    }
    app.execute_now("INSERT INTO factors (id, user_id, factor_type, status, friendly_name, wrong_codes, created_at, updated_at) VALUES ($1, $1, 'totp', 'verified', '', 0, $2, $2)", &[id(101).into()]).await;
    for (filter, expected) in [
        (json!({ "role": "moderator" }), vec!["Moderadora"]),
        (json!({ "role": "admin" }), vec!["?"]),
        (json!({ "role": "none", "state": "confirmed" }), vec!["Suspensa", "Atrasado", "Assinante", "Comum"]),
        (json!({ "subscription": "granted" }), vec!["Assinante"]),
        (
            json!({ "subscription": "none", "state": "confirmed" }),
            vec!["Suspensa", "Atrasado", "Moderadora", "Comum"],
        ),
        (json!({ "state": "unconfirmed", "search": "exemplo", "role": "none" }), vec!["Pendente"]),
        (json!({ "state": "invited" }), vec!["Convidada"]),
        (json!({ "state": "banned" }), vec!["Suspensa"]),
        (json!({ "state": "second_factor" }), vec!["Comum"]),
    ] {
        let mut found = found(&app, filter.clone()).await;
        // The administrator of these tests has no verified address.
        found.retain(|name| name != "?" || filter["role"] == "admin");
        assert_eq!(found, expected, "{filter}");
    }
    for filter in
        [json!({ "role": "owner" }), json!({ "state": 1 }), json!({ "page": 0 }), json!({ "page": "2" })]
    {
        app.refuses("list-people", people(&filter), (400, "invalid_payload")).await;
    }
}

#[db_test]
async fn a_page_lists_25_people_newest_first(InPanel(app): InPanel) {
    for number in 101..=130 {
        app.person(number, &format!("P{number}"), &format!("p{number}@exemplo.com.br")).await;
    }
    let page = found(&app, json!({ "search": "exemplo", "page": 1, "state": "confirmed" })).await;
    assert_eq!((page.len(), page[0].as_str(), page[24].as_str()), (25, "P130", "P106"));
    let page = found(&app, json!({ "search": "exemplo", "page": 2, "state": "confirmed" })).await;
    assert_eq!((page.len(), page[0].as_str()), (5, "P105"));
    let beyond = json!({ "search": "exemplo", "state": "confirmed", "page": 9 });
    let response = app.done("list-people", people(&beyond)).await;
    assert_eq!(response["people"], json!([]));
    assert_eq!(response["total"], 30);
    assert_eq!(response["per_page"], 25);
}

#[db_test]
async fn the_audit_log_is_read_by_person_action_and_date(InPanel(app): InPanel) {
    let ana = app.person(101, "Ana", "ana@exemplo.com.br").await;
    app.done("grant-role", json!({ "user_id": ana, "role": "moderator" })).await;
    app.advance(std::time::Duration::from_secs(86_400));
    let actor = Actor { user_id: ADMIN.into(), address: None };
    app.settings().await.set_all(&[("rate_limit_max_attempts", "5")], Some(&actor)).await.unwrap();
    let program: Who = Ok(Caller::as_service("a test of entries without a name"));
    app.call(&program, "revoke-role", &json!({ "user_id": ana, "role": "moderator" })).await;
    let list = async |filter: Value| {
        let response = app.done("list-audit-log", acts(&filter)).await;
        let listed = response["entries"].as_array().unwrap().iter();
        let mut actions: Vec<_> = listed.map(|act| act["action"].as_str().unwrap().to_owned()).collect();
        actions.sort_unstable();
        (actions, response)
    };
    let (all, response) = list(json!({})).await;
    assert_eq!(all, ["apply-rate-limit", "grant-role", "revoke-role"]);
    let oldest = &response["entries"][2];
    assert_eq!(oldest["actor"]["name"], "eu@exemplo.com.br");
    assert_eq!(oldest["person"]["name"], "ana@exemplo.com.br");
    assert_eq!(oldest["new"], json!({ "role": "moderator" }));
    assert_eq!(
        response["actions"],
        json!([
            { "action": "apply-rate-limit", "label": "Limite de tentativas alterado" },
            { "action": "grant-role", "label": "Permissão concedida" },
            { "action": "revoke-role", "label": "Permissão retirada" },
        ])
    );
    assert_eq!(response["actors"], json!([{ "id": ADMIN, "name": "eu@exemplo.com.br" }]));
    assert_eq!(list(json!({ "person": ana })).await.0, ["grant-role", "revoke-role"]);
    assert_eq!(list(json!({ "person": "program" })).await.0, ["revoke-role"]);
    assert_eq!(list(json!({ "person": ADMIN, "action": "apply-rate-limit" })).await.0, ["apply-rate-limit"]);
    assert_eq!(list(json!({ "until": "2027-01-15T12:00:00Z" })).await.0, ["grant-role"]);
    assert_eq!(list(json!({ "since": "2027-01-16T00:00:00Z" })).await.0, ["apply-rate-limit", "revoke-role"]);
    let rate = list(json!({ "action": "apply-rate-limit" })).await.1;
    assert_eq!((&rate["entries"][0]["old"], &rate["entries"][0]["new"]), (&json!("10"), &json!("5")));
    app.refuses("list-audit-log", acts(&json!({ "since": "ontem" })), (400, "invalid_payload")).await;
    let former = app.done("list-acts", acts(&json!({ "action": "apply-rate-limit" }))).await;
    assert_eq!(former["acts"], rate["entries"], "under its former name");
}

#[db_test]
async fn people_and_the_audit_log_are_downloaded_as_text(InPanel(app): InPanel) {
    app.person(101, "=SOMA(A1;A2)", "jose@exemplo.com.br").await;
    let response = app.call(&admin(), "export-people", &people(&json!({}))).await;
    assert_eq!(response.status, 200);
    assert!(response.text().starts_with("\u{feff}Nome;E-mail;Telefone;"), "{}", response.text());
    assert!(response.text().contains("\"'=SOMA(A1;A2)\";jose@exemplo.com.br;"), "{}", response.text());
    let one = people(&json!({ "search": "jose" }));
    assert_eq!(app.call(&admin(), "export-people", &one).await.text().lines().count(), 2);
    let response = app.call(&admin(), "export-audit-log", &acts(&json!({ "action": "export-people" }))).await;
    assert_eq!(response.text().lines().count(), 3, "the head and both downloads: {}", response.text());
    assert!(response.text().contains("Planilha de pessoas baixada"));
    let response =
        app.call(&admin(), "export-audit-log", &acts(&json!({ "action": "insert-user-roles" }))).await;
    assert!(response.text().contains(";Sobre;Identificador;"), "{}", response.text());
}
