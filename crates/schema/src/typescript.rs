//! The TypeScript `Database` type of the client library, written to `web/src/generated/database.ts`.

use std::{collections::BTreeMap, fmt::Write};

use crate::{Check, Column, Default, Kind, Schema, Source, Table};

/// Returns the words of the types that columns of exposed tables have, by name.
///
/// # Panics
/// Panics if two types have one name and different words.
pub fn word_types(schema: &Schema) -> BTreeMap<&'static str, &'static [&'static str]> {
    let mut types = BTreeMap::new();
    for table in schema.tables().iter().filter(|table| table.exposed) {
        for column in table.columns.iter().filter(|column| column.listed) {
            if let Some((name, words)) = column.word_type.zip(column.words_allowed()) {
                let known = types.insert(name, words);
                assert!(known.is_none_or(|known| known == words), "{name} names two types of words");
            }
        }
    }
    types
}

/// Returns the union type of these words.
pub fn union(words: &[&str]) -> String {
    words.iter().map(|word| format!("'{word}'")).collect::<Vec<_>>().join(" | ")
}

/// Returns the whole file. `functions` are the members of `Functions`.
pub fn database(schema: &Schema, functions: &str) -> String {
    let mut file = String::from(
        "// Written by `cargo xtask gen` from the declared tables. Do not edit.\n\n\
         export type Json = string | number | boolean | null | { [key: string]: Json } | Json[];\n\n",
    );
    for (name, words) in word_types(schema) {
        let _ = writeln!(file, "export type {name} = {};", union(words));
    }
    file.push_str("\nexport type Database = {\n  public: {\n    Tables: {\n");
    for table in schema.tables().iter().filter(|table| table.exposed) {
        write_table(&mut file, schema, table);
    }
    file.push_str("    };\n    Views: Record<never, never>;\n    Functions: {\n");
    file.push_str(functions);
    file.push_str(
        "    };\n    Enums: Record<never, never>;\n    CompositeTypes: Record<never, never>;\n  };\n};\n",
    );
    file
}

fn write_table(file: &mut String, schema: &Schema, table: &Table) {
    let _ = writeln!(file, "      {}: {{\n        Row: {{", table.name);
    for column in table.columns.iter().filter(|column| column.listed) {
        let masked = table.mask_of(column.name).is_some();
        let null = if column_may_be_null(column) || masked { " | null" } else { "" };
        let _ = writeln!(file, "          {}: {}{null};", column.name, type_of(column));
    }
    file.push_str("        };\n        Insert: {\n");
    for column in table.stored().filter(|column| column.listed) {
        let optional = column.nullable || !matches!(column.default, Default::Null);
        let null = if column.nullable { " | null" } else { "" };
        let mark = if optional { "?" } else { "" };
        let _ = writeln!(file, "          {}{mark}: {}{null};", column.name, type_of(column));
    }
    file.push_str("        };\n        Update: {\n");
    for column in table.stored().filter(|column| column.listed) {
        let null = if column.nullable { " | null" } else { "" };
        let _ = writeln!(file, "          {}?: {}{null};", column.name, type_of(column));
    }
    file.push_str("        };\n        Relationships: [\n");
    for column in table.stored() {
        let Some(key) = column.references else { continue };
        if schema.exposed(key.table).is_none() {
            continue;
        }
        let one = table.primary_key == [column.name] || table.unique.iter().any(|key| key == &[column.name]);
        let _ = writeln!(
            file,
            "          {{ foreignKeyName: '{0}_{1}_fkey'; columns: ['{1}']; isOneToOne: {one}; \
             referencedRelation: '{2}'; referencedColumns: ['{3}'] }},",
            table.name, column.name, key.table, key.column
        );
    }
    file.push_str("        ];\n      };\n");
}

fn column_may_be_null(column: &Column) -> bool {
    column.nullable && !matches!(column.source, Source::Count { .. })
}

fn type_of(column: &Column) -> String {
    match (column.word_type, column.words_allowed()) {
        (Some(name), _) => name.to_owned(),
        (None, Some(words)) => union(words),
        (None, None) => type_of_kind(column.kind),
    }
}

/// Returns the type of a value of that kind.
pub fn type_of_kind(kind: Kind) -> String {
    match kind {
        Kind::Text | Kind::Uuid | Kind::Timestamp => "string".into(),
        Kind::Int | Kind::Real => "number".into(),
        Kind::Bool => "boolean".into(),
        Kind::Json => "Json".into(),
        Kind::TextArray => "string[]".into(),
    }
}

/// Returns each exposed table's name with the content of `web/src/generated/columns/<table>.ts`: the maximum lengths
/// and the allowed words of its columns.
pub fn columns(schema: &Schema) -> Vec<(&'static str, String)> {
    let mut files = Vec::new();
    for table in schema.tables().iter().filter(|table| table.exposed) {
        let columns = || table.stored().filter(|column| column.listed);
        let checks = || columns().flat_map(|column| column.checks.iter().map(|check| (column.name, check)));
        let longest = checks().filter_map(|(column, check)| match check {
            Check::Length(_, most) => Some(format!("  {column}: {most},\n")),
            _ => None,
        });
        let words = checks().filter_map(|(column, check)| match check {
            Check::OneOf(words) => Some(format!("  {column}: ['{}'],\n", words.join("', '"))),
            _ => None,
        });
        let mut file = String::new();
        for (name, members) in [("limits", longest.collect::<String>()), ("words", words.collect())] {
            if !members.is_empty() {
                let _ = write!(file, "\nexport const {name} = {{\n{members}}} as const;\n");
            }
        }
        if !file.is_empty() {
            let head = "// Written by `cargo xtask gen` from the declared table. Do not edit.\n";
            files.push((table.name, format!("{head}{file}")));
        }
    }
    files
}
