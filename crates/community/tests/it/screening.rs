//! Texts that wait for approval, and those that are refused.

use std::time::Duration;

use ateneu_testkit::{TestResponse, db_test, sqlite_test};
use serde_json::{Value, json};

use super::{
    Community, OPEN,
    Who::{self, Admin, Ana, Bia, Moderator, Service},
    answered, id, refusal,
};

impl Community {
    pub(super) async fn set(&self, key: &str, value: &str) {
        self.send(Service, "DELETE", &format!("/security_settings?setting_key=eq.{key}"), Value::Null).await;
        let row = json!({ "setting_key": key, "setting_value": value, "description": "d" });
        self.add(Service, "security_settings", row).await;
    }

    /// Stores the draft of a post for the channel of these tests.
    pub(super) async fn draft(&self, who: Who, sequence: i64, content: &str) -> TestResponse {
        let row = json!({ "place": "post:1", "title": "t", "content": content, "sequence": sequence });
        let path = "/community_drafts?on_conflict=user_id,place";
        let request = self.0.request("POST", &format!("/rest/v1{path}")).caller(Ok(who.caller()));
        request.header("prefer", "resolution=merge-duplicates").json(&row).await
    }

    /// Sends a post for the channel '1'.
    pub(super) async fn post(&self, who: Who, number: usize, content: &str) -> (u16, Value) {
        let post = json!({ "id": id(number), "title": "t", "content": content, "channel_id": "1" });
        self.send(who, "POST", "/community_posts", post).await
    }
}

#[db_test]
async fn a_repeated_text_is_refused_and_a_resent_one_is_not(community: Community) {
    assert_eq!(community.post(Ana, 30, "um").await.0, 201);
    assert_eq!(refusal(&community.post(Ana, 31, "dois").await), (400, "too_fast"));
    community.0.clock.advance(Duration::from_secs(6));
    assert_eq!(refusal(&community.post(Ana, 31, "um").await), (400, "same_text"));
    assert_eq!(refusal(&community.post(Ana, 30, "um").await), (409, "23505"), "the same id is the same post");
    community.0.clock.advance(Duration::from_mins(6));
    assert_eq!(community.post(Ana, 31, "um").await.0, 201);
    community.set("seconds_between_texts", "0").await;
    assert_eq!(community.post(Ana, 32, "logo depois").await.0, 201, "settable");
    for number in 40..43 {
        assert_eq!(community.post(Admin, number, "um").await.0, 201, "staff");
    }
}

#[db_test]
async fn posts_and_comments_are_judged_together(community: Community) {
    let comment = async |number: usize, content: &str| {
        let row = json!({ "id": id(number), "post_id": id(OPEN), "content": content });
        let (status, said) = community.send(Ana, "POST", "/community_comments", row).await;
        (status, said["message"].clone())
    };
    assert_eq!(community.post(Ana, 30, "um").await.0, 201);
    assert_eq!(comment(20, "logo depois").await, (400, json!("too_fast")));
    community.0.clock.advance(Duration::from_secs(6));
    assert_eq!(comment(20, "um").await, (400, json!("same_text")));
    assert_eq!(comment(20, "dois").await.0, 201);
    assert_eq!(refusal(&community.post(Ana, 31, "três").await), (400, "too_fast"));
    community.0.clock.advance(Duration::from_secs(6));
    assert_eq!(refusal(&community.post(Ana, 31, "dois").await), (400, "same_text"));
    community.0.clock.advance(Duration::from_mins(6));
    assert_eq!(community.post(Ana, 31, "dois").await.0, 201);
}

#[db_test]
async fn a_newcomer_over_the_limit_waits_for_approval(community: Community) {
    community.set("newcomer_limits", "true").await;
    community.draft(Ana, 1, "c").await.ok();
    for number in 30..34 {
        community.0.clock.advance(Duration::from_secs(31));
        let (status, rows) = community.post(Ana, number, &format!("texto {number}")).await;
        assert_eq!((status, &rows[0]["is_hidden"]), (201, &json!(number == 33)), "{rows}");
    }
    let path = format!("/community_posts?id=eq.{}&select=hidden_because", id(33));
    assert_eq!(community.read(Ana, &path).await, json!([{ "hidden_because": "newcomer" }]));
    assert_eq!(community.read(Bia, &path).await, json!([]));
    let queue = community.read(Moderator, "/community_cases?select=origin,post_id").await;
    assert_eq!(queue, json!([{ "origin": "newcomer", "post_id": id(33) }]));
    let case = community.case().await;
    assert_eq!(community.decide(Moderator, &case, "keep").await.0, 200);
    assert_eq!(community.read(Bia, &path).await, json!([{ "hidden_because": null }]));
}

