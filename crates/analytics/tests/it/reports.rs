//! `POST /eventos`: reports that are counted, dropped and refused.

use ateneu_testkit::{db_test, sqlite_test};
use axum::http::StatusCode;

use crate::fixture::Fixture;

const SOBRE: &str = r#"{"view":"/sobre"}"#;

#[db_test]
async fn client_navigations_and_declared_clicks_are_counted(app: Fixture) {
    for body in [
        SOBRE,
        r#"{"view":"/Sobre/"}"#,
        r#"{"view":"/blog/um"}"#,
        r#"{"click":{"category":"hero","label":"solucoes"}}"#,
    ] {
        assert_eq!(app.report(body).await.status, StatusCode::NO_CONTENT, "{body}");
    }
    assert_eq!(
        app.stored().await,
        ["2026-11-21 /blog/um 1", "2026-11-21 /sobre 2", "2026-11-21 hero/solucoes 1"]
    );
}

#[sqlite_test]
async fn reports_of_undeclared_events_are_dropped(app: Fixture) {
    for body in [
        r#"{"view":"/admin"}"#,
        r#"{"view":"/blog/inventado"}"#,
        r#"{"view":"/sobre?x=1"}"#,
        r#"{"view":"https://outro.test/"}"#,
        r#"{"click":{"category":"hero","label":"inventado"}}"#,
        r#"{"click":{"category":"inventada","label":"sobre"}}"#,
    ] {
        assert_eq!(app.report(body).await.status, StatusCode::NO_CONTENT, "{body}");
    }
    assert_eq!(app.stored().await, [""; 0]);
}

#[sqlite_test]
async fn a_malformed_report_is_refused(app: Fixture) {
    for body in [
        "",
        "/sobre",
        "{}",
        r#"{"view":1}"#,
        r#"{"view":"/","click":null}"#,
        r#"{"click":{"category":"hero"}}"#,
    ] {
        assert_eq!(app.report(body).await.status, StatusCode::BAD_REQUEST, "{body}");
    }
    let long = format!(r#"{{"view":"/{}"}}"#, "a".repeat(1_024));
    assert_eq!(app.report(&long).await.status, StatusCode::PAYLOAD_TOO_LARGE);
    assert_eq!(app.browser("GET", "/eventos").await.status, StatusCode::METHOD_NOT_ALLOWED);
    assert_eq!(app.stored().await, [""; 0]);
}

#[sqlite_test]
async fn reports_that_ask_for_privacy_are_not_counted(app: Fixture) {
    for signal in ["dnt", "sec-gpc"] {
        assert_eq!(app.report(SOBRE).header(signal, "1").await.status, StatusCode::NO_CONTENT);
    }
    assert_eq!(app.stored().await, [""; 0]);
}

#[sqlite_test]
async fn only_a_page_of_this_site_may_report(app: Fixture) {
    for (headers, expected) in [
        (&[][..], StatusCode::FORBIDDEN),
        (&[("origin", "https://outro.test")], StatusCode::FORBIDDEN),
        (&[("origin", "null")], StatusCode::FORBIDDEN),
        (&[("sec-fetch-site", "cross-site"), ("origin", "https://casa.test")], StatusCode::FORBIDDEN),
        (&[("sec-fetch-site", "same-site")], StatusCode::FORBIDDEN),
        // Without fetch metadata the origin decides.
        (&[("origin", "https://casa.test")], StatusCode::NO_CONTENT),
    ] {
        let response = app.browser("POST", "/eventos").headers(headers).body(SOBRE).await;
        assert_eq!(response.status, expected, "{headers:?}");
    }
    assert_eq!(app.stored().await, ["2026-11-21 /sobre 1"]);
}

#[sqlite_test]
async fn reports_of_one_network_are_rate_limited(app: Fixture) {
    let from = |address: &str| app.report(SOBRE).address(address);
    for _ in 0..60 {
        assert_eq!(from("2001:db8::1").await.status, StatusCode::NO_CONTENT);
    }
    // A home has 2^64 addresses of this kind.
    let refused = from("2001:db8::2").await;
    assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(refused.header("retry-after"), "60");
    assert_eq!(from("192.0.2.7").await.status, StatusCode::NO_CONTENT);
    app.advance_secs(60);
    assert_eq!(from("2001:db8::1").await.status, StatusCode::NO_CONTENT);
    assert_eq!(app.stored().await, ["2026-11-21 /sobre 62"]);
}
