//! Time that a text takes to read, counted from its words where its author says nothing.

use ateneu_base::{Record, Value, fold};
use serde_json::Value as Json;

use crate::markup;

/// Words a minute of silent reading in Portuguese.
const WORDS_PER_MINUTE: usize = 180;

/// The time that the text of an article takes, such as `5 min`. Nothing without words, and for other types, where the
/// text only accompanies a recording, a document or a link.
pub fn counted(row: &Record) -> Value {
    of(row, str::to_owned).into()
}

/// The same of a form, whose text may still be Markdown.
pub fn of_draft(fields: &Record) -> Option<String> {
    of(fields, markup::html)
}

fn of(row: &Record, html: fn(&str) -> String) -> Option<String> {
    let text = |name: &str| row.get(name).and_then(Json::as_str).unwrap_or_default();
    if text("content_type") != "article" {
        return None;
    }
    let words = fold::fold_html(&html(text("body"))).split(' ').filter(is_word).count();
    (words > 0).then(|| format!("{} min", ((words + WORDS_PER_MINUTE / 2) / WORDS_PER_MINUTE).max(1)))
}

fn is_word(text: &&str) -> bool {
    text.chars().any(char::is_alphanumeric)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn article(body: &str) -> Record {
        Record::from_iter([
            ("content_type".to_owned(), json!("article")),
            ("body".to_owned(), Json::from(body)),
        ])
    }

    #[test]
    fn minutes_follow_from_the_words_of_the_text() {
        for (words, expected) in
            [(1, "1 min"), (269, "1 min"), (270, "2 min"), (900, "5 min"), (1_000, "6 min")]
        {
            let body = format!("<p title=\"nada disto\">{}</p>", "palavra — ".repeat(words));
            assert_eq!(of(&article(&body), str::to_owned).as_deref(), Some(expected), "{words}");
        }
        assert_eq!(of_draft(&article("")), None);
        assert_eq!(of_draft(&article("## Um\n\n[texto](/x)")).as_deref(), Some("1 min"));
        let video = Record::from_iter([("content_type".to_owned(), json!("video"))]);
        assert_eq!(counted(&video), Value::Null);
    }
}
