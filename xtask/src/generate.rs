//! Files derived from the declarations: types, the access matrix, migrations.

use std::{fs, path::PathBuf};

use anyhow::{Context, Result, bail};
use ateneu_base::ddl;
use ateneu_tables::{MIGRATIONS, matrix, schema, types};

/// The project's root folder.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).parent().map(PathBuf::from).unwrap_or_default()
}

/// Every derived file: its path and what must be in it.
fn derived() -> [(&'static str, String); 5] {
    [
        ("web/src/generated/content.ts", ateneu_content::typescript()),
        ("web/src/generated/database.ts", types::typescript()),
        ("web/src/generated/clicks.ts", types::clicks()),
        ("web/src/generated/settings.ts", ateneu_settings::typescript()),
        ("docs/who-may-what.md", matrix::print()),
    ]
}

/// Writes every derived file.
pub fn write_all() -> Result<()> {
    derived().iter().try_for_each(|(path, text)| write(path, text))
}

/// Fails when a derived file differs from what the declarations say.
pub fn verify() -> Result<()> {
    for (path, text) in derived() {
        let written = fs::read_to_string(root().join(path)).unwrap_or_default();
        if written != text {
            bail!("{path} is not what the declarations say: run `cargo xtask gen` and review the difference");
        }
    }
    Ok(())
}

/// Writes a migration that creates the declared tables no migration creates yet.
pub fn migration(arguments: &[String]) -> Result<()> {
    let [name] = arguments else { bail!("usage: cargo xtask migration NAME") };
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
    let path = format!("crates/tables/migrations/{number:04}_{name}.sql");
    write(&path, &missing.join("\n"))?;
    println!("wrote {path}; add it to MIGRATIONS in crates/tables/src/lib.rs");
    Ok(())
}

fn write(path: &str, text: &str) -> Result<()> {
    let path = root().join(path);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))
}
