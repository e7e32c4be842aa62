//! All security settings and their typed reader. Reads are free: a copy in memory follows the table.
//!
//! The modules, from the lowest to the highest. Each imports only from those before it; `cargo xtask tidy` reads this list
//! and checks it.
//!
//! - `tables`: the declared tables
//! - `declared`: every setting, with its range and its default
//! - `values`: typed values of the settings
//! - `typescript`: the declarations as TypeScript

pub mod declared;
mod tables;
mod typescript;
mod values;

use std::sync::{Arc, Weak};

use ateneu_audit::{Actor, Entry};
use ateneu_base::{Change, Clock, Record, Timestamp};
use ateneu_db::{Db, Event, Tx};
use parking_lot::RwLock;
pub use tables::tables;
use tokio::sync::broadcast::error::RecvError;
pub use typescript::typescript;
pub use values::Values;

use crate::{
    declared::{Declared, Kind},
    values::Texts,
};

/// Table that stores the settings.
pub const TABLE: &str = "security_settings";

/// Reason why a setting was not changed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Error {
    /// No setting has this key.
    #[error("there is no setting {0:?}")]
    Unknown(String),
    /// The value is not of the setting's kind, or out of range.
    #[error("the value of {key} is out of range")]
    OutOfRange {
        /// The setting.
        key: &'static str,
    },
    /// The database.
    #[error(transparent)]
    Db(#[from] ateneu_db::Error),
}

/// The settings. Clones share them.
#[derive(Clone)]
pub struct Settings(Arc<Inner>);

struct Inner {
    db: Db,
    clock: Clock,
    held: RwLock<Held>,
}

struct Held {
    /// Number of changes, by which a read knows whether it is outdated.
    version: u64,
    texts: Texts,
    values: Arc<Values>,
}

impl Settings {
    /// Writes missing defaults, reads the table, and follows its changes.
    pub async fn open(db: Db, clock: Clock) -> Result<Self, Error> {
        let texts = Texts::default();
        let values = Arc::new(Values::read(&texts));
        let held = RwLock::new(Held { version: 0, texts, values });
        let inner = Arc::new(Inner { db: db.clone(), clock, held });
        inner.follow();
        let now = inner.clock.now();
        db.write(move |tx| {
            for declared in declared::ALL {
                tx.write(
                    "INSERT INTO security_settings (setting_key, setting_value, description, updated_at)
                     VALUES ($1, $2, $3, $4) ON CONFLICT (setting_key) DO NOTHING",
                    &[
                        declared.key.into(),
                        declared.default_text().into(),
                        declared.description.into(),
                        now.into(),
                    ],
                )?;
            }
            Ok::<_, ateneu_db::Error>(())
        })
        .await?;
        inner.read().await?;
        Ok(Self(inner))
    }

    /// Returns the current values.
    pub fn current(&self) -> Arc<Values> {
        Arc::clone(&self.0.held.read().values)
    }

    /// Changes one setting, visible to the next reader. `by` is `None` for the owner's own program.
    pub async fn set(&self, key: &str, value: &str, by: Option<&Actor>) -> Result<(), Error> {
        self.set_all(&[(key, value)], by).await
    }

    /// Changes several settings, all or none. The audit log records the old and new value of each that changes.
    pub async fn set_all(&self, pairs: &[(&str, &str)], by: Option<&Actor>) -> Result<(), Error> {
        let accepted = pairs.iter().map(|(key, value)| accept(key, value)).collect::<Result<Vec<_>, _>>()?;
        let (now, by) = (self.0.clock.now(), by.cloned());
        let write_all = move |tx: &mut Tx<'_>| {
            accepted.iter().try_for_each(|(declared, text)| write(tx, declared, text, by.as_ref(), now))
        };
        self.0.db.write(write_all).await
    }
}

/// Reads a setting's text in a transaction. Returns the default if it was never set.
pub fn text(tx: &mut Tx<'_>, declared: &Declared) -> Result<String, ateneu_db::Error> {
    let sql = "SELECT setting_value FROM security_settings WHERE setting_key = $1";
    let value: Option<String> = tx.query_optional_as(sql, &[declared.key.into()])?;
    Ok(value.unwrap_or_else(|| declared.default_text()))
}

