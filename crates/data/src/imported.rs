//! Rows of another database, brought into the declared form.

use ateneu_base::{Caller, Record, Timestamp, Value};
use ateneu_schema::{Column, Default, Source, Table};
use serde_json::Value as Json;

use crate::{
    error::Error,
    run::{checks, row::Frame},
    values,
};

/// A row of a declared table, made of texts from elsewhere.
#[derive(Clone, Debug)]
pub struct ImportedRow {
    /// Values of all stored columns, in the order of their declaration.
    pub values: Vec<Value>,
    /// Columns whose values follow from the texts. The others have their defaults.
    pub given: Vec<&'static str>,
}

/// Makes a row of texts as PostgreSQL writes them, `None` for NULL. Texts are cleaned, derived columns computed and limits
/// checked as for a row that a request writes; nobody's rights are asked, and no trigger runs.
///
/// # Errors
/// Fails if a text is no value of its column, or a value breaks a limit.
pub fn imported_row(
    table: &Table,
    texts: &[(&str, Option<String>)],
    now: Timestamp,
) -> Result<ImportedRow, Error> {
    let caller = Caller::as_service("imports a row");
    let frame = Frame { table, caller: &caller, now };
    let (mut row, mut named) = (Record::new(), Vec::new());
    for column in table.stored() {
        let text = texts.iter().find(|(name, _)| *name == column.name).map(|(_, text)| text.as_deref());
        let has_default = !column.nullable && !matches!(column.default, Default::Null);
        let value = match text {
            Some(Some(text)) => values::parse(column.kind, text, now)?,
            Some(None) if !has_default => Json::Null,
            _ => frame.default(column, &row),
        };
        row.insert(column.name.into(), value);
        named.extend(text.map(|_| column));
    }
    frame.complete(&named, &mut row);
    for column in table.stored().filter(|column| is_recomputed(column)) {
        if let Some(compute) = column.recompute.as_ref().filter(|_| !is_named(&named, column)) {
            let value = column.kind.json(&compute.of(&row));
            row.insert(column.name.into(), value);
        }
    }
    let columns: Vec<&Column> = table.stored().collect();
    checks::verify(table, &columns, &row)?;
    let given = columns.iter().filter(|column| {
        is_named(&named, column) || is_recomputed(column) || matches!(column.source, Source::Derived(_))
    });
    Ok(ImportedRow {
        given: given.map(|column| column.name).collect(),
        values: columns.iter().map(|column| frame.bound(column, &row)).collect(),
    })
}

/// Returns `true` for a stored column that other code computes from the rest of the row.
fn is_recomputed(column: &Column) -> bool {
    matches!(column.source, Source::Stored) && column.recompute.is_some()
}

fn is_named(named: &[&Column], column: &Column) -> bool {
    named.iter().any(|other| other.name == column.name)
}

#[cfg(test)]
mod tests {
    use ateneu_schema::{
        sanitize,
        table::{boolean, exposed, int, json, text, text_array, timestamp, uuid},
    };

    use super::*;

    const NOW: Timestamp = Timestamp::from_seconds(1_800_000_000);

    fn books() -> Table {
        exposed("books", "Books.").columns([
            uuid("id").new_id(),
            text("title").required().length(1, 20).sanitized(sanitize::line),
            text("folded").derived_from(&["title"], |[title]| title.to_lowercase()),
            boolean("is_lent").or(false),
            int("pages"),
            text_array("tags"),
            json("facts"),
            timestamp("created_at").now(),
        ])
    }

    fn row(texts: &[(&str, Option<&str>)]) -> Result<ImportedRow, Error> {
        let texts: Vec<_> = texts.iter().map(|(name, text)| (*name, text.map(str::to_owned))).collect();
        imported_row(&books(), &texts, NOW)
    }

    #[test]
    fn texts_of_postgresql_become_values_of_the_columns() {
        let made = row(&[
            ("id", Some("6F9619FF-8B86-D011-B42D-00C04FC964FF")),
            ("title", Some(" A Hora ")),
            ("is_lent", None),
            ("tags", Some("{a,\"b c\"}")),
            ("facts", Some("{\"n\": 12345678901234567890.5}")),
            ("created_at", Some("2026-11-21 12:00:00.25-03")),
        ]);
        let made = made.unwrap();
        let text = |text: &str| Value::Text(text.into());
        assert_eq!(
            made.values,
            [
                text("6f9619ff-8b86-d011-b42d-00c04fc964ff"),
                text("A Hora"),
                text("a hora"),
                Value::Bool(false),
                Value::Null,
                text("[\"a\",\"b c\"]"),
                text("{\"n\":12345678901234567890.5}"),
                Timestamp::parse("2026-11-21T15:00:00.25Z").unwrap().into(),
            ]
        );
        assert_eq!(made.given, ["id", "title", "folded", "is_lent", "tags", "facts", "created_at"]);
    }

    #[test]
    fn texts_that_no_column_can_hold_are_refused() {
        for texts in [
            &[("title", Some("a")), ("id", Some("7"))][..],
            &[("title", None)],
            &[("title", Some("uma palavra comprida demais"))],
            &[("title", Some("a")), ("pages", Some("dez"))],
            &[("title", Some("a")), ("created_at", Some("infinity"))],
            &[("title", Some("a")), ("facts", Some("{"))],
        ] {
            assert!(row(texts).is_err(), "{texts:?}");
        }
    }
}
