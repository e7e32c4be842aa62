//! `PATCH`: receives more bytes of an upload at its offset. After the last ones the pieces become one file, and the
//! rules are checked again.

use ateneu_base::{Caller, ids};
use axum::{
    body::{Body, Bytes},
    http::{HeaderMap, StatusCode, header},
    response::Response,
};
use futures::{StreamExt, stream};
use object_store::ObjectStoreExt;

use super::{
    id::Id,
    metadata::Metadata,
    pieces, protocol,
    upload::{self, Upload},
};
use crate::{
    Error, Storage,
    objects::{
        access::Access,
        bucket::{self, Bucket},
        mime,
    },
    requests::extractors::header_text,
    store::{filling::Filling, run_to_end},
    uploads::{
        incoming::{self, Received, malformed_body},
        write::{Placing, commit},
    },
};

pub(super) async fn append(
    storage: &Storage,
    caller: Caller,
    id: Id,
    headers: &HeaderMap,
    body: Body,
) -> Result<Response, Error> {
    if !protocol::brings_bytes(headers) {
        return Err(Error::NotUploadBytes);
    }
    let offset = protocol::bytes(headers, "upload-offset")?;
    let uploader = caller.clone();
    let (upload, bucket) = storage
        .read(move |storage, tx| {
            let access = Access::now(storage, uploader);
            let upload = upload::find(tx, &access.caller, &id, access.now)?;
            if offset != upload.received {
                return Err(Error::WrongOffset);
            }
            let bucket = bucket::find(storage, tx, &id.bucket)?;
            // A finished upload has no bytes left to place.
            if upload.received < upload.size {
                access.may_place(tx, &bucket, &id.key, upload.upsert)?;
            }
            Ok((upload, bucket))
        })
        .await?;
    let received = take(storage, caller, (upload.clone(), bucket), headers, body).await?;
    Ok(protocol::progress(StatusCode::NO_CONTENT, &upload, received))
}

/// Stores the request's bytes. Returns the new offset. Bytes received before a lost connection are stored, so this
/// continues after the request is cancelled.
pub(super) async fn take(
    storage: &Storage,
    caller: Caller,
    (upload, bucket): (Upload, Bucket),
    headers: &HeaderMap,
    body: Body,
) -> Result<u64, Error> {
    let announced = header_text(headers, header::CONTENT_LENGTH);
    let announced: Option<u64> = announced.and_then(|length| length.parse().ok());
    if announced > Some(upload.size - upload.received) {
        return Err(Error::SizeExceeded);
    }
    let whole = upload.size > 0 && upload.received == upload.size;
    if whole {
        return Ok(upload.received);
    }
    let _permit = storage.upload_permits().enter(&caller).await?;
    let intake =
        Intake { storage: storage.clone(), caller, upload, bucket, buffer: Filling::new(pieces::SIZE) };
    run_to_end(intake.run(body)).await
}

/// Bytes of a request on their way into the store.
struct Intake {
    storage: Storage,
    caller: Caller,
    upload: Upload,
    bucket: Bucket,
    /// Bytes that are not a piece yet.
    buffer: Filling,
}

impl Intake {
    async fn run(mut self, body: Body) -> Result<u64, Error> {
        let mut body = body.into_data_stream();
        while let Some(arrived) = body.next().await {
            let Ok(bytes) = arrived else {
                self.keep_rest().await?;
                return Err(malformed_body());
            };
            self.push(&bytes).await?;
        }
        self.keep_rest().await?;
        Ok(self.upload.received)
    }

    fn missing(&self) -> u64 {
        self.upload.size - self.upload.received
    }

    async fn push(&mut self, bytes: &Bytes) -> Result<(), Error> {
        if (self.buffer.len() + bytes.len()) as u64 > self.missing() {
            return Err(Error::SizeExceeded);
        }
        let mut left = &bytes[..];
        while !left.is_empty() {
            left = self.buffer.fill(left);
            if self.buffer.is_full() && (pieces::SIZE as u64) < self.missing() {
                let piece = self.buffer.take();
                self.store_piece(piece).await?;
                self.buffer.reuse();
            }
        }
        Ok(())
    }

