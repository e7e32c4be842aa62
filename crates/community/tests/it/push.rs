//! Notices on devices: recipients of messages, and their omissions.

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicU16, Ordering},
};

use ateneu_community::{PushKey, PushSender};
use ateneu_db::Db;
use ateneu_testkit::db_test;
use aws_lc_rs::{
    aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey},
    agreement::{ECDH_P256, PrivateKey, UnparsedPublicKey, agree},
    hmac::{HMAC_SHA256, Key, sign},
};
use axum::{
    Router,
    body::Bytes,
    http::{HeaderMap, StatusCode},
    routing::post,
};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use serde_json::{Value, json};

use super::{
    Community, OPEN, OUTSIDE,
    Who::{self, Ana, Bia, Moderator, Service},
    id, outbound, serve,
};

/// The receiver in the example of RFC 8291.
const PUBLIC: &str =
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
const PRIVATE: &str = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94";
const AUTH: &str = "BTBZMqHH6r4Tts7J_aSIgg";

type Received = Arc<Mutex<Vec<(HeaderMap, Bytes)>>>;

/// A push service, with its received requests and its response.
struct PushService {
    port: u16,
    received: Received,
    answers: Arc<AtomicU16>,
    push: PushSender,
}

impl PushService {
    async fn open(community: &Community) -> Self {
        let (received, answers) = (Received::default(), Arc::new(AtomicU16::new(201)));
        let (kept, status) = (Arc::clone(&received), Arc::clone(&answers));
        let router = Router::new().route(
            "/{device}",
            post(async move |headers: HeaderMap, body: Bytes| {
                kept.lock().unwrap().push((headers, body));
                StatusCode::from_u16(status.load(Ordering::Relaxed)).unwrap()
            }),
        );
        let port = serve(OUTSIDE, router).await;
        let push = PushSender {
            db: community.0.db.clone(),
            clock: community.0.clock.clone(),
            schema: community.0.declared.schema.clone(),
            outbound: outbound(vec![port]),
            key: PushKey::derived("segredo", "https://exemplo.test").unwrap(),
        };
        Self { port, received, answers, push }
    }

    async fn received(&self) -> Vec<(HeaderMap, Bytes)> {
        ateneu_queue::work(&self.push.db, &self.push.clock, &self.push).await.unwrap();
        std::mem::take(&mut self.received.lock().unwrap())
    }
}

/// Decrypts the content of a message.
fn opened(body: &[u8]) -> Value {
    let decode = |text: &str| BASE64_URL_SAFE_NO_PAD.decode(text).unwrap();
    let derive = |key: &[u8], text: &[u8]| sign(&Key::new(HMAC_SHA256, key), text).as_ref().to_vec();
    let (salt, sender, record) = (&body[..16], &body[21..86], &body[86..]);
    let own = PrivateKey::from_private_key(&ECDH_P256, &decode(PRIVATE)).unwrap();
    let secret = |shared: &[u8]| Ok::<_, ()>(derive(&decode(AUTH), shared));
    let shared = agree(&own, UnparsedPublicKey::new(&ECDH_P256, sender), (), secret).unwrap();
    let info = [b"WebPush: info\0".as_slice(), &decode(PUBLIC), sender, &[1]].concat();
    let root = derive(salt, &derive(&shared, &info));
    let key = derive(&root, b"Content-Encoding: aes128gcm\0\x01");
    let nonce = derive(&root, b"Content-Encoding: nonce\0\x01");
    let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key[..16]).unwrap());
    let mut record = record.to_vec();
    let nonce = Nonce::try_assume_unique_for_key(&nonce[..12]).unwrap();
    let content = key.open_in_place(nonce, Aad::empty(), &mut record).unwrap();
    serde_json::from_slice(content.strip_suffix(&[2]).unwrap()).unwrap()
}

impl Community {
    async fn subscribe(&self, who: Who, device: &str) -> (u16, Value) {
        let endpoint = format!("https://push.test/{device}");
        let arguments = json!({ "endpoint": endpoint, "public_key": PUBLIC, "auth": AUTH });
        self.call(who, "subscribe_to_push", arguments).await
    }

    /// Subscribes a device at the test's push service, which has no certificate.
    async fn at_service(&self, who: Who, device: &str, service: &PushService) {
        assert_eq!(self.subscribe(who, device).await.0, 204);
        let (from, to) =
            (format!("https://push.test/{device}"), format!("http://push.test:{}/{device}", service.port));
        let sql = "UPDATE push_subscriptions SET endpoint = $2 WHERE endpoint = $1";
        self.0.execute(sql, &[from.into(), to.into()]).await;
    }

    /// Adds a comment of Bia that mentions Ana.
    async fn mention(&self, words: &str) {
        self.0.advance_secs(60);
        let content = format!("[@Ana](/membros/membro/{}) {words}", id(1));
        self.add(Bia, "community_comments", json!({ "post_id": id(OPEN), "content": content })).await;
    }

    async fn devices(&self) -> i64 {
        self.0.count("SELECT count(*) FROM push_subscriptions", &[]).await
    }
}

