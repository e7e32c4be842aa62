//! Kept copies: backups that a job makes into a target, as many as configured, with a weekly proof that the newest can be
//! restored (decision 0181). The panel's page of them, and the end of a restored site's quarantine.
//!
//! The modules, from the lowest to the highest. Each imports only from those before it; `cargo xtask tidy` reads this list
//! and checks it.
//!
//! - `refused`: the refusals
//! - `section`: the section of the configuration
//! - `error`: errors of copies
//! - `tables`: the declared table
//! - `service`: makes and proves copies
//! - `continuous`: the continuous copy of a SQLite installation
//! - `alerts`: emails to the owner
//! - `jobs`: the scheduled jobs
//! - `download`: the download of a copy
//! - `functions`: the server functions

mod alerts;
mod continuous;
mod download;
mod error;
mod functions;
mod jobs;
mod measures;
mod refused;
mod section;
mod service;
mod tables;

use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};
use ateneu_backup::REQUESTS;
use ateneu_module::{Context, Module, Running, Subject};
use ateneu_schema::MIGRATIONS;
use ateneu_storage::{StorageSection, backend};
use futures::future::BoxFuture;

pub use alerts::Trouble;
pub use continuous::{Continuous, Pace, Progress};
pub use error::Error;
pub use section::{BackupsSection, CopySchedule, PassphraseError, read_passphrase};
pub use service::{Copied, Copies, Deps, Proved};
pub use tables::{CopyState, ProofState};

use crate::{download::Downloads, functions::CopiesPanel};

/// Labels of this crate's actions in the audit log, in Portuguese.
const AUDIT_LABELS: &[(&str, &str)] =
    &[("download-copy", "Cópia de segurança baixada"), ("end-quarantine", "Site retomado após restauração")];

/// The subject.
pub struct KeptCopies;

impl Subject for KeptCopies {
    fn declare(&self) -> Module {
        Module::new("copies")
            .config::<BackupsSection>()
            .refusals(refused::Refused::ALL)
            .tables(tables::tables())
            .audit_labels(AUDIT_LABELS)
            .task_labels(jobs::LABELS)
            .functions(&functions::functions())
    }

    fn open<'a>(&'a self, context: &'a Context) -> BoxFuture<'a, Result<Running>> {
        Box::pin(async {
            let copies = open_copies(context)?;
            let downloads = Downloads::new(copies.clone(), context.secrets.key("downloads of copies"));
            let panel = CopiesPanel {
                copies: copies.clone(),
                downloads: downloads.clone(),
                auth: context.auth.clone(),
                jobs: context.jobs.clone(),
                mail: context.mail.clone(),
                queues: context.declared.queues.iter().cloned().collect(),
            };
            let running = Running::default()
                .functions(functions::functions(), &panel)
                .jobs(jobs::jobs(&copies, &context.mail))
                .endpoints(downloads.router());
            let continuous = copies.is_continuous().then(|| Continuous::start(&copies, Pace::default()));
            let running = running.measures(move || {
                let copies = copies.clone();
                async move { Ok(measures::read(&copies).await?) }
            });
            let Some(continuous) = continuous else { return Ok(running) };
            Ok(running.on_close(move || {
                let continuous = continuous.clone();
                async move {
                    continuous.stop().await;
                    Ok(())
                }
            }))
        })
    }
}

fn open_copies(context: &Context) -> Result<Copies> {
    let section: BackupsSection = context.config()?;
    if let Some(fault) = section.fault() {
        bail!(fault);
    }
    let files: StorageSection = context.config()?;
    let data = context.site.data.clone();
    Ok(Copies::new(Deps {
        db: context.db.clone(),
        clock: context.clock.clone(),
        files: backend::open(&files.place(&data)).context("cannot open the file storage")?,
        content: context.content.folder().map_or_else(PathBuf::new, PathBuf::from),
        data,
        migrations: MIGRATIONS.iter().chain(&context.declared.migrations).copied().collect(),
        section,
        requests: REQUESTS,
    }))
}