    /// Stores the rest. The last bytes finish the file.
    async fn keep_rest(&mut self) -> Result<(), Error> {
        let rest = self.buffer.take();
        if rest.len() as u64 == self.missing() {
            let file = (&self.upload, &self.bucket);
            if let Err(refusal) = place(&self.storage, self.caller.clone(), file, rest).await {
                return Err(give_up(&self.storage, &self.upload, refusal).await);
            }
            self.upload.received = self.upload.size;
        } else if !rest.is_empty() {
            self.store_piece(rest).await?;
        }
        Ok(())
    }

    /// Stores a piece and advances the upload.
    async fn store_piece(&mut self, piece: Bytes) -> Result<(), Error> {
        self.storage.check_space(piece.len() as u64)?;
        self.look_at(&piece).await?;
        let now = self.storage.now();
        let name = ids::row_id(now);
        let to = self.upload.received + piece.len() as u64;
        self.storage.store().put(&pieces::path_of(&name), piece.into()).await?;
        let (upload, moved) = (self.upload.clone(), name.clone());
        let advanced = self.storage.write(move |_, tx| upload::advance(tx, &upload, now, (&moved, to))).await;
        // After any other failure the row may exist. Otherwise the piece is an orphan.
        if let Err(Error::WrongOffset | Error::InvalidRequest(_)) = &advanced {
            pieces::remove(self.storage.store(), &[name]).await;
        }
        advanced?;
        self.upload.received = to;
        Ok(())
    }

    /// Checks the type by the first bytes, so that a wrong one is refused before the whole file arrives.
    async fn look_at(&self, piece: &[u8]) -> Result<(), Error> {
        if self.upload.received > 0 || piece.len() < mime::HEAD {
            return Ok(());
        }
        let declared = Metadata::parse(&self.upload.metadata)?.mimetype;
        let name = self.upload.key.as_str();
        match mime::detect_type(&self.bucket.types, declared.as_deref(), name, piece) {
            Ok(_) => Ok(()),
            Err(refusal) => Err(give_up(&self.storage, &self.upload, refusal).await),
        }
    }
}

/// Places the file of the stored pieces and the last bytes. Only then is the upload complete: after a crash the client
/// sends the last bytes again.
async fn place(
    storage: &Storage,
    caller: Caller,
    (upload, bucket): (&Upload, &Bucket),
    last: Bytes,
) -> Result<(), Error> {
    let Metadata { mimetype, sent, .. } = Metadata::parse(&upload.metadata)?;
    let unmoved = upload.clone();
    let names = storage.read(move |_, tx| upload::unmoved_pieces(tx, &unmoved)).await?;
    let stored = pieces::read(storage.store().clone(), names);
    let mut bytes = stored.chain(stream::iter([Ok(last)]));
    let intake = incoming::Intake { storage, bucket, key: &upload.key };
    let file = intake.take(mimetype.as_deref(), &mut bytes).await?;
    if file.size != upload.size {
        file.staged.discard().await;
        // A concurrent request finished it and is removing the pieces.
        return Err(Error::WrongOffset);
    }
    let placing = Placing { caller, bucket: bucket.clone(), key: upload.key.clone(), upsert: upload.upsert };
    let (finished, now) = (upload.clone(), storage.now());
    let received = Received { file, sent };
    let (_, names) =
        commit(storage.clone(), placing, received, move |tx| upload::finish(tx, &finished, now)).await?;
    pieces::remove(storage.store(), &names).await;
    Ok(())
}

/// Removes an upload that was refused for good. Other failures may be retried.
async fn give_up(storage: &Storage, upload: &Upload, refusal: Error) -> Error {
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
