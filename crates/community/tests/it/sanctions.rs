//! Rights of silenced, banned and blocked people to read and write.

use ateneu_testkit::db_test;
use serde_json::{Value, json};

use super::{
    COMMENT, Community, OPEN,
    Who::{Admin, Ana, Bia, Moderator},
    id, ids, refusal,
};

#[db_test]
async fn silenced_members_read_banned_ones_do_not_and_neither_writes(community: Community) {
    let silenced = Ana.with(|facts| facts.silenced = true);
    let banned = Ana.with(|facts| {
        facts.banned = true;
        facts.channels = Default::default();
    });
    let (status, rows) = community.send_as(silenced.clone(), "GET", "/community_posts", Value::Null).await;
    assert_eq!((status, rows.as_array().unwrap().len()), (200, 2));
    for path in ["/community_posts", "/community_comments"] {
        assert_eq!(community.send_as(banned.clone(), "GET", path, Value::Null).await, (200, json!([])));
    }
    let comment = format!("/community_comments?id=eq.{}", id(COMMENT));
    for (method, path, body) in [
        ("POST", "/community_posts", json!({ "title": "t", "content": "c", "channel_id": "1" })),
        ("POST", "/community_comments", json!({ "post_id": id(OPEN), "content": "c" })),
        ("PATCH", &*comment, json!({ "content": "outro" })),
        ("POST", "/community_likes", json!({ "post_id": id(OPEN) })),
        ("POST", "/channels", json!({ "name": "novo" })),
        ("POST", "/channel_members", json!({ "channel_id": "1" })),
    ] {
        for (caller, code) in [(&silenced, "community_silenced"), (&banned, "community_banned")] {
            let answer = community.send_as(caller.clone(), method, path, body.clone()).await;
            assert_eq!(refusal(&answer), (400, code), "{method} {path}");
        }
    }
    assert_eq!(community.send_as(silenced, "DELETE", &comment, Value::Null).await.0, 200, "takes back");
}

#[db_test]
async fn decisions_are_stored_with_their_end_and_need_no_report(community: Community) {
    community.report(Ana, json!({ "post_id": id(OPEN) })).await;
    let case = community.case().await;
    let arguments = json!({ "id": case, "decision": "silence", "reason": "r" });
    let undated = community.call(Moderator, "decide_moderation_case", arguments).await;
    assert_eq!(refusal(&undated), (400, "days_missing"));
    assert_eq!(community.decide(Moderator, &case, "silence").await.0, 200);
    let until = (community.0.clock.now() + std::time::Duration::from_hours(24 * 7)).to_string();
    let own = community.read(Bia, "/community_decisions?select=decision,until").await;
    assert_eq!(own, json!([{ "decision": "silence", "until": until }]));
    assert_eq!(community.row("community_posts", OPEN).await["is_hidden"], true);
    // Staff decide about a text without a report.
    let arguments = json!({ "comment_id": id(COMMENT), "decision": "hide", "reason": "dados de terceiros" });
    assert_eq!(community.call(Bia, "decide_moderation_case", arguments.clone()).await.0, 403);
    assert_eq!(community.call(Moderator, "decide_moderation_case", arguments).await.0, 200);
    assert_eq!(community.row("community_comments", COMMENT).await["is_hidden"], true);
    assert_eq!(community.read(Ana, "/community_decisions").await[0]["reason"], "dados de terceiros");
}

#[db_test]
async fn blocked_people_do_not_see_each_others_texts(community: Community) {
    let block = |user: usize| json!({ "blocked_id": id(user) });
    community.add(Ana, "member_blocks", block(2)).await;
    for (user, code) in [(1, "block_of_own"), (3, "block_of_staff"), (4, "block_of_staff")] {
        assert_eq!(refusal(&community.send(Ana, "POST", "/member_blocks", block(user)).await), (400, code));
    }
    let other = json!({ "user_id": id(2), "blocked_id": id(1) });
    assert_eq!(community.send(Ana, "POST", "/member_blocks", other).await.0, 403);
    for who in [Bia, Moderator, Admin] {
        assert_eq!(community.read(who, "/member_blocks").await, json!([]), "{who:?}");
    }
    let ana = || Ana.with(|facts| facts.blocked = ids([id(2)]));
    for path in ["/community_posts", "/community_comments"] {
        assert_eq!(community.send_as(ana(), "GET", path, Value::Null).await, (200, json!([])), "{path}");
    }
    for (path, body) in [
        ("/community_comments", json!({ "post_id": id(OPEN), "content": "c" })),
        ("/community_likes", json!({ "post_id": id(OPEN) })),
    ] {
        assert_eq!(community.send_as(ana(), "POST", path, body).await.0, 403, "{path}");
    }
    let mention = json!({ "content": format!("[@Ana](/membros/membro/{})", id(1)) });
    assert_eq!(community.comment(Bia, 20, mention).await.0, 201);
    assert_eq!(community.notices(Ana).await.len(), 0);
    let path = format!("/member_blocks?blocked_id=eq.{}", id(2));
    assert_eq!(community.send(Ana, "DELETE", &path, Value::Null).await.0, 200);
    assert_eq!(community.read(Ana, "/member_blocks").await, json!([]));
}

