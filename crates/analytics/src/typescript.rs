//! The clicks for the front end.

use std::fmt::Write;

/// The clicks that are counted, for anyone who reports them: `web/src/generated/clicks.ts`.
pub fn typescript() -> String {
    let mut file = String::from(
        "// Written by `cargo xtask gen` from crates/analytics. Do not edit.\n\n\
         /** Category and labels of every click that is counted. */\nexport interface Clicks {\n",
    );
    for (category, labels) in crate::tables::CLICKS {
        let labels: Vec<String> = labels.iter().map(|label| format!("'{label}'")).collect();
        let _ = writeln!(file, "  {category}: {};", labels.join(" | "));
    }
    file.push_str("}\n");
    file
}
