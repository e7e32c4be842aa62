//! Writes the files derived from the declarations: TypeScript types, the access matrix, migrations.
//! `cargo xtask gen` and `cargo xtask migration NAME` run it.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};
use ateneu_schema::{MIGRATIONS, access_matrix, ddl, typescript};
use ateneu_server::modules::{buckets, functions, procedures, schema};

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["write"] => {
            fs::remove_dir_all(root().join(COLUMNS))?;
            derived().iter().try_for_each(|(path, text)| write(path, text))
        }
        ["migration", name] => migration(name),
        _ => bail!("usage: ateneu-codegen write | migration NAME"),
    }
}

/// The folder of the files derived from each table: one per table, so that a page loads those it needs.
const COLUMNS: &str = "web/src/generated/columns";

/// Every derived file: its path from the project's root, and its content.
fn derived() -> Vec<(String, String)> {
    let columns = typescript::columns(&schema());
    let columns = columns.into_iter().map(|(table, text)| (format!("{COLUMNS}/{table}.ts"), text));
    let files = [
        ("web/src/generated/content.ts", ateneu_content::typescript()),
        (
            "web/src/generated/database.ts",
            typescript::database(&schema(), &ateneu_data::typescript(&procedures())),
        ),
        ("web/src/generated/clicks.ts", ateneu_analytics::typescript()),
        ("web/src/generated/functions.ts", ateneu_functions::typescript(&functions())),
        ("web/src/generated/settings.ts", ateneu_settings::typescript()),
        (
            "docs/who-may-what.md",
            access_matrix::print(&schema(), &buckets()) + &ateneu_functions::access_list(&functions()),
        ),
    ];
    files.into_iter().map(|(path, text)| (path.to_owned(), text)).chain(columns).collect()
}

/// Writes a migration that creates the declared tables no migration creates yet.
fn migration(name: &str) -> Result<()> {
    let written: String = MIGRATIONS.iter().map(|(_, sql)| *sql).collect();
    let missing: Vec<String> = schema()
        .tables()
        .iter()
        .filter(|table| !written.contains(&format!("CREATE TABLE {} (", table.name)))
        .map(ddl::create)
        .collect();
    if missing.is_empty() {
        bail!("every declared table has its migration; write changes to existing tables by hand");
    }
    let number = MIGRATIONS.iter().filter(|(_, sql)| !sql.is_empty()).count() + 1;
    let path = format!("crates/schema/migrations/{number:04}_{name}.sql");
    write(&path, &missing.join("\n"))?;
    println!("wrote {path}; add it to MIGRATIONS in crates/schema/src/migrations.rs");
    Ok(())
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn write(path: &str, text: &str) -> Result<()> {
    let path = root().join(path);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn derived_files_are_current() {
        let files = derived();
        let tables = files.iter().filter(|(path, _)| path.starts_with(COLUMNS)).count();
        assert_eq!(fs::read_dir(root().join(COLUMNS)).unwrap().count(), tables, "files without a table");
        for (path, text) in files {
            let written = fs::read_to_string(root().join(&path)).unwrap_or_default();
            assert!(
                written == text,
                "{path} is not what the declarations say: run `cargo xtask gen`, review, commit"
            );
        }
    }
}
