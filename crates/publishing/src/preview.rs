//! Previews of contents with unsaved changes: for editors and administrators, and by a link for people without an
//! account. A link is a secret of which only the digest is stored. It ends after seven days, on removal, and when its
//! author is no longer editor or administrator. For a published content it shows only the public text, unless its
//! author may publish.

use std::time::Duration;

use ateneu_base::{Entitlement, Record, Timestamp, ids};
use ateneu_data::{Argument, Call, Error, Procedure, answer};
use ateneu_db::Tx;
use ateneu_schema::{
    Kind, TableRow, audience,
    rule::{anyone, writer},
};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value as Json;

use crate::{
    content_type::entitlement_of_type,
    draft::{Content, Draft},
    markup, read_time,
    refused::Refused,
    reviews,
};

/// Validity of a link.
const VALID: Duration = Duration::from_hours(7 * 24);
/// Maximum number of links of a content. Another one replaces the oldest.
const MAX_LINKS: i64 = 20;
/// Number of random bytes of a link.
const SECRET_BYTES: usize = 32;

/// A content as its page shows it.
#[derive(Serialize, JsonSchema)]
struct Preview {
    id: String,
    slug: Option<String>,
    title: String,
    description: Option<String>,
    content_type: String,
    category: Option<String>,
    category_id: Option<String>,
    created_at: Timestamp,
    published_at: Option<Timestamp>,
    updated_at: Timestamp,
    read_time: Option<String>,
    counted_read_time: Option<String>,
    thumbnail_url: Option<String>,
    is_member_only: bool,
    /// Entitlement that opens the content, if it is for members only.
    entitlement: Entitlement,
    tags: Vec<String>,
    body: Option<String>,
    /// Text without parts for members, if it has any and is not for members only.
    open_body: Option<String>,
    seo_title: Option<String>,
    seo_description: Option<String>,
    external_link: Option<String>,
    file_url: Option<String>,
    /// True if the content is on the site.
    is_published: bool,
    /// True if the shown text is unsaved.
    has_draft: bool,
}

/// Content behind a review link. Empty if the link is invalid.
#[derive(Serialize, JsonSchema)]
struct Reviewed {
    content: Option<Preview>,
    /// True if it has a file that only editors and administrators may open before publication.
    has_file: bool,
    expires_at: Option<String>,
}

#[derive(Clone, PartialEq, TableRow)]
#[table("content_review_links")]
struct ReviewLink {
    id: String,
    content_id: String,
    digest: String,
    author_id: String,
    created_at: Timestamp,
    expires_at: Timestamp,
}

/// A new link.
#[derive(Serialize, JsonSchema)]
struct NewLink {
    /// The token. Only its digest is stored.
    token: String,
    expires_at: String,
}

/// Declares the procedure that reads a content with its draft. It returns null if there is neither.
pub fn preview() -> Procedure {
    Procedure::reads::<Option<Preview>>(
        "preview_content",
        [Argument::required("content_id", Kind::Uuid)],
        writer(),
        |tx, call| answer(&read(tx, call.text("content_id").unwrap_or_default(), call.now)?),
    )
}

/// Declares the procedure that reads the content of a review link, for anyone with the link.
pub fn reviewed() -> Procedure {
    Procedure::reads::<Reviewed>(
        "reviewed_content",
        [Argument::required("token", Kind::Text)],
        anyone(),
        |tx, call| answer(&review(tx, call)?),
    )
}

/// Declares the procedure that creates a link for people without an account.
pub fn create_link() -> Procedure {
    Procedure::writes::<NewLink>(
        "create_review_link",
        [Argument::required("content_id", Kind::Uuid)],
        writer(),
        create,
    )
}

fn review(tx: &mut Tx<'_>, call: &Call) -> Result<Reviewed, Error> {
    let nothing = Reviewed { content: None, has_file: false, expires_at: None };
    // The rights of the link's author are checked at each use.
    let link: Option<(String, String, bool)> = tx.query_optional_as(
        "SELECT l.content_id, l.expires_at,
             EXISTS (SELECT 1 FROM user_roles r WHERE r.user_id = l.author_id AND r.role IN ('admin', 'publisher')) AS publishes
         FROM content_review_links l
         JOIN users u ON u.id = l.author_id AND u.deleted_at IS NULL
              AND (u.banned_until IS NULL OR u.banned_until <= $2)
         WHERE l.digest = $1 AND l.expires_at > $2
           AND EXISTS (SELECT 1 FROM user_roles r WHERE r.user_id = l.author_id AND r.role IN ('admin', 'editor'))",
        &[ids::digest(call.text("token").unwrap_or_default()).into(), call.now.into()],
    )?;
    let Some((content_id, expires_at, publishes)) = link else { return Ok(nothing) };
    let mut content = read(tx, &content_id, call.now)?;
    let Some(shown) = &mut content else { return Ok(nothing) };
    let is_open = shown.is_published && !shown.is_member_only && !shown.has_draft;
    // It has been published since, for members or with a draft.
    if shown.is_published && !is_open && !publishes {
        return Ok(nothing);
    }
    // The public page shows the parts for members to nobody else.
    if is_open && !publishes && shown.open_body.is_some() {
        shown.body.clone_from(&shown.open_body);
    }
    // Only accounts open files.
    let file = shown.file_url.take_if(|_| !is_open);
    Ok(Reviewed { has_file: file.is_some(), content, expires_at: Some(expires_at) })
}

