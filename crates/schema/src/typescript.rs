//! The TypeScript `Database` type that the client library is given, written to `web/src/generated/database.ts`.

use std::fmt::Write;

use crate::{Check, Column, Default, Kind, Schema, Source, Table};

/// The whole file.
pub fn database(schema: &Schema) -> String {
    let mut file = String::from(
        "// Written by `cargo xtask gen` from the declared tables. Do not edit.\n\n\
         export type Json = string | number | boolean | null | { [key: string]: Json } | Json[];\n\n\
         export type Database = {\n  public: {\n    Tables: {\n",
    );
    for table in schema.tables().iter().filter(|table| table.exposed) {
        write_table(&mut file, schema, table);
    }
    file.push_str("    };\n    Views: Record<never, never>;\n    Functions: {\n");
    file.push_str("      cleanup_old_auth_logs: { Args: Record<never, never>; Returns: undefined };\n");
    file.push_str("      confirm_newsletter: { Args: { token: string }; Returns: boolean };\n");
    file.push_str("      unsubscribe_newsletter: { Args: { token: string }; Returns: boolean };\n");
    file.push_str(
        "      visit_figures: {\n        Args: { since: string };\n        Returns: {\n          \
         days: { day: string; views: number }[];\n          pages: { path: string; views: number }[];\n          \
         clicks: { category: string; label: string; count: number }[];\n        };\n      };\n",
    );
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
        let optional = column.nullable || column.default != Default::Null;
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
    for check in &column.checks {
        if let Check::OneOf(words) = check {
            return words.iter().map(|word| format!("'{word}'")).collect::<Vec<_>>().join(" | ");
        }
    }
    match column.kind {
        Kind::Text | Kind::Uuid | Kind::Timestamp => "string".into(),
        Kind::Int | Kind::Real => "number".into(),
        Kind::Bool => "boolean".into(),
        Kind::Json => "Json".into(),
        Kind::TextArray => "string[]".into(),
    }
}
