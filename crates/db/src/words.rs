//! The search for words by each database's index (`docs/decisions/0064-search.md`).

use ateneu_base::Value;

use crate::{Dialect, Error, Row, Tx};

/// Number of the newest rows that PostgreSQL searches first for frequent words.
const NEWEST: usize = 1_000;
/// Divisor of [`NEWEST`]: a page larger than this part goes to the index. Of rarer words the index has few rows.
const FREQUENT: usize = 20;

/// SQL of a search, see [`Dialect::newest_with_words`].
#[derive(Clone, Debug)]
pub struct WordSearch {
    table: String,
    dialect: Dialect,
    /// SQL after `FROM`.
    pub source: String,
    /// SQL after `WHERE`.
    pub condition: String,
    /// SQL after `ORDER BY`.
    pub order: &'static str,
    /// SQL that is true if a row of the index has all the words. It is selected, so that `LIMIT` counts every row.
    pub has_all: &'static str,
    /// SQL that is true if it has any of the words.
    pub has_any: &'static str,
}

impl WordSearch {
    /// Returns the parameters $1 to $5 for texts whose words begin with all of `words`, or with `any` of them. A word
    /// of one letter must match as a whole. With `channels`, SQLite finds only rows of these; PostgreSQL leaves that to
    /// a condition. At most `most` rows are returned, after the one with an instant and id if given.
    ///
    /// Words are folded, see [`ateneu_base::fold::words`].
    pub fn parameters(
        &self,
        words: &[String],
        any: bool,
        channels: Option<&[&str]>,
        after: Option<(&str, &str)>,
        most: usize,
    ) -> Vec<Value> {
        let (at, id) = after.unwrap_or(("9999-12-31T23:59:59.999999+00:00", ""));
        let words_in_text: Vec<_> = words.iter().map(|word| format!(" {word}")).collect();
        vec![
            self.dialect.words_query(words, any, channels).into(),
            at.into(),
            id.into(),
            Value::Int(i64::try_from(most).unwrap_or(i64::MAX)),
            Value::Text(serde_json::Value::from(words_in_text).to_string()),
        ]
    }

    /// Returns the rows of a statement over this search, limited to `page` rows in $4. With `any`, one word suffices.
    ///
    /// PostgreSQL reads all rows that the index names before it takes the newest. For frequent words, the newest rows
    /// alone fill a page in a fraction of that time.
    pub fn rows(
        &self,
        tx: &mut Tx<'_>,
        any: bool,
        page: usize,
        parameters: &[Value],
        statement: impl Fn(&Self) -> String,
    ) -> Result<Vec<Row>, Error> {
        if self.dialect == Dialect::Postgres && page * FREQUENT <= NEWEST {
            let rows = tx.query(&statement(&self.among_newest(any)), parameters)?;
            if rows.len() >= page {
                return Ok(rows);
            }
        }
        tx.query(&statement(self), parameters)
    }

    /// Returns the same search among the newest rows, without the index. A word of one letter must match as a whole, as
    /// in the index.
    fn among_newest(&self, any: bool) -> Self {
        let table = &self.table;
        let found = "strpos(' ' || n.search_text || ' ', CASE length(w) WHEN 2 THEN w || ' ' ELSE w END)";
        let words = "(SELECT json_array_elements_text(CAST(CAST($5 AS text) AS json)) AS w) words";
        let has = match any {
            true => format!("EXISTS (SELECT 1 FROM {words} WHERE {found} > 0)"),
            false => format!("NOT EXISTS (SELECT 1 FROM {words} WHERE {found} = 0)"),
        };
        let source = format!(
            "(SELECT n.* FROM (SELECT * FROM {table}
                 WHERE (created_at, id) < (CAST($2 AS text), CAST($3 AS text))
                 ORDER BY created_at DESC, id DESC LIMIT {NEWEST}) n
              WHERE CAST($1 AS text) IS NOT NULL AND {has}) t"
        );
        Self { source, ..self.clone() }
    }
}

impl Dialect {
    /// Returns the search text in the syntax of the database's index.
    fn words_query(self, words: &[String], any: bool, channels: Option<&[&str]>) -> String {
        let part = |word: &String| match (self, word.chars().nth(1)) {
            (Dialect::Sqlite, None) => format!("\"{word}\""),
            // The index holds prefixes of up to six letters. `has_all` and `has_any` compare the rest.
            (Dialect::Sqlite, _) => format!("\"{}\"*", word.chars().take(6).collect::<String>()),
            (Dialect::Postgres, None) => format!("'{word}'"),
            (Dialect::Postgres, _) => format!("'{word}':*"),
        };
        let (and, or) = match self {
            Dialect::Sqlite => (" AND ", " OR "),
            Dialect::Postgres => (" & ", " | "),
        };
        let words = words.iter().map(part).collect::<Vec<_>>().join(if any { or } else { and });
        match (self, channels) {
            (Dialect::Sqlite, Some(channels)) => {
                let hex = |id: &&str| id.bytes().map(|byte| format!("{byte:02x}")).collect::<String>();
                let channels: Vec<_> = channels.iter().map(|id| format!("\"¤{}\"", hex(id))).collect();
                format!("({words}) AND ({})", channels.join(or))
            }
            _ => words,
        }
    }

    /// Returns a source of rows `t` of an indexed table, newest first, for a statement with [`WordSearch::parameters`].
    pub fn newest_with_words(self, table: &str) -> WordSearch {
        match self {
            Dialect::Sqlite => WordSearch {
                table: table.to_owned(),
                dialect: self,
                source: format!(
                    "{table}_search s CROSS JOIN {table}_search_rows r ON r.place = s.rowid
                     CROSS JOIN {table} t ON t.id = r.id"
                ),
                condition: format!(
                    "{table}_search MATCH $1 AND s.rowid < coalesce(
                         (SELECT place FROM {table}_search_rows WHERE id = $3),
                         unixepoch(substr($2, 1, 19)) * 1000000 + substr($2, 21, 6))"
                ),
                order: "s.rowid DESC",
                has_all: "NOT EXISTS (SELECT 1 FROM json_each($5) w WHERE instr(' ' || t.search_text, w.value) = 0)",
                has_any: "EXISTS (SELECT 1 FROM json_each($5) w WHERE instr(' ' || t.search_text, w.value) > 0)",
            },
            // Materialised, because the planner may otherwise read every row instead of the index.
            Dialect::Postgres => WordSearch {
                table: table.to_owned(),
                dialect: self,
                source: format!(
                    "(SELECT * FROM {table}
                      WHERE words_vector(search_text) @@ CAST(CAST($1 AS text) AS tsquery) OFFSET 0) t"
                ),
                condition: "(t.created_at, t.id) < (CAST($2 AS text), CAST($3 AS text))".into(),
                order: "t.created_at DESC, t.id DESC",
                has_all: "CAST($5 AS text) IS NOT NULL",
                has_any: "CAST($5 AS text) IS NOT NULL",
            },
        }
    }
}
