//! What the house publishes: articles, videos, podcasts, documents and links.

use ateneu_base::{
    By, Erasure, OnDelete, Table,
    rule::{admin, is, subscriber},
    table::{Check, boolean, exposed, text, text_array, timestamp, uuid},
};

use crate::clean;

/// The declaration.
pub fn table() -> Table {
    exposed("contents", "Articles, videos, podcasts, documents and links.")
        .columns([
            uuid("id").new_id(),
            text("title").required().length(1, 300).cleaned(clean::trim),
            text("description").length(0, 2_000),
            text("body").length(0, 500_000).cleaned(clean::html),
            text("content_type").required().one_of(&["article", "video", "audio", "pdf", "link"]),
            text("category").lookup("category_id", "categories", "name"),
            uuid("category_id").references("categories", "id", OnDelete::Restrict),
            boolean("is_published").or(false),
            boolean("is_featured").or(false),
            boolean("is_member_only").or(false),
            timestamp("created_at").now(),
            timestamp("updated_at").touched(),
            timestamp("published_at"),
            uuid("author_id").caller().references("users", "id", OnDelete::SetNull),
            text("read_time").length(0, 40),
            text("thumbnail_url").length(0, 2_000).check(Check::Address),
            text("external_link").length(0, 2_000).check(Check::WebUrl),
            text("file_url").length(0, 2_000).check(Check::Address),
            text_array("tags"),
            text("search_text").derived(clean::content_search_text).unlisted(),
            text("file_key").derived(clean::content_file_key).unlisted(),
            text("thumbnail_key").derived(clean::content_thumbnail_key).unlisted(),
        ])
        // Lists are ordered by created_at, newest first, as every page asks.
        .index(["is_published", "is_member_only", "created_at desc", "id"])
        .index(["is_published", "content_type", "created_at desc"])
        .index(["is_published", "created_at desc"])
        .index(["created_at desc"])
        .index(["category_id"])
        .index(["file_key"])
        .index(["thumbnail_key"])
        // What was published is the house's.
        .concerns("author_id", By::Id, Erasure::Follow)
        .read(is("is_published", true).or(admin()))
        .insert(admin())
        .update(admin())
        .delete(admin())
        // The card of a member-only content is public; what was paid for is not.
        .mask(
            ["body", "file_url", "external_link", "search_text", "file_key"],
            is("is_member_only", false).or(subscriber()).or(admin()),
        )
}