#[db_test]
async fn sanctioned_members_cannot_publish_on_their_profile(community: Community) {
    let profile = json!({ "user_id": id(1), "display_name": "Ana", "company": "Casa", "bio": "oculta",
        "bio_visibility": "ninguem" });
    community.add(Ana, "member_profiles", profile).await;
    let silenced = || Ana.with(|facts| facts.silenced = true);
    let banned = || {
        Ana.with(|facts| {
            facts.banned = true;
            facts.channels = Default::default();
        })
    };
    let change = |caller, change: Value| {
        community.send_as(caller, "PATCH", "/member_profiles?user_id=not.is.null", change)
    };
    for words in [
        json!({ "display_name": "Outra" }),
        json!({ "bio": "recado", "bio_visibility": "membros" }),
        json!({ "bio_visibility": "membros" }),
        json!({ "bio_visibility": "moderacao" }),
        json!({ "website_url": "https://a.test" }),
    ] {
        assert_eq!(refusal(&change(silenced(), words.clone()).await), (400, "community_silenced"), "{words}");
        assert_eq!(refusal(&change(banned(), words.clone()).await), (400, "community_banned"), "{words}");
    }
    let again = json!({ "user_id": id(1), "display_name": "Outra" });
    let request =
        community.0.request("POST", "/rest/v1/member_profiles?on_conflict=user_id").caller(Ok(silenced()));
    assert_eq!(request.header("prefer", "resolution=merge-duplicates").json(&again).await.status, 400);
    // Deleting, hiding, the own account and the courses remain possible.
    for withdrawn in [
        json!({ "company": null }),
        json!({ "in_directory": false }),
        json!({ "position_visibility": "ninguem" }),
    ] {
        assert_eq!(change(silenced(), withdrawn.clone()).await.0, 200, "{withdrawn}");
        assert_eq!(change(banned(), withdrawn).await.0, 200);
    }
    community.add(Bia, "member_profiles", json!({ "user_id": id(2), "display_name": "Bia" })).await;
    let cards = |caller| {
        community.send_as(caller, "GET", "/member_profiles?select=display_name&order=user_id", Value::Null)
    };
    assert_eq!(cards(silenced()).await.1, json!([{ "display_name": "Ana" }, { "display_name": "Bia" }]));
    assert_eq!(cards(banned()).await.1, json!([{ "display_name": "Ana" }]), "the own card only");
    let plan = json!({ "goal": "crescer" });
    assert_eq!(community.send_as(banned(), "POST", "/study_plans", plan).await.0, 201);
}

#[db_test]
async fn a_silenced_member_changes_no_text_in_any_column(community: Community) {
    let silenced = |who: super::Who| who.with(|facts| facts.silenced = true);
    let post = format!("/community_posts?id=eq.{}", id(OPEN));
    let comment = format!("/community_comments?id=eq.{}", id(COMMENT));
    for (who, path, body) in [
        (Bia, &post, json!({ "tags": ["recado"] })),
        (Bia, &post, json!({ "title": "recado" })),
        (Bia, &comment, json!({ "is_accepted": true })),
        (Ana, &comment, json!({ "content": "recado" })),
    ] {
        let answer = community.send_as(silenced(who), "PATCH", path, body.clone()).await;
        assert_eq!(refusal(&answer), (400, "community_silenced"), "{body}");
    }
    community.delete(Bia, "community_posts", OPEN).await;
    let restore = json!({ "id": id(OPEN) });
    let answer = community.send_as(silenced(Bia), "POST", "/rpc/restore_community_post", restore).await;
    assert_eq!(refusal(&answer), (400, "community_silenced"), "what comes back is read again");
}
