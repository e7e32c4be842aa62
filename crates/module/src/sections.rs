//! The sections of the configuration: declared by the crates, filled by the server.

use anyhow::{Context, Result};
use ateneu_base::config::{Findings, Section, Site};
use toml::{Table, Value};

type Check = fn(&Value, &Site, &mut Findings) -> Result<()>;

/// A section without its type.
#[derive(Clone, Copy)]
pub struct ConfigSection {
    /// Name of the table.
    pub name: &'static str,
    /// Commented TOML with every key and its default.
    pub sample: &'static str,
    check: Check,
}

impl ConfigSection {
    /// Returns the section that `C` reads.
    pub fn of<C: Section>() -> Self {
        Self {
            name: C::NAME,
            sample: C::SAMPLE,
            check: |value, site, findings| {
                read::<C>(value)?.check(site, findings);
                Ok(())
            },
        }
    }
}

/// The filled sections of an installation.
#[derive(Clone, Debug, Default)]
pub struct Sections(Table);

impl Sections {
    /// Takes a table with one table for each section.
    pub fn new(tables: Table) -> Self {
        Self(tables)
    }

    /// Returns a section.
    ///
    /// # Errors
    /// Fails if the section is not declared, or a value has the wrong type.
    pub fn get<C: Section>(&self) -> Result<C> {
        let table = self.0.get(C::NAME).with_context(|| format!("no module declares [{}]", C::NAME))?;
        read(table)
    }

    /// Checks a declared section, and adds its findings.
    ///
    /// # Errors
    /// Fails if a value has the wrong type.
    pub fn check(&self, section: &ConfigSection, site: &Site, findings: &mut Findings) -> Result<()> {
        self.0.get(section.name).map_or(Ok(()), |table| (section.check)(table, site, findings))
    }
}

fn read<C: Section>(table: &Value) -> Result<C> {
    C::deserialize(table.clone()).with_context(|| format!("the configuration [{}] is not valid", C::NAME))
}
