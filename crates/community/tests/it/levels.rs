//! Notices by the levels of channels and posts, in every combination.

use std::collections::BTreeMap;

use ateneu_community::notices;
use ateneu_db::Db;
use ateneu_testkit::{db_test, sqlite_test};
use serde_json::{Value, json};

use super::{
    Community, OPEN,
    Who::{self, Admin, Ana, Bia, Moderator, Service},
    answered, id,
};

const LEVELS: [Option<&str>; 5] =
    [None, Some("acompanhar"), Some("seguir"), Some("normal"), Some("silenciar")];
/// Account with the first combination of levels.
const FIRST: usize = 100;

/// Returns the members by their levels of the open post and of its channel.
fn combinations() -> impl Iterator<Item = (usize, Option<&'static str>, Option<&'static str>)> {
    (0..25).map(|number| (FIRST + number, LEVELS[number / 5], LEVELS[number % 5]))
}

impl Community {
    pub(super) async fn work(&self) {
        let (db, clock) = (&self.0.db, &self.0.clock);
        notices(db, clock, &self.0.mail()).work(db, clock).await.unwrap();
    }

    /// Opens a community with twenty-five accounts, one for each combination of levels.
    async fn with_levels(db: Db) -> Self {
        let community = Self::filled(db).await;
        for (number, post, channel) in combinations() {
            community.0.add_people([number]).await;
            let states = [
                ("post_states", "post_id", id(OPEN), post),
                ("channel_states", "channel_id", "1".into(), channel),
            ];
            for (table, key, place, level) in states {
                let sql = format!("INSERT INTO {table} (user_id, {key}, level) VALUES ($1, $2, $3)");
                let row = [id(number).into(), place.into(), level.into()];
                community.0.db.write(move |tx| tx.write(&sql, &row)).await.unwrap();
            }
        }
        community
    }

    /// Returns kinds, reasons and counts of unread notices by account, and marks them as read.
    async fn received(&self) -> BTreeMap<usize, Vec<String>> {
        self.work().await;
        let rows = self.read(Service, "/notices?read_at=is.null&order=user_id").await;
        let mut received = BTreeMap::<usize, Vec<String>>::new();
        for row in rows.as_array().unwrap() {
            let number = row["user_id"].as_str().unwrap()[24..].parse().unwrap();
            let text = |name: &str| row[name].as_str().unwrap_or("-").to_owned();
            let shown = format!("{} {} {}", text("kind"), text("reason"), row["actors"]);
            received.entry(number).or_default().push(shown);
        }
        self.0.run("UPDATE notices SET read_at = created_at", &[]).await;
        received
    }
}

/// Returns the post's level, else the channel's.
fn effective(post: Option<&'static str>, channel: Option<&'static str>) -> (&'static str, &'static str) {
    match (post, channel) {
        (Some(level), _) => (level, "post"),
        (None, level) => (level.unwrap_or("normal"), "channel"),
    }
}

#[db_test]
async fn every_combination_of_levels_notifies_as_written(db: Db) {
    let community = Community::with_levels(db).await;
    let mentions = combinations().map(|(number, ..)| format!("[@x](/membros/membro/{})", id(number)));
    let mentions: Vec<_> = mentions.collect();

    // For a new post only the channel's level counts.
    answered(community.post(Bia, 30, "c").await, 201);
    let received = community.received().await;
    for (number, _, channel) in combinations() {
        let expected = (channel == Some("acompanhar")).then(|| vec!["post channel 1".to_owned()]);
        assert_eq!(received.get(&number), expected.as_ref(), "post, {channel:?}");
    }

    // Followers get one notice of two comments that do not concern them.
    for number in [31, 32] {
        assert_eq!(community.comment(Admin, number, json!({})).await.0, 201);
    }
    let received = community.received().await;
    for (number, post, channel) in combinations() {
        let (level, source) = effective(post, channel);
        let expected = match level {
            "acompanhar" => Some(vec![format!("comment {source} 1"); 2]),
            "seguir" => Some(vec![format!("comment {source} 2")]),
            _ => None,
        };
        assert_eq!(received.get(&number), expected.as_ref(), "comment, {post:?} {channel:?}");
    }
    assert_eq!(received.get(&(Bia as usize)), Some(&vec!["comment author 1".to_owned(); 2]));

    // Mentions pass at every level but the muted one. At most 20 of a text count.
    for (number, part) in [(33, &mentions[..13]), (34, &mentions[13..])] {
        community.comment(Admin, number, json!({ "content": part.join(" ") })).await;
    }
    let received = community.received().await;
    for (number, post, channel) in combinations() {
        let is_mentioned = |shown: &&String| *shown == "mention - 1";
        let count = received.get(&number).map_or(0, |shown| shown.iter().filter(is_mentioned).count());
        let expected = usize::from(effective(post, channel).0 != "silenciar");
        assert_eq!(count, expected, "mention, {post:?} {channel:?}");
        let all = received.get(&number).map_or(0, Vec::len);
        assert!(all <= 2 && (expected == 1 || all == 0), "{post:?} {channel:?}: {all}");
    }

    // Answers to own comments pass at every level but the muted one.
    for (number, post, channel) in combinations() {
        let sql = "INSERT INTO community_comments
                       (id, post_id, content, author_id, created_at, updated_at)
                   VALUES ($1, $2, 'minha', $3, $4, $4)";
        let now = community.0.clock.now();
        let row = vec![id(number + 100).into(), id(OPEN).into(), id(number).into(), now.into()];
        community.write_sql(sql, row).await;
        answered(community.comment(Admin, number + 200, json!({ "parent_id": id(number + 100) })).await, 201);
        let received = community.received().await;
        let expected = (effective(post, channel).0 != "silenciar").then(|| vec!["reply - 1".to_owned()]);
        assert_eq!(received.get(&number), expected.as_ref(), "reply, {post:?} {channel:?}");
    }
}

