//! Limits on attempts.

use ateneu_testkit::{TestResponse, db_test, sqlite_test};
use futures::future::join_all;
use serde_json::json;

use crate::harness::{ANA, BIA, ByPhone, Harness, PASSWORD};

async fn try_from(app: &Harness, address: &str, email: &str, password: &str) -> TestResponse {
    let body = json!({ "email": email, "password": password });
    app.send_from(address, "POST", "/token?grant_type=password", None, &body).await
}

fn address(number: usize) -> String {
    format!("198.51.100.{number}")
}

#[sqlite_test]
async fn the_eleventh_guess_from_one_address_is_refused(app: Harness) {
    app.account(ANA).await;
    for number in 0..10 {
        let answer = try_from(&app, &address(1), ANA, "errada!!").await;
        assert_eq!(answer.refusal(), (400, "invalid_credentials"), "{number}");
    }
    let refused =
        try_from(&app, &address(1), ANA, "errada!!").await.refused_with(429, "over_request_rate_limit");
    assert_eq!(refused.json()["message"], "Request rate limit reached");
    assert_eq!(refused.headers["retry-after"], "3600");
    app.advance_secs(60);
    // The response must not tell accounts apart.
    try_from(&app, &address(1), ANA, PASSWORD).await.refused_with(429, "over_request_rate_limit");

    let after_restart = try_from(&app.another().await, &address(1), ANA, PASSWORD).await;
    assert_eq!(after_restart.status.as_u16(), 429);
    assert_eq!(app.events("login", false).await, 11, "refused attempts do not flood the log");
    app.advance_secs(3_540);
    try_from(&app, &address(1), ANA, PASSWORD).await.ok();
}

/// Ten failures for the account, and the tries that are left one every half a minute.
#[sqlite_test]
async fn failures_elsewhere_do_not_lock_out_the_owner(app: Harness) {
    app.account(ANA).await;
    try_from(&app, "203.0.113.1", ANA, PASSWORD).await.ok();
    for number in 0..20 {
        let answer = try_from(&app, &address(number), ANA, "errada!!").await;
        assert_eq!(answer.status.as_u16(), if number < 11 { 400 } else { 429 }, "{number}");
    }
    let known = async || try_from(&app, "203.0.113.1", ANA, PASSWORD).await;
    known().await.ok();
    try_from(&app, "203.0.113.1", ANA, "errada!!").await.refused_with(400, "invalid_credentials");
    known().await.ok();
    // The owner elsewhere waits half a minute, as every guesser does.
    let elsewhere = async || try_from(&app, "203.0.113.200", ANA, PASSWORD).await;
    let refused = elsewhere().await.refused_with(429, "over_request_rate_limit");
    assert_eq!(refused.headers["retry-after"], "30");
    app.advance_secs(30);
    elsewhere().await.ok();
    // Of a month-old sign-in nothing is remembered.
    app.advance_secs(31 * 24 * 3_600);
    for number in 0..11 {
        try_from(&app, &address(number), ANA, "errada!!").await;
    }
    known().await.refused_with(429, "over_request_rate_limit");
}

#[sqlite_test]
async fn unknown_accounts_have_the_same_limits(app: Harness) {
    app.account(ANA).await;
    for email in ["ninguem@exemplo.com", ANA] {
        for number in 0..11 {
            assert_eq!(try_from(&app, &address(number), email, "errada!!").await.status.as_u16(), 400);
        }
        let answer = try_from(&app, &address(11), &email.to_uppercase(), "errada!!").await;
        assert_eq!(answer.refusal(), (429, "over_request_rate_limit"), "{email}");
    }
}

#[sqlite_test]
async fn failures_of_one_user_do_not_block_its_address(app: Harness) {
    app.account(ANA).await;
    app.account(BIA).await;
    try_from(&app, "2001:db8::1", ANA, PASSWORD).await.ok();
    for number in 0..12 {
        let email = format!("alguem{number}@exemplo.com");
        let answer = try_from(&app, "2001:db8::1", &email, "errada!!").await;
        assert_eq!(answer.status.as_u16(), if number < 11 { 400 } else { 429 }, "{number}");
    }
    try_from(&app, "2001:db8::ffff:2", ANA, PASSWORD).await.ok();
    let newcomer = async || try_from(&app, "2001:db8::ffff:3", BIA, PASSWORD).await;
    assert_eq!(newcomer().await.refusal(), (429, "over_request_rate_limit"), "one home is one network");
    app.advance_secs(30);
    newcomer().await.ok();
    try_from(&app, "2001:db8:1::1", BIA, PASSWORD).await.ok();
}

