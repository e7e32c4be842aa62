//! Rights of members, moderators and administrators to each other's posts.

use ateneu_testkit::{db_test, sqlite_test};
use serde_json::{Value, json};

use super::{
    COMMENT, COURSE, Community, HIDDEN, LOCKED, OPEN,
    Who::{Admin, Ana, Bia, Moderator, Service},
    answered, id, refusal,
};

#[db_test]
async fn staff_pin_hide_and_lock_but_do_not_edit_texts(community: Community) {
    for who in [Moderator, Admin] {
        for words in [
            json!({ "title": "outro" }),
            json!({ "content": "outro" }),
            json!({ "tags": ["outro"] }),
            json!({ "channel_id": "9" }),
            json!({ "author_id": id(who as usize) }),
            json!({ "author_id": id(1) }),
            json!({ "id": id(99) }),
            json!({ "is_pinned": true }),
            json!({ "is_locked": true }),
            json!({ "is_hidden": true }),
        ] {
            // An unknown column is refused. Otherwise no row matches.
            let (status, said) = community.change(who, "community_posts", OPEN, words.clone()).await;
            assert!(status == 403 || (status == 200 && said == json!([])), "{who:?} {words} {status} {said}");
        }
        for words in [json!({ "content": "outro" }), json!({ "is_hidden": true })] {
            let changed = community.change(who, "community_comments", COMMENT, words).await;
            assert_eq!(refusal(&changed), (403, "42501"), "{who:?}");
        }
        for (table, number) in [("community_posts", OPEN), ("community_comments", COMMENT)] {
            assert_eq!(community.delete(who, table, number).await, (200, json!([])), "{who:?} {table}");
        }
    }
    let post = community.row("community_posts", OPEN).await;
    assert_eq!(
        (&post["content"], &post["author_id"], &post["is_pinned"], &post["is_deleted"]),
        (&json!("de Bia"), &json!(id(2)), &json!(false), &json!(false))
    );
    assert_eq!(community.row("community_comments", COMMENT).await["is_hidden"], false);
    let changed = community.change(Bia, "community_posts", OPEN, json!({ "content": "de novo" })).await;
    assert_eq!(answered(changed, 200)[0]["content"], "de novo");
}

#[sqlite_test]
async fn a_comment_stays_under_its_post(community: Community) {
    for post in [LOCKED, HIDDEN] {
        let other = json!({ "post_id": id(post) });
        let moved = community.change(Ana, "community_comments", COMMENT, other).await;
        assert_eq!(refusal(&moved), (403, "42501"));
        let new = json!({ "post_id": id(post), "content": "x" });
        assert_eq!(community.send(Ana, "POST", "/community_comments", new).await.0, 403);
    }
    assert_eq!(community.row("community_comments", COMMENT).await["post_id"], id(OPEN));
    let better = json!({ "content": "melhor" });
    answered(community.change(Ana, "community_comments", COMMENT, better).await, 200);
}

#[db_test]
async fn a_hidden_post_is_neither_liked_nor_seen_by_members(community: Community) {
    for table in ["/community_likes", "/community_views"] {
        let of_post = |who, post| community.send(who, "POST", table, json!({ "post_id": id(post) }));
        let missing = of_post(Ana, 99).await;
        assert_eq!(of_post(Ana, HIDDEN).await, missing);
        assert_eq!(refusal(&missing), (403, "42501"));
        assert_eq!(of_post(Ana, OPEN).await.0, 201);
        assert_eq!(of_post(Moderator, HIDDEN).await.0, 201);
    }
}

#[db_test]
async fn only_administrators_delete_channels(community: Community) {
    let named = json!({ "id": "10", "name": "outra" });
    assert_eq!(community.send(Ana, "POST", "/channels", named).await.0, 403);
    let made = community.add(Ana, "channels", json!({ "name": "outra" })).await;
    assert_eq!(made[0]["created_by"], id(1));
    assert_eq!(community.send(Ana, "PATCH", "/channels?id=eq.9", json!({ "id": "8" })).await.0, 403);
    assert_eq!(community.send(Ana, "PATCH", "/channels?id=eq.9", json!({ "name": "nova" })).await.0, 200);
    for (who, removed) in [(Bia, 0), (Ana, 0), (Moderator, 0), (Admin, 1)] {
        let (status, rows) = community.send(who, "DELETE", "/channels?id=eq.9", Value::Null).await;
        assert_eq!((status, rows.as_array().unwrap().len()), (200, removed), "{who:?}");
    }
}

#[db_test]
async fn lessons_of_a_draft_course_are_for_administrators(community: Community) {
    for (who, seen) in [(Ana, 0), (Moderator, 0), (Admin, 1)] {
        let rows = community.read(who, "/lessons").await;
        assert_eq!(rows.as_array().unwrap().len(), seen, "{who:?}");
    }
    community.change(Admin, "courses", COURSE, json!({ "is_published": true })).await;
    let rows = community.read(Ana, "/lessons").await;
    assert_eq!(rows.as_array().unwrap().len(), 1);
}

