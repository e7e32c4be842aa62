//! Reports in the providers' own forms.

use std::{sync::Arc, time::Duration};

use ateneu_db::Db;
use ateneu_newsletter::campaigns::reports::{Fetch, ProviderKeys, Providers as Forms, Webhook};
use ateneu_testkit::{TestApp, db_test, sqlite_test};
use aws_lc_rs::{
    hmac,
    rand::SystemRandom,
    signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair, RSA_PKCS1_SHA256, RsaKeyPair},
};
use base64::{Engine, prelude::BASE64_STANDARD};
use parking_lot::Mutex;
use serde_json::{Value as Json, json};

use super::{
    fixture::Fixture,
    reports::{failed, sent, token},
};

const TOPIC: &str = "arn:aws:sns:us-east-1:123456789012:devolucoes";
const CERTIFICATE: &str = "https://sns.us-east-1.amazonaws.com/SimpleNotificationService-1.pem";
const PASSWORD: &str = "uma-senha-do-postmark";
const MAILGUN: &str = "uma-chave-do-mailgun";
const FIRST: &str = "leitora-0@exemplo.com.br";

/// Campaigns behind the webhooks of all providers.
struct Providers {
    app: Fixture,
    campaign: i64,
    router: TestApp,
    sendgrid: EcdsaKeyPair,
    sns: RsaKeyPair,
    /// Documents that were fetched from other sites.
    fetched: Arc<Mutex<Vec<String>>>,
}

impl Providers {
    async fn open(db: Db) -> Self {
        let (app, campaign) = sent(db, 3).await;
        let sendgrid = EcdsaKeyPair::generate(&ECDSA_P256_SHA256_ASN1_SIGNING).unwrap();
        let key = include_str!("../keys/sns.key.pem");
        let key: String = key.lines().filter(|line| !line.starts_with('-')).collect();
        let sns = RsaKeyPair::from_pkcs8(&BASE64_STANDARD.decode(key).unwrap()).unwrap();
        // The key as SendGrid shows it: the point behind a fixed description of its curve.
        let description = hex::decode("3059301306072a8648ce3d020106082a8648ce3d030107034200").unwrap();
        let key = [description, sendgrid.public_key().as_ref().to_vec()].concat();
        let keys = ProviderKeys {
            ses_topic: TOPIC.into(),
            postmark_password: PASSWORD.into(),
            sendgrid_key: BASE64_STANDARD.encode(key),
            mailgun_key: MAILGUN.into(),
        };
        let fetched = Arc::new(Mutex::new(Vec::new()));
        let noted = fetched.clone();
        let fetch: Fetch = Arc::new(move |url| {
            noted.lock().push(url);
            Box::pin(async { Some(include_bytes!("../keys/sns.cert.pem").to_vec()) })
        });
        let mut router = TestApp::under(app.db.clone(), app.clock.clone());
        let webhook = Webhook::new(&app.campaigns, "".into()).with_providers(Forms::new(keys, fetch));
        router.mount("", webhook.router());
        Self { app, campaign, router, sendgrid, sns, fetched }
    }

