//! Rights to the picture of a post: readers of the post may read it.

use std::sync::Arc;

use ateneu_base::{Caller, Facts};
use ateneu_db::Db;
use ateneu_storage::{SignedBy, Storage};
use ateneu_testkit::{db_test, sqlite_test};
use ateneu_testkit_app::TestServer;
use serde_json::{Value, json};

use super::{
    COMMENT, Community, OPEN,
    Who::{self, Admin, Ana, Bia, Moderator, Service},
    answered, id, ids,
};

const BIAS: &str = "1/bia.webp";
const ANAS: &str = "1/ana.webp";

/// A minimal picture in the browser's format.
pub(super) const WEBP: &[u8] =
    b"RIFF\x1a\0\0\0WEBPVP8L\x0d\0\0\0\x2f\0\0\0\x10\x07\x10\x11\x11\x88\x88\xfe\x07\0";

fn shows(key: &str) -> Value {
    json!({ "content": format!("![foto](/storage/v1/object/authenticated/community/{key})") })
}

/// Opens files in a folder, whose links Ana and Bia sign.
pub(super) async fn open_storage(server: &mut TestServer) -> Storage {
    let signers = |signer: SignedBy| {
        let who = [Ana, Bia].into_iter().find(|who| id(*who as usize) == signer.user_id).unwrap();
        Box::pin(async move { Ok(who.caller()) }) as _
    };
    server.open_storage(Arc::new(signers)).await
}

impl Community {
    async fn with_files(db: Db) -> Self {
        let mut community = Self::filled(db).await;
        open_storage(&mut community.0).await;
        for (who, key) in [(Bia, BIAS), (Ana, ANAS)] {
            let place = format!("community/{key}");
            community.0.upload(who.caller(), &place, "image/webp").body(WEBP).await.ok();
        }
        community
    }

    async fn reads(&self, caller: Caller, key: &str) -> bool {
        let answer = self.0.read_file(caller, &format!("community/{key}")).await;
        assert!(answer.status.is_success() || answer.json()["error"] == "not_found", "{answer:?}");
        answer.status.is_success()
    }

    /// Returns for Ana, Bia and a moderator `true` if they read the picture.
    async fn readers(&self, key: &str) -> [bool; 3] {
        let mut readers = [false; 3];
        for (reads, who) in readers.iter_mut().zip([Ana, Bia, Moderator]) {
            *reads = self.reads(who.caller(), key).await;
        }
        readers
    }

    async fn accepted(&self, who: Who, table: &str, number: usize, body: Value) {
        answered(self.change(who, table, number, body).await, 200);
    }
}

const EVERYBODY: [bool; 3] = [true, true, true];
const AUTHOR_AND_STAFF: [bool; 3] = [false, true, true];

#[db_test]
async fn a_picture_opens_with_its_post_and_closes_with_it(db: Db) {
    let community = Community::with_files(db).await;
    assert_eq!(community.readers(BIAS).await, AUTHOR_AND_STAFF, "no text shows it yet");
    community.accepted(Bia, "community_posts", OPEN, shows(BIAS)).await;
    assert_eq!(community.readers(BIAS).await, EVERYBODY);
    let nobody = Caller::person(id(Ana as usize), Facts::default());
    assert!(!community.reads(nobody, BIAS).await, "an account without access");
    let blocked = Ana.with(|facts| facts.blocked = ids([id(Bia as usize)]));
    assert!(!community.reads(blocked, BIAS).await, "blocked");

    community.rule(Moderator, "post_id", OPEN, "hide").await;
    assert_eq!(community.readers(BIAS).await, AUTHOR_AND_STAFF, "hidden");
    // A mention elsewhere opens no file.
    community.accepted(Ana, "community_comments", COMMENT, shows(BIAS)).await;
    assert_eq!(community.readers(BIAS).await, AUTHOR_AND_STAFF);
    community.rule(Moderator, "post_id", OPEN, "keep").await;
    assert_eq!(community.readers(BIAS).await, EVERYBODY);

    // A topic about a lesson of a course that Ana's plan does not include.
    community.write_sql("UPDATE community_posts SET entitlement = 'courses'", Vec::new()).await;
    assert_eq!(community.readers(BIAS).await, AUTHOR_AND_STAFF, "closed to the plan");
    let student = Ana.with(|facts| facts.entitlements = ids(["community", "courses"]));
    assert!(community.reads(student, BIAS).await, "open to a plan with courses");
    community.write_sql("UPDATE community_posts SET entitlement = 'community'", Vec::new()).await;

    community.delete(Bia, "community_posts", OPEN).await;
    assert_eq!(community.readers(BIAS).await, AUTHOR_AND_STAFF, "deleted");
}

