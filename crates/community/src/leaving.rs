//! Mentions of a former member in others' texts: a neutral text replaces the link.

use crate::text::MEMBER_PATH;

/// Text that replaces the name in mentions.
const LEFT: &str = "pessoa que saiu";

/// Returns the Markdown without the links to this member, and without the id.
pub fn markdown(text: &str, id: &str) -> String {
    without(text, id, |before, after| {
        let words_end = before.rfind("](").filter(|at| !before[*at..].contains([')', ' ', '\n']))?;
        let begin = opening(&before[..words_end])?;
        Some((begin, after.find(')')? + 1))
    })
}

/// Returns the cleaned HTML without the links to this member, and without the id.
pub fn html(text: &str, id: &str) -> String {
    without(text, id, |before, after| {
        let begin = before.rfind("<a ").filter(|at| !before[*at..].contains('>'))?;
        Some((begin, after.find("</a>")? + "</a>".len()))
    })
}

/// Replaces each address of the member's card. `link` returns the start of the surrounding link in the text before, and
/// its end in the text after.
fn without(text: &str, id: &str, link: fn(&str, &str) -> Option<(usize, usize)>) -> String {
    let address = format!("{MEMBER_PATH}{id}");
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(&address) {
        let (before, after) = (&rest[..at], &rest[at + address.len()..]);
        let (begin, end) = link(before, after).unwrap_or((at, 0));
        shown.push_str(&rest[..begin]);
        shown.push_str(LEFT);
        rest = &after[end..];
    }
    shown.push_str(rest);
    shown.replace(id, LEFT)
}

/// Returns the position of the bracket that opens the text of a link, which may contain brackets.
fn opening(before: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, sign) in before.char_indices().rev() {
        match sign {
            ']' => depth += 1,
            '[' if depth == 0 => return Some(at),
            '[' => depth -= 1,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "0190a000-0000-7000-8000-000000000001";

    #[test]
    fn mentions_of_a_departed_member_lose_name_and_id() {
        let path = format!("/membros/membro/{ID}");
        for (text, expected) in [
            (
                format!("Obrigada, [@Ana [RH]]({path}), e [@Rui](/membros/membro/2)!"),
                "Obrigada, pessoa que saiu, e [@Rui](/membros/membro/2)!",
            ),
            (format!("[Ana](https://exemplo.com.br{path} \"Ana Souza\") [a](b)"), "pessoa que saiu [a](b)"),
            (format!("> [@Ana]({path}) disse\n[@Ana]({path})"), "> pessoa que saiu disse\npessoa que saiu"),
            (format!("(nota) {path} e `{ID}`"), "(nota) pessoa que saiu e `pessoa que saiu`"),
            (format!("[sem fim]({path}"), "[sem fim](pessoa que saiu"),
        ] {
            assert_eq!(markdown(&text, ID), expected, "{text}");
        }
        let shown = format!(
            "<p>Oi, <a href=\"{path}\" rel=\"noopener\">@<strong>Ana</strong></a>. <a href=\"/b\">b</a></p>"
        );
        assert_eq!(html(&shown, ID), "<p>Oi, pessoa que saiu. <a href=\"/b\">b</a></p>");
    }
}
