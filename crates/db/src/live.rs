//! Data for listeners to a live table beside the written row: the row before an update, values looked up or counted in
//! other tables, and rows whose counts changed.

use std::collections::{BTreeMap, BTreeSet};

use ateneu_base::{Change, Record, Value, Verb};
use ateneu_schema::{Column, Schema, Source, Table};
use serde_json::Value as Json;

use crate::{Error, Tx};

/// Number of recent changes searched for an earlier announcement of a row.
const RECENT: usize = 300;
/// Maximum number of kinds of rows that [`Tx::changed_many`] distinguishes.
const KINDS: usize = 100;

impl Tx<'_> {
    /// Adds the values that the table's columns look up in other tables.
    pub fn look_up(&mut self, table: &Table, row: &mut Record) -> Result<(), Error> {
        for column in &table.columns {
            if matches!(column.source, Source::Lookup { .. }) {
                let value = self.computed(column, row)?;
                row.insert(column.name.into(), value);
            }
        }
        Ok(())
    }

    /// Adds the counts of a live table's columns.
    pub fn count(&mut self, table: &Table, row: &mut Record) -> Result<(), Error> {
        for column in table.columns.iter().filter(|_| table.is_live) {
            if matches!(column.source, Source::Count { .. }) {
                let value = self.computed(column, row)?;
                row.insert(column.name.into(), value);
            }
        }
        Ok(())
    }

    /// Announces the rows of live tables whose announced counts a written row of `table` may have changed.
    pub fn announce_counts(&mut self, schema: &Schema, table: &str, row: &Record) -> Result<(), Error> {
        for (parent, foreign) in schema.counters_of(table) {
            if let Some(Json::String(key)) = row.get(foreign) {
                self.announce_row(parent, key)?;
            }
        }
        Ok(())
    }

    /// Announces a row of a live table, found by its id, with its present values. Replaces an earlier announcement of
    /// this transaction.
    fn announce_row(&mut self, table: &Table, id: &str) -> Result<(), Error> {
        let text = format!("SELECT * FROM {} WHERE id = $1", table.name);
        let Some(row) = self.query_optional(&text, &[id.into()])? else { return Ok(()) };
        let mut row = row.record(Some(table));
        self.look_up(table, &mut row)?;
        self.count(table, &mut row)?;
        let is_same =
            |other: &&mut Record| table.primary_key.iter().all(|key| other.get(*key) == row.get(*key));
        let announced = self
            .newest_changes()
            .take(RECENT)
            .filter(|change| change.table == table.name)
            .filter_map(|change| change.new.as_mut())
            .find(is_same);
        if let Some(announced) = announced {
            *announced = row;
            return Ok(());
        }
        let (old, new) = (Some(row.clone()), Some(row));
        self.changed(Change { table: table.name.to_owned(), verb: Verb::Update, old, new });
        Ok(())
    }

    /// Returns the value of a looked-up or counted column, for a row that may not be stored yet.
    pub fn computed(&mut self, column: &Column, row: &Record) -> Result<Json, Error> {
        let (text, key) = match column.source {
            Source::Lookup { via, table, column: shown } => {
                (format!("SELECT {shown} AS value FROM {table} WHERE id = $1"), via)
            }
            Source::Count { table, foreign, only, .. } => {
                let only = only.map(|only| format!(" AND {only}")).unwrap_or_default();
                (format!("SELECT count(*) AS value FROM {table} WHERE {foreign} = $1{only}"), "id")
            }
            Source::Stored | Source::Derived(_) => return Ok(Json::Null),
        };
        let Some(Json::String(key)) = row.get(key) else {
            return Ok(Json::Null);
        };
        let found = self.query_optional(&text, &[Value::Text(key.clone())])?;
        Ok(found.map_or(Json::Null, |row| column.kind.json(row.get("value"))))
    }

    /// Announces changes of many rows of a live table as their distinct values of the columns that its rules read. A
    /// listener that can read none of them has missed nothing.
    pub fn changed_many<'r>(&mut self, table: &Table, rows: impl Iterator<Item = &'r Record>) {
        let rules = table.masks.iter().map(|mask| &mask.unless).chain([&table.rules.read]);
        let columns: BTreeSet<&str> = rules.flat_map(|rule| rule.columns()).collect();
        let mut kinds = BTreeMap::new();
        for row in rows {
            let asked = columns.iter().filter_map(|name| Some(((*name).to_owned(), row.get(*name)?.clone())));
            let known: Record = asked.collect();
            kinds.insert(Json::Object(known.clone()).to_string(), known);
            if kinds.len() > KINDS {
                return self.changed_table(table.name);
            }
        }
        for known in kinds.into_values() {
            let (table, verb) = (table.name.to_owned(), Verb::Update);
            self.changed(Change { table, verb, old: Some(known), new: None });
        }
    }

    /// Returns the rows that an update will change, locked until the transaction ends.
    pub(crate) fn rows_to_update(
        &mut self,
        table: &Table,
        update: &str,
        parameters: &[Value],
    ) -> Result<Vec<Record>, Error> {
        let mut text = format!("SELECT * FROM {}", table.name);
        let mut used = Vec::new();
        if let Some(condition) = condition(update) {
            let (condition, numbers) = renumbered(condition);
            text.push_str(&format!(" WHERE {condition}"));
            used.extend(
                numbers.into_iter().filter_map(|number| parameters.get(number.checked_sub(1)?).cloned()),
            );
        }
        text.push_str(self.dialect().for_update());
        let mut rows: Vec<Record> =
            self.query(&text, &used)?.iter().map(|row| row.record(Some(table))).collect();
        for row in &mut rows {
            self.look_up(table, row)?;
        }
        Ok(rows)
    }
}

