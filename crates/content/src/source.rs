//! Sources of the texts: the embedded files, each replaced by one of the same name in the owner's folder.

use std::{
    collections::BTreeMap,
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
};

use rust_embed::Embed;

use crate::error::Error;

#[derive(Embed)]
#[folder = "../../content"]
struct Embedded;

/// One file as found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Source {
    /// Path of the file in messages.
    pub shown: String,
    /// Bytes of the file.
    pub bytes: Vec<u8>,
    /// True if built into the binary.
    pub is_embedded: bool,
}

/// Every file as found, by name without its extension.
pub(crate) type Sources = BTreeMap<String, Source>;

/// Returns the embedded files.
pub(crate) fn embedded() -> Sources {
    let file = |path: std::borrow::Cow<'static, str>| {
        let bytes = Embedded::get(&path)?.data.into_owned();
        let shown = format!("content/{path}");
        Some((path.strip_suffix(".toml")?.to_owned(), Source { shown, bytes, is_embedded: true }))
    };
    Embedded::iter().filter_map(file).collect()
}

/// Returns the embedded files, replaced by those of the folder. A missing folder has no effect.
pub(crate) fn with_folder(folder: &Path) -> Result<Sources, Error> {
    let mut sources = embedded();
    for path in toml_files(folder).map_err(|error| read_error(folder, &error))? {
        let Some(name) = path.file_stem().and_then(|name| name.to_str()) else {
            continue;
        };
        match fs::read(&path) {
            Ok(bytes) => {
                let shown = path.display().to_string();
                sources.insert(name.to_owned(), Source { shown, bytes, is_embedded: false });
            }
            // An editor may have replaced the file since the folder was listed.
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(read_error(&path, &error)),
        }
    }
    Ok(sources)
}

fn read_error(path: &Path, error: &io::Error) -> Error {
    Error::about(path.display().to_string(), format!("cannot be read: {error}"))
}

/// Writes a file. Returns `false` if it exists.
pub(crate) fn write_new(path: &Path, bytes: &[u8]) -> Result<bool, Error> {
    let failed =
        |error: io::Error| Error::about(path.display().to_string(), format!("cannot be written: {error}"));
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    match fs::File::create_new(path).and_then(|mut file| file.write_all(bytes)) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
        Err(error) => Err(failed(error)),
    }
}

/// Returns the TOML files of a folder, sorted by path. Skips hidden files, which belong to editors.
fn toml_files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut paths = Vec::new();
    for entry in entries {
        let path = entry?.path();
        let hidden = path.file_name().is_none_or(|name| name.to_string_lossy().starts_with('.'));
        if !hidden && path.extension().is_some_and(|extension| extension == "toml") {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}
