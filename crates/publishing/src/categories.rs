//! Categories: unique but for case and accents, ordered by hand, and removable while in use.

use std::collections::BTreeSet;

use ateneu_base::{Value, fold};
use ateneu_data::{Argument, Call, Error, Procedure, Trigger, Write, answer};
use ateneu_db::Tx;
use ateneu_schema::{Kind, TableRow, rule::admin};
use serde_json::Value as Json;

use crate::{draft::Draft, refused::Refused};

/// Maximum number of categories in an order.
const MAX_CATEGORIES: usize = 1_000;
/// Lock that serialises changes of categories.
const LOCK: &str = "categories";

#[derive(Clone, PartialEq, TableRow)]
#[table("categories")]
struct Category {
    id: String,
    name: String,
    sort_order: i64,
}

pub fn trigger() -> Trigger {
    Trigger::on::<Category>().before(before)
}

/// Refuses a duplicate. A new category comes last in an order by hand.
///
/// # Errors
/// Fails with `category_exists`.
fn before(tx: &mut Tx<'_>, write: &Write<'_, Category>, new: &mut Category) -> Result<(), Error> {
    if write.old.is_some_and(|old| old.name == new.name) {
        return Ok(());
    }
    tx.lock(LOCK)?;
    let name = fold::fold(&new.name);
    let others = tx.rows::<Category>("WHERE id <> $1", &[(&new.id).into()])?;
    if others.iter().any(|other| fold::fold(&other.name) == name) {
        return Err(Refused::CategoryExists.into());
    }
    let last = others.iter().map(|other| other.sort_order).max().unwrap_or_default();
    if write.old.is_none() && last > 0 && new.sort_order == 0 {
        new.sort_order = last + 1;
    }
    Ok(())
}

/// Declares the procedure that orders the categories. An empty list orders them by name.
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

/// Declares the procedure that moves the contents of a category, also trashed ones, to another, and removes it. It
/// returns their number.
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
    // Drafts continue with the new category. Saving an open form with the old one is refused.
    let of_category = format!("WHERE fields ->> 'category_id' = $1{}", tx.dialect().for_update());
    for mut draft in tx.rows::<Draft>(&of_category, &[from.into()])? {
        draft.fields.0.insert("category_id".into(), into.into());
        tx.update(&draft)?;
    }
    tx.write("DELETE FROM categories WHERE id = $1", &[from.into()])?;
    answer(&moved.len())
}
