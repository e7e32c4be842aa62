//! Posts, comments, and what belongs to them.

use ateneu_base::{Entitlement, fold};
use ateneu_schema::{
    By, Erasure, OnDelete, Rule, Table,
    rule::{self, entitled_to, in_open_channel, is, nobody, not_blocked, owner},
    sanitize,
    table::{Check, Column, Gender, boolean, exposed, int, text, text_array, timestamp, updated_at, uuid},
};

use crate::{leaving, tables::moderation::HiddenBecause, text::Text};

/// Posts of the community. Those of channel '6' are the forum.
pub fn community_posts() -> Table {
    exposed("community_posts", "Posts of the community and the forum.")
        .row_label("Publicação", Gender::Feminine)
        .columns([
            uuid("id").new_id().changed_by(nobody()),
            text("title")
                .required()
                .length(1, 200)
                .check(Check::NotBlank)
                .sanitized(sanitize::line)
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
            text_array("tags").items(10, 40).changed_by(owner("author_id")),
            // Lesson that the post is about, on whose page it is listed.
            uuid("lesson_id").references("lessons", "id", OnDelete::SetNull).changed_by(nobody()),
            // Entitlement that opens the post: that of the lesson's course.
            text("entitlement").words::<Entitlement>().or(Entitlement::Community.name()).set_by(nobody()),
            uuid("author_id")
                .required()
                .caller()
                .references("users", "id", OnDelete::Cascade)
                .changed_by(nobody()),
            // Set by the moderation's procedures.
            boolean("is_pinned").or(false).set_by(nobody()),
            boolean("is_hidden").or(false).set_by(nobody()),
            text("hidden_because").words::<HiddenBecause>().set_by(nobody()),
            boolean("is_locked").or(false).set_by(nobody()),
            int("likes_count").count_of("community_likes", "post_id").announced(),
            int("comments_count").count_of("community_comments", "post_id").only(SHOWN_COMMENT).announced(),
            // At most one answer is accepted, which makes the topic solved.
            int("accepted_count")
                .count_of("community_comments", "post_id")
                .only(ACCEPTED_COMMENT)
                .announced(),
            int("views_count").count_of("community_views", "post_id"),
            timestamp("created_at").now().set_by(nobody()),
            updated_at().set_by(nobody()),
            // Time of the last edit, except shortly after publication.
            timestamp("edited_at").set_by(nobody()),
            // Time of the newest comment, or of the post itself.
            timestamp("last_activity_at").now().set_by(nobody()),
            timestamp("deleted_at").set_by(nobody()),
            boolean("is_deleted").or(false).derived_from(&["deleted_at"], |[at]| !at.is_empty()),
            text("content_html").derived_from(&["content"], |[content]| Text::of(content).html.clone()),
            // Beginning as plain text, for lists.
            text("excerpt").derived_from(&["content"], |[content]| Text::of(content).excerpt()),
            text("search_text").derived_from(&["title", "content"], search_text).unlisted(),
        ])
        .rows_per_person("author_id", 20_000)
        .soft_delete("deleted_at")
        .mask(
            ["title", "content", "content_html", "excerpt", "category_id", "tags", "search_text"],
            unless_deleted(),
        )
        .index(["channel_id", "is_pinned desc", "created_at desc"])
        .index(["channel_id", "is_pinned desc", "last_activity_at desc"])
        .index(["channel_id", "created_at desc"])
        .index(["created_at desc", "id desc"])
        .index(["lesson_id", "last_activity_at desc"])
        .index(["author_id"])
        .index(["deleted_at"])
        // The conversation outlives its author's account.
        .personal_data("author_id", By::Id, Erasure::Reassign)
        .mentions("content", leaving::markdown)
        .mentions("content_html", leaving::html)
        .live()
        // Authors see that their text is hidden, with the reason.
        .read(
            rule::member()
                .and(in_open_channel("channel_id"))
                .and(entitled_to("entitlement").or(owner("author_id")))
                .and(not_blocked("author_id"))
                .and(is("is_hidden", false).or(owner("author_id")))
                .or(rule::staff()),
        )
        .insert(rule::member().and(in_open_channel("channel_id").or(rule::staff())).and(owner("author_id")))
        // Staff decide about others' posts through procedures, with a reason and an appeal.
        .update(rule::member().and(owner("author_id")).and(in_open_channel("channel_id").or(rule::staff())))
        .delete(rule::member().and(owner("author_id")))
}

