//! The tables of this crate.

use ateneu_base::{Entitlement, Record, Value, fold};
use ateneu_schema::{
    By, Erasure, OnDelete, Rule, Table, Words, object_key,
    rule::{admin, anyone, editor, entitled, entitled_to, is, nobody, owner, publishes, reached, writer},
    sanitize,
    table::{Check, Gender, boolean, exposed, int, json, text, text_array, timestamp, updated_at, uuid},
};
use serde_json::Value as Json;

use crate::read_time;

/// Characters of a comment beside a content.
pub const MAX_COMMENT_LENGTH: usize = 2_000;

pub fn tables() -> Vec<Table> {
    vec![
        categories(),
        contents(),
        content_progress(),
        content_drafts(),
        content_revisions(),
        content_review_links(),
        content_addresses(),
        content_reviews(),
        content_comments(),
    ]
}

/// Categories of the published contents.
fn categories() -> Table {
    exposed("categories", "Categories of contents.")
        .row_label("Categoria", Gender::Feminine)
        .columns([
            uuid("id").new_id(),
            text("name").required().length(1, 80).check(Check::NotBlank).sanitized(sanitize::line),
            text("description").length(0, 500),
            timestamp("created_at").now(),
            updated_at(),
            // By hand, from 1; 0 where the order is that of the names.
            int("sort_order").or(0_i64),
            // Those in the trash count: they come back.
            int("contents_count").count_of("contents", "category_id"),
            int("open_contents_count")
                .count_of("contents", "category_id")
                .only("is_published AND NOT is_member_only AND visible_from IS NULL"),
        ])
        .unique(["name"])
        .read(anyone())
        .write(admin())
        .mask(["contents_count"], admin())
}

/// An editor without the permission to publish writes only what is not published; `reviews` refuses times of publication.
fn writes_contents() -> Rule {
    publishes().or(editor().and(is("is_published", false)))
}

/// Published, and not kept for holders of early access.
fn is_shown() -> Rule {
    is("is_published", true).and(reached("visible_from").or(entitled(Entitlement::EarlyAccess)))
}

/// The contents, in whatever state they are.
pub fn contents() -> Table {
    exposed("contents", "Articles, videos, podcasts, documents and links.")
        .row_label("Conteúdo", Gender::Masculine)
        .columns([
            uuid("id").new_id(),
            text("title").required().length(1, 300).sanitized(sanitize::line),
            text("description").length(0, 2_000),
            text("body").length(0, 500_000).sanitized(sanitize::html),
            text("content_type").required().words::<ContentType>(),
            text("category").lookup("category_id", "categories", "name"),
            uuid("category_id").references("categories", "id", OnDelete::Restrict),
            boolean("is_published").or(false),
            boolean("is_featured").or(false),
            boolean("is_member_only").or(false),
            // What opens it where it is for members only.
            text("entitlement")
                .or_from(|row| entitlement_of_type(text_in(row, "content_type")).name().into())
                .words::<Entitlement>(),
            // Until then only holders of early access see it.
            timestamp("visible_from"),
            timestamp("created_at").now(),
            updated_at(),
            timestamp("published_at"),
            uuid("author_id").caller().references("users", "id", OnDelete::SetNull),
            // What the author says of it.
            text("read_time").length(0, 40),
            text("counted_read_time").derived_from(&["content_type", "body"], read_time::counted),
            text("thumbnail_url").length(0, 2_000).check(Check::Address),
            text("external_link").length(0, 2_000).check(Check::WebUrl),
            text("file_url").length(0, 2_000).check(Check::Address),
            text_array("tags").items(30, 60),
            text("search_text")
                .derived(search_text)
                .only_from(&["title", "description", "tags", "body"])
                .unlisted(),
            text("file_key").derived_from(&["file_url"], key_of).unlisted(),
            text("thumbnail_key").derived_from(&["thumbnail_url"], key_of).unlisted(),
            // Counts the changes: a save names the version it started from.
            int("version").or(1_i64).set_by(nobody()),
            // The account that made the last change; empty for programs and for what was scheduled.
            uuid("changed_by").references("users", "id", OnDelete::SetNull).set_by(nobody()),
            timestamp("publish_at"),
            timestamp("unpublish_at"),
            // In the trash since then.
            timestamp("trashed_at"),
            text("title_key").derived_from(&["title"], title_key).unlisted(),
            // The last part of its address; made from the title where the writer says nothing.
            text("slug").length(1, 100),
            // What search engines and shared links show, where it is not the title and the description.
            text("seo_title").length(0, 120).sanitized(sanitize::line),
            text("seo_description").length(0, 320).sanitized(sanitize::line),
        ])
        // Lists are ordered by their publication, newest first, as every page asks.
        .index(["is_published", "is_member_only", "published_at desc", "id"])
        .index(["content_type", "is_member_only", "is_published", "published_at desc", "id"])
        // The counts by type are answered by this one alone.
        .index(["is_published", "content_type", "published_at desc", "visible_from"])
        .index(["is_published", "published_at desc"])
        // By other programs.
        .index(["is_published", "content_type", "created_at desc"])
        .index(["is_published", "created_at desc"])
        .index(["created_at desc"])
        .index(["category_id"])
        .index(["file_key"])
        .index(["thumbnail_key"])
        // The list of the panel.
        .index(["trashed_at", "created_at desc", "id", "is_published", "content_type"])
        .index(["trashed_at", "content_type", "is_member_only"])
        .index(["trashed_at", "category_id"])
        .index(["publish_at"])
        .index(["unpublish_at"])
        .index(["visible_from"])
        .index(["trashed_at", "updated_at desc", "id", "is_published"])
        .index(["trashed_at", "title_key", "id", "is_published"])
        .unique_where(["slug"], "slug IS NOT NULL")
        .index(["author_id"])
        .rows_per_person("author_id", 50_000)
        // Published contents stay when their author goes.
        .names_person("author_id", By::Id, Erasure::Follow)
        .names_person("changed_by", By::Id, Erasure::Follow)
        .file_addresses("contents")
        .read(is_shown().or(writer()))
        .insert(writes_contents())
        .update(writes_contents())
        .delete(admin())
        // The card of a member-only content is public; what was paid for is not, nor what tells its length.
        .mask(
            ["body", "file_url", "external_link", "search_text", "file_key", "counted_read_time"],
            is("is_member_only", false).or(entitled_to("entitlement")).or(writer()),
        )
        .mask(["changed_by", "publish_at", "unpublish_at", "trashed_at"], writer())
}