#[sqlite_test]
async fn a_signed_link_ends_when_the_post_is_hidden(db: Db) {
    let community = Community::with_files(db).await;
    community.accepted(Bia, "community_posts", OPEN, shows(BIAS)).await;
    let path = format!("/storage/v1/object/sign/community/{BIAS}");
    let request = community.0.request("POST", &path).caller(Ok(Ana.caller())).token("x");
    let link = request.json(&json!({ "expiresIn": 3600 })).await.ok().string("signedURL");
    let link = format!("/storage/v1{link}");
    community.0.request("GET", &link).await.ok();
    community.rule(Moderator, "post_id", OPEN, "hide").await;
    assert!(!community.0.request("GET", &link).await.status.is_success());
}

#[sqlite_test]
async fn a_comments_picture_follows_the_comment_and_its_post(db: Db) {
    let community = Community::with_files(db).await;
    community.accepted(Ana, "community_comments", COMMENT, shows(ANAS)).await;
    let of_others = async || community.reads(Bia.caller(), ANAS).await;
    assert!(of_others().await);
    for (text, number) in [("comment_id", COMMENT), ("post_id", OPEN)] {
        community.rule(Moderator, text, number, "hide").await;
        assert!(!of_others().await, "{text}");
        assert!(community.reads(Ana.caller(), ANAS).await, "the author's own");
        community.rule(Moderator, text, number, "keep").await;
    }
    // The answers to a deleted post are kept.
    community.delete(Bia, "community_posts", OPEN).await;
    assert!(of_others().await);
}

#[sqlite_test]
async fn a_moved_posts_picture_follows_the_new_channel(db: Db) {
    let community = Community::with_files(db).await;
    let inside = || Ana.with(|facts| facts.channels = ids(["1", "8"]));
    let channel = json!({ "id": "8", "name": "fechado", "is_private": true, "created_by": id(2) });
    community.add(Service, "channels", channel).await;
    community.accepted(Bia, "community_posts", OPEN, shows(BIAS)).await;
    community.accepted(Service, "community_posts", OPEN, json!({ "channel_id": "8" })).await;
    let moved = "8/bia.webp";
    assert!(!community.reads(inside(), BIAS).await, "the former key");
    assert!(!community.reads(Ana.caller(), moved).await, "of the former channel only");
    assert!(community.reads(inside(), moved).await);
    community.rule(Admin, "post_id", OPEN, "hide").await;
    assert!(!community.reads(inside(), moved).await, "hidden after the move");
}

#[sqlite_test]
async fn a_picture_of_another_channel_stays_closed_in_a_post(db: Db) {
    let community = Community::with_files(db).await;
    let channel = json!({ "id": "8", "name": "outro", "created_by": id(2) });
    community.add(Service, "channels", channel).await;
    community.accepted(Service, "community_posts", OPEN, json!({ "channel_id": "8" })).await;
    // A post of channel 8 names a file in the folder of channel 1.
    community.accepted(Service, "community_posts", OPEN, shows(BIAS)).await;
    assert_eq!(community.readers(BIAS).await, AUTHOR_AND_STAFF);
}

#[db_test]
async fn a_foreign_profile_picture_is_removed_by_decision_only(db: Db) {
    let community = Community::with_files(db).await;
    let key = format!("avatars/{}/a.webp", id(Ana as usize));
    let upload = || {
        let path = format!("/storage/v1/object/{key}");
        community.0.request("POST", &path).token("x").header("content-type", "image/webp")
    };
    let silenced = Ana.with(|facts| facts.silenced = true);
    assert!(!upload().caller(Ok(silenced)).body(WEBP).await.status.is_success(), "silenced");
    upload().caller(Ok(Ana.caller())).body(WEBP).await.ok();
    let address = format!("/storage/v1/object/public/{key}");
    let profile = json!({ "user_id": id(Ana as usize), "display_name": "Ana", "avatar_url": address });
    community.add(Ana, "member_profiles", profile).await;
    let is_there = async || community.0.request("GET", &address).await.status.is_success();
    for who in [Bia, Moderator, Admin] {
        let path = format!("/storage/v1/object/{key}");
        community.0.request("DELETE", &path).caller(Ok(who.caller())).token("x").await;
        assert!(is_there().await, "{who:?}");
    }
    community.rule(Moderator, "user_id", Ana as usize, "picture").await;
    assert!(!is_there().await);
    let own = community.read(Ana, "/community_decisions?select=decision,reason").await;
    assert_eq!(own, json!([{ "decision": "picture", "reason": "combinado 3" }]));
}
