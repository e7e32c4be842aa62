//! Section `[backups]` of the configuration. An empty text counts as unset.

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use ateneu_base::{
    Secret,
    config::{Findings, Section, Site},
};
use ateneu_jobs::Schedule;
use ateneu_module::thresholds::COPY_PERIODS;
use ateneu_schema::Words;
use ateneu_storage::backend::Place;
use serde::Deserialize;

/// Schedule of the copies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub enum CopySchedule {
    /// A copy each day.
    Daily,
    /// A copy each Sunday.
    Weekly,
}

impl CopySchedule {
    /// Returns the times at which a copy is due, at an hour of the day.
    pub(crate) fn at(self, hour: i8) -> Schedule {
        match self {
            Self::Daily => Schedule::daily(hour, 0),
            Self::Weekly => Schedule::weekly(7, hour, 0),
        }
    }

    /// Returns the time between two copies.
    pub(crate) fn period(self) -> Duration {
        match self {
            Self::Daily => Duration::from_hours(24),
            Self::Weekly => Duration::from_hours(7 * 24),
        }
    }
}

/// Place and schedule of the copies.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BackupsSection {
    target: String,
    access_key: Secret,
    secret_key: Secret,
    passphrase_file: String,
    /// Number of copies that are kept.
    pub keep: usize,
    /// Schedule of the copies.
    pub schedule: CopySchedule,
    /// Hour of the day in São Paulo.
    pub hour: i8,
    /// True if the stored files are left out.
    pub rows_only: bool,
    /// True if each change is copied within seconds, too.
    pub continuous: bool,
}

impl BackupsSection {
    /// Returns the place of the copies. Returns `None` if none is set.
    pub fn place(&self, data: &Path) -> Option<Place> {
        if self.target.is_empty() {
            return None;
        }
        Some(match self.target.starts_with("s3://") {
            false => Place::Folder(data.join(&self.target)),
            true => Place::S3 {
                url: self.target.clone(),
                access_key_id: self.access_key.reveal().to_owned(),
                secret_access_key: self.secret_key.reveal().to_owned(),
            },
        })
    }

    /// Returns the place as the panel shows it: without its query, which says how it is reached.
    pub fn shown_target(&self) -> &str {
        self.target.split('?').next().unwrap_or_default()
    }

    /// Returns the file with the passphrase. Returns `None` if the copies are not encrypted.
    pub fn passphrase_file(&self, data: &Path) -> Option<PathBuf> {
        (!self.passphrase_file.is_empty()).then(|| data.join(&self.passphrase_file))
    }

    /// Returns `true` if the copies are encrypted.
    pub fn is_encrypted(&self) -> bool {
        !self.passphrase_file.is_empty()
    }

    /// Returns the age from which the newest copy is too old.
    pub fn stale_after(&self) -> Duration {
        self.schedule.period() * COPY_PERIODS
    }

    /// Returns the fault of a value that cannot be used.
    pub fn fault(&self) -> Option<&'static str> {
        if self.keep == 0 {
            return Some("backups.keep must be 1 or more");
        }
        if !(0..=23).contains(&self.hour) {
            return Some("backups.hour must be 0 to 23");
        }
        None
    }
}

impl Section for BackupsSection {
    const NAME: &'static str = "backups";
    const SAMPLE: &'static str = include_str!("../config.toml");

    fn check(&self, site: &Site, findings: &mut Findings) {
        findings.warn_if(
            self.target.is_empty(),
            "backups.target is not set: nothing makes copies of this installation by itself",
        );
        if let Some(fault) = self.fault() {
            findings.must(true, fault);
        }
        findings.must(self.continuous && self.target.is_empty(), "backups.continuous needs backups.target");
        let is_bucket = self.target.starts_with("s3://");
        findings.warn_if(
            is_bucket && self.passphrase_file.is_empty(),
            "backups.passphrase_file is not set: anybody who can read the bucket of the copies reads everything",
        );
        if let Some(file) = self.passphrase_file(&site.data)
            && let Err(error) = read_passphrase(&file)
        {
            findings.must(true, format!("backups.passphrase_file: {error}"));
        }
    }
}

/// Reads the passphrase on the first line of a file.
///
/// # Errors
/// Fails if the file cannot be read or the line is empty.
pub fn read_passphrase(file: &Path) -> Result<String, PassphraseError> {
    let name = || file.display().to_string();
    let text = std::fs::read_to_string(file).map_err(|error| PassphraseError::File(name(), error))?;
    match text.lines().next().filter(|line| !line.is_empty()) {
        Some(passphrase) => Ok(passphrase.to_owned()),
        None => Err(PassphraseError::Empty(name())),
    }
}

/// Reason why a passphrase cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum PassphraseError {
    /// The file cannot be read.
    #[error("cannot read {0}: {1}")]
    File(String, std::io::Error),
    /// The first line is empty.
    #[error("the first line of {0} is empty")]
    Empty(String),
}