#[db_test]
async fn an_author_following_the_post_gets_one_notice(community: Community) {
    community.add(Bia, "post_states", json!({ "post_id": id(OPEN), "level": "seguir" })).await;
    for number in 31..34 {
        community.comment(Ana, number, json!({})).await;
    }
    assert_eq!(community.received().await.remove(&(Bia as usize)), Some(vec!["comment author 3".to_owned()]));
    community.comment(Ana, 34, json!({})).await;
    let again = community.received().await.remove(&(Bia as usize));
    assert_eq!(again, Some(vec!["comment author 1".to_owned()]), "what was read counts no more");
}

#[db_test]
async fn a_like_taken_back_is_not_counted(community: Community) {
    let like = async |who: Who| {
        community.send(who, "POST", "/community_likes", json!({ "post_id": id(OPEN) })).await;
    };
    let unlike = async |who: Who| {
        let path = format!("/community_likes?post_id=eq.{}&user_id=eq.{}", id(OPEN), id(who as usize));
        assert_eq!(community.send(who, "DELETE", &path, Value::Null).await.0, 200);
    };
    let actors = async || {
        let rows = community.read(Bia, "/notices?select=actors,actor_id").await;
        let rows = rows.as_array().unwrap();
        rows.first().map(|row| (row["actors"].as_i64().unwrap(), row["actor_id"].clone()))
    };
    for _ in 0..5 {
        like(Ana).await;
        unlike(Ana).await;
    }
    assert_eq!(actors().await, None, "nobody likes it");
    like(Ana).await;
    like(Moderator).await;
    unlike(Moderator).await;
    assert_eq!(actors().await, Some((1, json!(id(1)))));
}

#[db_test]
async fn followers_get_no_notice_of_a_text_hidden_meanwhile(community: Community) {
    community.add(Ana, "channel_states", json!({ "channel_id": "1", "level": "acompanhar" })).await;
    community.post(Bia, 30, "c").await;
    community.rule(Moderator, "post_id", 30, "hide").await;
    assert_eq!(community.received().await.get(&(Ana as usize)), None);
}

#[sqlite_test]
async fn a_silenced_channel_counts_as_read(community: Community) {
    community.0.advance_secs(60);
    community.post(Bia, 30, "c").await;
    let unread = async || community.call(Ana, "community_unread", json!({})).await.1[0]["count"].clone();
    assert_eq!(unread().await, 1);
    community.add(Ana, "channel_states", json!({ "channel_id": "1", "level": "silenciar" })).await;
    assert_eq!(unread().await, 0);
}

#[db_test]
async fn publishing_notifies_active_subscribers_unless_opted_out(community: Community) {
    for (number, until) in [
        (1, "2999-01-01T00:00:00.000000+00:00"),
        (2, "2999-01-01T00:00:00.000000+00:00"),
        (3, "2020-01-01T00:00:00.000000+00:00"),
    ] {
        community.subscription(number, until).await;
    }
    let unwanted = json!({ "user_id": id(2), "new_content": false });
    community.add(Bia, "notification_preferences", unwanted).await;
    let content = json!({ "id": id(40), "title": "Novo", "content_type": "article", "is_published": false });
    community.add(Admin, "contents", content).await;
    assert_eq!(community.received().await, BTreeMap::new(), "a draft");
    community.change(Admin, "contents", 40, json!({ "is_published": true })).await;
    let expected = BTreeMap::from([(1, vec!["content - 1".to_owned()])]);
    assert_eq!(community.received().await, expected);
    for is_published in [false, true] {
        community.change(Admin, "contents", 40, json!({ "is_published": is_published })).await;
    }
    assert_eq!(community.received().await, BTreeMap::new(), "published again");
    let letter = json!({ "id": id(41), "title": "Carta", "content_type": "letter", "is_published": true });
    community.add(Admin, "contents", letter).await;
    assert_eq!(community.received().await, BTreeMap::new(), "a letter, which is sent by email");
}

#[db_test]
async fn a_content_notifies_entitled_members_and_later_the_others(community: Community) {
    for (number, plan) in [(1, "update"), (2, "scale"), (3, "professional")] {
        community.subscription(number, "2999-01-01T00:00:00.000000+00:00").await;
        let sql = "UPDATE subscribers SET plan = $2 WHERE user_id = $1";
        community.write_sql(sql, vec![id(number).into(), plan.into()]).await;
    }
    let content = |number: usize, visible_from: Value| {
        json!({ "id": id(number), "title": "Novo", "content_type": "video", "is_published": true,
            "is_member_only": true, "visible_from": visible_from })
    };
    let notified = async || community.received().await.into_keys().collect::<Vec<_>>();
    community.add(Admin, "contents", content(40, Value::Null)).await;
    assert_eq!(notified().await, [2, 3], "an exclusive video is no part of the smallest plan");
    let later = community.0.clock.now() + std::time::Duration::from_hours(1);
    community.add(Admin, "contents", content(41, json!(later.to_string()))).await;
    assert_eq!(notified().await, [3], "early access");
    community.change(Admin, "contents", 41, json!({ "visible_from": null })).await;
    assert_eq!(notified().await, [2], "those who were not notified before");
}
