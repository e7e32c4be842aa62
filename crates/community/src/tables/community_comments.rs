//! Comments under posts.

use ateneu_schema::{
    By, Erasure, OnDelete, Table,
    rule::{in_open_channel, is, nobody, owner},
    table::{Check, boolean, exposed, text, timestamp, updated_at, uuid},
};

use ateneu_schema::rule;

/// The declaration.
pub fn table() -> Table {
    exposed("community_comments", "Comments under posts.")
        .columns([
            uuid("id").new_id().changed_by(nobody()),
            uuid("post_id")
                .required()
                .references("community_posts", "id", OnDelete::Cascade)
                // Or a comment would slip under a post that is locked or hidden.
                .changed_by(nobody()),
            text("content")
                .required()
                .length(1, 10_000)
                .check(Check::NotBlank)
                .changed_by(owner("author_id")),
            uuid("author_id")
                .required()
                .caller()
                .references("users", "id", OnDelete::Cascade)
                .changed_by(nobody()),
            boolean("is_hidden").or(false).set_by(rule::staff()),
            text("channel_id").lookup("post_id", "community_posts", "channel_id"),
            boolean("post_hidden").lookup("post_id", "community_posts", "is_hidden"),
            boolean("post_locked").lookup("post_id", "community_posts", "is_locked"),
            timestamp("created_at").now().set_by(nobody()),
            updated_at().set_by(nobody()),
            // When the author of the post was written to, or was not to be.
            timestamp("notified_at").set_by(nobody()).unlisted(),
        ])
        .index(["post_id", "created_at"])
        .index(["author_id"])
        .index(["notified_at"])
        // What was said stays in its conversation, without its author.
        .personal_data("author_id", By::Id, Erasure::Reassign)
        .read(
            rule::member()
                .and(in_open_channel("channel_id"))
                .and(is("is_hidden", false))
                .and(is("post_hidden", false))
                .or(rule::staff()),
        )
        .insert(
            rule::member().and(owner("author_id")).and(
                in_open_channel("channel_id")
                    .and(is("post_hidden", false))
                    .and(is("post_locked", false))
                    .or(rule::staff()),
            ),
        )
        .update(rule::member().and(owner("author_id")).and(in_open_channel("channel_id")).or(rule::staff()))
        .delete(rule::member().and(owner("author_id")).or(rule::staff()))
}
