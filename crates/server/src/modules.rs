//! The modules of this server: what each protocol stores, and every subject.

use std::collections::{BTreeMap, BTreeSet};

use ateneu_accounts::People;
use ateneu_course_access::Courses;
use ateneu_functions::Function;
use ateneu_leads::Leads;
use ateneu_learning::{Certificates, Learning};
use ateneu_membership::{Payments, payments_unavailable};
use ateneu_module::Module;
use ateneu_newsletter::Newsletter;
use ateneu_operations::Operations;
use ateneu_publishing::Publishing;
use ateneu_realtime::PrivateTopics;
use ateneu_schema::{Bucket, Schema};
use ateneu_storage::FileFact;
use strum::VariantNames;

use crate::{
    config::Config,
    conversions,
    error_code::ErrorCode,
    media::{self, Media},
    overview::{self, Overview},
};

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
        Module::new("auth").tables(ateneu_auth::tables()).audit_labels(ateneu_auth::AUDIT_LABELS),
        Module::new("data").audit_labels(ateneu_data::AUDIT_LABELS).field_labels(ateneu_data::FIELD_LABELS),
        Module::new("limits").tables(ateneu_limits::tables()),
        Module::new("queue").tables(ateneu_queue::tables()),
        Module::new("mail").tables(ateneu_mail::tables()).queues(ateneu_mail::QUEUES),
        Module::new("settings").tables(ateneu_settings::tables()),
        Module::new("audit").tables(ateneu_audit::tables()),
        Module::new("jobs").tables(ateneu_jobs::tables()).queues([ateneu_jobs::JOBS]),
        Module::new("realtime").tables(ateneu_realtime::tables()),
        Module::new("storage").tables(ateneu_storage::tables()).audit_labels(ateneu_storage::AUDIT_LABELS),
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

/// Facts about files that this server decides.
pub fn file_facts() -> Vec<FileFact> {
    all(false).into_iter().flat_map(|module| module.file_facts).collect()
}

/// Every procedure of this server.
pub fn procedures() -> Vec<ateneu_data::Procedure> {
    all(false).into_iter().flat_map(|module| module.procedures).collect()
}

/// Every trigger of this server.
pub fn triggers() -> Vec<ateneu_data::Trigger> {
    all(false).into_iter().flat_map(|module| module.triggers).collect()
}

/// Every private topic of this server.
pub fn private_topics() -> Vec<PrivateTopics> {
    all(false).into_iter().flat_map(|module| module.private_topics).collect()
}

/// The stable codes of refusals of every module and of this server's own functions; the accounts service has its own
/// ([`ateneu_auth::ErrorCode`]).
pub fn error_codes() -> BTreeSet<&'static str> {
    let modules = all(false);
    let of_modules = modules.iter().flat_map(|module| module.error_codes);
    of_modules.chain(ateneu_functions::ERROR_CODES).chain(ErrorCode::VARIANTS).copied().collect()
}

/// Labels of the jobs and kinds of tasks of every module in the panel, in Portuguese.
pub fn task_labels() -> BTreeMap<&'static str, &'static str> {
    all(false).into_iter().flat_map(|module| module.task_labels).collect()
}

/// Labels of every module's actions in the audit log, in Portuguese.
pub fn audit_labels() -> BTreeMap<&'static str, &'static str> {
    all(false).iter().flat_map(|module| module.audit_labels).copied().collect()
}

/// Labels of every module's columns and recorded values in the audit log, in Portuguese: pairs of name and label. A
/// name that several modules declare comes several times, so that a test can compare its labels.
pub fn field_labels() -> Vec<(&'static str, &'static str)> {
    all(false).iter().flat_map(|module| module.field_labels).copied().collect()
}

/// The tables of the subjects of actions of every module, where they say so.
pub fn audit_subjects() -> BTreeMap<&'static str, &'static str> {
    all(false).iter().flat_map(|module| module.audit_subjects).copied().collect()
}

/// The services the server functions act on.
#[derive(Clone)]
pub struct Services {
    /// Jobs and settings.
    pub operations: Operations,
    /// Whole accounts.
    pub people: People,
    /// Payments for plans. `None` if nothing is sold.
    pub payments: Option<Payments>,
    /// The external courses.
    pub courses: Courses,
    /// The newsletter.
    pub newsletter: Newsletter,
    /// The messages of the contact form.
    pub leads: Leads,
    /// The learning environment.
    pub learning: Learning,
    /// Certificates of what was finished.
    pub certificates: Certificates,
    /// The panel's first page.
    pub overview: Overview,
    /// The media library.
    pub media: Media,
    /// Pictures of contents.
    pub publishing: Publishing,
}

/// Every server function.
pub fn functions() -> Vec<Function<Services>> {
    fn bind_service<S: Send + 'static>(
        functions: Vec<Function<S>>,
        service: fn(&Services) -> Option<S>,
    ) -> impl Iterator<Item = Function<Services>> {
        let service = move |services: &Services| service(services).ok_or_else(payments_unavailable);
        functions.into_iter().map(move |function| function.bind_service(service))
    }
    bind_service(ateneu_accounts::functions(), |services| Some(services.people.clone()))
        .chain(bind_service(ateneu_membership::functions(), |services| services.payments.clone()))
        .chain(bind_service(ateneu_course_access::functions(), |services| Some(services.courses.clone())))
        .chain(bind_service(ateneu_newsletter::functions(), |services| Some(services.newsletter.clone())))
        .chain(bind_service(ateneu_leads::functions(), |services| Some(services.leads.clone())))
        .chain(bind_service(ateneu_learning::functions(), |services| Some(services.learning.clone())))
        .chain(bind_service(ateneu_learning::certificate_functions(), |services| {
            Some(services.certificates.clone())
        }))
        .chain(bind_service(ateneu_publishing::functions(), |services| Some(services.publishing.clone())))
        .chain(bind_service(ateneu_operations::functions(), |services| Some(services.operations.clone())))
        .chain(bind_service(media::functions(), |services| Some(services.media.clone())))
        .chain(bind_service(overview::functions(), |services| Some(services.overview.clone())))
        .chain(bind_service(conversions::functions(), |services| Some(services.overview.clone())))
        .collect()
}
