//! The tables of this crate.

use ateneu_base::Entitlement;
use ateneu_schema::{
    By, Erasure, OnDelete, Rule, Table, Words, audience,
    rule::{admin, anyone, editor, entitled, entitled_to, is, nobody, owner, publishes, reached, writer},
    sanitize,
    table::{Check, Gender, boolean, exposed, int, json, text, text_array, timestamp, updated_at, uuid},
};

use crate::{
    content_type::{ContentType, entitlement_of_type},
    derived::{counted_read_time, key_of, open_body, search_text, text_in, title_key},
};

/// Maximum length of a comment in characters.
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
            // Position in an order by hand, from 1. 0 for the order of names.
            int("sort_order").or(0_i64),
            // Trashed contents count, because they may come back.
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

/// Callers that may write contents: an editor without the permission to publish only unpublished ones. `reviews`
/// refuses times of publication.
fn writes_contents() -> Rule {
    publishes().or(editor().and(is("is_published", false)))
}

/// Contents that are published, with early access over.
fn is_shown() -> Rule {
    is("is_published", true).and(reached("visible_from").or(entitled(Entitlement::EarlyAccess)))
}

/// The contents, in any state.
pub fn contents() -> Table {
    exposed("contents", "Articles, videos, podcasts, documents, links and letters.")
        .row_label("Conteúdo", Gender::Masculine)
        .columns([
            uuid("id").new_id(),
            text("title").required().length(1, 300).sanitized(sanitize::line),
            text("description").length(0, 2_000),
            text("body").length(0, 500_000).sanitized(sanitize::content_html),
            text("content_type").required().words::<ContentType>(),
            text("category").lookup("category_id", "categories", "name"),
            uuid("category_id").references("categories", "id", OnDelete::Restrict),
            boolean("is_published").or(false),
            boolean("is_featured").or(false),
            boolean("is_member_only").or(false),
            // Entitlement that opens it, if it is for members only.
            text("entitlement")
                .or_from(|row| entitlement_of_type(text_in(row, "content_type")).name().into())
                .words::<Entitlement>(),
            // End of early access.
            timestamp("visible_from"),
            timestamp("created_at").now(),
            updated_at(),
            timestamp("published_at"),
            uuid("author_id").caller().references("users", "id", OnDelete::SetNull),
            // Stated by the author.
            text("read_time").length(0, 40),
            // Of what everybody reads who opens it.
            text("counted_read_time").derived(counted_read_time).only_from(&[
                "content_type",
                "body",
                "is_member_only",
            ]),
            // True if the text has parts for members (decision 0141).
            boolean("has_member_part")
                .or(false)
                .derived_from(&["body"], |[body]: [&str; 1]| audience::open_text(body).is_some()),
            // The text without those parts. Empty without such parts, and if the whole content is for members only.
            text("open_body").derived(open_body).only_from(&["body", "is_member_only"]),
            text("thumbnail_url").length(0, 2_000).check(Check::Address),
            text("external_link").length(0, 2_000).check(Check::WebUrl),
            text("file_url").length(0, 2_000).check(Check::Address),
            text_array("tags").items(30, 60),
            text("search_text")
                .derived(search_text)
                .only_from(&["title", "description", "tags", "body", "content_type"])
                .unlisted(),
            text("file_key").derived_from(&["file_url"], key_of).unlisted(),
            text("thumbnail_key").derived_from(&["thumbnail_url"], key_of).unlisted(),
            // Number of changes: a save names the version it started from.
            int("version").or(1_i64).set_by(nobody()),
            // Account of the last change. Empty for programs and scheduled changes.
            uuid("changed_by").references("users", "id", OnDelete::SetNull).set_by(nobody()),
            timestamp("publish_at"),
            timestamp("unpublish_at"),
            // Time of the move to the trash.
            timestamp("trashed_at"),
            text("title_key").derived_from(&["title"], title_key).unlisted(),
            // Last part of its address. The default is made from the title.
            text("slug").length(1, 100),
            // Texts for search engines and shared links. The defaults are title and description.
            text("seo_title").length(0, 120).sanitized(sanitize::line),
            text("seo_description").length(0, 320).sanitized(sanitize::line),
            // Line that mail programs show after the subject of a letter. The default is the description.
            text("preheader").length(0, 150).sanitized(sanitize::line),
        ])
        // Lists of pages are ordered by publication, newest first.
        .index(["is_published", "is_member_only", "published_at desc", "id"])
        .index(["content_type", "is_member_only", "is_published", "published_at desc", "id"])
        // This index alone yields the counts by type.
        .index(["is_published", "content_type", "published_at desc", "visible_from"])
        .index(["is_published", "published_at desc"])
        // Queries of other programs.
        .index(["is_published", "content_type", "created_at desc"])
        .index(["is_published", "created_at desc"])
        .index(["created_at desc"])
        .index(["category_id"])
        .index(["file_key"])
        .index(["thumbnail_key"])
        // Queries of the panel's list.
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
        // Published contents outlive their author's account.
        .names_person("author_id", By::Id, Erasure::Follow)
        .names_person("changed_by", By::Id, Erasure::Follow)
        .file_addresses("contents")
        .read(is_shown().or(writer()))
        .insert(writes_contents())
        .update(writes_contents())
        .delete(admin())
        // The card of a member-only content is public, but not its paid parts, or the length of these.
        .mask(
            ["body"],
            is("is_member_only", false)
                .and(is("has_member_part", false))
                .or(entitled_to("entitlement"))
                .or(writer()),
        )
        .mask(
            ["file_url", "external_link", "search_text", "file_key", "counted_read_time", "preheader"],
            is("is_member_only", false).or(entitled_to("entitlement")).or(writer()),
        )
        .mask(["changed_by", "publish_at", "unpublish_at", "trashed_at"], writer())
}

