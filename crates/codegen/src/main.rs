//! Writes the files derived from the declarations: TypeScript types, the access matrix, migrations.
//! `cargo xtask gen` and `cargo xtask migration NAME` run it.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};
use ateneu_base::{
    Entitlement,
    personal_fields::{MAX_DEFAULT_LENGTH, PersonalField},
};
use ateneu_db::{Db, Migration, Row, Target};
use ateneu_module::Declared;
use ateneu_publishing::{ContentType, entitlement_of_type};
use ateneu_schema::{MIGRATIONS, Schema, Table, Words, access_matrix, ddl, typescript};
use ateneu_server::subjects::declared;

#[tokio::main]
async fn main() -> Result<()> {
    if !cfg!(debug_assertions) {
        bail!("only debug builds carry the types of answers");
    }
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["write"] => {
            let files = derived();
            fs::remove_dir_all(root().join(COLUMNS))?;
            files.iter().try_for_each(|(path, text)| write(path, text))
        }
        ["migration", name] => migration(name).await,
        _ => bail!("usage: ateneu-codegen write | migration NAME"),
    }
}

/// Folder of the files derived from tables: one per table, so that a page loads only those it needs.
const COLUMNS: &str = "web/src/generated/columns";

/// Returns every derived file: its path from the project's root, and its content.
fn derived() -> Vec<(String, String)> {
    let declared = declared();
    let schema = &declared.schema;
    let columns = typescript::columns(schema);
    let columns = columns.into_iter().map(|(table, text)| (format!("{COLUMNS}/{table}.ts"), text));
    let files = [
        ("web/src/generated/auth.ts", ateneu_auth::typescript(&ateneu_accounts::logged_codes())),
        ("web/src/generated/content.ts", ateneu_content::typescript()),
        (
            "web/src/generated/database.ts",
            typescript::database(schema, &ateneu_data::typescript(&declared.procedures)),
        ),
        ("web/src/generated/clicks.ts", ateneu_analytics::typescript()),
        ("web/src/generated/entitlements.ts", entitlements()),
        ("web/src/generated/error-codes.ts", error_codes(&declared)),
        (
            "web/src/generated/functions.ts",
            ateneu_functions::typescript(&declared.functions, &typescript::word_types(schema)),
        ),
        ("web/src/generated/personal-fields.ts", personal_fields()),
        ("web/src/generated/retention.ts", ateneu_operations::typescript()),
        ("web/src/generated/settings.ts", ateneu_settings::typescript()),
        ("web/src/generated/summer-times.ts", summer_times()),
        (
            "web/src/generated/fields.ts",
            labels(
                "fieldLabels",
                "field_labels",
                "Names of columns and recorded values in the audit log.",
                declared.field_labels.iter().copied(),
            ),
        ),
        (
            "web/src/generated/tasks.ts",
            labels(
                "taskLabels",
                "task_labels",
                "Names of jobs and kinds of tasks in the panel.",
                declared.task_labels.iter().map(|(name, label)| (*name, *label)),
            ),
        ),
        (
            "docs/who-may-what.md",
            access_matrix::print(schema, &declared.buckets)
                + &ateneu_functions::access_list(&declared.functions),
        ),
    ];
    files.into_iter().map(|(path, text)| (path.to_owned(), text)).chain(columns).collect()
}

/// Returns the codes of refusals as a TypeScript type.
fn error_codes(declared: &Declared) -> String {
    let codes: String = declared.error_codes.iter().map(|code| format!("\n  | '{code}'")).collect();
    format!(
        "// Written by `cargo xtask gen` from the refusals of the modules. Do not edit.\n\n\
         /** Reason why a server function, a procedure or a write is refused. */\n\
         export type ErrorCode ={codes};\n"
    )
}