/// Reads a setting's number in a transaction. Returns the default if it was never set or is invalid.
pub fn number(tx: &mut Tx<'_>, declared: &Declared) -> Result<i64, ateneu_db::Error> {
    let text = text(tx, declared)?;
    Ok(match declared.kind {
        Kind::Number { default, .. } => text.parse().unwrap_or(default),
        Kind::Switch { default } => i64::from(text.parse().unwrap_or(default)),
        Kind::Choice { .. } | Kind::SecretAddress => 0,
    })
}

fn accept(key: &str, value: &str) -> Result<(&'static Declared, String), Error> {
    let declared = declared::find(key).ok_or_else(|| Error::Unknown(key.to_owned()))?;
    let text = declared.accept(value).ok_or(Error::OutOfRange { key: declared.key })?;
    Ok((declared, text))
}

fn write(
    tx: &mut Tx<'_>,
    declared: &Declared,
    text: &str,
    by: Option<&Actor>,
    now: Timestamp,
) -> Result<(), Error> {
    let lock = tx.dialect().for_update();
    let sql = format!("SELECT setting_value FROM {TABLE} WHERE setting_key = $1{lock}");
    let before = tx.query_optional_as::<String>(&sql, &[declared.key.into()])?;
    let before = before.as_deref();
    if before == Some(text) {
        return Ok(());
    }
    tx.write(
        "UPDATE security_settings SET setting_value = $2, updated_by = $3, updated_at = $4 WHERE setting_key = $1",
        &[
            declared.key.into(),
            text.into(),
            by.map(|by| by.user_id.as_str()).into(),
            now.into(),
        ],
    )?;
    let (old, new) = (before.map(|before| declared.audited(before)), Some(declared.audited(text)));
    let entry = Entry { action: declared.function, subject: declared.key, old, new };
    Ok(ateneu_audit::write(tx, by, entry, now)?)
}

impl Inner {
    /// Applies each commit before its writer is answered, in commit order: a later listener could restore an older
    /// value. Missed changes are read again.
    fn follow(self: &Arc<Self>) {
        let applier = Arc::downgrade(self);
        let apply = move |event: &Event| {
            if let (Event::Changed(changes), Some(inner)) = (event, Weak::upgrade(&applier)) {
                inner.apply(changes);
            }
        };
        self.db.on_commit(|table| table == TABLE, apply);
        let reader = Arc::downgrade(self);
        let mut changes = self.db.changes_of([TABLE]);
        tokio::spawn(async move {
            loop {
                let missed = match changes.recv().await {
                    Ok(_) => false,
                    Err(RecvError::Lagged(_)) => true,
                    Err(RecvError::Closed) => break,
                };
                let Some(inner) = Weak::upgrade(&reader) else {
                    break;
                };
                if missed && let Err(error) = inner.read().await {
                    tracing::error!(%error, "the settings could not be read again");
                }
            }
        });
    }

    fn apply(&self, changes: &[Change]) {
        let text = |row: &Record, column: &str| row.get(column)?.as_str().map(str::to_owned);
        let pairs: Vec<_> = changes
            .iter()
            .filter(|change| change.table == TABLE)
            .filter_map(|change| change.new.as_ref())
            .filter_map(|row| Some((text(row, "setting_key")?, text(row, "setting_value")?)))
            .collect();
        if !pairs.is_empty() {
            self.held.write().extend(pairs);
        }
    }

    /// Reads the table. Repeats if a change was applied meanwhile, because the read may be older.
    async fn read(&self) -> Result<(), ateneu_db::Error> {
        loop {
            let version = self.held.read().version;
            let sql = "SELECT setting_key, setting_value FROM security_settings";
            let texts: Vec<(String, String)> = self.db.read(move |tx| tx.query_as(sql, &[])).await?;
            let mut held = self.held.write();
            if held.version == version {
                held.extend(texts);
                return Ok(());
            }
        }
    }
}

impl Held {
    fn extend(&mut self, pairs: impl IntoIterator<Item = (String, String)>) {
        self.version += 1;
        self.texts.extend(pairs);
        self.values = Arc::new(Values::read(&self.texts));
    }
}
