//! The project's own tools: each is a `cargo xtask` command.

mod addresses;
mod browser;
mod circles;
mod commands;
mod english;
mod layers;
mod modules;
mod node;
mod postgres;
mod selection;
mod shell;
mod tables;
mod test;
mod tidy;
mod words;

use std::process::ExitCode;

use anyhow::{Result, bail};

const USAGE: &str = "usage: cargo xtask COMMAND

  run        build everything and serve the demo on http://127.0.0.1:8080
  build      the release binary target/release/ateneu, front end and content inside
  test       everything CI checks: lints, types, Rust, web, conformance, browser tests
             test NAME…       parts (check, web, rust, conformance, e2e), crates (auth) or features (blog)
             test --changed   what the changes since the upstream branch, or main, can have touched
             test --sqlite    without PostgreSQL
  check      the quick part of test: formatting, lints, types, project rules
  fuzz       sends ten million random inputs to each reader of input, or as many as ATENEU_FUZZ_INPUTS says
             fuzz NAME…       only tests with such a name (query_strings)
  bench      the benchmarks, printed as a table with the limit beside each figure
  gen        write the derived files (types, the access matrix)
  tidy       check the project rules
             tidy --lower     lower the allowances of English to what is left
  migration  NAME: write a migration for tables and columns declared but not yet created";

fn main() -> ExitCode {
    match dispatch() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

fn dispatch() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some((command, rest)) = arguments.split_first() else { bail!("{USAGE}") };
    match command.as_str() {
        "run" => commands::run(rest),
        "build" => commands::build(),
        "test" => test::test(rest),
        "check" => commands::check(),
        "fuzz" => test::fuzz(rest),
        "bench" => commands::bench(rest),
        "gen" => commands::generate(&["write"]),
        "tidy" => tidy::check(rest),
        "migration" => match rest {
            [name] => commands::generate(&["migration", name]),
            _ => bail!("usage: cargo xtask migration NAME"),
        },
        _ => bail!("{USAGE}"),
    }
}
