//! SQL that creates a declared table, in the subset both databases read. `cargo xtask migration` writes it into a
//! migration file. A test compares the migrated databases with the declarations.

use std::fmt::Write;

use ateneu_base::Value;

use crate::{Check, Column, Default, OnDelete, Table, column::ForeignKey};

/// Returns `CREATE TABLE` and its indexes.
pub fn create(table: &Table) -> String {
    let mut lines: Vec<String> = table.stored().map(|column| column_line(table, column)).collect();
    lines.push(format!("CONSTRAINT {}_pkey PRIMARY KEY ({})", table.name, table.primary_key.join(", ")));
    for key in &table.unique {
        lines.push(format!("CONSTRAINT {}_{}_key UNIQUE ({})", table.name, key.join("_"), key.join(", ")));
    }
    for column in table.stored() {
        lines.extend(check_line(table, column));
        lines.extend(foreign_key_line(table, column));
    }
    let mut sql =
        format!("-- {}\nCREATE TABLE {} (\n    {}\n);\n", table.about, table.name, lines.join(",\n    "));
    for (key, condition) in &table.unique_where {
        let (name, columns) = (key.join("_"), key.join(", "));
        let _ = writeln!(
            sql,
            "CREATE UNIQUE INDEX {0}_{name}_active_key ON {0} ({columns}) WHERE {condition};",
            table.name
        );
    }
    for index in &table.indexes {
        let name = index_name(table.name, index);
        let _ = writeln!(sql, "CREATE INDEX {name} ON {} ({});", table.name, index.join(", "));
    }
    sql
}

/// Returns `{table}_{columns}_idx`. The columns are cut so that the name keeps its end within PostgreSQL's 63 bytes.
fn index_name(table: &str, index: &[&str]) -> String {
    let mut columns = index.join("_").replace(" desc", "").replace(' ', "_");
    columns.truncate(63 - "__idx".len() - table.len());
    format!("{table}_{columns}_idx")
}

/// Returns the `ALTER TABLE` that adds a column. A required one needs a constant default, for the existing rows.
pub fn add_column(table: &Table, column: &Column) -> String {
    let mut line = column_line(table, column);
    if let Some(check) = check_line(table, column) {
        let _ = write!(line, " {check}");
    }
    if let Some(key) = column.references {
        let constraint = format!("{}_{}_fkey", table.name, column.name);
        let _ = write!(line, " CONSTRAINT {constraint} {}", references(&key));
    }
    format!("ALTER TABLE {} ADD COLUMN {line};\n", table.name)
}

fn column_line(table: &Table, column: &Column) -> String {
    let mut line = format!("{} {}", column.name, column.kind.stored_as());
    if !column.nullable || table.primary_key.contains(&column.name) {
        line.push_str(" NOT NULL");
    }
    if let Default::Literal(value) = &column.default {
        let _ = write!(line, " DEFAULT {}", literal(value));
    }
    line
}

fn check_line(table: &Table, column: &Column) -> Option<String> {
    let name = column.name;
    let conditions: Vec<String> = column
        .checks
        .iter()
        .filter_map(|check| match check {
            Check::OneOf(words) => {
                let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
                Some(format!("{name} IN ({})", words.join(", ")))
            }
            Check::Length(least, most) => Some(format!("length({name}) BETWEEN {least} AND {most}")),
            Check::Range(least, most) => Some(format!("{name} BETWEEN {least} AND {most}")),
            // The data service checks these, because a database cannot express them.
            Check::Items(..)
            | Check::Bytes(_)
            | Check::NotBlank
            | Check::Email
            | Check::WebUrl
            | Check::Address
            | Check::Colour => None,
        })
        .collect();
    let joined = conditions.join(" AND ");
    (!conditions.is_empty()).then(|| format!("CONSTRAINT {}_{name}_check CHECK ({joined})", table.name))
}

fn foreign_key_line(table: &Table, column: &Column) -> Option<String> {
    let key = column.references?;
    let (table, column) = (table.name, column.name);
    Some(format!("CONSTRAINT {table}_{column}_fkey FOREIGN KEY ({column}) {}", references(&key)))
}

fn references(key: &ForeignKey) -> String {
    let action = match key.on_delete {
        OnDelete::Restrict => "RESTRICT",
        OnDelete::Cascade => "CASCADE",
        OnDelete::SetNull => "SET NULL",
    };
    format!("REFERENCES {} ({}) ON DELETE {action}", key.table, key.column)
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

fn literal(value: &Value) -> String {
    match value {
        Value::Null => "NULL".into(),
        Value::Bool(truth) => truth.to_string(),
        Value::Int(number) => number.to_string(),
        Value::Real(number) => format!("{number:?}"),
        Value::Text(text) => quoted(text),
    }
}
