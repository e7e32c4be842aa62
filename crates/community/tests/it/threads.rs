//! Editing, deleting, answering, liking and reading, with their notices.

use std::time::Duration;

use ateneu_testkit::{db_test, sqlite_test};
use serde_json::{Value, json};

use super::{
    COMMENT, Community, OPEN,
    Who::{self, Admin, Ana, Bia, Moderator, Service},
    answered, id, refusal,
};

impl Community {
    /// Calls a procedure.
    pub(super) async fn call(&self, who: Who, name: &str, arguments: Value) -> (u16, Value) {
        self.send(who, "POST", &format!("/rpc/{name}"), arguments).await
    }

    /// Reads a path as this caller. Returns the body.
    pub async fn read(&self, who: Who, path: &str) -> Value {
        answered(self.send(who, "GET", path, Value::Null).await, 200)
    }

    pub(super) async fn comment(&self, who: Who, number: usize, more: Value) -> (u16, Value) {
        // Members must pause between two comments, and not repeat themselves.
        self.0.clock.advance(Duration::from_secs(6));
        let content = format!("resposta {number}");
        let mut row = json!({ "id": id(number), "post_id": id(OPEN), "content": content });
        row.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        self.send(who, "POST", "/community_comments", row).await
    }

    /// Returns the kinds of a person's notices, newest first.
    pub(super) async fn notices(&self, who: Who) -> Vec<String> {
        self.work().await;
        let rows = self.read(who, "/notices?order=created_at.desc,id.desc").await;
        rows.as_array().unwrap().iter().map(|row| row["kind"].as_str().unwrap().to_owned()).collect()
    }
}

#[db_test]
async fn a_deleted_post_keeps_its_place_without_its_words(community: Community) {
    let path = format!("/community_posts?id=eq.{}", id(OPEN));
    assert_eq!(community.send(Ana, "DELETE", &path, Value::Null).await, (200, json!([])), "not the author");
    let rows = answered(community.send(Bia, "DELETE", &path, Value::Null).await, 200);
    assert_eq!(rows.as_array().unwrap().len(), 1);
    for (who, text) in [(Ana, Value::Null), (Bia, json!("de Bia")), (Moderator, json!("de Bia"))] {
        let rows = community.read(who, &path).await;
        assert_eq!((&rows[0]["is_deleted"], &rows[0]["content"]), (&json!(true), &text), "{who:?}");
    }
    let hidden = community.read(Ana, "/community_posts?content=ilike.*Bia*").await;
    assert!(hidden.as_array().unwrap().iter().all(|row| row["id"] != id(OPEN)), "{hidden}");
    assert_eq!(community.comment(Ana, 20, json!({})).await.0, 403, "no answers to what is gone");
    assert_eq!(community.send(Bia, "DELETE", &path, Value::Null).await, (200, json!([])), "deleted already");
    assert_eq!(community.row("community_comments", COMMENT).await["content"], "de Ana", "answers stay");
    let restore = json!({ "id": id(OPEN) });
    assert_eq!(community.call(Ana, "restore_community_post", restore.clone()).await, (200, json!(false)));
    assert_eq!(community.call(Bia, "restore_community_post", restore).await, (200, json!(true)));
    assert_eq!(community.read(Ana, &path).await[0]["content"], "de Bia");
}

#[db_test]
async fn only_the_service_key_removes_a_post_for_good(community: Community) {
    let path = format!("/community_posts?id=eq.{}", id(OPEN));
    assert_eq!(community.send(Bia, "DELETE", &path, Value::Null).await.0, 200);
    assert_eq!(community.row("community_posts", OPEN).await["is_deleted"], true);
    assert_eq!(community.send(Service, "DELETE", &path, Value::Null).await.0, 200);
    assert_eq!(community.row("community_posts", OPEN).await, Value::Null);
}

#[db_test]
async fn an_edit_is_marked_and_its_former_text_kept(community: Community) {
    let edit =
        |text: &'static str| community.change(Bia, "community_posts", OPEN, json!({ "content": text }));
    let (_, rows) = edit("primeira").await;
    assert_eq!(rows[0]["edited_at"], Value::Null, "the first minutes leave no mark");
    community.0.clock.advance(Duration::from_mins(6));
    let (_, rows) = edit("segunda").await;
    assert_ne!(rows[0]["edited_at"], Value::Null);
    let former = |who| community.read(who, "/community_revisions?select=content");
    assert_eq!(former(Bia).await, json!([{ "content": "primeira" }]));
    assert_eq!(former(Moderator).await, json!([{ "content": "primeira" }]));
    assert_eq!(former(Ana).await, json!([]));
    community.0.clock.advance(Duration::from_hours(24));
    assert_eq!(refusal(&edit("terceira").await), (400, "edit_time_over"));
    let (status, _) = community.change(Bia, "community_posts", OPEN, json!({ "tags": ["a"] })).await;
    assert_eq!(status, 200, "what is no text may change later");
}

