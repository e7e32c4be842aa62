//! How a member presents themselves to the others.

use ateneu_base::{Record, Value, fold};
use ateneu_schema::{
    OnDelete, Table,
    rule::{nobody, owner},
    table::{Check, exposed, text, timestamp, updated_at, uuid},
};

use ateneu_schema::{rule, sanitize};

/// The declaration.
pub fn table() -> Table {
    exposed("member_profiles", "Public cards of members.")
        .columns([
            uuid("id").new_id(),
            uuid("user_id").required().caller().references("users", "id", OnDelete::Cascade),
            text("display_name").length(0, 120).sanitized(sanitize::trim),
            text("bio").length(0, 2_000),
            text("company").length(0, 200),
            text("position").length(0, 200),
            text("linkedin_url").length(0, 500).check(Check::WebUrl),
            text("website_url").length(0, 500).check(Check::WebUrl),
            text("avatar_url").length(0, 2_000).check(Check::Address),
            text("experience_level")
                .one_of(&["iniciante", "intermediario", "avancado", "expert"])
                .or("intermediario"),
            timestamp("join_date").now().set_by(nobody()),
            timestamp("created_at").now().set_by(nobody()),
            updated_at(),
            text("search_text").derived(search_text).unlisted(),
        ])
        .unique(["user_id"])
        .personal()
        .read(owner("user_id").or(rule::member()))
        .insert(owner("user_id"))
        .update(owner("user_id"))
        .delete(owner("user_id"))
}

/// What the search reads: the folded name.
fn search_text(row: &Record) -> Value {
    let name = row.get("display_name").and_then(serde_json::Value::as_str);
    Value::Text(fold::fold(name.unwrap_or_default()))
}