/// Type of a content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub enum ContentType {
    /// A text.
    Article,
    /// A film.
    Video,
    /// A podcast.
    Audio,
    /// A document.
    Pdf,
    /// A page of another site.
    Link,
}

/// Reason why a revision was recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub enum RevisionKind {
    /// The words became public.
    Publish,
    /// The words were brought back.
    Restore,
    /// The words were edited.
    Edit,
}

/// State of a review.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub enum ReviewState {
    Waiting,
    /// Sent back with a comment.
    Returned,
}

/// Returns the entitlement that opens contents of a type, unless the writer says otherwise.
pub fn entitlement_of_type(content_type: &str) -> Entitlement {
    match ContentType::of(content_type) {
        Some(ContentType::Article) => Entitlement::Articles,
        Some(ContentType::Audio) => Entitlement::Podcasts,
        Some(ContentType::Pdf) => Entitlement::Downloads,
        Some(ContentType::Video) => Entitlement::Masterclasses,
        Some(ContentType::Link) | None => Entitlement::Updates,
    }
}

/// The text in a column of a row that is being written.
fn text_in<'a>(row: &'a Record, name: &str) -> &'a str {
    row.get(name).and_then(Json::as_str).unwrap_or_default()
}

/// The words of a content: of its title, description, tags and body, folded.
fn search_text(row: &Record) -> Value {
    let tags = row
        .get("tags")
        .and_then(Json::as_array)
        .map(|tags| tags.iter().filter_map(Json::as_str).collect::<Vec<_>>().join(" "));
    let plain =
        [text_in(row, "title"), text_in(row, "description"), tags.as_deref().unwrap_or_default()].join(" ");
    let text = format!("{plain} {}", fold::html_text(text_in(row, "body")));
    Value::Text(fold::words(&text).join(" "))
}

/// Key by which titles are ordered: without case and accents.
fn title_key([title]: [&str; 1]) -> String {
    fold::fold(title).chars().take(100).collect()
}

/// Key of the stored file that an address names.
fn key_of([address]: [&str; 1]) -> Option<String> {
    object_key("contents", address)
}

/// Progress of each member in each exclusive content, so that it is taken up again on any device.
fn content_progress() -> Table {
    exposed("content_progress", "How far each member is in each content.")
        .row_label("Progresso em conteúdo", Gender::Masculine)
        .columns([
            uuid("content_id").required().references("contents", "id", OnDelete::Cascade),
            uuid("user_id").required().caller().references("users", "id", OnDelete::Cascade),
            // Seconds into a recording, the page of a document, percent of a text.
            int("position").or(0_i64).check(Check::Range(0, 1_000_000)),
            // Percent of the whole.
            int("progress").or(0_i64).check(Check::Range(0, 100)),
            timestamp("completed_at"),
            updated_at().set_by(nobody()),
        ])
        .primary_key(["content_id", "user_id"])
        .index(["user_id", "updated_at desc"])
        .rows_per_person("user_id", 50_000)
        .read(owner("user_id"))
        .insert(entitled(Entitlement::Mobile).and(owner("user_id")))
        .update(entitled(Entitlement::Mobile).and(owner("user_id")))
        .delete(owner("user_id"))
}

