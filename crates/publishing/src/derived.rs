//! Columns that are computed from the rest of a content.

use std::borrow::Cow;

use ateneu_base::{Record, Value, fold, personal_fields};
use ateneu_schema::{Words, audience, object_key};
use serde_json::Value as Json;

use crate::{content_type::ContentType, read_time};

/// Returns the text in a column of a row to be written.
pub fn text_in<'a>(row: &'a Record, name: &str) -> &'a str {
    row.get(name).and_then(Json::as_str).unwrap_or_default()
}

/// Returns the text that everybody may read who may open the content, if it has parts for members.
fn open_text(row: &Record) -> Option<String> {
    let is_closed = row.get("is_member_only").and_then(Json::as_bool).unwrap_or_default();
    if is_closed { None } else { audience::open_text(text_in(row, "body")) }
}

pub fn open_body(row: &Record) -> Value {
    open_text(row).into()
}

pub fn counted_read_time(row: &Record) -> Value {
    let open = open_text(row);
    let body = open.as_deref().unwrap_or_else(|| text_in(row, "body"));
    read_time::counted(text_in(row, "content_type"), body).into()
}

/// Returns the folded words of a content: title, description, tags and body. Parts for members are left out, because
/// callers without them search the same words.
pub fn search_text(row: &Record) -> Value {
    let tags = row
        .get("tags")
        .and_then(Json::as_array)
        .map(|tags| tags.iter().filter_map(Json::as_str).collect::<Vec<_>>().join(" "));
    let plain =
        [text_in(row, "title"), text_in(row, "description"), tags.as_deref().unwrap_or_default()].join(" ");
    let body = text_in(row, "body");
    let open = audience::replace_member_parts(body, "");
    let read = as_read(text_in(row, "content_type"), open.as_deref().unwrap_or(body));
    let text = format!("{plain} {}", fold::html_text(&read));
    Value::Text(fold::words(&text).join(" "))
}

/// Returns a text of a content with the defaults of its personal fields, which only letters have.
pub fn as_read<'t>(content_type: &str, text: &'t str) -> Cow<'t, str> {
    match ContentType::of(content_type) {
        Some(ContentType::Letter) => personal_fields::with_defaults(text).into(),
        _ => text.into(),
    }
}

/// Returns the sort key of a title: without case and accents.
pub fn title_key([title]: [&str; 1]) -> String {
    fold::fold(title).chars().take(100).collect()
}

/// Returns the key of the stored file at an address.
pub fn key_of([address]: [&str; 1]) -> Option<String> {
    object_key("contents", address)
}
