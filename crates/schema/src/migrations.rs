//! The SQL that made the tables, in order.

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
    ("0023_queue", include_str!("../migrations/0023_queue.sql")),
    ("0024_mail_tasks", include_str!("../migrations/0024_mail_tasks.sql")),
];
