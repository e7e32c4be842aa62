//! Pictures of posts: only those of its author move with a post to another channel.

use ateneu_db::Db;
use ateneu_testkit::db_test;
use serde_json::json;

use super::{
    COMMENT, Community, OPEN,
    Who::{Admin, Ana, Bia, Service},
    answered, id,
};

const PATH: &str = "/storage/v1/object/authenticated/community/";

impl Community {
    /// Adds a stored picture of a person, without a file.
    async fn picture(&self, name: &str, owner: usize) {
        let sql = "INSERT INTO objects (id, bucket_id, name, owner, version, size, mimetype, etag, created_at, updated_at)
                   VALUES ($1, 'community', $1, $2, $1, 1, 'image/webp', 'e', $3, $3)";
        let now = self.0.clock.now();
        self.0.execute(sql, &[name.into(), id(owner).into(), now.into()]).await;
    }
}

async fn with_pictures(db: Db) -> Community {
    let community = Community::filled(db).await;
    let now = community.0.clock.now();
    let bucket = "INSERT INTO buckets (id, name, public, created_at, updated_at)
                  VALUES ('community', 'community', FALSE, $1, $1)";
    community.0.execute(bucket, &[now.into()]).await;
    for (name, owner) in [("1/bia.webp", 2), ("1/ana.webp", 1), ("1/comment.webp", 1)] {
        community.picture(name, owner).await;
    }
    community.add(Service, "channels", json!({ "id": "8", "name": "outro", "created_by": id(2) })).await;
    community
}

#[db_test]
async fn pictures_move_with_the_post_and_its_comments(db: Db) {
    let community = with_pictures(db).await;
    let text = format!("![a]({PATH}1/bia.webp) ![b]({PATH}1/ana.webp)");
    assert_eq!(community.change(Bia, "community_posts", OPEN, json!({ "content": text })).await.0, 200);
    let comment = format!("![c]({PATH}1/comment.webp)");
    assert_eq!(
        community.change(Ana, "community_comments", COMMENT, json!({ "content": comment })).await.0,
        200
    );
    let keys = "SELECT file_key FROM community_pictures ORDER BY file_key";
    assert_eq!(community.0.texts(keys, &[]).await, ["1/ana.webp", "1/bia.webp", "1/comment.webp"]);
    answered(community.change(Service, "community_posts", OPEN, json!({ "channel_id": "8" })).await, 200);
    let names = "SELECT name FROM objects WHERE bucket_id = 'community' ORDER BY name";
    // Ana's picture in Bia's text does not move.
    assert_eq!(community.0.texts(names, &[]).await, ["1/ana.webp", "8/bia.webp", "8/comment.webp"]);
    assert_eq!(community.0.texts(keys, &[]).await, ["1/ana.webp", "8/bia.webp", "8/comment.webp"]);
    let post = community.row("community_posts", OPEN).await;
    assert_eq!(post["content"], format!("![a]({PATH}8/bia.webp) ![b]({PATH}1/ana.webp)"));
    assert!(post["content_html"].as_str().unwrap().contains("community/8/bia.webp"), "{post}");
    let comment = community.row("community_comments", COMMENT).await;
    assert!(comment["content_html"].as_str().unwrap().contains("community/8/comment.webp"), "{comment}");
}

#[db_test]
async fn picture_uses_follow_the_texts_that_show_them(db: Db) {
    let community = with_pictures(db).await;
    let keys = "SELECT file_key FROM community_pictures";
    let text = format!("![a]({PATH}1/bia.webp)\n\n`![b]({PATH}1/ana.webp)`");
    community.change(Bia, "community_posts", OPEN, json!({ "content": text })).await;
    assert_eq!(community.0.texts(keys, &[]).await, ["1/bia.webp"]);
    community.change(Bia, "community_posts", OPEN, json!({ "content": "sem" })).await;
    assert_eq!(community.0.texts(keys, &[]).await, Vec::<String>::new());
    community.change(Bia, "community_posts", OPEN, json!({ "content": text })).await;
    community.delete(Admin, "community_posts", OPEN).await;
    assert_eq!(community.0.texts(keys, &[]).await, ["1/bia.webp"], "a deleted post may come back");
    community.delete(Service, "community_posts", OPEN).await;
    assert_eq!(community.0.texts(keys, &[]).await, Vec::<String>::new());
}
