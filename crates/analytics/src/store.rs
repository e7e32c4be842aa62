//! The counts in the database.

use ateneu_base::Value;
use ateneu_db::{Db, Tx};

use crate::{
    Error,
    counters::{Counts, Seen},
};

/// Rows of one statement: well below the parameters either database takes.
const ROWS: usize = 100;

/// Adds the counts to what is there, in one transaction.
pub async fn add(db: &Db, counts: Counts) -> Result<(), Error> {
    let (mut views, mut clicks) = (Vec::new(), Vec::new());
    for ((day, seen), count) in counts {
        match seen {
            Seen::View(path) => views.push(vec![day.into(), path.into(), count.into()]),
            Seen::Click { category, label } => {
                clicks.push(vec![day.into(), category.into(), label.into(), count.into()]);
            }
        }
    }
    db.write(move |tx| {
        upsert(tx, "page_views", &["day", "path"], "views", &views)?;
        upsert(tx, "analytics_events", &["day", "category", "label"], "count", &clicks)
    })
    .await
}

/// Adds rows to what is there under their keys.
pub fn upsert(
    tx: &mut Tx<'_>,
    table: &str,
    key: &[&str],
    counted: &str,
    rows: &[Vec<Value>],
) -> Result<(), Error> {
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
        for table in ["page_views", "analytics_events"] {
            if tx.execute(&format!("DELETE FROM {table} WHERE day < $1"), &day)? > 0 {
                tx.changed_table(table);
            }
        }
        Ok(())
    })
    .await
}
