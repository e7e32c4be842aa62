//! Reports of failed deliveries and complaints, by webhook.

use std::time::Duration;

use ateneu_base::Secret;
use ateneu_newsletter::campaigns::reports::{Webhook, sign};
use ateneu_testkit::{TestApp, db_test, sqlite_test};

use super::fixture::Fixture;

const SECRET: &str = "um-segredo-de-trinta-e-dois-sinais";

/// Sends a report with this signature. Returns the status.
async fn post(app: &Fixture, signature: &str, body: &str) -> u16 {
    let mut parts = TestApp::under(app.db.clone(), app.clock.clone());
    parts.mount("", Webhook::new(&app.campaigns, SECRET.into()).router());
    let request = parts.post("/webhooks/newsletter").header("x-ateneu-signature", signature);
    request.body(body.to_owned()).await.status.as_u16()
}

/// Sends a signed report.
async fn report(app: &Fixture, body: &str) {
    let signature = sign(&Secret::from(SECRET), app.clock.now(), body.as_bytes());
    assert_eq!(post(app, &signature, body).await, 204, "{body}");
}

/// Returns the envelope token of a recipient.
pub fn token(app: &Fixture, email: &str) -> String {
    let sender = app.received_by(email).sender;
    sender.trim_start_matches("bounce+").split('@').next().unwrap().to_owned()
}

/// Returns a report of a failed delivery.
pub fn failed(token: &str, status: &str) -> String {
    format!(
        "From: mailer-daemon@exemplo.com.br\r\nTo: bounce+{token}@retorno.casa.test\r\nMIME-Version: 1.0\r\n\
         Content-Type: multipart/report; report-type=delivery-status; boundary=\"b\"\r\n\r\n\
         --b\r\nContent-Type: text/plain\r\n\r\nmailbox does not exist\r\n\
         --b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.exemplo.com.br\r\n\r\n\
         Final-Recipient: rfc822; x@exemplo.com.br\r\nAction: failed\r\nStatus: {status}\r\n\
         Diagnostic-Code: smtp; 550 {status} words\r\n  of the server\r\n\r\n--b--\r\n"
    )
}

/// Returns a complaint about an email, as it was received.
pub fn complaint(original: &str) -> String {
    format!(
        "From: fbl@provedor.test\r\nTo: dona@casa.test\r\nMIME-Version: 1.0\r\n\
         Content-Type: multipart/report; report-type=feedback-report; boundary=\"b\"\r\n\r\n\
         --b\r\nContent-Type: text/plain\r\n\r\nabuse\r\n\
         --b\r\nContent-Type: message/feedback-report\r\n\r\nFeedback-Type: abuse\r\nVersion: 1\r\n\r\n\
         --b\r\nContent-Type: message/rfc822\r\n\r\n{original}\r\n--b--\r\n"
    )
}

pub async fn sent(db: ateneu_db::Db, recipients: usize) -> (Fixture, i64) {
    let app = Fixture::with(db, |config, _| config.bounce_domain = Some("retorno.casa.test".into())).await;
    let number = app.started_to("exemplo.com.br", recipients).await;
    app.work().await;
    (app, number)
}

#[db_test]
async fn one_hard_failure_suppresses_and_a_flood_counts_once(db: ateneu_db::Db) {
    let (app, number) = sent(db, 2).await;
    let token = token(&app, "leitora-0@exemplo.com.br");
    for _ in 0..20 {
        report(&app, &failed(&token, "5.1.1")).await;
    }
    let counts = app.counts(number).await;
    assert_eq!((counts.bounced, counts.delivered), (1, 2));
    let sql = "SELECT recipient || ' ' || kind || ' ' || source || ' ' || reason FROM mail_suppressions";
    let expected = "leitora-0@exemplo.com.br hard webhook 5.1.1 smtp; 550 5.1.1 words of the server";
    assert_eq!(app.texts(sql, &[]).await, [expected]);
    let next = app.campaign(ateneu_newsletter::campaigns::CampaignList::Open).await;
    app.campaigns.start(super::fixture::PROGRAM, next, 1).await.unwrap();
    app.work().await;
    assert_eq!(app.counts(next).await.delivered, 1);
}

#[db_test]
async fn three_soft_failures_in_thirty_days_suppress(db: ateneu_db::Db) {
    let (app, _) = sent(db, 1).await;
    let suppressed = "SELECT count(*) FROM mail_suppressions WHERE kind = 'soft'";
    for days in [31, 1, 1, 1] {
        let last = app.server.received().last().unwrap().sender.clone();
        let token = last.trim_start_matches("bounce+").split('@').next().unwrap().to_owned();
        report(&app, &failed(&token, "4.2.2")).await;
        report(&app, &failed(&token, "5.2.2")).await;
        app.advance(Duration::from_hours(24 * days));
        if app.count(suppressed, &[]).await == 0 {
            app.started(1).await;
            app.work().await;
        }
    }
    assert_eq!(app.count(suppressed, &[]).await, 1);
    assert_eq!(app.server.received().len(), 4, "the first failure is too old to count");
}

#[db_test]
async fn a_complaint_suppresses_and_unsubscribes(db: ateneu_db::Db) {
    let (app, number) = sent(db, 2).await;
    let original = app.received_by("leitora-1@exemplo.com.br").data.replace('\n', "\r\n");
    report(&app, &complaint(&original)).await;
    let counts = app.counts(number).await;
    assert_eq!((counts.complaints, counts.unsubscribed, counts.bounced), (1, 1, 0));
    let active = "SELECT email FROM newsletter_subscriptions WHERE is_active";
    assert_eq!(app.texts(active, &[]).await, ["leitora-0@exemplo.com.br"]);
    assert_eq!(app.texts("SELECT kind FROM mail_suppressions", &[]).await, ["complaint"]);
}

#[sqlite_test]
async fn forged_and_other_reports_have_no_effect(db: ateneu_db::Db) {
    let (app, number) = sent(db, 2).await;
    let token = token(&app, "leitora-0@exemplo.com.br");
    let forged = token.replacen("-1-", "-2-", 1);
    for body in [
        failed(&forged, "5.1.1"),
        failed("b1-1-00", "5.1.1"),
        failed(&token, "2.1.5"),
        failed(&token, "mailbox does not exist"),
        failed(&token, "5.1.1").replace("Action: failed", "Action: delayed"),
        complaint("Subject: x\r\n\r\nhttps://casa.test/newsletter/sair/u1-1-x"),
        "Subject: Férias\r\n\r\nVolto segunda.".to_owned(),
        String::new(),
    ] {
        report(&app, &body).await;
    }
    let body = failed(&token, "5.1.1");
    let now = app.clock.now();
    let good = sign(&Secret::from(SECRET), now, body.as_bytes());
    let old = sign(&Secret::from(SECRET), now - Duration::from_secs(301), body.as_bytes());
    let other = sign(&Secret::from("outro-segredo-de-trinta-e-dois-sinais"), now, body.as_bytes());
    for signature in ["", "t=1,v1=00", &old, &other, &good.replace("v1=", "v1=00")] {
        assert_eq!(post(&app, signature, &body).await, 401, "{signature}");
    }
    assert_eq!(post(&app, &good, &body.replace("5.1.1", "5.1.2")).await, 401);
    assert_eq!(app.counts(number).await.bounced, 0);
    assert_eq!(app.count("SELECT count(*) FROM mail_suppressions", &[]).await, 0);
}
