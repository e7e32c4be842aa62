//! Lock of the servers that work on a SQLite database. Every server holds `server.lock` in the data folder, shared. It
//! does so from before its workers start until its process ends, when the operating system releases the lock. A server
//! that gets it exclusively knows that no other is running, and that any lease was left by a server that was killed.
//!
//! Nodes on PostgreSQL cannot know this of each other: one that does not answer may be slow, cut off or gone. There a
//! lease runs out (decision 0057).

use std::{
    fs::{File, TryLockError},
    path::Path,
};

use anyhow::{Context, Result};

/// Held as long as the server runs.
#[derive(Debug)]
pub(crate) struct InstanceLock {
    _lock: File,
}

/// Takes the lock of the data folder of a SQLite database, shared. When no other server holds it, `alone` runs first. Returns `None` if it
/// cannot be known who else runs.
///
/// # Errors
/// Fails if the lock's file cannot be written, or what `alone` does fails.
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
    // Waits while another server runs `alone`; a server that got in between has not started its workers.
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
