//! The modules of this server: what each protocol stores, and every subject.

use ateneu_module::Module;
use ateneu_schema::{Bucket, Schema};

use crate::config::Config;

/// Every module of an installation: those of this server, then its own.
pub fn modules(config: &Config) -> Vec<Module> {
    let mut modules = all(config.newsletter_double_opt_in);
    modules.extend((config.modules)());
    modules
}

/// Every module of this server. With `double_opt_in` an address must confirm that it wants the newsletter.
fn all(double_opt_in: bool) -> Vec<Module> {
    vec![
        // Protocols and what they stand on.
        Module::new("auth").tables(ateneu_auth::tables()),
        Module::new("limits").tables(ateneu_limits::tables()),
        Module::new("queue").tables(ateneu_queue::tables()),
        Module::new("mail").tables(ateneu_mail::tables()),
        Module::new("settings").tables(ateneu_settings::tables()),
        Module::new("audit").tables(ateneu_audit::tables()),
        Module::new("jobs").tables(ateneu_jobs::tables()),
        Module::new("storage").tables(ateneu_storage::tables()),
        // Subjects.
        ateneu_accounts::module(),
        ateneu_membership::module(),
        ateneu_course_access::module(),
        ateneu_publishing::module(),
        ateneu_newsletter::module(double_opt_in),
        ateneu_leads::module(),
        ateneu_community::module(),
        ateneu_learning::module(),
        ateneu_analytics::module(),
        ateneu_operations::module(),
    ]
}

/// Every table of this server.
pub fn schema() -> Schema {
    schema_of(&all(false))
}

/// Every table of these modules.
pub(crate) fn schema_of(modules: &[Module]) -> Schema {
    Schema::new(modules.iter().flat_map(|module| module.tables.clone()).collect())
}

/// Every bucket of this server.
pub fn buckets() -> Vec<Bucket> {
    all(false).into_iter().flat_map(|module| module.buckets).collect()
}

/// Every procedure of this server.
pub fn procedures() -> Vec<ateneu_data::Procedure> {
    all(false).into_iter().flat_map(|module| module.procedures).collect()
}
