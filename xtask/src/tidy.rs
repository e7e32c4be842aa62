//! Checks the project rules: import directions, one place per fact, and the size of files.

use std::{fs, path::Path};

use anyhow::{Context, Result, bail};

use crate::{addresses, circles, english::English, layers, modules, shell::root, tables, words};

/// Texts that may stand only in these files or folders: one place per fact.
const ONE_PLACE: &[(&str, &[&str], &str)] = &[
    (
        "std::env::var",
        &["crates/server/src/config.rs", "crates/testkit/", "xtask/"],
        "only config.rs reads the environment",
    ),
    ("Dialect::Sqlite", &["crates/db/"], "no other crate may ask which database it is"),
    ("Dialect::Postgres", &["crates/db/"], "no other crate may ask which database it is"),
    (
        "'@supabase/",
        &["web/src/lib/backend.ts", "conformance/", "e2e/"],
        "only lib/backend.ts names the client library",
    ),
    (
        "dangerouslySetInnerHTML",
        &[
            "web/src/entities/stored-html.tsx",
            "web/src/entities/head.tsx",
            "web/src/ui/needle-art.tsx",
            "e2e/",
        ],
        "one component shows sanitised HTML, one writes structured data, one shows drawings made here",
    ),
    (
        "Message::email(",
        &["crates/mail/", "crates/newsletter/tests/", "bench/"],
        "the words of emails are in content/emails.toml: use Sender::email",
    ),
    ("Message::sms(", &["crates/mail/"], "the words of short messages are in content/emails.toml"),
    ("toLocaleString(", &[], "the server has no Intl: use lib/format.ts"),
    ("toLocaleDateString(", &[], "the server has no Intl: use lib/format.ts"),
    ("new Intl.", &[], "the server has no Intl: use lib/format.ts"),
    ("localeCompare(", &[], "sort in SQL or by code point"),
];

/// Files that contain the texts they search for.
const LISTS: &[&str] = &["xtask/src/english.rs", "xtask/src/tidy.rs", "xtask/src/words.rs"];

/// Names that attract unrelated code.
const BAD_NAMES: &[&str] = &["utils", "util", "common", "helpers", "misc", "shared", "general"];

/// Maximum number of lines of a file, without tests.
const RUST_LINES: usize = 400;
const TYPESCRIPT_LINES: usize = 300;

/// Checks every rule. Prints all faults, then fails. With `--lower` it lowers the allowances of English first.
pub fn check(arguments: &[String]) -> Result<()> {
    let lowers = match arguments {
        [] => false,
        [option] if option == "--lower" => true,
        _ => bail!("usage: cargo xtask tidy [--lower]"),
    };
    let mut broken = Vec::new();
    let mut english = English::new()?;
    layers::check(&mut broken)?;
    all_dependencies(&mut broken)?;
    let files = tracked_files()?;
    let edges = circles::edges_of_crates(&files)?;
    modules::check(&edges, &mut broken)?;
    tables::check(&files, &mut broken)?;
    addresses::check(&files, &mut broken)?;
    let circles = circles::check(&edges, &mut broken);
    for path in &files {
        name_rules(path, &mut broken);
        let is_source = [".rs", ".ts", ".tsx", ".mjs"].iter().any(|ending| path.ends_with(ending));
        let is_checked = is_source || path.ends_with(".md");
        if !is_checked || path.contains("/generated/") || LISTS.contains(&path.as_str()) {
            continue;
        }
        let text = fs::read_to_string(root().join(path)).with_context(|| format!("cannot read {path}"))?;
        words::check(path, &text, &mut broken);
        if !is_source {
            continue;
        }
        english.read(path, &text);
        size_rules(path, &text, &mut broken);
        place_rules(path, &text, &mut broken);
        web_imports(path, &text, &mut broken);
    }
    if lowers {
        english.lower()?;
    }
    let left = english.compare(&mut broken)?;
    if broken.is_empty() {
        let (files, tests) = (files.len(), english.tests);
        println!(
            "project rules: {files} files, all in order, {circles} circles, {tests} tests of crates. {left}"
        );
        return Ok(());
    }
    bail!("project rules broken:\n  {}", broken.join("\n  "))
}

