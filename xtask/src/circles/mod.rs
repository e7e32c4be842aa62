//! Circles inside a crate: files whose code names each other in a loop. A name that a `mod.rs` re-exports counts where
//! it is defined. `lib.rs`, `main.rs`, their re-exports, and code of tests do not count.

mod read;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
};

use anyhow::{Context, Result, anyhow};

use self::read::{Module, ModulePath, read};
use crate::shell::root;

/// Names that each file takes from each other file.
pub type Edges = BTreeMap<String, BTreeMap<String, BTreeSet<String>>>;

/// Reads the names that the files of each crate take from each other.
pub fn edges_of_crates(files: &[String]) -> Result<BTreeMap<&str, Edges>> {
    let mut crates: BTreeMap<&str, BTreeMap<String, String>> = BTreeMap::new();
    for path in files {
        let Some((name, inside)) = path.strip_prefix("crates/").and_then(|rest| rest.split_once("/src/"))
        else {
            continue;
        };
        if inside.ends_with(".rs") {
            let text =
                fs::read_to_string(root().join(path)).with_context(|| format!("cannot read {path}"))?;
            crates.entry(name).or_default().insert(inside.to_owned(), text);
        }
    }
    let edges = crates.into_iter().map(|(name, sources)| {
        let edges = edges(&sources).with_context(|| format!("cannot read the modules of {name}"))?;
        Ok((name, edges))
    });
    edges.collect()
}

/// Reports every circle of files in the crates. Returns their number.
pub fn check(crates: &BTreeMap<&str, Edges>, broken: &mut Vec<String>) -> usize {
    let mut count = 0;
    for (name, edges) in crates {
        for circle in circles(edges) {
            count += 1;
            broken.push(format!("crates/{name}: these files name each other:{}", described(&circle, edges)));
        }
    }
    count
}

fn described(circle: &BTreeSet<String>, edges: &Edges) -> String {
    let mut text = String::new();
    for from in circle {
        for (to, names) in edges[from].iter().filter(|(to, _)| circle.contains(*to)) {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            text.push_str(&format!("\n    {from} takes from {to}: {}", names.join(", ")));
        }
    }
    text
}

