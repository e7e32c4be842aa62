//! Posts of the community; those of channel '6' are the forum.

use ateneu_schema::{
    By, Erasure, OnDelete, Table,
    rule::{in_open_channel, is, nobody, owner},
    table::{Check, boolean, exposed, int, text, text_array, timestamp, updated_at, uuid},
};

use ateneu_schema::{rule, sanitize};

/// The declaration.
pub fn table() -> Table {
    exposed("community_posts", "Posts of the community and the forum.")
        .columns([
            uuid("id").new_id().changed_by(nobody()),
            text("title")
                .required()
                .length(1, 200)
                .check(Check::NotBlank)
                .sanitized(sanitize::trim)
                .changed_by(owner("author_id")),
            text("content")
                .required()
                .length(1, 20_000)
                .check(Check::NotBlank)
                .changed_by(owner("author_id")),
            uuid("category_id")
                .references("community_categories", "id", OnDelete::SetNull)
                .changed_by(owner("author_id")),
            text("channel_id")
                .or("1")
                .references("channels", "id", OnDelete::Cascade)
                .changed_by(owner("author_id")),
            text_array("tags").changed_by(owner("author_id")),
            uuid("author_id")
                .required()
                .caller()
                .references("users", "id", OnDelete::Cascade)
                .changed_by(nobody()),
            boolean("is_pinned").or(false).set_by(rule::staff()),
            boolean("is_hidden").or(false).set_by(rule::staff()),
            boolean("is_locked").or(false).set_by(rule::staff()),
            int("likes_count").count_of("community_likes", "post_id"),
            int("comments_count").count_of("community_comments", "post_id"),
            int("views_count").count_of("community_views", "post_id"),
            timestamp("created_at").now().set_by(nobody()),
            updated_at().set_by(nobody()),
        ])
        .index(["channel_id", "is_pinned desc", "created_at desc"])
        .index(["created_at desc"])
        .index(["author_id"])
        // What was said stays in its conversation, without its author.
        .personal_data("author_id", By::Id, Erasure::Reassign)
        .read(rule::member().and(in_open_channel("channel_id")).and(is("is_hidden", false)).or(rule::staff()))
        .insert(rule::member().and(in_open_channel("channel_id").or(rule::staff())).and(owner("author_id")))
        // Staff may pin, hide and lock; the words stay their author's.
        .update(rule::member().and(owner("author_id")).and(in_open_channel("channel_id")).or(rule::staff()))
        .delete(rule::member().and(owner("author_id")).or(rule::staff()))
}
