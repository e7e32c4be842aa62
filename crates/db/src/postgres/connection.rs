//! A connection to PostgreSQL: the connection string, parsed once, with its encryption, and the statements of a transaction.

use std::{str::FromStr, sync::Arc, time::Duration};

use ateneu_base::Value;
use deadpool_postgres::ClientWrapper;
use futures::{FutureExt, TryStreamExt};
use rustls::{ClientConfig, RootCertStore, crypto::aws_lc_rs};
use tokio::runtime::Handle;
use tokio_postgres::{Client, Config, Connection, Socket, Statement, config::SslMode};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::values::{self, Bound};
use crate::{Error, Limits, Row, tx::Bytes};

/// Most prepared statements of one connection; one more clears them all.
const STATEMENTS_KEPT: usize = 512;
/// Longest statement in bytes that stays prepared: its plan takes memory of the server on every connection.
const MAX_PREPARED_BYTES: usize = 8 << 10;

pub(crate) struct Session<'a> {
    client: &'a ClientWrapper,
    runtime: &'a Handle,
    /// A statement failed, so the server will refuse everything until a rollback.
    doomed: bool,
}

impl<'a> Session<'a> {
    pub(super) fn new(client: &'a ClientWrapper, runtime: &'a Handle) -> Self {
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
            let columns = values::columns(&statement);
            let parameters = parameters.iter().take(statement.params().len()).map(Bound);
            let rows = client.query_raw(&statement, parameters).await?;
            let mut rows = std::pin::pin!(rows);
            let mut answer = Vec::new();
            while let Some(row) = rows.try_next().await? {
                let row = values::row(&columns, &row)?;
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
        // Going back to a savepoint brings a failed transaction to life again.
        if sql.starts_with("ROLLBACK TO") {
            self.doomed = false;
        }
        Ok(())
    }

    /// Sends a statement without waiting for its answer.
    pub(super) fn send(&self, sql: &str) {
        // The first poll sends it.
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

type Stream = <MakeRustlsConnect as tokio_postgres::tls::MakeTlsConnect<Socket>>::Stream;

/// A server's address. With `sslmode=require` the connection is encrypted and the server's certificate is checked
/// against the machine's authorities (`SSL_CERT_FILE` names others); otherwise it is plain.
#[derive(Clone)]
pub(super) struct Address {
    pub(super) config: Config,
    pub(super) tls: MakeRustlsConnect,
}

impl Address {
    pub(super) fn read(text: &str, limits: Limits) -> Result<Self, Error> {
        let mut config = Config::from_str(text)
            .map_err(|_| Error::Other("the PostgreSQL address cannot be read".into()))?;
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(limits.wait);
        }
        config.application_name("ateneu");
        config.keepalives_idle(Duration::from_secs(30));
        config.tcp_user_timeout(Duration::from_secs(30));
        let roots = if config.get_ssl_mode() == SslMode::Require {
            authorities()?
        } else {
            config.ssl_mode(SslMode::Disable);
            RootCertStore::empty()
        };
        let tls = ClientConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|error| Error::Other(error.to_string()))?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(Self { config, tls: MakeRustlsConnect::new(tls) })
    }

    pub(super) async fn connect(&self) -> Result<(Client, Connection<Socket, Stream>), Error> {
        let connected = self.config.connect(self.tls.clone()).await;
        connected.map_err(|error| match error.into() {
            // Whatever fails, the server cannot be reached.
            Error::Other(said) => Error::Unavailable(said),
            known => known,
        })
    }
}

fn authorities() -> Result<RootCertStore, Error> {
    let mut roots = RootCertStore::empty();
    let (known, _) = roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    if known == 0 {
        return Err(Error::Unavailable(
            "sslmode=require, but this machine knows no certificate authority".into(),
        ));
    }
    Ok(roots)
}