/// Returns the sets of files that reach each other.
fn circles(edges: &Edges) -> Vec<BTreeSet<String>> {
    let reached = |start: &String| {
        let mut seen = BTreeSet::new();
        let mut open = vec![start];
        while let Some(file) = open.pop() {
            for next in edges.get(file).into_iter().flat_map(BTreeMap::keys) {
                if seen.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
        seen
    };
    let all: BTreeMap<&String, BTreeSet<String>> = edges.keys().map(|file| (file, reached(file))).collect();
    let mut found: Vec<BTreeSet<String>> = Vec::new();
    for (file, others) in &all {
        if others.contains(*file) && !found.iter().any(|circle| circle.contains(*file)) {
            let circle =
                others.iter().filter(|other| all.get(other).is_some_and(|back| back.contains(*file)));
            found.push(circle.cloned().collect());
        }
    }
    found
}

/// Returns the names that each file takes from others. `sources` holds the text of each file by its path below `src`.
fn edges(sources: &BTreeMap<String, String>) -> Result<Edges> {
    let mut modules: BTreeMap<ModulePath, Module> = BTreeMap::new();
    for (file, text) in sources {
        let tokens = text.parse().map_err(|error| anyhow!("{file}: {error}"))?;
        read(tokens, &module_path(file), file, &mut modules);
    }
    let mut edges: Edges = BTreeMap::new();
    for (path, module) in &modules {
        if is_root(&module.file) {
            continue;
        }
        let taken = edges.entry(module.file.clone()).or_default();
        let hands_on = module.file.ends_with("mod.rs");
        let imports =
            module.imports.iter().filter(|(name, _)| !(hands_on && module.handed_on.contains(*name)));
        for named in imports.map(|(_, target)| target).chain(&module.paths) {
            if let Some((file, item)) = definition(&modules, path, named, 0)
                && file != module.file
                && !is_root(&file)
            {
                taken.entry(file).or_default().insert(item);
            }
        }
    }
    Ok(edges)
}

fn is_root(file: &str) -> bool {
    matches!(file, "lib.rs" | "main.rs")
}

fn module_path(file: &str) -> ModulePath {
    let path = file.trim_end_matches(".rs").trim_end_matches("/mod");
    if is_root(file) { Vec::new() } else { path.split('/').map(str::to_owned).collect() }
}

/// Returns file and name of the item at `named`, seen from the module at `from`. Returns `None` for modules, for items
/// of other crates and for local names.
fn definition(
    modules: &BTreeMap<ModulePath, Module>,
    from: &[String],
    named: &[String],
    depth: usize,
) -> Option<(String, String)> {
    // Imports that name each other would not terminate.
    if depth > 8 {
        return None;
    }
    let mut at = from.to_vec();
    let mut is_inside = false;
    for (place, segment) in named.iter().enumerate() {
        match segment.as_str() {
            "crate" => {
                at.clear();
                is_inside = true;
                continue;
            }
            "self" => {
                is_inside = true;
                continue;
            }
            "super" => {
                at.pop()?;
                is_inside = true;
                continue;
            }
            _ => {}
        }
        let module = modules.get(&at)?;
        if module.children.contains(segment) {
            at.push(segment.clone());
            is_inside = true;
            continue;
        }
        if module.items.contains(segment) {
            return Some((module.file.clone(), segment.clone()));
        }
        let target = module.imports.get(segment).filter(|_| !is_root(&module.file))?;
        // An import that begins with its own name is of another crate.
        if !is_inside && target == named {
            return None;
        }
        let whole: Vec<String> = target.iter().chain(&named[place + 1..]).cloned().collect();
        return definition(modules, &at, &whole, depth + 1);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(sources: &[(&str, &str)]) -> Vec<Vec<String>> {
        let sources = sources.iter().map(|(file, text)| ((*file).to_owned(), (*text).to_owned())).collect();
        circles(&edges(&sources).unwrap()).into_iter().map(|circle| circle.into_iter().collect()).collect()
    }

    #[test]
    fn two_files_that_name_each_other_are_a_circle() {
        let a = ("a.rs", "use crate::b::B;\npub struct A;\nfn f(_: B) {}");
        let b = ("b.rs", "pub struct B;\nfn f() { let _ = super::a::A; }");
        assert_eq!(found(&[("lib.rs", "mod a;\nmod b;"), a, b]), [["a.rs", "b.rs"]]);
    }

    #[test]
    fn a_name_handed_on_counts_where_it_is_defined() {
        let lib = ("lib.rs", "mod a;\npub use a::Low;");
        let module = ("a/mod.rs", "mod low;\nmod high;\npub use low::Low;\npub use high::High;");
        let low = ("a/low.rs", "pub struct Low;");
        let high = ("a/high.rs", "use super::Low;\npub struct High(Low);");
        assert!(found(&[lib, module, low, high]).is_empty());
        let low = ("a/low.rs", "pub struct Low(Vec<crate::a::High>);");
        assert_eq!(found(&[lib, module, low, high]), [["a/high.rs", "a/low.rs"]]);
    }

    #[test]
    fn names_of_the_crate_root_make_no_circle() {
        let lib = ("lib.rs", "mod a;\nmod b;\npub use a::A;");
        let a = ("a.rs", "pub struct A(crate::b::B);");
        let b = ("b.rs", "pub struct B;\nfn f(_: crate::A) {}");
        assert!(found(&[lib, a, b]).is_empty());
    }

    #[test]
    fn tests_and_other_crates_make_no_circle() {
        let lib = ("lib.rs", "mod a;\nmod b;");
        let a = ("a.rs", "pub fn a() {}\n#[cfg(test)]\nmod tests {\n use crate::b::b;\n fn t() { b(); }\n}");
        let b = ("b.rs", "use other::{a, c as d};\npub fn b() { crate::a::a(); d(a); }");
        assert!(found(&[lib, a, b]).is_empty());
    }

    #[test]
    fn names_in_macros_and_through_imported_modules_count() {
        let lib = ("lib.rs", "mod a;\nmod b;");
        let a = ("a.rs", "use crate::b;\npub const A: u8 = 1;\nfn f() { b::run(); }");
        let b = ("b.rs", "pub fn run() { println!(\"{}\", crate::a::A); }");
        assert_eq!(found(&[lib, a, b]), [["a.rs", "b.rs"]]);
    }
}
