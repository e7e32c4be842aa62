//! Topics about a lesson, which are as open as its course. Ana's and Bia's plan includes the community and no courses,
//! except in some steps.

use ateneu_base::{Caller, Facts};
use ateneu_testkit::{app::entitlements_of, db_test};
use serde_json::{Value, json};

use super::{
    COURSE, Community,
    Who::{self, Admin, Ana, Bia, Moderator, Service},
    answered, id, refusal,
};

const TOPIC: usize = 30;
const REPLY: usize = 31;

/// Returns the person with a plan that includes courses.
fn student(who: Who) -> Caller {
    who.with(|facts| facts.entitlements = Facts::subscriber_of(entitlements_of("scale")).entitlements)
}

fn topic(number: usize) -> Value {
    json!({ "id": id(number), "title": "Sobre a aula", "content": format!("Veja isto {number}, [@Ana](/membros/membro/{})", id(1)),
        "channel_id": "1", "lesson_id": id(COURSE) })
}

impl Community {
    /// Adds a published course for plans with courses, with Bia's topic about its lesson and a moderator's comment.
    async fn with_lesson_topic(&self) {
        for person in [1, 2] {
            self.subscription(person, "2999-01-01T00:00:00.000000+00:00").await;
        }
        answered(self.change(Service, "courses", COURSE, json!({ "is_published": true })).await, 200);
        assert_eq!(self.send_as(student(Bia), "POST", "/community_posts", topic(TOPIC)).await.0, 201);
        let reply = json!({ "id": id(REPLY), "post_id": id(TOPIC), "content": "resposta" });
        self.add(Moderator, "community_comments", reply).await;
    }

    /// Returns the numbers of rows that the caller reads: topics, comments, both by search, and new posts.
    async fn reads_of_topic(&self, caller: Caller) -> [usize; 5] {
        let rows = async |method, path: String, body| {
            let (status, rows) = self.send_as(caller.clone(), method, &path, body).await;
            assert_eq!(status, 200, "{path}: {rows}");
            rows
        };
        let count = |rows: Value| rows.get("results").unwrap_or(&rows).as_array().unwrap().len();
        let list = |path: String| rows("GET", path, Value::Null);
        let search = |search, in_comments: bool| {
            let arguments = json!({ "search": search, "in_comments": in_comments });
            rows("POST", "/rpc/search_community".to_owned(), arguments)
        };
        let unread = rows("POST", "/rpc/community_unread".to_owned(), json!({})).await;
        [
            count(list(format!("/community_posts?lesson_id=eq.{}", id(COURSE))).await),
            count(list(format!("/community_comments?post_id=eq.{}", id(TOPIC))).await),
            count(search("aula", false).await),
            count(search("resposta", true).await),
            usize::try_from(unread[0]["count"].as_i64().unwrap()).unwrap(),
        ]
    }
}

const CLOSED: [usize; 5] = [0; 5];
const OPENED: [usize; 5] = [1; 5];

#[db_test]
async fn a_topic_about_a_lesson_is_as_open_as_its_course(community: Community) {
    community.with_lesson_topic().await;
    assert_eq!(community.reads_of_topic(Ana.caller()).await, CLOSED);
    assert_eq!(community.reads_of_topic(student(Ana)).await, OPENED);
    assert_eq!(community.reads_of_topic(Moderator.caller()).await, OPENED);
    // After a change to a simpler plan the author can read only the own text.
    assert_eq!(community.reads_of_topic(Bia.caller()).await[..2], [1, 0]);

    answered(community.change(Admin, "courses", COURSE, json!({ "entitlement": "updates" })).await, 200);
    assert_eq!(community.reads_of_topic(Ana.caller()).await, OPENED, "opened to every plan");
    answered(community.change(Admin, "courses", COURSE, json!({ "entitlement": "courses" })).await, 200);
    assert_eq!(community.reads_of_topic(Ana.caller()).await, CLOSED, "closed again");
    answered(community.change(Admin, "lessons", COURSE, json!({ "is_sample": true })).await, 200);
    assert_eq!(community.reads_of_topic(Ana.caller()).await, OPENED, "about a sample");
}

#[db_test]
async fn members_without_the_course_cannot_join_lesson_topics(community: Community) {
    community.with_lesson_topic().await;
    let comment = json!({ "post_id": id(TOPIC), "content": "uma pergunta" });
    let like = json!({ "post_id": id(TOPIC) });
    let liked_comment = json!({ "post_id": id(TOPIC), "comment_id": id(REPLY) });
    for (table, row) in [
        ("community_comments", &comment),
        ("community_likes", &like),
        ("community_views", &like),
        ("community_comment_likes", &liked_comment),
    ] {
        let path = format!("/{table}");
        let refused = community.send_as(Ana.caller(), "POST", &path, row.clone()).await;
        assert_eq!(refusal(&refused), (403, "42501"), "{table}");
        assert_eq!(community.send_as(student(Ana), "POST", &path, row.clone()).await.0, 201, "{table}");
    }
    // Members must pause between two texts.
    community.0.advance_secs(60);
    let refused = community.send_as(Ana.caller(), "POST", "/community_posts", topic(TOPIC + 10)).await;
    assert_eq!(refusal(&refused), (400, "plan_required"));
    let report = json!({ "post_id": id(TOPIC), "reason": "ofensa" });
    assert_eq!(
        refusal(&community.call(Ana, "report_to_moderation", report).await),
        (400, "report_not_found")
    );
    // The author cannot choose the entitlement of a topic.
    let chosen = json!({ "title": "t", "content": "c", "channel_id": "1", "entitlement": "courses" });
    let refused = community.send_as(student(Ana), "POST", "/community_posts", chosen).await;
    assert_eq!(refusal(&refused), (403, "42501"));
}

#[db_test]
async fn a_mention_in_a_closed_lesson_topic_sends_no_notice(community: Community) {
    community.with_lesson_topic().await;
    let noticed = "SELECT user_id FROM notices WHERE kind = 'mention'";
    assert_eq!(community.0.texts(noticed, &[]).await, Vec::<String>::new());
    // With a plan that includes courses, another topic notifies Ana.
    community.write_sql("UPDATE subscribers SET plan = 'scale' WHERE user_id = $1", vec![id(1).into()]).await;
    community.0.advance_secs(60);
    assert_eq!(community.send_as(student(Bia), "POST", "/community_posts", topic(TOPIC + 10)).await.0, 201);
    assert_eq!(community.0.texts(noticed, &[]).await, [id(1)]);
}
