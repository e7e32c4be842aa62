//! Tasks of nodes that were killed. On PostgreSQL a node holds a lock of the database while it is connected, so the others
//! take its tasks over seconds after its end, before their leases end.

use std::{
    collections::HashMap,
    time::{Duration, Instant},
};

use ateneu_base::{Clock, Verb};
use ateneu_db::{Db, Error, Tx};
use serde::Deserialize;
use serde_json::Value as Json;

use crate::queue::announce;

/// Time for which a node must be missing. After a failover of the database all nodes are, until they have connected again.
const GRACE: Duration = Duration::from_secs(6);

/// Nodes that have taken tasks and are not connected.
#[derive(Debug)]
pub struct LostNodes {
    grace: Duration,
    /// Time of the first look at which a node was missing.
    missing: HashMap<i64, Instant>,
}

impl Default for LostNodes {
    fn default() -> Self {
        Self::after(GRACE)
    }
}

#[derive(Deserialize)]
struct Released {
    queue: String,
    id: String,
}

impl LostNodes {
    /// Counts a node as lost after it was missing for this time.
    pub fn after(grace: Duration) -> Self {
        Self { grace, missing: HashMap::new() }
    }

    /// Makes the tasks of lost nodes due. Returns their number, which is 0 on SQLite.
    ///
    /// # Errors
    /// Fails if the database does. Then all nodes count as connected again, because this one was cut off, too.
    pub async fn release_tasks(&mut self, db: &Db, clock: &Clock) -> Result<usize, Error> {
        if !db.has_nodes() {
            return Ok(0);
        }
        let missing = db.read(missing_nodes).await.inspect_err(|_| self.missing.clear())?;
        let lost = self.count_missing(&missing, Instant::now());
        if lost.is_empty() {
            return Ok(0);
        }
        let now = clock.now();
        let released = db.write(move |tx| {
            // A node may have come back meanwhile.
            let missing = missing_nodes(tx)?;
            let lost: Vec<i64> = lost.into_iter().filter(|node| missing.contains(node)).collect();
            let sql = format!(
                "UPDATE tasks SET due_at = $1 WHERE state = 'running' AND due_at > $1 AND {} RETURNING queue, id",
                tx.dialect().among("CAST(node AS text)", "$2")
            );
            let nodes: Vec<String> = lost.iter().map(ToString::to_string).collect();
            let released: Vec<Released> =
                tx.query_as(&sql, &[now.into(), Json::from(nodes).to_string().into()])?;
            released.iter().for_each(|task| announce(tx, (&task.queue, &task.id), Verb::Update));
            Ok::<_, Error>(released.len())
        });
        let released = released.await?;
        if released > 0 {
            tracing::warn!(released, "tasks of a node that has vanished are taken over");
        }
        Ok(released)
    }

    /// Counts for how long nodes are missing. Returns those that are lost.
    fn count_missing(&mut self, missing: &[i64], now: Instant) -> Vec<i64> {
        self.missing.retain(|node, _| missing.contains(node));
        for node in missing {
            self.missing.entry(*node).or_insert(now);
        }
        let lost = self.missing.iter().filter(|(_, since)| now.duration_since(**since) >= self.grace);
        lost.map(|(node, _)| *node).collect()
    }
}

/// Returns the nodes that have taken tasks and are not connected.
fn missing_nodes(tx: &mut Tx<'_>) -> Result<Vec<i64>, Error> {
    let sql = "SELECT DISTINCT node FROM tasks WHERE state = 'running' AND node IS NOT NULL";
    let working: Vec<i64> = tx.query_as(sql, &[])?;
    let connected = tx.connected_nodes()?;
    Ok(working.into_iter().filter(|node| !connected.contains(node)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_is_lost_after_the_grace_alone() {
        let (mut nodes, begin) = (LostNodes::after(Duration::from_secs(6)), Instant::now());
        let at = |seconds| begin + Duration::from_secs(seconds);
        assert!(nodes.count_missing(&[1, 2], at(0)).is_empty());
        assert!(nodes.count_missing(&[1], at(5)).is_empty());
        assert_eq!(nodes.count_missing(&[1, 2], at(6)), [1], "the other was back");
        assert!(nodes.count_missing(&[2], at(11)).is_empty());
        assert_eq!(nodes.count_missing(&[2], at(12)), [2]);
    }
}
