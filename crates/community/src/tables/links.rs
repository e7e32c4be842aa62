//! Links in texts, and their cards.

use ateneu_schema::{
    OnDelete, Table, Words,
    table::{int, internal, text, timestamp, uuid},
};

/// State of the card of a link. `none` if the page has no metadata.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
enum CardState {
    Waiting,
    Shown,
    None,
}

pub fn link_cards() -> Table {
    internal("link_cards", "What pages say of themselves whose addresses stand alone in a post or comment.")
        .columns([
            uuid("id").new_id(),
            text("url").required(),
            text("state").required().words::<CardState>(),
            text("title"),
            text("description"),
            // Key in the bucket `link-cards`.
            text("file_key"),
            int("width"),
            int("height"),
            timestamp("fetched_at"),
            timestamp("created_at").now(),
        ])
        .unique(["url"])
        .index(["created_at"])
}

pub fn community_links() -> Table {
    internal("community_links", "Which posts and comments show which link as a card.")
        .columns([
            uuid("id").new_id(),
            text("url").required(),
            uuid("post_id").references("community_posts", "id", OnDelete::Cascade),
            uuid("comment_id").references("community_comments", "id", OnDelete::Cascade),
        ])
        .index(["url"])
        .index(["post_id"])
        .index(["comment_id"])
}
