//! The declarations as TypeScript types, written to `web/src/generated/content.ts`.

use ateneu_schema::json_schema::declare;

use crate::schema::SCHEMA;

/// The whole file.
pub fn typescript() -> String {
    let mut file = String::from("// Written by `cargo xtask gen` from crates/content. Do not edit.\n");
    declare(&mut file, "ContentFiles", &SCHEMA);
    for (name, shape) in SCHEMA["$defs"].as_object().into_iter().flatten() {
        declare(&mut file, name, shape);
    }
    file
}