#[db_test]
async fn a_first_post_typed_within_seconds_waits(community: Community) {
    let because =
        async |number: usize| community.row("community_posts", number).await["hidden_because"].clone();
    let wait = |seconds: u64| community.0.clock.advance(Duration::from_secs(seconds));
    community.set("newcomer_limits", "true").await;
    wait(31);
    assert_eq!(community.post(Ana, 30, "colado").await.0, 201);
    assert_eq!(because(30).await, "fast", "no draft was stored");
    wait(31);
    community.draft(Ana, 1, "c").await.ok();
    wait(2);
    // Later states of the draft do not change the measured time.
    community.draft(Ana, 2, "c").await.ok();
    assert_eq!(community.post(Ana, 31, "em dois segundos").await.0, 201);
    assert_eq!(because(31).await, "fast");
    wait(31);
    community.draft(Ana, 3, "c").await.ok();
    assert_eq!(community.post(Ana, 32, "com calma").await.0, 201);
    assert_eq!(because(32).await, Value::Null);
    community.send(Ana, "DELETE", "/community_drafts?place=eq.post:1", Value::Null).await;
    community.0.advance_days(1);
    assert_eq!(community.post(Ana, 33, "o segundo").await.0, 201);
    assert_eq!(because(33).await, Value::Null, "only the first one is looked at");
    let forged = json!({ "place": "post:1", "sequence": 9, "created_at": "2020-01-01T00:00:00Z" });
    let forged = community.send(Bia, "POST", "/community_drafts", forged).await;
    assert_eq!(refusal(&forged), (403, "42501"), "the time is the server's");
}

#[db_test]
async fn a_newcomers_second_text_within_seconds_waits(community: Community) {
    community.set("newcomer_limits", "true").await;
    community.0.clock.advance(Duration::from_secs(31));
    community.comment(Ana, 20, json!({})).await;
    let (_, rows) = community.comment(Ana, 21, json!({})).await;
    assert_eq!(rows[0]["hidden_because"], "fast");
    community.0.clock.advance(Duration::from_secs(31));
    let links = json!({ "content": "https://a.test https://b.test https://c.test" });
    let (_, rows) = community.comment(Ana, 22, links).await;
    assert_eq!(rows[0]["hidden_because"], "newcomer");
    assert_eq!(community.row("community_posts", OPEN).await["comments_count"], 2);
    let own = community.read(Bia, "/notices?select=kind").await;
    assert_eq!(own, json!([{ "kind": "comment" }]), "nobody is notified of what waits");
}

#[db_test]
async fn approving_a_held_text_sends_its_notices(community: Community) {
    assert_eq!(community.send(Ana, "POST", "/moderation_words", json!({ "word": "x" })).await.0, 403);
    community.add(Moderator, "moderation_words", json!({ "word": "Promoção" })).await;
    assert_eq!(community.read(Ana, "/moderation_words").await, json!([]));
    let (_, rows) = community.comment(Ana, 20, json!({ "content": "Olhem a PROMOCAO, é boa" })).await;
    assert_eq!(rows[0]["hidden_because"], "words");
    assert_eq!(community.notices(Bia).await.len(), 0);
    let case = community.case().await;
    assert_eq!(community.decide(Moderator, &case, "keep").await.0, 200);
    assert_eq!(community.notices(Bia).await, ["comment"]);
    assert_eq!(community.notices(Ana).await, ["moderation"]);
    let (_, rows) = community.comment(Ana, 21, json!({ "content": "promoções à parte" })).await;
    assert_eq!(rows[0]["is_hidden"], false, "another word");
    let edit = json!({ "content": "promoção" });
    let (_, rows) = community.change(Ana, "community_comments", 21, edit).await;
    assert_eq!(rows[0]["hidden_because"], "words");
}

#[sqlite_test]
async fn many_links_or_upheld_decisions_need_approval(community: Community) {
    community.set("most_links", "1").await;
    let links = json!({ "content": "https://a.test e https://b.test" });
    let (_, rows) = community.comment(Ana, 20, links).await;
    assert_eq!(rows[0]["hidden_because"], "links");
    community.set("upheld_to_review", "1").await;
    let case = community.case().await;
    assert_eq!(community.decide(Moderator, &case, "hide").await.0, 200);
    let (_, rows) = community.comment(Ana, 21, json!({})).await;
    assert_eq!(rows[0]["hidden_because"], "review");
}

