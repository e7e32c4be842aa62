//! Files nothing points to: bytes without a row with what was made of them, files of the bucket of contents that no
//! content names, and uploads nobody finished. All are given a day, for uploads under way and for a content still being
//! written.

use std::{collections::HashSet, time::Duration};

use ateneu_base::Timestamp;
use ateneu_db::{Row, Tx};
use ateneu_schema::{Column, Kind, Schema};
use futures::TryStreamExt;
use object_store::{ObjectStore, path::Path};

use crate::{
    Error, Storage,
    changes::remove::remove,
    objects::{
        bucket::CONTENTS,
        object::{self, COLUMNS, Object},
    },
    store::{draft, made, version},
    upkeep::mention::{mentions, plainest_part},
};

/// How long an orphan is left alone.
const PATIENCE: Duration = Duration::from_secs(24 * 60 * 60);

/// The tables whose texts may hold the address of a file of the bucket of contents.
const PUBLISHING: [&str; 4] = ["contents", "courses", "course_modules", "lessons"];

/// What a collection removed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Collected {
    /// Files of the bucket of contents that no content named.
    pub files: usize,
    /// Versions and pieces of uploads in the store that no row named, those still staged included.
    pub versions: usize,
    /// Uploads that nobody finished in time.
    pub uploads: usize,
}

impl Storage {
    /// Removes what nothing has pointed to for a day. Safe at any time and on several nodes at once.
    pub async fn collect_orphans(&self) -> Result<Collected, Error> {
        let before = self.now() - PATIENCE;
        Ok(Collected {
            files: self.collect_files(before).await?,
            uploads: self.collect_uploads().await?,
            versions: self.collect_versions(before).await?
                + self.collect_pieces(before).await?
                + self.remove_unfinished_before(before).await?,
        })
    }

    async fn collect_files(&self, before: Timestamp) -> Result<usize, Error> {
        let unnamed = self
            .read(move |_, tx| {
                let sql = format!(
                    "SELECT {COLUMNS} FROM objects WHERE bucket_id = $1 AND updated_at < $2
                     AND NOT EXISTS (SELECT 1 FROM contents WHERE file_key = objects.name)
                     AND NOT EXISTS (SELECT 1 FROM contents WHERE thumbnail_key = objects.name)"
                );
                let rows = tx.query(&sql, &[CONTENTS.into(), before.into()])?;
                rows.iter().map(Object::from_row).collect::<Result<Vec<_>, Error>>()
            })
            .await?;
        let mut removed = 0;
        for object in unnamed {
            removed += remove_unnamed(self, object).await?;
        }
        Ok(removed)
    }

    async fn collect_versions(&self, before: Timestamp) -> Result<usize, Error> {
        let mut old = HashSet::new();
        for folder in [version::FOLDER, made::FOLDER] {
            let mut listed = self.store().list(Some(&Path::from(folder)));
            while let Some(meta) = listed.try_next().await? {
                // The folder, the shard, the version.
                let version = meta.location.parts().nth(2);
                let version = version.as_ref().map_or("", |version| version.as_ref());
                if version::begun_at(version).is_some_and(|begun| begun < before) {
                    old.insert(version.to_owned());
                }
            }
        }
        let orphans = self
            .read(move |_, tx| {
                for row in tx.query("SELECT version FROM objects", &[])? {
                    old.remove(row.text("version").unwrap_or_default());
                }
                Ok(old.into_iter().collect::<Vec<_>>())
            })
            .await?;
        draft::remove_versions(self.store(), &orphans).await;
        Ok(orphans.len())
    }
}

/// Removes a file of the bucket of contents if nothing names it any more; how many were removed.
pub(crate) async fn remove_unnamed(storage: &Storage, object: Object) -> Result<usize, Error> {
    let (name, schema) = (object.name.clone(), storage.schema().clone());
    // Texts are searched outside the write, which others would have to wait for.
    if storage.read(move |_, tx| is_mentioned(tx, &schema, &name)).await? {
        return Ok(0);
    }
    let removed = remove(storage, move |_, tx| {
        let named = tx.query_optional(
            "SELECT id FROM contents WHERE file_key = $1 OR thumbnail_key = $1 LIMIT 1",
            &[(&object.name).into()],
        )?;
        let goes = named.is_none() && object::delete(tx, &object)?;
        Ok(if goes { vec![object] } else { Vec::new() })
    })
    .await?;
    Ok(removed.len())
}

/// How many texts are read at a time.
const BATCH: usize = 50;

/// Does any published text hold the file's address? Beside the addresses of contents this finds pictures inside a body
/// and the files of lessons.
fn is_mentioned(tx: &mut Tx<'_>, schema: &Schema, name: &str) -> Result<bool, Error> {
    for table in PUBLISHING.iter().filter_map(|name| schema.table(name)) {
        let texts = table.stored().filter(|column| column.kind == Kind::Text);
        let texts: Vec<&str> = texts.map(|Column { name, .. }| *name).collect();
        // A literal search that both databases read alike: few texts are left to be decoded.
        let holds: Vec<String> =
            texts.iter().map(|text| format!("replace({text}, $1, '') <> {text}")).collect();
        let (holds, columns) = (holds.join(" OR "), texts.join(", "));
        let sql = format!(
            "SELECT id AS row_id, {columns} FROM {} WHERE id > $2 AND ({holds}) ORDER BY id LIMIT {BATCH}",
            table.name
        );
        let mut last = String::new();
        loop {
            let rows = tx.query(&sql, &[plainest_part(name).into(), (&last).into()])?;
            let named =
                |row: &Row| texts.iter().filter_map(|text| row.text(text)).any(|text| mentions(text, name));
            if rows.iter().any(named) {
                return Ok(true);
            }
            match rows.last().and_then(|row| row.text("row_id")) {
                Some(id) if rows.len() == BATCH => last = id.to_owned(),
                _ => break,
            }
        }
    }
    Ok(false)
}
