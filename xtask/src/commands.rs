//! The commands for people, except the tests.

use anyhow::{Result, bail};

use crate::{
    node,
    postgres::Postgres,
    shell::{program, run as execute},
    test,
};

/// Builds everything and serves the demo.
pub fn run(arguments: &[String]) -> Result<()> {
    // The front end's build needs one core and the network, the server's mostly the other core.
    std::thread::scope(|scope| {
        let web = scope.spawn(node::build_web);
        execute(&mut program("cargo", &["build", "--package", "ateneu-server"]))?;
        web.join().unwrap_or_else(|_| bail!("building the front end stopped"))
    })?;
    let mut server = program("target/debug/ateneu", &["serve", "--demo"]);
    execute(server.args(arguments))
}

/// Builds the single file that runs alone.
pub fn build() -> Result<()> {
    node::build_web()?;
    // The allocator takes two minutes of a core to build, so only the release has it (decision 0044).
    let release = ["build", "--release", "--package", "ateneu-server", "--features", "jemalloc"];
    execute(&mut program("cargo", &release))
}

/// Runs the quick part of the tests: formatting, types, lints and project rules, with everything compiled.
pub fn check() -> Result<()> {
    test::check()?;
    test::compile(&[])
}

/// Writes the files derived from the declarations.
pub fn generate(arguments: &[&str]) -> Result<()> {
    execute(program("cargo", &["run", "--quiet", "--package", "ateneu-codegen", "--"]).args(arguments))
}

/// Runs the benchmarks with the release binary.
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
