//! One committed change as a caller sees it: never more than the same caller's query would return.

use std::borrow::Cow;

use ateneu_base::{Caller, Change, Record, Timestamp, Verb};
use ateneu_schema::{Kind, Table};
use serde_json::{Value, json};

use super::subscription::Subscription;
use crate::queue::QUEUE_BYTES;

/// Maximum size of a record in bytes of JSON, so that an event fits into the queue of a socket. A larger one loses its
/// columns over [`KEPT_BYTES`].
const RECORD_BYTES: usize = QUEUE_BYTES / 2;
const KEPT_BYTES: usize = 64;

/// Visible effect of a change for a caller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum View {
    /// No event: the row is and was invisible.
    Nothing,
    /// An event of this kind: the row appeared, changed or disappeared. A row that the caller may no longer read is
    /// deleted.
    Event(Verb),
    /// The row before is unknown, so the row may have become invisible.
    Unknown,
}

/// Returns the visible effect of a change for the caller of a subscription.
pub fn view(
    table: &Table,
    change: &Change,
    subscription: &Subscription,
    caller: &Caller,
    now: Timestamp,
) -> View {
    let passes = |row: &Record| subscription.filter.admits(&masked(table, row, subscription, caller, now));
    let is_read = |row: &Record| table.rules.read.admits(caller, row, now);
    let is_meant = |verb| subscription.verb.is_none_or(|wanted| wanted == verb);
    let event = |verb| if is_meant(verb) { View::Event(verb) } else { View::Nothing };
    match (change.verb, &change.old, &change.new) {
        // The rule comes first, so that filters of excluded callers cost nothing.
        (Verb::Insert, _, Some(new)) if is_read(new) && passes(new) => event(Verb::Insert),
        (Verb::Delete, Some(old), _) if is_read(old) && passes(old) => event(Verb::Delete),
        (Verb::Update, old, Some(new)) => {
            if is_read(new) {
                return if passes(new) { event(Verb::Update) } else { View::Nothing };
            }
            match old {
                Some(old) if is_read(old) && passes(old) => event(Verb::Delete),
                Some(_) => View::Nothing,
                None if passes(new) => View::Unknown,
                None => View::Nothing,
            }
        }
        // Many rows at once, of which only the columns of the rules are known.
        (Verb::Update, Some(known), None) => {
            let may_pass = |(column, value): (&String, &Value)| {
                table.mask_of(column).is_some() || subscription.filter.may_admit(column, value)
            };
            match known.iter().all(may_pass) && table.rules.read.may_admit(caller, known, now) {
                true => View::Unknown,
                false => View::Nothing,
            }
        }
        (_, None, None) => View::Unknown,
        _ => View::Nothing,
    }
}

/// Returns the row without hidden values, which a filter would otherwise reveal.
fn masked<'r>(
    table: &Table,
    row: &'r Record,
    subscription: &Subscription,
    caller: &Caller,
    now: Timestamp,
) -> Cow<'r, Record> {
    let mut row = Cow::Borrowed(row);
    for column in subscription.filter.columns() {
        if is_hidden(table, column, &row, caller, now) {
            row.to_mut().insert(column.to_owned(), Value::Null);
        }
    }
    row
}

fn is_hidden(table: &Table, column: &str, row: &Record, caller: &Caller, now: Timestamp) -> bool {
    table.mask_of(column).is_some_and(|unless| !unless.admits(caller, row, now))
}

/// Returns the payload of a `postgres_changes` event. Returns `None` if the change lacks the row.
pub fn payload(
    table: &Table,
    change: &Change,
    verb: Verb,
    ids: &[i64],
    select: Option<&[&'static str]>,
    caller: &Caller,
    now: Timestamp,
) -> Option<Value> {
    let (source, is_key_only) = match verb {
        Verb::Delete => (change.old.as_ref()?, true),
        Verb::Insert | Verb::Update => (change.new.as_ref()?, false),
    };
    let shown = |name: &str| select.is_none_or(|names| names.contains(&name));
    let columns: Vec<_> = table
        .columns
        .iter()
        .filter(|column| column.listed && !column.secret && shown(column.name))
        .filter(|column| source.contains_key(column.name))
        .collect();
    let key: Record = table
        .primary_key
        .iter()
        .filter_map(|name| Some(((*name).to_owned(), source.get(*name)?.clone())))
        .collect();
    let types: Vec<Value> =
        columns.iter().map(|column| json!({ "name": column.name, "type": type_name(column.kind) })).collect();
    let mut data = json!({
        "schema": "public",
        "table": table.name,
        "type": verb,
        "commit_timestamp": now.to_string(),
        "columns": types,
        "errors": null,
    });
    if is_key_only {
        data["old_record"] = Value::Object(key);
        return Some(json!({ "ids": ids, "data": data }));
    }
    let mut record = Record::new();
    for column in columns {
        let value = match is_hidden(table, column.name, source, caller, now) {
            true => Value::Null,
            false => source.get(column.name).cloned().unwrap_or_default(),
        };
        record.insert(column.name.to_owned(), value);
    }
    if Value::Object(record.clone()).to_string().len() > RECORD_BYTES {
        record.retain(|_, value| value.to_string().len() <= KEPT_BYTES);
        data["errors"] = json!(["Error 413: Payload Too Large"]);
    }
    data["record"] = Value::Object(record);
    if verb == Verb::Update {
        data["old_record"] = Value::Object(key);
    }
    Some(json!({ "ids": ids, "data": data }))
}

/// Returns the type name by which the client library reads a value.
fn type_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Text => "text",
        Kind::Uuid => "uuid",
        Kind::Int => "int8",
        Kind::Real => "float8",
        Kind::Bool => "bool",
        Kind::Timestamp => "timestamptz",
        Kind::Json => "jsonb",
        Kind::TextArray => "_text",
    }
}

