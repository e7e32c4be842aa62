//! The files of one person: those that the bucket's quota counts for the person, in the folder named by the person's id or
//! wherever the person stored them. For exports and erasures.

use ateneu_db::Tx;
use axum::body::Bytes;
use futures::{Stream, StreamExt};
use object_store::ObjectStoreExt;
use serde::Deserialize;

use crate::{
    Error, Storage,
    objects::{
        access::held,
        object::{self, COLUMNS, Object},
    },
    store::{staged, version},
    uploads::resumable,
};

/// One file of a person.
#[derive(Clone, Debug, Deserialize)]
pub struct PersonalFile(Object);

impl PersonalFile {
    /// `bucket/key`.
    pub fn full_key(&self) -> String {
        self.0.full_key()
    }
}

/// Files whose rows are removed and whose bytes may be removed.
#[derive(Debug)]
pub struct DetachedFiles {
    versions: Vec<String>,
    /// Pieces of uploads that were not finished.
    pieces: Vec<String>,
}

impl Storage {
    /// The files of a person, by name.
    pub async fn personal_files(&self, user_id: &str) -> Result<Vec<PersonalFile>, Error> {
        let user_id = user_id.to_owned();
        self.read(move |storage, tx| storage.files_of(tx, &user_id)).await
    }

    /// The bytes of a file as they come from the store.
    ///
    /// # Errors
    /// Returns [`Error::NoSuchKey`] when the file was replaced or removed since it was listed.
    pub async fn bytes_of(
        &self,
        file: &PersonalFile,
    ) -> Result<impl Stream<Item = Result<Bytes, Error>> + Send + 'static, Error> {
        let found = self.store().get(&version::path_of(&file.0.version)).await?;
        Ok(found.into_stream().map(|part| part.map_err(Error::from)))
    }

    /// Removes the rows of every file and upload of a person in the caller's transaction. Their bytes go with
    /// [`Storage::remove_bytes`] once that has committed; what is left after a crash is an orphan for later.
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

    /// Removes bytes that no row names any more.
    pub async fn remove_bytes(&self, detached: DetachedFiles) {
        staged::remove_versions(self.store(), &detached.versions).await;
        resumable::remove_pieces(self.store(), &detached.pieces).await;
    }

    fn files_of(&self, tx: &mut Tx<'_>, user_id: &str) -> Result<Vec<PersonalFile>, Error> {
        let mut files = Vec::new();
        for bucket in self.declared_buckets() {
            let Some(quota) = bucket.quota else { continue };
            let (condition, [from, to]) = held(quota.of, user_id, 2);
            let sql =
                format!("SELECT {COLUMNS} FROM objects WHERE bucket_id = $1 AND {condition} ORDER BY name");
            files.extend(tx.query_as::<PersonalFile>(&sql, &[bucket.id.into(), from, to])?);
        }
        Ok(files)
    }
}
