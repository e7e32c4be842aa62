//! Reading time of a text, computed from its words unless its author states one.

use ateneu_base::{Record, fold};
use ateneu_schema::Words;
use serde_json::Value as Json;

use crate::{content_type::ContentType, markup};

/// Silent reading speed in Portuguese.
const WORDS_PER_MINUTE: usize = 180;

/// Returns the reading time of an article's or a letter's text, such as `5 min`. Returns `None` without words, and for
/// other types, whose text only accompanies a recording, a document or a link.
pub fn counted(content_type: &str, body: &str) -> Option<String> {
    if is_text(content_type) { minutes(body) } else { None }
}

/// Returns the reading time of a form, whose text may be Markdown.
pub fn of_draft(fields: &Record) -> Option<String> {
    let text = |name: &str| fields.get(name).and_then(Json::as_str).unwrap_or_default();
    if is_text(text("content_type")) { minutes(&markup::html(text("body"))) } else { None }
}

fn is_text(content_type: &str) -> bool {
    ContentType::of(content_type).is_some_and(ContentType::is_text)
}

fn minutes(html: &str) -> Option<String> {
    let words = fold::fold_html(html).split(' ').filter(is_word).count();
    (words > 0).then(|| format!("{} min", ((words + WORDS_PER_MINUTE / 2) / WORDS_PER_MINUTE).max(1)))
}

fn is_word(text: &&str) -> bool {
    text.chars().any(char::is_alphanumeric)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn minutes_follow_from_the_words_of_the_text() {
        for (words, expected) in
            [(1, "1 min"), (269, "1 min"), (270, "2 min"), (900, "5 min"), (1_000, "6 min")]
        {
            let body = format!("<p title=\"nada disto\">{}</p>", "palavra — ".repeat(words));
            assert_eq!(counted("article", &body).as_deref(), Some(expected), "{words}");
            assert_eq!(counted("letter", &body).as_deref(), Some(expected), "{words}");
            assert_eq!(counted("video", &body), None);
        }
        let draft = |body: &str| {
            of_draft(&Record::from_iter([
                ("content_type".into(), "article".into()),
                ("body".into(), body.into()),
            ]))
        };
        assert_eq!(draft(""), None);
        assert_eq!(draft("## Um\n\n[texto](/x)").as_deref(), Some("1 min"));
    }
}