#[cfg(test)]
mod tests {
    use ateneu_base::Facts;
    use ateneu_schema::{
        Schema,
        rule::{admin, anyone, is, owner},
        table::{boolean, exposed, text, uuid},
    };

    use super::*;
    use crate::changes::subscription::Asked;

    fn table() -> Table {
        exposed("notes", "Notes.")
            .columns([
                uuid("id"),
                text("title"),
                text("body"),
                boolean("is_open"),
                uuid("owner_id"),
                text("code").secret(),
                text("folded").unlisted(),
            ])
            .read(is("is_open", true).or(owner("owner_id")).or(admin()))
            .mask(["body"], owner("owner_id").or(admin()))
            .live()
    }

    fn subscription(event: &str, filter: Option<&str>) -> Subscription {
        let schema = Schema::new(vec![table()]);
        let mut entry = json!({ "event": event, "schema": "public", "table": "notes" });
        if let Some(filter) = filter {
            entry["filter"] = filter.into();
        }
        Asked::read(&schema, &entry).subscription.unwrap()
    }

    fn note(title: &str, is_open: bool) -> Record {
        let note = json!({ "id": "1", "title": title, "body": "b", "is_open": is_open, "owner_id": "ana",
            "code": "c", "folded": "f" });
        note.as_object().cloned().unwrap()
    }

    fn change(verb: Verb, old: Option<Record>, new: Option<Record>) -> Change {
        Change { table: "notes".into(), verb, old, new }
    }

    fn seen(change: &Change, event: &str, filter: Option<&str>, caller: &Caller) -> View {
        view(&table(), change, &subscription(event, filter), caller, Timestamp::from_seconds(0))
    }

    #[test]
    fn a_hidden_row_is_a_deletion_only_for_its_former_readers() {
        let visitor = Caller::anonymous();
        let owner = Caller::person("ana", Facts::default());
        let hidden = change(Verb::Update, Some(note("a", true)), Some(note("a", false)));
        assert_eq!(seen(&hidden, "*", None, &visitor), View::Event(Verb::Delete));
        assert_eq!(seen(&hidden, "*", None, &owner), View::Event(Verb::Update));
        assert_eq!(seen(&hidden, "UPDATE", None, &visitor), View::Nothing);
        let unseen = change(Verb::Update, Some(note("a", false)), Some(note("b", false)));
        assert_eq!(seen(&unseen, "*", None, &visitor), View::Nothing);
        let shown = change(Verb::Update, Some(note("a", false)), Some(note("a", true)));
        assert_eq!(seen(&shown, "*", None, &visitor), View::Event(Verb::Update));
        let removed = change(Verb::Delete, Some(note("a", false)), None);
        assert_eq!(seen(&removed, "*", None, &visitor), View::Nothing);
        assert_eq!(seen(&removed, "*", None, &owner), View::Event(Verb::Delete));
    }

    #[test]
    fn an_unknown_former_row_counts_as_one_that_may_have_been_seen() {
        let visitor = Caller::anonymous();
        let unknown = change(Verb::Update, None, Some(note("a", false)));
        assert_eq!(seen(&unknown, "*", None, &visitor), View::Unknown);
        assert_eq!(seen(&unknown, "*", Some("title=eq.b"), &visitor), View::Nothing);
        assert_eq!(seen(&change(Verb::Update, None, None), "*", None, &visitor), View::Unknown);
    }

