//! Personal tables of members: drafts, reading states, notices.

use ateneu_schema::{
    By, Erasure, OnDelete, Table, Words,
    rule::{self, nobody, owner},
    table::{Check, Column, Gender, exposed, int, text, timestamp, updated_at, uuid},
};

use crate::leaving;

/// Unsent texts of members. `place` names the form: `post:<channel>`, `post:<channel>:<lesson>`, `comment:<post>`,
/// `edit:<id>`.
pub fn community_drafts() -> Table {
    exposed("community_drafts", "Texts that members have not sent yet.")
        .row_label("Rascunho", Gender::Masculine)
        .columns([
            uuid("user_id").required().caller().references("users", "id", OnDelete::Cascade),
            text("place").required().length(1, 100),
            text("title").length(0, 200),
            text("content").length(0, 20_000),
            // Grows with each save: an older state never replaces a newer one.
            int("sequence").required().check(Check::Range(0, i64::MAX)),
            // Beginning of the draft, unchanged by later states.
            timestamp("created_at").now().set_by(nobody()),
            updated_at().set_by(nobody()),
        ])
        .primary_key(["user_id", "place"])
        .rows_per_person("user_id", 300)
        .personal()
        .mentions("content", leaving::markdown)
        .live()
        .read(owner("user_id"))
        .insert(rule::member().and(owner("user_id")))
        .update(rule::member().and(owner("user_id")))
        .delete(owner("user_id"))
}

/// Notice levels of members for channels, with the times until which they were read (written by the procedure
/// `mark_channel_read`).
pub fn channel_states() -> Table {
    exposed("channel_states", "What members follow in channels, and until when they have read them.")
        .row_label("Leitura de canal", Gender::Feminine)
        .columns([
            uuid("user_id").required().caller().references("users", "id", OnDelete::Cascade),
            text("channel_id").required().references("channels", "id", OnDelete::Cascade),
            timestamp("read_at").set_by(nobody()),
            level(),
        ])
        .primary_key(["user_id", "channel_id"])
        .rows_per_person("user_id", 5_000)
        .index(["channel_id", "level"])
        .live()
        .read(owner("user_id"))
        .insert(rule::member().and(owner("user_id")))
        .update(rule::member().and(owner("user_id")))
}

/// Notice levels of members for posts, with the times until which their comments were read (written by the procedure
/// `mark_post_read`).
pub fn post_states() -> Table {
    exposed("post_states", "What members follow under posts, and until when they have read them.")
        .row_label("Leitura de publicação", Gender::Feminine)
        .columns([
            uuid("user_id").required().caller().references("users", "id", OnDelete::Cascade),
            uuid("post_id").required().references("community_posts", "id", OnDelete::Cascade),
            timestamp("read_at").set_by(nobody()),
            level(),
        ])
        .primary_key(["user_id", "post_id"])
        .rows_per_person("user_id", 100_000)
        .index(["post_id", "level"])
        .live()
        .read(owner("user_id"))
        .insert(rule::member().and(owner("user_id")))
        .update(rule::member().and(owner("user_id")))
}

/// Level of a channel or of a post for a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub enum NoticeLevel {
    /// A notice of each event.
    #[word("acompanhar")]
    Watch,
    /// One notice for each post, which counts its new comments.
    #[word("seguir")]
    Follow,
    /// Events that concern the member: mentions, answers, comments on own posts.
    Normal,
    /// No notices.
    #[word("silenciar")]
    Mute,
}

/// Kind of a notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub enum NoticeKind {
    Mention,
    Reply,
    Comment,
    Accepted,
    Like,
    Post,
    Content,
    Moderation,
}

/// Reason of a notice, unless it follows from the kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub enum NoticeReason {
    Author,
    Post,
    Channel,
}

/// Declares the level of notices: all events, answers (with the number of new ones), events that concern the member, or
/// none. Without a level the channel's counts, then `normal`.
fn level() -> Column {
    text("level").words::<NoticeLevel>()
}

/// Notices for members. A row holds only ids: texts are read under the rules of their tables.
pub fn notices() -> Table {
    exposed("notices", "What members should know.")
        .row_label("Aviso", Gender::Masculine)
        .columns([
            uuid("id").new_id(),
            uuid("user_id").required().references("users", "id", OnDelete::Cascade),
            text("kind").required().words::<NoticeKind>(),
            uuid("post_id").references("community_posts", "id", OnDelete::Cascade),
            uuid("comment_id").references("community_comments", "id", OnDelete::Cascade),
            uuid("content_id").references("contents", "id", OnDelete::Cascade),
            // Reason, unless it follows from the kind: the post is the member's own, or the member follows it or its
            // channel.
            text("reason").words::<NoticeReason>(),
            // Last person of the event, and the number of people.
            uuid("actor_id").references("users", "id", OnDelete::SetNull),
            int("actors").or(1_i64),
            timestamp("created_at").now(),
            updated_at(),
            timestamp("read_at"),
            // Time of the email, or of the decision against one.
            timestamp("emailed_at").unlisted(),
        ])
        .index(["user_id", "updated_at desc"])
        .index(["user_id", "read_at"])
        .index(["post_id"])
        .index(["comment_id"])
        .index(["content_id"])
        .index(["actor_id"])
        .index(["emailed_at", "created_at"])
        .names_person("actor_id", By::Id, Erasure::Follow)
        .live()
        .read(owner("user_id"))
        .delete(owner("user_id"))
}
