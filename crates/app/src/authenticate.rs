//! Verifies the caller of a request once and passes it to every service as a request extension.

use std::{net::SocketAddr, sync::Arc};

use ateneu_auth::Auth;
use axum::{
    extract::{ConnectInfo, Request, State},
    http::HeaderMap,
    middleware::Next,
    response::Response,
};

/// Dependencies of [`authenticate`].
#[derive(Clone)]
pub struct Authenticator {
    pub auth: Auth,
    /// Number of trusted proxies in front of the server.
    pub trusted_proxies: usize,
}

/// Verifies the tokens of the request and adds the caller to it.
pub async fn authenticate(
    State(authenticator): State<Authenticator>,
    mut request: Request,
    next: Next,
) -> Response {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0);
    let address = client_address(request.headers(), peer, authenticator.trusted_proxies);
    let mut presented =
        authenticator.auth.present(request.headers(), request.uri().query().unwrap_or_default()).await;
    match &mut presented.caller {
        Ok(caller) => caller.address.clone_from(&address),
        Err(problem) => {
            if let Err(error) = authenticator.auth.note_refused_token(*problem, address.clone()).await {
                tracing::warn!(%error, "failed to log a refused token");
            }
        }
    }
    presented.address = address;
    request.extensions_mut().insert(presented);
    next.run(request).await
}

/// Returns the visitor's address: the peer, or, behind trusted proxies, the entry of the outermost trusted one. Earlier
/// entries of the header come from the visitor and are ignored.
fn client_address(headers: &HeaderMap, peer: Option<SocketAddr>, trusted_proxies: usize) -> Option<Arc<str>> {
    let forwarded = (trusted_proxies > 0).then(|| {
        let names: Vec<&str> = headers
            .get_all("x-forwarded-for")
            .iter()
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(','))
            .map(str::trim)
            .collect();
        names
            .len()
            .checked_sub(trusted_proxies)
            .and_then(|index| names.get(index).map(|name| Arc::from(*name)))
    });
    forwarded.flatten().or_else(|| peer.map(|peer| Arc::from(peer.ip().to_string())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(forwarded: &str, trusted: usize) -> Option<String> {
        let mut headers = HeaderMap::new();
        headers.insert("x-forwarded-for", forwarded.parse().unwrap());
        let peer = "192.0.2.1:1000".parse().ok();
        client_address(&headers, peer, trusted).map(|address| address.to_string())
    }

    #[test]
    fn only_addresses_of_trusted_proxies_count() {
        assert_eq!(address("198.51.100.7", 0).as_deref(), Some("192.0.2.1"));
        assert_eq!(address("203.0.113.1, 198.51.100.7", 1).as_deref(), Some("198.51.100.7"));
        assert_eq!(address("203.0.113.1, 198.51.100.7", 2).as_deref(), Some("203.0.113.1"));
        assert_eq!(address("198.51.100.7", 3).as_deref(), Some("192.0.2.1"));
    }
}
