//! The modules of this server: the protocols' own tables and every subject.

use ateneu_schema::{Bucket, Schema};

/// Every table.
pub fn schema() -> Schema {
    let tables = [
        ateneu_auth::tables(),
        ateneu_limits::tables(),
        ateneu_accounts::tables(),
        ateneu_membership::tables(),
        ateneu_course_access::tables(),
        ateneu_publishing::tables(),
        ateneu_newsletter::tables(),
        ateneu_leads::tables(),
        ateneu_mail::tables(),
        ateneu_community::tables(),
        ateneu_learning::tables(),
        ateneu_settings::tables(),
        ateneu_audit::tables(),
        ateneu_jobs::tables(),
        ateneu_analytics::tables(),
        ateneu_storage::tables(),
    ];
    Schema::new(tables.concat())
}

/// Every bucket.
pub fn buckets() -> Vec<Bucket> {
    vec![ateneu_publishing::bucket(), ateneu_accounts::bucket()]
}
