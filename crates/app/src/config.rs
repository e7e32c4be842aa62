//! The configuration of an installation.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use anyhow::{Context, Result, ensure};
use ateneu_base::{Secret, config::Site};
use ateneu_db::{Limits, Target};
use ateneu_module::{Declared, Sections, Subject};
use url::Url;

use crate::sections::{ContentSection, DatabaseSection, ServerSection};

/// Subjects of an installation.
pub type Subjects = Vec<&'static dyn Subject>;

/// The configuration of an installation.
#[derive(Clone)]
pub struct Config {
    /// Facts that many crates need.
    pub site: Site,
    /// URL of files, without a slash at the end. Empty for the public URL.
    pub files_url: String,
    /// Number of proxies trusted to report the visitor's address.
    pub trusted_proxies: usize,
    /// Log filter.
    pub log: String,
    /// The filled sections.
    pub sections: Arc<Sections>,
    /// The declarations of all modules.
    pub declared: Arc<Declared>,
    /// The subjects.
    pub subjects: Subjects,
    database: Secret,
    database_time_factor: u32,
    is_command: bool,
    content_dir: String,
}

impl Config {
    /// Creates the configuration from the filled sections of an installation.
    ///
    /// # Errors
    /// Fails if a value is invalid.
    pub fn new(data: &Path, sections: Sections, declared: Declared, subjects: Subjects) -> Result<Self> {
        let server: ServerSection = sections.get()?;
        let database: DatabaseSection = sections.get()?;
        let content: ContentSection = sections.get()?;
        ensure!((1..=100).contains(&database.time_factor), "database.time_factor must be 1 to 100");
        let public_url = match server.public_url.is_empty() {
            true => format!("http://{}", server.listen),
            false => server.public_url,
        };
        let public = address("server.public_url", &public_url)?;
        let files_url = match server.files_url.is_empty() {
            true => String::new(),
            false => {
                let files = address("server.files_url", &server.files_url)?;
                ensure!(
                    files.host() != public.host(),
                    "server.files_url must have another host name than server.public_url"
                );
                // Matches the header `Host`: lower case, without the default port.
                files.origin().ascii_serialization()
            }
        };
        Ok(Self {
            site: Site {
                public_url: public_url.trim_end_matches('/').to_owned(),
                mode: server.mode,
                listen: server.listen,
                data: data.to_owned(),
            },
            files_url,
            trusted_proxies: server.trusted_proxies,
            log: server.log,
            sections: Arc::new(sections),
            declared: Arc::new(declared),
            subjects,
            database: database.url,
            database_time_factor: database.time_factor,
            is_command: false,
            content_dir: content.dir,
        })
    }

    /// Returns the folder of the owner's content.
    pub fn content_folder(&self) -> PathBuf {
        if self.content_dir.is_empty() {
            self.site.data.join("content")
        } else {
            PathBuf::from(&self.content_dir)
        }
    }

    /// Returns the database's location.
    pub fn database(&self) -> Target {
        if self.database.is_empty() {
            Target::Sqlite(self.site.data.join("ateneu.db"))
        } else {
            Target::Postgres(self.database.reveal().to_owned())
        }
    }

    /// Returns the limits of the database's statements.
    pub fn database_limits(&self) -> Limits {
        let limits = Limits { statement_factor: self.database_time_factor, ..Limits::default() };
        match self.is_command {
            true => Limits { wait: Limits::COMMAND_WAIT, ..limits },
            false => limits,
        }
    }

    /// Makes the configuration that of a command, which waits for its turn beside a busy server.
    #[must_use]
    pub fn for_command(mut self) -> Self {
        self.is_command = true;
        self
    }
}

/// Parses a URL without a path.
fn address(name: &str, text: &str) -> Result<Url> {
    let url = Url::parse(text).with_context(|| format!("{name} must be an absolute address"))?;
    ensure!(
        matches!(url.scheme(), "http" | "https") && url.path() == "/",
        "{name} must be http(s)://host without a path"
    );
    Ok(url)
}