    async fn post(&self, provider: &str, headers: &[(&'static str, String)], body: String) -> u16 {
        let mut request = self.router.post(&format!("/webhooks/newsletter/{provider}"));
        for (name, value) in headers {
            request = request.header(name, value);
        }
        request.body(body).await.status.as_u16()
    }

    async fn postmark(&self, password: &str, event: &Json) -> u16 {
        let value = BASE64_STANDARD.encode(format!("ateneu:{password}"));
        self.post("postmark", &[("authorization", format!("Basic {value}"))], event.to_string()).await
    }

    /// Posts events signed this many seconds ago.
    async fn sendgrid(&self, events: &Json, age: i64, change: impl Fn(String) -> String) -> u16 {
        let (body, at) = (events.to_string(), (self.app.clock.now().seconds() - age).to_string());
        let signed = [at.as_bytes(), body.as_bytes()].concat();
        let signature = self.sendgrid.sign(&SystemRandom::new(), &signed).unwrap();
        let headers = [
            ("x-twilio-email-event-webhook-signature", BASE64_STANDARD.encode(signature.as_ref())),
            ("x-twilio-email-event-webhook-timestamp", at),
        ];
        self.post("sendgrid", &headers, change(body)).await
    }

    async fn mailgun(&self, token: &str, age: i64, key: &str, event: &Json) -> u16 {
        let at = (self.app.clock.now().seconds() - age).to_string();
        let key = hmac::Key::new(hmac::HMAC_SHA256, key.as_bytes());
        let signature = hex::encode(hmac::sign(&key, format!("{at}{token}").as_bytes()));
        let signature = json!({ "timestamp": at, "token": token, "signature": signature });
        self.post("mailgun", &[], json!({ "signature": signature, "event-data": event }).to_string()).await
    }

    /// Signs and posts a message of SNS, after a change of its fields.
    async fn sns(&self, message: Json, change: impl Fn(&mut Json)) -> u16 {
        let mut message = message;
        let is_notification = message["Type"] == "Notification";
        let names = match is_notification {
            true => ["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type", ""],
            false => ["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"],
        };
        let lines = names.iter().filter_map(|name| Some(format!("{name}\n{}\n", message[name].as_str()?)));
        let signed: String = lines.collect();
        let mut signature = vec![0; self.sns.public_modulus_len()];
        let random = SystemRandom::new();
        self.sns.sign(&RSA_PKCS1_SHA256, &random, signed.as_bytes(), &mut signature).unwrap();
        message["Signature"] = BASE64_STANDARD.encode(signature).into();
        change(&mut message);
        self.post("ses", &[], message.to_string()).await
    }

    fn notification(&self, event: &Json) -> Json {
        json!({
            "Type": "Notification",
            "MessageId": "22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324",
            "TopicArn": TOPIC,
            "Subject": "Amazon SES Email Event Notification",
            "Message": event.to_string(),
            "Timestamp": self.app.clock.now().to_string(),
            "SignatureVersion": "2",
            "SigningCertURL": CERTIFICATE,
            "UnsubscribeURL": "https://sns.us-east-1.amazonaws.com/?Action=Unsubscribe",
        })
    }

    /// Returns the Message-ID of the email to a reader.
    fn message_id(&self, email: &str) -> String {
        let data = self.app.received_by(email).data;
        let line = data.lines().find_map(|line| line.strip_prefix("Message-ID: ")).unwrap();
        line.trim().to_owned()
    }

    /// Returns bounces and complaints of the campaign, and the suppressed addresses with their kinds.
    async fn effects(&self) -> (i64, i64, Vec<String>) {
        let counts = self.app.counts(self.campaign).await;
        let sql =
            "SELECT recipient || ' ' || kind || ' ' || source FROM mail_suppressions ORDER BY recipient";
        (counts.bounced, counts.complaints, self.app.texts(sql, &[]).await)
    }
}

fn ses_bounce(email: &str, source: &str, (kind, status): (&str, &str)) -> Json {
    json!({
        "notificationType": "Bounce",
        "bounce": {
            "feedbackId": "010001", "bounceType": kind, "bounceSubType": "General",
            "bouncedRecipients": [{
                "emailAddress": email, "action": "failed", "status": status,
                "diagnosticCode": format!("smtp; 550 {status} user unknown"),
            }],
            "timestamp": "2027-01-15T08:00:00.000Z", "reportingMTA": "dns; a8-70.smtp-out.amazonses.com",
        },
        "mail": {
            "timestamp": "2027-01-15T08:00:00.000Z", "source": source, "messageId": "010001-ses",
            "destination": [email],
        },
    })
}

fn ses_complaint(email: &str, message_id: &str) -> Json {
    json!({
        "eventType": "Complaint",
        "complaint": {
            "feedbackId": "010002", "complainedRecipients": [{ "emailAddress": email }],
            "complaintFeedbackType": "abuse", "userAgent": "Yahoo!-Mail-Feedback/2.0",
        },
        "mail": {
            "source": "dona@casa.test", "messageId": "010002-ses", "destination": [email],
            "headers": [{ "name": "From", "value": "dona@casa.test" }, { "name": "Message-ID", "value": message_id }],
        },
    })
}

fn postmark(record: &str, kind: &str, email: &str, content: &str) -> Json {
    json!({
        "RecordType": record, "ID": 692_560_173, "Type": kind, "TypeCode": 1, "MessageID": "2706ee8a-737c",
        "Description": "The server was unable to deliver your message (ex: unknown user, mailbox not found).",
        "Details": "smtp;550 5.1.1 The email account that you tried to reach does not exist.",
        "Email": email, "From": "dona@casa.test", "BouncedAt": "2027-01-15T08:00:00Z", "Inactive": true,
        "Subject": "Carta", "Metadata": {}, "Content": content,
    })
}

fn sendgrid(event: &str, email: &str, smtp_id: &str, status: &str) -> Json {
    json!({
        "email": email, "timestamp": 1_800_000_000, "smtp-id": smtp_id, "event": event, "category": ["carta"],
        "sg_event_id": "6g4ZI7SA", "sg_message_id": "14c5d75ce93.dfd.64b469.filter0001", "type": "bounce",
        "reason": "500 unknown recipient", "status": status,
    })
}

fn mailgun(event: &str, severity: &str, email: &str, message_id: &str) -> Json {
    json!({
        "id": "G9Bn5sl1TC6nu79C8C0bwg", "timestamp": 1_800_000_000.25, "event": event, "severity": severity,
        "reason": "bounce", "recipient": email, "log-level": "error",
        "delivery-status": {
            "attempt-no": 1, "code": 550, "message": "5.1.1 The email account does not exist", "description": "",
        },
        "message": { "headers": { "to": email, "message-id": message_id.trim_matches(['<', '>']), "from": "x" } },
    })
}

#[db_test]
async fn each_form_reports_a_bounce_and_a_complaint(db: Db) {
    let app = Providers::open(db).await;
    let source = app.app.received_by(FIRST).sender;
    let second = app.message_id("leitora-1@exemplo.com.br");
    let third = app.message_id("leitora-2@exemplo.com.br");
    let bounce = app.notification(&ses_bounce(FIRST, &source, ("Permanent", "5.1.1")));
    assert_eq!(app.sns(bounce, |_| {}).await, 204);
    let complaint = mailgun("complained", "", "leitora-1@exemplo.com.br", &second);
    assert_eq!(app.mailgun("a", 0, MAILGUN, &complaint).await, 204);
    let events = json!([
        sendgrid("delivered", "leitora-1@exemplo.com.br", &second, ""),
        sendgrid("bounce", "leitora-2@exemplo.com.br", &third, "4.2.2"),
    ]);
    assert_eq!(app.sendgrid(&events, 0, |body| body).await, 204);
    let expected = [format!("{FIRST} hard webhook"), "leitora-1@exemplo.com.br complaint webhook".into()];
    assert_eq!(app.effects().await, (2, 1, expected.to_vec()));
    let content = failed(&token(&app.app, "leitora-2@exemplo.com.br"), "5.1.1");
    let hard = postmark("Bounce", "HardBounce", "leitora-2@exemplo.com.br", &content);
    assert_eq!(app.postmark(PASSWORD, &hard).await, 204);
    // Each counts once for each kind, whichever form repeats it.
    let again = ses_complaint("leitora-1@exemplo.com.br", &second);
    assert_eq!(app.sns(app.notification(&again), |_| {}).await, 204);
    let (bounced, complaints, suppressed) = app.effects().await;
    assert_eq!((bounced, complaints, suppressed.len()), (2, 1, 3));
    let sql = "SELECT count(*) FROM newsletter_subscriptions WHERE is_active";
    assert_eq!(app.app.count(sql, &[]).await, 2, "the complaint unsubscribes");
}

#[sqlite_test]
async fn a_status_decides_before_the_provider(db: Db) {
    let app = Providers::open(db).await;
    for (number, (kind, status)) in
        [("Permanent", "5.7.1"), ("Transient", "5.1.1"), ("Permanent", "")].into_iter().enumerate()
    {
        let email = format!("leitora-{number}@exemplo.com.br");
        let source = app.app.received_by(&email).sender;
        let event = ses_bounce(&email, &source, (kind, status));
        assert_eq!(app.sns(app.notification(&event), |_| {}).await, 204);
    }
    let expected = ["leitora-1@exemplo.com.br hard webhook", "leitora-2@exemplo.com.br hard webhook"];
    assert_eq!(app.effects().await, (3, 0, expected.map(str::to_owned).to_vec()));
}

#[sqlite_test]
async fn an_address_without_an_email_of_ours_has_no_effect(db: Db) {
    let app = Providers::open(db).await;
    let id = app.message_id(FIRST);
    let stranger = "estranho@exemplo.com.br";
    assert_eq!(app.postmark(PASSWORD, &postmark("Bounce", "HardBounce", stranger, "")).await, 204);
    // The Message-ID is that of an email to another address.
    assert_eq!(app.sendgrid(&json!([sendgrid("bounce", stranger, &id, "5.1.1")]), 0, |body| body).await, 204);
    assert_eq!(app.mailgun("a", 0, MAILGUN, &mailgun("failed", "permanent", stranger, "<x@y>")).await, 204);
    let event = ses_bounce(stranger, "bounce+b1-1-00@retorno.casa.test", ("Permanent", "5.1.1"));
    assert_eq!(app.sns(app.notification(&event), |_| {}).await, 204);
    assert_eq!(app.postmark(PASSWORD, &postmark("Bounce", "AutoResponder", FIRST, "")).await, 204);
    assert_eq!(app.effects().await, (0, 0, vec![]));
    // A refused email that was no letter suppresses a subscribed address and counts in no campaign.
    let other = sendgrid("bounce", FIRST, "<codigo@casa.test>", "5.1.1");
    assert_eq!(app.sendgrid(&json!([other]), 0, |body| body).await, 204);
    assert_eq!(app.effects().await, (0, 0, vec![format!("{FIRST} hard webhook")]));
}

#[sqlite_test]
async fn unproved_old_and_malformed_requests_are_refused(db: Db) {
    let app = Providers::open(db).await;
    let id = app.message_id(FIRST);
    let day = 24 * 60 * 60 + 1;
    let event = postmark("Bounce", "HardBounce", FIRST, "");
    for password in ["", "outra", "uma-senha-do-postmark-maior"] {
        assert_eq!(app.postmark(password, &event).await, 401, "{password}");
    }
    assert_eq!(app.post("postmark", &[], event.to_string()).await, 401);
    assert_eq!(app.postmark(PASSWORD, &json!([])).await, 400);

    let events = json!([sendgrid("bounce", FIRST, &id, "5.1.1")]);
    assert_eq!(app.sendgrid(&events, 0, |body| body.replace("5.1.1", "5.1.2")).await, 401);
    assert_eq!(app.sendgrid(&events, day, |body| body).await, 401);
    assert_eq!(app.sendgrid(&events, -600, |body| body).await, 401);
    assert_eq!(app.post("sendgrid", &[], events.to_string()).await, 401);
    assert_eq!(app.sendgrid(&json!({}), 0, |body| body).await, 400);

    let event = mailgun("failed", "permanent", FIRST, &id);
    assert_eq!(app.mailgun("a", 0, "outra", &event).await, 401);
    assert_eq!(app.mailgun("a", day, MAILGUN, &event).await, 401);
    assert_eq!(app.post("mailgun", &[], "{}".into()).await, 400);
    // A signature counts once, because it does not cover the event.
    let accepted = mailgun("accepted", "", FIRST, &id);
    assert_eq!(app.mailgun("b", 0, MAILGUN, &accepted).await, 204);
    assert_eq!(app.mailgun("b", 0, MAILGUN, &event).await, 204);

    let source = app.app.received_by(FIRST).sender;
    let bounce = app.notification(&ses_bounce(FIRST, &source, ("Permanent", "5.1.1")));
    for (field, value) in [
        ("Message", "{}".to_owned()),
        ("TopicArn", "arn:aws:sns:us-east-1:999999999999:devolucoes".to_owned()),
        ("Signature", BASE64_STANDARD.encode("x")),
        ("SignatureVersion", "3".to_owned()),
        ("Timestamp", (app.app.clock.now() - Duration::from_hours(25)).to_string()),
    ] {
        assert_eq!(app.sns(bounce.clone(), |one| one[field] = value.clone().into()).await, 401, "{field}");
    }
    let asked = app.fetched.lock().len();
    for url in
        ["https://exemplo.test/a.pem", "http://sns.us-east-1.amazonaws.com/a.pem", "https://10.0.0.1/a.pem"]
    {
        assert_eq!(app.sns(bounce.clone(), |one| one["SigningCertURL"] = url.into()).await, 401, "{url}");
    }
    assert_eq!(app.fetched.lock().len(), asked, "no other host is asked");
    assert_eq!(app.post("ses", &[], "nada".into()).await, 400);

    let huge = format!("[\"{}\"]", "x".repeat(1024 * 1024));
    for provider in ["ses", "postmark", "sendgrid", "mailgun"] {
        assert_eq!(app.post(provider, &[], huge.clone()).await, 413, "{provider}");
    }
    assert_eq!(app.post("outro", &[], "{}".into()).await, 404);
    assert_eq!(app.effects().await, (0, 0, vec![]));
}

#[sqlite_test]
async fn a_subscription_is_confirmed_at_amazon_alone(db: Db) {
    let app = Providers::open(db).await;
    let confirm = "https://sns.us-east-1.amazonaws.com/?Action=ConfirmSubscription&Token=2336";
    let message = |url: &str| {
        json!({
            "Type": "SubscriptionConfirmation", "MessageId": "165545c9", "Token": "2336", "TopicArn": TOPIC,
            "Message": "You have chosen to subscribe to the topic.", "SubscribeURL": url,
            "Timestamp": app.app.clock.now().to_string(), "SignatureVersion": "2",
            "SigningCertURL": CERTIFICATE,
        })
    };
    assert_eq!(app.sns(message("https://exemplo.test/?Action=ConfirmSubscription"), |_| {}).await, 401);
    let forged = |one: &mut Json| one["SubscribeURL"] = confirm.into();
    assert_eq!(app.sns(message("https://exemplo.test/"), forged).await, 401);
    assert_eq!(*app.fetched.lock(), [CERTIFICATE]);
    assert_eq!(app.sns(message(confirm), |_| {}).await, 204);
    assert_eq!(app.fetched.lock().last().unwrap(), confirm);
}

#[sqlite_test]
async fn without_its_key_a_provider_is_refused(db: Db) {
    let app = Providers::open(db).await;
    let mut router = TestApp::under(app.app.db.clone(), app.app.clock.clone());
    let fetch: Fetch = Arc::new(|_| Box::pin(async { None }));
    let forms = Forms::new(ProviderKeys::default(), fetch);
    router.mount("", Webhook::new(&app.app.campaigns, "".into()).with_providers(forms).router());
    let app = Providers { router, ..app };
    assert_eq!(app.postmark("", &postmark("Bounce", "HardBounce", FIRST, "")).await, 401);
    assert_eq!(app.sendgrid(&json!([]), 0, |body| body).await, 401);
    assert_eq!(app.mailgun("a", 0, "", &mailgun("failed", "permanent", FIRST, "")).await, 401);
    let mut bounce = app.notification(&json!({}));
    bounce["TopicArn"] = "".into();
    assert_eq!(app.sns(bounce, |_| {}).await, 401);
}