#[db_test]
async fn a_reply_to_a_reply_is_stored_beside_it(community: Community) {
    let rows = answered(community.comment(Bia, 20, json!({ "parent_id": id(COMMENT) })).await, 201);
    assert_eq!(rows[0]["parent_id"], id(COMMENT));
    let (_, rows) = community.comment(Ana, 21, json!({ "parent_id": id(20) })).await;
    assert_eq!(rows[0]["parent_id"], id(COMMENT));
    let lost = community.comment(Ana, 22, json!({ "parent_id": id(99) })).await;
    assert_eq!(refusal(&lost), (400, "comment_not_found"));
    let last = community.row("community_comments", 21).await["created_at"].clone();
    assert_eq!(community.row("community_posts", OPEN).await["last_activity_at"], last);
}

#[db_test]
async fn a_deleted_comment_is_not_counted_and_can_return(community: Community) {
    let count = async || community.row("community_posts", OPEN).await["comments_count"].clone();
    assert_eq!(count().await, 1);
    community.rule(Moderator, "comment_id", COMMENT, "hide").await;
    assert_eq!(count().await, 0);
    community.rule(Moderator, "comment_id", COMMENT, "keep").await;
    community.delete(Ana, "community_comments", COMMENT).await;
    assert_eq!(count().await, 0);
    // A deletion can be restored within a day.
    community.0.clock.advance(Duration::from_hours(25));
    let restore = json!({ "id": id(COMMENT) });
    for who in [Ana, Moderator, Admin] {
        let answer = community.call(who, "restore_community_comment", restore.clone()).await;
        assert_eq!(answer, (200, json!(false)), "{who:?}");
    }
}

#[db_test]
async fn likes_are_repeated_without_effect(community: Community) {
    let like = json!({ "comment_id": id(COMMENT), "post_id": id(OPEN) });
    let path = "/community_comment_likes?on_conflict=comment_id,user_id";
    for _ in 0..2 {
        let request = community.0.request("POST", &format!("/rest/v1{path}")).caller(Ok(Bia.caller()));
        let request = request.header("prefer", "resolution=ignore-duplicates");
        assert_eq!(request.json(&like).await.status, 201);
    }
    assert_eq!(community.row("community_comments", COMMENT).await["likes_count"], 1);
    let foreign = json!({ "comment_id": id(COMMENT), "post_id": id(super::LOCKED) });
    let foreign = community.send(Ana, "POST", "/community_comment_likes", foreign).await;
    assert_eq!(refusal(&foreign), (400, "comment_not_found"));
    let mine = format!("/community_comment_likes?comment_id=eq.{}", id(COMMENT));
    assert_eq!(community.send(Bia, "DELETE", &mine, Value::Null).await.0, 200);
    assert_eq!(community.row("community_comments", COMMENT).await["likes_count"], 0);
}

#[db_test]
async fn the_author_of_a_topic_accepts_one_answer(community: Community) {
    community.comment(Ana, 20, json!({})).await;
    let accept = |who, number, accepted: bool| {
        community.change(who, "community_comments", number, json!({ "is_accepted": accepted }))
    };
    assert_eq!(accept(Ana, COMMENT, true).await.0, 403, "the author of the answer");
    assert_eq!(accept(Bia, COMMENT, true).await.0, 200);
    assert_eq!(community.row("community_posts", OPEN).await["accepted_count"], 1);
    assert_eq!(accept(Bia, 20, true).await.0, 200);
    assert_eq!(community.row("community_comments", COMMENT).await["is_accepted"], false);
    assert_eq!(community.row("community_posts", OPEN).await["accepted_count"], 1);
    assert_eq!(accept(Bia, 20, false).await.0, 200);
    assert_eq!(community.row("community_posts", OPEN).await["accepted_count"], 0);
    let (status, _) = community.change(Bia, "community_comments", 20, json!({ "content": "outro" })).await;
    assert_eq!(status, 403, "the words stay their author's");
}

