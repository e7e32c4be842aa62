//! Parts of the configuration that are a table with one table for each name: the owner's keys go over the sample's, and
//! the environment's over both.

use anyhow::{Context, Result, bail};
use toml::{Table, Value};

/// A key of each table, and whether it is a truth.
pub(crate) type Key = (&'static str, bool);

/// Puts the owner's tables of the part `part` over those of the sample, key by key.
pub(crate) fn merge(part: &str, sample: &mut Value, own: Value) -> Result<()> {
    let (Value::Table(sample), Value::Table(own)) = (sample, own) else {
        bail!("`{part}` must be a table of tables");
    };
    for (name, keys) in own {
        let Value::Table(keys) = keys else {
            bail!("`{part}.{name}` must be a table");
        };
        let table = sample.entry(name).or_insert_with(|| Value::Table(Table::new()));
        if let Value::Table(table) = table {
            table.extend(keys);
        }
    }
    Ok(())
}

/// Puts the environment over every table: those of the files and those `names` adds, parted by commas.
pub(crate) fn take_environment(
    part: &str,
    tables: &mut Value,
    (names, keys): (&str, &[Key]),
    variable: impl Fn(&str) -> Option<String>,
) -> Result<()> {
    let Value::Table(tables) = tables else {
        bail!("`{part}` must be a table of tables");
    };
    for name in names.split(',').map(str::trim).filter(|name| !name.is_empty()) {
        let unknown = || Value::Table(Table::new());
        tables.entry(name).or_insert_with(unknown);
    }
    for (name, table) in tables.iter_mut() {
        for (key, is_truth) in keys {
            let words = [part, name, key].map(|word| word.to_uppercase().replace('-', "_"));
            let variable_name = format!("ATENEU_{}", words.join("_"));
            let Some(text) = variable(&variable_name) else {
                continue;
            };
            let value = match is_truth {
                true => text
                    .parse()
                    .map(Value::Boolean)
                    .with_context(|| format!("{variable_name} must be true or false"))?,
                false => Value::String(text),
            };
            if let Value::Table(table) = table {
                table.insert((*key).to_owned(), value);
            }
        }
    }
    Ok(())
}

/// The words of a text, parted by commas.
pub(crate) fn parts(text: &str) -> Vec<String> {
    let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
    parts.map(str::to_owned).collect()
}
