//! Rows of every table for a person, made from the declarations alone, so that future tables are filled, too.

use std::{collections::HashMap, time::Duration};

use ateneu_base::{Timestamp, Value, ids};
use ateneu_schema::{Check, Column, Kind, Schema, Table};

use crate::fixture::Fixture;

/// Text in columns that no export may contain.
pub const SECRET: &str = "SEGREDO";

/// A person with an account.
#[derive(Clone)]
pub struct Somebody {
    pub id: String,
    pub email: String,
    /// Word in all of the person's texts.
    pub word: &'static str,
}

/// Columns of ends and deletions.
const ENDS: [&str; 5] = ["deleted_at", "banned_until", "retired_at", "unsubscribed_at", "not_after"];

/// Fills all tables whose rows name people, and those they refer to.
pub async fn fill(app: &Fixture, somebody: &Somebody) {
    let (somebody, now) = (somebody.clone(), app.clock.now());
    let schema = app.declared.schema.clone();
    app.db
        .write(move |tx| {
            let mut made = Made { schema: &schema, somebody: &somebody, now, keys: HashMap::new() };
            for table in schema.tables() {
                if table.name != "users" && !table.personal_columns().is_empty() {
                    made.insert(tx, table)?;
                }
            }
            Ok::<_, ateneu_db::Error>(())
        })
        .await
        .unwrap();
}

struct Made<'a> {
    schema: &'a Schema,
    somebody: &'a Somebody,
    now: Timestamp,
    /// Column values of the rows made so far, by `table.column`.
    keys: HashMap<String, Value>,
}

impl Made<'_> {
    fn insert(&mut self, tx: &mut ateneu_db::Tx<'_>, table: &Table) -> Result<(), ateneu_db::Error> {
        if self.keys.contains_key(table.name) {
            return Ok(());
        }
        let (mut names, mut values) = (Vec::new(), Vec::new());
        for column in table.stored() {
            if let Some(key) = column.references.filter(|key| ![table.name, "users"].contains(&key.table)) {
                let parent = self.schema.table(key.table).unwrap();
                self.insert(tx, parent)?;
            }
            let value = self.value(table, column);
            self.keys.insert(format!("{}.{}", table.name, column.name), value.clone());
            names.push(column.name);
            values.push(value);
        }
        self.keys.insert(table.name.to_owned(), Value::Null);
        let places: Vec<String> = (1..=names.len()).map(|place| format!("${place}")).collect();
        let sql = format!("INSERT INTO {} ({}) VALUES ({})", table.name, names.join(", "), places.join(", "));
        tx.execute(&sql, &values).map(drop)
    }

    fn value(&self, table: &Table, column: &Column) -> Value {
        let named = table.personal_columns().into_iter().find(|named| named.column == column.name);
        if let Some(named) = named {
            return match named.by {
                ateneu_schema::By::Id => (&self.somebody.id).into(),
                _ => (&self.somebody.email).into(),
            };
        }
        if let Some(key) = column.references {
            // The first row of a table that refers to itself has no reference.
            if key.table == table.name {
                return Value::Null;
            }
            return self.keys[&format!("{}.{}", key.table, key.column)].clone();
        }
        if ENDS.contains(&column.name) {
            return Value::Null;
        }
        match column.kind {
            Kind::Text => self.text(table, column),
            Kind::Uuid => ids::random_id().into(),
            // Another number for each person: a key of numbers is not made by the database.
            Kind::Int if table.primary_key.contains(&column.name) => {
                self.somebody.word.bytes().map(i64::from).sum::<i64>().into()
            }
            Kind::Int => number(column).into(),
            Kind::Real => 1_f64.into(),
            Kind::Bool => Value::Bool(["active", "is_active", "informs_subject"].contains(&column.name)),
            Kind::Timestamp if column.name == "expires_at" => (self.now + Duration::from_hours(24)).into(),
            Kind::Timestamp => self.now.into(),
            Kind::Json => "{}".into(),
            Kind::TextArray => "[]".into(),
        }
    }

    fn text(&self, table: &Table, column: &Column) -> Value {
        let (mut least, mut most) = (0, usize::MAX);
        for check in &column.checks {
            match check {
                Check::OneOf(words) => return words[0].into(),
                Check::Length(low, high) => (least, most) = (*low, *high),
                _ => {}
            }
        }
        let secret = if column.secret { SECRET } else { "" };
        let text =
            format!("{}{secret}{}{}{}", self.somebody.word, table.name, column.name, "x".repeat(least));
        text.chars().take(most).collect::<String>().into()
    }
}

/// Returns one, or the nearest number that the column accepts.
fn number(column: &Column) -> i64 {
    let range = column.checks.iter().find_map(|check| match check {
        Check::Range(least, most) => Some((*least, *most)),
        _ => None,
    });
    range.map_or(1, |(least, most)| 1.clamp(least, most))
}
