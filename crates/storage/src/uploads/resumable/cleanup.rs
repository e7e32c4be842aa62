//! Removes uploads that expired or whose owner's account is erased.

use std::collections::HashSet;

use ateneu_base::Timestamp;
use ateneu_db::Tx;
use futures::TryStreamExt;
use object_store::{ObjectStore, path::Path};

use super::{pieces, upload};
use crate::{Error, Storage, store::version};

/// Removes the uploads of a person in the caller's transaction; returns the pieces, whose bytes may be removed after it.
pub(crate) fn detach(tx: &mut Tx<'_>, user_id: &str) -> Result<Vec<String>, Error> {
    let rows = tx.query("SELECT id FROM uploads WHERE owner = $1", &[user_id.into()])?;
    let mut names = Vec::new();
    for id in rows.iter().filter_map(|row| row.text("id")) {
        names.extend(upload::remove(tx, id)?);
    }
    Ok(names)
}

impl Storage {
    /// Removes expired uploads; returns how many.
    pub(crate) async fn collect_uploads(&self) -> Result<usize, Error> {
        let expired = self
            .read(|storage, tx| {
                let now = storage.now();
                let rows = tx.query("SELECT id FROM uploads WHERE expires_at <= $1", &[now.into()])?;
                let ids = rows.iter().filter_map(|row| row.text("id"));
                Ok(ids.map(str::to_owned).collect::<Vec<_>>())
            })
            .await?;
        let count = expired.len();
        for id in expired {
            let names = self.write(move |_, tx| upload::remove(tx, &id)).await?;
            pieces::remove(self.store(), &names).await;
        }
        Ok(count)
    }

    /// Removes the pieces begun before that instant that no row names; returns how many.
    pub(crate) async fn collect_pieces(&self, before: Timestamp) -> Result<usize, Error> {
        let mut old = HashSet::new();
        let mut listed = self.store().list(Some(&Path::from(pieces::FOLDER)));
        while let Some(meta) = listed.try_next().await? {
            let name = meta.location.filename().unwrap_or_default();
            if version::begun_at(name).is_some_and(|begun| begun < before) {
                old.insert(name.to_owned());
            }
        }
        let orphans = self
            .read(move |_, tx| {
                for row in tx.query("SELECT id FROM upload_pieces", &[])? {
                    old.remove(row.text("id").unwrap_or_default());
                }
                Ok(old.into_iter().collect::<Vec<_>>())
            })
            .await?;
        pieces::remove(self.store(), &orphans).await;
        Ok(orphans.len())
    }
}
