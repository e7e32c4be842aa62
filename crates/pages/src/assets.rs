//! The built front end: hashed files for the browser, the shell, and the application for the engine. Embedded in a
//! release; a debug build reads it from `web/dist` at every start.

use std::collections::BTreeMap;

use axum::http::HeaderValue;
use bytes::Bytes;
use rust_embed::{Embed, EmbeddedFile};

use crate::document::{Document, Encoding, Freshness, unpack};

/// Scripts, styles and data, only compressed: nearly all browsers accept that, and the binary is four megabytes
/// smaller.
#[derive(Embed)]
#[folder = "../../web/dist/client"]
#[exclude = "assets/*.js"]
#[exclude = "assets/*.mjs"]
#[exclude = "assets/*.css"]
#[exclude = "*.json"]
struct Client;

#[derive(Embed)]
#[folder = "../../web/dist/server"]
#[exclude = "*.js"]
struct Server;

const APPLICATION: &str = "server/entry-server.js";
const MANIFEST: &str = ".vite/manifest.json";

/// All files of `npm run build`.
#[derive(Debug, Default)]
pub struct Assets {
    files: BTreeMap<String, Document>,
    pub(crate) index: Option<String>,
    pub(crate) manifest: Option<Bytes>,
    pub(crate) application: Option<String>,
}

impl Assets {
    /// True if the front end was not built.
    pub fn is_empty(&self) -> bool {
        self.index.is_none() || self.application.is_none()
    }

    /// Returns the embedded front end, empty if it was not built.
    pub fn embedded() -> Self {
        let client = Client::iter().filter_map(|path| Some((path.to_string(), bytes(Client::get(&path)?))));
        let server =
            Server::iter().filter_map(|path| Some((format!("server/{path}"), bytes(Server::get(&path)?))));
        Self::from_files(client.chain(server))
    }

    /// Creates assets from files in memory, named as in `dist/client`. The application is [`APPLICATION`]. A file
    /// `name.br` is `name` compressed with brotli, and replaces it.
    pub fn from_files(files: impl IntoIterator<Item = (String, Bytes)>) -> Self {
        let mut assets = Self::default();
        let (packed, files): (Vec<_>, Vec<_>) =
            files.into_iter().partition(|(path, _)| path.ends_with(".br"));
        for (path, bytes) in files {
            let text = |bytes: &Bytes| Some(String::from_utf8_lossy(bytes).into_owned());
            match path.as_str() {
                "index.html" => assets.index = text(&bytes),
                MANIFEST => assets.manifest = Some(bytes),
                APPLICATION => assets.application = text(&bytes),
                _ if is_internal(&path) => {}
                _ => assets.add(&path, |kind| Document::of_type(kind, bytes)),
            }
        }
        for (path, brotli) in packed {
            let path = path.trim_end_matches(".br");
            if !is_internal(path) {
                assets.add(path, |kind| Document::packed(kind, brotli));
                continue;
            }
            match (path, unpack(&brotli, Encoding::Brotli)) {
                (_, Err(error)) => tracing::error!(%error, path, "a file of the front end is broken"),
                (APPLICATION, Ok(plain)) => {
                    assets.application = Some(String::from_utf8_lossy(&plain).into_owned());
                }
                (MANIFEST, Ok(plain)) => assets.manifest = Some(plain.into_owned().into()),
                _ => {}
            }
        }
        assets
    }

    fn add(&mut self, path: &str, document: impl FnOnce(HeaderValue) -> Document) {
        let guess = mime_guess::from_path(path).first_or_octet_stream();
        let kind = match guess.type_() {
            // Browsers always read modules as UTF-8.
            mime_guess::mime::TEXT if guess.subtype() != mime_guess::mime::JAVASCRIPT => {
                format!("{guess}; charset=utf-8")
            }
            _ => guess.to_string(),
        };
        let kind =
            HeaderValue::try_from(kind).unwrap_or(HeaderValue::from_static("application/octet-stream"));
        let hashed = path.starts_with("assets/");
        let freshness = if hashed { Freshness::Immutable } else { Freshness::Revalidate };
        self.files.insert(path.to_owned(), document(kind).with_freshness(freshness));
    }

    /// Returns a file by its path from the root, without the first slash.
    pub fn file(&self, path: &str) -> Option<&Document> {
        self.files.get(path)
    }

    /// Returns the bytes of the first file whose path has this prefix: names of built files end with a hash.
    pub fn starting_with(&self, prefix: &str) -> Option<&[u8]> {
        let (path, document) = self.files.range(prefix.to_owned()..).next()?;
        path.starts_with(prefix).then(|| document.bytes())?
    }
}

fn is_internal(path: &str) -> bool {
    path.starts_with("server/") || path.starts_with('.') || path.ends_with(".map")
}

fn bytes(file: EmbeddedFile) -> Bytes {
    match file.data {
        std::borrow::Cow::Borrowed(data) => Bytes::from_static(data),
        std::borrow::Cow::Owned(data) => Bytes::from(data),
    }
}
