//! Mentionable people, and reading states of members.

use std::time::Duration;

use ateneu_db::Db;
use ateneu_testkit::db_test;
use serde_json::json;

use super::{
    Community, OPEN,
    Who::{self, Admin, Ana, Bia, Moderator, Service},
    answered, id,
};

impl Community {
    /// Opens a community with names for the four people. Ana and Bia have access, and one private channel is Bia's
    /// alone.
    pub(super) async fn named(db: Db) -> Self {
        let community = Self::filled(db).await;
        for (who, name, company) in [
            (Ana, "Ana Prado", "Conceito"),
            (Bia, "Bia da Conceição", "Prado e Filhos"),
            (Moderator, "Márcia Moderadora", ""),
            (Admin, "Sem nome", ""),
        ] {
            let row = json!({ "user_id": id(who as usize), "display_name": name, "company": company });
            community.add(Service, "member_profiles", row).await;
        }
        for who in [Ana, Bia] {
            let row = json!({ "user_id": id(who as usize), "email": format!("{}@exemplo.com.br", who as usize),
                "subscribed": true, "status": "active", "plan": "update" });
            community.add(Service, "subscribers", row).await;
        }
        let channel = json!({ "id": "p", "name": "privado", "is_private": true, "created_by": id(2) });
        community.add(Service, "channels", channel).await;
        community.add(Service, "channel_members", json!({ "channel_id": "p", "user_id": id(2) })).await;
        community
    }

    async fn mentionable(&self, who: Who, channel: &str, search: &str) -> Vec<String> {
        let arguments = json!({ "channel_id": channel, "search": search });
        let rows = answered(self.call(who, "mentionable_members", arguments).await, 200);
        rows.as_array().unwrap().iter().map(|row| row["display_name"].as_str().unwrap().to_owned()).collect()
    }
}

#[db_test]
async fn members_are_found_by_the_beginning_of_any_name(db: Db) {
    let community = Community::named(db).await;
    for (search, found) in [
        ("b", vec!["Bia da Conceição"]),
        ("conceic", vec!["Bia da Conceição"]),
        ("BIA DA C", vec!["Bia da Conceição"]),
        ("marcia", vec!["Márcia Moderadora"]),
        ("prado", vec![]),
        ("onceicao", vec![]),
        ("%", vec![]),
        ("", vec![]),
    ] {
        assert_eq!(community.mentionable(Ana, "1", search).await, found, "{search}");
    }
    assert_eq!(community.mentionable(Bia, "1", "prado").await, ["Ana Prado"], "the name, not the company");
    // A name is stored as one visible line, and found with any typing of its punctuation.
    let name = json!({ "display_name": "\u{202E}Ana\nMaria  D’Ávila\u{200B}" });
    let path = format!("/member_profiles?user_id=eq.{}", id(1));
    assert_eq!(community.send(Ana, "PATCH", &path, name).await.0, 200);
    let blank = json!({ "display_name": "\u{200B}\u{2800}\u{200B}" });
    assert_eq!(community.send(Ana, "PATCH", &path, blank).await.1["code"], "23514", "it shows nothing");
    for search in ["d'áv", "ana maria d", "D´AV", "d\u{2019}a\u{301}v"] {
        assert_eq!(community.mentionable(Bia, "1", search).await, ["Ana Maria D’Ávila"], "{search}");
    }
    assert_eq!(community.mentionable(Bia, "1", "_na").await, Vec::<String>::new(), "no pattern");
}

#[db_test]
async fn only_readers_of_a_channel_are_offered(db: Db) {
    let community = Community::named(db).await;
    let ended = "UPDATE subscribers SET access_until = NULL WHERE user_id = $1";
    community.0.execute(ended, &[id(2).into()]).await;
    assert_eq!(community.mentionable(Ana, "1", "bia").await, Vec::<String>::new(), "without access");
    let unread = community.mentionable(Ana, "p", "marcia").await;
    assert!(unread.is_empty(), "a channel Ana cannot read: {unread:?}");
    let text = format!("[@Bia](/membros/membro/{}) [@Ana](/membros/membro/{})", id(2), id(1));
    let arguments = json!({ "channel_id": "1", "content": text });
    let (_, names) = community.call(Ana, "unreached_mentions", arguments).await;
    assert_eq!(names, json!(["Bia da Conceição"]));
    let arguments = json!({ "channel_id": "p", "content": text });
    let (_, names) = community.call(Moderator, "unreached_mentions", arguments).await;
    assert_eq!(names, json!(["Bia da Conceição", "Ana Prado"]));
    // Only readers of a channel see its members.
    let arguments = json!({ "channel_id": "p", "content": text });
    let (_, names) = community.call(Ana, "unreached_mentions", arguments).await;
    assert_eq!(names, json!([]));
    for (name, key) in [("mark_channel_read", "p"), ("mark_channel_read", "none")] {
        let read = json!({ "channel_id": key, "read_at": community.0.clock.now().to_string() });
        assert_eq!(community.call(Ana, name, read).await.0, 204);
    }
    assert_eq!(community.read(Ana, "/channel_states").await, json!([]));
}

#[db_test]
async fn the_words_of_a_deleted_post_are_not_searched(community: Community) {
    let path = format!("/community_posts?id=eq.{}&search_text=like.*bia*&select=id", id(OPEN));
    let found = community.read(Ana, &path).await;
    assert_eq!(found.as_array().unwrap().len(), 1);
    community.delete(Bia, "community_posts", OPEN).await;
    for (who, found) in [(Ana, 0), (Bia, 1), (Moderator, 1)] {
        let rows = community.read(who, &path).await;
        assert_eq!(rows.as_array().unwrap().len(), found, "{who:?}");
    }
}

#[db_test]
async fn the_community_can_be_marked_read_and_a_post_unread(community: Community) {
    let call = |name, arguments| community.call(Ana, name, arguments);
    let unread = async || call("community_unread", json!({})).await.1[0]["count"].clone();
    assert_eq!(call("mark_community_read", json!({})).await.0, 204);
    assert_eq!(unread().await, 0);
    let opened = json!({ "post_id": id(OPEN), "read_at": community.0.clock.now().to_string() });
    assert_eq!(call("mark_post_read", opened).await.0, 204);
    community.0.clock.advance(Duration::from_mins(1));
    let comment = json!({ "post_id": id(OPEN), "content": "mais uma" });
    community.add(Bia, "community_comments", comment).await;
    let new = async || call("unread_comments", json!({ "channel_id": "1" })).await.1;
    assert_eq!(new().await, json!([{ "post_id": id(OPEN), "count": 1 }]));
    let elsewhere = call("unread_comments", json!({ "channel_id": "9" })).await.1;
    assert_eq!(elsewhere, json!([]), "a channel Ana does not read");
    call("mark_community_read", json!({})).await;
    assert_eq!(new().await, json!([]));
    assert_eq!(call("mark_post_unread", json!({ "post_id": id(OPEN) })).await.0, 204);
    assert_ne!(unread().await, 0);
    let states = community.read(Ana, "/post_states?select=read_at").await;
    assert_eq!(states, json!([{ "read_at": null }]));
}
