//! Cleaning of text before it is stored.

use std::{collections::HashSet, sync::LazyLock};

use ateneu_base::{email, fold};

use crate::nesting;

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

static ELEMENTS: LazyLock<HashSet<&'static str>> = LazyLock::new(|| SANITISER.clone_tags());

/// HTML as it may be shown to anyone: scripts, styles, handlers and foreign schemes removed, nesting bounded.
pub fn html(text: &str) -> String {
    // A byte order mark at the beginning is no text; the parser drops one each time.
    let nested = nesting::html(text.trim_start_matches('\u{feff}'), &ELEMENTS);
    let cleaned = SANITISER.clean(&nested).to_string();
    cleaned.trim_start_matches('\u{feff}').to_owned()
}

/// Removes the white space around a text.
pub fn trim(text: &str) -> String {
    text.trim().to_owned()
}

/// A name or a title: one line of what is seen.
pub fn line(text: &str) -> String {
    fold::one_line(text)
}

/// An e-mail address in the one form it is compared in.
pub fn email(text: &str) -> String {
    email::written(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sanitized_html_keeps_prose_and_drops_scripts() {
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
    fn a_sanitized_picture_keeps_size_and_loading() {
        let picture = r#"<img src="/a.png" alt="Um" width="8" height="5" loading="lazy" decoding="async">"#;
        assert_eq!(html(picture), picture);
        let more = r#"<img src="/a.png" style="width:9px" class="x" fetchpriority="high">"#;
        assert_eq!(html(more), r#"<img src="/a.png">"#);
    }
}