#[sqlite_test]
async fn successes_do_not_count_and_limits_follow_the_settings(app: Harness) {
    app.account(ANA).await;
    for _ in 0..15 {
        app.sign_in(ANA, PASSWORD).await.ok();
    }

    let pairs = [("rate_limit_max_attempts", "2"), ("rate_limit_window_hours", "2")];
    app.settings.set_all(&pairs, None).await.unwrap();
    for expected in [400, 400, 429] {
        assert_eq!(app.sign_in(ANA, "errada!!").await.status.as_u16(), expected);
    }
    app.advance_secs(3_601);
    assert_eq!(app.sign_in(ANA, PASSWORD).await.status.as_u16(), 429);
    app.advance_secs(3_600);
    app.sign_in(ANA, PASSWORD).await.ok();
}

#[db_test]
async fn guesses_made_at_once_are_limited_like_guesses_in_a_row(app: Harness) {
    app.account(ANA).await;
    let calls = (0..25).map(|number| {
        let app = &app;
        async move { try_from(app, &address(number), ANA, "errada!!").await.status.as_u16() }
    });
    let statuses = join_all(calls).await;
    let failures = statuses.iter().filter(|status| **status == 400).count();
    // One that begins when ten have failed is the first of those that keep a pause.
    assert!((10..=11).contains(&failures), "{statuses:?}");
    let refusals = statuses.iter().filter(|status| **status == 429).count();
    assert_eq!(failures + refusals, 25, "{statuses:?}");
}

#[db_test]
async fn emails_per_address_are_limited_and_logged_once(app: Harness) {
    let use_up = async |bucket: &str| {
        let sql = "INSERT INTO rate_limits (bucket, attempts, window_started_at) VALUES ($1, 59, $2)";
        app.execute(sql, &[bucket.into(), app.clock.now().into()]).await;
    };
    use_up("emails:address:192.0.2.1").await;
    let ask = async |address: &str, email: &str| {
        app.send_from(address, "POST", "/recover", None, &json!({ "email": email })).await
    };
    ask("192.0.2.1", "a@exemplo.com").await.ok();
    for email in ["b@exemplo.com", "c@exemplo.com"] {
        ask("192.0.2.1", email).await.refused_with(429, "over_request_rate_limit");
    }
    let sql = "SELECT count(*) AS n FROM auth_logs WHERE error_message = 'over_request_rate_limit'";
    assert_eq!(app.count(sql, &[]).await, 1);
    ask("192.0.2.2", "b@exemplo.com").await.ok();
    app.advance_secs(3_600);
    ask("192.0.2.1", "c@exemplo.com").await.ok();
}

#[db_test]
async fn sign_ups_from_one_address_are_limited(app: Harness) {
    let use_up = async |bucket: &str| {
        let sql = "INSERT INTO rate_limits (bucket, attempts, window_started_at) VALUES ($1, 59, $2)";
        app.execute(sql, &[bucket.into(), app.clock.now().into()]).await;
    };
    use_up("sign_up:address:192.0.2.1").await;
    let sign_up = async |address: &str, email: &str| {
        let body = json!({ "email": email, "password": PASSWORD });
        app.send_from(address, "POST", "/signup", None, &body).await
    };
    sign_up("192.0.2.1", "a@exemplo.com").await.ok();
    sign_up("192.0.2.1", "b@exemplo.com").await.refused_with(429, "over_request_rate_limit");
    sign_up("192.0.2.2", "b@exemplo.com").await.ok();
    app.advance_secs(3_600);
    sign_up("192.0.2.1", "c@exemplo.com").await.ok();
}

#[sqlite_test]
async fn wrong_links_from_one_address_are_limited(app: Harness) {
    app.settings.set("rate_limit_max_attempts", "1", None).await.unwrap();
    for _ in 0..10 {
        app.verify_link("nada", "recovery").await.refused_with(403, "otp_expired");
    }
    let (status, location) = app.follow("GET", "/verify?token=nada&type=recovery").await;
    assert_eq!(status, 303);
    assert!(location.contains("error_code=over_request_rate_limit"), "{location}");
}

#[sqlite_test]
async fn bodies_are_bounded_and_must_be_json(app: Harness) {
    let send = async |body: Vec<u8>| app.call("POST", "/token?grant_type=password", None).body(body).await;
    send(vec![b' '; 1_000_001]).await.refused_with(413, "request_entity_too_large");
    send(b"{nada".to_vec()).await.refused_with(400, "bad_json");
    send(b"[]".to_vec()).await.refused_with(400, "bad_json");
    send(b"{\"email\":1}".to_vec()).await.refused_with(400, "bad_json");
    send("[".repeat(100_000).into_bytes()).await.refused_with(400, "bad_json");
    send(Vec::new()).await.refused_with(400, "validation_failed");
    app.sign_in(ANA, &"a".repeat(500_000)).await.refused_with(400, "invalid_credentials");
}

