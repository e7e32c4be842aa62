//! Addresses that lead inside, endless responses, names that change.

#![expect(clippy::unwrap_used, reason = "a test that cannot ask must stop")]

use std::{
    net::{IpAddr, Ipv4Addr, SocketAddr},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use ateneu_outbound::{Error, Limits, Outbound, Rules};
use axum::{Router, body::Body, http::StatusCode, response::Redirect, routing::get};
use futures::stream;
use parking_lot::Mutex;
use url::Url;

/// Stands for a machine of the public internet. Every other local address is internal.
const PUBLIC: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);
const INSIDE: Ipv4Addr = Ipv4Addr::LOCALHOST;

async fn serve(address: Ipv4Addr, router: Router) -> u16 {
    let listener = tokio::net::TcpListener::bind((address, 0)).await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move { axum::serve(listener, router).await });
    port
}

/// Starts an internal service. Returns its port and the number of its requests.
async fn inside() -> (u16, Arc<AtomicUsize>) {
    let asked = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&asked);
    let router = Router::new().fallback(move || {
        counted.fetch_add(1, Ordering::Relaxed);
        async { "secret" }
    });
    (serve(INSIDE, router).await, asked)
}

/// Returns a client that resolves every name to `addresses`, one after the other.
fn client(ports: &[u16], addresses: &[Ipv4Addr]) -> (Outbound, Arc<AtomicUsize>) {
    let resolved = Arc::new(AtomicUsize::new(0));
    let (counted, addresses) = (Arc::clone(&resolved), Arc::new(Mutex::new(addresses.to_vec())));
    let rules = Rules {
        admits: |address: IpAddr| address == IpAddr::V4(PUBLIC),
        ports: ports.to_vec(),
        plain: true,
        lookup: Arc::new(move |_| {
            counted.fetch_add(1, Ordering::Relaxed);
            let mut left = addresses.lock();
            let next = if left.len() > 1 { left.remove(0) } else { left[0] };
            Box::pin(async move { Ok(vec![SocketAddr::from((next, 0))]) })
        }),
    };
    (Outbound::new("test", rules).unwrap(), resolved)
}

const LIMITS: Limits = Limits { time: Duration::from_secs(5), bytes: 1_000, beginning: false, redirects: 3 };

async fn ask(client: &Outbound, url: &str) -> Result<(StatusCode, String), Error> {
    let answer = client.get(&Url::parse(url).unwrap(), "text/html", LIMITS).await?;
    Ok((answer.status, String::from_utf8_lossy(&answer.body).into_owned()))
}

