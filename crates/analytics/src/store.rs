//! The counts in the database.

use std::collections::{BTreeMap, BTreeSet};

use ateneu_base::Value;
use ateneu_db::{Db, Tx};

use crate::{
    Error,
    counters::{Counts, Seen},
    source::Source,
};

/// Rows per statement, well below the parameter limits of both databases.
const ROWS: usize = 100;

/// Adds counts to the stored ones, in one transaction.
pub async fn add(db: &Db, counts: Counts) -> Result<(), Error> {
    let (mut views, mut clicks, mut sources) = (Vec::new(), Vec::new(), Sources::new());
    for ((day, seen), count) in counts {
        match seen {
            Seen::From { source, what } => {
                sources.entry(day).or_default().push((source, what, count));
            }
            Seen::View(path) => views.push(vec![day.into(), path.into(), count.into()]),
            Seen::Click { category, label } => {
                clicks.push(vec![day.into(), category.into(), label.into(), count.into()]);
            }
        }
    }
    let stored = db.write(move |tx| {
        upsert(tx, "page_views", &["day", "path"], "views", &views)?;
        upsert(tx, "analytics_events", &["day", "category", "label"], "count", &clicks)?;
        add_sources(tx, sources)
    });
    Ok(stored.await?)
}

/// Adds counts of `visit_sources`.
pub fn add_sources(tx: &mut Tx<'_>, sources: Sources) -> Result<(), ateneu_db::Error> {
    let rows = bounded(tx, sources)?;
    upsert(tx, "visit_sources", SOURCE_KEY, "count", &rows)
}

/// The key of `visit_sources`.
pub const SOURCE_KEY: &[&str] = &["day", "kind", "source", "what"];

/// Maximum number of sources with free names in a day. More count as [`Source::other`]. Concurrent nodes may add a few.
const MAX_SOURCES: usize = 100;

/// Counts of each day, as source, event and number.
pub type Sources = BTreeMap<String, Vec<(Source, &'static str, i64)>>;

/// Returns rows of `visit_sources`. Sources beyond the day's maximum count as others.
fn bounded(tx: &mut Tx<'_>, sources: Sources) -> Result<Vec<Vec<Value>>, ateneu_db::Error> {
    let mut rows = BTreeMap::new();
    for (day, counted) in sources {
        let mut known = open_sources(tx, &day)?;
        for (source, what, count) in counted {
            let has_place = !source.is_open() || known.contains(&source) || known.len() < MAX_SOURCES;
            let source = if has_place { source } else { Source::other() };
            if source.is_open() {
                known.insert(source.clone());
            }
            *rows.entry((day.clone(), source, what)).or_insert(0) += count;
        }
    }
    let row = |((day, source, what), count): ((String, Source, &str), i64)| {
        vec![day.into(), source.kind.into(), source.name.into(), what.into(), count.into()]
    };
    Ok(rows.into_iter().map(row).collect())
}

fn open_sources(tx: &mut Tx<'_>, day: &str) -> Result<BTreeSet<Source>, ateneu_db::Error> {
    let sql = "SELECT DISTINCT kind, source FROM visit_sources WHERE day = $1";
    let rows: Vec<(String, String)> = tx.query_as(sql, &[day.into()])?;
    let stored = rows.iter().filter_map(|(kind, source)| Source::stored(kind, source));
    Ok(stored.filter(Source::is_open).collect())
}

/// Adds the numbers of rows to those stored under the same keys.
pub fn upsert(
    tx: &mut Tx<'_>,
    table: &str,
    key: &[&str],
    counted: &str,
    rows: &[Vec<Value>],
) -> Result<(), ateneu_db::Error> {
    let key = key.join(", ");
    for rows in rows.chunks(ROWS) {
        let mut number = 0;
        let values: Vec<String> = rows
            .iter()
            .map(|row| {
                let marks: Vec<String> = row
                    .iter()
                    .map(|_| {
                        number += 1;
                        format!("${number}")
                    })
                    .collect();
                format!("({})", marks.join(", "))
            })
            .collect();
        let sql = format!(
            "INSERT INTO {table} ({key}, {counted}) VALUES {} \
             ON CONFLICT ({key}) DO UPDATE SET {counted} = {table}.{counted} + excluded.{counted}",
            values.join(", ")
        );
        tx.execute(&sql, &rows.concat())?;
        tx.changed_table(table);
    }
    Ok(())
}

/// Removes all earlier days.
pub async fn remove_before(db: &Db, day: String) -> Result<(), Error> {
    db.write(move |tx| {
        let day = [Value::from(day)];
        for table in ["page_views", "analytics_events", "visit_sources"] {
            if tx.execute(&format!("DELETE FROM {table} WHERE day < $1"), &day)? > 0 {
                tx.changed_table(table);
            }
        }
        Ok(())
    })
    .await
}
