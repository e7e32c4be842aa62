//! Operations: retention of logs, cleanup jobs, settings and tasks.
//!
//! The modules, from the lowest to the highest. Each imports only from those before it; `cargo xtask tidy` reads this list
//! and checks it.
//!
//! - `refused`: the refusals
//! - `retention`: retention of logs
//! - `recompute`: recomputes stored forms
//! - `procedures`: removes old logs for administrators
//! - `jobs`: the scheduled jobs
//! - `functions`: the server functions
//! - `demo`: job runs and audit entries of the demo

mod demo;
mod functions;
mod jobs;
mod procedures;
mod recompute;
mod refused;
mod retention;

use anyhow::Result;
use ateneu_module::{Context, Module, Running, Subject};
use futures::future::BoxFuture;

pub use functions::{Maintenance, Tasks, functions};
pub use jobs::{jobs, removals};
pub use recompute::{RECOMPUTING, Recompute};
pub use retention::typescript;

/// Labels of this crate's actions in the audit log, in Portuguese.
const AUDIT_LABELS: &[(&str, &str)] = &[
    ("update-password-policy", "Política de senhas alterada"),
    ("apply-rate-limit", "Limite de tentativas alterado"),
    ("update-otp-settings", "Validade dos códigos alterada"),
    ("update-magic-link-settings", "Validade dos links alterada"),
    ("update-email-confirmation", "Confirmação de e-mail alterada"),
    ("update-signup-settings", "Cadastro alterado"),
    ("update-moderation-settings", "Regras da moderação alteradas"),
    ("update-community-settings", "Configurações da comunidade alteradas"),
    ("update-vip-group", "Link do grupo VIP alterado"),
    ("update-priority-response", "Prazo das mensagens com prioridade alterado"),
    ("run-job", "Job executado"),
    ("retry-task", "Tarefa repetida"),
];

/// The subject.
pub struct Operations;

impl Subject for Operations {
    fn declare(&self) -> Module {
        Module::new("operations")
            .refusals(refused::Refused::ALL)
            .audit_labels(AUDIT_LABELS)
            .task_labels(jobs::LABELS)
            .retentions(&retention::RETENTIONS)
            .queues([RECOMPUTING])
            .procedures(procedures::procedures())
            .functions(&functions())
    }

    fn open<'a>(&'a self, context: &'a Context) -> BoxFuture<'a, Result<Running>> {
        let (db, clock) = (&context.db, &context.clock);
        let queues = context.declared.queues.iter().cloned().collect();
        let maintenance = Maintenance {
            jobs: context.jobs.clone(),
            tasks: Tasks { db: db.clone(), clock: clock.clone(), queues },
            settings: context.settings.clone(),
        };
        let recompute = Recompute {
            db: db.clone(),
            clock: clock.clone(),
            schema: context.schema.clone(),
            repairs: context.declared.repairs.clone(),
        };
        let running = Running::default()
            .functions(functions(), &maintenance)
            .jobs(removals(db, clock, &context.declared.retentions))
            .jobs(jobs(&context.auth, &context.storage))
            .worker(recompute);
        Box::pin(async { Ok(running.demo(demo::fill)) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_function_that_sets_a_setting_has_a_label() {
        for function in ateneu_settings::declared::functions() {
            assert!(AUDIT_LABELS.iter().any(|(action, _)| *action == function), "{function}");
        }
    }
}
