//! Categories: no two names that differ by case and accents only, an order by hand, and removal of those in use.

use std::collections::BTreeSet;

use ateneu_base::{Record, Value, fold};
use ateneu_data::{Argument, Call, Error, Procedure, Trigger, Write, answer, text_of};
use ateneu_db::Tx;
use ateneu_schema::{Kind, rule::admin};
use serde_json::Value as Json;

use crate::refused::Refused;

/// Categories that are ordered by hand.
const MAX_CATEGORIES: usize = 1_000;
/// Changes of categories follow each other.
const LOCK: &str = "categories";

pub fn trigger() -> Trigger {
    Trigger::of("categories").before_record(before)
}

/// Refuses a twin; a new category comes last where the order was set by hand.
///
/// # Errors
/// Fails with `category_exists`.
fn before(tx: &mut Tx<'_>, write: &Write<'_>, new: &mut Record) -> Result<(), Error> {
    let name = fold::fold(text_of(new, "name").unwrap_or_default());
    let is_renamed = write.old.is_none_or(|old| text_of(old, "name") != text_of(new, "name"));
    if !is_renamed {
        return Ok(());
    }
    tx.lock(LOCK)?;
    let id = text_of(new, "id").unwrap_or_default();
    let others: Vec<(String, i64)> =
        tx.query_as("SELECT name, sort_order FROM categories WHERE id <> $1", &[id.into()])?;
    if others.iter().any(|(other, _)| fold::fold(other) == name) {
        return Err(Refused::CategoryExists.into());
    }
    if write.old.is_none() {
        let last = others.iter().map(|(_, order)| *order).max().unwrap_or_default();
        let given = new.get("sort_order").and_then(Json::as_i64).unwrap_or_default();
        if last > 0 && given == 0 {
            new.insert("sort_order".into(), Json::from(last + 1));
        }
    }
    Ok(())
}

/// Orders the categories. An empty list orders them by name.
///
/// # Errors
/// Fails with `invalid_order` if the ids are not exactly those of the categories.
pub fn order() -> Procedure {
    Procedure::writes::<()>(
        "order_categories",
        [Argument::required("ids", Kind::Json)],
        admin(),
        put_in_order,
    )
}

fn put_in_order(tx: &mut Tx<'_>, call: &Call) -> Result<Json, Error> {
    let wanted = call.arguments.get("ids").cloned().unwrap_or(Json::Null);
    let wanted: Vec<String> = serde_json::from_value(wanted).map_err(|_| Refused::InvalidOrder)?;
    tx.lock(LOCK)?;
    if wanted.is_empty() {
        tx.write("UPDATE categories SET sort_order = 0 WHERE sort_order <> 0", &[])?;
        return Ok(Json::Null);
    }
    let known = BTreeSet::from_iter(tx.query_as::<String>("SELECT id FROM categories", &[])?);
    if wanted.len() != known.len()
        || wanted.len() > MAX_CATEGORIES
        || BTreeSet::from_iter(wanted.clone()) != known
    {
        return Err(Refused::InvalidOrder.into());
    }
    let places: String =
        (1..=wanted.len()).map(|place| format!(" WHEN ${place} THEN {place}")).collect::<Vec<_>>().concat();
    let parameters: Vec<Value> = wanted.into_iter().map(Value::from).collect();
    tx.write(&format!("UPDATE categories SET sort_order = CASE id{places} ELSE 0 END"), &parameters)?;
    Ok(Json::Null)
}

/// Removes a category after its contents, those in the trash too, were moved to another one. Answers how many were moved.
///
/// # Errors
/// Fails with `category_not_found`; `same_category`.
pub fn merge_procedure() -> Procedure {
    Procedure::writes::<u64>(
        "merge_category",
        [Argument::required("category_id", Kind::Uuid), Argument::required("into_id", Kind::Uuid)],
        admin(),
        merge,
    )
}

fn merge(tx: &mut Tx<'_>, call: &Call) -> Result<Json, Error> {
    let given = |name: &str| call.text(name).unwrap_or_default();
    let (from, into) = (given("category_id"), given("into_id"));
    if from == into {
        return Err(Refused::SameCategory.into());
    }
    tx.lock(LOCK)?;
    let rows = tx.query("SELECT id FROM categories WHERE id IN ($1, $2)", &[from.into(), into.into()])?;
    if rows.len() != 2 {
        return Err(Refused::CategoryNotFound.into());
    }
    let moved =
        tx.write("UPDATE contents SET category_id = $2 WHERE category_id = $1", &[from.into(), into.into()])?;
    // Drafts continue with the new category; an open form with the old one is refused when it is saved.
    let drafts = tx.query(
        "SELECT content_id, fields FROM content_drafts WHERE fields ->> 'category_id' = $1",
        &[from.into()],
    )?;
    for draft in drafts {
        let mut fields: Record = draft.json("fields")?.unwrap_or_default();
        fields.insert("category_id".into(), Json::from(into));
        let fields = Json::Object(fields).to_string();
        tx.write(
            "UPDATE content_drafts SET fields = $2 WHERE content_id = $1",
            &[draft.text("content_id").into(), fields.into()],
        )?;
    }
    tx.write("DELETE FROM categories WHERE id = $1", &[from.into()])?;
    answer(&moved.len())
}
