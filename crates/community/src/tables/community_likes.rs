//! Who likes which post.

use ateneu_schema::{
    OnDelete, Table,
    rule::{in_open_channel, is, nobody, owner},
    table::{boolean, exposed, text, timestamp, uuid},
};

use ateneu_schema::rule;

/// The declaration.
pub fn table() -> Table {
    exposed("community_likes", "Who likes which post.")
        .columns([
            uuid("post_id").required().references("community_posts", "id", OnDelete::Cascade),
            uuid("user_id").required().caller().references("users", "id", OnDelete::Cascade),
            text("channel_id").lookup("post_id", "community_posts", "channel_id"),
            boolean("post_hidden").lookup("post_id", "community_posts", "is_hidden"),
            timestamp("created_at").now().set_by(nobody()),
        ])
        .primary_key(["post_id", "user_id"])
        .index(["user_id"])
        .read(owner("user_id"))
        .insert(
            rule::member()
                .and(owner("user_id"))
                .and(in_open_channel("channel_id").and(is("post_hidden", false)).or(rule::staff())),
        )
        .delete(owner("user_id"))
}