#[sqlite_test]
async fn an_event_creates_one_notice_with_its_first_reason(community: Community) {
    // Bia wrote the post, Ana the answered comment.
    let both = format!("[@Ana](/membros/membro/{}) [@Bia](/membros/membro/{})", id(1), id(2));
    community.comment(Admin, 20, json!({ "content": both, "parent_id": id(COMMENT) })).await;
    assert_eq!(community.notices(Ana).await, ["mention"]);
    assert_eq!(community.notices(Bia).await, ["mention"]);
    community.0.clock.advance(Duration::from_secs(1));
    community.comment(Admin, 21, json!({ "parent_id": id(COMMENT) })).await;
    assert_eq!(community.notices(Ana).await, ["reply", "mention"]);
    assert_eq!(community.notices(Bia).await, ["comment", "mention"]);
    community.comment(Bia, 22, json!({})).await;
    assert_eq!(community.notices(Bia).await.len(), 2, "not of the own comment");
    assert_eq!(community.notices(Admin).await.len(), 0);
}

#[db_test]
async fn likes_fold_into_one_notice_until_it_is_read(community: Community) {
    for who in [Ana, Moderator, Admin] {
        community.add(who, "community_likes", json!({ "post_id": id(OPEN) })).await;
    }
    let rows = community.read(Bia, "/notices").await;
    assert_eq!((rows.as_array().unwrap().len(), &rows[0]["actors"]), (1, &json!(3)));
    assert_eq!(community.call(Bia, "mark_notices_read", json!({})).await.0, 204);
    assert_ne!(community.read(Bia, "/notices").await[0]["read_at"], Value::Null);
}

#[db_test]
async fn the_level_of_a_post_wins_over_its_channel(community: Community) {
    community.add(Ana, "channel_states", json!({ "channel_id": "1", "level": "acompanhar" })).await;
    community.comment(Bia, 20, json!({})).await;
    assert_eq!(community.notices(Ana).await, ["comment"]);
    community.add(Ana, "post_states", json!({ "post_id": id(OPEN), "level": "silenciar" })).await;
    let mention = json!({ "content": format!("[@Ana](/membros/membro/{})", id(1)) });
    community.comment(Bia, 21, mention).await;
    assert_eq!(community.notices(Ana).await, ["comment"], "silenced");
}

#[sqlite_test]
async fn a_mention_in_a_private_channel_notifies_only_its_members(community: Community) {
    let private = json!({ "id": "9", "is_private": true });
    community.send(Service, "PATCH", "/channels?id=eq.9", private).await;
    let post = json!({ "id": id(30), "title": "t", "channel_id": "9",
        "content": format!("[@Ana](/membros/membro/{}) [@Bia](/membros/membro/{})", id(1), id(2)) });
    community.send(Service, "POST", "/channel_members", json!({ "channel_id": "9", "user_id": id(1) })).await;
    community.add(Moderator, "community_posts", post).await;
    assert_eq!(community.notices(Ana).await, ["mention"]);
    assert_eq!(community.notices(Bia).await.len(), 0);
}

#[db_test]
async fn a_read_position_moves_forward_up_to_now(community: Community) {
    let unread = async || community.call(Ana, "community_unread", json!({})).await.1[0]["count"].clone();
    assert_eq!(unread().await, 0, "what is older than the account counts as read");
    community.0.clock.advance(Duration::from_mins(1));
    answered(community.post(Bia, 30, "c").await, 201);
    assert_eq!(unread().await, 1);
    let now = community.0.clock.now();
    let read =
        |at: String| community.call(Ana, "mark_channel_read", json!({ "channel_id": "1", "read_at": at }));
    assert_eq!(read("2999-01-01T00:00:00Z".into()).await.0, 204);
    assert_eq!(read((now - Duration::from_mins(9)).to_string()).await.0, 204);
    assert_eq!(unread().await, 0);
    let states = community.read(Ana, "/channel_states").await;
    assert_eq!(states[0]["read_at"], now.to_string());
    let direct = json!({ "channel_id": "1", "read_at": "2020-01-01T00:00:00Z" });
    assert_eq!(community.send(Ana, "POST", "/channel_states", direct).await.0, 403);
}

