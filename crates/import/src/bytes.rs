//! The bytes of the project's files: from its storage's endpoints, or from the folder of a server of one's own.

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use ateneu_base::Secret;
use ateneu_storage::{VersionWriter, backend::Store};
use md5::Md5;
use reqwest::{Client, Response, StatusCode, header, redirect::Policy};
use sha2::{Digest, Sha256};
use tokio::io::AsyncReadExt;
use url::Url;

use crate::Error;

/// Number of requests for one file, after each of which the wait doubles.
const ATTEMPTS: u32 = 7;
/// Longest silence of the storage.
const READ_TIMEOUT: Duration = Duration::from_secs(60);
/// Number of bytes that are read from a file at a time.
const BLOCK: usize = 256 * 1024;

/// Source of the bytes.
#[derive(Clone, Debug)]
pub enum FilesFrom {
    /// The storage of the project.
    Storage {
        /// Address of the project, such as `https://abc.supabase.co`.
        url: Url,
        /// Service key of the project.
        key: Secret,
    },
    /// A folder with the buckets of a server of one's own.
    Folder(PathBuf),
}

/// A file to be copied.
#[derive(Clone, Debug)]
pub(crate) struct Wanted {
    pub(crate) bucket: String,
    pub(crate) name: String,
    /// Version there.
    pub(crate) version: Option<String>,
    /// Version here.
    pub(crate) stored_as: String,
    /// Size there, if known.
    pub(crate) size: Option<u64>,
    /// MD5 of the bytes in hex, if known.
    pub(crate) md5: Option<String>,
}

/// A copied file.
#[derive(Clone, Debug)]
pub(crate) struct Copied {
    pub(crate) size: u64,
    pub(crate) sha256: String,
    /// Number of bytes that were copied just now.
    pub(crate) moved: u64,
}

/// Reads files of the project.
pub(crate) enum Reader {
    Storage { client: Client, url: Url, key: Secret, retry: Duration },
    Folder(PathBuf),
}

/// Bytes on their way into the store, with their digests.
struct Incoming {
    writer: VersionWriter,
    size: u64,
    sha256: Sha256,
    md5: Md5,
}

impl Incoming {
    async fn open(store: &Store, version: &str) -> Result<Self, Error> {
        let writer = store.write_version(version).await?;
        Ok(Self { writer, size: 0, sha256: Sha256::new(), md5: Md5::new() })
    }

    async fn push(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.sha256.update(bytes);
        self.md5.update(bytes);
        self.size += bytes.len() as u64;
        Ok(self.writer.push(bytes).await?)
    }
}

/// Reason why one file cannot be copied, while others can.
pub(crate) type Skipped = String;

/// End of one response.
enum Body {
    Complete,
    /// The bytes so far are right; the rest is missing.
    Cut,
    Missing,
}

impl Reader {
    /// Opens the source, and checks that it answers.
    pub(crate) async fn open(from: &FilesFrom, buckets: &[String], retry: Duration) -> Result<Self, Error> {
        match from {
            FilesFrom::Folder(folder) => find_buckets(folder, buckets).map(Self::Folder).ok_or_else(|| {
                Error::SourceFiles(format!("{} has no folder named as a bucket", folder.display()))
            }),
            FilesFrom::Storage { url, key } => {
                let client = Client::builder()
                    .redirect(Policy::none())
                    .connect_timeout(Duration::from_secs(15))
                    .read_timeout(READ_TIMEOUT)
                    .build()
                    .map_err(|error| Error::SourceFiles(error.to_string()))?;
                let reader = Self::Storage { client, url: url.clone(), key: key.clone(), retry };
                reader.check().await?;
                Ok(reader)
            }
        }
    }

    /// Asks for the list of buckets, which only the service key may read.
    async fn check(&self) -> Result<(), Error> {
        let response = self.request(&["bucket"], 0).await?;
        match response.status() {
            StatusCode::OK => {}
            status => {
                return Err(Error::SourceFiles(format!(
                    "GET {} answered {status}; check --storage-url",
                    response.url().path()
                )));
            }
        }
        let body = response.text().await.map_err(unreachable)?;
        match serde_json::from_str::<serde_json::Value>(&body) {
            Ok(serde_json::Value::Array(_)) => Ok(()),
            _ => Err(Error::SourceFiles("there is no storage at --storage-url".into())),
        }
    }

