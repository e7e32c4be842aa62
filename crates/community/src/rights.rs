//! Checks the read rules of tables for one person.

use ateneu_base::{Caller, Record, Timestamp};
use ateneu_db::{Error, Row};
use ateneu_schema::{Schema, Source, Table};

/// Returns SQL: the subject of a notice is gone, or its person has muted it. Its `posts` and `comments` are joined.
pub fn is_over(notice: &str) -> String {
    format!(
        "coalesce(posts.is_deleted, FALSE) OR coalesce(comments.is_hidden, FALSE)
             OR coalesce(comments.is_deleted, FALSE)
             OR coalesce((SELECT level FROM post_states
                          WHERE post_states.user_id = {notice}.user_id AND post_states.post_id = {notice}.post_id),
                         (SELECT level FROM channel_states
                          WHERE channel_states.user_id = {notice}.user_id
                            AND channel_states.channel_id = posts.channel_id), '') = 'silenciar' AS is_over"
    )
}

/// Returns the columns of a table that a row holds under a prefix, as a record for rules.
pub fn record(table: &Table, columns: &[&'static str], prefix: &str, row: &Row) -> Record {
    let value = |name: &str| {
        let kind = table.column(name).map(|column| column.kind);
        kind.map_or_else(Default::default, |kind| kind.json(row.get(&format!("{prefix}{name}"))))
    };
    columns.iter().map(|name| ((*name).to_owned(), value(name))).collect()
}

/// A table for checks of its rows: the columns of its rules, and the shown one.
pub struct Rights<'a> {
    table: &'a Table,
    shown: &'static str,
    prefix: &'static str,
    columns: Vec<&'static str>,
}

impl<'a> Rights<'a> {
    /// Creates the rights for the column `shown` of a table. Returns `None` if there is no such table.
    fn of(schema: &'a Schema, name: &str, shown: &'static str, prefix: &'static str) -> Option<Self> {
        let table = schema.table(name)?;
        let mut columns = table.rules.read.columns();
        columns.extend(table.mask_of(shown).map(|unless| unless.columns()).unwrap_or_default());
        columns.sort_unstable();
        columns.dedup();
        // A column that is not stored is missing in the row, and satisfies no rule.
        columns.retain(|name| {
            let stored = |source: &Source| matches!(source, Source::Stored | Source::Derived(_));
            table.column(name).is_some_and(|column| stored(&column.source))
        });
        Some(Self { table, shown, prefix, columns })
    }

    /// Returns the rights on the titles of posts and contents.
    ///
    /// # Errors
    /// Fails if one of the tables is not declared.
    pub fn of_titles(schema: &'a Schema) -> Result<(Self, Self), Error> {
        let posts = Self::of(schema, "community_posts", "title", "post_");
        let titles = posts.zip(Self::of(schema, "contents", "title", "content_"));
        titles.ok_or_else(|| Error::Other("a table of the notices is not declared".to_owned()))
    }

    /// Returns SQL of the columns of `alias` that [`Rights::readable_text`] reads.
    pub fn select(&self, alias: &str) -> String {
        let columns = self.columns.iter().chain([&self.shown]);
        let columns: Vec<_> =
            columns.map(|name| format!("{alias}.{name} AS {}{name}", self.prefix)).collect();
        columns.join(", ")
    }

    /// Returns the shown column of a row, if the caller may read it now.
    pub fn readable_text<'r>(&self, row: &'r Row, caller: &Caller, now: Timestamp) -> Option<&'r str> {
        let record = record(self.table, &self.columns, self.prefix, row);
        let is_masked =
            self.table.mask_of(self.shown).is_some_and(|unless| !unless.admits(caller, &record, now));
        let is_read = self.table.rules.read.admits(caller, &record, now) && !is_masked;
        row.text(&format!("{}{}", self.prefix, self.shown)).filter(|_| is_read)
    }
}
