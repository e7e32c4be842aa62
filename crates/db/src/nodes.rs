//! Nodes of a PostgreSQL database. Each holds a lock for as long as its connection for notices lasts: the database itself
//! knows at once that a killed one is gone.

use crate::{Db, Dialect, Error, Tx};

/// First key of the nodes' locks. The second is the node.
pub(crate) const LOCKS: i32 = 718_293_642;

/// Returns the number of a node: the FNV-1a hash of its random id.
pub(crate) fn number_of(node: &str) -> u32 {
    node.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

impl Dialect {
    /// Returns the number of this process among the nodes of a database. Null on SQLite.
    pub fn this_node(self) -> &'static str {
        match self {
            Dialect::Sqlite => "NULL",
            Dialect::Postgres => "CAST(current_setting('ateneu.node') AS bigint)",
        }
    }
}

impl Db {
    /// Returns `true` if several nodes can work on the database.
    pub fn has_nodes(&self) -> bool {
        self.dialect() == Dialect::Postgres
    }
}

impl Tx<'_> {
    /// Returns the time of the database's own clock, in seconds since 1970. Returns `None` for SQLite, which has none.
    pub fn database_time(&mut self) -> Result<Option<i64>, Error> {
        match self.dialect() {
            Dialect::Sqlite => Ok(None),
            Dialect::Postgres => self
                .query_one_as("SELECT CAST(extract(epoch FROM clock_timestamp()) AS bigint)", &[])
                .map(Some),
        }
    }

    /// Returns the numbers of the nodes that are connected to the database. Empty on SQLite.
    pub fn connected_nodes(&mut self) -> Result<Vec<i64>, Error> {
        match self.dialect() {
            Dialect::Sqlite => Ok(Vec::new()),
            Dialect::Postgres => {
                let sql = format!(
                    "SELECT CAST(CAST(l.objid AS text) AS bigint) FROM pg_locks l JOIN pg_database d ON d.oid = l.database
                     WHERE l.locktype = 'advisory' AND l.classid = {LOCKS} AND l.objsubid = 2 AND l.granted
                       AND d.datname = current_database()"
                );
                self.query_as(&sql, &[])
            }
        }
    }
}
