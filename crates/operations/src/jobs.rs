//! The scheduled jobs, which remove old data.

use ateneu_auth::{Auth, Removed};
use ateneu_base::Clock;
use ateneu_db::Db;
use ateneu_jobs::{Error, Job, Retention, Schedule};
use ateneu_storage::{Collected, Storage};

/// Labels of this module's own jobs in the panel, in Portuguese.
pub(crate) const LABELS: &[(&str, &str)] = &[
    ("collect_orphans", "Remover arquivos sem uso"),
    ("sweep_accounts", "Remover sessões e códigos vencidos"),
];

/// Minutes between the removals of a night, which begin at 3:00.
const APART: usize = 5;

/// Returns the jobs that remove the declared rows of all modules at the end of their period.
pub fn removals(db: &Db, clock: &Clock, retentions: &[Retention]) -> Vec<Job> {
    let jobs = retentions.iter().enumerate().filter_map(|(place, retention)| {
        let minute = i8::try_from(place * APART % 60).unwrap_or_default();
        retention.job(Schedule::daily(3, minute), db, clock)
    });
    jobs.collect()
}

/// Returns the other jobs of this module.
pub fn jobs(auth: &Auth, storage: &Storage) -> Vec<Job> {
    let (auth, storage) = (auth.clone(), storage.clone());
    vec![
        Job::new("collect_orphans", Schedule::daily(3, 20), move || collect_orphans(storage.clone())),
        Job::new("sweep_accounts", Schedule::daily(3, 40), move || sweep_accounts(auth.clone())),
    ]
}

/// Removes files without a row, which a crash between file and row leaves behind.
async fn collect_orphans(storage: Storage) -> Result<String, Error> {
    let collected = storage.collect_orphans().await.map_err(Error::of("Os arquivos recusaram"))?;
    let Collected { files, versions, uploads } = collected;
    Ok(match files + versions + uploads {
        0 => "Nada a remover.".into(),
        _ => format!(
            "Arquivos sem uso: {files}. Envios não concluídos: {uploads}. Restos de envios: {versions}."
        ),
    })
}

/// Removes sessions, secrets and keys that are no longer valid.
async fn sweep_accounts(auth: Auth) -> Result<String, Error> {
    let Removed { sessions, secrets, keys } =
        auth.cleanup().await.map_err(Error::of("As contas recusaram"))?;
    Ok(match sessions + secrets + keys {
        0 => "Nada a remover.".into(),
        _ => format!(
            "Sessões sem uso: {sessions}. Códigos e links vencidos: {secrets}. Chaves antigas: {keys}."
        ),
    })
}
