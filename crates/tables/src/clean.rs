//! How text is cleaned before it is stored, and what is computed from a row at every write.

use std::{collections::HashSet, sync::LazyLock};

use ateneu_base::{Record, Value, fold};
use percent_encoding::percent_decode_str;
use serde_json::Value as Json;

static SANITISER: LazyLock<ammonia::Builder<'static>> = LazyLock::new(|| {
    let mut builder = ammonia::Builder::default();
    builder
        .add_tags(["figure", "figcaption", "mark"])
        .add_tag_attributes("a", ["title"])
        .add_tag_attributes("img", ["decoding", "height", "loading", "width"])
        .url_schemes(HashSet::from(["http", "https", "mailto", "tel"]))
        // Sources of quotes, which no browser shows, are addresses that are not checked for their scheme.
        .rm_tag_attributes("blockquote", ["cite"])
        .rm_tag_attributes("del", ["cite"])
        .rm_tag_attributes("ins", ["cite"])
        .rm_tag_attributes("q", ["cite"])
        .link_rel(Some("noopener noreferrer"));
    builder
});

/// HTML as it may be shown to anyone: scripts, styles, handlers and foreign schemes removed.
pub fn html(text: &str) -> String {
    // A byte order mark at the beginning is no text; the parser drops one each time.
    let cleaned = SANITISER.clean(text.trim_start_matches('\u{feff}')).to_string();
    cleaned.trim_start_matches('\u{feff}').to_owned()
}

/// Without white space around.
pub fn trim(text: &str) -> String {
    text.trim().to_owned()
}

/// An e-mail address in the one form it is compared in.
pub fn email(text: &str) -> String {
    text.trim().to_lowercase()
}

fn field<'a>(row: &'a Record, name: &str) -> &'a str {
    row.get(name).and_then(Json::as_str).unwrap_or_default()
}

/// The searched text of a member's card: the name, folded.
pub fn profile_search_text(row: &Record) -> Value {
    Value::Text(fold::fold(field(row, "display_name")))
}

/// The searched text of a content: title, description, body and tags, folded.
pub fn content_search_text(row: &Record) -> Value {
    let tags = row
        .get("tags")
        .and_then(Json::as_array)
        .map(|tags| tags.iter().filter_map(Json::as_str).collect::<Vec<_>>().join(" "));
    let plain =
        [field(row, "title"), field(row, "description"), tags.as_deref().unwrap_or_default()].join(" ");
    Value::Text(format!("{} {}", fold::fold(&plain), fold::fold_html(field(row, "body"))))
}

/// The object key inside bucket `contents` that an address names, if it names one.
fn object_key(address: &str) -> Value {
    let path = address.split(['?', '#']).next().unwrap_or_default();
    let key = path.split_once("/storage/v1/object/").and_then(|(_, rest)| {
        let rest = rest
            .strip_prefix("public/")
            .or_else(|| rest.strip_prefix("authenticated/"))
            .or_else(|| rest.strip_prefix("sign/"))
            .unwrap_or(rest);
        rest.strip_prefix("contents/")
    });
    let key = key.filter(|key| !key.is_empty());
    key.map_or(Value::Null, |key| Value::Text(percent_decode_str(key).decode_utf8_lossy().into_owned()))
}

/// Which stored file `file_url` names.
pub fn content_file_key(row: &Record) -> Value {
    object_key(field(row, "file_url"))
}

/// Which stored file `thumbnail_url` names.
pub fn content_thumbnail_key(row: &Record) -> Value {
    object_key(field(row, "thumbnail_url"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn html_keeps_prose_and_drops_everything_that_acts() {
        let dirty = r#"<h2>Um</h2><p onclick="x()">Dois <strong>três</strong></p><script>alert(1)</script>
            <a href="javascript:alert(1)">quatro</a><img src="https://a.example/b.png" onerror="x()">"#;
        let clean = html(dirty);
        for kept in ["<h2>Um</h2>", "<strong>três</strong>", r#"src="https://a.example/b.png""#] {
            assert!(clean.contains(kept), "{kept} in {clean}");
        }
        for gone in ["script", "onclick", "onerror", "javascript:"] {
            assert!(!clean.contains(gone), "{gone} in {clean}");
        }
    }

    #[test]
    fn a_picture_keeps_the_place_it_takes_and_how_it_is_loaded() {
        let picture = r#"<img src="/a.png" alt="Um" width="8" height="5" loading="lazy" decoding="async">"#;
        assert_eq!(html(picture), picture);
        let more = r#"<img src="/a.png" style="width:9px" class="x" fetchpriority="high">"#;
        assert_eq!(html(more), r#"<img src="/a.png">"#);
    }

    #[test]
    fn a_public_address_names_its_object_and_a_foreign_one_names_none() {
        let key = |address: &str| object_key(address);
        let ours = "https://ateneu.example/storage/v1/object/public/contents/video/1-2.mp4?download";
        assert_eq!(key(ours), Value::from("video/1-2.mp4"));
        let spaced = "/storage/v1/object/public/contents/pdf/guia%20(2).pdf";
        assert_eq!(key(spaced), Value::from("pdf/guia (2).pdf"));
        assert_eq!(key("https://elsewhere.example/video.mp4"), Value::Null);
        assert_eq!(key("/storage/v1/object/public/avatars/a.png"), Value::Null);
        assert_eq!(key(""), Value::Null);
    }
}
