//! The bytes: their stores (a folder, or a bucket of an S3-compatible service), uploads before they have a row, and
//! downloads. Without endpoints.

pub mod backend;
pub(crate) mod copies;
pub(crate) mod filling;
pub(crate) mod staged;
pub(crate) mod version;

use std::{
    fs::File,
    io::{Read, Seek, SeekFrom},
    ops::Range,
};

use axum::body::Bytes;
use futures::{Stream, StreamExt, stream};
use object_store::{GetResult, GetResultPayload};

use crate::Error;

/// Runs work to its end even if the client disconnects.
pub(crate) async fn run_to_end<T: Send + 'static>(
    work: impl Future<Output = Result<T, Error>> + Send + 'static,
) -> Result<T, Error> {
    tokio::spawn(work).await.unwrap_or_else(|problem| Err(Error::Internal(problem.to_string())))
}

/// Size of a block in bytes. For each reader one is being read and some wait for the network: half the size serves a
/// quarter as fast, twice the size takes more memory than fifty readers may (`bench streaming`).
const BLOCK: u64 = 128 * 1024;

/// Returns the bytes of a stored file as a stream. A local file is read in large blocks: the store's own stream reads
/// pieces of 8 KB, each in its own task, which costs more than the reads.
pub(crate) fn blocks_of(found: GetResult) -> stream::BoxStream<'static, Result<Bytes, Error>> {
    match found.payload {
        GetResultPayload::File(file, _) => blocks(file, found.range).boxed(),
        GetResultPayload::Stream(bytes) => bytes.map(|bytes| bytes.map_err(Error::from)).boxed(),
    }
}

fn blocks(file: File, range: Range<u64>) -> impl Stream<Item = Result<Bytes, Error>> {
    stream::try_unfold((file, range), |(file, Range { start, end })| async move {
        if start >= end {
            return Ok(None);
        }
        let next = end.min(start + BLOCK);
        let reading =
            tokio::task::spawn_blocking(move || read(&file, start..next).map(|block| (block, file)));
        let (block, file) =
            reading.await.unwrap_or_else(|problem| Err(Error::Internal(problem.to_string())))?;
        Ok(Some((block, (file, next..end))))
    })
}

fn read(mut file: &File, place: Range<u64>) -> Result<Bytes, Error> {
    let size = place.end - place.start;
    let failed =
        |problem: std::io::Error| Error::Internal(format!("a stored file could not be read: {problem}"));
    let mut block = Vec::with_capacity(usize::try_from(size).unwrap_or_default());
    file.seek(SeekFrom::Start(place.start)).map_err(failed)?;
    file.take(size).read_to_end(&mut block).map_err(failed)?;
    if block.len() as u64 == size {
        Ok(block.into())
    } else {
        Err(Error::Internal("a stored file is shorter than its row says".into()))
    }
}
