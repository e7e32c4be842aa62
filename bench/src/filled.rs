//! The demo with rows that a measurement adds, asked as one of its accounts.

use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use rusqlite::{Connection, Transaction};
use serde_json::Value;

use crate::{realtime::token_of, server::Server};

/// A server of the demo, and the credentials of an account.
pub struct Filled {
    pub server: Server,
    /// The public key.
    pub anon: String,
    bearer: String,
}

impl Filled {
    /// Starts it, signs in, and adds rows by SQL: over HTTP it would take longer than the measurement.
    pub fn start(email: &str, fill: impl FnOnce(&Transaction<'_>) -> Result<()>) -> Result<Self> {
        let mut server = Server::start(&["--demo"])?;
        server.wait_until_idle()?;
        server.stop()?;
        let mut connection = open(&server)?;
        let transaction = connection.transaction()?;
        fill(&transaction)?;
        transaction.commit()?;
        connection.execute_batch("ANALYZE")?;
        // At its start the server indexes the rows that others wrote.
        server.restart(&["--demo"])?;
        let (anon, _) = server.keys()?;
        let bearer = format!("Bearer {}", token_of(&server, &anon, email)?);
        Ok(Self { server, anon, bearer })
    }

    /// A connection to the database.
    pub fn connection(&self) -> Result<Connection> {
        open(&self.server)
    }

    /// The header fields of a request with a body.
    pub fn headers(&self) -> [(&str, &str); 3] {
        [("apikey", &self.anon), ("authorization", &self.bearer), ("content-type", "application/json")]
    }

    /// Sends a request, which must succeed. Returns the milliseconds until the response, and its JSON.
    pub fn ask(&self, method: &str, path: &str, body: &str) -> Result<(f64, Value)> {
        let headers = self.headers();
        let headers = if body.is_empty() { &headers[..2] } else { &headers };
        let asked = Instant::now();
        let (status, said) = self.server.request(method, path, headers, body)?;
        let milliseconds = asked.elapsed().as_secs_f64() * 1000.0;
        ensure!(status == 200, "{path} {body}: {status} {}", String::from_utf8_lossy(&said));
        Ok((milliseconds, serde_json::from_slice(&said)?))
    }
}

fn open(server: &Server) -> Result<Connection> {
    let connection = Connection::open(server.database())?;
    connection.busy_timeout(Duration::from_secs(10))?;
    Ok(connection)
}
