//! Connections to a mailbox: TLS except to this machine, and a limit of the bytes that one command may bring.

use std::{
    io,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    task::{Context, Poll},
};

use rustls::{
    ClientConfig, RootCertStore,
    crypto::aws_lc_rs,
    pki_types::{CertificateDer, ServerName},
};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
};
use tokio_rustls::TlsConnector;

use super::address::MailboxAddress;

/// Maximum number of bytes that one command may bring.
const MAX_RESPONSE: usize = 4 * 1024 * 1024;

trait Both: AsyncRead + AsyncWrite + Send + Unpin + std::fmt::Debug {}
impl<S: AsyncRead + AsyncWrite + Send + Unpin + std::fmt::Debug> Both for S {}

/// Opens connections.
pub(super) struct Connector(TlsConnector);

impl Connector {
    pub(super) fn new(trusted: &[CertificateDer<'static>]) -> io::Result<Self> {
        let mut roots = RootCertStore::empty();
        let known = rustls_native_certs::load_native_certs().certs;
        roots.add_parsable_certificates(known.into_iter().chain(trusted.iter().cloned()));
        let config = ClientConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(io::Error::other)?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(Self(TlsConnector::from(Arc::new(config))))
    }

    pub(super) async fn connect(&self, address: &MailboxAddress) -> io::Result<Bounded> {
        let plain = TcpStream::connect((address.host.as_str(), address.port)).await?;
        if !address.has_tls {
            return Ok(Bounded::new(Box::new(plain)));
        }
        let name = ServerName::try_from(address.host.clone()).map_err(io::Error::other)?;
        Ok(Bounded::new(Box::new(self.0.connect(name, plain).await?)))
    }
}

/// Number of bytes that may still come.
#[derive(Clone, Debug)]
pub(super) struct Allowance(Arc<AtomicUsize>);

impl Allowance {
    /// Allows the bytes of another command.
    pub(super) fn renew(&self) {
        self.0.store(MAX_RESPONSE, Ordering::Relaxed);
    }
}

/// A connection that fails after too many bytes.
#[derive(Debug)]
pub(super) struct Bounded {
    inner: Box<dyn Both>,
    allowance: Allowance,
}

impl Bounded {
    fn new(inner: Box<dyn Both>) -> Self {
        Self { inner, allowance: Allowance(Arc::new(AtomicUsize::new(MAX_RESPONSE))) }
    }

    pub(super) fn allowance(&self) -> Allowance {
        self.allowance.clone()
    }
}

impl AsyncRead for Bounded {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let polled = Pin::new(&mut self.inner).poll_read(context, buffer);
        let read = buffer.filled().len() - before;
        let left = self.allowance.0.load(Ordering::Relaxed);
        if read > left {
            return Poll::Ready(Err(io::Error::other("the response is too large")));
        }
        self.allowance.0.store(left - read, Ordering::Relaxed);
        polled
    }
}

impl AsyncWrite for Bounded {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.inner).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_shutdown(context)
    }
}
