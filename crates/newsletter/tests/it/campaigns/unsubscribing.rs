//! Unsubscribing by the signed links of campaigns.

use ateneu_base::Caller;
use ateneu_newsletter::{Newsletter, campaigns::CampaignList};
use ateneu_testkit::{TestApp, db_test};
use ateneu_testkit_app::TestServer;
use serde_json::json;

use super::fixture::{Fixture, PROGRAM, content};

/// Opens the link of an email. Returns the response of the procedure.
pub async fn follow(app: &Fixture, token: &str) -> String {
    let server: TestApp = TestServer::with(app.db.clone(), &[&Newsletter]).into();
    let request =
        server.request("POST", "/rest/v1/rpc/unsubscribe_newsletter").caller(Ok(Caller::anonymous()));
    request.json(&json!({ "token": token })).await.text().to_owned()
}

/// Returns the token in the link of the email to an address.
fn token(app: &Fixture, email: &str) -> String {
    let links = app.received_by(email).header("List-Unsubscribe");
    let link = links.trim_start_matches('<').split('>').next().unwrap_or_default();
    link.trim_start_matches("https://casa.test/newsletter/sair/").to_owned()
}

#[db_test]
async fn the_link_of_an_email_ends_its_subscription_once(app: Fixture) {
    let number = app.started_to("exemplo.com.br", 2).await;
    app.work().await;
    let token = token(&app, "leitora-0@exemplo.com.br");
    let data = content(&app.received_by("leitora-0@exemplo.com.br"));
    assert!(data.contains(&token), "{data}");
    for _ in 0..2 {
        assert_eq!(follow(&app, &token).await, "true");
    }
    let active = "SELECT email FROM newsletter_subscriptions WHERE is_active";
    assert_eq!(app.texts(active, &[]).await, ["leitora-1@exemplo.com.br"]);
    assert_eq!(app.counts(number).await.unsubscribed, 1);
    let next = app.started(1).await;
    app.work().await;
    assert_eq!(app.counts(next).await.delivered, 1);
}

#[db_test]
async fn a_member_leaves_the_premium_list_alone(app: Fixture) {
    app.sell_plans().await;
    app.subscribe(["bia@exemplo.com.br".into()]).await;
    app.member(7, "bia@exemplo.com.br", "Bia").await;
    let number = app.campaign(CampaignList::Premium).await;
    app.campaigns.start(PROGRAM, number, 1).await.unwrap();
    app.work().await;
    assert_eq!(follow(&app, &token(&app, "bia@exemplo.com.br")).await, "true");
    assert_eq!(app.count("SELECT count(*) FROM newsletter_subscriptions WHERE is_active", &[]).await, 1);
    assert_eq!(app.count("SELECT count(*) FROM newsletter_departures", &[]).await, 1);
    let next = app.campaign(CampaignList::Premium).await;
    assert!(app.campaigns.start(PROGRAM, next, 1).await.is_err());
}

#[db_test]
async fn a_forged_token_has_no_effect(app: Fixture) {
    app.started_to("exemplo.com.br", 2).await;
    app.work().await;
    let token = token(&app, "leitora-0@exemplo.com.br");
    let other = token.replacen("-1-", "-2-", 1);
    let bounce = token.replacen('u', "b", 1);
    let test = token.replacen('u', "t", 1);
    for forged in [other.as_str(), &bounce, &test, &token[..token.len() - 1], "u9-1-abc", "u1-1-", ""] {
        assert_eq!(follow(&app, forged).await, "false", "{forged}");
    }
    assert_eq!(app.count("SELECT count(*) FROM newsletter_subscriptions WHERE is_active", &[]).await, 2);
}

#[db_test]
async fn the_link_of_a_letter_opens_the_preferences_of_its_reader(app: Fixture) {
    app.sell_plans().await;
    app.member(7, "bia@exemplo.com.br", "Bia").await;
    let number = app.campaign(CampaignList::Premium).await;
    app.campaigns.start(PROGRAM, number, 1).await.unwrap();
    app.work().await;
    let token = token(&app, "bia@exemplo.com.br");
    let server: TestApp = TestServer::with(app.db.clone(), &[&Newsletter]).into();
    let ask = async |name: &str, body: serde_json::Value| {
        let request = server.request("POST", &format!("/rest/v1/rpc/{name}")).caller(Ok(Caller::anonymous()));
        request.json(&body).await.into_json()
    };
    let read = async || ask("email_preferences", json!({ "token": &token })).await;
    let states = |read: &serde_json::Value| [0, 1].map(|place| read["kinds"][place]["follows"].clone());
    let before = read().await;
    assert_eq!(
        (states(&before), &before["kinds"][1]["plan"]),
        ([json!(false), json!(true)], &json!("scale"))
    );
    let choices = json!([{ "kind": "open", "follows": true }, { "kind": "premium", "follows": false }]);
    for _ in 0..2 {
        assert_eq!(ask("choose_emails", json!({ "token": &token, "choices": choices })).await, json!(true));
        assert_eq!(states(&read().await), [json!(true), json!(false)]);
        assert_eq!(app.counts(number).await.unsubscribed, 1);
    }
    // Without the plan there is no letter to leave.
    app.execute("DELETE FROM newsletter_departures", &[]).await;
    app.db.write(|tx| tx.write("UPDATE subscribers SET access_until = '2020'", &[])).await.unwrap();
    assert_eq!(ask("choose_emails", json!({ "token": &token, "choices": choices })).await, json!(true));
    assert_eq!(app.count("SELECT count(*) FROM newsletter_departures", &[]).await, 0);
    assert_eq!(app.counts(number).await.unsubscribed, 1);
    // Erasure leaves the link without an address.
    app.execute("UPDATE campaign_recipients SET email = NULL", &[]).await;
    assert_eq!(read().await, json!(null));
    for forged in [token.replacen('u', "b", 1), token.replacen("-1-", "-2-", 1)] {
        assert_eq!(ask("email_preferences", json!({ "token": forged })).await, json!(null));
    }
}
