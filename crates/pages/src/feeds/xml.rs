//! Elements of XML documents.

/// Escapes text for an element or an attribute. Characters that XML does not allow are left out.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&apos;"),
            '\u{0}'..='\u{8}' | '\u{B}' | '\u{C}' | '\u{E}'..='\u{1F}' | '\u{FFFE}' | '\u{FFFF}' => {}
            other => escaped.push(other),
        }
    }
    escaped
}

/// Returns `<name>text</name>`, escaped.
pub(super) fn element(name: &str, text: &str) -> String {
    format!("<{name}>{}</{name}>", escape(text))
}