#[db_test]
async fn an_older_draft_never_replaces_a_newer_one(community: Community) {
    for (sequence, text, status) in [(2, "segundo", 201), (1, "primeiro", 400), (3, "terceiro", 200)] {
        assert_eq!(community.draft(Ana, sequence, text).await.status, status, "{text}");
    }
    assert_eq!(
        community.read(Ana, "/community_drafts?select=content").await,
        json!([{ "content": "terceiro" }])
    );
    for who in [Bia, Moderator, Admin] {
        assert_eq!(community.read(who, "/community_drafts").await, json!([]), "{who:?}");
    }
}

#[db_test]
async fn members_join_and_leave_open_channels_only(community: Community) {
    let join = |who, channel: &'static str| {
        community.send(who, "POST", "/channel_members", json!({ "channel_id": channel }))
    };
    assert_eq!(join(Ana, "1").await.0, 201);
    let other = json!({ "channel_id": "1", "user_id": id(2) });
    assert_eq!(community.send(Ana, "POST", "/channel_members", other).await.0, 403);
    community.send(Service, "PATCH", "/channels?id=eq.9", json!({ "is_private": true })).await;
    assert_eq!(join(Bia, "9").await.0, 403);
    let mine = format!("/channel_members?channel_id=eq.1&user_id=eq.{}", id(1));
    assert_eq!(community.send(Ana, "DELETE", &mine, Value::Null).await.0, 200);
    assert_eq!(community.read(Ana, "/channel_members").await, json!([]));
    let (_, made) = community.send(Bia, "POST", "/channels", json!({ "name": " Novo Canal " })).await;
    assert_eq!(made[0]["name"], "novo-canal");
    let members = format!("/channel_members?channel_id=eq.{}", made[0]["id"].as_str().unwrap());
    assert_eq!(community.read(Service, &members).await[0]["user_id"], id(2), "who opens it belongs to it");
}

#[db_test]
async fn the_last_activity_is_that_of_a_shown_comment(community: Community) {
    let last = async || community.row("community_posts", OPEN).await["last_activity_at"].clone();
    let written = async |number| community.row("community_comments", number).await["created_at"].clone();
    let first = last().await;
    community.comment(Ana, 20, json!({})).await;
    community.comment(Ana, 21, json!({})).await;
    assert_eq!(last().await, written(21).await);
    community.delete(Ana, "community_comments", 21).await;
    assert_eq!(last().await, written(20).await, "removed by its author");
    community.call(Ana, "restore_community_comment", json!({ "id": id(21) })).await;
    assert_eq!(last().await, written(21).await, "restored");
    community.rule(Moderator, "comment_id", 21, "hide").await;
    assert_eq!(last().await, written(20).await, "hidden by a decision");
    community.rule(Moderator, "comment_id", 21, "keep").await;
    assert_eq!(last().await, written(21).await, "shown again");
    for number in [20, 21] {
        community.delete(Ana, "community_comments", number).await;
    }
    assert_eq!(last().await, first);
    community.delete(Ana, "community_comments", COMMENT).await;
    assert_eq!(last().await, community.row("community_posts", OPEN).await["created_at"]);
}

#[db_test]
async fn an_edit_notifies_only_newly_mentioned_members(community: Community) {
    let naming = |who: Who| format!("[@Alguém](/membros/membro/{})", id(who as usize));
    community.comment(Bia, 20, json!({ "content": "sem nomes" })).await;
    for content in
        [naming(Admin), "outra vez sem nomes".to_owned(), format!("{} e {}", naming(Admin), naming(Bia))]
    {
        answered(community.change(Bia, "community_comments", 20, json!({ "content": content })).await, 200);
    }
    assert_eq!(community.notices(Admin).await, ["mention"], "once, however often it is edited");
    let post = json!({ "content": naming(Ana) });
    answered(community.change(Bia, "community_posts", OPEN, post).await, 200);
    assert_eq!(community.notices(Ana).await, ["mention"]);
    assert_eq!(community.notices(Bia).await, Vec::<String>::new());
    answered(community.change(Bia, "community_posts", OPEN, json!({ "tags": ["a"] })).await, 200);
    assert_eq!(community.notices(Ana).await.len(), 1);
    let quote = json!({ "content": format!("> {} disse isto\n\nConcordo.", naming(Moderator)) });
    community.comment(Bia, 21, quote).await;
    assert_eq!(community.notices(Moderator).await, Vec::<String>::new(), "in a quote");
}
