//! The owner's words: `content/*.toml`, embedded at build time, each served as JSON in the same shape.

use std::{collections::BTreeMap, fs, io, path::Path};

use rust_embed::Embed;
use serde_json::Value as Json;

#[derive(Embed)]
#[folder = "../../content"]
struct Embedded;

/// Why the owner's words could not be read. Says which file and line, because the owner edits them by hand.
#[derive(Debug, thiserror::Error)]
pub enum ContentError {
    /// The text is not TOML.
    #[error("{file}, line {line}: {message}")]
    Syntax {
        /// The file's name.
        file: String,
        /// Counted from one.
        line: usize,
        /// What the parser expected.
        message: String,
    },
    /// The bytes are not UTF-8.
    #[error("{0}: not UTF-8 text")]
    NotText(String),
    /// The folder or a file in it could not be read.
    #[error("{file}: {source}")]
    Unreadable {
        /// The file or folder.
        file: String,
        /// What the system said.
        source: io::Error,
    },
}

/// Every content file as JSON, by name without its extension.
#[derive(Clone, Debug, Default)]
pub struct Content {
    files: BTreeMap<String, Json>,
}

impl Content {
    /// The files this binary was built with.
    pub fn embedded() -> Result<Self, ContentError> {
        let mut content = Self::default();
        for path in Embedded::iter() {
            let Some(name) = path.strip_suffix(".toml") else {
                continue;
            };
            if let Some(file) = Embedded::get(&path) {
                content.add(name, &path, &file.data)?;
            }
        }
        Ok(content)
    }

    /// From texts in memory: name (without `.toml`) and TOML.
    pub fn from_texts<const N: usize>(texts: [(&str, &str); N]) -> Result<Self, ContentError> {
        let mut content = Self::default();
        for (name, text) in texts {
            content.add(name, &format!("{name}.toml"), text.as_bytes())?;
        }
        Ok(content)
    }

    /// Replaces whole files by those of the same name in a folder; a folder that is not there changes nothing.
    pub fn overridden_by(mut self, folder: &Path) -> Result<Self, ContentError> {
        let unreadable = |path: &Path| {
            let file = path.display().to_string();
            move |source| ContentError::Unreadable { file, source }
        };
        if !folder.exists() {
            return Ok(self);
        }
        for entry in fs::read_dir(folder).map_err(unreadable(folder))? {
            let path = entry.map_err(unreadable(folder))?.path();
            if path.extension().is_none_or(|extension| extension != "toml") {
                continue;
            }
            if let Some(name) = path.file_stem().and_then(|name| name.to_str()) {
                let bytes = fs::read(&path).map_err(unreadable(&path))?;
                self.add(name, &path.display().to_string(), &bytes)?;
            }
        }
        Ok(self)
    }

    /// A file by its name without extension.
    pub fn get(&self, name: &str) -> Option<&Json> {
        self.files.get(name)
    }

    /// Every file, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Json)> {
        self.files.iter().map(|(name, json)| (name.as_str(), json))
    }

    fn add(&mut self, name: &str, file: &str, bytes: &[u8]) -> Result<(), ContentError> {
        let text = std::str::from_utf8(bytes).map_err(|_| ContentError::NotText(file.to_owned()))?;
        let table: toml::Table = toml::from_str(text).map_err(|error| ContentError::Syntax {
            file: file.to_owned(),
            line: error.span().map_or(1, |span| line_of(text, span.start)),
            message: error.message().to_owned(),
        })?;
        self.files
            .insert(name.to_owned(), to_json(toml::Value::Table(table)));
        Ok(())
    }
}

fn line_of(text: &str, offset: usize) -> usize {
    let before = text.as_bytes().iter().take(offset);
    1 + before.filter(|byte| **byte == b'\n').count()
}

fn to_json(value: toml::Value) -> Json {
    match value {
        toml::Value::String(text) => text.into(),
        toml::Value::Integer(number) => number.into(),
        toml::Value::Float(number) => number.into(),
        toml::Value::Boolean(truth) => truth.into(),
        toml::Value::Datetime(instant) => instant.to_string().into(),
        toml::Value::Array(items) => items.into_iter().map(to_json).collect(),
        toml::Value::Table(table) => table
            .into_iter()
            .map(|(key, value)| (key, to_json(value)))
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn toml_reads_as_json_of_the_same_shape() {
        let content = Content::from_texts([(
            "site",
            "name = 'Ana'\nsince = 2010-01-02\n[[stats]]\nvalue = 70\n",
        )])
        .unwrap();
        let expected = serde_json::json!({"name": "Ana", "since": "2010-01-02", "stats": [{"value": 70}]});
        assert_eq!(content.get("site"), Some(&expected));
        assert_eq!(content.get("other"), None);
    }

    #[test]
    fn a_mistake_names_its_file_and_line() {
        let error = Content::from_texts([("home", "title = 'a'\nlede = \n")]).unwrap_err();
        assert!(error.to_string().starts_with("home.toml, line 2: "), "{error}");
    }

    #[test]
    fn a_folder_replaces_files_by_name() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("site.toml"), "name = 'Bia'").unwrap();
        fs::write(folder.path().join("notes.txt"), "not ours").unwrap();
        let content = Content::from_texts([("site", "name = 'Ana'"), ("home", "title = 'x'")]).unwrap();
        let content = content.overridden_by(folder.path()).unwrap();
        assert_eq!(content.get("site").unwrap()["name"], "Bia");
        assert_eq!(content.get("home").unwrap()["title"], "x");
        assert!(content.get("notes").is_none());

        fs::write(folder.path().join("home.toml"), "= 1").unwrap();
        let error = content.overridden_by(folder.path()).unwrap_err();
        assert!(error.to_string().contains("home.toml, line 1: "), "{error}");
    }
}
