//! Files of another server's storage: the form that their rows have here.

use crate::{
    Error,
    objects::{cache_control::CacheControl, key::Key, mime},
};

/// Data of a file as its row here has them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportedFile {
    /// Type, one of those that are served.
    pub mimetype: &'static str,
    /// `Cache-Control`.
    pub cache_control: String,
}

/// Returns the data of a file from elsewhere. An unknown type is served as bytes to be downloaded.
///
/// # Errors
/// Returns [`Error::InvalidKey`] if no file here may have the key.
pub fn imported_file(key: &str, mimetype: &str, cache_control: &str) -> Result<ImportedFile, Error> {
    Key::parse(key)?;
    Ok(ImportedFile {
        mimetype: mime::canonical(mimetype).unwrap_or(mime::UNKNOWN),
        cache_control: CacheControl::of(cache_control).to_string(),
    })
}
