//! The server functions of sequences.
//!
//! The modules, from the lowest to the highest. Each imports only from those before it; `cargo xtask tidy` reads this list
//! and checks it.
//!
//! - `list`: the sequences with their figures, and their switches
//! - `runs`: the people of a sequence
//! - `preview`: previews for a person, with time moved forward

mod list;
mod preview;
mod runs;

use ateneu_functions::Function;

use super::service::Sequences;

/// Returns the server functions of sequences.
pub fn functions() -> Vec<Function<Sequences>> {
    let all = [list::functions(), runs::functions(), preview::functions()];
    all.into_iter().flatten().collect()
}

/// Labels of the actions in the audit log, in Portuguese.
pub(crate) const AUDIT_LABELS: &[(&str, &str)] = &[("switch-sequence", "Sequência ligada ou desligada")];