#[db_test]
async fn an_edit_is_screened_like_a_new_text(community: Community) {
    let because =
        async |number: usize| community.row("community_comments", number).await["hidden_because"].clone();
    let edit = async |number: usize, content: &str| {
        let (status, said) =
            community.change(Ana, "community_comments", number, json!({ "content": content })).await;
        assert_eq!(status, 200, "{said}");
    };
    community.set("newcomer_limits", "true").await;
    community.0.clock.advance(Duration::from_secs(31));
    community.comment(Ana, 20, json!({})).await;
    edit(20, "https://a.test https://b.test").await;
    assert_eq!(because(20).await, Value::Null);
    edit(20, "https://a.test https://b.test https://c.test").await;
    assert_eq!(because(20).await, "newcomer");
    community.set("newcomer_limits", "false").await;
    for (number, content) in [
        (21, "https://a.test/1 ".repeat(11)),
        (22, "![a](https://spam.test/a.png) ".repeat(11)),
        (23, "[a](https://spam.test) ".repeat(11)),
    ] {
        community.comment(Ana, number, json!({})).await;
        edit(number, &content).await;
        assert_eq!(because(number).await, "links", "{content}");
    }
    community.set("upheld_to_review", "1").await;
    community.comment(Bia, 24, json!({})).await;
    community.comment(Ana, 25, json!({})).await;
    community.rule(Moderator, "comment_id", 24, "hide").await;
    community.rule(Moderator, "comment_id", 25, "keep").await;
    let bias = json!({ "content": "editado" });
    answered(community.change(Bia, "community_posts", OPEN, bias).await, 200);
    assert_eq!(community.row("community_posts", OPEN).await["hidden_because"], "review");
    // Changes of other columns are no new text.
    let accepted = json!({ "is_accepted": true });
    answered(community.change(Bia, "community_comments", 25, accepted).await, 200);
    assert_eq!(because(25).await, Value::Null);
}

#[db_test]
async fn texts_are_screened_in_their_displayed_form(community: Community) {
    community.add(Moderator, "moderation_words", json!({ "word": "golpista" })).await;
    let post = json!({ "title": "t", "content": "c", "channel_id": "1" });
    for (number, change) in [
        json!({ "content": "golp**is**ta" }),
        json!({ "content": "gol****pista" }),
        json!({ "content": "gol\u{200B}pista" }),
        json!({ "content": "gol&shy;pista" }),
        json!({ "content": "<b>gol</b>pista e golp<i></i>ista golpista" }),
        json!({ "content": "![golpista](/storage/v1/object/x.png)" }),
        json!({ "content": "[a](https://a.test \"golpista\")" }),
        json!({ "content": "g&#111;lpista" }),
        json!({ "content": "ＧＯＬＰＩＳＴＡ" }),
        json!({ "title": "Um golpista" }),
        json!({ "tags": ["calmo", "Golpísta"] }),
    ]
    .into_iter()
    .enumerate()
    {
        community.0.clock.advance(Duration::from_mins(6));
        let mut row = post.clone();
        row["id"] = json!(id(100 + number));
        row.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        community.add(Ana, "community_posts", row).await;
        let stored = community.row("community_posts", 100 + number).await;
        assert_eq!(stored["hidden_because"], "words", "{change}");
        // An edit is screened, too.
        community.0.clock.advance(Duration::from_mins(6));
        let mut row = post.clone();
        row["id"] = json!(id(200 + number));
        community.add(Ana, "community_posts", row).await;
        answered(community.change(Ana, "community_posts", 200 + number, change.clone()).await, 200);
        let stored = community.row("community_posts", 200 + number).await;
        assert_eq!(stored["hidden_because"], "words", "{change} edited");
    }
    // Such words are refused in a profile, which has no queue, and a new channel waits.
    let profile = json!({ "user_id": id(1), "display_name": "Gol\u{200B}pista" });
    let refused = community.send(Ana, "POST", "/member_profiles", profile).await;
    assert_eq!(refusal(&refused), (400, "words_refused"));
    community.add(Ana, "member_profiles", json!({ "user_id": id(1), "display_name": "Ana" })).await;
    for words in [json!({ "company": "Golpista SA" }), json!({ "bio": "https://a.test ".repeat(11) })] {
        let refused = community.send(Ana, "PATCH", "/member_profiles?user_id=not.is.null", words).await;
        assert_eq!(refusal(&refused), (400, "words_refused"));
    }
    let named = community.add(Ana, "channels", json!({ "name": "para golpista" })).await;
    assert_eq!(named[0]["is_waiting"], true);
    let renamed =
        community.send(Ana, "PATCH", "/channels?id=eq.9", json!({ "description": "golpista" })).await;
    assert_eq!(refusal(&renamed), (400, "words_refused"));
}
