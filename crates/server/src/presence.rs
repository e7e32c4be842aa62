//! Who works on a SQLite database. Every server holds `server.lock` in the data folder from before its workers start until
//! its process ends, however that ends: the operating system lets go of it. All hold it together; whoever gets it alone
//! knows that nobody is at work, and that what is under a lease was left there by a server that was killed.
//!
//! Of the nodes on a PostgreSQL this cannot be known: one that is silent may be slow, cut off or gone, and from beside it
//! these look alike. There a lease runs out (decision 0043).

use std::fs::{File, TryLockError};

use anyhow::{Context, Result};

use crate::config::Config;

/// Held as long as the server works.
#[derive(Debug)]
pub(crate) struct Presence {
    _lock: File,
}

/// Joins those who work on the database of this folder; `alone` is done before, by whoever is. None where others can not be
/// told.
///
/// # Errors
/// When the lock's file cannot be written, or what `alone` does fails.
pub(crate) async fn join(
    config: &Config,
    alone: impl AsyncFnOnce() -> Result<()>,
) -> Result<Option<Presence>> {
    if !config.database_url.is_empty() {
        return Ok(None);
    }
    let path = config.data.join("server.lock");
    let lock = File::create(&path).with_context(|| format!("cannot write {}", path.display()))?;
    match lock.try_lock() {
        Ok(()) => {
            alone().await?;
            lock.unlock()?;
        }
        Err(TryLockError::WouldBlock) => {}
        Err(TryLockError::Error(error)) => {
            tracing::warn!(%error, "this file system knows no locks: what a killed server held waits for its lease");
            return Ok(None);
        }
    }
    // Waits while another is alone; whoever came between two of these lines has not begun to work.
    let shared = tokio::task::spawn_blocking(move || lock.lock_shared().map(|()| lock));
    Ok(Some(Presence { _lock: shared.await?? }))
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn arrive(config: &Config) -> (Option<Presence>, bool) {
        let mut was_alone = false;
        let presence = join(config, async || {
            was_alone = true;
            Ok(())
        });
        let presence = presence.await.unwrap();
        (presence, was_alone)
    }

    #[tokio::test]
    async fn only_who_comes_while_nobody_is_there_is_alone() {
        let folder = tempfile::tempdir().unwrap();
        let config = Config::load(folder.path(), |_| None).unwrap();
        let (first, was_alone) = arrive(&config).await;
        assert!(was_alone);
        let (second, was_alone) = arrive(&config).await;
        assert!(!was_alone);
        drop(first);
        let (third, was_alone) = arrive(&config).await;
        assert!(!was_alone, "the second is still there");
        drop((second, third));
        assert!(arrive(&config).await.1);
    }

    #[tokio::test]
    async fn on_postgresql_nobody_is_alone() {
        let folder = tempfile::tempdir().unwrap();
        let set =
            |name: &str| (name == "ATENEU_DATABASE_URL").then(|| "postgres://nowhere/ateneu".to_owned());
        let config = Config::load(folder.path(), set).unwrap();
        let (presence, was_alone) = arrive(&config).await;
        assert!(presence.is_none() && !was_alone);
    }
}
