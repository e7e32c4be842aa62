//! Lock of the servers that work on a SQLite database. Every server holds `server.lock` in the data folder, shared. It
//! does so from before its workers start until its process ends, when the operating system releases the lock. A server
//! that gets it exclusively knows that no other is running, and that any lease was left by a server that was killed.
//!
//! Nodes on PostgreSQL cannot know this of each other: one that does not answer may be slow, cut off or gone. There a
//! lease runs out (decision 0057).

use std::fs::{File, TryLockError};

use anyhow::{Context, Result};

use crate::config::Config;

/// Held as long as the server runs.
#[derive(Debug)]
pub(crate) struct InstanceLock {
    _lock: File,
}

/// Takes the lock of this data folder, shared. When no other server holds it, `alone` runs first. Returns `None` if it
/// cannot be known who else runs.
///
/// # Errors
/// Fails if the lock's file cannot be written, or what `alone` does fails.
pub(crate) async fn acquire(
    config: &Config,
    alone: impl AsyncFnOnce() -> Result<()>,
) -> Result<Option<InstanceLock>> {
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
            tracing::warn!(%error, "this file system has no locks: tasks of a killed server are retried when their lease ends");
            return Ok(None);
        }
    }
    // Waits while another server runs `alone`; a server that got in between has not started its workers.
    let shared = tokio::task::spawn_blocking(move || lock.lock_shared().map(|()| lock));
    Ok(Some(InstanceLock { _lock: shared.await?? }))
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn start(config: &Config) -> (Option<InstanceLock>, bool) {
        let mut was_alone = false;
        let instance_lock = acquire(config, async || {
            was_alone = true;
            Ok(())
        });
        let instance_lock = instance_lock.await.unwrap();
        (instance_lock, was_alone)
    }

    #[tokio::test]
    async fn only_the_first_server_is_alone() {
        let folder = tempfile::tempdir().unwrap();
        let config = Config::load(folder.path(), |_| None).unwrap();
        let (first, was_alone) = start(&config).await;
        assert!(was_alone);
        let (second, was_alone) = start(&config).await;
        assert!(!was_alone);
        drop(first);
        let (third, was_alone) = start(&config).await;
        assert!(!was_alone, "the second still runs");
        drop((second, third));
        assert!(start(&config).await.1);
    }

    #[tokio::test]
    async fn a_node_on_postgresql_takes_no_instance_lock() {
        let folder = tempfile::tempdir().unwrap();
        let set =
            |name: &str| (name == "ATENEU_DATABASE_URL").then(|| "postgres://nowhere/ateneu".to_owned());
        let config = Config::load(folder.path(), set).unwrap();
        let (instance_lock, was_alone) = start(&config).await;
        assert!(instance_lock.is_none() && !was_alone);
    }
}
