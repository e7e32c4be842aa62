//! Pictures that posts and comments show.

use ateneu_schema::{
    OnDelete, Table,
    table::{internal, text, uuid},
};

pub fn community_pictures() -> Table {
    internal("community_pictures", "Which files of the bucket `community` a post or a comment shows.")
        .columns([
            uuid("id").new_id(),
            text("file_key").required(),
            uuid("post_id").references("community_posts", "id", OnDelete::Cascade),
            uuid("comment_id").references("community_comments", "id", OnDelete::Cascade),
        ])
        .index(["file_key"])
        .index(["post_id"])
        .index(["comment_id"])
}
