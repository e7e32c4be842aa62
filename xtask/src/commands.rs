//! The commands a person types.

use std::{path::Path, process::Command, time::Instant};

use anyhow::{Result, bail};

use crate::{
    browser, generate, node,
    postgres::Postgres,
    shell::{program, run as execute},
    tidy,
};

/// Builds everything and serves the demo.
pub fn run(arguments: &[String]) -> Result<()> {
    node::build_web()?;
    execute(&mut program("cargo", &["build", "--package", "ateneu-server"]))?;
    let mut server = program("target/debug/ateneu", &["serve", "--demo"]);
    execute(server.args(arguments))
}

/// Builds the one file that runs alone.
pub fn build() -> Result<()> {
    node::build_web()?;
    execute(&mut program("cargo", &["build", "--release", "--package", "ateneu-server"]))
}

/// Formatting, lints, types and house rules.
pub fn check() -> Result<()> {
    tidy::hold()?;
    generate::verify()?;
    execute(&mut program("cargo", &["fmt", "--all", "--check"]))?;
    let lint = ["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"];
    execute(&mut program("cargo", &lint))?;
    for folder in ["web", "conformance", "e2e"] {
        node::install(folder)?;
    }
    for folder in ["web", "conformance", "e2e"] {
        node::script(folder, "typecheck")?;
        execute(&mut node::command("biome", folder, &["check", "--error-on-warnings"])?)?;
    }
    Ok(())
}

/// One named part of the whole test run.
type Part = (&'static str, fn(&Postgres) -> Result<()>);

/// Everything CI checks. With part names as arguments, only those parts.
pub fn test(arguments: &[String]) -> Result<()> {
    let parts: [Part; 5] = [
        ("check", |_| check()),
        ("web", |_| test_web()),
        ("rust", test_rust),
        ("conformance", test_conformance),
        ("e2e", |_| test_e2e()),
    ];
    if let Some(unknown) = arguments.iter().find(|name| !parts.iter().any(|(part, _)| part == name)) {
        bail!("no such part: {unknown}; there are {}", parts.map(|(name, _)| name).join(", "));
    }
    let postgres = Postgres::start()?;
    let mut failed = Vec::new();
    let wanted = parts.iter().filter(|(name, _)| arguments.is_empty() || arguments.iter().any(|a| a == name));
    let mut passed = 0;
    for (name, part) in wanted {
        let begun = Instant::now();
        match part(&postgres) {
            Ok(()) => passed += 1,
            Err(error) => {
                eprintln!("\n{name}: {error:#}");
                failed.push(*name);
            }
        }
        println!("\n-- {name}: {:.0} s", begun.elapsed().as_secs_f64());
    }
    println!(
        "\nparts of the test run that failed: {}",
        if failed.is_empty() { "none".into() } else { failed.join(", ") }
    );
    println!("{passed} passed, {} failed", failed.len());
    if failed.is_empty() { Ok(()) } else { bail!("the test run failed") }
}

fn test_web() -> Result<()> {
    node::build_web()?;
    node::script("web", "test")
}

fn test_rust(postgres: &Postgres) -> Result<()> {
    let mut tests = program("cargo", &["test", "--workspace"]);
    execute(tests.env("ATENEU_TEST_POSTGRES", postgres.url()))
}

/// The server with everything, as the real clients try it.
fn built_server() -> Result<()> {
    if !Path::new(&generate::root().join("web/dist/client/index.html")).exists() {
        node::build_web()?;
    }
    let build = ["build", "--package", "ateneu-server"];
    execute(&mut program("cargo", &build))
}

fn test_conformance(postgres: &Postgres) -> Result<()> {
    built_server()?;
    node::install("web")?;
    node::install("conformance")?;
    let mut tests: Command = node::command("npm", "conformance", &["run", "--silent", "test"])?;
    execute(tests.env("ATENEU_TEST_POSTGRES", postgres.url()))
}

fn test_e2e() -> Result<()> {
    // Both builds of the front end are of the same moment, or a browser would be told differences that are none.
    node::build_web()?;
    built_server()?;
    node::install("e2e")?;
    // React tells every difference between server and browser only in its development build.
    node::script("web", "build:dev")?;
    let chromium = browser::chromium()?;
    execute(node::command("npm", "e2e", &["run", "--silent", "test"])?.env("ATENEU_CHROMIUM", chromium))
}

/// The benchmarks, over the release binary.
pub fn bench(arguments: &[String]) -> Result<()> {
    build()?;
    node::install("bench")?;
    let bench = ["run", "--release", "--quiet", "--package", "ateneu-bench", "--"];
    let mut measured = node::command("cargo", ".", &bench)?;
    let fills_postgres = arguments.is_empty() || arguments.iter().any(|part| part == "burst");
    let postgres = fills_postgres.then(Postgres::start_durable).transpose()?;
    if let Some(postgres) = &postgres {
        measured.arg(format!("--postgres={}", postgres.url()));
    }
    execute(measured.args(arguments))
}
