//! The tables of this crate, one file each.

mod job_execution_logs;
mod job_leases;

use ateneu_schema::Table;

/// The declarations.
pub fn tables() -> Vec<Table> {
    vec![job_execution_logs::table(), job_leases::table()]
}
