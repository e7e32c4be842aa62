//! Lock of the servers that work on a SQLite database. Every server holds `server.lock` in the data folder, shared,
//! from before its workers start until its process ends, when the operating system releases it. A server that gets it
//! exclusively knows that no other is running, and that all leases are from killed servers.
//!
//! Nodes on PostgreSQL hold a lock of the database instead (`ateneu_queue::LostNodes`, decision 0057).

use std::{
    fs::{File, TryLockError},
    path::Path,
};

use anyhow::{Context, Result};

/// Held while the server runs.
#[derive(Debug)]
pub(crate) struct InstanceLock {
    _lock: File,
}

/// Takes the lock of the data folder of a SQLite database, shared. If no other server holds it, runs `alone` first.
/// Returns `None` if other servers cannot be detected.
///
/// # Errors
/// Fails if the lock's file is not writable, or `alone` fails.
pub(crate) async fn acquire(
    data: Option<&Path>,
    alone: impl AsyncFnOnce() -> Result<()>,
) -> Result<Option<InstanceLock>> {
    let Some(data) = data else { return Ok(None) };
    let path = data.join("server.lock");
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
    // Waits while another server runs `alone`. A server that got in between has not started its workers.
    let shared = tokio::task::spawn_blocking(move || lock.lock_shared().map(|()| lock));
    Ok(Some(InstanceLock { _lock: shared.await?? }))
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn start(data: Option<&Path>) -> (Option<InstanceLock>, bool) {
        let mut was_alone = false;
        let instance_lock = acquire(data, async || {
            was_alone = true;
            Ok(())
        });
        let instance_lock = instance_lock.await.unwrap();
        (instance_lock, was_alone)
    }

    #[tokio::test]
    async fn only_the_first_server_holds_the_instance_lock() {
        let folder = tempfile::tempdir().unwrap();
        let data = Some(folder.path());
        let (first, was_alone) = start(data).await;
        assert!(was_alone);
        let (second, was_alone) = start(data).await;
        assert!(!was_alone);
        drop(first);
        let (third, was_alone) = start(data).await;
        assert!(!was_alone, "the second still runs");
        drop((second, third));
        assert!(start(data).await.1);
    }

    #[tokio::test]
    async fn a_node_on_postgresql_takes_no_instance_lock() {
        let (instance_lock, was_alone) = start(None).await;
        assert!(instance_lock.is_none() && !was_alone);
    }
}
