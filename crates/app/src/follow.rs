//! Listeners to committed changes: they invalidate pages, and remove files of deleted contents.

use ateneu_db::{Db, Event};
use ateneu_pages::Pages;
use ateneu_storage::Storage;
use tokio::sync::broadcast::error::RecvError;

/// Follows changes: dependent cached pages are invalidated before the writer is answered, files of deleted contents are
/// removed soon after.
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
                // The collection of orphans finds missed ones.
                Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => break,
            }
        }
    });
}
