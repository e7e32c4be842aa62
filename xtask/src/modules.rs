//! Checks directions of imports inside a crate. The opening doc of its `lib.rs` lists its modules from the lowest to
//! the highest, as ``- `module`: description``. Each imports only from those before it. All modules may import files
//! beside `lib.rs` that the list omits. A crate with one module needs no list.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
};

use anyhow::{Context, Result};

use crate::{circles::Edges, shell::root};

/// Checks the list of every crate, and the direction of its imports.
pub fn check(crates: &BTreeMap<&str, Edges>, broken: &mut Vec<String>) -> Result<()> {
    for (name, edges) in crates {
        let modules: BTreeSet<&str> = edges.keys().map(|file| module_of(file).0).collect();
        if modules.len() < 2 {
            continue;
        }
        let lib = format!("crates/{name}/src/lib.rs");
        let text = fs::read_to_string(root().join(&lib)).with_context(|| format!("cannot read {lib}"))?;
        broken.extend(problems(name, &listed(&text), edges));
    }
    Ok(())
}

/// Returns the modules that a list lacks or has in excess, and the imports that go upwards.
fn problems(name: &str, modules: &[&str], edges: &Edges) -> BTreeSet<String> {
    if modules.is_empty() {
        return [format!("crates/{name}/src/lib.rs lists no modules")].into();
    }
    let mut problems = BTreeSet::new();
    let files: BTreeSet<(&str, bool)> = edges.keys().map(|file| module_of(file)).collect();
    for (module, is_folder) in &files {
        if *is_folder && !modules.contains(module) {
            problems.insert(format!("crates/{name}/src/lib.rs does not list the module {module}"));
        }
    }
    for module in modules {
        if !files.iter().any(|(known, _)| known == module) {
            problems.insert(format!("crates/{name}/src/lib.rs lists {module}, which is not there"));
        }
    }
    let place = |file: &str| modules.iter().position(|listed| *listed == module_of(file).0);
    for (from, taken) in edges {
        for (to, names) in taken {
            if place(from).zip(place(to)).is_some_and(|(from, to)| from < to) {
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                problems.insert(format!(
                    "crates/{name}/src/{from} must not import from {to}, which is listed above it: {}",
                    names.join(", ")
                ));
            }
        }
    }
    problems
}

/// Returns the modules that a `lib.rs` lists, lowest first.
fn listed(lib: &str) -> Vec<&str> {
    lib.lines().filter_map(|line| line.strip_prefix("//! - `")?.split('`').next()).collect()
}

/// Returns the module of a Rust file inside `src`, and `true` if that is a folder.
fn module_of(inside: &str) -> (&str, bool) {
    match inside.split_once('/') {
        Some((module, _)) => (module, true),
        None => (inside.trim_end_matches(".rs"), false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_import_from_a_module_that_is_listed_above_is_refused() {
        let takes = |to: &str| BTreeMap::from([(to.to_owned(), BTreeSet::from(["A".to_owned()]))]);
        let edges: Edges = [("low.rs", "high/mod.rs"), ("high/mod.rs", "low.rs"), ("free.rs", "high/mod.rs")]
            .map(|(from, to)| (from.to_owned(), takes(to)))
            .into();
        let found = problems("shop", &["low", "high"], &edges);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found.iter().all(|text| text.contains("low.rs must not import from high/mod.rs")));
    }

    #[test]
    fn a_list_names_every_folder_and_no_missing_module() {
        let edges: Edges = [("high/mod.rs".to_owned(), BTreeMap::new())].into();
        assert!(problems("shop", &["high"], &edges).is_empty());
        assert_eq!(problems("shop", &["low"], &edges).len(), 2);
    }

    #[test]
    fn the_list_of_a_lib_is_read_in_its_order() {
        let lib =
            "//! What it is.\n//!\n//! - `low`: the lowest\n//! - `high`: above it\n\nmod high;\nmod low;\n";
        assert_eq!(listed(lib), ["low", "high"]);
        assert_eq!(module_of("high/deep/file.rs"), ("high", true));
        assert_eq!(module_of("sweep.rs"), ("sweep", false));
    }
}
