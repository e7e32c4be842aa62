//! The test run: everything CI checks, or a selection of it.

use std::{
    env, fs,
    io::{self, Write as _},
    path::PathBuf,
    process::{Child, Command},
    thread,
    time::{Instant, UNIX_EPOCH},
};

use anyhow::{Result, bail, ensure};

use crate::{
    browser, node, postgres,
    postgres::Postgres,
    selection::{Part, Selection},
    shell::{create_in_target, is_installed, program, run as execute},
    tidy,
};

/// The folders with TypeScript.
const NODE_FOLDERS: [&str; 3] = ["web", "conformance", "e2e"];

/// Runs all checks of CI, or those that the arguments select.
pub fn test(arguments: &[String]) -> Result<()> {
    let selection = Selection::parse(arguments)?;
    let mut outcomes = Outcomes::default();
    let compiles = selection.has(Part::Rust) || selection.needs_server();
    // The front end's tools wait for the network and use one core each. The compiler uses the rest.
    let mut background = Vec::new();
    if compiles && selection.features.is_empty() {
        for (part, name) in [(Part::Check, "check"), (Part::Web, "web")] {
            if selection.has(part) {
                let mut command = Command::new(env::current_exe()?);
                command.args(["test", name]);
                background.push(Background::start(name, command)?);
            }
        }
    } else {
        outcomes.record("check", selection.has(Part::Check), check);
        outcomes.record("web", selection.has(Part::Web), || test_web(&selection));
    }
    if compiles {
        let wanted = selection.clone();
        let installed = thread::spawn(move || install_services(&wanted));
        outcomes.record("build", true, || match selection.has(Part::Rust) {
            true => compile(&packages(&selection)),
            false => execute(&mut linting(&["build", "--package", "ateneu-server"])?),
        });
        outcomes.record("services", true, || {
            installed.join().unwrap_or_else(|_| bail!("installing the services stopped"))
        });
    }
    for part in background {
        outcomes.record(part.name, true, || part.finish());
    }
    if compiles && outcomes.failed.is_empty() {
        run_tests(&selection, &mut outcomes)?;
    }
    outcomes.summary()
}

fn run_tests(selection: &Selection, outcomes: &mut Outcomes) -> Result<()> {
    outcomes.record("front end", selection.lacks_front_end(), node::build_web);
    if !outcomes.failed.is_empty() {
        return Ok(());
    }
    let postgres = match selection.sqlite {
        true => None,
        false => Some(Postgres::start()?),
    };
    let url = postgres.as_ref().map(Postgres::url);
    // Concurrent parts use each other's waiting time.
    let conformance =
        selection.has(Part::Conformance).then(|| start_conformance(url.as_deref())).transpose()?;
    let development = selection.has(Part::E2e).then(start_development_build);
    outcomes.record("rust", selection.has(Part::Rust), || test_rust(selection, url.as_deref()));
    if let Some(conformance) = conformance {
        outcomes.record(conformance.name, true, || conformance.finish());
    }
    if let Some(development) = development {
        outcomes.record("e2e", true, || test_e2e(development?));
    }
    Ok(())
}

/// Checks project rules, formatting, types and lints of the front end. Rust is linted while it is compiled.
pub fn check() -> Result<()> {
    tidy::check(&[])?;
    execute(&mut program("cargo", &["fmt", "--all", "--check"]))?;
    for folder in NODE_FOLDERS {
        node::install(folder)?;
        node::script(folder, "typecheck")?;
        execute(&mut node::command("biome", folder, &["check", "--error-on-warnings"])?)?;
    }
    Ok(())
}

/// Variable with the number of inputs of each fuzz test.
const FUZZ_INPUTS: &str = "ATENEU_FUZZ_INPUTS";
/// Variable with the seed of the random sequence. The same number gives the same inputs.
const FUZZ_SEED: &str = "ATENEU_FUZZ_SEED";

/// Runs the fuzz tests with many inputs, different ones at each run.
pub fn fuzz(names: &[String]) -> Result<()> {
    let inputs = env::var_os(FUZZ_INPUTS).unwrap_or_else(|| "10000000".into());
    let seed = match env::var_os(FUZZ_SEED) {
        Some(seed) => seed,
        None => UNIX_EPOCH.elapsed()?.as_secs().to_string().into(),
    };
    println!("{} inputs for each test; to repeat this run: {FUZZ_SEED}={}", inputs.display(), seed.display());
    let mut tests =
        program("cargo", &["test", "--release", "--package", "ateneu-server", "--test", "it", "--"]);
    match names {
        [] => tests.arg("fuzz::"),
        names => tests.args(names.iter().map(|name| format!("fuzz::{name}"))),
    };
    execute(tests.env(FUZZ_INPUTS, inputs).env(FUZZ_SEED, seed))
}

/// Compiles all tests and the server's binary. Clippy's driver is the compiler with more lints, so one pass does both.
/// `packages` are Cargo's arguments, by default the whole workspace. Times by crate are in `target/cargo-timings`.
pub fn compile(packages: &[String]) -> Result<()> {
    execute(cargo_tests(&["--no-run", "--timings"])?.args(packages_or_workspace(packages)))
}

/// Returns `cargo nextest run` if it is installed, else `cargo test`: the same tests, but slower.
fn cargo_tests(arguments: &[&str]) -> Result<Command> {
    let mut command = linting(if has_nextest() { &["nextest", "run"] } else { &["test"] })?;
    command.args(arguments);
    Ok(command)
}