fn create(tx: &mut Tx<'_>, call: &Call) -> Result<Json, Error> {
    let content = call.text("content_id").unwrap_or_default();
    // The service key has no rights that could be checked later.
    let author = call.caller.user_id.as_deref().ok_or(Refused::NotSignedIn)?;
    let shown = read(tx, content, call.now)?.ok_or(Refused::ContentNotFound)?;
    // A published content is open already, or only for those who pay.
    if shown.is_published && !reviews::may_publish(&call.caller) {
        return Err(Refused::PublishingNotAllowed.into());
    }
    let (token, expires_at) = (ids::secret(SECRET_BYTES), call.now + VALID);
    tx.write("DELETE FROM content_review_links WHERE expires_at <= $1", &[call.now.into()])?;
    tx.insert(&ReviewLink {
        id: ids::row_id(call.now),
        content_id: content.to_owned(),
        digest: ids::digest(&token),
        author_id: author.to_owned(),
        created_at: call.now,
        expires_at,
    })?;
    tx.write(
        "DELETE FROM content_review_links WHERE content_id = $1 AND id NOT IN (
             SELECT id FROM content_review_links WHERE content_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2)",
        &[content.into(), MAX_LINKS.into()],
    )?;
    answer(&NewLink { token, expires_at: expires_at.to_string() })
}

/// Reads the draft over the saved content. Returns `None` if there is neither, or if the content is in the trash.
fn read(tx: &mut Tx<'_>, id: &str, now: Timestamp) -> Result<Option<Preview>, Error> {
    let content = Content::find(tx, id, "")?;
    let draft = Draft::find(tx, id, "")?;
    let is_trashed = content.as_ref().is_some_and(|content| content.trashed_at.is_some());
    if is_trashed || (content.is_none() && draft.is_none()) {
        return Ok(None);
    }
    let saved = content.as_ref().map(Content::form);
    let (fields, saved_at) = match draft {
        Some(draft) => (draft.fields.0, Some(draft.saved_at)),
        None => (saved.clone().unwrap_or_default(), None),
    };
    let has_draft = saved.as_ref().is_none_or(|saved| *saved != fields);
    let category_id = text(&fields, "category_id");
    let category = match &category_id {
        Some(category) => {
            tx.query_optional_as("SELECT name FROM categories WHERE id = $1", &[category.into()])?
        }
        None => None,
    };
    let created_at = content.as_ref().map_or(now, |content| content.created_at);
    let updated_at = saved_at.or(content.as_ref().map(|content| content.updated_at));
    let content_type = text(&fields, "content_type").unwrap_or_else(|| "article".to_owned());
    let file_url =
        address(&fields, "file_url").filter(|_| matches!(content_type.as_str(), "video" | "audio" | "pdf"));
    let body = text(&fields, "body").map(|body| markup::html(&body));
    let is_member_only = fields.get("is_member_only").and_then(Json::as_bool).unwrap_or_default();
    // Old drafts have no entitlement.
    let entitlement = fields.get("entitlement").cloned().and_then(|name| serde_json::from_value(name).ok());
    Ok(Some(Preview {
        id: id.to_owned(),
        is_published: content.as_ref().is_some_and(|content| content.is_published),
        published_at: content.as_ref().and_then(|content| content.published_at),
        slug: content.and_then(|content| content.slug),
        title: text(&fields, "title").unwrap_or_else(|| "Sem título".to_owned()),
        description: text(&fields, "description"),
        category,
        category_id,
        updated_at: updated_at.unwrap_or(created_at),
        created_at,
        read_time: text(&fields, "read_time"),
        counted_read_time: read_time::of_draft(&fields),
        thumbnail_url: address(&fields, "thumbnail_url"),
        is_member_only,
        entitlement: entitlement.unwrap_or_else(|| entitlement_of_type(&content_type)),
        tags: fields
            .get("tags")
            .cloned()
            .and_then(|tags| serde_json::from_value(tags).ok())
            .unwrap_or_default(),
        open_body: body.as_deref().filter(|_| !is_member_only).and_then(audience::open_text),
        body,
        seo_title: text(&fields, "seo_title"),
        seo_description: text(&fields, "seo_description"),
        external_link: address(&fields, "external_link"),
        file_url,
        content_type,
        has_draft,
    }))
}

fn text(fields: &Record, name: &str) -> Option<String> {
    let text = fields.get(name)?.as_str()?.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

/// Returns a field as an address of this site or the web: a draft is not checked when it is stored.
fn address(fields: &Record, name: &str) -> Option<String> {
    let is_known = |text: &String| {
        let lower = text.to_ascii_lowercase();
        (text.starts_with('/') && !text.starts_with("//"))
            || lower.starts_with("https://")
            || lower.starts_with("http://")
    };
    text(fields, name).filter(is_known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_a_draft_lead_to_pages_only() {
        let of = |value: &str| {
            address(&Record::from_iter([("file_url".to_owned(), Json::from(value))]), "file_url")
        };
        assert_eq!(of("/storage/a.mp4").as_deref(), Some("/storage/a.mp4"));
        assert_eq!(of(" https://a.example ").as_deref(), Some("https://a.example"));
        for wrong in ["", "javascript:alert(1)", "//a.example", "data:text/html,x"] {
            assert_eq!(of(wrong), None, "{wrong}");
        }
    }
}
