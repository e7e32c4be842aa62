//! Sources of visits and the goals they led to: the stored data, and the figures for administrators.

use ateneu_analytics::Analytics;
use ateneu_base::{Caller, Facts};
use ateneu_module::{Arrival, Subject, VisitOrigins};
use ateneu_testkit::{db_test, sqlite_test};
use ateneu_testkit_app::{TestServer, id};
use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::fixture::Fixture;

impl Fixture {
    /// Returns the stored counts of sources of all days, as `kind source what count`.
    async fn sources(&self) -> Vec<String> {
        self.visits.flush().await.unwrap();
        let sql = "SELECT kind || ' ' || source || ' ' || what || ' ' || count FROM visit_sources
                   ORDER BY day, kind, source, what";
        self.texts(sql, &[]).await
    }
}

#[db_test]
async fn pages_of_the_same_visit_count_no_source_again(app: Fixture) {
    app.visit("/").header("referer", "https://casa.test/sobre").await;
    app.visit("/").header("sec-fetch-site", "same-origin").await;
    app.visit("/").header("referer", "https://www.google.com/").header("cache-control", "max-age=0").await;
    app.visit("/nada").header("referer", "https://www.google.com/").await;
    app.visit("/").header("referer", "https://www.google.com/").header("dnt", "1").await;
    assert_eq!(app.sources().await, [""; 0]);
    assert_eq!(app.stored().await, ["2026-11-21 / 3"]);
}

#[sqlite_test]
async fn a_visit_is_counted_under_where_it_came_from(app: Fixture) {
    app.visit("/").header("sec-fetch-site", "none").await;
    app.visit("/sobre").header("referer", "https://www.google.com/").await;
    app.visit("/").header("referer", "https://www.linkedin.com/feed?x=segredo").await;
    app.visit("/sobre").header("referer", "https://revista.test/artigo/1").await;
    app.visit("/?utm_source=carta-9&utm_medium=email&nome=Ana").await;
    assert_eq!(
        app.sources().await,
        [
            "direct  visit 1",
            "newsletter carta-9 visit 1",
            "search Google visit 1",
            "site revista.test visit 1",
            "social LinkedIn visit 1"
        ]
    );
}

#[db_test]
async fn visits_by_a_letter_are_counted_from_their_mark(app: Fixture) {
    for _ in 0..3 {
        app.visit("/sobre?utm_source=carta-9&utm_medium=email").await;
    }
    app.visit("/?utm_source=carta-10&utm_medium=email").await;
    app.visit("/?utm_source=carta-9&utm_medium=cpc").await;
    app.visits.flush().await.unwrap();
    let server = TestServer::with(app.db.clone(), &[&Analytics]);
    let visits = async |who: Caller, since: &str| {
        let path = format!("/rpc/visits_by_email?source=carta-9&since={since}");
        server.send(who, "GET", &path, Value::Null).await
    };
    let admin = Caller::person(id(1), Facts { admin: true, ..Facts::default() });
    assert_eq!(visits(admin.clone(), "2026-11-21").await, (200, json!(3)));
    assert_eq!(visits(admin, "2026-11-22").await, (200, json!(0)));
    assert_eq!(visits(Caller::anonymous(), "2026-11-21").await.0, 401);
    assert_eq!(visits(Caller::person(id(2), Facts::default()), "2026-11-21").await.0, 403);
}

#[db_test]
async fn a_day_names_100_sources_and_counts_the_rest_as_other(app: Fixture) {
    for batch in 0..3 {
        for number in 0..60 {
            let referrer = format!("https://s{}.test/", batch * 60 + number);
            app.visit("/").header("referer", &referrer).await;
        }
        app.visits.flush().await.unwrap();
    }
    // Known sources still count, and so do those with fixed names.
    app.visit("/").header("referer", "https://s0.test/").await;
    app.visit("/").header("referer", "https://bing.com/").await;
    let sources = app.sources().await;
    let starting = |word: &str| sources.iter().filter(|line| line.starts_with(word)).count();
    assert_eq!((starting("site "), starting("search ")), (100, 1));
    assert!(sources.contains(&"other  visit 80".to_owned()), "{sources:?}");
    assert!(sources.contains(&"site s0.test visit 2".to_owned()), "{sources:?}");
    // The next day has its own maximum.
    app.advance_secs(24 * 3_600);
    app.visit("/").header("referer", "https://s179.test/").await;
    assert!(app.sources().await.contains(&"site s179.test visit 1".to_owned()));
}

#[sqlite_test]
async fn goals_are_counted_under_the_source_of_the_visit(app: Fixture) {
    for body in [
        r#"{"goal":{"name":"newsletter","referrer":"https://www.google.com/"}}"#,
        r#"{"goal":{"name":"contact","referrer":"","source":"palestra","medium":""}}"#,
        r#"{"goal":{"name":"account"}}"#,
        // Began on this site, or is not counted.
        r#"{"goal":{"name":"account","referrer":"https://casa.test/sobre"}}"#,
        r#"{"goal":{"name":"plan","referrer":"https://www.google.com/"}}"#,
    ] {
        assert_eq!(app.report(body).await.status, StatusCode::NO_CONTENT, "{body}");
    }
    let unknown = r#"{"goal":{"name":"account","email":"ana@x.test"}}"#;
    assert_eq!(app.report(unknown).await.status, StatusCode::BAD_REQUEST);
    assert_eq!(
        app.sources().await,
        ["campaign palestra contact 1", "direct  account 1", "search Google newsletter 1"]
    );
}

#[sqlite_test]
async fn a_paid_plan_is_counted_under_the_source_of_its_visit(app: Fixture) {
    let VisitOrigins { name, count } = Analytics.declare().visit_origins.unwrap();
    let visit = |referrer, source| name(&Arrival { referrer, source, medium: "", own_host: "casa.test" });
    let linkedin = visit("https://www.linkedin.com/feed?x=segredo", "").unwrap();
    assert_eq!(linkedin, "social/LinkedIn", "nothing of the visitor");
    assert_eq!(visit("https://casa.test/pricing", ""), None, "was here already");
    let paid = [linkedin.clone(), visit("", "palestra").unwrap(), visit("", "").unwrap(), linkedin];
    let now = app.clock.now();
    app.db
        .write(move |tx| {
            let unknown = ["satellite/x".to_owned(), "nonsense".to_owned()];
            paid.iter().chain(&unknown).try_for_each(|source| count(tx, source, now))
        })
        .await
        .unwrap();
    assert_eq!(app.sources().await, ["campaign palestra plan 1", "direct  plan 1", "social LinkedIn plan 2"]);
}
