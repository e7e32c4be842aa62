//! Channels, their members, and the subjects of posts.

use ateneu_schema::{
    By, Erasure, OnDelete, Table,
    rule::{self, admin, in_open_channel, is, nobody, owner},
    sanitize,
    table::{Check, Gender, boolean, exposed, int, text, timestamp, uuid},
};

use crate::text;

pub fn channels() -> Table {
    exposed("channels", "Channels of the community.")
        .row_label("Canal", Gender::Masculine)
        .columns([
            text("id").new_id().set_by(admin()).changed_by(nobody()),
            text("name").required().length(1, 80).check(Check::NotBlank).sanitized(text::channel_name),
            text("description").length(0, 500).sanitized(sanitize::trim),
            boolean("is_private").or(false),
            // Before approval, only the staff and its creator see it.
            boolean("is_waiting").or(false).set_by(nobody()),
            uuid("created_by").caller().references("users", "id", OnDelete::SetNull),
            timestamp("created_at").now().set_by(nobody()),
            int("member_count").count_of("channel_members", "channel_id"),
        ])
        .unique(["name"])
        .index(["created_by", "is_waiting"])
        // Each channel is a fact of everybody. A refused name counts too, because it reveals an existing channel.
        .rows_per_person("created_by", 20)
        .inserts_per_hour(30)
        .index(["is_waiting", "created_at"])
        .facts(
            &[],
            "SELECT CASE WHEN is_private OR is_waiting THEN 'staff_channel' ELSE 'channel' END AS fact, id AS value, NULL AS until
             FROM channels",
        )
        .live()
        .read(in_open_channel("id").or(rule::member().and(owner("created_by"))).or(rule::staff()))
        .insert(rule::member().and(owner("created_by")))
        .update(owner("created_by").and(rule::member()).or(rule::staff()))
        // The posts of a channel are deleted with it.
        .delete(admin())
}

/// Decisions about requested channels, for their requesters.
pub fn channel_decisions() -> Table {
    exposed("channel_decisions", "What the staff decided about channels of members.")
        .row_label("Decisão sobre canal", Gender::Feminine)
        .columns([
            uuid("id").new_id(),
            uuid("user_id").required().references("users", "id", OnDelete::Cascade),
            // A refused channel is deleted.
            text("channel_id").required(),
            text("name").required(),
            boolean("is_approved").required(),
            text("reason"),
            uuid("decided_by").references("users", "id", OnDelete::SetNull),
            timestamp("decided_at"),
        ])
        .index(["user_id", "decided_at desc"])
        .index(["decided_by"])
        .mask(["decided_by"], rule::staff())
        .names_person("decided_by", By::Id, Erasure::Follow)
        .personal()
        .live()
        .read(owner("user_id").or(rule::staff()))
}

pub fn channel_members() -> Table {
    exposed("channel_members", "Who belongs to which channel.")
        .row_label("Membro de canal", Gender::Masculine)
        .columns([
            text("channel_id").required().references("channels", "id", OnDelete::Cascade),
            uuid("user_id").required().caller().references("users", "id", OnDelete::Cascade),
            uuid("channel_owner").lookup("channel_id", "channels", "created_by"),
            boolean("channel_private").lookup("channel_id", "channels", "is_private"),
            timestamp("joined_at").now().set_by(nobody()),
        ])
        .primary_key(["channel_id", "user_id"])
        .index(["user_id"])
        .rows_per_person("user_id", 2_000)
        .facts(
            &["user_id"],
            "SELECT 'channel' AS fact, channel_id AS value, NULL AS until FROM channel_members WHERE user_id = $1",
        )
        .live()
        .read(in_open_channel("channel_id").or(owner("channel_owner").and(rule::member())).or(rule::staff()))
        // Members join public channels themselves. The owner, a moderator or an administrator adds members to a private
        // one.
        .insert(
            rule::member()
                .and(owner("channel_owner").or(owner("user_id").and(is("channel_private", false))))
                .or(rule::staff()),
        )
        .update(rule::staff())
        .delete(rule::member().and(owner("channel_owner").or(owner("user_id"))).or(rule::staff()))
}

pub fn community_categories() -> Table {
    exposed("community_categories", "Subjects of community posts.")
        .row_label("Categoria da comunidade", Gender::Feminine)
        .columns([
            uuid("id").new_id(),
            text("name").required().length(1, 80).check(Check::NotBlank).sanitized(sanitize::line),
            text("color").check(Check::Colour).or("#6366f1"),
            boolean("is_active").or(true),
            int("sort_order").or(0_i64),
        ])
        .unique(["name"])
        .index(["is_active", "sort_order"])
        .read(rule::member())
        .write(admin())
}
