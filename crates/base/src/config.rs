//! The configuration: each crate declares the sections that it reads, and the server combines them.

use std::{fmt, net::SocketAddr, path::PathBuf};

use serde::{Deserialize, Deserializer, de::DeserializeOwned};

/// Minimum length of a secret in characters. Shorter ones can be found by trial.
pub const MIN_SECRET_LENGTH: usize = 32;

/// A table of the configuration file.
pub trait Section: DeserializeOwned {
    /// Name of the table. A variable of the environment is called `ATENEU_<NAME>_<KEY>`.
    const NAME: &'static str;
    /// The commented TOML of the table with every key and its default. A table named `"*"` holds the keys and
    /// defaults of tables that the owner names.
    const SAMPLE: &'static str;

    /// Adds the faults of this section that a public installation must not have.
    fn check(&self, _site: &Site, _findings: &mut Findings) {}
}

/// Kind of installation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// On a developer's machine.
    Development,
    /// Filled with demo data.
    Demo,
    /// Open to the public.
    Production,
}

/// Facts about the installation that many crates need.
#[derive(Clone, Debug)]
pub struct Site {
    /// URL of the site for visitors, without a slash at the end.
    pub public_url: String,
    /// Kind of installation.
    pub mode: Mode,
    /// Address to listen on.
    pub listen: SocketAddr,
    /// The data folder.
    pub data: PathBuf,
}

/// Findings of `ateneu check`, one line each.
#[derive(Debug, Default)]
pub struct Findings {
    /// Faults to mend before the installation is open to the public.
    pub must: Vec<String>,
    /// Warnings: settings that may be intended.
    pub look: Vec<String>,
}

impl Findings {
    /// Adds a fault if the condition holds.
    pub fn must(&mut self, condition: bool, line: impl Into<String>) {
        if condition {
            self.must.push(line.into());
        }
    }

    /// Adds a warning if the condition holds.
    pub fn warn_if(&mut self, condition: bool, line: impl Into<String>) {
        if condition {
            self.look.push(line.into());
        }
    }
}

impl fmt::Display for Findings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (title, lines) in [("must be fixed", &self.must), ("should be looked at", &self.look)] {
            if lines.is_empty() {
                continue;
            }
            writeln!(f, "{title}:")?;
            lines.iter().try_for_each(|line| writeln!(f, "  {line}"))?;
            writeln!(f)?;
        }
        let (must, look) = (self.must.len(), self.look.len());
        writeln!(f, "{must} must be fixed, {look} should be looked at")
    }
}

/// Returns the comma-separated parts of a text.
pub fn comma_list(text: &str) -> Vec<String> {
    let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
    parts.map(str::to_owned).collect()
}

/// Deserializes a text as its comma-separated parts.
///
/// # Errors
/// Fails if the value is no text.
pub fn deserialize_list<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    String::deserialize(deserializer).map(|text| comma_list(&text))
}
