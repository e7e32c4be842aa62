//! The tables of this crate, one file each.

mod account_erasures;
mod bucket;
mod consents;
mod member_profiles;
mod notification_preferences;
mod user_roles;

use ateneu_schema::Table;

pub use bucket::bucket;

/// The declarations.
pub fn tables() -> Vec<Table> {
    vec![
        user_roles::table(),
        member_profiles::table(),
        consents::table(),
        account_erasures::table(),
        notification_preferences::table(),
    ]
}
