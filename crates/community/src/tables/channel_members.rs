//! Who belongs to which channel.

use ateneu_schema::{
    OnDelete, Table,
    rule::{in_open_channel, nobody, owner},
    table::{exposed, text, timestamp, uuid},
};

use ateneu_schema::rule;

/// The declaration.
pub fn table() -> Table {
    exposed("channel_members", "Who belongs to which channel.")
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
        .read(in_open_channel("channel_id").or(owner("channel_owner").and(rule::member())).or(rule::staff()))
        // Nobody joins by itself: the owner of the channel, a moderator or an admin lets people in.
        .insert(owner("channel_owner").and(rule::member()).or(rule::staff()))
        .update(rule::staff())
        .delete(owner("channel_owner").and(rule::member()).or(rule::staff()))
}