/// Removes the row with the same key from `rows` and returns it.
pub(crate) fn take_same_row(table: &Table, rows: &mut Vec<Record>, row: &Record) -> Option<Record> {
    let is_same =
        |other: &Record| table.primary_key.iter().all(|column| other.get(*column) == row.get(*column));
    let place = rows.iter().position(is_same)?;
    Some(rows.swap_remove(place))
}

/// Returns the text after the first `WHERE` outside parentheses and texts.
fn condition(update: &str) -> Option<&str> {
    let (mut depth, mut quoted) = (0_usize, false);
    for (index, character) in update.char_indices() {
        match character {
            '\'' => quoted = !quoted,
            _ if quoted => {}
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            'W' if depth == 0 => {
                let before = update[..index].ends_with(char::is_whitespace);
                let rest = update[index..]
                    .strip_prefix("WHERE")
                    .filter(|rest| rest.starts_with(char::is_whitespace));
                if let Some(rest) = rest.filter(|_| before) {
                    return Some(rest.trim());
                }
            }
            _ => {}
        }
    }
    None
}

/// Returns the condition with its parameters numbered from one, and their former numbers in that order, because a
/// statement may not have unused parameters.
fn renumbered(condition: &str) -> (String, Vec<usize>) {
    let (mut text, mut numbers) = (String::with_capacity(condition.len()), Vec::<usize>::new());
    let mut parts = condition.split('$');
    text.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let digits = part.find(|character: char| !character.is_ascii_digit()).unwrap_or(part.len());
        match part[..digits].parse::<usize>() {
            Ok(number) => {
                let place = numbers.iter().position(|known| *known == number).unwrap_or_else(|| {
                    numbers.push(number);
                    numbers.len() - 1
                });
                text.push_str(&format!("${}{}", place + 1, &part[digits..]));
            }
            Err(_) => text.push_str(&format!("${part}")),
        }
    }
    (text, numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_condition_of_an_update_is_found_outside_of_parts() {
        for (update, expected) in [
            ("UPDATE t SET a = $1 WHERE id = $2", Some("id = $2")),
            (
                "UPDATE t SET a = (SELECT b FROM c WHERE d = 1)\n WHERE id IN (SELECT id FROM e WHERE f)",
                Some("id IN (SELECT id FROM e WHERE f)"),
            ),
            ("UPDATE t SET a = ' WHERE ' WHERE b = 'x WHERE y'", Some("b = 'x WHERE y'")),
            ("UPDATE t SET a = 1", None),
        ] {
            assert_eq!(condition(update), expected, "{update}");
        }
    }

    #[test]
    fn parameters_are_numbered_by_their_use() {
        assert_eq!(
            renumbered("a = $3 AND b = $2 OR c = $3"),
            ("a = $1 AND b = $2 OR c = $1".to_owned(), vec![3, 2])
        );
        assert_eq!(renumbered("a = 1"), ("a = 1".to_owned(), Vec::new()));
    }
}
