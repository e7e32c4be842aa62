//! Cleaning of text before it is stored.

use std::{collections::HashSet, sync::LazyLock};

use ateneu_base::{email, fold};

use crate::{audience, nesting};

static SANITISER: LazyLock<ammonia::Builder<'static>> = LazyLock::new(builder);

fn builder() -> ammonia::Builder<'static> {
    let mut builder = ammonia::Builder::default();
    builder
        .add_tags(["figure", "figcaption", "mark"])
        .add_tag_attributes("a", ["title"])
        .add_tag_attributes("img", ["decoding", "height", "loading", "width"])
        .url_schemes(HashSet::from(["http", "https", "mailto", "tel"]))
        // No browser shows the source of a quote, and its scheme is not checked.
        .rm_tag_attributes("blockquote", ["cite"])
        .rm_tag_attributes("del", ["cite"])
        .rm_tag_attributes("ins", ["cite"])
        .rm_tag_attributes("q", ["cite"])
        .link_rel(Some("noopener noreferrer"));
    builder
}

static ELEMENTS: LazyLock<HashSet<&'static str>> = LazyLock::new(|| SANITISER.clone_tags());

/// The sanitiser of texts with parts for members.
static CONTENT_SANITISER: LazyLock<ammonia::Builder<'static>> = LazyLock::new(|| {
    let mut builder = builder();
    builder.add_tags([audience::SECTION]).add_tag_attribute_values(
        audience::SECTION,
        audience::ATTRIBUTE,
        [audience::MEMBERS],
    );
    builder
});

static CONTENT_ELEMENTS: LazyLock<HashSet<&'static str>> = LazyLock::new(|| CONTENT_SANITISER.clone_tags());

/// Returns HTML that is safe to show: scripts, styles, handlers and foreign schemes removed, nesting bounded.
pub fn html(text: &str) -> String {
    clean(text, &SANITISER, &ELEMENTS)
}

/// Returns HTML like [`html`], with parts for members kept ([`audience`]). Only texts whose readers differ by
/// [`audience::open_text`] are cleaned with it.
pub fn content_html(text: &str) -> String {
    clean(text, &CONTENT_SANITISER, &CONTENT_ELEMENTS)
}

fn clean(text: &str, sanitiser: &ammonia::Builder<'_>, elements: &HashSet<&'static str>) -> String {
    // The parser drops one byte order mark each time, so all are removed here.
    let nested = nesting::html(text.trim_start_matches('\u{feff}'), elements);
    let cleaned = sanitiser.clean(&nested).to_string();
    cleaned.trim_start_matches('\u{feff}').to_owned()
}

/// Returns a plain text as HTML, for an element or an attribute.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            c => escaped.push(c),
        }
    }
    escaped
}

/// Removes the white space around a text.
pub fn trim(text: &str) -> String {
    text.trim().to_owned()
}

/// Returns a name or a title in one line.
pub fn line(text: &str) -> String {
    fold::one_line(text)
}

/// Returns the canonical form of an e-mail address.
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