/// Unsaved changes of contents, one draft per content, shared by all who write. Written by `save_content_draft`.
fn content_drafts() -> Table {
    exposed("content_drafts", "Unsaved changes of contents, and contents not created yet.")
        .row_label("Rascunho de conteúdo", Gender::Masculine)
        .columns([
            // The content, or the id it will have.
            uuid("content_id").required(),
            text("title").length(0, 300),
            // The fields of the form.
            json("fields").required(),
            int("version").required(),
            // The version of the content it changes; 0 where there is none yet.
            int("content_version").required(),
            uuid("author_id").references("users", "id", OnDelete::SetNull),
            timestamp("created_at").now(),
            timestamp("saved_at").required(),
            // Of the text in `fields`.
            text("counted_read_time"),
        ])
        .primary_key(["content_id"])
        .index(["content_version", "saved_at desc"])
        .names_person("author_id", By::Id, Erasure::Follow)
        .file_addresses("contents")
        .read(writer())
        .delete(writer())
}

/// Earlier texts of contents.
fn content_revisions() -> Table {
    exposed("content_revisions", "Earlier texts of contents.")
        .row_label("Versão de conteúdo", Gender::Feminine)
        .columns([
            uuid("id").new_id(),
            uuid("content_id").required(),
            text("kind").required().words::<RevisionKind>(),
            // The fields of the form that hold text and files.
            json("fields").required(),
            int("words").required(),
            uuid("author_id").references("users", "id", OnDelete::SetNull),
            timestamp("created_at").required(),
            // Editing within ten minutes is one revision, which holds its last state.
            timestamp("changed_at").required(),
        ])
        .index(["content_id", "created_at desc", "id"])
        .names_person("author_id", By::Id, Erasure::Follow)
        .file_addresses("contents")
        .files_belong_to("content_id")
        .read(writer())
}

/// Links that show a content to somebody without an account. Written by `create_review_link`; removing one revokes it.
fn content_review_links() -> Table {
    exposed("content_review_links", "Links that show a content before it is published.")
        .row_label("Link de revisão", Gender::Masculine)
        .columns([
            uuid("id").new_id(),
            uuid("content_id").required(),
            text("digest").required().unlisted().secret(),
            uuid("author_id").required().references("users", "id", OnDelete::Cascade),
            timestamp("created_at").now(),
            timestamp("expires_at").required(),
        ])
        .unique(["digest"])
        .index(["content_id", "created_at desc", "id"])
        .index(["expires_at"])
        .names_person("author_id", By::Id, Erasure::Follow)
        .read(writer())
        .delete(writer())
}

/// Former addresses of contents. Visitors are led on by `article_address`.
fn content_addresses() -> Table {
    exposed("content_addresses", "Former addresses of contents, which lead to the present ones.")
        .row_label("Endereço anterior", Gender::Masculine)
        .columns([
            text("slug").required().length(1, 100),
            uuid("content_id").required().references("contents", "id", OnDelete::Cascade),
            timestamp("created_at").now(),
        ])
        .primary_key(["slug"])
        .index(["content_id"])
        .read(writer())
        .delete(publishes())
}

/// Contents that wait for a decision before they are published. Written by `request_content_review` and
/// `return_content_review`. Removing a row takes the request back.
fn content_reviews() -> Table {
    exposed("content_reviews", "Contents that wait for review, or were sent back.")
        .row_label("Revisão de conteúdo", Gender::Feminine)
        .columns([
            uuid("content_id").required().references("contents", "id", OnDelete::Cascade),
            text("state").required().words::<ReviewState>(),
            // Who asked.
            uuid("author_id").references("users", "id", OnDelete::SetNull),
            timestamp("requested_at").required(),
            // Since when it is in this state.
            timestamp("changed_at").required(),
        ])
        .primary_key(["content_id"])
        .index(["state", "changed_at"])
        .names_person("author_id", By::Id, Erasure::Follow)
        .live()
        .read(writer())
        .delete(admin().or(editor().and(owner("author_id"))))
}

/// Comments on a content among those who work on it.
fn content_comments() -> Table {
    exposed("content_comments", "Comments on contents, among those who write them.")
        .row_label("Comentário em conteúdo", Gender::Masculine)
        .columns([
            uuid("id").new_id(),
            uuid("content_id")
                .required()
                .references("contents", "id", OnDelete::Cascade)
                .changed_by(nobody()),
            uuid("author_id").caller().references("users", "id", OnDelete::SetNull).changed_by(nobody()),
            text("body")
                .required()
                .length(1, MAX_COMMENT_LENGTH)
                .check(Check::NotBlank)
                .sanitized(sanitize::trim)
                .changed_by(nobody()),
            timestamp("created_at").now().set_by(nobody()),
            // By whom and when it was settled; any instant that is given becomes the present one.
            timestamp("resolved_at"),
            uuid("resolved_by").references("users", "id", OnDelete::SetNull).set_by(nobody()),
        ])
        .index(["content_id", "created_at", "id"])
        .index(["author_id"])
        .rows_per_person("author_id", 50_000)
        .names_person("resolved_by", By::Id, Erasure::Follow)
        .live()
        .read(writer())
        .insert(writer().and(owner("author_id")))
        .update(writer())
        .delete(admin().or(editor().and(owner("author_id"))))
}
