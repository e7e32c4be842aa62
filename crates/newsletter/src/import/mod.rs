//! Import of subscribers from a CSV file, each with the time and the source of the consent. It stores facts: nothing is
//! sent, and nothing follows from them.
//!
//! The modules, from the lowest to the highest. Each imports only from those before it; `cargo xtask tidy` reads this list
//! and checks it.
//!
//! - `report`: the result
//! - `file`: rows of a file
//! - `apply`: states of the addresses, and new subscriptions

mod apply;
mod file;
mod report;

use ateneu_audit::{Actor, Entry};
use ateneu_data::{Argument, Call, Error, Procedure, answer};
use ateneu_db::Tx;
use ateneu_schema::{Kind, rule::admin};
use base64::{Engine, prelude::BASE64_STANDARD};
use serde_json::Value as Json;

use self::report::ImportReport;
use crate::refused::Refused;

/// Maximum size of a file in bytes.
pub const MAX_BYTES: usize = 1024 * 1024;

/// Maximum number of rows of a file.
pub const MAX_ROWS: usize = 10_000;

/// Maximum number of faults that a report names.
const MAX_FAULTS: usize = 200;

/// Declares the procedure. `file` holds the bytes of the file in base64, in pieces, because the length of a text argument
/// is bounded. Without `apply` nothing is stored.
///
/// # Errors
/// Fails with `import_too_large` or `import_unreadable`.
pub(crate) fn procedure() -> Procedure {
    let arguments = [Argument::required("file", Kind::Json), Argument::required("apply", Kind::Bool)];
    Procedure::writes::<ImportReport>("import_subscribers", arguments, admin(), run)
}

fn run(tx: &mut Tx<'_>, call: &Call) -> Result<Json, Error> {
    let bytes = bytes_of(call.arguments.get("file"))?;
    let is_applied = call.arguments.get("apply").and_then(Json::as_bool) == Some(true);
    let (rows, faults) = file::read(&bytes, call.now)?;
    let count = rows.len() + faults.len();
    if count > MAX_ROWS {
        return Err(Refused::ImportTooLarge.into());
    }
    let mut report = ImportReport {
        applied: is_applied,
        rows: count,
        invalid: faults.len(),
        faults: faults.into_iter().take(MAX_FAULTS).collect(),
        ..ImportReport::default()
    };
    let new = apply::sort_out(tx, rows, &mut report)?;
    if is_applied {
        apply::store(tx, &new, call.now)?;
        let added = report.added.to_string();
        let entry =
            Entry { action: "import-subscribers", subject: ateneu_audit::MANY, old: None, new: Some(&added) };
        ateneu_audit::write(tx, Actor::of(&call.caller).as_ref(), entry, call.now)?;
    }
    call.records_itself();
    answer(&report)
}

fn bytes_of(pieces: Option<&Json>) -> Result<Vec<u8>, Refused> {
    let pieces: Vec<&str> = pieces
        .and_then(Json::as_array)
        .and_then(|pieces| pieces.iter().map(Json::as_str).collect())
        .ok_or(Refused::ImportUnreadable)?;
    if pieces.iter().map(|piece| piece.len()).sum::<usize>() > MAX_BYTES.div_ceil(3) * 4 + pieces.len() * 4 {
        return Err(Refused::ImportTooLarge);
    }
    let mut bytes = Vec::new();
    for piece in pieces {
        BASE64_STANDARD.decode_vec(piece, &mut bytes).map_err(|_| Refused::ImportUnreadable)?;
    }
    if bytes.len() > MAX_BYTES { Err(Refused::ImportTooLarge) } else { Ok(bytes) }
}
