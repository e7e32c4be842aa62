//! The tables of this crate.

use ateneu_schema::{
    By, Erasure, OnDelete, Table,
    rule::{self, admin, in_open_channel, is, nobody, owner},
    sanitize,
    table::{Check, Gender, boolean, exposed, int, text, text_array, timestamp, updated_at, uuid},
};

pub fn tables() -> Vec<Table> {
    vec![
        channels(),
        channel_members(),
        community_categories(),
        community_posts(),
        community_comments(),
        community_likes(),
        community_views(),
    ]
}

fn channels() -> Table {
    exposed("channels", "Channels of the community.")
.row_label("Canal", Gender::Masculine)
        .columns([
            text("id").new_id().set_by(admin()).changed_by(nobody()),
            text("name").required().length(1, 80).check(Check::NotBlank),
            text("description").length(0, 500),
            boolean("is_private").or(false),
            uuid("created_by").caller().references("users", "id", OnDelete::SetNull),
            timestamp("created_at").now().set_by(nobody()),
            int("member_count").count_of("channel_members", "channel_id"),
        ])
        .unique(["name"])
        .facts(
            None,
            "SELECT CASE WHEN is_private THEN 'staff_channel' ELSE 'channel' END AS fact, id AS value, NULL AS until
             FROM channels",
        )
        .live()
        .read(in_open_channel("id").or(rule::member().and(owner("created_by"))).or(rule::staff()))
        .insert(rule::member().and(owner("created_by")))
        .update(owner("created_by").and(rule::member()).or(rule::staff()))
        // With a channel go the posts of everyone in it.
        .delete(admin())
}

fn channel_members() -> Table {
    exposed("channel_members", "Who belongs to which channel.")
.row_label("Membro de canal", Gender::Masculine)
        .columns([
            text("channel_id").required().references("channels", "id", OnDelete::Cascade),
            uuid("user_id").required().references("users", "id", OnDelete::Cascade),
            uuid("channel_owner").lookup("channel_id", "channels", "created_by"),
            timestamp("joined_at").now().set_by(nobody()),
        ])
        .primary_key(["channel_id", "user_id"])
        .index(["user_id"])
        .facts(
            Some("user_id"),
            "SELECT 'channel' AS fact, channel_id AS value, NULL AS until FROM channel_members WHERE user_id = $1",
        )
        .live()
        .read(in_open_channel("channel_id").or(owner("channel_owner").and(rule::member())).or(rule::staff()))
        // Nobody joins by itself: the owner of the channel, a moderator or an admin lets people in.
        .insert(owner("channel_owner").and(rule::member()).or(rule::staff()))
        .update(rule::staff())
        .delete(owner("channel_owner").and(rule::member()).or(rule::staff()))
}

fn community_categories() -> Table {
    exposed("community_categories", "Subjects of community posts.")
        .row_label("Categoria da comunidade", Gender::Feminine)
        .columns([
            uuid("id").new_id(),
            text("name").required().length(1, 80).check(Check::NotBlank),
            text("color").check(Check::Colour).or("#6366f1"),
            boolean("is_active").or(true),
            int("sort_order").or(0_i64),
        ])
        .unique(["name"])
        .index(["is_active", "sort_order"])
        .read(rule::member())
        .insert(admin())
        .update(admin())
        .delete(admin())
}

/// Posts of the community; those of channel '6' are the forum.
fn community_posts() -> Table {
    exposed("community_posts", "Posts of the community and the forum.")
        .row_label("Publicação", Gender::Feminine)
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
        .live()
        .read(rule::member().and(in_open_channel("channel_id")).and(is("is_hidden", false)).or(rule::staff()))
        .insert(rule::member().and(in_open_channel("channel_id").or(rule::staff())).and(owner("author_id")))
        // Staff may pin, hide and lock; the words stay their author's.
        .update(rule::member().and(owner("author_id")).and(in_open_channel("channel_id")).or(rule::staff()))
        .delete(rule::member().and(owner("author_id")).or(rule::staff()))
}

fn community_comments() -> Table {
    exposed("community_comments", "Comments under posts.")
        .row_label("Comentário", Gender::Masculine)
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
        .live()
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

fn community_likes() -> Table {
    exposed("community_likes", "Who likes which post.")
        .row_label("Curtida", Gender::Feminine)
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

/// Who has seen which post: one view per member.
fn community_views() -> Table {
    exposed("community_views", "Who has seen which post.")
        .row_label("Visualização", Gender::Feminine)
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
}
