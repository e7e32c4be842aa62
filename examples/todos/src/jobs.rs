//! The scheduled job: removes old finished todos.

use std::time::Duration;

use ateneu_base::Clock;
use ateneu_db::Db;
use ateneu_jobs::{Error, Job, Schedule};

/// Labels of the job and of the tasks in the panel, in Portuguese.
pub const LABELS: &[(&str, &str)] =
    &[("remove_finished_todos", "Remover tarefas concluídas"), ("todo", "Guardar uma tarefa recebida")];

/// Returns the job, with the owner's number of days.
pub fn remove_finished(db: &Db, clock: &Clock, keep_days: u32) -> Job {
    let (db, clock) = (db.clone(), clock.clone());
    let kept = Duration::from_hours(24 * u64::from(keep_days));
    Job::new("remove_finished_todos", Schedule::daily(3, 50), move || {
        let (db, before) = (db.clone(), clock.now() - kept);
        async move {
            let sql = "DELETE FROM todos WHERE is_complete AND created_at < $1";
            let removed: Result<_, ateneu_db::Error> =
                db.write(move |tx| tx.write(sql, &[before.into()])).await;
            let removed = removed.map_err(Error::of("As tarefas recusaram"))?;
            Ok(format!("Tarefas removidas: {}.", removed.len()))
        }
    })
}