    /// Copies a file into the store. It is complete there if it has its size and digest.
    pub(crate) async fn copy(
        &self,
        wanted: &Wanted,
        store: &Store,
    ) -> Result<Result<Copied, Skipped>, Error> {
        if let Some(size) = store.size_of_version(&wanted.stored_as).await?
            && wanted.size.is_none_or(|known| known == size)
        {
            return read_again(wanted, store).await;
        }
        let mut incoming = Incoming::open(store, &wanted.stored_as).await?;
        let done = match self {
            Self::Folder(folder) => read_file(&path_in(folder, wanted), &mut incoming).await?,
            Self::Storage { .. } => self.download(wanted, &mut incoming).await?,
        };
        let Incoming { writer, size, sha256, md5 } = incoming;
        let fault = match done {
            Body::Missing => Some("its bytes are missing in the project".to_owned()),
            Body::Cut => Some(format!("its bytes break off after {size}")),
            Body::Complete => fault(wanted, size, &hex::encode(md5.finalize())),
        };
        if let Some(fault) = fault {
            return Ok(Err(fault));
        }
        writer.finish().await?;
        Ok(Ok(Copied { size, sha256: hex::encode(sha256.finalize()), moved: size }))
    }

    /// Downloads a file. After an interruption it goes on with the missing part.
    async fn download(&self, wanted: &Wanted, incoming: &mut Incoming) -> Result<Body, Error> {
        let path: Vec<&str> = ["object", "authenticated", wanted.bucket.as_str()]
            .into_iter()
            .chain(wanted.name.split('/'))
            .collect();
        // A storage that always cuts at the same place is not asked for ever.
        for attempt in 0..ATTEMPTS {
            let from = incoming.size;
            let response = self.request(&path, from).await?;
            match receive(response, from, wanted, incoming).await? {
                Body::Cut if attempt + 1 < ATTEMPTS => self.wait(attempt).await,
                done => return Ok(done),
            }
        }
        Ok(Body::Cut)
    }

    /// Sends a request for the bytes from an offset on, again while the storage is busy.
    async fn request(&self, path: &[&str], from: u64) -> Result<Response, Error> {
        let Self::Storage { client, url, key, .. } = self else {
            return Err(Error::SourceFiles("a folder has no endpoints".into()));
        };
        let mut address = url.clone();
        address
            .path_segments_mut()
            .map_err(|()| Error::SourceFiles("--storage-url is no address of a site".into()))?
            .pop_if_empty()
            .extend(["storage", "v1"])
            .extend(path);
        let mut problem = String::new();
        for attempt in 0..ATTEMPTS {
            let mut request =
                client.get(address.clone()).bearer_auth(key.reveal()).header("apikey", key.reveal());
            if from > 0 {
                request = request.header(header::RANGE, format!("bytes={from}-"));
            }
            match request.send().await {
                Ok(response) => match response.status() {
                    StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => return Err(Error::WrongKey),
                    StatusCode::TOO_MANY_REQUESTS | StatusCode::REQUEST_TIMEOUT => {
                        problem = response.status().to_string();
                    }
                    status if status.is_server_error() => problem = status.to_string(),
                    _ => return Ok(response),
                },
                Err(error) => problem = described(&error.without_url()),
            }
            if attempt + 1 < ATTEMPTS {
                tracing::debug!(problem, attempt, "the storage of the source did not answer, asking again");
                self.wait(attempt).await;
            }
        }
        Err(Error::SourceFiles(format!(
            "{} did not answer after {ATTEMPTS} attempts ({problem}); run the import again to go on",
            url.host_str().unwrap_or_default()
        )))
    }

    async fn wait(&self, attempt: u32) {
        if let Self::Storage { retry, .. } = self {
            tokio::time::sleep(*retry * 2_u32.pow(attempt)).await;
        }
    }
}

