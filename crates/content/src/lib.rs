//! The owner's content: `content/*.toml`, embedded in the binary, each file replaceable by one of the same name in the
//! owner's folder, and reloaded while the server runs.
//!
//! A file is declared once, as a struct of [`files`]. The checks, their messages, the JSON for pages and the TypeScript
//! types follow from it.
//!
//! The modules, from the lowest to the highest. Each imports only from those before it; `cargo xtask tidy` reads this list
//! and checks it.
//!
//! - `error`: errors in the owner's files
//! - `nearest`: suggestions for misspelled names
//! - `words`: the kinds of text
//! - `template`: texts with placeholders
//! - `files`: one struct for each file
//! - `schema`: the declarations as one JSON Schema
//! - `source`: sources of the files
//! - `check`: faults of a file, with their lines
//! - `offers`: offers of the plans, by the backing of each entitlement
//! - `bindings`: promises without backing
//! - `promises`: periods for which data is kept
//! - `sample`: sample texts that the owner has not replaced
//! - `demo`: the invented person of the demo
//! - `typescript`: the declarations as TypeScript

mod bindings;
mod check;
mod demo;
mod error;
mod files;
mod nearest;
mod offers;
mod promises;
mod sample;
mod schema;
mod source;
mod template;
mod typescript;
mod words;

