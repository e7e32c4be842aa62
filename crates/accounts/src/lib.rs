//! Whole accounts: actions of people on their own account and of administrators on others, across all services with
//! personal data.
//!
//! Each service owns its rows. The table declarations define which belong to a person
//! ([`ateneu_schema::personal_data`]). The server functions check the caller.
//!
//! The modules, from the lowest to the highest. Each imports only from those before it; `cargo xtask tidy` reads this list
//! and checks it.
//!
//! - `refused`: the refusals
//! - `error`: errors of actions on accounts
//! - `tables`: the tables and the bucket of profile pictures
//! - `demo`: the people of the demo
//! - `avatar`: the check of a profile picture
//! - `person`: a person for other services
//! - `personal_data`: conditions for the rows that belong to a person
//! - `current_user`: the check of a recent sign-in
//! - `second_factor`: enrollment of a telephone as the second factor
//! - `sessions`: a person's own sessions
//! - `admin_actions`: actions of administrators on other accounts
//! - `audit_log`: the audit log for administrators
//! - `export`: a person's data as one file
//! - `erasure`: the erasure of an account
//! - `jobs`: the scheduled job
//! - `functions`: the server functions

pub mod admin_actions;
mod audit_log;
mod avatar;
mod current_user;
mod demo;
mod erasure;
mod error;
mod export;
mod functions;
mod jobs;
mod person;
mod personal_data;
mod refused;

pub mod second_factor;
pub mod sessions;
mod tables;

use std::{collections::BTreeMap, sync::Arc};

use anyhow::{Context as _, Result};
use ateneu_auth::Auth;
use ateneu_base::{Clock, Refusal, Timestamp};
use ateneu_db::Db;
use ateneu_mail::Mail;
use ateneu_module::{Context, Module, Running, Subject};
use ateneu_schema::Schema;
use ateneu_storage::Storage;
pub use audit_log::{AuditPage, ListAuditLog, Mentioned};
pub use erasure::{Erased, GRACE};
pub use error::Error;
pub use export::Export;
pub use functions::functions;
use futures::future::BoxFuture;
use refused::Refused;

/// Returns the codes of this crate's refusals that the accounts' log contains, too.
pub fn logged_codes() -> [&'static str; 2] {
    [Refused::SubscriptionActive, Refused::TooManyExports].map(|refused| Refusal::from(refused).code)
}

/// Labels of this crate's actions in the audit log, in Portuguese.
const AUDIT_LABELS: &[(&str, &str)] = &[
    ("invite-person", "Pessoa convidada"),
    ("resend-invitation", "Convite reenviado"),
    ("resend-confirmation", "Confirmação reenviada"),
    ("send-recovery", "E-mail de nova senha enviado"),
    ("ban-person", "Conta suspensa"),
    ("lift-ban", "Suspensão removida"),
    ("grant-role", "Permissão concedida"),
    ("revoke-role", "Permissão retirada"),
    ("reset-factors", "Verificação em duas etapas removida"),
    ("end-person-sessions", "Sessões encerradas"),
    ("export-people", "Planilha de pessoas baixada"),
    ("export-acts", "Planilha da auditoria baixada"),
];

/// Labels of this crate's columns and recorded values in the audit log, in Portuguese.
const FIELD_LABELS: &[(&str, &str)] = &[
    ("reason", "motivo"),
    ("since", "desde"),
    ("until", "até"),
    ("role", "papel"),
    ("ended", "encerradas"),
    ("factors", "verificações em duas etapas"),
    ("passkeys", "passkeys"),
    ("display_name", "nome"),
    ("bio", "apresentação"),
    ("linkedin_url", "LinkedIn"),
    ("website_url", "site"),
    ("avatar_url", "foto"),
    ("experience_level", "experiência"),
    ("in_directory", "no diretório"),
];

/// The subject.
pub struct Accounts;

impl Subject for Accounts {
    fn declare(&self) -> Module {
        Module::new("accounts")
            .refusals(Refused::ALL)
            .audit_labels(AUDIT_LABELS)
            .task_labels(jobs::LABELS)
            .retentions(&[jobs::CLOSED_ACCOUNTS])
            .tables(tables::tables())
            .field_labels(FIELD_LABELS)
            .buckets([tables::bucket()])
            .triggers([avatar::trigger()])
            .functions(&functions())
    }

    fn open<'a>(&'a self, context: &'a Context) -> BoxFuture<'a, Result<Running>> {
        let people = People::new(Deps {
            db: context.db.clone(),
            clock: context.clock.clone(),
            auth: context.auth.clone(),
            mail: context.mail.clone(),
            storage: context.storage.clone(),
            schema: context.schema.clone(),
            audit_labels: context.declared.audit_labels.clone(),
            audit_subjects: context.declared.audit_subjects.clone(),
        });
        Box::pin(async move {
            let erased = people.erase_restored().await.context("cannot erase restored accounts again")?;
            if erased > 0 {
                tracing::warn!(
                    erased,
                    "accounts of a restored backup were erased before, and are erased again"
                );
            }
            let running = Running::default().functions(functions(), &people).jobs(jobs::jobs(&people));
            Ok(running.demo(demo::fill))
        })
    }
}

/// Dependencies of [`People`].
pub struct Deps {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// The accounts service.
    pub auth: Auth,
    /// Mail service.
    pub mail: Mail,
    /// The files.
    pub storage: Storage,
    /// Every declared table.
    pub schema: Arc<Schema>,
    /// Labels of the actions of all modules in the audit log, in Portuguese.
    pub audit_labels: BTreeMap<&'static str, &'static str>,
    /// Tables of the subjects of actions, if those are neither accounts nor written rows.
    pub audit_subjects: BTreeMap<&'static str, &'static str>,
}

/// The people service. Clones share it.
#[derive(Clone)]
pub struct People(Arc<Deps>);

impl People {
    /// Creates the service.
    pub fn new(deps: Deps) -> Self {
        Self(Arc::new(deps))
    }

    pub(crate) fn auth(&self) -> &Auth {
        &self.0.auth
    }
    pub(crate) fn schema(&self) -> Arc<Schema> {
        self.0.schema.clone()
    }
    pub(crate) fn db(&self) -> &Db {
        &self.0.db
    }
    pub(crate) fn mail(&self) -> &Mail {
        &self.0.mail
    }
    pub(crate) fn storage(&self) -> &Storage {
        &self.0.storage
    }
    pub(crate) fn now(&self) -> Timestamp {
        self.0.clock.now()
    }
}
