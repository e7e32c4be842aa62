//! The declarations as TypeScript, written to `web/src/generated/settings.ts`.

use std::fmt::Write;

use crate::declared::{self, Kind};

/// Returns the whole file.
pub fn typescript() -> String {
    let mut file = String::from(
        "// Written by `cargo xtask gen` from crates/settings. Do not edit.\n\n\
         /** Every security setting: what it may hold, its default, and the function and parameter that set it. */\n\
         export const settings = {\n",
    );
    for declared in declared::ALL {
        let held = match declared.kind {
            Kind::Number { least, most, default } => {
                format!("    least: {least},\n    most: {most},\n    default: {default},")
            }
            Kind::Switch { default } => format!("    default: {default},"),
            Kind::Choice { of, default } => {
                let words: Vec<_> = of.iter().map(|word| format!("'{word}'")).collect();
                format!("    choices: [{}],\n    default: '{default}',", words.join(", "))
            }
            Kind::SecretAddress => "    secret: true,\n    default: '',".to_owned(),
        };
        let _ = writeln!(
            file,
            "  {}: {{\n    function: '{}',\n    parameter: '{}',\n{held}\n  }},",
            declared.key, declared.function, declared.parameter
        );
    }
    file.push_str("} as const;\n");
    file
}
