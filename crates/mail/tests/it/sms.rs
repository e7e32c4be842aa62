//! Short messages: requests to the service, and outcomes of its responses.

use std::time::Duration;

use ateneu_base::Secret;
use ateneu_db::Db;
use ateneu_mail::{Config, Error, Kind, Message, Sms};
use ateneu_testkit::{
    TestApp, db_test,
    mocks::{MockReply, MockServer, ReceivedRequest, SmtpReply, sms},
    sqlite_test,
};

use crate::harness::{Harness, email, minutes, outbox, try_open};

const NUMBER: &str = "+5511999990000";

fn taken(_: &ReceivedRequest) -> MockReply {
    sms::accepted()
}

fn refused(status: u16, code: i64) -> impl Fn(&ReceivedRequest) -> MockReply + Send + Sync + 'static {
    move |_| sms::refused(status, code, NUMBER)
}

fn config(service: &MockServer) -> Sms {
    Sms {
        url: service.url(),
        account: "AC123".into(),
        token: "segredo".into(),
        from: "+5511400400".into(),
        timeout: Duration::from_millis(300),
    }
}

/// Opens an installation whose short messages are sent through a service with this response.
async fn open(
    db: Db,
    reply: impl Fn(&ReceivedRequest) -> MockReply + Send + Sync + 'static,
) -> (Harness, MockServer) {
    let service = MockServer::start(reply).await;
    let sms = config(&service);
    (Harness::with(db, |config| config.sms = Some(sms)).await, service)
}

fn code() -> Message {
    Message::sms(NUMBER, "Seu código é 123456".into())
}

#[sqlite_test]
async fn the_sms_request_has_the_form_of_the_service(db: Db) {
    let (app, service) = open(db, taken).await;
    let until = app.clock.now() + minutes(10);
    app.queue(code().until(until)).await;
    app.advance(minutes(1));
    app.mail.work().await.unwrap();
    let received = &service.received()[0];
    assert_eq!(received.method.as_str(), "POST");
    assert_eq!(received.target.as_str(), "/2010-04-01/Accounts/AC123/Messages.json");
    // The credentials are AC123:segredo.
    assert_eq!(received.header("authorization"), "Basic QUMxMjM6c2VncmVkbw==");
    assert_eq!(received.header("content-type"), "application/x-www-form-urlencoded");
    let expected =
        "To=%2B5511999990000&Body=Seu+c%C3%B3digo+%C3%A9+123456&From=%2B5511400400&ValidityPeriod=540";
    assert_eq!(received.body, expected);
    assert_eq!(app.state(NUMBER).await, ("sent".into(), 1));
    app.mail.work().await.unwrap();
    assert_eq!(service.received().len(), 1, "sent is sent");
}

#[sqlite_test]
async fn a_messaging_service_id_replaces_the_sender_number(db: Db) {
    let service = MockServer::start(taken).await;
    let sms = Sms { from: "MG0123456789".into(), ..config(&service) };
    let app = Harness::with(db, |config| config.sms = Some(sms)).await;
    app.send(code()).await;
    let received = service.received();
    assert!(received[0].body.ends_with("&MessagingServiceSid=MG0123456789"), "{received:?}");
}

#[db_test]
async fn a_refusing_number_is_suppressed_for_a_day(db: Db) {
    let (app, service) = open(db, refused(400, 21211)).await;
    app.send(code()).await;
    assert_eq!(app.state(NUMBER).await, ("failed".into(), 1));
    let reason = app.text("SELECT last_error FROM mail_messages", &[]).await.unwrap();
    assert_eq!(reason, "the service for short messages answered 400 (code 21211)");

    service.reply_with(taken);
    app.advance(minutes(24 * 60 - 1));
    app.send(code()).await;
    assert_eq!(service.received().len(), 1, "not even asked");
    let waiting = "SELECT id FROM mail_messages WHERE state = 'suppressed'";
    assert_eq!(app.rows(waiting, &[]).await.len(), 1);

    app.advance(minutes(1));
    app.send(code()).await;
    assert_eq!(service.received().len(), 2);
    let left = app.rows("SELECT recipient FROM mail_suppressions", &[]).await;
    assert!(left.is_empty(), "what arrived proves that the number takes messages");
}