pub fn community_comments() -> Table {
    exposed("community_comments", "Comments under posts.")
        .row_label("Comentário", Gender::Masculine)
        .columns([
            uuid("id").new_id().changed_by(nobody()),
            uuid("post_id")
                .required()
                .references("community_posts", "id", OnDelete::Cascade)
                // Otherwise a comment could move under a locked or hidden post.
                .changed_by(nobody()),
            // The answered comment. Answers to an answer stand beside it.
            uuid("parent_id").references("community_comments", "id", OnDelete::Cascade).changed_by(nobody()),
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
            boolean("is_hidden").or(false).set_by(nobody()),
            text("hidden_because").words::<HiddenBecause>().set_by(nobody()),
            // The author of the post, or staff, accepts one comment as the answer.
            boolean("is_accepted")
                .or(false)
                .changed_by(owner("post_author").and(is("is_deleted", false)).or(rule::staff())),
            int("likes_count").count_of("community_comment_likes", "comment_id").announced(),
            text("channel_id").lookup("post_id", "community_posts", "channel_id"),
            text("post_entitlement").lookup("post_id", "community_posts", "entitlement"),
            uuid("post_author").lookup("post_id", "community_posts", "author_id"),
            boolean("post_hidden").lookup("post_id", "community_posts", "is_hidden"),
            boolean("post_locked").lookup("post_id", "community_posts", "is_locked"),
            boolean("post_deleted").lookup("post_id", "community_posts", "is_deleted"),
            timestamp("created_at").now().set_by(nobody()),
            updated_at().set_by(nobody()),
            timestamp("edited_at").set_by(nobody()),
            timestamp("deleted_at").set_by(nobody()),
            boolean("is_deleted").or(false).derived_from(&["deleted_at"], |[at]| !at.is_empty()),
            text("content_html").derived_from(&["content"], |[content]| Text::of(content).html.clone()),
            text("search_text").derived_from(&["content"], |[content]| search_text(["", content])).unlisted(),
        ])
        .unique_where(["post_id"], "is_accepted")
        .rows_per_person("author_id", 100_000)
        .soft_delete("deleted_at")
        .mask(["content", "content_html", "search_text"], unless_deleted())
        .index(["post_id", "created_at"])
        .index(["created_at desc", "id desc"])
        .index(["parent_id"])
        .index(["author_id"])
        .index(["deleted_at"])
        // The conversation outlives its author's account.
        .personal_data("author_id", By::Id, Erasure::Reassign)
        .mentions("content", leaving::markdown)
        .mentions("content_html", leaving::html)
        .live()
        .read(
            rule::member()
                .and(in_open_channel("channel_id"))
                .and(entitled_to("post_entitlement").or(owner("author_id")))
                .and(not_blocked("author_id"))
                .and(not_blocked("post_author"))
                .and(is("is_hidden", false).or(owner("author_id")))
                .and(is("post_hidden", false).or(owner("post_author")))
                .or(rule::staff()),
        )
        .insert(
            rule::member().and(owner("author_id")).and(
                in_open_channel("channel_id")
                    .and(entitled_to("post_entitlement"))
                    .and(not_blocked("post_author"))
                    .and(is("post_hidden", false))
                    .and(is("post_locked", false))
                    .and(is("post_deleted", false))
                    .or(rule::staff()),
            ),
        )
        // Staff and the author of the post only accept answers. The text remains its author's.
        .update(
            rule::member()
                .and(owner("author_id").or(owner("post_author")))
                .and(in_open_channel("channel_id"))
                .or(rule::staff()),
        )
        .delete(rule::member().and(owner("author_id")))
}

pub fn community_likes() -> Table {
    exposed("community_likes", "Who likes which post.")
        .row_label("Curtida", Gender::Feminine)
        .columns(of_post())
        .primary_key(["post_id", "user_id"])
        .index(["user_id"])
        .rows_per_person("user_id", 100_000)
        .read(owner("user_id"))
        .insert(on_shown_post())
        .delete(owner("user_id"))
}