#[tokio::test]
async fn a_public_page_is_read() {
    let port = serve(PUBLIC, Router::new().route("/", get(async || "page"))).await;
    let (client, resolved) = client(&[port], &[PUBLIC]);
    let said = ask(&client, &format!("http://a.test:{port}/")).await.unwrap();
    assert_eq!(said, (StatusCode::OK, "page".to_owned()));
    assert_eq!(resolved.load(Ordering::Relaxed), 1);
    assert_eq!(ask(&client, &format!("http://a.test:{port}/none")).await.unwrap().0, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn an_address_inside_is_never_asked() {
    let (port, asked) = inside().await;
    let (client, _) = client(&[port, 80, 443], &[INSIDE]);
    for url in [
        format!("http://127.0.0.1:{port}/"),
        format!("http://2130706433:{port}/"),
        format!("http://0x7f.1:{port}/"),
        format!("http://0177.0.0.1:{port}/"),
        format!("http://127.1:{port}/"),
        format!("http://[::1]:{port}/"),
        format!("http://[::ffff:127.0.0.1]:{port}/"),
        format!("http://localhost:{port}/"),
        format!("http://localhost.:{port}/"),
        format!("http://a.test:{port}/"),
        format!("http://u:p@a.test:{port}/"),
        format!("http://127.0.0.2@127.0.0.1:{port}/"),
        "http://127.0.0.2:22/".to_owned(),
        "ftp://127.0.0.2/".to_owned(),
        "file:///etc/passwd".to_owned(),
        "gopher://127.0.0.2/".to_owned(),
    ] {
        assert!(matches!(ask(&client, &url).await, Err(Error::Refused)), "{url}");
    }
    assert_eq!(asked.load(Ordering::Relaxed), 0);
}

#[tokio::test]
async fn every_hop_is_checked_and_three_are_followed() {
    let (hidden, asked) = inside().await;
    let router = Router::new()
        .route("/inside", get(async move || Redirect::temporary(&format!("http://127.0.0.1:{hidden}/"))))
        .route("/file", get(async || Redirect::temporary("file:///etc/passwd")))
        .route("/port", get(async || Redirect::temporary("http://127.0.0.2:22/")))
        .route("/3", get(async || Redirect::permanent("/2")))
        .route("/4", get(async || Redirect::permanent("/3")))
        .route("/2", get(async || Redirect::to("/1")))
        .route("/1", get(async || Redirect::to("/0")))
        .route("/0", get(async || "end"))
        .route("/loop", get(async || Redirect::to("/loop")));
    let port = serve(PUBLIC, router).await;
    let (client, _) = client(&[port, hidden], &[PUBLIC]);
    let ask = async |path: &str| ask(&client, &format!("http://a.test:{port}{path}")).await;
    for path in ["/inside", "/file", "/port"] {
        assert!(matches!(ask(path).await, Err(Error::Refused)), "{path}");
    }
    assert_eq!(asked.load(Ordering::Relaxed), 0);
    assert_eq!(ask("/3").await.unwrap().1, "end");
    assert!(matches!(ask("/4").await, Err(Error::Redirects)));
    assert!(matches!(ask("/loop").await, Err(Error::Redirects)));
}

#[tokio::test]
async fn a_changed_dns_answer_is_not_followed() {
    let (hidden, asked) = inside().await;
    let port = hidden;
    let listener = tokio::net::TcpListener::bind((PUBLIC, port)).await.unwrap();
    let router =
        Router::new().route("/", get(async || "page")).route("/again", get(async || Redirect::to("/")));
    tokio::spawn(async move { axum::serve(listener, router).await });
    // The connection goes to the first resolved address.
    let (first, resolved) = client(&[port], &[PUBLIC, INSIDE]);
    assert_eq!(ask(&first, &format!("http://a.test:{port}/")).await.unwrap().1, "page");
    assert_eq!(resolved.load(Ordering::Relaxed), 1);
    // A redirect to the same name resolves it again, and checks it again.
    let (second, _) = client(&[port], &[PUBLIC, INSIDE]);
    assert!(matches!(ask(&second, &format!("http://a.test:{port}/again")).await, Err(Error::Refused)));
    assert_eq!(asked.load(Ordering::Relaxed), 0);
}

#[tokio::test]
async fn a_large_or_slow_answer_ends() {
    let endless = || {
        Body::from_stream(stream::repeat_with(|| {
            Ok::<_, std::io::Error>(bytes::Bytes::from(vec![b'a'; 100]))
        }))
    };
    let never = || Body::from_stream(stream::pending::<Result<bytes::Bytes, std::io::Error>>());
    let router = Router::new()
        .route("/declared", get(async || "a".repeat(1_001)))
        .route("/endless", get(async move || endless()))
        .route("/silent", get(std::future::pending::<()>))
        .route("/slow", get(async move || never()));
    let port = serve(PUBLIC, router).await;
    let (client, _) = client(&[port], &[PUBLIC]);
    for path in ["/declared", "/endless"] {
        assert!(matches!(ask(&client, &format!("http://a.test:{port}{path}")).await, Err(Error::TooLarge)));
        let beginning = Limits { beginning: true, ..LIMITS };
        let url = Url::parse(&format!("http://a.test:{port}{path}")).unwrap();
        assert_eq!(client.get(&url, "text/html", beginning).await.unwrap().body.len(), 1_000);
    }
    let short = Limits { time: Duration::from_millis(50), ..LIMITS };
    for path in ["/silent", "/slow"] {
        let url = Url::parse(&format!("http://a.test:{port}{path}")).unwrap();
        assert!(matches!(client.get(&url, "text/html", short).await, Err(Error::TooSlow)), "{path}");
    }
}
