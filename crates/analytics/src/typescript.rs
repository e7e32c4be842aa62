//! The clicks for the front end.

use std::fmt::Write;

use ateneu_schema::Words;

use crate::source::Kind;

/// Returns the counted clicks for callers that report them: `web/src/generated/clicks.ts`.
pub fn typescript() -> String {
    let mut file = String::from(
        "// Written by `cargo xtask gen` from crates/analytics. Do not edit.\n\n\
         /** Category and labels of every click that is counted. */\nexport interface Clicks {\n",
    );
    for (category, labels) in crate::tables::CLICKS {
        let labels: Vec<String> = labels.iter().map(|label| format!("'{label}'")).collect();
        let _ = writeln!(file, "  {category}: {};", labels.join(" | "));
    }
    let goals: Vec<String> = crate::tables::GOALS.iter().map(|goal| format!("'{goal}'")).collect();
    let _ = writeln!(file, "}}\n\n/** Goals of a visit. */\nexport type Goal = {};", goals.join(" | "));
    let kinds: Vec<String> = Kind::WORDS.iter().map(|kind| format!("'{kind}'")).collect();
    let _ = writeln!(
        file,
        "\n/** The groups of sources of visits. */\nexport type SourceKind =\n  | {};",
        kinds.join("\n  | ")
    );
    file
}