fn tracked_files() -> Result<Vec<String>> {
    let listed = crate::shell::output(&mut crate::shell::program(
        "git",
        &["ls-files", "--cached", "--others", "--exclude-standard"],
    ))?;
    Ok(listed.lines().filter(|path| root().join(path).is_file()).map(str::to_owned).collect())
}

/// Checks that `crates/dependencies` names every third-party dependency of the workspace.
fn all_dependencies(broken: &mut Vec<String>) -> Result<()> {
    let read =
        |path: &str| fs::read_to_string(root().join(path)).with_context(|| format!("cannot read {path}"));
    let (workspace, listed) = (read("Cargo.toml")?, read("crates/dependencies/Cargo.toml")?);
    let section = workspace.split("[workspace.dependencies]").nth(1).unwrap_or_default();
    let section = section.split("\n[").next().unwrap_or_default();
    let names = section.lines().filter_map(|line| line.split_once(" = ")).map(|(name, _)| name);
    for name in names.filter(|name| !name.starts_with("ateneu-")) {
        if !listed.contains(&format!("\n{name}.workspace = true\n")) {
            broken.push(format!("crates/dependencies/Cargo.toml does not list {name}"));
        }
    }
    Ok(())
}

fn name_rules(path: &str, broken: &mut Vec<String>) {
    for part in Path::new(path).components() {
        let name = part.as_os_str().to_string_lossy();
        let stem = name.split('.').next().unwrap_or_default();
        if BAD_NAMES.contains(&stem) {
            broken.push(format!(
                "{path}: a file or folder named {stem} fills up with everything; say what it is for"
            ));
        }
    }
}

fn size_rules(path: &str, text: &str, broken: &mut Vec<String>) {
    let is_test = path.contains("/tests/") || path.contains(".test.") || path.contains(".spec.");
    if is_test {
        return;
    }
    let limit = if path.ends_with(".rs") { RUST_LINES } else { TYPESCRIPT_LINES };
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let lines = code.lines().count();
    if lines > limit {
        broken.push(format!("{path}: {lines} lines; past {limit} split it by purpose"));
    }
}

fn place_rules(path: &str, text: &str, broken: &mut Vec<String>) {
    for (fact, places, why) in ONE_PLACE {
        if text.contains(fact) && !places.iter().any(|place| path.starts_with(place)) {
            broken.push(format!("{path}: `{fact}`: {why}"));
        }
    }
    if text.contains("../shared/") && !path.starts_with("web/") {
        broken.push(format!("{path}: the project stands alone"));
    }
}

/// Checks imports of the front end: app, routes, features, widgets, entities, then ui and lib; never sideways between
/// features, never upwards.
fn web_imports(path: &str, text: &str, broken: &mut Vec<String>) {
    let Some(inside) = path.strip_prefix("web/src/") else {
        return;
    };
    let layer = |name: &str| match name {
        "app" => 6,
        "routes" => 5,
        "features" => 4,
        "widgets" => 3,
        "entities" => 2,
        "ui" | "lib" => 1,
        "generated" | "styles" | "ssr" => 0,
        _ => 7,
    };
    let own_layer = layer(inside.split('/').next().unwrap_or_default());
    for imported in text.lines().filter_map(imported_path) {
        let target = imported.split('/').next().unwrap_or_default();
        // Every layer may link to a page. Routes and the features behind them may import routes.
        let is_page_table = imported == "app/pages" || (own_layer >= 4 && imported == "app/routes");
        if layer(target) > own_layer && !is_page_table {
            broken.push(format!("{path}: imports upwards from {target}"));
        }
        if let (Some(own), Some(other)) = (feature(inside), feature(imported))
            && own != other
        {
            broken.push(format!("{path}: feature {own} must not import feature {other}"));
        }
    }
}

/// Returns the feature of a file. Each subject of the panel is a feature.
fn feature(path: &str) -> Option<&str> {
    let rest = path.strip_prefix("features/")?;
    let folders = if rest.starts_with("admin/") { 2 } else { 1 };
    rest.match_indices('/').nth(folders - 1).map(|(end, _)| &rest[..end])
}

/// Returns the part after `@/` of an import line.
fn imported_path(line: &str) -> Option<&str> {
    let (_, rest) = line.split_once("from '@/").or_else(|| line.split_once("import('@/"))?;
    rest.split('\'').next()
}
