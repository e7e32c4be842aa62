//! Layers of crates, and the imports they allow.

use std::fs;

use anyhow::Result;

use crate::shell::root;

/// Place of the subjects in [`LAYERS`]: every crate that no layer lists is one.
const SUBJECT_LAYER: usize = 3;

/// The layers of crates, lowest first. A crate may import those of lower layers. In the foundation it may also import
/// those listed before it.
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
    &["mail", "auth", "data", "storage", "pages", "jobs", "functions", "realtime", "backup", "import"],
    &["module"],
    &[],
    &["app"],
    &["panel"],
    &["server"],
    &["codegen"],
];

/// Imports in addition to those of [`LAYERS`].
const ALSO: &[(&str, &[&str])] = &[
    ("auth", &["mail"]),
    ("backup", &["storage"]),
    ("import", &["data", "storage"]),
    ("testkit", &["base", "content", "schema", "db", "mail", "settings", "testkit-macros"]),
    ("testkit-app", &["app", "base", "data", "db", "functions", "module", "storage", "testkit"]),
];

/// Reports every import of a crate that the layers do not allow.
pub fn check(broken: &mut Vec<String>) -> Result<()> {
    for entry in fs::read_dir(root().join("crates"))? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        let manifest = fs::read_to_string(root().join("crates").join(&name).join("Cargo.toml"))?;
        // Dependencies of tests (dev-dependencies) do not count.
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

/// Returns `true` if the crate `name` may import `imported`, by [`LAYERS`].
pub fn may_import(name: &str, imported: &str) -> bool {
    let by_layer = match (place(name), place(imported)) {
        (Some((0, own)), Some((0, other))) => other < own,
        (Some((own, _)), Some((other, _))) => other < own,
        _ => false,
    };
    by_layer || ALSO.iter().any(|(listed, also)| *listed == name && also.contains(&imported))
}

/// Returns the layer of a crate and its place in it. Returns `None` for the crates of tests.
fn place(name: &str) -> Option<(usize, usize)> {
    let listed = LAYERS
        .iter()
        .enumerate()
        .find_map(|(layer, crates)| Some((layer, crates.iter().position(|listed| *listed == name)?)));
    let is_subject = !name.starts_with("testkit");
    listed.or_else(|| is_subject.then_some((SUBJECT_LAYER, 0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crate_in_no_layer_imports_as_a_subject() {
        assert!(
            may_import("unlisted", "data")
                && may_import("unlisted", "module")
                && may_import("app", "unlisted")
        );
        for (name, imported) in
            [("unlisted", "community"), ("unlisted", "app"), ("data", "unlisted"), ("testkit", "auth")]
        {
            assert!(!may_import(name, imported), "{name} imports {imported}");
        }
    }
}