#[db_test]
async fn a_notice_reaches_the_devices_of_its_person(db: Db) {
    let community = Community::named(db).await;
    let service = PushService::open(&community).await;
    community.at_service(Ana, "phone", &service).await;
    community.at_service(Ana, "desk", &service).await;
    community.at_service(Bia, "other", &service).await;
    community.mention("palavra sigilosa").await;
    let received = service.received().await;
    assert_eq!(received.len(), 2);
    for (headers, body) in &received {
        let header = |name: &str| headers[name].to_str().unwrap();
        assert_eq!((header("content-encoding"), header("ttl")), ("aes128gcm", "86400"));
        assert!(header("authorization").starts_with("vapid t=ey"));
        let message = opened(body);
        let path = format!("/membros/publicacao/{}#c-", id(OPEN));
        assert!(message["path"].as_str().unwrap().starts_with(&path), "{message}");
        for word in ["sigilosa", "Bia", "Ana"] {
            assert!(!message.to_string().contains(word), "{word} in {message}");
        }
    }
    assert_eq!(service.received().await.len(), 0, "once");
    // Simultaneous notices become one message.
    community.mention("uma").await;
    community.mention("duas").await;
    assert_eq!(service.received().await.len(), 2);
}

#[db_test]
async fn rights_are_asked_again_before_a_message_is_sent(db: Db) {
    let community = Community::named(db).await;
    let service = PushService::open(&community).await;
    community.at_service(Ana, "phone", &service).await;
    let post = |row: Value| community.change(Service, "community_posts", OPEN, row);
    community.mention("um").await;
    post(json!({ "is_hidden": true })).await;
    assert_eq!(service.received().await.len(), 0, "hidden");
    post(json!({ "is_hidden": false })).await;
    community.mention("dois").await;
    post(json!({ "channel_id": "p" })).await;
    assert_eq!(service.received().await.len(), 0, "moved to a private channel");
    post(json!({ "channel_id": "1" })).await;
    community.mention("tres").await;
    community.call(Ana, "mark_notices_read", json!({})).await;
    assert_eq!(service.received().await.len(), 0, "read");
    community.mention("quatro").await;
    let ended = "UPDATE subscribers SET access_until = NULL WHERE user_id = $1";
    community.0.execute(ended, &[id(1).into()]).await;
    assert_eq!(service.received().await.len(), 0, "without access");
}

#[db_test]
async fn an_ended_subscription_is_removed_and_a_failure_tried_again(db: Db) {
    let community = Community::named(db).await;
    let service = PushService::open(&community).await;
    for ended in [404, 410] {
        community.at_service(Ana, "phone", &service).await;
        service.answers.store(ended, Ordering::Relaxed);
        community.mention(&format!("um {ended}")).await;
        assert_eq!((service.received().await.len(), community.devices().await), (1, 0), "{ended}");
    }
    community.at_service(Ana, "phone", &service).await;
    service.answers.store(503, Ordering::Relaxed);
    community.mention("dois").await;
    assert_eq!(service.received().await.len(), 1);
    service.answers.store(201, Ordering::Relaxed);
    assert_eq!(service.received().await.len(), 0, "not yet");
    community.0.advance_secs(61);
    assert_eq!((service.received().await.len(), community.devices().await), (1, 1));
    // An internal address gets no request.
    let inside = "UPDATE push_subscriptions SET endpoint = 'http://127.0.0.1/x'";
    community.0.execute(inside, &[]).await;
    community.mention("tres").await;
    assert_eq!((service.received().await.len(), community.devices().await), (0, 0));
}

#[db_test]
async fn a_subscription_is_its_owners_alone(db: Db) {
    let community = Community::named(db).await;
    for (endpoint, public, auth) in [
        ("http://push.test/a", PUBLIC, AUTH),
        ("file:///etc/passwd", PUBLIC, AUTH),
        ("", PUBLIC, AUTH),
        ("https://push.test/a", AUTH, AUTH),
        ("https://push.test/a", PUBLIC, "x"),
    ] {
        let arguments = json!({ "endpoint": endpoint, "public_key": public, "auth": auth });
        let (status, said) = community.call(Ana, "subscribe_to_push", arguments).await;
        assert!(status >= 400 && said["message"] == "push_subscription_unusable", "{endpoint}: {said}");
    }
    assert_eq!(community.subscribe(Ana, "phone").await.0, 204);
    let path = "/push_subscriptions?select=id,user_id";
    for (who, seen) in [(Ana, 1), (Bia, 0), (Moderator, 0)] {
        let rows = community.read(who, path).await;
        assert_eq!(rows.as_array().unwrap().len(), seen, "{who:?}");
        let secret = community.send(who, "GET", "/push_subscriptions?select=auth", Value::Null).await;
        assert_eq!(secret.0, 403, "{who:?}");
        let row = json!({ "user_id": id(who as usize), "endpoint": "https://a.test", "public_key": "x", "auth": "x" });
        assert_eq!(community.send(who, "POST", "/push_subscriptions", row).await.0, 403, "{who:?}");
    }
    assert_eq!(
        community.send(Bia, "DELETE", "/push_subscriptions?id=not.is.null", Value::Null).await.1,
        json!([])
    );
    // A device belongs to the last person who subscribed.
    assert_eq!(community.subscribe(Bia, "phone").await.0, 204);
    assert_eq!(community.read(Ana, path).await, json!([]));
    for device in 0..12 {
        assert_eq!(community.subscribe(Ana, &device.to_string()).await.0, 204);
    }
    let rows = community.read(Ana, path).await;
    assert_eq!(rows.as_array().unwrap().len(), 10);
    let (status, _) = community.send(Ana, "DELETE", "/push_subscriptions?id=not.is.null", Value::Null).await;
    assert_eq!((status, community.devices().await), (200, 1));
}
