//! Texts of drafts, possibly in Markdown.

use ateneu_schema::{nesting, sanitize};
use pulldown_cmark::{Options, Parser};

/// Returns the text of a draft as it will be stored. A text that does not begin and end with elements is Markdown, as
/// in the form (`web/src/widgets/editor/markup.ts`).
pub fn html(source: &str) -> String {
    const BLOCKS: [&str; 16] = [
        "p",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "ul",
        "ol",
        "blockquote",
        "pre",
        "div",
        "section",
        "figure",
        "table",
        "hr",
    ];
    let name: String =
        source.trim_start_matches('<').chars().take_while(char::is_ascii_alphanumeric).collect();
    let begins =
        source.starts_with('<') && (BLOCKS.contains(&name.to_ascii_lowercase().as_str()) || name == "img");
    if begins && source.ends_with('>') {
        return sanitize::content_html(source);
    }
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    let mut html = String::new();
    pulldown_cmark::html::push_html(&mut html, Parser::new_ext(&nesting::markdown(source), options));
    sanitize::content_html(&html)
}

#[cfg(test)]
mod tests {
    use super::html;

    #[test]
    fn a_draft_is_shown_as_it_will_be_stored() {
        for (source, expected) in [
            ("<p>Um</p>", "<p>Um</p>"),
            ("<p onclick=\"x()\">Um</p><script>x()</script>", "<p>Um</p>"),
            ("## Parte\n\nTexto *forte*.", "<h2>Parte</h2>\n<p>Texto <em>forte</em>.</p>\n"),
            ("Um <b>dois</b>", "<p>Um <b>dois</b></p>\n"),
        ] {
            assert_eq!(html(source), expected, "{source}");
        }
    }
}
