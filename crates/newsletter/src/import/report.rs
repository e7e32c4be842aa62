//! Result of an import.

use ateneu_schema::Words;
use schemars::JsonSchema;
use serde::Serialize;

/// Reason why a row is not imported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub enum ImportProblem {
    /// The address is missing or is none.
    Address,
    /// The date of the consent is missing.
    NoDate,
    /// The date of the consent is unreadable or in the future.
    Date,
    /// The source of the consent is missing.
    NoSource,
    /// The source of the consent is too long.
    Source,
    /// The tags are too many or too long.
    Tags,
    /// An earlier row of the file has the address.
    Repeated,
}

/// A row that is not imported.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ImportFault {
    /// Number of its line in the file, from 1.
    pub(super) line: usize,
    /// Address as the file has it, shortened.
    pub(super) email: String,
    pub(super) problem: ImportProblem,
}

/// Result of an import, or of its rehearsal. The numbers add up to `rows`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ImportReport {
    /// True if the new addresses are stored.
    pub(super) applied: bool,
    /// Number of rows without the header.
    pub(super) rows: usize,
    /// New addresses.
    pub(super) added: usize,
    /// Addresses that are subscribed already. Their consent stays as it is.
    pub(super) known: usize,
    /// Addresses that refuse emails or reported one. They stay suppressed and are not added.
    pub(super) suppressed: usize,
    /// Addresses that have unsubscribed. They stay so.
    pub(super) unsubscribed: usize,
    /// Rows that are not imported.
    pub(super) invalid: usize,
    /// The first of these rows.
    pub(super) faults: Vec<ImportFault>,
}
