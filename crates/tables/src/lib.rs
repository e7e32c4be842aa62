//! Every table of the house, one file each: columns, checks, keys and who may do what, on one screen.
//!
//! `exposed` tables are reached over the data service under their rules; `internal` ones never are.
//! SQL, migrations, TypeScript types and `docs/who-may-what.md` are derived from here.

pub mod buckets;
mod clean;
mod exposed;
mod internal;
pub mod matrix;
pub mod types;
pub mod who;

use ateneu_base::{Schema, Table};

pub use exposed::{analytics_events::CLICKS, page_views::KEPT_MONTHS};

/// Every table, in an order in which they can be created.
pub fn schema() -> Schema {
    Schema::new(tables())
}

fn tables() -> Vec<Table> {
    vec![
        // Accounts.
        internal::users::table(),
        internal::identities::table(),
        internal::sessions::table(),
        internal::one_time_tokens::table(),
        internal::flow_states::table(),
        internal::passkeys::table(),
        internal::passkey_challenges::table(),
        internal::factors::table(),
        internal::factor_challenges::table(),
        internal::recovery_codes::table(),
        internal::signing_keys::table(),
        internal::api_keys::table(),
        internal::rate_limits::table(),
        // People.
        exposed::user_roles::table(),
        exposed::subscribers::table(),
        exposed::member_profiles::table(),
        exposed::hotmart_access::table(),
        exposed::consents::table(),
        exposed::account_erasures::table(),
        exposed::notification_preferences::table(),
        // Publishing.
        exposed::categories::table(),
        exposed::contents::table(),
        exposed::newsletter_subscriptions::table(),
        exposed::contacts::table(),
        exposed::waitlist_entries::table(),
        // Mail.
        internal::mail_messages::table(),
        internal::mail_suppressions::table(),
        // Community.
        exposed::channels::table(),
        exposed::channel_members::table(),
        exposed::community_categories::table(),
        exposed::community_posts::table(),
        exposed::community_comments::table(),
        exposed::community_likes::table(),
        exposed::community_views::table(),
        // Learning.
        exposed::courses::table(),
        exposed::course_modules::table(),
        exposed::lessons::table(),
        exposed::lesson_progress::table(),
        exposed::favorites::table(),
        // Running the house.
        exposed::security_settings::table(),
        exposed::auth_logs::table(),
        exposed::audit_log::table(),
        exposed::job_execution_logs::table(),
        internal::job_leases::table(),
        exposed::page_views::table(),
        exposed::analytics_events::table(),
        internal::buckets::table(),
        internal::objects::table(),
    ]
}

/// The migrations in order: name and the one SQL text for both databases.
pub const MIGRATIONS: &[(&str, &str)] = &[
    ("0001_first", include_str!("../migrations/0001_first.sql")),
    ("0002_mail", include_str!("../migrations/0002_mail.sql")),
    ("0003_waitlist", include_str!("../migrations/0003_waitlist.sql")),
    ("0004_visits", include_str!("../migrations/0004_visits.sql")),
    ("0005_jobs", include_str!("../migrations/0005_jobs.sql")),
    ("0006_accounts", include_str!("../migrations/0006_accounts.sql")),
    ("0007_factors", include_str!("../migrations/0007_factors.sql")),
    ("0008_passkeys", include_str!("../migrations/0008_passkeys.sql")),
    ("0009_phone", include_str!("../migrations/0009_phone.sql")),
    ("0011_account", include_str!("../migrations/0011_account.sql")),
    ("0012_people", include_str!("../migrations/0012_people.sql")),
];
