//! Finishes an upload: the pieces become one file, and the rules are checked once more.

use ateneu_base::Caller;
use axum::body::Bytes;
use futures::{StreamExt, stream};

use super::{
    metadata::Metadata,
    pieces,
    upload::{self, Upload},
};
use crate::{
    Error, Storage,
    objects::bucket::Bucket,
    uploads::{
        incoming::{Received, take},
        write::{Placing, commit},
    },
};

/// Makes the file of the stored pieces and the last bytes, and places it. Only then the upload is complete: if the process
/// dies before, the client sends the last bytes again.
pub(super) async fn finish(
    storage: &Storage,
    caller: Caller,
    (upload, bucket): (&Upload, &Bucket),
    last: Bytes,
) -> Result<(), Error> {
    match place(storage, caller, (upload, bucket), last).await {
        Ok(()) => Ok(()),
        Err(refusal) => Err(give_up(storage, upload, refusal).await),
    }
}

async fn place(
    storage: &Storage,
    caller: Caller,
    (upload, bucket): (&Upload, &Bucket),
    last: Bytes,
) -> Result<(), Error> {
    let Metadata { mimetype, notes, .. } = Metadata::parse(&upload.metadata)?;
    let unmoved = upload.clone();
    let names = storage.read(move |_, tx| upload::unmoved_pieces(tx, &unmoved)).await?;
    let stored = pieces::read(storage.store().clone(), names);
    let mut bytes = stored.chain(stream::iter([Ok(last)]));
    let file = take(storage, bucket, &upload.key, mimetype.as_deref(), &mut bytes).await?;
    if file.size != upload.size {
        file.staged.discard().await;
        // Another request finished it and is removing the pieces.
        return Err(Error::WrongOffset);
    }
    let placing = Placing { caller, bucket: bucket.clone(), key: upload.key.clone(), upsert: upload.upsert };
    let (finished, now) = (upload.clone(), storage.now());
    let received = Received { file, notes };
    let (_, names) =
        commit(storage.clone(), placing, received, move |tx| upload::finish(tx, &finished, now)).await?;
    pieces::remove(storage.store(), &names).await;
    Ok(())
}

/// Removes an upload that was refused for good; what failed may be tried again.
pub(super) async fn give_up(storage: &Storage, upload: &Upload, refusal: Error) -> Error {
    if !refusal.is_final() {
        return refusal;
    }
    let id = upload.id.clone();
    match storage.write(move |_, tx| upload::remove(tx, &id)).await {
        Ok(names) => pieces::remove(storage.store(), &names).await,
        Err(problem) => tracing::warn!(%problem, "a refused upload is left until it expires"),
    }
    refusal
}
