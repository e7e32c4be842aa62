//! The table of stored broadcasts.

use ateneu_schema::{
    OnDelete, Table,
    table::{boolean, int, internal, text, timestamp, uuid},
};

/// The declaration.
pub fn tables() -> Vec<Table> {
    vec![
        internal("realtime_messages", "Broadcasts on private topics that later joins may ask for.")
            .columns([
                uuid("id").new_id(),
                // Empty for the service.
                uuid("sender_id").references("users", "id", OnDelete::Cascade),
                text("topic").required(),
                text("event").required(),
                // JSON, or Base64 of bytes.
                text("payload").required().secret(),
                boolean("is_bytes").or(false),
                int("bytes").or(0),
                timestamp("stored_at").required(),
                timestamp("expires_at").required(),
            ])
            .index(["topic", "stored_at desc"])
            .index(["sender_id", "stored_at desc"])
            .index(["expires_at"])
            .personal_texts(["payload"]),
    ]
}
