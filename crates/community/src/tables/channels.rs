//! Rooms of the community.

use ateneu_schema::{
    OnDelete, Table,
    rule::{admin, in_open_channel, nobody, owner},
    table::{Check, boolean, exposed, int, text, timestamp, uuid},
};

use ateneu_schema::rule;

/// The declaration.
pub fn table() -> Table {
    exposed("channels", "Rooms of the community.")
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
        .read(in_open_channel("id").or(rule::member().and(owner("created_by"))).or(rule::staff()))
        .insert(rule::member().and(owner("created_by")))
        .update(owner("created_by").and(rule::member()).or(rule::staff()))
        // With a channel go the posts of everyone in it.
        .delete(admin())
}
