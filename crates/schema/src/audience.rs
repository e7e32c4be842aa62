//! Parts of a text for members: sections that callers without the entitlement of the text read as a teaser.

/// The element of such a part.
pub const SECTION: &str = "section";
/// The attribute that marks it.
pub const ATTRIBUTE: &str = "data-audience";
/// The value of the attribute.
pub const MEMBERS: &str = "members";

/// The teaser in place of a part. It has the marks of a part, so that the site and emails can say which plan opens it.
pub const TEASER: &str =
    "<section data-audience=\"members\"><p>Este trecho é só para assinantes.</p></section>";

/// Returns a cleaned text ([`crate::sanitize::content_html`]) with [`TEASER`] in place of each part for members. Returns
/// `None` if there is none.
pub fn open_text(html: &str) -> Option<String> {
    replace_member_parts(html, TEASER)
}

/// Returns a cleaned text with `teaser` in place of each outermost part for members. Returns `None` if there is none. A
/// part without an end reaches to the end of the text.
pub fn replace_member_parts(html: &str, teaser: &str) -> Option<String> {
    let mut open = String::new();
    let mut rest = html;
    let mut is_found = false;
    while let Some((begin, end)) = next_part(rest) {
        open.extend([&rest[..begin], teaser]);
        rest = &rest[end..];
        is_found = true;
    }
    open.push_str(rest);
    is_found.then_some(open)
}

/// Returns start and end of the first outermost part for members.
fn next_part(html: &str) -> Option<(usize, usize)> {
    let (mut begin, mut depth) = (None, 0_usize);
    for (at, tag) in tags(html) {
        let name = tag.trim_start_matches(['<', '/']).split(|c: char| !c.is_ascii_alphanumeric()).next();
        if !name.is_some_and(|name| name.eq_ignore_ascii_case(SECTION)) {
            continue;
        }
        match (begin, tag.starts_with("</")) {
            (None, false) if tag.contains(ATTRIBUTE) => (begin, depth) = (Some(at), 1),
            (Some(_), false) => depth += 1,
            (Some(begin), true) if depth == 1 => return Some((begin, at + tag.len())),
            (Some(_), true) => depth -= 1,
            (None, _) => {}
        }
    }
    begin.map(|begin| (begin, html.len()))
}

/// Returns the tags of HTML with their positions. A `>` in an attribute does not end a tag.
fn tags(html: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let begin = at + html[at..].find('<')?;
        let mut is_quoted = false;
        let end = html[begin..].find(|c: char| {
            is_quoted ^= c == '"';
            c == '>' && !is_quoted
        });
        at = end.map_or(html.len(), |end| begin + end + 1);
        Some((begin, &html[begin..at]))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sanitize;

    fn part(text: &str) -> String {
        format!("<section data-audience=\"members\">{text}</section>")
    }

    #[test]
    fn each_part_for_members_becomes_a_teaser() {
        let html = format!("<p>a</p>{}<p>b</p>{}<p>c</p>", part("<p>x</p>"), part("<ul><li>y</li></ul>"));
        assert_eq!(open_text(&html), Some(format!("<p>a</p>{TEASER}<p>b</p>{TEASER}<p>c</p>")));
        assert_eq!(replace_member_parts(&html, "-").as_deref(), Some("<p>a</p>-<p>b</p>-<p>c</p>"));
        let again = open_text(TEASER);
        assert_eq!(again.as_deref(), Some(TEASER));
    }

    #[test]
    fn a_text_without_parts_for_members_has_no_open_text() {
        for html in
            ["", "<p>a</p>", "<section><p>a</p></section>", "a &lt;section data-audience=\"members\">"]
        {
            assert_eq!(open_text(html), None, "{html}");
        }
    }

    #[test]
    fn no_text_of_a_part_for_members_stays_open() {
        let nested = part(&format!("x{}x<section>x</section>x", part("x")));
        for dirty in [
            part("x"),
            nested.clone(),
            format!("<blockquote>{nested}</blockquote>"),
            format!("<section>a{nested}</section>"),
            part("x<img src=\"/a.png\" alt=\"</section>\">x"),
            part("x<a href='/\"></section>'>x</a>x"),
            part("x</p></div></blockquote></b>x"),
            part("<table>x<tr>x<td>x</table>x"),
            part("<!-- </section> -->x<b>x</b><script></section></script>x"),
            format!("<table>{}<tr><td>a</td></tr></table>", part("x")),
            format!("{}{}", "<div>".repeat(40), part("x<p>x</p>")),
            format!("{}{}", "<b><p>".repeat(40), part("x<p>x</p>")),
            "a<SECTION Data-Audience='MEMBERS'>x".to_owned(),
            "<section data-audience=members>x<section>x</section>x".to_owned(),
        ] {
            let clean = sanitize::content_html(&dirty);
            let open = replace_member_parts(&clean, "-").unwrap_or(clean);
            assert!(!open.contains('x'), "{open} of {dirty}");
        }
    }

    #[test]
    fn only_contents_keep_parts_for_members() {
        let html = part("<p>a</p>");
        assert_eq!(sanitize::content_html(&html), html);
        assert_eq!(sanitize::html(&html), "<p>a</p>");
        let other = "<section data-audience=\"all\" class=\"x\" id=\"y\"><p>a</p></section>";
        assert_eq!(sanitize::content_html(other), "<section><p>a</p></section>");
    }
}
