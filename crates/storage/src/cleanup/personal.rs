//! Files of one person, for exports and erasures: those that the bucket's quota counts for the person, in the folder of
//! the person's id or by owner.

use ateneu_db::Tx;
use axum::body::Bytes;
use futures::{Stream, StreamExt};
use object_store::ObjectStoreExt;

use crate::{
    Error, Storage,
    objects::{
        access::held,
        object::{self, Object},
    },
    store::{staged, version},
    uploads::resumable,
};

/// A file of a person.
#[derive(Clone, Debug)]
pub struct PersonalFile(Object);

impl PersonalFile {
    /// Returns `bucket/key`.
    pub fn full_key(&self) -> String {
        self.0.full_key()
    }
}

/// Files whose rows are removed and whose bytes may be removed.
#[derive(Debug)]
pub struct DetachedFiles {
    versions: Vec<String>,
    /// Pieces of unfinished uploads.
    pieces: Vec<String>,
}

impl Storage {
    /// Returns the files of a person, sorted by name.
    pub async fn personal_files(&self, user_id: &str) -> Result<Vec<PersonalFile>, Error> {
        let user_id = user_id.to_owned();
        self.read(move |storage, tx| storage.files_of(tx, &user_id)).await
    }

    /// Returns the bytes of a file as a stream from the store.
    ///
    /// # Errors
    /// Returns [`Error::NoSuchKey`] if the file was replaced or removed since it was listed.
    pub async fn bytes_of(
        &self,
        file: &PersonalFile,
    ) -> Result<impl Stream<Item = Result<Bytes, Error>> + Send + 'static, Error> {
        let found = self.store().get(&version::path_of(&file.0.version)).await?;
        Ok(found.into_stream().map(|part| part.map_err(Error::from)))
    }

    /// Removes the rows of all files and uploads of a person in the caller's transaction. [`Storage::remove_bytes`]
    /// removes their bytes after the commit. A crash leaves orphans for later.
    pub fn detach_personal_files(&self, tx: &mut Tx<'_>, user_id: &str) -> Result<DetachedFiles, Error> {
        let mut versions = Vec::new();
        for PersonalFile(object) in self.files_of(tx, user_id)? {
            if object::delete(tx, &object)? {
                versions.push(object.version);
            }
        }
        let pieces = resumable::detach(tx, user_id)?;
        Ok(DetachedFiles { versions, pieces })
    }

    /// Removes bytes without a row.
    pub async fn remove_bytes(&self, detached: DetachedFiles) {
        staged::remove_unheld(self, &detached.versions).await;
        resumable::remove_pieces(self.store(), &detached.pieces).await;
    }

    fn files_of(&self, tx: &mut Tx<'_>, user_id: &str) -> Result<Vec<PersonalFile>, Error> {
        let mut files = Vec::new();
        for bucket in self.declared_buckets() {
            let Some(quota) = bucket.quota else { continue };
            let (condition, [from, to]) = held(quota.of, user_id, 2);
            let held = format!("WHERE bucket_id = $1 AND {condition} ORDER BY name");
            files.extend(tx.rows(&held, &[bucket.id.into(), from, to])?.into_iter().map(PersonalFile));
        }
        Ok(files)
    }
}
