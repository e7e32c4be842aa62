//! The house's own tools: everything a newcomer needs is one `cargo xtask` command.

mod generate;

use anyhow::{Result, bail};

const USAGE: &str = "usage: cargo xtask <run|build|test|check|bench|gen|tidy|migration>";

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some((command, rest)) = arguments.split_first() else {
        bail!("{USAGE}")
    };
    match command.as_str() {
        "gen" => generate::write_all(),
        "migration" => generate::migration(rest),
        _ => bail!("{USAGE}"),
    }
}
