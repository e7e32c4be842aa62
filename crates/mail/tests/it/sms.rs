//! Short messages: what the service is asked, and what becomes of its answers.

use std::time::Duration;

use ateneu_base::{Clock, Secret};
use ateneu_db::Db;
use ateneu_mail::{Config, Error, Kind, Mail, Message, Sms};
use ateneu_testkit::{
    db_test,
    http::{Asked, Reply, StandIn},
    smtp::{Answer, Relay},
};

use crate::house::{House, clock, letter, minutes, open, through};

const NUMBER: &str = "+5511999990000";

fn taken(_: &Asked) -> Reply {
    Reply::Say(201, r#"{"sid":"SM1","status":"queued","error_code":null}"#.to_owned())
}

fn refused(status: u16, code: i64) -> impl Fn(&Asked) -> Reply + Send + Sync + 'static {
    let body = format!(r#"{{"code":{code},"message":"The 'To' number {NUMBER} …","status":{status}}}"#);
    move |_| Reply::Say(status, body.clone())
}

fn door(service: &StandIn) -> Sms {
    Sms {
        url: service.url(),
        account: "AC123".into(),
        token: "segredo".into(),
        from: "+5511400400".into(),
        timeout: Duration::from_millis(300),
    }
}

/// A house whose short messages leave through this service.
async fn house(db: Db, service: &StandIn) -> House {
    let sms = door(service);
    House::with(db, |config| config.sms = Some(sms)).await
}

fn code() -> Message {
    Message::sms(NUMBER, "Seu código é 123456".into())
}

#[db_test]
async fn the_service_is_asked_in_its_own_words(db: Db) {
    let service = StandIn::start(taken).await;
    let house = house(db, &service).await;
    let until = house.clock.now() + minutes(10);
    house.queue(code().until(until)).await;
    house.clock.advance(minutes(1));
    house.mail.work().await.unwrap();
    let asked = &service.asked()[0];
    assert_eq!(
        (asked.method.as_str(), asked.target.as_str()),
        ("POST", "/2010-04-01/Accounts/AC123/Messages.json")
    );
    // AC123:segredo
    assert_eq!(asked.header("authorization"), "Basic QUMxMjM6c2VncmVkbw==");
    assert_eq!(asked.header("content-type"), "application/x-www-form-urlencoded");
    let expected =
        "To=%2B5511999990000&Body=Seu+c%C3%B3digo+%C3%A9+123456&From=%2B5511400400&ValidityPeriod=540";
    assert_eq!(asked.body, expected);
    assert_eq!(house.standing(NUMBER).await, ("sent".into(), 1));
    house.mail.work().await.unwrap();
    assert_eq!(service.asked().len(), 1, "sent is sent");
}

#[db_test]
async fn a_messaging_service_may_stand_for_the_number(db: Db) {
    let service = StandIn::start(taken).await;
    let sms = Sms { from: "MG0123456789".into(), ..door(&service) };
    let house = House::with(db, |config| config.sms = Some(sms)).await;
    house.queue(code()).await;
    house.mail.work().await.unwrap();
    assert!(service.asked()[0].body.ends_with("&MessagingServiceSid=MG0123456789"), "{:?}", service.asked());
}

#[db_test]
async fn a_number_that_refuses_is_left_alone_for_a_day(db: Db) {
    let service = StandIn::start(refused(400, 21211)).await;
    let house = house(db, &service).await;
    house.queue(code()).await;
    house.mail.work().await.unwrap();
    assert_eq!(house.standing(NUMBER).await, ("failed".into(), 1));
    let rows = house.rows("SELECT last_error FROM mail_messages", vec![]).await;
    assert_eq!(rows[0].text("last_error"), Some("the service for short messages answered 400 (code 21211)"));

    service.answer(taken);
    house.clock.advance(minutes(24 * 60 - 1));
    house.queue(code()).await;
    house.mail.work().await.unwrap();
    assert_eq!(service.asked().len(), 1, "not even asked");
    let waiting = "SELECT id FROM mail_messages WHERE state = 'suppressed'";
    assert_eq!(house.rows(waiting, vec![]).await.len(), 1);

    house.clock.advance(minutes(1));
    house.queue(code()).await;
    house.mail.work().await.unwrap();
    assert_eq!(service.asked().len(), 2);
    let left = house.rows("SELECT recipient FROM mail_suppressions", vec![]).await;
    assert!(left.is_empty(), "what arrived proves that the number takes messages");
}

#[db_test]
async fn a_message_refused_for_its_own_sake_does_not_close_the_number(db: Db) {
    for (status, code_, body) in
        [(400, 21617, None), (201, 30008, Some(r#"{"status":"failed","error_code":30008}"#))]
    {
        let service = match body {
            None => StandIn::start(refused(status, code_)).await,
            Some(body) => StandIn::start(move |_| Reply::Say(status, body.to_owned())).await,
        };
        let house = house(db.clone(), &service).await;
        house.queue(code()).await;
        house.mail.work().await.unwrap();
        let sql = "SELECT id FROM mail_messages WHERE state = 'failed' AND attempts = 1";
        assert_eq!(house.rows(sql, vec![]).await.len(), 1, "{code_}");
        assert!(house.rows("SELECT recipient FROM mail_suppressions", vec![]).await.is_empty());
        house.execute("DELETE FROM mail_messages", vec![]).await;
    }
}

#[db_test]
async fn what_the_owner_or_the_service_must_mend_is_tried_again_soon(db: Db) {
    let service = StandIn::start(taken).await;
    let house = house(db, &service).await;
    // Credentials, the sender, too many at once, trouble there, an answer that is none.
    let answers: [(u16, &str); 5] = [
        (401, r#"{"code":20003,"status":401}"#),
        (400, r#"{"code":21606,"status":400}"#),
        (429, r#"{"code":20429,"status":429}"#),
        (500, r#"{"code":20500,"status":500}"#),
        (302, "<html>"),
    ];
    house.queue(code()).await;
    for ((status, body), (tries, pause)) in answers.into_iter().zip((1..).zip([15, 45, 120, 300, 900])) {
        service.answer(move |_| Reply::Say(status, body.to_owned()));
        house.mail.work().await.unwrap();
        assert_eq!(house.standing(NUMBER).await, ("queued".into(), tries), "{status}");
        house.clock.advance(Duration::from_secs(pause - 1));
        house.mail.work().await.unwrap();
        assert_eq!(house.standing(NUMBER).await.1, tries, "{pause} seconds are not over");
        house.clock.advance(Duration::from_secs(1));
    }
    service.answer(taken);
    house.mail.work().await.unwrap();
    assert_eq!(house.standing(NUMBER).await, ("sent".into(), 6));
}

#[db_test]
async fn a_service_that_hangs_is_left_and_keeps_no_letter_waiting(db: Db) {
    let service = StandIn::start(|_| Reply::Hang).await;
    let house = house(db, &service).await;
    house.queue(code()).await;
    house.clock.advance(minutes(1));
    house.mail.start();
    house.queue(letter("ana@exemplo.com.br", "Olá")).await;
    house.relay.arrived(1).await;
    house.mail.close().await;
    assert_eq!(house.standing(NUMBER).await, ("queued".into(), 1));
}

#[db_test]
async fn a_relay_that_hangs_keeps_no_code_waiting(db: Db) {
    let service = StandIn::start(taken).await;
    let house = house(db, &service).await;
    house.relay.answer("ana@exemplo.com.br", Answer::Hold);
    house.queue(letter("ana@exemplo.com.br", "Olá")).await;
    house.queue(code()).await;
    let mail = house.mail.clone();
    let work = tokio::spawn(async move { mail.work().await });
    house.relay.arrived(1).await;
    service.arrived(1).await;
    house.relay.release();
    work.await.unwrap().unwrap();
    assert_eq!(house.standing(NUMBER).await, ("sent".into(), 1));
}

#[db_test]
async fn a_service_that_is_not_there_is_tried_again_and_nothing_secret_is_kept(db: Db) {
    let service = StandIn::start(taken).await;
    let sms = Sms { url: "http://127.0.0.1:1".into(), ..door(&service) };
    let house = House::with(db, |config| config.sms = Some(sms)).await;
    house.queue(code()).await;
    house.mail.work().await.unwrap();
    assert_eq!(house.standing(NUMBER).await, ("queued".into(), 1));
    let rows = house.rows("SELECT last_error FROM mail_messages", vec![]).await;
    let reason = rows[0].text("last_error").unwrap();
    assert!(!reason.contains("AC123") && !reason.contains("segredo"), "{reason}");
}

#[db_test]
async fn without_a_service_short_messages_wait_or_lie_in_the_outbox(db: Db) {
    let (clock, relay) = (clock(), Relay::start().await);
    let carries = |clock: &Clock, config: Config| open(&db, clock, config).carries(Kind::Sms);
    assert!(!carries(&clock, through(&relay)));
    assert!(carries(&clock, Config { outbox: true, ..Config::default() }));
    let service = StandIn::start(taken).await;
    assert!(carries(&clock, Config { sms: Some(door(&service)), ..Config::default() }));
}

#[db_test]
async fn what_opens_the_services_is_printed_nowhere(db: Db) {
    let service = StandIn::start(taken).await;
    let smtp = Some(ateneu_mail::Smtp::new("smtps://ana:segredo@relay.example"));
    let config = Config { smtp, sms: Some(door(&service)), ..Config::default() };
    let printed = format!("{config:?}");
    assert!(printed.contains("AC123") && !printed.contains("segredo"), "{printed}");
    let mail = open(&db, &clock(), config);
    assert!(mail.carries(Kind::Email) && mail.carries(Kind::Sms));
}

#[db_test]
async fn a_service_that_cannot_be_used_is_refused_at_the_start_without_its_token(db: Db) {
    let service = StandIn::start(taken).await;
    let good = door(&service);
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
        let deps = ateneu_mail::Deps {
            db: db.clone(),
            clock: clock(),
            sender: Box::new(crate::house::sender),
            config,
        };
        assert!(Mail::open(deps).is_err());
    }
}
