//! The tables of this crate, one file each.

mod account_erasures;
mod bucket;
mod member_profiles;
mod notification_preferences;

use ateneu_schema::Table;

pub use bucket::bucket;

/// The declarations.
pub fn tables() -> Vec<Table> {
    vec![member_profiles::table(), account_erasures::table(), notification_preferences::table()]
}
