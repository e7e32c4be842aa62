//! Every table of the house, one file each: columns, checks, keys and who may do what, on one screen.
//!
//! `exposed` tables are reached over the data service under their rules; `internal` ones never are.
//! SQL, migrations, TypeScript types and `docs/who-may-what.md` are derived from here.

pub mod buckets;
pub mod clean;
mod exposed;
mod internal;
pub mod matrix;
pub mod membership;
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
        internal::recent_sign_in_methods::table(),
        internal::one_time_tokens::table(),
        internal::flow_states::table(),
        internal::passkeys::table(),
        internal::passkey_challenges::table(),
        internal::factors::table(),
        internal::factor_challenges::table(),
        internal::recovery_codes::table(),
        internal::provider_flows::table(),
        internal::saml_assertions::table(),
        internal::signing_keys::table(),
        internal::api_keys::table(),
        internal::rate_limits::table(),
        // People.
        exposed::user_roles::table(),
        exposed::subscribers::table(),
        internal::payment_customers::table(),
        internal::payment_subscriptions::table(),
        internal::payment_courtesies::table(),
        exposed::payment_invoices::table(),
        internal::payment_refunds::table(),
        internal::membership_acts::table(),
        internal::payment_checkouts::table(),
        internal::payment_events::table(),
        internal::sandbox_objects::table(),
        internal::sandbox_events::table(),
        exposed::member_profiles::table(),
        exposed::hotmart_access::table(),
        internal::hotmart_events::table(),
        exposed::consents::table(),
        exposed::account_erasures::table(),
        exposed::notification_preferences::table(),
        // Publishing.
        exposed::categories::table(),
        exposed::contents::table(),
        exposed::content_progress::table(),
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
        internal::uploads::table(),
        internal::upload_pieces::table(),
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
    ("0010_providers", include_str!("../migrations/0010_providers.sql")),
    ("0011_account", include_str!("../migrations/0011_account.sql")),
    ("0012_people", include_str!("../migrations/0012_people.sql")),
    ("0013_saml", include_str!("../migrations/0013_saml.sql")),
    ("0014_payments", include_str!("../migrations/0014_payments.sql")),
    ("0015_entry", include_str!("../migrations/0015_entry.sql")),
    ("0016_content_progress", include_str!("../migrations/0016_content_progress.sql")),
    ("0017_refunds", include_str!("../migrations/0017_refunds.sql")),
    ("0018_hotmart", include_str!("../migrations/0018_hotmart.sql")),
    ("0019_courtesies", include_str!("../migrations/0019_courtesies.sql")),
    ("0020_uploads", include_str!("../migrations/0020_uploads.sql")),
    ("0021_together", include_str!("../migrations/0021_together.sql")),
    ("0022_accounts", include_str!("../migrations/0022_accounts.sql")),
];

#[cfg(test)]
mod tests {
    use ateneu_base::{By, Check, Column, Erasure, Kind, OnDelete, Table};

    use super::*;

    /// Does the whole row go with the account, whatever else it holds?
    fn goes(table: &Table) -> bool {
        let schema = schema();
        let mut keys = table.stored().filter_map(|column| column.references);
        let with_its_parent = keys.any(|key| {
            let parent = schema.table(key.table).filter(|parent| parent.name != "users");
            key.on_delete == OnDelete::Cascade && parent.is_some_and(goes)
        });
        with_its_parent
            || table.belongings().iter().any(|named| match named.erasure {
                Erasure::Remove => named.by == By::Id || named.by == By::Email,
                Erasure::Follow => {
                    let key = table.column(named.column).and_then(|column| column.references);
                    key.is_some_and(|key| key.on_delete == OnDelete::Cascade)
                }
                Erasure::Clear(_) | Erasure::HandOver => false,
            })
    }

    /// Looks like the id or an address of a person.
    fn may_name_a_person(table: &Table, column: &Column) -> bool {
        let is_key = table.primary_key == [column.name];
        let points_elsewhere = column.references.is_some_and(|key| key.table != "users");
        let is_id = column.kind == Kind::Uuid && !is_key && !points_elsewhere;
        let is_address =
            ["email", "phone", "recipient", "address"].iter().any(|word| column.name.contains(word));
        is_id || is_address
    }

    #[test]
    fn every_column_for_an_address_refuses_what_runs() {
        let mut unchecked = Vec::new();
        for table in schema().tables().iter().filter(|table| table.exposed) {
            let named_for_one = |name: &str| {
                name.split('_')
                    .any(|word| ["url", "uri", "link", "href", "src", "website", "site"].contains(&word))
            };
            let columns =
                table.stored().filter(|column| column.kind == Kind::Text && named_for_one(column.name));
            unchecked.extend(
                columns
                    .filter(|column| {
                        !column.checks.iter().any(|check| matches!(check, Check::WebUrl | Check::Address))
                    })
                    .map(|column| format!("{}.{}", table.name, column.name)),
            );
        }
        assert!(unchecked.is_empty(), "without WebUrl or Address: {unchecked:?}");
    }

    #[test]
    fn every_column_that_may_name_a_person_says_what_an_erasure_does_to_it() {
        // Runs of jobs, and the network address of a log that is cleared with its person.
        let known = ["job_leases.run_id", "auth_logs.ip_address", "audit_log.ip_address"];
        let mut forgotten = Vec::new();
        for table in schema().tables().iter().filter(|table| !goes(table)) {
            let belongings = table.belongings();
            for column in table.stored().filter(|column| may_name_a_person(table, column)) {
                let name = format!("{}.{}", table.name, column.name);
                let is_named = belongings.iter().any(|named| named.column == column.name);
                if !is_named && !known.contains(&name.as_str()) {
                    forgotten.push(name);
                }
            }
        }
        assert_eq!(forgotten, Vec::<String>::new(), "say `.belongs(…)` or `.concerns(…)`");
    }

    #[test]
    fn what_proves_or_opens_something_is_secret_where_people_are_handed_their_rows() {
        let words = ["hash", "digest", "secret", "token", "code", "challenge", "credential", "private"];
        // How a challenge is answered, which is public.
        let harmless = ["code_challenge_method"];
        let mut open = Vec::new();
        for table in schema().tables() {
            let own = table.belongings().iter().any(|named| named.own);
            for column in table.stored().filter(|column| own && !column.secret) {
                let suspicious = words.iter().any(|word| column.name.contains(word));
                if suspicious
                    && matches!(column.kind, Kind::Text | Kind::Json)
                    && !harmless.contains(&column.name)
                {
                    open.push(format!("{}.{}", table.name, column.name));
                }
            }
        }
        assert_eq!(open, Vec::<String>::new(), "say `.secret()`");
    }

    #[test]
    fn no_key_to_an_account_stands_in_the_way_of_its_erasure() {
        for table in schema().tables() {
            for column in table.stored() {
                let Some(key) = column.references.filter(|key| key.table == "users") else {
                    continue;
                };
                assert_ne!(key.on_delete, OnDelete::Restrict, "{}.{}", table.name, column.name);
            }
        }
    }
}
