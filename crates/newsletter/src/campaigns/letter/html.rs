//! The text in the tags and inline styles that email programs support. Classes are those of the layout's dark mode.

use std::fmt::Write;

use ateneu_schema::sanitize;

use super::pieces::{Element, PLANS, Piece, VOID, absolute, marked};

/// Width of a picture in pixels: that of the sheet without its margins.
const PICTURE_WIDTH: u32 = 518;

/// Tags that stay, with class and style.
const STYLES: &[(&str, &str, &str, &str)] = &[
    ("p", "p", "long", "margin:0 0 20px;font-size:16px;line-height:1.62;color:#3d4a44;"),
    ("h1", "h2", "ink", HEADING),
    ("h2", "h2", "ink", HEADING),
    ("h3", "h3", "ink", SUBHEADING),
    ("h4", "h4", "ink", SUBHEADING),
    ("h5", "h5", "ink", SUBHEADING),
    ("h6", "h6", "ink", SUBHEADING),
    ("ul", "ul", "long", LIST),
    ("ol", "ol", "long", LIST),
    ("li", "li", "long", "margin:0 0 8px;"),
    ("dl", "div", "long", LIST),
    ("dt", "p", "ink", "margin:0;font-size:16px;line-height:1.5;font-weight:600;color:#12201b;"),
    ("dd", "p", "long", "margin:0 0 12px;font-size:16px;line-height:1.62;color:#3d4a44;"),
    (
        "blockquote",
        "div",
        "long",
        "margin:0 0 20px;padding-left:16px;border-left:2px solid #c2331a;font-size:16px;line-height:1.62;color:#3d4a44;",
    ),
    ("aside", "div", "line", "margin:0 0 24px;padding:16px 20px 1px;border:1px solid #d2d8cf;"),
    ("figure", "div", "", "margin:0 0 24px;"),
    ("figcaption", "p", "meta", "margin:8px 0 0;font-size:13px;line-height:1.5;color:#566259;"),
    (
        "pre",
        "pre",
        "long line",
        "margin:0 0 20px;padding:12px 16px;border:1px solid #d2d8cf;font-size:14px;line-height:1.5;white-space:pre-wrap;color:#3d4a44;",
    ),
    ("table", "table", "line", "margin:0 0 24px;width:100%;border-collapse:collapse;"),
    (
        "th",
        "th",
        "ink line",
        "padding:8px 12px 8px 0;text-align:left;font-size:14px;line-height:1.5;border-bottom:1px solid #d2d8cf;color:#12201b;",
    ),
    (
        "td",
        "td",
        "long line",
        "padding:8px 12px 8px 0;font-size:14px;line-height:1.5;vertical-align:top;border-bottom:1px solid #d2d8cf;color:#3d4a44;",
    ),
    ("summary", "p", "ink", "margin:0 0 8px;font-size:16px;line-height:1.5;font-weight:600;color:#12201b;"),
    ("details", "div", "", "margin:0 0 20px;"),
    ("mark", "span", "", "background:#f6e3a1;color:#12201b;"),
];

const HEADING: &str = "margin:32px 0 12px;font-family:'STIX Two Text',Georgia,'Times New Roman',serif;font-weight:400;font-size:24px;line-height:1.2;color:#12201b;";
const SUBHEADING: &str = "margin:24px 0 8px;font-size:18px;line-height:1.35;font-weight:600;color:#12201b;";
const LIST: &str = "margin:0 0 20px;padding:0 0 0 22px;font-size:16px;line-height:1.62;color:#3d4a44;";

/// Tags that stay as they are, without attributes.
const BARE: [&str; 20] = [
    "strong", "b", "em", "i", "u", "s", "del", "ins", "sub", "sup", "code", "kbd", "small", "q", "abbr",
    "cite", "thead", "tbody", "tr", "br",
];

/// Site that a letter belongs to.
pub(super) struct Site<'a> {
    /// Address, without a slash at its end.
    pub(super) url: &'a str,
    /// Mark of the campaign in links to the site.
    pub(super) mark: &'a str,
    /// Name of the link to the plans.
    pub(super) plans: &'a str,
}

impl Site<'_> {
    fn link(&self, address: &str) -> String {
        sanitize::escape(&marked(absolute(address, self.url), self.url, self.mark))
    }
}

/// Returns the text for email programs. Links and pictures of the site get its address.
pub(super) fn render(pieces: &[Piece], site: &Site<'_>) -> String {
    let mut out = String::new();
    for piece in pieces {
        match piece {
            Piece::Text(text) => out.push_str(&sanitize::escape(text)),
            Piece::Open(element) => open(&mut out, element, site),
            Piece::Close(name) => close(&mut out, name),
            Piece::Teaser(text) => teaser(&mut out, text, site),
        }
    }
    out
}