pub fn community_comment_likes() -> Table {
    exposed("community_comment_likes", "Who likes which comment.")
        .row_label("Curtida de comentário", Gender::Feminine)
        .columns([
            uuid("comment_id").required().references("community_comments", "id", OnDelete::Cascade),
            // Post of the comment.
            uuid("post_id").required().references("community_posts", "id", OnDelete::Cascade),
            uuid("user_id").required().caller().references("users", "id", OnDelete::Cascade),
            text("channel_id").lookup("post_id", "community_posts", "channel_id"),
            text("post_entitlement").lookup("post_id", "community_posts", "entitlement"),
            boolean("post_hidden").lookup("post_id", "community_posts", "is_hidden"),
            uuid("post_author").lookup("post_id", "community_posts", "author_id"),
            boolean("comment_hidden").lookup("comment_id", "community_comments", "is_hidden"),
            uuid("comment_author").lookup("comment_id", "community_comments", "author_id"),
            timestamp("created_at").now().set_by(nobody()),
        ])
        .primary_key(["comment_id", "user_id"])
        .index(["user_id"])
        .index(["post_id"])
        .rows_per_person("user_id", 100_000)
        .read(owner("user_id"))
        .insert(on_shown_post().and(not_blocked("comment_author")).and(is("comment_hidden", false)))
        .delete(owner("user_id"))
}

/// Members who have seen a post: one view per member.
pub fn community_views() -> Table {
    exposed("community_views", "Who has seen which post.")
        .row_label("Visualização", Gender::Feminine)
        .columns(of_post())
        .primary_key(["post_id", "user_id"])
        .index(["user_id"])
        .rows_per_person("user_id", 100_000)
        .read(owner("user_id"))
        .insert(on_shown_post())
}

/// Returns a member's relation to a post, with the post's columns for the rules.
fn of_post() -> [Column; 7] {
    [
        uuid("post_id").required().references("community_posts", "id", OnDelete::Cascade),
        uuid("user_id").required().caller().references("users", "id", OnDelete::Cascade),
        text("channel_id").lookup("post_id", "community_posts", "channel_id"),
        text("post_entitlement").lookup("post_id", "community_posts", "entitlement"),
        uuid("post_author").lookup("post_id", "community_posts", "author_id"),
        boolean("post_hidden").lookup("post_id", "community_posts", "is_hidden"),
        timestamp("created_at").now().set_by(nobody()),
    ]
}

/// Rule: the member's own rows, about a post that the member may read.
fn on_shown_post() -> Rule {
    let shown = in_open_channel("channel_id")
        .and(entitled_to("post_entitlement"))
        .and(is("post_hidden", false))
        .and(not_blocked("post_author"));
    rule::member().and(owner("user_id")).and(shown.or(rule::staff()))
}

/// Former texts of edited posts and comments.
pub fn community_revisions() -> Table {
    exposed("community_revisions", "Former texts of edited posts and comments.")
        .row_label("Versão anterior", Gender::Feminine)
        .columns([
            uuid("id").new_id(),
            uuid("post_id").references("community_posts", "id", OnDelete::Cascade),
            uuid("comment_id").references("community_comments", "id", OnDelete::Cascade),
            uuid("author_id").required().references("users", "id", OnDelete::Cascade),
            text("title"),
            text("content").required(),
            timestamp("created_at").now(),
        ])
        .index(["post_id", "created_at desc"])
        .index(["comment_id", "created_at desc"])
        .index(["author_id"])
        .personal()
        .personal_data("author_id", By::Id, Erasure::Reassign)
        .mentions("content", leaving::markdown)
        .read(rule::member().and(owner("author_id")).or(rule::staff()))
}

/// Comments that members see and that count.
const SHOWN_COMMENT: &str = "NOT is_hidden AND NOT is_deleted";
const ACCEPTED_COMMENT: &str = "is_accepted AND NOT is_hidden AND NOT is_deleted";

/// Readers of a deleted text: its author, who may restore it, and staff.
fn unless_deleted() -> Rule {
    is("is_deleted", false).or(owner("author_id")).or(rule::staff())
}

/// Returns the text for the search: the folded words of title and text.
fn search_text([title, content]: [&str; 2]) -> String {
    fold::words(&format!("{title} {}", Text::of(content).plain)).join(" ")
}