/// Returns the titles of entitlements, and the entitlement of each type of contents.
fn entitlements() -> String {
    let labels = Entitlement::ALL.iter().map(|each| format!("  {}: '{}',\n", each.name(), each.title()));
    let types =
        ContentType::WORDS.iter().map(|each| format!("  {each}: '{}',\n", entitlement_of_type(each).name()));
    format!(
        "// Written by `cargo xtask gen` from the entitlements of the server. Do not edit.\n\n\
         import type {{ Entitlement }} from './content';\n\n\
         /** Names of entitlements for people. */\n\
         export const entitlementLabels: Readonly<Record<Entitlement, string>> = {{\n{}}};\n\n\
         /** Entitlement of a new content, by its type. */\n\
         export const typeEntitlements = {{\n{}}} as const satisfies Record<string, Entitlement>;\n",
        labels.collect::<String>(),
        types.collect::<String>()
    )
}

/// Returns the personal fields of letters.
fn personal_fields() -> String {
    let fields = PersonalField::ALL.iter().map(|each| {
        format!(
            "  {{ name: '{}', label: '{}', example: '{}' }},\n",
            each.name(),
            each.label(),
            each.example()
        )
    });
    format!(
        "// Written by `cargo xtask gen` from the personal fields of the server. Do not edit.\n\n\
         /** Fields of a letter, with the default that the editor suggests. */\n\
         export const personalFields = [\n{}] as const;\n\n\
         /** Maximum length of a default in characters. */\n\
         export const MAX_DEFAULT_LENGTH = {MAX_DEFAULT_LENGTH};\n",
        fields.collect::<String>()
    )
}

/// Returns the changes of São Paulo's summer time as differences, which take half the bytes of the hours themselves on
/// every page.
fn summer_times() -> String {
    let changes = ateneu_base::calendar::summer_times().into_iter().flat_map(|(from, to)| [from, to]);
    let (lines, _) = changes
        .fold((String::new(), 0), |(lines, last), hour| (format!("{lines}  {},\n", hour - last), hour));
    format!(
        "// Written by `cargo xtask gen` from the time zone of the server. Do not edit.\n\n\
         /**\n * Hours from each change of São Paulo's clocks to the next, the first counted from 1970. By turns a summer time begins, with\n \
         * clocks two hours behind UTC, and ends.\n */\n\
         export const CLOCK_CHANGES: readonly number[] = [\n{lines}];\n"
    )
}

/// Returns a file with the constant `name`: labels of the panel, collected by `declared`.
fn labels<'a>(
    name: &str,
    declared: &str,
    about: &str,
    labels: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> String {
    // Sorted and distinct. Biome omits quotes that JavaScript does not need.
    let labels = labels.into_iter().collect::<BTreeMap<_, _>>().into_iter();
    let labels = labels.map(|(name, label)| match name.contains('.') {
        true => format!("  '{name}': '{label}',\n"),
        false => format!("  {name}: '{label}',\n"),
    });
    format!(
        "// Written by `cargo xtask gen` from the `{declared}` of the modules. Do not edit.\n\n\
         /** {about} */\n\
         export const {name}: Readonly<Record<string, string>> = {{\n{}}};\n",
        labels.collect::<String>()
    )
}

/// Writes a migration that creates the declared tables and columns without one.
async fn migration(name: &str) -> Result<()> {
    let missing = missing(MIGRATIONS, &declared().schema).await?;
    if missing.is_empty() {
        bail!("every declared table and column has its migration; write other changes by hand");
    }
    let name = format!("{:04}_{name}", next_number(MIGRATIONS)?);
    write(&format!("crates/schema/migrations/{name}.sql"), &missing.join("\n"))?;
    let list = fs::read_to_string(root().join(MIGRATION_LIST))?;
    let entry = format!("    (\"{name}\", include_str!(\"../migrations/{name}.sql\")),\n];");
    write(MIGRATION_LIST, &list.replacen("];", &entry, 1))?;
    println!("wrote crates/schema/migrations/{name}.sql and listed it in {MIGRATION_LIST}");
    Ok(())
}

