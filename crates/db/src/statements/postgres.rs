//! Running statements in a transaction of PostgreSQL.

use ateneu_base::Value;
use deadpool_postgres::ClientWrapper;
use futures::{FutureExt, TryStreamExt};
use tokio::runtime::Handle;
use tokio_postgres::Statement;

use super::postgres_values::{self, Bound};
use crate::{Error, Row, bytes::Bytes};

/// Maximum number of prepared statements of a connection. One more clears them all.
const STATEMENTS_KEPT: usize = 512;
/// Maximum length in bytes of a statement that stays prepared: each plan takes the server's memory on every connection.
const MAX_PREPARED_BYTES: usize = 8 << 10;

pub(crate) struct Session<'a> {
    client: &'a ClientWrapper,
    runtime: &'a Handle,
    /// True after a failed statement: the server then refuses everything until a rollback.
    doomed: bool,
}

impl<'a> Session<'a> {
    pub(crate) fn new(client: &'a ClientWrapper, runtime: &'a Handle) -> Self {
        Self { client, runtime, doomed: false }
    }

    pub(crate) fn is_doomed(&self) -> bool {
        self.doomed
    }

    pub(crate) fn query(
        &mut self,
        sql: &str,
        parameters: &[Value],
        bytes: &mut Bytes,
    ) -> Result<Vec<Row>, Error> {
        let client = self.client;
        self.finish(async {
            let statement = prepared(client, sql, parameters).await?;
            let columns = postgres_values::columns(&statement);
            let parameters = parameters.iter().take(statement.params().len()).map(Bound);
            let rows = client.query_raw(&statement, parameters).await?;
            let mut rows = std::pin::pin!(rows);
            let mut answer = Vec::new();
            while let Some(row) = rows.try_next().await? {
                let row = postgres_values::row(&columns, &row)?;
                bytes.take(row.values())?;
                answer.push(row);
            }
            Ok(answer)
        })
    }

    pub(crate) fn execute(&mut self, sql: &str, parameters: &[Value]) -> Result<u64, Error> {
        let client = self.client;
        self.finish(async {
            let statement = prepared(client, sql, parameters).await?;
            let parameters = parameters.iter().take(statement.params().len()).map(Bound);
            Ok(client.execute_raw(&statement, parameters).await?)
        })
    }

    pub(crate) fn batch(&mut self, sql: &str) -> Result<(), Error> {
        let client = self.client;
        self.finish(async { Ok(client.batch_execute(sql).await?) })?;
        // A rollback to a savepoint revives a failed transaction.
        if sql.starts_with("ROLLBACK TO") {
            self.doomed = false;
        }
        Ok(())
    }

    /// Sends a statement without waiting for its result.
    pub(crate) fn send(&self, sql: &str) {
        // The first poll of the future sends it.
        let _ = self.client.batch_execute(sql).now_or_never();
    }

    fn finish<T>(&mut self, work: impl Future<Output = Result<T, Error>>) -> Result<T, Error> {
        let outcome = self.runtime.block_on(work);
        self.doomed |= outcome.is_err();
        outcome
    }
}

async fn prepared(client: &ClientWrapper, sql: &str, parameters: &[Value]) -> Result<Statement, Error> {
    if client.statement_cache.size() >= STATEMENTS_KEPT {
        client.statement_cache.clear();
    }
    let statement = if sql.len() > MAX_PREPARED_BYTES {
        client.prepare(sql).await?
    } else {
        client.prepare_cached(sql).await?
    };
    if statement.params().len() > parameters.len() {
        return Err(Error::Other("a statement names a parameter it was not given".into()));
    }
    Ok(statement)
}
