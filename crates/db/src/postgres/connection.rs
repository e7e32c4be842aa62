//! A connection to PostgreSQL: the connection string, parsed once, with its encryption.

use std::{str::FromStr, sync::Arc, time::Duration};

use rustls::{ClientConfig, RootCertStore, crypto::aws_lc_rs};
use tokio_postgres::{Client, Config, Connection, Socket, config::SslMode};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::{Error, Limits};

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
            // Every failure means that the server cannot be reached.
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
