//! Section `[storage]` of the configuration. An empty text counts as unset.

use std::path::Path;

use ateneu_base::{Secret, config::Section};
use serde::Deserialize;

use crate::backend::Place;

/// Location and limits of files.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StorageSection {
    url: String,
    access_key: Secret,
    secret_key: Secret,
    /// Maximum size of an upload in bytes.
    pub max_file_size: u64,
    /// Number of bytes that must stay free on the disk of the data folder.
    pub min_free_disk: u64,
}

impl StorageSection {
    /// Returns the location of the files: the object storage, or a folder in the data folder.
    pub fn place(&self, data: &Path) -> Place {
        if self.url.is_empty() {
            return Place::Folder(data.join("files"));
        }
        Place::S3 {
            url: self.url.clone(),
            access_key_id: self.access_key.reveal().to_owned(),
            secret_access_key: self.secret_key.reveal().to_owned(),
        }
    }
}

impl Section for StorageSection {
    const NAME: &'static str = "storage";
    const SAMPLE: &'static str = include_str!("../config.toml");
}
