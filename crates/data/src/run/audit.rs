//! The audit log of writes: those that need the rights of an administrator, a moderator or an editor, or the service
//! key, are recorded in their transaction. Writes that the same person may do as a member are not, so no table declares
//! whether it is audited.

use ateneu_audit::{Actor, Entry};
use ateneu_base::{Record, Verb};
use ateneu_db::Tx;
use ateneu_schema::{Check, Column, Default, Kind, Rule, Table};
use serde_json::{Value as Json, json};

use super::{
    row::Frame,
    write_context::{WriteContext, WrittenRow},
};
use crate::{error::Error, values};

/// Number of rows in a request above which the log gets one entry with their number.
const MAX_ENTRIES: usize = 100;

/// Maximum length of a text in the log in characters.
const TEXT: usize = 300;

/// Text that replaces omitted text in the log.
const LEFT_OUT: &str = "…";

/// Records writes that needed staff rights.
pub fn record(context: &WriteContext<'_>, tx: &mut Tx<'_>, written: &[WrittenRow]) -> Result<(), Error> {
    if !context.frame.caller.holds_role() {
        return Ok(());
    }
    let mut entries = Vec::new();
    for row in written {
        let set = set_columns(context.frame.table, row);
        if !set.is_empty() && needs_staff_rights(context, tx, row, &set)? {
            entries.push((row, set));
        }
    }
    let Some((first, _)) = entries.first() else {
        return Ok(());
    };
    if entries.len() > MAX_ENTRIES {
        let rows = json!({ "rows": entries.len() }).to_string();
        return write(context, tx, first.verb(), (ateneu_audit::MANY, None, Some(&rows)));
    }
    for (row, set) in entries {
        let subject = key(context.frame.table, row);
        let shown = |record: &Option<Record>| {
            record.as_ref().map(|record| values_json(context.frame.table, &set, record))
        };
        let (old, new) = (shown(&row.old), shown(&row.new));
        write(context, tx, row.verb(), (&subject, old.as_deref(), new.as_deref()))?;
    }
    Ok(())
}

fn write(
    context: &WriteContext<'_>,
    tx: &mut Tx<'_>,
    verb: Verb,
    (subject, old, new): (&str, Option<&str>, Option<&str>),
) -> Result<(), Error> {
    let verb = match verb {
        Verb::Insert => "insert",
        Verb::Update => "update",
        Verb::Delete => "delete",
    };
    let entry = Entry {
        action: &format!("{verb}-{}", context.frame.table.name.replace('_', "-")),
        subject,
        old,
        new,
    };
    let actor = Actor::of(context.frame.caller);
    Ok(ateneu_audit::write(tx, actor.as_ref(), entry, context.frame.now)?)
}

/// Returns the changed columns, or all with a value.
fn set_columns<'s>(table: &'s Table, row: &WrittenRow) -> Vec<&'s Column> {
    let value = |record: &Option<Record>, column: &Column| {
        let found = record.as_ref().and_then(|record| record.get(column.name));
        found.cloned().unwrap_or(Json::Null)
    };
    let stored = table.stored().filter(|column| column.listed && !column.set_on_update);
    stored.filter(|column| value(&row.old, column) != value(&row.new, column)).collect()
}

/// Returns `true` if the caller would be refused without staff rights.
fn needs_staff_rights(
    context: &WriteContext<'_>,
    tx: &mut Tx<'_>,
    row: &WrittenRow,
    set: &[&Column],
) -> Result<bool, Error> {
    let (frame, rules) = (&context.frame, &context.frame.table.rules);
    if frame.caller.is_service() {
        return Ok(true);
    }
    let member = frame.caller.without_staff_rights();
    let as_member = Frame { caller: &member, ..*frame };
    let (rule, record) = match (&row.old, &row.new) {
        (None, Some(new)) => (&rules.insert, new),
        (Some(old), Some(_)) => (&rules.update, old),
        (Some(old), None) => (&rules.delete, old),
        (None, None) => return Ok(false),
    };
    if !as_member.admits(tx, rule, record)? {
        return Ok(true);
    }
    let reserved = |column: &&&Column| {
        column.write.as_ref().is_some_and(|rule| {
            rule.for_caller(&member) != Rule::Anyone && rule.for_caller(frame.caller) == Rule::Anyone
        })
    };
    Ok(set.iter().filter(reserved).any(|column| row.old.is_some() || !is_default(column, record)))
}

/// Returns `true` if the value of a new row may be its default.
fn is_default(column: &Column, row: &Record) -> bool {
    match &column.default {
        Default::Null => row.get(column.name).is_none_or(Json::is_null),
        Default::Literal(value) => row.get(column.name) == Some(&column.kind.json(value)),
        Default::From(from) => row.get(column.name) == Some(&column.kind.json(&from(row))),
        Default::NewId | Default::Now | Default::CallerId => true,
    }
}

fn key(table: &Table, row: &WrittenRow) -> String {
    let record = row.new.as_ref().or(row.old.as_ref());
    let part =
        |key: &&str| values::in_words(record.and_then(|record| record.get(*key)).unwrap_or(&Json::Null));
    table.primary_key.iter().map(part).collect::<Vec<_>>().join("/")
}

/// Returns the values as a JSON object, with long ones cut.
fn values_json(table: &Table, columns: &[&Column], row: &Record) -> String {
    let values = columns.iter().map(|column| {
        let value = row.get(column.name).unwrap_or(&Json::Null);
        (column.name.to_owned(), shown_value(table, column, value))
    });
    Json::Object(values.collect()).to_string()
}

fn shown_value(table: &Table, column: &Column, value: &Json) -> Json {
    if value.is_null() {
        return Json::Null;
    }
    let free_text = matches!(column.kind, Kind::Text | Kind::Json | Kind::TextArray)
        && !column.checks.iter().any(|check| matches!(check, Check::OneOf(_)));
    if free_text && table.personal {
        return Json::from(LEFT_OUT);
    }
    let text = match value {
        Json::String(text) => text.clone(),
        other => other.to_string(),
    };
    match text.char_indices().nth(TEXT) {
        Some((end, _)) => Json::from(format!("{}{LEFT_OUT}", &text[..end])),
        None => value.clone(),
    }
}