#[sqlite_test]
async fn function_only_columns_refuse_even_an_administrator(community: Community) {
    for (method, path, body) in [
        ("PATCH", "/security_settings?setting_key=eq.allow_signup", json!({ "setting_value": "false" })),
        ("POST", "/security_settings", json!({ "setting_key": "x", "setting_value": "y" })),
        ("DELETE", "/security_settings?setting_key=eq.allow_signup", Value::Null),
        ("DELETE", "/auth_logs?success=is.true", Value::Null),
        ("PATCH", "/job_execution_logs?status=eq.error", json!({ "status": "success" })),
        ("PATCH", "/subscribers?status=eq.unpaid", json!({ "status": "active" })),
    ] {
        let sent = community.send(Admin, method, path, body).await;
        assert_eq!(refusal(&sent), (403, "42501"), "{method} {path}");
    }
}

#[db_test]
async fn preferences_are_for_their_person_alone(community: Community) {
    let visitor = || ateneu_base::Caller::anonymous();
    let own = json!({ "user_id": id(1), "single_keys": false });
    community.add(Ana, "member_preferences", own.clone()).await;
    for who in [Bia, Moderator, Admin] {
        let rows = community.read(who, "/member_preferences").await;
        assert_eq!(rows, json!([]), "{who:?}");
        let foreign = json!({ "user_id": id(2 + usize::from(who as usize == 2)), "shows_presence": false });
        assert_eq!(community.send(who, "POST", "/member_preferences", foreign).await.0, 403, "{who:?}");
        let (_, rows) = community
            .send(who, "PATCH", "/member_preferences?single_keys=is.false", json!({ "single_keys": true }))
            .await;
        assert_eq!(rows, json!([]), "{who:?}");
    }
    for (method, body) in [("GET", Value::Null), ("POST", own)] {
        let (status, said) = community.send_as(visitor(), method, "/member_preferences", body).await;
        assert!(status >= 400 || said == json!([]), "{method}: {status} {said}");
    }
    let rows = community.read(Ana, "/member_preferences?select=single_keys,shows_presence").await;
    assert_eq!(rows, json!([{ "single_keys": false, "shows_presence": true }]));
}

#[db_test]
async fn a_new_comment_is_never_an_accepted_answer(community: Community) {
    let comment =
        |is_accepted: bool| json!({ "post_id": id(OPEN), "content": "x", "is_accepted": is_accepted });
    let sent = community.send(Ana, "POST", "/community_comments", comment(true)).await;
    assert_eq!(refusal(&sent), (403, "42501"));
    let made = community.add(Ana, "community_comments", comment(false)).await;
    assert_eq!(made[0]["is_accepted"], json!(false));
}

#[db_test]
async fn a_private_channel_answers_like_a_missing_one(community: Community) {
    let private = json!({ "id": "77", "name": "fechado", "is_private": true, "created_by": id(1) });
    community.add(Service, "channels", private).await;
    let answers = async |channel: &str| {
        let state = json!({ "channel_id": channel, "level": "seguir" });
        let (status, said) = community.send(Bia, "POST", "/channel_states", state).await;
        let read = json!({ "channel_id": channel, "read_at": "2026-01-01T00:00:00Z" });
        let marked = community.send(Bia, "POST", "/rpc/mark_channel_read", read).await;
        (status, said["code"].clone(), marked)
    };
    let hidden = answers("77").await;
    assert_eq!(hidden, answers("78").await);
    assert_eq!((hidden.0, &hidden.1), (409, &json!("23503")));
    assert_eq!(community.read(Bia, "/channel_states").await, json!([]));
    assert_eq!(answers("1").await.0, 201);
}

#[db_test]
async fn deep_texts_are_refused_to_visitors_and_stored_flat(community: Community) {
    let post = |content: String| json!({ "title": "x", "content": content, "channel_id": "1" });
    let visitor = ateneu_base::Caller::anonymous;
    let quotes = "> ".repeat(14_000) + " x";
    let (status, said) = community.send_as(visitor(), "POST", "/community_posts", post(quotes.clone())).await;
    assert_eq!((status, &said["code"]), (401, &json!("42501")));
    let sent = community.send(Ana, "POST", "/community_posts", post(quotes)).await;
    assert_eq!(refusal(&sent), (400, "23514"), "longer than a post may be");
    let made = community.add(Ana, "community_posts", post("> ".repeat(9_000) + "fim")).await;
    let html = made[0]["content_html"].as_str().unwrap();
    assert_eq!((html.matches("<blockquote>").count(), html.contains("fim")), (32, true));
    assert_eq!(made[0]["excerpt"], "fim");
    let tags = |tags: Vec<String>| json!({ "title": "x", "content": "x", "channel_id": "1", "tags": tags });
    for tags in [tags(vec!["a".into(); 11]), tags(vec!["a".repeat(41)])] {
        let sent = community.send(Ana, "POST", "/community_posts", tags).await;
        assert_eq!(refusal(&sent), (400, "23514"));
    }
}