/// Returns the number after the last one. Some numbers were never used.
fn next_number(migrations: &[Migration]) -> Result<u32> {
    let last = migrations.last().and_then(|(name, _)| name.split('_').next()).unwrap_or("0");
    let last: u32 =
        last.parse().with_context(|| format!("the name of a migration begins with a number, not {last}"))?;
    Ok(last + 1)
}

const MIGRATION_LIST: &str = "crates/schema/src/migrations.rs";

/// Returns the SQL of the declared tables and columns that a database with these migrations lacks.
async fn missing(migrations: &[Migration], schema: &Schema) -> Result<Vec<String>> {
    let folder = tempfile::tempdir()?;
    let db = Db::open(&Target::Sqlite(folder.path().join("migrated.db")), migrations).await?;
    let sql = "SELECT m.name AS table_name, c.name AS column_name
               FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table'";
    let rows = db.read(move |tx| tx.query(sql, &[])).await?;
    let text = |row: &Row, column: &str| row.text(column).map(str::to_owned);
    let created: BTreeSet<_> =
        rows.iter().map(|row| (text(row, "table_name"), text(row, "column_name"))).collect();
    let lacks = |table: &Table, column: &str| {
        !created.contains(&(Some(table.name.to_owned()), Some(column.to_owned())))
    };
    let of_table = |table: &Table| {
        let columns: Vec<_> = table.stored().filter(|column| lacks(table, column.name)).collect();
        match columns.len() == table.stored().count() {
            true => vec![ddl::create(table)],
            false => columns.into_iter().map(|column| ddl::add_column(table, column)).collect(),
        }
    };
    Ok(schema.tables().iter().flat_map(of_table).collect())
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
    use ateneu_schema::{
        OnDelete,
        table::{exposed, int, text, uuid},
    };

    use super::*;

    #[tokio::test]
    async fn a_migration_adds_declared_tables_that_are_missing() {
        let books = exposed("books", "Books.").columns([
            uuid("id").new_id(),
            text("title").length(1, 200),
            int("pages").or(0_i64),
            uuid("shelf_id").references("shelves", "id", OnDelete::SetNull),
        ]);
        let lacking = async |sql| missing(&[("0001", sql)], &Schema::new(vec![books.clone()])).await.unwrap();
        assert_eq!(lacking("CREATE TABLE other (id text);").await, [ddl::create(&books)]);
        let added = lacking("CREATE TABLE books (id text NOT NULL, pages bigint);").await;
        let expected = [
            "ALTER TABLE books ADD COLUMN title plain_text CONSTRAINT books_title_check CHECK (length(title) BETWEEN 1 AND 200);\n",
            "ALTER TABLE books ADD COLUMN shelf_id plain_text CONSTRAINT books_shelf_id_fkey REFERENCES shelves (id) ON DELETE SET NULL;\n",
        ];
        assert_eq!(added, expected);
    }

    #[test]
    fn a_migration_is_numbered_after_the_last_one() {
        assert_eq!(next_number(&[("0001_first", ""), ("0074_checkout_origins", "")]).unwrap(), 75);
        assert_eq!(next_number(&[]).unwrap(), 1);
        assert!(next_number(&[("first", "")]).is_err());
    }

    #[test]
    fn derived_files_are_current() {
        let files = derived();
        let derived: BTreeSet<_> = files.iter().map(|(path, _)| root().join(path)).collect();
        for folder in ["web/src/generated", COLUMNS] {
            for entry in fs::read_dir(root().join(folder)).unwrap() {
                let path = entry.unwrap().path();
                assert!(
                    path.is_dir() || derived.contains(&path),
                    "nothing writes {}: remove it",
                    path.display()
                );
            }
        }
        for (path, text) in files {
            let written = fs::read_to_string(root().join(&path)).unwrap_or_default();
            assert!(
                written == text,
                "{path} is not what the declarations say: run `cargo xtask gen`, review, commit"
            );
        }
    }
}
