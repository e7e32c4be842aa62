//! A PostgreSQL database of another program, read in one snapshot and never written.

use std::time::Duration;

use tokio::task::JoinHandle;
use tokio_postgres::{
    Client, SimpleQueryMessage,
    config::{Host, SslMode},
};

use super::connection::Address;
use crate::{Error, Limits};

/// A row as PostgreSQL writes its values as text.
pub type TextRow = Vec<Option<String>>;

/// Longest wait for the connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(15);

/// SQL that begins the snapshot. Its settings end with it, because a pooler lends the connection to others afterwards. Neither
/// a long pause nor a long statement ends it, and rows that a policy hides are an error.
const BEGIN: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL row_security = off;
    SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO, YMD'; SET LOCAL IntervalStyle = 'iso_8601';
    SET LOCAL extra_float_digits = 1; SET LOCAL bytea_output = 'hex'; SET LOCAL client_min_messages = warning;
    SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0";

/// One snapshot of a database. It reads by the simple protocol, which connection poolers pass on.
pub struct Foreign {
    client: Client,
    connection: JoinHandle<()>,
}

impl Foreign {
    /// Connects and begins the snapshot. The connection is encrypted unless the address says `sslmode=disable` or names
    /// this machine.
    ///
    /// # Errors
    /// Fails with [`Error::Unavailable`] if the server cannot be reached or refuses the account.
    pub async fn open(address: &str) -> Result<Self, Error> {
        let limits = Limits { wait: CONNECT_TIMEOUT, ..Limits::default() };
        let (client, connection) = Address::read(&encrypted(address)?, limits)?.connect().await?;
        // The client reports the connection's end at its next statement.
        let connection = tokio::spawn(async move { drop(connection.await) });
        let foreign = Self { client, connection };
        foreign.client.batch_execute(BEGIN).await?;
        Ok(foreign)
    }

    /// Returns the rows of a statement.
    ///
    /// # Errors
    /// Fails if the statement does, or the connection is lost.
    pub async fn rows(&self, sql: &str) -> Result<Vec<TextRow>, Error> {
        let messages = self.client.simple_query(sql).await?;
        let rows = messages.into_iter().filter_map(|message| match message {
            SimpleQueryMessage::Row(row) => {
                Some((0..row.len()).map(|place| row.get(place).map(str::to_owned)).collect())
            }
            _ => None,
        });
        Ok(rows.collect())
    }

    /// Begins to read the rows of a select in pages. One is read at a time.
    ///
    /// # Errors
    /// Fails as [`Foreign::rows`] does.
    pub async fn begin_pages(&self, select: &str) -> Result<(), Error> {
        Ok(self.client.batch_execute(&format!("DECLARE pages NO SCROLL CURSOR FOR {select}")).await?)
    }

    /// Returns the next `count` rows of the pages, none at their end.
    ///
    /// # Errors
    /// Fails as [`Foreign::rows`] does.
    pub async fn next_page(&self, count: usize) -> Result<Vec<TextRow>, Error> {
        self.rows(&format!("FETCH {count} FROM pages")).await
    }

    /// Ends the pages.
    ///
    /// # Errors
    /// Fails as [`Foreign::rows`] does.
    pub async fn end_pages(&self) -> Result<(), Error> {
        Ok(self.client.batch_execute("CLOSE pages").await?)
    }
}

impl Drop for Foreign {
    fn drop(&mut self) {
        self.connection.abort();
    }
}

/// Returns the address with encryption required, unless it says otherwise or names this machine.
fn encrypted(address: &str) -> Result<String, Error> {
    let config: tokio_postgres::Config = address
        .parse()
        .map_err(|_| Error::Other("the address of the source database cannot be read".into()))?;
    let is_here = |host: &Host| match host {
        Host::Tcp(name) => {
            name == "localhost" || name.parse::<std::net::IpAddr>().is_ok_and(|ip| ip.is_loopback())
        }
        Host::Unix(_) => true,
    };
    if config.get_ssl_mode() != SslMode::Prefer || config.get_hosts().iter().all(is_here) {
        return Ok(address.to_owned());
    }
    let is_url = address.starts_with("postgres://") || address.starts_with("postgresql://");
    Ok(match (is_url, address.contains('?')) {
        (true, true) => format!("{address}&sslmode=require"),
        (true, false) => format!("{address}?sslmode=require"),
        (false, _) => format!("{address} sslmode=require"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_connection_over_the_network_is_encrypted_by_default() {
        for (address, expected) in [
            ("postgres://a:b@db.example/postgres", "postgres://a:b@db.example/postgres?sslmode=require"),
            (
                "postgres://a@db.example/x?connect_timeout=5",
                "postgres://a@db.example/x?connect_timeout=5&sslmode=require",
            ),
            ("host=db.example user=a", "host=db.example user=a sslmode=require"),
            ("postgres://a@db.example/x?sslmode=disable", "postgres://a@db.example/x?sslmode=disable"),
            ("postgres://a@127.0.0.1/x", "postgres://a@127.0.0.1/x"),
            ("host=/var/run/postgresql user=a", "host=/var/run/postgresql user=a"),
        ] {
            assert_eq!(encrypted(address).unwrap(), expected);
        }
        let refused = encrypted("postgres://a:segredo@[").unwrap_err().to_string();
        assert!(!refused.contains("segredo"), "{refused}");
    }
}
