//! Time that a text takes to read, counted from its words where its author says nothing.

use ateneu_base::{Record, fold};
use serde_json::Value as Json;

use crate::markup;

/// Words a minute of silent reading in Portuguese.
const WORDS_PER_MINUTE: usize = 180;
/// The type of contents whose text is counted.
const ARTICLE: &str = "article";

/// The time that the text of an article takes, such as `5 min`. Nothing without words, and for other types, where the
/// text only accompanies a recording, a document or a link.
pub fn counted([content_type, body]: [&str; 2]) -> Option<String> {
    if content_type == ARTICLE { minutes(body) } else { None }
}

/// The same of a form, whose text may still be Markdown.
pub fn of_draft(fields: &Record) -> Option<String> {
    let text = |name: &str| fields.get(name).and_then(Json::as_str).unwrap_or_default();
    if text("content_type") == ARTICLE { minutes(&markup::html(text("body"))) } else { None }
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
            assert_eq!(counted([ARTICLE, &body]).as_deref(), Some(expected), "{words}");
            assert_eq!(counted(["video", &body]), None);
        }
        let draft = |body: &str| {
            of_draft(&Record::from_iter([
                ("content_type".into(), ARTICLE.into()),
                ("body".into(), body.into()),
            ]))
        };
        assert_eq!(draft(""), None);
        assert_eq!(draft("## Um\n\n[texto](/x)").as_deref(), Some("1 min"));
    }
}
