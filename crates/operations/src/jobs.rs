//! The scheduled jobs, which remove old data.

use ateneu_auth::{Auth, Removed};
use ateneu_base::Clock;
use ateneu_db::Db;
use ateneu_jobs::{Error, Job, Schedule};
use ateneu_storage::{Collected, Storage};

use crate::retention::{AUTH_LOGS, JOB_LOGS, RATE_LIMITS, Retention};

/// Labels of the scheduled jobs in the panel, in Portuguese.
pub(crate) const LABELS: &[(&str, &str)] = &[
    (RATE_LIMITS.name, "Limpar contagens de tentativas"),
    (AUTH_LOGS.name, "Limpar logs de autenticação"),
    (JOB_LOGS.name, "Limpar logs de jobs"),
    ("collect_orphans", "Remover arquivos sem uso"),
    ("sweep_accounts", "Remover sessões e códigos vencidos"),
];

/// Returns the jobs of this module.
pub fn jobs(db: &Db, clock: &Clock, auth: &Auth, storage: &Storage) -> Vec<Job> {
    let cleanup = |retention: Retention, schedule| {
        let (db, clock) = (db.clone(), clock.clone());
        Job::new(retention.name, schedule, move || remove_old(db.clone(), clock.clone(), retention))
    };
    let (auth, storage) = (auth.clone(), storage.clone());
    vec![
        cleanup(RATE_LIMITS, Schedule::daily(3, 0)),
        cleanup(AUTH_LOGS, Schedule::daily(3, 5)),
        cleanup(JOB_LOGS, Schedule::daily(3, 10)),
        Job::new("collect_orphans", Schedule::daily(3, 20), move || collect_orphans(storage.clone())),
        Job::new("sweep_accounts", Schedule::daily(3, 40), move || sweep_accounts(auth.clone())),
    ]
}

async fn remove_old(db: Db, clock: Clock, retention: Retention) -> Result<String, Error> {
    let now = clock.now();
    let removed = db.write(move |tx| retention.remove_old(tx, now)).await?;
    Ok(match removed {
        0 => "Nada a remover.".into(),
        1 => "1 registro removido.".into(),
        many => format!("{many} registros removidos."),
    })
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
