//! Creation of channels, and decisions about requested ones.

use ateneu_base::{Caller, Facts};
use ateneu_db::Db;
use ateneu_testkit::{db_test, sqlite_test};
use serde_json::{Value, json};

use super::{
    Community,
    Who::{self, Admin, Ana, Bia, Moderator, Service},
    answered, id, refusal,
};

impl Community {
    async fn create(&self, who: Who, name: &str) -> (u16, Value) {
        self.send(who, "POST", "/channels", json!({ "name": name, "created_by": id(who as usize) })).await
    }

    async fn names(&self, caller: Caller) -> Vec<String> {
        let (_, rows) =
            self.send_as(caller, "GET", "/channels?order=name&is_waiting=is.true", Value::Null).await;
        let rows = rows.as_array().cloned().unwrap_or_default();
        rows.iter().map(|row| row["name"].as_str().unwrap_or_default().to_owned()).collect()
    }

    async fn decide_channel(
        &self,
        who: Who,
        channel: &Value,
        approved: bool,
        reason: Option<&str>,
    ) -> (u16, Value) {
        let arguments = json!({ "id": channel, "approved": approved, "reason": reason });
        self.call(who, "decide_channel", arguments).await
    }
}

/// Returns callers to whom a waiting channel is closed.
fn others() -> Vec<Caller> {
    let stranger = Caller::person(id(6), Facts::default());
    vec![Bia.caller(), stranger, Caller::anonymous()]
}

#[sqlite_test]
async fn members_create_channels_as_the_setting_says(community: Community) {
    for (word, answer) in [("members", "members"), ("approval", "approval"), ("staff", "staff")] {
        community.set("channel_creation", word).await;
        let creation = community.call(Ana, "channel_creation", json!({})).await;
        assert_eq!(creation, (200, json!(answer)));
        let made = community.create(Ana, &format!("de ana {word}")).await;
        match word {
            "staff" => assert_eq!(refusal(&made), (400, "channels_are_for_staff")),
            _ => assert_eq!(answered(made, 201)[0]["is_waiting"], word == "approval"),
        }
        for who in [Moderator, Admin] {
            let creation = community.call(who, "channel_creation", json!({})).await;
            assert_eq!(creation, (200, json!("members")), "{who:?}");
            let made = answered(community.create(who, &format!("de {who:?} {word}")).await, 201);
            assert_eq!(made[0]["is_waiting"], false, "{who:?}");
        }
        for caller in others().split_off(1) {
            let row = json!({ "name": "de fora" });
            let (status, _) = community.send_as(caller.clone(), "POST", "/channels", row).await;
            assert!([401, 403].contains(&status), "{caller:?} {status}");
        }
    }
}

#[db_test]
async fn a_pending_channel_is_visible_to_creator_and_staff(community: Community) {
    community.set("channel_creation", "approval").await;
    let (_, made) = community.create(Ana, "novo").await;
    let channel = &made[0]["id"];
    for who in [Ana, Moderator, Admin] {
        assert_eq!(community.names(who.caller()).await, ["novo"], "{who:?}");
    }
    for caller in others() {
        assert_eq!(community.names(caller.clone()).await, Vec::<String>::new(), "{caller:?}");
    }
    // It has no members yet, not even its creator, and no posts.
    let members = format!("/channel_members?channel_id=eq.{}", channel.as_str().unwrap());
    assert_eq!(community.read(Service, &members).await, json!([]));
    for (who, person) in [(Ana, 1), (Ana, 2), (Moderator, 2)] {
        let row = json!({ "channel_id": channel, "user_id": id(person) });
        let joined = community.send(who, "POST", "/channel_members", row).await;
        assert_eq!(refusal(&joined), (400, "channel_waits"), "{who:?}");
    }
    let post = json!({ "title": "t", "content": "c", "channel_id": channel });
    assert_eq!(community.send(Ana, "POST", "/community_posts", post).await.0, 403);
    let own = format!("/channels?id=eq.{}", channel.as_str().unwrap());
    for who in [Ana, Moderator, Admin] {
        let (status, said) = community.send(who, "PATCH", &own, json!({ "is_waiting": false })).await;
        assert_eq!(status, 403, "{who:?} {said}");
    }
    let row = json!({ "name": "mais", "is_waiting": false });
    assert_eq!(community.send(Ana, "POST", "/channels", row).await.0, 403);
    for name in ["dois", "três"] {
        assert_eq!(community.create(Ana, name).await.0, 201);
    }
    assert_eq!(refusal(&community.create(Ana, "quatro").await), (400, "too_many_channels_wait"));
}

