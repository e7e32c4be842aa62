//! The server functions by name: who may call them, and what they say while payments are not connected.

#![expect(clippy::unwrap_used, reason = "a test that cannot ask must stop")]

use ateneu_base::Clock;
use ateneu_server::{app::App, config::Config};
use axum::{
    body::Body,
    http::{Method, Request, StatusCode, header},
};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tower::ServiceExt;

async fn call(
    app: &App,
    method: Method,
    path: &str,
    token: Option<&str>,
    body: Value,
) -> (StatusCode, Value) {
    let mut request = Request::builder()
        .method(method)
        .uri(path)
        .header(header::CONTENT_TYPE, "application/json");
    if let Some(token) = token {
        request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
    }
    let request = request.body(Body::from(body.to_string())).unwrap();
    let answer = app.router.clone().oneshot(request).await.unwrap();
    let status = answer.status();
    let bytes = answer.into_body().collect().await.unwrap().to_bytes();
    (status, serde_json::from_slice(&bytes).unwrap_or(Value::Null))
}

/// The access token of a new, confirmed person.
async fn sign_in(app: &App) -> String {
    let owner = app.auth.api_keys().service_role;
    let person =
        json!({ "email": "pessoa@exemplo.com.br", "password": "Uma-frase-de-2026", "email_confirm": true });
    let made = call(
        app,
        Method::POST,
        "/auth/v1/admin/users",
        Some(&owner),
        person.clone(),
    )
    .await;
    assert_eq!(made.0, StatusCode::OK, "{}", made.1);
    let grant = "/auth/v1/token?grant_type=password";
    let session = call(app, Method::POST, grant, None, person).await;
    session.1["access_token"].as_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn payments_say_to_people_that_they_are_unavailable_and_to_strangers_to_sign_in() {
    let folder = tempfile::tempdir().unwrap();
    let config = Config::load(folder.path(), |_| None).unwrap();
    let app = App::open(config, Clock::system()).await.unwrap();
    let token = sign_in(&app).await;
    let keys = app.auth.api_keys();
    for name in ["create-checkout", "customer-portal", "check-subscription"] {
        let path = format!("/functions/v1/{name}");
        let ask = async |token: Option<&str>| {
            call(&app, Method::POST, &path, token, json!({ "planType": "scale" })).await
        };
        let (status, body) = ask(Some(&token)).await;
        assert_eq!(
            (status, &body["code"]),
            (StatusCode::SERVICE_UNAVAILABLE, &json!("payments_unavailable"))
        );
        for stranger in [
            None,
            Some(keys.anon.as_str()),
            Some(keys.service_role.as_str()),
            Some("not.a.token"),
        ] {
            let (status, body) = ask(stranger).await;
            assert_eq!(
                (status, &body["code"]),
                (StatusCode::UNAUTHORIZED, &json!("not_signed_in")),
                "{name}"
            );
        }
        let (status, _) = call(&app, Method::GET, &path, Some(&token), Value::Null).await;
        assert_eq!(
            status,
            StatusCode::METHOD_NOT_ALLOWED,
            "{name} changes things: no GET"
        );
    }
    let (status, body) = call(
        &app,
        Method::POST,
        "/functions/v1/anything",
        Some(&token),
        Value::Null,
    )
    .await;
    assert_eq!(
        (status, &body["code"]),
        (StatusCode::NOT_FOUND, &json!("not_found"))
    );
}