fn style(name: &str) -> Option<(&'static str, &'static str, &'static str)> {
    STYLES.iter().find(|(known, ..)| *known == name).map(|(_, tag, class, style)| (*tag, *class, *style))
}

// Writing to a string does not fail.
fn open(out: &mut String, element: &Element, site: &Site<'_>) {
    let name = element.name.as_str();
    let _ = match name {
        "a" => {
            let link = site.link(element.attribute("href"));
            write!(out, r#"<a class="north" href="{link}" style="color:#c2331a;">"#)
        }
        "img" => {
            picture(out, element, site.url);
            Ok(())
        }
        "hr" => write!(
            out,
            r#"<div class="line" style="margin:32px 0;border-top:1px solid #d2d8cf;font-size:0;line-height:0;">&nbsp;</div>"#
        ),
        _ if BARE.contains(&name) => write!(out, "<{name}>"),
        _ => match style(name) {
            Some((tag, "", style)) => write!(out, r#"<{tag} style="{style}">"#),
            Some((tag, class, style)) => write!(out, r#"<{tag} class="{class}" style="{style}">"#),
            // Other tags are dropped, their contents stay.
            None => Ok(()),
        },
    };
}

fn close(out: &mut String, name: &str) {
    let tag = match style(name) {
        Some((tag, ..)) => tag,
        None if (BARE.contains(&name) || name == "a") && !VOID.contains(&name) => name,
        None => return,
    };
    out.push_str(&format!("</{tag}>"));
}

/// Writes a picture no wider than the sheet. Programs without pictures show its text.
fn picture(out: &mut String, element: &Element, site: &str) {
    let width = element.attribute("width").parse().unwrap_or(PICTURE_WIDTH).clamp(1, PICTURE_WIDTH);
    let (source, text) = (absolute(element.attribute("src"), site), element.attribute("alt"));
    out.push_str(&format!(
        r#"<img class="meta" src="{}" alt="{}" width="{width}" style="display:block;width:100%;max-width:{width}px;height:auto;border:0;font-size:14px;color:#566259;">"#,
        sanitize::escape(&source),
        sanitize::escape(text)
    ));
}

fn teaser(out: &mut String, text: &str, site: &Site<'_>) {
    let aside = style("aside").map_or("", |(_, _, style)| style);
    let paragraph = style("p").map_or("", |(_, _, style)| style);
    out.push_str(&format!(
        r#"<div class="line" style="{aside}"><p class="long" style="{paragraph}">{} <a class="north" href="{}" style="color:#c2331a;">{}</a></p></div>"#,
        sanitize::escape(text.trim()),
        site.link(PLANS),
        sanitize::escape(site.plans)
    ));
}

#[cfg(test)]
mod tests {
    use super::super::pieces;
    use super::*;

    fn rendered(html: &str) -> String {
        let site = Site { url: "https://casa.test", mark: "carta-7", plans: "Conhecer os planos" };
        render(&pieces::read(html), &site)
    }

    #[test]
    fn links_become_absolute_and_texts_stay_escaped() {
        let html = rendered(
            r#"<p>Leia <a href="/blog/x?a=1&amp;b=2" rel="noopener">isto</a> &lt;b&gt;</p><img src="/storage/a.png" alt='Um "gráfico"' width="1200">"#,
        );
        assert!(
            html.contains(
                r#"href="https://casa.test/blog/x?a=1&amp;b=2&amp;utm_source=carta-7&amp;utm_medium=email""#
            ),
            "{html}"
        );
        assert!(html.contains("&lt;b&gt;") && !html.contains("rel="), "{html}");
        assert!(
            html.contains(
                r#"src="https://casa.test/storage/a.png" alt="Um &quot;gráfico&quot;" width="518""#
            ),
            "{html}"
        );
    }

    #[test]
    fn every_tag_is_closed_and_unknown_ones_leave_their_text() {
        let html = rendered(
            "<blockquote><p>a</p></blockquote><section><video>b</video></section><ul><li>c<br>d</li></ul><hr>",
        );
        assert!(!html.contains("video") && !html.contains("section") && html.contains('b'), "{html}");
        for tag in ["div", "p", "ul", "li"] {
            let (open, close) = (format!("<{tag} "), format!("</{tag}>"));
            assert_eq!(html.matches(&open).count(), html.matches(&close).count(), "{tag} in {html}");
        }
    }

    #[test]
    fn personal_fields_survive() {
        assert!(
            rendered("<p>Olá, {primeiro_nome|leitor &amp; cia}</p>")
                .contains("Olá, {primeiro_nome|leitor &amp; cia}")
        );
    }
}
