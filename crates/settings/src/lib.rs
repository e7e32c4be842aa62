//! Every adjustable security setting and its typed reader. Reading costs nothing: a copy in memory follows the table.

pub mod declared;
mod tables;
mod typescript;
mod values;

use std::sync::{Arc, Weak};

use ateneu_audit::{Act, Actor};
use ateneu_base::{Change, Clock, Record, Timestamp};
use ateneu_db::{Db, Tx};
use parking_lot::RwLock;
pub use tables::tables;
use tokio::sync::broadcast::error::RecvError;
pub use typescript::typescript;
pub use values::Values;

use crate::{declared::Declared, values::Texts};

const TABLE: &str = "security_settings";

/// Why a setting was not changed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Error {
    /// There is no setting of that key.
    #[error("there is no setting {0:?}")]
    Unknown(String),
    /// The value is not of the setting's kind or lies out of its range.
    #[error("the value of {key} is out of range")]
    OutOfRange {
        /// The setting.
        key: &'static str,
    },
    /// The database.
    #[error(transparent)]
    Db(#[from] ateneu_db::Error),
}

/// The settings. Cloning is cheap and shares them.
#[derive(Clone)]
pub struct Settings(Arc<Inner>);

struct Inner {
    db: Db,
    clock: Clock,
    held: RwLock<Held>,
}

struct Held {
    texts: Texts,
    values: Arc<Values>,
}

impl Settings {
    /// Writes the defaults that are missing, reads the table, and follows its changes from then on.
    pub async fn open(db: Db, clock: Clock) -> Result<Self, Error> {
        let mut changes = db.changes_of(["security_settings"]);
        let now = clock.now();
        let texts = db
            .write(move |tx| {
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
                all(tx)
            })
            .await?;
        let values = Arc::new(Values::read(&texts));
        let held = RwLock::new(Held { texts, values });
        let inner = Arc::new(Inner { db, clock, held });
        let follower = Arc::downgrade(&inner);
        tokio::spawn(async move {
            loop {
                let batch = changes.recv().await;
                let Some(inner) = Weak::upgrade(&follower) else {
                    break;
                };
                match batch {
                    Ok(batch) => inner.follow(&batch),
                    Err(RecvError::Lagged(_)) => inner.read_again().await,
                    Err(RecvError::Closed) => break,
                }
            }
        });
        Ok(Self(inner))
    }

    /// The settings as they stand now.
    pub fn current(&self) -> Arc<Values> {
        Arc::clone(&self.0.held.read().values)
    }

    /// Changes one setting; `by` is `None` for the owner's own program. The next reader sees it.
    pub async fn set(&self, key: &str, value: &str, by: Option<&Actor>) -> Result<(), Error> {
        self.set_all(&[(key, value)], by).await
    }

    /// Changes several settings together: all of them or, when one is refused, none. What they were and what they are
    /// now goes into the audit log; a setting that keeps its value leaves no trace there.
    pub async fn set_all(&self, pairs: &[(&str, &str)], by: Option<&Actor>) -> Result<(), Error> {
        let accepted = pairs.iter().map(|(key, value)| accept(key, value)).collect::<Result<Vec<_>, _>>()?;
        let (now, by) = (self.0.clock.now(), by.cloned());
        let written = accepted.clone();
        self.0
            .db
            .write(move |tx| {
                for (declared, text) in &written {
                    write(tx, declared, text, by.as_ref(), now)?;
                }
                Ok::<_, Error>(())
            })
            .await?;
        let applied = accepted.into_iter().map(|(declared, text)| (declared.key.to_owned(), text));
        self.0.apply(applied);
        Ok(())
    }
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
    let before = tx.query_optional(&sql, &[declared.key.into()])?;
    let before = before.as_ref().and_then(|row| row.text("setting_value"));
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
    let act = Act { action: declared.function, subject: declared.key, old: before, new: Some(text) };
    Ok(ateneu_audit::write(tx, by, act, now)?)
}

fn all(tx: &mut Tx<'_>) -> Result<Texts, Error> {
    let rows = tx.query("SELECT setting_key, setting_value FROM security_settings", &[])?;
    Ok(rows
        .iter()
        .filter_map(|row| Some((row.text("setting_key")?.to_owned(), row.text("setting_value")?.to_owned())))
        .collect())
}

impl Inner {
    fn apply(&self, pairs: impl IntoIterator<Item = (String, String)>) {
        let mut held = self.held.write();
        held.texts.extend(pairs);
        held.values = Arc::new(Values::read(&held.texts));
    }

    fn follow(&self, batch: &[Change]) {
        let text = |row: &Record, column: &str| row.get(column)?.as_str().map(str::to_owned);
        let pairs: Vec<_> = batch
            .iter()
            .filter(|change| change.table == TABLE)
            .filter_map(|change| change.new.as_ref())
            .filter_map(|row| Some((text(row, "setting_key")?, text(row, "setting_value")?)))
            .collect();
        if !pairs.is_empty() {
            self.apply(pairs);
        }
    }

    async fn read_again(&self) {
        match self.db.read(all).await {
            Ok(texts) => self.apply(texts),
            Err(error) => tracing::error!(%error, "the settings could not be read again"),
        }
    }
}
