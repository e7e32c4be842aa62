//! The events and codes of the accounts' log for the front end.

use strum::VariantNames;

use crate::{error_code::ErrorCode, requests::log::Action};

/// Returns `web/src/generated/auth.ts`. `logged` are the codes of other services that write into this log.
pub fn typescript(logged: &[&str]) -> String {
    let log_only = ErrorCode::LOG_ONLY.map(ErrorCode::into_str);
    let answered: Vec<_> =
        ErrorCode::VARIANTS.iter().copied().filter(|code| !log_only.contains(code)).collect();
    let logged = [&log_only, logged].concat();
    format!(
        "// Written by `cargo xtask gen` from crates/auth. Do not edit.\n\n\
         /** An event of the accounts' log. */\n{}\n\
         /** Reason why the accounts service refuses a request. */\n{}\n\
         /** Reason why an event of the accounts' log failed, where no response of the accounts service has the code. */\n{}",
        union("AuthAction", Action::VARIANTS),
        union("AuthErrorCode", &answered),
        union("LogOnlyCode", &logged),
    )
}

fn union(name: &str, words: &[&str]) -> String {
    let words: String = words.iter().map(|word| format!("\n  | '{word}'")).collect();
    format!("export type {name} ={words};\n")
}