#[db_test]
async fn staff_open_a_waiting_channel_or_refuse_it_with_a_reason(community: Community) {
    community.set("channel_creation", "approval").await;
    let (_, first) = community.create(Ana, "aceito").await;
    let (_, second) = community.create(Ana, "recusado").await;
    let (accepted, refused) = (&first[0]["id"], &second[0]["id"]);
    for who in [Ana, Bia] {
        assert_eq!(community.decide_channel(who, accepted, true, None).await.0, 403, "{who:?}");
    }
    for caller in others() {
        let arguments = json!({ "id": accepted, "approved": true });
        let (status, _) = community.send_as(caller.clone(), "POST", "/rpc/decide_channel", arguments).await;
        assert!([401, 403].contains(&status), "{caller:?} {status}");
    }
    let unfounded = community.decide_channel(Moderator, refused, false, Some(" ")).await;
    assert_eq!(refusal(&unfounded), (400, "reason_missing"));
    answered(community.decide_channel(Moderator, accepted, true, None).await, 204);
    answered(community.decide_channel(Admin, refused, false, Some("Já existe um parecido.")).await, 204);
    for channel in [accepted, refused] {
        let again = community.decide_channel(Admin, channel, true, None).await;
        assert_eq!(refusal(&again), (400, "channel_decided"));
    }
    let left = community.read(Ana, "/channels?name=in.(aceito,recusado)&select=name").await;
    assert_eq!(left, json!([{ "name": "aceito" }]));
    let members = format!("/channel_members?channel_id=eq.{}&select=user_id", accepted.as_str().unwrap());
    assert_eq!(community.read(Service, &members).await, json!([{ "user_id": id(1) }]));
    let decisions = "/channel_decisions?select=name,is_approved,reason&order=name";
    let both = json!([
        { "name": "aceito", "is_approved": true, "reason": null },
        { "name": "recusado", "is_approved": false, "reason": "Já existe um parecido." },
    ]);
    for who in [Ana, Moderator] {
        assert_eq!(community.read(who, decisions).await, both, "{who:?}");
    }
    assert_eq!(community.read(Bia, decisions).await, json!([]));
    let notices = "/notices?kind=eq.moderation&reason=eq.channel&select=user_id";
    let informed = community.read(Service, notices).await;
    assert_eq!(informed, json!([{ "user_id": id(1) }, { "user_id": id(1) }]));
    let acts = "/audit_log?action=eq.channel-decision&select=new_value&order=new_value";
    let acts = community.read(Service, acts).await;
    assert_eq!(acts.as_array().map(Vec::len), Some(2), "{acts}");
}

#[db_test]
async fn moving_a_private_post_shows_it_to_no_new_reader(db: Db) {
    let community = Community::named(db).await;
    let inside = |who: Who| who.with(|facts| facts.channels = super::ids(["1", "p"]));
    let open = json!({ "is_private": false });
    let opened =
        async || community.send(Bia, "PATCH", "/channels?id=eq.p", json!({ "is_private": false })).await;
    let post = |number: usize| json!({ "id": id(number), "title": "t", "content": format!("de Bia {number}"), "channel_id": "p" });
    for number in [30, 31] {
        assert_eq!(community.send_as(inside(Bia), "POST", "/community_posts", post(number)).await.0, 201);
        community.0.advance_secs(6);
    }
    let comment = json!({ "post_id": id(30), "content": "segredo de Ana" });
    assert_eq!(community.send_as(inside(Ana), "POST", "/community_comments", comment).await.0, 201);
    let among = &community;
    let moved = |number: usize| {
        let path = format!("/community_posts?id=eq.{}", id(number));
        async move { among.send_as(inside(Bia), "PATCH", &path, json!({ "channel_id": "1" })).await }
    };
    assert_eq!(refusal(&moved(30).await), (400, "post_has_comments"));
    assert_eq!(moved(31).await.0, 200, "the own words only");
    assert_eq!(refusal(&opened().await), (400, "channel_has_posts"));
    let by_staff = community.send(Moderator, "PATCH", "/channels?id=eq.p", open).await;
    assert_eq!(refusal(&by_staff), (400, "channel_has_posts"));
    assert_eq!(community.read(Ana, "/community_posts?channel_id=eq.p").await, json!([]));
    // A channel without posts opens.
    let empty = json!({ "id": "q", "name": "vazio", "is_private": true, "created_by": id(2) });
    community.add(Service, "channels", empty).await;
    let path = "/channels?id=eq.q";
    assert_eq!(community.send(Bia, "PATCH", path, json!({ "is_private": false })).await.0, 200);
}