fn has_nextest() -> bool {
    is_installed("cargo", &["nextest", "--version"])
}

/// Returns a command of Cargo that compiles through Clippy's driver. A lint fails it.
fn linting(arguments: &[&str]) -> Result<Command> {
    ensure!(
        is_installed("clippy-driver", &["--version"]),
        "please run `rustup component add clippy rustfmt`"
    );
    let mut command = program("cargo", arguments);
    command
        .env("RUSTC_WORKSPACE_WRAPPER", "clippy-driver")
        .env("CLIPPY_ARGS", "-Dwarnings__CLIPPY_HACKERY__");
    Ok(command)
}

fn packages_or_workspace(packages: &[String]) -> Vec<String> {
    if packages.is_empty() { vec!["--workspace".to_owned()] } else { packages.to_vec() }
}

/// Returns the selected crates as Cargo's arguments, with the crate that gives dependencies their features in the whole
/// workspace, so that they are not built again.
fn packages(selection: &Selection) -> Vec<String> {
    if selection.crates.is_empty() || selection.needs_server() {
        return Vec::new();
    }
    let names = selection.crates.iter().map(String::as_str).chain(["dependencies"]);
    names.flat_map(|name| ["--package".to_owned(), format!("ateneu-{name}")]).collect()
}

fn test_web(selection: &Selection) -> Result<()> {
    if selection.features.is_empty() {
        node::build_web()?;
        return node::script("web", "test");
    }
    node::install("web")?;
    let folders = selection.features.iter().map(|name| format!("src/features/{name}/"));
    execute(node::command("vitest", "web", &["run", "--passWithNoTests"])?.args(folders))
}

fn test_rust(selection: &Selection, postgres: Option<&str>) -> Result<()> {
    let nextest = has_nextest();
    let mut tests = cargo_tests(&["--no-fail-fast"])?;
    if nextest {
        // Tests spend half of their time waiting for databases and timeouts.
        let threads = 2 * thread::available_parallelism()?.get();
        tests.args(["--no-tests=pass", "--status-level=slow", "--test-threads", &threads.to_string()]);
        // Nextest would start each test through a second process, which only guards against signals at the start.
        tests.env("NEXTEST_DOUBLE_SPAWN", "0");
    }
    tests.args(packages_or_workspace(&packages(selection)));
    match (postgres, nextest) {
        (Some(url), _) => {
            tests.env("ATENEU_TEST_POSTGRES", url);
        }
        (None, true) => {
            tests.args(["-E", "not test(/::postgres$/)"]);
        }
        (None, false) => {
            tests.args(["--", "--skip", "::postgres"]);
        }
    }
    execute(&mut tests)
}

fn start_conformance(postgres: Option<&str>) -> Result<Background> {
    node::install("conformance")?;
    let mut tests = node::command("npm", "conformance", &["run", "--silent", "test"])?;
    if let Some(url) = postgres {
        tests.env("ATENEU_TEST_POSTGRES", url);
    }
    Background::start("conformance", tests)
}

/// Starts the development build, in which React reports every difference between server and browser.
fn start_development_build() -> Result<Background> {
    let build = node::command("npm", "web", &["run", "--silent", "build:dev"])?;
    Background::start("development build", build)
}

fn test_e2e(development: Background) -> Result<()> {
    development.finish()?;
    node::install("e2e")?;
    execute(
        node::command("npm", "e2e", &["run", "--silent", "test"])?
            .env("ATENEU_CHROMIUM", browser::chromium()?),
    )
}

/// Installs missing programs that the tests start.
fn install_services(selection: &Selection) -> Result<()> {
    if !selection.sqlite {
        postgres::programs()?;
    }
    if selection.has(Part::E2e) {
        browser::chromium()?;
    }
    Ok(())
}

/// A part in another process, beside the others.
struct Background {
    name: &'static str,
    child: Child,
    log: PathBuf,
}

impl Background {
    fn start(name: &'static str, mut command: Command) -> Result<Self> {
        let (file, log) = create_in_target(&format!("xtask-{name}.log"))?;
        let child = command.stdout(file.try_clone()?).stderr(file).spawn()?;
        Ok(Self { name, child, log })
    }

    /// Waits for the process and prints its output. Fails if it did.
    fn finish(mut self) -> Result<()> {
        let status = self.child.wait()?;
        io::stdout().write_all(&fs::read(&self.log)?)?;
        ensure!(status.success(), "see above");
        Ok(())
    }
}

/// Outcomes of the parts.
#[derive(Default)]
struct Outcomes {
    passed: usize,
    failed: Vec<&'static str>,
}

impl Outcomes {
    fn record(&mut self, name: &'static str, wanted: bool, part: impl FnOnce() -> Result<()>) {
        if !wanted {
            return;
        }
        let begun = Instant::now();
        match part() {
            Ok(()) => self.passed += 1,
            Err(error) => {
                eprintln!("\n{name}: {error:#}");
                self.failed.push(name);
            }
        }
        println!("\n-- {name}: {:.0} s", begun.elapsed().as_secs_f64());
    }

    fn summary(self) -> Result<()> {
        println!("\n{} passed, {} failed", self.passed, self.failed.len());
        ensure!(self.failed.is_empty(), "failed: {}", self.failed.join(", "));
        Ok(())
    }
}
