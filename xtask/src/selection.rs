//! Selection of a test run: parts, crates, features of the front end, or the reach of a change.

use std::{collections::BTreeSet, fs};

use anyhow::{Context, Result, bail, ensure};

use crate::shell::{output, program, root};

/// A part of the whole test run, in the order of execution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// Formatting, types and project rules.
    Check,
    /// The front end's build and its own tests.
    Web,
    /// Rust: lints and tests.
    Rust,
    /// The real client library against the running server.
    Conformance,
    /// Chromium against the running server.
    E2e,
}

const PARTS: [(&str, Part); 5] = [
    ("check", Part::Check),
    ("web", Part::Web),
    ("rust", Part::Rust),
    ("conformance", Part::Conformance),
    ("e2e", Part::E2e),
];

/// Parts of a test run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// The parts.
    pub parts: BTreeSet<Part>,
    /// Crates of the Rust part. Empty for all.
    pub crates: BTreeSet<String>,
    /// Features of the front end's own tests. Empty for all.
    pub features: BTreeSet<String>,
    /// True to skip PostgreSQL.
    pub sqlite: bool,
}

impl Selection {
    /// Parses the arguments of `cargo xtask test`. Without a name, selects everything.
    pub fn parse(arguments: &[String]) -> Result<Self> {
        let mut selection = Self::default();
        let (mut everything, mut changed) = (true, false);
        for argument in arguments {
            match argument.as_str() {
                "--sqlite" => selection.sqlite = true,
                "--changed" => changed = true,
                name => {
                    everything = false;
                    selection.add(name)?;
                }
            }
        }
        if changed {
            let files = changed_files()?;
            ensure!(!files.is_empty(), "no file has changed since the branch began");
            println!("changed: {} files", files.len());
            selection.add_changes(&files, &manifests()?);
        } else if everything {
            selection.add_all();
        }
        Ok(selection)
    }

    /// Returns `true` if the part is selected.
    pub fn has(&self, part: Part) -> bool {
        self.parts.contains(&part)
    }

    /// Returns `true` if the server's binary is needed.
    pub fn needs_server(&self) -> bool {
        self.has(Part::Conformance) || self.has(Part::E2e)
    }

    /// Returns `true` if the tests start the server while no other part of the run builds its front end. The browser
    /// must load the same sources as the server's pages, so an earlier build does not suffice.
    pub fn lacks_front_end(&self) -> bool {
        let tests_server = self.crates.is_empty() || self.crates.contains("server");
        let serves = self.needs_server() || self.has(Part::Rust) && tests_server;
        serves && !(self.has(Part::Web) && self.features.is_empty())
    }

    fn add_all(&mut self) {
        self.parts.extend(PARTS.map(|(_, part)| part));
        self.crates.clear();
        self.features.clear();
    }

    fn add(&mut self, name: &str) -> Result<()> {
        if let Some((_, part)) = PARTS.iter().find(|(part, _)| *part == name) {
            self.parts.insert(*part);
            return Ok(());
        }
        let features = root().join("web/src/features");
        let is_crate = root().join("crates").join(name).is_dir();
        // The same subject in the panel has its folder below `admin`.
        let found: Vec<_> = [name.to_owned(), format!("admin/{name}")]
            .into_iter()
            .filter(|path| features.join(path).is_dir())
            .collect();
        if is_crate {
            self.parts.insert(Part::Rust);
            self.crates.insert(name.to_owned());
        }
        if !is_crate && found.is_empty() {
            let parts = PARTS.map(|(name, _)| name).join(", ");
            bail!("{name} is no part ({parts}), no crate and no feature of the front end");
        }
        if !found.is_empty() {
            self.parts.insert(Part::Web);
            self.features.extend(found);
        }
        Ok(())
    }

    /// Adds everything whose outcome may depend on these files.
    fn add_changes(&mut self, files: &[String], manifests: &[Manifest]) {
        for file in files {
            let (folder, rest) = file.split_once('/').unwrap_or(("", file));
            self.parts.insert(Part::Check);
            match folder {
                "crates" => {
                    let (name, inside) = rest.split_once('/').unwrap_or((rest, ""));
                    self.parts.insert(Part::Rust);
                    let in_tests = inside.starts_with("tests/");
                    self.crates.extend(if in_tests {
                        [name.to_owned()].into()
                    } else {
                        dependents(name, manifests)
                    });
                    let serves =
                        dependents(name, manifests).contains("server") && !name.starts_with("testkit");
                    if serves && !in_tests {
                        self.parts.extend([Part::Conformance, Part::E2e]);
                    }
                }
                "content" => {
                    self.parts.extend([Part::Rust, Part::E2e]);
                    self.crates.extend(["content", "pages", "server"].map(str::to_owned));
                }
                "web" => self.parts.extend([Part::Web, Part::E2e]),
                "e2e" => self.parts.extend([Part::E2e]),
                // Browser tests use some of its helpers.
                "conformance" => self.parts.extend([Part::Conformance, Part::E2e]),
                "docs" => {}
                "" if rest.ends_with(".md") => {}
                _ => return self.add_all(),
            }
        }
    }
}

