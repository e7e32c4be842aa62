//! Reads the configuration: the samples of the sections are the defaults, the data folder's `ateneu.toml` overrides
//! them, and the environment both. Only this file reads the environment.

mod renamed;

use std::{fs, path::Path};

use anyhow::{Context, Result, bail, ensure};
use ateneu_app::{Config, Subjects, declared};
use ateneu_base::config::comma_list;
use ateneu_module::{Declared, Sections};
use toml::{Table, Value};

use crate::subjects::subjects;

/// Name of the table with the keys and defaults of tables that the owner names.
const ANY: &str = "*";

const PREAMBLE: &str = "\
# Every setting of the server, with its default. Copy this file to `ateneu.toml` in the data folder and change what you
# need. A variable of the environment wins over the file: ATENEU_, the table, and the key, as in ATENEU_SERVER_LISTEN for
# `listen` below [server]. A command-line flag wins over both.
";

/// Returns the commented sample: all keys, their meanings and defaults.
pub fn sample() -> String {
    sample_of(&declared(&subjects()))
}

fn sample_of(declared: &Declared) -> String {
    let sections = declared.config.iter().map(|section| format!("\n{}", section.sample));
    std::iter::once(PREAMBLE.to_owned()).chain(sections).collect()
}

/// Reads the samples, then `<data>/ateneu.toml`, then the environment through `variable`.
///
/// # Errors
/// Fails if the file or a variable has an unknown setting, or a value is invalid.
pub fn load(data: &Path, variable: impl Fn(&str) -> Option<String>) -> Result<Config> {
    load_with(Vec::new(), data, variable)
}

/// Reads the configuration with additional subjects, see [`load`].
///
/// # Errors
/// Fails as [`load`] does.
pub fn load_with(
    own_subjects: Subjects,
    data: &Path,
    variable: impl Fn(&str) -> Option<String>,
) -> Result<Config> {
    let mut all = subjects();
    all.extend(own_subjects);
    let declared = declared(&all);
    let sample: Table = sample_of(&declared).parse().context("the sample configuration is broken")?;
    let path = data.join("ateneu.toml");
    let own = if path.exists() {
        let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let own = text.parse().with_context(|| format!("{} is not valid TOML", path.display()))?;
        renamed::in_file(own).with_context(|| path.display().to_string())?
    } else {
        Table::new()
    };
    let variable = renamed::with_old_names(variable);
    let merged = merge(&sample, own, &mut Vec::new(), &variable)
        .with_context(|| format!("the configuration in {} is not valid", path.display()))?;
    Config::new(data, Sections::new(merged), declared, all)
}

/// Fills the keys of a sample with the values of file and environment. `path` names the table.
fn merge(
    sample: &Table,
    mut own: Table,
    path: &mut Vec<String>,
    variable: &impl Fn(&[String]) -> Option<(String, String)>,
) -> Result<Table> {
    let any = sample.get(ANY).and_then(Value::as_table);
    let mut filled = Table::new();
    if any.is_some()
        && let Some((_, names)) = variable(path)
    {
        for name in comma_list(&names) {
            own.entry(name).or_insert_with(|| Table::new().into());
        }
    }
    for (key, default) in sample.iter().filter(|(key, _)| *key != ANY) {
        path.push(key.clone());
        let given = own.remove(key);
        let value = match (default, any) {
            (Value::Table(named), Some(any)) => {
                let mut sample = any.clone();
                sample.extend(named.clone());
                merge(&sample, table(given, path)?, path, variable)?.into()
            }
            (Value::Table(sample), None) => merge(sample, table(given, path)?, path, variable)?.into(),
            _ => scalar(default, given, path, variable)?,
        };
        path.pop();
        filled.insert(key.clone(), value);
    }
    for (key, given) in own {
        path.push(key.clone());
        let Some(sample) = any else { bail!("there is no setting `{}`", path.join(".")) };
        filled.insert(key, merge(sample, table(Some(given), path)?, path, variable)?.into());
        path.pop();
    }
    Ok(filled)
}

fn table(given: Option<Value>, path: &[String]) -> Result<Table> {
    match given {
        None => Ok(Table::new()),
        Some(Value::Table(table)) => Ok(table),
        Some(_) => bail!("`{}` must be a table", path.join(".")),
    }
}

/// Returns the value of a key: from the environment, the file, or the default.
fn scalar(
    default: &Value,
    given: Option<Value>,
    path: &[String],
    variable: &impl Fn(&[String]) -> Option<(String, String)>,
) -> Result<Value> {
    let Some((name, text)) = variable(path) else {
        let value = given.unwrap_or_else(|| default.clone());
        let key = path.join(".");
        ensure!(value.same_type(default), "`{key}` must be a {}", default.type_str());
        return Ok(value);
    };
    Ok(match default {
        Value::Integer(_) => {
            Value::Integer(text.parse().with_context(|| format!("{name} must be a number"))?)
        }
        Value::Boolean(_) => {
            Value::Boolean(text.parse().with_context(|| format!("{name} must be true or false"))?)
        }
        _ => Value::String(text),
    })
}

/// Returns a variable of the environment. An empty one counts as unset.
pub fn environment(name: &str) -> Option<String> {
    #[expect(clippy::disallowed_methods, reason = "the only reader of the environment")]
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

#[cfg(test)]
mod tests;