    #[test]
    fn a_bulk_change_reaches_callers_that_may_read_a_row() {
        let many = |values: Value| change(Verb::Update, values.as_object().cloned(), None);
        let of_ana = many(json!({ "is_open": false, "owner_id": "ana" }));
        let ana = Caller::person("ana", Facts::default());
        let bia = Caller::person("bia", Facts::default());
        assert_eq!(seen(&of_ana, "*", None, &ana), View::Unknown);
        assert_eq!(seen(&of_ana, "*", None, &bia), View::Nothing);
        assert_eq!(seen(&of_ana, "*", Some("is_open=is.true"), &ana), View::Nothing);
        assert_eq!(seen(&many(json!({ "owner_id": "ana" })), "*", None, &bia), View::Unknown);
    }

    #[test]
    fn deletions_pass_the_filter_by_the_whole_former_row() {
        let removed = change(Verb::Delete, Some(note("a", true)), None);
        let visitor = Caller::anonymous();
        assert_eq!(seen(&removed, "DELETE", Some("title=eq.a"), &visitor), View::Event(Verb::Delete));
        assert_eq!(seen(&removed, "DELETE", Some("title=eq.b"), &visitor), View::Nothing);
        assert_eq!(seen(&removed, "INSERT", None, &visitor), View::Nothing);
    }

    #[test]
    fn a_filter_cannot_reveal_a_hidden_column() {
        let added = change(Verb::Insert, None, Some(note("a", true)));
        let owner = Caller::person("ana", Facts::default());
        assert_eq!(seen(&added, "*", Some("body=eq.b"), &owner), View::Event(Verb::Insert));
        assert_eq!(seen(&added, "*", Some("body=eq.b"), &Caller::anonymous()), View::Nothing);
        assert_eq!(seen(&added, "*", Some("body=is.null"), &Caller::anonymous()), View::Event(Verb::Insert));
    }

    #[test]
    fn an_event_has_only_readable_and_selected_columns() {
        let now = Timestamp::from_seconds(0);
        let of = |caller: &Caller, verb, select: Option<&[&'static str]>| {
            let change = change(verb, Some(note("a", true)), Some(note("b", true)));
            payload(&table(), &change, verb, &[7], select, caller, now).unwrap()
        };
        let event = of(&Caller::anonymous(), Verb::Update, None);
        assert_eq!(event["ids"], json!([7]));
        let expected = json!({ "id": "1", "title": "b", "body": null, "is_open": true, "owner_id": "ana" });
        assert_eq!(event["data"]["record"], expected);
        assert_eq!(event["data"]["old_record"], json!({ "id": "1" }));
        assert_eq!(event["data"]["columns"][3], json!({ "name": "is_open", "type": "bool" }));
        let owner = Caller::person("ana", Facts::default());
        assert_eq!(of(&owner, Verb::Insert, None)["data"]["record"]["body"], "b");
        assert!(of(&owner, Verb::Insert, None)["data"].get("old_record").is_none());
        let deleted = of(&owner, Verb::Delete, None);
        assert_eq!(deleted["data"]["old_record"], json!({ "id": "1" }));
        assert!(deleted["data"].get("record").is_none());
        assert_eq!(
            of(&owner, Verb::Update, Some(&["id", "title"]))["data"]["record"],
            json!({ "id": "1", "title": "b" })
        );
    }

    #[test]
    fn a_record_that_is_too_large_keeps_its_short_columns() {
        let mut row = note("a", true);
        row.insert("body".into(), "b".repeat(RECORD_BYTES).into());
        let owner = Caller::person("ana", Facts::default());
        let change = change(Verb::Insert, None, Some(row));
        let event =
            payload(&table(), &change, Verb::Insert, &[1], None, &owner, Timestamp::from_seconds(0)).unwrap();
        assert_eq!(event["data"]["errors"], json!(["Error 413: Payload Too Large"]));
        assert_eq!(
            event["data"]["record"],
            json!({ "id": "1", "title": "a", "is_open": true, "owner_id": "ana" })
        );
    }

    #[test]
    fn every_caller_reads_an_open_table() {
        let table = exposed("open", "Open.").columns([uuid("id")]).read(anyone()).live();
        let subscription = Subscription {
            id: 1,
            class: 1,
            verb: None,
            table: None,
            filter: Default::default(),
            select: None,
        };
        let row = json!({ "id": "1" }).as_object().cloned();
        let change = Change { table: "open".into(), verb: Verb::Insert, old: None, new: row };
        let seen = view(&table, &change, &subscription, &Caller::anonymous(), Timestamp::from_seconds(0));
        assert_eq!(seen, View::Event(Verb::Insert));
    }
}