/// Lists the files that changed since the branch left its upstream; without one, since it left `main`; without that,
/// since the last commit. Includes new files.
fn changed_files() -> Result<Vec<String>> {
    let git = |arguments: &[&str]| output(&mut program("git", arguments));
    let since = |branch: &str| git(&["merge-base", "HEAD", branch]);
    let base = since("@{upstream}").or_else(|_| since("main")).or_else(|_| since("HEAD"))?;
    let tracked = git(&["diff", "--name-only", base.trim()])?;
    let new = git(&["ls-files", "--others", "--exclude-standard"])?;
    Ok(tracked.lines().chain(new.lines()).map(str::to_owned).collect())
}

/// A crate, with its dependencies on crates of the project, also of tests.
type Manifest = (String, Vec<String>);

fn manifests() -> Result<Vec<Manifest>> {
    let mut all = Vec::new();
    for entry in fs::read_dir(root().join("crates"))? {
        let folder = entry?;
        let text = fs::read_to_string(folder.path().join("Cargo.toml"))
            .with_context(|| format!("{} has no Cargo.toml", folder.path().display()))?;
        let named = text.lines().filter_map(|line| line.strip_prefix("ateneu-"));
        let named = named.map(|line| line.split(['.', ' ', '=']).next().unwrap_or_default().to_owned());
        all.push((folder.file_name().to_string_lossy().into_owned(), named.collect()));
    }
    Ok(all)
}

/// Returns the crate and all that depend on it.
fn dependents(name: &str, manifests: &[Manifest]) -> BTreeSet<String> {
    let mut found = BTreeSet::from([name.to_owned()]);
    loop {
        let before = found.len();
        for (dependent, named) in manifests {
            if named.iter().any(|name| found.contains(name)) {
                found.insert(dependent.clone());
            }
        }
        if found.len() == before {
            return found;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changes(files: &[&str]) -> Selection {
        let manifest = |name: &str, named: &[&str]| {
            (name.to_owned(), named.iter().map(|name| name.to_string()).collect())
        };
        let manifests = [
            manifest("db", &[]),
            manifest("auth", &["db", "testkit"]),
            manifest("server", &["auth"]),
            manifest("testkit", &["db"]),
        ];
        let mut selection = Selection::default();
        selection.add_changes(&files.iter().map(|file| file.to_string()).collect::<Vec<_>>(), &manifests);
        selection
    }

    #[test]
    fn a_source_file_selects_its_dependents_and_the_server() {
        let selection = changes(&["crates/auth/src/lib.rs"]);
        assert_eq!(selection.crates, ["auth", "server"].map(str::to_owned).into());
        assert!(selection.has(Part::Conformance) && selection.has(Part::E2e) && !selection.has(Part::Web));
    }

    #[test]
    fn a_test_file_selects_its_crate_alone() {
        let selection = changes(&["crates/auth/tests/it/main.rs"]);
        assert_eq!(selection.crates, ["auth".to_owned()].into());
        assert!(!selection.needs_server());
    }

    #[test]
    fn text_selects_the_project_rules_alone() {
        assert_eq!(changes(&["docs/status.md", "README.md"]).parts, [Part::Check].into());
    }

    #[test]
    fn a_change_to_a_shared_file_selects_every_part() {
        let selection = changes(&["crates/auth/src/lib.rs", "Cargo.lock"]);
        assert!(selection.crates.is_empty() && selection.parts.len() == PARTS.len());
    }

    #[test]
    fn tests_of_the_server_build_the_front_end_once() {
        let lacks = |names: &[&str]| {
            let names: Vec<_> = names.iter().map(|name| name.to_string()).collect();
            Selection::parse(&names).unwrap().lacks_front_end()
        };
        for names in [&["server"][..], &["conformance"], &["rust"], &["e2e", "newsletter"]] {
            assert!(lacks(names), "{names:?}");
        }
        for names in [&[][..], &["server", "web"], &["leads"], &["check"]] {
            assert!(!lacks(names), "{names:?}");
        }
    }

    #[test]
    fn names_are_resolved_to_parts_crates_and_features() {
        let parse =
            |names: &[&str]| Selection::parse(&names.iter().map(|name| name.to_string()).collect::<Vec<_>>());
        let selection = parse(&["accounts", "--sqlite"]).unwrap();
        assert_eq!(selection.parts, [Part::Web, Part::Rust].into(), "accounts is a crate and a feature");
        assert!(
            selection.sqlite
                && selection.crates.contains("accounts")
                && selection.features.contains("accounts")
        );
        let analytics = parse(&["analytics"]).unwrap();
        assert_eq!(analytics.features, ["admin/analytics".to_owned()].into(), "its pages in the panel");
        assert!(parse(&["nothing-of-ours"]).is_err());
    }
}
