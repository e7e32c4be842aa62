//! Directions of imports inside a crate. The opening doc of its `lib.rs` lists its modules from the lowest to the
//! highest, as ``- `module`: what it is for``. Each imports only from those before it. Files beside `lib.rs` that the
//! list leaves out are everybody's.

use std::fs;

use anyhow::{Context, Result};

use crate::shell::root;

/// Crates whose `lib.rs` lists their modules.
const CRATES: &[&str] =
    &["accounts", "auth", "community", "course-access", "learning", "membership", "publishing", "storage"];

/// Checks the direction in every crate that lists its modules.
pub fn check(files: &[String], broken: &mut Vec<String>) -> Result<()> {
    for name in CRATES {
        let source = format!("crates/{name}/src/");
        let read =
            |path: &str| fs::read_to_string(root().join(path)).with_context(|| format!("cannot read {path}"));
        let lib = read(&format!("{source}lib.rs"))?;
        let modules = listed(&lib);
        for path in files {
            let Some((module, is_folder)) = path.strip_prefix(&source).and_then(module_of) else {
                continue;
            };
            match modules.iter().position(|listed| *listed == module) {
                Some(place) => {
                    let text = read(path)?;
                    let above = &modules[place + 1..];
                    let upwards = imported(&text).filter(|name| above.contains(name));
                    broken.extend(upwards.map(|name| format!("{path}: {module} must not import {name}")));
                }
                None if is_folder => broken.push(format!("{source}lib.rs does not list the module {module}")),
                None => {}
            }
        }
    }
    Ok(())
}

/// The modules a `lib.rs` lists, the lowest first.
fn listed(lib: &str) -> Vec<&str> {
    lib.lines().filter_map(|line| line.strip_prefix("//! - `")?.split('`').next()).collect()
}

/// The module of a Rust file inside `src`, and whether that is a folder.
fn module_of(inside: &str) -> Option<(&str, bool)> {
    let file = inside.strip_suffix(".rs")?;
    match file.split_once('/') {
        Some((module, _)) => Some((module, true)),
        None => Some((file, false)),
    }
}

/// Returns the names directly behind `crate::` in code, also in braces. Comments are free to point anywhere.
fn imported(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices("crate::").flat_map(|(at, found)| {
        let line = text[..at].rsplit('\n').next().unwrap_or_default();
        let rest = &text[at + found.len()..];
        match rest.strip_prefix('{') {
            _ if line.trim_start().starts_with("//") => Vec::new(),
            Some(tree) => heads(tree),
            None => vec![name(rest)],
        }
    })
}

/// The first name of each branch of a use tree, after its opening brace.
fn heads(tree: &str) -> Vec<&str> {
    let (mut depth, mut found, mut starts) = (0_usize, Vec::new(), true);
    for (at, sign) in tree.char_indices() {
        match sign {
            '}' if depth == 0 => break,
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => starts = true,
            _ if starts && !sign.is_whitespace() => {
                found.push(name(&tree[at..]));
                starts = false;
            }
            _ => {}
        }
    }
    found
}

fn name(text: &str) -> &str {
    let end = text.find(|sign: char| !sign.is_alphanumeric() && sign != '_');
    &text[..end.unwrap_or(text.len())]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_import_of_the_crate_is_seen_and_no_comment() {
        let text = "//! [`crate::login`]\nuse crate::{\n    Auth,\n    a::{b, c::{d}},\n    e,\n};\n\
                    fn f() {\n    crate::g::h();\n}\nuse crate::j::{k, l};\n";
        let found: Vec<&str> = imported(text).collect();
        assert_eq!(found, ["Auth", "a", "e", "g", "j"]);
    }

    #[test]
    fn the_list_of_a_lib_is_read_in_its_order() {
        let lib =
            "//! What it is.\n//!\n//! - `low`: the lowest\n//! - `high`: above it\n\nmod high;\nmod low;\n";
        assert_eq!(listed(lib), ["low", "high"]);
        assert_eq!(module_of("high/deep/file.rs"), Some(("high", true)));
        assert_eq!(module_of("sweep.rs"), Some(("sweep", false)));
    }
}
