//! Removes contents after thirty days in the trash.

use std::time::Duration;

use ateneu_base::{Clock, Timestamp};
use ateneu_db::{Db, Tx};
use ateneu_jobs::{Error, Job, Schedule};

use crate::revisions;

/// Time for which trashed contents can be restored.
const KEPT: Duration = Duration::from_hours(30 * 24);
/// Maximum number of contents removed in a run.
const MAX_CONTENTS: i64 = 500;

/// Labels of the scheduled job and the schedule's tasks in the panel, in Portuguese.
pub(crate) const LABELS: &[(&str, &str)] = &[
    ("empty_content_trash", "Esvaziar a lixeira de conteúdos"),
    ("draft_weekly_letter", "Escrever o rascunho da carta"),
    ("publish", "Publicar um conteúdo"),
    ("unpublish", "Tirar um conteúdo do ar"),
];

/// Returns the job that empties the trash.
pub fn job(db: &Db, clock: &Clock) -> Job {
    let (db, clock) = (db.clone(), clock.clone());
    Job::new("empty_content_trash", Schedule::daily(3, 15), move || empty(db.clone(), clock.clone()))
}

async fn empty(db: Db, clock: Clock) -> Result<String, Error> {
    let before = clock.now() - KEPT;
    let removed =
        db.write(move |tx| remove(tx, before)).await.map_err(Error::of("Os conteúdos recusaram"))?;
    Ok(match removed {
        0 => "Nada a remover.".into(),
        1 => "1 conteúdo removido da lixeira.".into(),
        many => format!("{many} conteúdos removidos da lixeira."),
    })
}

fn remove(tx: &mut Tx<'_>, before: Timestamp) -> Result<usize, ateneu_data::Error> {
    let gone = tx.write(
        "DELETE FROM contents WHERE id IN (
             SELECT id FROM contents WHERE trashed_at < $1 ORDER BY trashed_at LIMIT $2)",
        &[before.into(), MAX_CONTENTS.into()],
    )?;
    for row in &gone {
        revisions::forget(tx, row.text("id").unwrap_or_default())?;
    }
    Ok(gone.len())
}
