//! The content files as JSON at `/content/{name}.json`, rebuilt when they change.

use std::{collections::BTreeMap, sync::Arc};

use ateneu_base::{Read, Reads};
use ateneu_content::{Content, ContentFiles};
use axum::{
    Extension, Router,
    extract::{Path, State},
    http::HeaderMap,
    response::{IntoResponse, Response},
    routing::get,
};
use parking_lot::Mutex;

use crate::{dependencies::CONTENT, document::Document, error::Error, not_found};

type Documents = BTreeMap<String, Document>;

/// The documents, and the files behind them.
#[derive(Clone)]
pub struct ContentDocuments {
    content: Content,
    made: Arc<Mutex<(Arc<ContentFiles>, Arc<Documents>)>>,
}

impl ContentDocuments {
    /// Creates the documents of the files in force.
    pub fn new(content: Content) -> Result<Self, Error> {
        let files = content.current();
        let documents = Arc::new(documents(&files)?);
        Ok(Self { content, made: Arc::new(Mutex::new((files, documents))) })
    }

    pub fn router(&self) -> Router {
        Router::new().route("/content/{file}", get(answer)).with_state(self.clone())
    }

    fn documents(&self) -> Result<Arc<Documents>, Error> {
        let files = self.content.current();
        let mut made = self.made.lock();
        if !Arc::ptr_eq(&made.0, &files) {
            let fresh = Arc::new(documents(&files)?);
            *made = (files, fresh);
        }
        Ok(Arc::clone(&made.1))
    }
}

fn documents(files: &ContentFiles) -> Result<Documents, Error> {
    let files = files.to_json().map_err(|error| Error::Content(error.to_string()))?;
    let document = |json: serde_json::Value| Document::new("application/json", json.to_string());
    Ok(files.into_iter().map(|(name, json)| (format!("{name}.json"), document(json))).collect())
}

async fn answer(
    State(words): State<ContentDocuments>,
    Path(file): Path<String>,
    headers: HeaderMap,
) -> Response {
    match words.documents() {
        Ok(documents) => match documents.get(&file) {
            Some(document) => {
                let reads = Reads(vec![Read::Table(CONTENT.to_owned())]);
                (Extension(reads), document.respond(&headers).await).into_response()
            }
            None => not_found().respond(&headers).await.into_response(),
        },
        Err(error) => {
            tracing::error!(%error, file, "failed to send a content file");
            axum::http::StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}