use std::{
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

use parking_lot::Mutex;
use serde_json::{Map, Value as Json};
use tokio::sync::watch;

pub use crate::{
    bindings::unbacked,
    error::{Error, Problem},
    files::*,
    offers::PlanLine,
    promises::{Promise, announced_days, promises},
    sample::{Sample, samples},
    typescript::typescript,
    words::{Cnpj, Day, Email, Id, Link, Phone, Price, Text, Whatsapp},
};
use crate::{nearest::did_you_mean, schema::Form, source::Sources};

/// The current content. Clones share it.
#[derive(Clone, Debug)]
pub struct Content(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    folder: Option<PathBuf>,
    is_demo: bool,
    /// Contents of the files at the last read, valid or not.
    seen: Mutex<Result<Sources, Error>>,
    /// Files in force, before means of payment are withheld.
    taken: Mutex<Taken>,
    current: watch::Sender<Arc<ContentFiles>>,
    course_platform: AtomicBool,
    refused: AtomicU64,
}

/// The files in force, and the withheld means of payment.
#[derive(Debug)]
struct Taken {
    files: Arc<ContentFiles>,
    withheld: Vec<PaymentMethod>,
}

impl Taken {
    /// Returns the files for pages: without the withheld means of payment, unless all are withheld.
    fn offered(&self) -> Arc<ContentFiles> {
        let listed = &self.files.plans.payment_methods;
        let left: Vec<_> = listed.iter().copied().filter(|method| !self.withheld.contains(method)).collect();
        if left.is_empty() || left.len() == listed.len() {
            return Arc::clone(&self.files);
        }
        let mut files = ContentFiles::clone(&self.files);
        files.plans.payment_methods = left;
        Arc::new(files)
    }
}

/// Outcome of a reload.
#[derive(Debug)]
pub enum Reload {
    /// The files have not changed.
    Unchanged,
    /// The files have changed and are in force.
    Taken,
    /// The files have changed and are invalid: the last valid ones stay in force.
    Refused(Error),
}

impl Content {
    /// Opens the embedded files, replaced by those of the same name in `folder`.
    ///
    /// # Errors
    /// Returns all faults of all files.
    pub fn open(folder: Option<&Path>) -> Result<Self, Error> {
        Self::open_as(folder, false)
    }

    /// Opens the content of a demonstration: the files that `folder` does not replace are about an invented person.
    ///
    /// # Errors
    /// Fails as [`Content::open`] does.
    pub fn open_demo(folder: Option<&Path>) -> Result<Self, Error> {
        Self::open_as(folder, true)
    }

    fn open_as(folder: Option<&Path>, is_demo: bool) -> Result<Self, Error> {
        let sources = read(folder)?;
        let files = Arc::new(parse(&sources, is_demo)?);
        Ok(Self(Arc::new(Inner {
            folder: folder.map(Path::to_owned),
            is_demo,
            seen: Mutex::new(Ok(sources)),
            taken: Mutex::new(Taken { files: Arc::clone(&files), withheld: Vec::new() }),
            current: watch::Sender::new(files),
            course_platform: AtomicBool::new(false),
            refused: AtomicU64::new(0),
        })))
    }

    /// Returns the folder of the owner's files, which need not exist. Returns `None` for the embedded files alone.
    pub fn folder(&self) -> Option<&Path> {
        self.0.folder.as_deref()
    }

    /// Returns the files in force. Hold them no longer than one response takes.
    pub fn current(&self) -> Arc<ContentFiles> {
        self.0.current.borrow().clone()
    }

    /// Sets, at the start, whether this installation also sells courses on an external platform.
    pub fn set_course_platform(&self, has_one: bool) {
        self.0.course_platform.store(has_one, Ordering::Relaxed);
        self.0.current.send_modify(|files| Arc::make_mut(files).site.course_platform = has_one);
    }

    /// Returns a receiver that is notified of each new version.
    pub fn subscribe(&self) -> watch::Receiver<Arc<ContentFiles>> {
        self.0.current.subscribe()
    }

    /// Withholds means of payment that are unavailable, instead of those withheld before. Pages omit them.
    pub fn withhold(&self, methods: &[PaymentMethod]) {
        let mut taken = self.0.taken.lock();
        if taken.withheld != methods {
            taken.withheld = methods.to_vec();
            self.0.current.send_replace(taken.offered());
        }
    }

    /// Number of edits refused since the start.
    pub fn refused(&self) -> u64 {
        self.0.refused.load(Ordering::Relaxed)
    }

    /// Reads the files again. New valid ones are in force on return. Blocks on a few files. An error is reported once,
    /// and again only after a change.
    pub fn reload(&self) -> Reload {
        self.reload_if(|_| Ok(()))
    }

    /// Reloads as [`Content::reload`] does, and also refuses files that the check does not accept.
    pub fn reload_if(&self, accepts: impl FnOnce(&ContentFiles) -> Result<(), Error>) -> Reload {
        let found = read(self.0.folder.as_deref());
        let mut seen = self.0.seen.lock();
        if *seen == found {
            return Reload::Unchanged;
        }
        seen.clone_from(&found);
        let parsed = found.and_then(|sources| parse(&sources, self.0.is_demo));
        match parsed.and_then(|files| accepts(&files).map(|()| files)) {
            Ok(mut files) => {
                files.site.course_platform = self.0.course_platform.load(Ordering::Relaxed);
                let mut taken = self.0.taken.lock();
                taken.files = Arc::new(files);
                self.0.current.send_replace(taken.offered());
                Reload::Taken
            }
            Err(error) => {
                self.0.refused.fetch_add(1, Ordering::Relaxed);
                Reload::Refused(error)
            }
        }
    }
}

impl ContentFiles {
    /// Returns every file as JSON in the shape of its TypeScript type, by name.
    ///
    /// # Errors
    /// Fails only if a declaration is not representable in JSON.
    pub fn to_json(&self) -> serde_json::Result<Map<String, Json>> {
        match serde_json::to_value(self)? {
            Json::Object(files) => Ok(files),
            _ => Ok(Map::new()),
        }
    }
}

/// Returns an embedded file.
///
/// # Errors
/// Fails if there is no file of this name.
pub fn original(name: &str) -> Result<Vec<u8>, Error> {
    let mut originals = source::embedded();
    let found = originals.remove(name).map(|source| source.bytes);
    found.ok_or_else(|| {
        let meant = did_you_mean(name, originals.keys().map(String::as_str));
        Error::about(format!("content/{name}.toml"), format!("there is no such file{meant}"))
    })
}

/// Writes embedded files into the owner's folder, except over existing ones. Returns the paths of the written ones.
///
/// # Errors
/// Fails if there is no such file, or the folder is not writable.
pub fn write_originals(folder: &Path, names: &[String]) -> Result<Vec<PathBuf>, Error> {
    let originals: Vec<_> =
        names.iter().map(|name| Ok((name, original(name)?))).collect::<Result<_, Error>>()?;
    let mut written = Vec::new();
    for (name, bytes) in originals {
        let path = folder.join(format!("{name}.toml"));
        if source::write_new(&path, &bytes)? {
            written.push(path);
        }
    }
    Ok(written)
}

fn read(folder: Option<&Path>) -> Result<Sources, Error> {
    folder.map_or_else(|| Ok(source::embedded()), source::with_folder)
}

/// Adds the tables of the original that a file does not have.
fn add_missing(file: &mut Json, original: Json) {
    if let (Json::Object(file), Json::Object(original)) = (file, original) {
        for (name, table) in original {
            file.entry(name).or_insert(table);
        }
    }
}

/// Returns all files, or all their faults.
fn parse(sources: &Sources, is_demo: bool) -> Result<ContentFiles, Error> {
    let Form::Table(declared) = schema::files().form() else {
        return Err(Error::about("content", "is not declared as a table of files"));
    };
    let mut problems = Vec::new();
    let mut files = Map::new();
    let originals = source::embedded();
    let mut demo = if is_demo { demo::changes()? } else { Map::new() };
    for (name, source) in sources {
        match declared.iter().find(|file| file.name == name) {
            Some(file) => match check::read(source, file.shape) {
                Ok(mut json) => {
                    if let Some(original) = originals.get(name).filter(|_| file.shape.is_partial()) {
                        add_missing(&mut json, check::read(original, file.shape).map_err(Error)?);
                    }
                    if let Some(changes) = demo.remove(name).filter(|_| source.is_embedded) {
                        demo::merge(&mut json, changes);
                    }
                    files.insert(name.clone(), json);
                }
                Err(found) => problems.extend(found),
            },
            None => {
                let known = declared.iter().map(|file| file.name);
                let what = format!("no page reads a file of this name{}", did_you_mean(name, known));
                problems.extend(Error::about(&source.shown, what).0);
            }
        }
    }
    for file in declared.iter().filter(|file| !sources.contains_key(file.name)) {
        problems.extend(Error::about(format!("content/{}.toml", file.name), "is missing").0);
    }
    if !problems.is_empty() {
        return Err(Error(problems));
    }
    // The structs accept everything that passes the check. A difference would be a defect here.
    let mut files: ContentFiles = serde_json::from_value(Json::Object(files))
        .map_err(|error| Error::about("content", error.to_string()))?;
    files.compute();
    Ok(files)
}
