//! The benchmarks: each figure beside its bar or its peer, measured in one run. See `README.md`.

mod access;
mod accounts;
mod backup;
mod bulk;
mod burst;
mod campaign;
mod cards;
mod changes;
mod community;
mod contents;
mod digest;
mod files;
mod filled;
mod hostile;
mod imports;
mod inserts;
mod learning;
mod lessons;
mod lighthouse;
mod lists;
mod load;
mod nginx;
mod pages;
mod postgres;
mod realtime;
mod restart;
mod sequences;
mod server;
mod signins;
mod streaming;
mod table;
mod uploads;
mod watched;
mod words;

use anyhow::{Result, bail};
use table::Table;

type Part = (&'static str, fn(&mut Table) -> Result<()>);

const PARTS: [Part; 37] = [
    ("pages", pages::cached),
    ("first-render", pages::first_render),
    ("weight", pages::weight),
    ("start", server::start_and_memory),
    ("streaming", streaming::large_file),
    ("lists", lists::newest),
    ("cards", cards::lists),
    ("inserts", inserts::durable),
    ("postgres-inserts", postgres::inserts),
    ("bulk", bulk::rows),
    ("signins", signins::passwords),
    ("attack", accounts::attack),
    ("hostile-requests", hostile::requests),
    ("slow-connections", hostile::connections),
    ("memory", hostile::memory),
    ("refreshes", accounts::refreshes),
    ("tokens", accounts::tokens),
    ("access", access::decision),
    ("burst", burst::events),
    ("community", community::reading),
    ("contents", contents::lists),
    ("files", files::library),
    ("digest", digest::emails),
    ("campaign", campaign::campaign),
    ("sequences", sequences::sequences),
    ("import", imports::project),
    ("sockets", realtime::sockets),
    ("changes", changes::changes),
    ("restart", restart::restart),
    ("watched", watched::posts),
    ("watching", learning::watching),
    ("course-page", learning::course),
    ("certificate", learning::certificate),
    ("lesson-search", lessons::search),
    ("uploads", uploads::cut),
    ("backup", backup::backup),
    ("lighthouse", lighthouse::scores),
];

fn main() -> Result<()> {
    let is_part = |argument: &String| !argument.starts_with("--");
    let wanted: Vec<String> = std::env::args().skip(1).filter(is_part).collect();
    if let Some(unknown) = wanted.iter().find(|name| !PARTS.iter().any(|(part, _)| part == name)) {
        bail!("no such part: {unknown}; there are {}", PARTS.map(|(name, _)| name).join(", "));
    }
    let mut table = Table::default();
    for (name, part) in PARTS {
        if wanted.is_empty() || wanted.iter().any(|wanted| wanted == name) {
            eprintln!("measuring {name} …");
            part(&mut table)?;
        }
    }
    println!("{}", table.print());
    Ok(())
}

/// Returns the value of the argument `--name=…`.
fn option(name: &str) -> Option<String> {
    std::env::args().find_map(|argument| {
        let value = argument.strip_prefix(name)?.strip_prefix('=')?;
        Some(value.to_owned())
    })
}
