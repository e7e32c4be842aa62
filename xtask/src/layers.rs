//! Layers of crates, and the imports they allow.

use std::fs;

use anyhow::Result;

use crate::shell::root;

/// The layers of crates, the lowest first. A crate may import those of the layers below its own; in the foundation
/// also those listed before it.
const LAYERS: &[&[&str]] = &[
    &[
        "base",
        "derive",
        "schema",
        "db",
        "limits",
        "audit",
        "queue",
        "settings",
        "content",
        "outbound",
        "passwords",
        "pictures",
        "drawing",
        "tokens",
    ],
    &["mail", "auth", "data", "storage", "pages", "jobs", "functions", "realtime"],
    &["module"],
    &[
        "accounts",
        "analytics",
        "community",
        "course-access",
        "leads",
        "learning",
        "membership",
        "newsletter",
        "operations",
        "publishing",
    ],
    &["app"],
    &["panel"],
    &["server"],
    &["codegen"],
];

/// Imports beside those of [`LAYERS`].
const ALSO: &[(&str, &[&str])] = &[
    ("auth", &["mail"]),
    ("testkit", &["base", "schema", "db", "mail", "settings", "testkit-macros"]),
    ("testkit-app", &["app", "base", "data", "db", "functions", "module", "storage", "testkit"]),
];

/// Names every import of a crate that the layers do not allow.
pub fn check(broken: &mut Vec<String>) -> Result<()> {
    for entry in fs::read_dir(root().join("crates"))? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        let manifest = fs::read_to_string(root().join("crates").join(&name).join("Cargo.toml"))?;
        // What tests use (dev-dependencies) is not an import of the crate.
        let dependencies = manifest.split("[dev-dependencies]").next().unwrap_or_default();
        for line in dependencies.lines().filter_map(|line| line.strip_prefix("ateneu-")) {
            let imported = line.split(['.', ' ', '=']).next().unwrap_or_default();
            if !may_import(&name, imported) {
                broken.push(format!("crates/{name} must not import {imported}"));
            }
        }
    }
    Ok(())
}

/// True where the crate `name` may import `imported`, by [`LAYERS`].
pub fn may_import(name: &str, imported: &str) -> bool {
    let place = |name: &str| {
        LAYERS
            .iter()
            .enumerate()
            .find_map(|(layer, crates)| Some((layer, crates.iter().position(|listed| *listed == name)?)))
    };
    let by_layer = match (place(name), place(imported)) {
        (Some((0, own)), Some((0, other))) => other < own,
        (Some((own, _)), Some((other, _))) => other < own,
        _ => false,
    };
    by_layer || ALSO.iter().any(|(listed, also)| *listed == name && also.contains(&imported))
}