/// Ten messages a day, one a minute: when both are used up, the longer time is named.
#[sqlite_test]
async fn the_longer_wait_of_two_sms_limits_is_named(ByPhone(app): ByPhone) {
    let ask = async || app.post("/otp", json!({ "phone": "+5511999990000" })).await;
    for _ in 0..10 {
        ask().await.ok();
        app.advance_secs(61);
    }
    // A wait that is no whole number of seconds is rounded up.
    app.advance(std::time::Duration::from_millis(300));
    // Ten minutes of the day are over; the last message is a minute old, so only the day refuses.
    let mut wait = 0;
    for _ in 0..2 {
        let refused = ask().await.refused_with(429, "over_sms_send_rate_limit");
        wait = refused.headers["retry-after"].to_str().unwrap().parse::<u64>().unwrap();
        assert!(refused.string("message").contains(&format!("after {wait} seconds")), "{refused:?}");
    }
    app.advance_secs(wait);
    ask().await.ok();
}

#[sqlite_test]
async fn the_retry_time_of_an_sms_limit_is_enough(ByPhone(app): ByPhone) {
    let ask = async || app.post("/otp", json!({ "phone": "+5511999990001" })).await;
    for number in 0..10 {
        ask().await.ok();
        if number < 9 {
            app.advance_secs(61);
        }
    }
    let refused = ask().await;
    let wait = refused.headers["retry-after"].to_str().unwrap().parse::<u64>().unwrap();
    assert!(wait > 60, "the minute's pause ends long before the day's limit: {wait}");
    app.advance_secs(wait);
    ask().await.ok();
}

/// Guesses at the present password of a signed-in account, by everything that would tell whether it is right.
#[sqlite_test]
async fn guesses_of_the_current_password_are_limited(app: Harness) {
    app.account(ANA).await;
    let session = app.sign_in(ANA, PASSWORD).await.ok();
    let guess_with = async |access: &str, current: &str| {
        let body = json!({ "password": "Senha-do-ladrao-2026", "current_password": current });
        app.update_user(access, body).await
    };
    let access = session.string("access_token");
    let guess = async |current: &str| guess_with(&access, current).await;
    for number in 0..10 {
        let answer = guess(&format!("Palpite-{number}")).await;
        assert_eq!(answer.refusal(), (400, "current_password_invalid"), "{number}");
    }
    guess("Palpite").await.refused_with(429, "over_request_rate_limit");
    // The response must not tell accounts apart.
    guess(PASSWORD).await.refused_with(429, "over_request_rate_limit");
    let here = app.sign_in(ANA, PASSWORD).await;
    assert_eq!(here.refusal(), (429, "over_request_rate_limit"), "one count for both");
    app.advance_secs(3_600);
    let renewed = app.refresh(&session.string("refresh_token")).await.ok().string("access_token");
    guess_with(&renewed, PASSWORD).await.ok();
    app.sign_in(ANA, "Senha-do-ladrao-2026").await.ok();
}

#[sqlite_test]
async fn a_wrong_code_does_not_reveal_the_current_password(app: Harness) {
    let access = app.signed_in(ANA).await;
    app.get("/reauthenticate", &access).await.ok();
    for password in [PASSWORD, "Outra-senha-2026"] {
        let answer = app.update_user(&access, json!({ "password": password, "nonce": "nada" })).await;
        assert_eq!(answer.refusal(), (422, "reauthentication_not_valid"), "{password}");
    }
}

#[sqlite_test]
async fn one_account_does_not_fill_the_hashing_queue(app: Harness) {
    app.account(ANA).await;
    app.account(BIA).await;
    let access = app.token(ANA).await;
    let guess = async || {
        let body = json!({ "password": "Senha-do-ladrao-2026", "current_password": "Palpite" });
        app.update_user(&access, body).await.status.as_u16()
    };
    let others = async || {
        app.sign_in(BIA, PASSWORD).await.ok();
        200
    };
    let calls =
        (0..200).map(|number| async move { if number == 100 { others().await } else { guess().await } });
    let statuses = join_all(calls).await;
    assert_eq!(statuses.iter().filter(|status| **status == 200).count(), 1, "{statuses:?}");
    assert!(statuses.iter().filter(|status| **status == 429).count() > 150, "{statuses:?}");
}