/// Reason why a revision was recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub enum RevisionKind {
    /// The text was published.
    Publish,
    /// An earlier text was restored.
    Restore,
    /// The text was edited.
    Edit,
}

/// State of a review.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub enum ReviewState {
    Waiting,
    /// Sent back with a comment.
    Returned,
}

/// Progress of each member in each exclusive content, which continues on any device.
fn content_progress() -> Table {
    exposed("content_progress", "How far each member is in each content.")
        .row_label("Progresso em conteúdo", Gender::Masculine)
        .columns([
            uuid("content_id").required().references("contents", "id", OnDelete::Cascade),
            uuid("user_id").required().caller().references("users", "id", OnDelete::Cascade),
            // Seconds of a recording, page of a document, or percentage of a text.
            int("position").or(0_i64).check(Check::Range(0, 1_000_000)),
            // Percentage of the whole.
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

/// Unsaved changes of contents, one draft per content, shared by all editors. Written by `save_content_draft`.
fn content_drafts() -> Table {
    exposed("content_drafts", "Unsaved changes of contents, and contents not created yet.")
        .row_label("Rascunho de conteúdo", Gender::Masculine)
        .columns([
            // The content, or its future id.
            uuid("content_id").required(),
            text("title").length(0, 300),
            // Fields of the form.
            json("fields").required(),
            int("version").required(),
            // Version of the content that it changes. 0 without one.
            int("content_version").required(),
            uuid("author_id").references("users", "id", OnDelete::SetNull),
            timestamp("created_at").now(),
            timestamp("saved_at").required(),
            // Reading time of the text in `fields`.
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
            // Fields of the form with text and files.
            json("fields").required(),
            int("words").required(),
            uuid("author_id").references("users", "id", OnDelete::SetNull),
            timestamp("created_at").required(),
            // Edits within ten minutes are one revision, with the last state.
            timestamp("changed_at").required(),
        ])
        .index(["content_id", "created_at desc", "id"])
        .names_person("author_id", By::Id, Erasure::Follow)
        .file_addresses("contents")
        .files_belong_to("content_id")
        .read(writer())
}

/// Links that show a content to people without an account. Written by `create_review_link`. Removing one revokes it.
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

/// Former addresses of contents. `article_address` redirects from them.
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

/// Contents in review before publication. Written by `request_content_review` and `return_content_review`. Removing a
/// row withdraws the request.
fn content_reviews() -> Table {
    exposed("content_reviews", "Contents that wait for review, or were sent back.")
        .row_label("Revisão de conteúdo", Gender::Feminine)
        .columns([
            uuid("content_id").required().references("contents", "id", OnDelete::Cascade),
            text("state").required().words::<ReviewState>(),
            // Author of the request.
            uuid("author_id").references("users", "id", OnDelete::SetNull),
            timestamp("requested_at").required(),
            // Time of the last change of state.
            timestamp("changed_at").required(),
        ])
        .primary_key(["content_id"])
        .index(["state", "changed_at"])
        .names_person("author_id", By::Id, Erasure::Follow)
        .live()
        .read(writer())
        .delete(admin().or(editor().and(owner("author_id"))))
}

/// Comments on a content by the people who work on it.
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
            // Person and time of the resolution. Any given instant becomes the present one.
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
