//! Listeners to committed changes: they drop stale pages, and remove files of removed contents.

use ateneu_db::{Db, Event};
use ateneu_pages::Pages;
use ateneu_storage::Storage;
use tokio::sync::broadcast::error::RecvError;

/// Cached pages that depended on a change are gone before its writer is answered; files go with their content soon
/// after.
pub(crate) fn follow_changes(db: &Db, pages: Pages, storage: Storage) {
    let followed = pages.clone();
    db.on_commit(
        move |table| followed.follows_rows_of(table),
        move |event| match event {
            Event::Changed(changes) => pages.invalidate(changes),
            Event::Gap => pages.invalidate_all(),
        },
    );
    let mut changes = db.changes_of(storage.tables_with_files());
    tokio::spawn(async move {
        loop {
            match changes.recv().await {
                Ok(batch) => {
                    for change in batch.iter() {
                        if let Err(error) = storage.on_content_change(change).await {
                            tracing::error!(%error, "failed to remove files of a changed content; the collection of orphans removes them later");
                        }
                    }
                }
                // What was missed is found by the collection of orphans.
                Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => break,
            }
        }
    });
}