#[db_test]
async fn a_refused_text_does_not_suppress_the_number(db: Db) {
    for (status, code_, body) in
        [(400, 21617, None), (201, 30008, Some(r#"{"status":"failed","error_code":30008}"#))]
    {
        let (app, _service) = match body {
            None => open(db.clone(), refused(status, code_)).await,
            Some(body) => open(db.clone(), move |_| MockReply::Body(status, body.to_owned())).await,
        };
        app.send(code()).await;
        let sql = "SELECT id FROM tasks WHERE state = 'failed' AND tries = 1";
        assert_eq!(app.rows(sql, &[]).await.len(), 1, "{code_}");
        assert!(app.rows("SELECT recipient FROM mail_suppressions", &[]).await.is_empty());
        app.execute("DELETE FROM mail_messages", &[]).await;
        app.execute("DELETE FROM tasks", &[]).await;
    }
}

#[sqlite_test]
async fn configuration_and_service_errors_are_retried(db: Db) {
    let (app, service) = open(db, taken).await;
    // Credentials, the sender, rate limit, a failure of the service, a malformed response.
    let answers: [(u16, &str); 5] = [
        (401, r#"{"code":20003,"status":401}"#),
        (400, r#"{"code":21606,"status":400}"#),
        (429, r#"{"code":20429,"status":429}"#),
        (500, r#"{"code":20500,"status":500}"#),
        (302, "<html>"),
    ];
    app.queue(code()).await;
    for ((status, body), (tries, pause)) in answers.into_iter().zip((1..).zip([15, 45, 120, 300, 900])) {
        service.reply_with(move |_| MockReply::Body(status, body.to_owned()));
        app.mail.work().await.unwrap();
        assert_eq!(app.state(NUMBER).await, ("queued".into(), tries), "{status}");
        app.advance(Duration::from_secs(pause - 1));
        app.mail.work().await.unwrap();
        assert_eq!(app.state(NUMBER).await.1, tries, "{pause} seconds are not over");
        app.advance(Duration::from_secs(1));
    }
    service.reply_with(taken);
    app.mail.work().await.unwrap();
    assert_eq!(app.state(NUMBER).await, ("sent".into(), 6));
}

#[sqlite_test]
async fn a_hanging_sms_service_blocks_no_email(db: Db) {
    let (app, _service) = open(db, |_| MockReply::Hang).await;
    app.queue(code()).await;
    app.advance(minutes(1));
    app.mail.start();
    app.queue(email("ana@exemplo.com.br", "Olá")).await;
    app.server.wait_for(1).await;
    app.mail.close().await;
    assert_eq!(app.state(NUMBER).await, ("queued".into(), 1));
}

#[sqlite_test]
async fn a_hanging_relay_blocks_no_sms_code(db: Db) {
    let (app, service) = open(db, taken).await;
    app.server.reply_to("ana@exemplo.com.br", SmtpReply::Hold);
    app.queue(email("ana@exemplo.com.br", "Olá")).await;
    app.queue(code()).await;
    let mail = app.mail.clone();
    let work = tokio::spawn(async move { mail.work().await });
    app.server.wait_for(1).await;
    service.wait_for(1).await;
    app.server.release();
    work.await.unwrap().unwrap();
    assert_eq!(app.state(NUMBER).await, ("sent".into(), 1));
}

#[sqlite_test]
async fn an_unreachable_service_is_retried_and_no_secret_stored(db: Db) {
    let service = MockServer::start(taken).await;
    let sms = Sms { url: "http://127.0.0.1:1".into(), ..config(&service) };
    let app = Harness::with(db, |config| config.sms = Some(sms)).await;
    app.send(code()).await;
    assert_eq!(app.state(NUMBER).await, ("queued".into(), 1));
    let reason = app.text("SELECT last_error FROM mail_messages", &[]).await.unwrap();
    assert!(!reason.contains("AC123") && !reason.contains("segredo"), "{reason}");
}

#[sqlite_test]
async fn without_a_service_short_messages_wait_or_lie_in_the_outbox(app: Harness) {
    let delivers = |config: Config| app.mail_with(config).delivers(Kind::Sms);
    assert!(!app.mail.delivers(Kind::Sms));
    assert!(delivers(outbox()));
    let service = MockServer::start(taken).await;
    assert!(delivers(Config { sms: Some(config(&service)), ..Config::default() }));
}

#[sqlite_test]
async fn debug_output_hides_credentials(db: Db) {
    let service = MockServer::start(taken).await;
    let smtp = Some(ateneu_mail::Smtp::new("smtps://ana:segredo@relay.example"));
    let config = Config { smtp, sms: Some(config(&service)), ..Config::default() };
    let printed = format!("{config:?}");
    assert!(printed.contains("AC123") && !printed.contains("segredo"), "{printed}");
    let mail = TestApp::new(db).mail_with(config);
    assert!(mail.delivers(Kind::Email) && mail.delivers(Kind::Sms));
}

#[sqlite_test]
async fn an_unusable_service_is_refused_without_its_token(app: TestApp) {
    let service = MockServer::start(taken).await;
    let good = config(&service);
    for sms in [
        Sms { url: "api.twilio.com".into(), ..good.clone() },
        Sms { url: "ftp://api.twilio.com".into(), ..good.clone() },
        Sms { url: "https://AC123:segredo@api.twilio.com".into(), ..good.clone() },
        Sms { token: Secret::default(), ..good.clone() },
        Sms { from: "".into(), ..good.clone() },
        Sms { from: "11 4004-0000".into(), ..good },
    ] {
        let config = Config { sms: Some(sms.clone()), ..Config::default() };
        let refused = config.verify().unwrap_err();
        assert!(matches!(refused, Error::Sms(_)) && !refused.to_string().contains("segredo"), "{refused}");
        assert!(try_open(&app, config).is_err());
    }
}