/// Takes the bytes of a response that follow those received before.
async fn receive(
    mut response: Response,
    from: u64,
    wanted: &Wanted,
    incoming: &mut Incoming,
) -> Result<Body, Error> {
    let is_partial = response.status() == StatusCode::PARTIAL_CONTENT;
    match response.status() {
        StatusCode::OK | StatusCode::PARTIAL_CONTENT => {}
        // All bytes were received, but the size is unknown.
        StatusCode::RANGE_NOT_SATISFIABLE if from > 0 => return Ok(Body::Complete),
        StatusCode::NOT_FOUND | StatusCode::BAD_REQUEST => return Ok(Body::Missing),
        status => return Err(Error::SourceFiles(format!("a file was answered with {status}"))),
    }
    // A storage that knows no ranges sends everything again.
    let mut known = if is_partial { 0 } else { from };
    loop {
        match response.chunk().await {
            Ok(Some(bytes)) => {
                let skipped = known.min(bytes.len() as u64);
                known -= skipped;
                let rest = usize::try_from(skipped).unwrap_or(bytes.len());
                incoming.push(bytes.get(rest..).unwrap_or_default()).await?;
            }
            Ok(None) if wanted.size.is_some_and(|size| incoming.size < size) => return Ok(Body::Cut),
            Ok(None) => return Ok(Body::Complete),
            Err(error) => {
                tracing::debug!(error = %error.without_url(), "a file was cut off, asking for the rest");
                return Ok(Body::Cut);
            }
        }
    }
}

/// Reads the stored bytes of an interrupted import again.
async fn read_again(wanted: &Wanted, store: &Store) -> Result<Result<Copied, Skipped>, Error> {
    use futures::TryStreamExt;
    let Some(mut blocks) = store.read_version(&wanted.stored_as).await? else {
        return Ok(Err("its bytes were removed meanwhile".into()));
    };
    let (mut size, mut sha256, mut md5) = (0, Sha256::new(), Md5::new());
    while let Some(block) = blocks.try_next().await? {
        sha256.update(&block);
        md5.update(&block);
        size += block.len() as u64;
    }
    Ok(match fault(wanted, size, &hex::encode(md5.finalize())) {
        Some(fault) => Err(fault),
        None => Ok(Copied { size, sha256: hex::encode(sha256.finalize()), moved: 0 }),
    })
}

async fn read_file(path: &Path, incoming: &mut Incoming) -> Result<Body, Error> {
    let failed = |error: std::io::Error| Error::SourceFiles(format!("{}: {error}", path.display()));
    let mut file = match tokio::fs::File::open(path).await {
        Ok(file) => file,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Body::Missing),
        Err(error) => return Err(failed(error)),
    };
    let mut block = vec![0; BLOCK];
    loop {
        match file.read(&mut block).await.map_err(failed)? {
            0 => return Ok(Body::Complete),
            count => incoming.push(&block[..count]).await?,
        }
    }
}

fn path_in(folder: &Path, wanted: &Wanted) -> PathBuf {
    let path = folder.join(&wanted.bucket).join(&wanted.name);
    // Files from before versions existed are stored under their name.
    wanted.version.as_ref().map_or_else(|| path.clone(), |version| path.join(version))
}

/// Returns the difference between received bytes and what the project says of them.
fn fault(wanted: &Wanted, size: u64, md5: &str) -> Option<String> {
    match (wanted.size, &wanted.md5) {
        (Some(known), _) if known != size => {
            Some(format!("it has {known} bytes in the project's table, and {size} in its storage"))
        }
        (_, Some(known)) if known != md5 => {
            Some("its digest differs from that in the project's table".into())
        }
        _ => None,
    }
}

/// Returns the folder that holds the folders of the buckets: this one, or one at most two levels below.
fn find_buckets(folder: &Path, buckets: &[String]) -> Option<PathBuf> {
    let mut level = vec![folder.to_owned()];
    for _ in 0..3 {
        let holds = |folder: &&PathBuf| buckets.iter().any(|bucket| folder.join(bucket).is_dir());
        if let Some(found) = level.iter().find(holds) {
            return Some(found.clone());
        }
        level = level
            .iter()
            .filter_map(|folder| std::fs::read_dir(folder).ok())
            .flatten()
            .flatten()
            .map(|entry| entry.path())
            .collect();
        level.retain(|path| path.is_dir());
    }
    None
}

fn unreachable(error: reqwest::Error) -> Error {
    Error::SourceFiles(described(&error.without_url()))
}

/// Returns an error with its cause, which says more.
fn described(error: &reqwest::Error) -> String {
    let mut text = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(next) = cause {
        text = format!("{text}: {next}");
        cause = next.source();
    }
    text
}
