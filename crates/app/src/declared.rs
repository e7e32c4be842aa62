//! The declarations of an installation: those of the protocols, then those of the subjects.

use ateneu_auth::AuthSection;
use ateneu_mail::{MailSection, SmsSection};
use ateneu_module::{Declared, Module, Subject};
use ateneu_storage::StorageSection;

use crate::sections::{ContentSection, DatabaseSection, ServerSection};

/// Collects the declarations of the protocols and of these subjects.
pub fn declared(subjects: &[&'static dyn Subject]) -> Declared {
    Declared::of(protocols().into_iter().chain(subjects.iter().map(|subject| subject.declare())))
}

/// Returns the modules of the protocols and their foundations.
fn protocols() -> Vec<Module> {
    vec![
        Module::new("server")
            .config::<ServerSection>()
            .config::<DatabaseSection>()
            .config::<ContentSection>(),
        Module::new("auth")
            .tables(ateneu_auth::tables())
            .audit_labels(ateneu_auth::AUDIT_LABELS)
            .config::<AuthSection>(),
        Module::new("backup").tables(ateneu_backup::tables()),
        Module::new("import").tables(ateneu_import::tables()).audit_labels(ateneu_import::AUDIT_LABELS),
        Module::new("tokens").tables(ateneu_tokens::tables()),
        Module::new("data").audit_labels(ateneu_data::AUDIT_LABELS).field_labels(ateneu_data::FIELD_LABELS),
        Module::new("limits").tables(ateneu_limits::tables()),
        Module::new("queue").tables(ateneu_queue::tables()),
        Module::new("mail")
            .tables(ateneu_mail::tables())
            .queues(ateneu_mail::QUEUES)
            .config::<MailSection>()
            .config::<SmsSection>(),
        Module::new("settings").tables(ateneu_settings::tables()),
        Module::new("audit").tables(ateneu_audit::tables()),
        Module::new("jobs").tables(ateneu_jobs::tables()).queues([ateneu_jobs::JOBS]),
        Module::new("realtime").tables(ateneu_realtime::tables()),
        Module::new("storage")
            .tables(ateneu_storage::tables())
            .audit_labels(ateneu_storage::AUDIT_LABELS)
            .config::<StorageSection>(),
    ]
}
