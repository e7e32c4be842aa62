//! A mock of S3-compatible storage: objects, uploads in parts, ranges and lists of one bucket.

#![expect(clippy::expect_used, reason = "a test that cannot have its service must stop")]

use std::{collections::BTreeMap, sync::Arc};

use axum::{
    Router,
    body::Bytes,
    extract::{Request, State},
    http::{HeaderMap, Method, StatusCode, header},
    response::{IntoResponse, Response},
};
use http_body_util::BodyExt;
use parking_lot::Mutex;
use tokio::net::TcpListener;
use url::form_urlencoded;

/// Fault of one request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum S3Fault {
    /// This status.
    Status(u16),
    /// No reply, ever.
    Hang,
    /// Half of the bytes: those that are stored, or those that are sent.
    Half,
}

/// Request to the mock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct S3Request {
    /// Method, such as `GET`.
    pub method: String,
    /// Key of the object, empty for the bucket itself.
    pub key: String,
    /// Names of the query's parameters, joined by commas: `partNumber,uploadId` for a part.
    pub query: String,
}

type Decide = Box<dyn FnMut(&S3Request) -> Option<S3Fault> + Send>;

#[derive(Default)]
struct Stored {
    objects: BTreeMap<String, Bytes>,
    /// Parts of the unfinished uploads, by id and number.
    uploads: BTreeMap<String, BTreeMap<u32, Bytes>>,
    requests: Vec<S3Request>,
    decide: Option<Decide>,
}

/// The running service.
#[derive(Clone)]
pub struct S3 {
    address: std::net::SocketAddr,
    stored: Arc<Mutex<Stored>>,
}

/// Name of the only bucket.
const BUCKET: &str = "copias";
const DATE: &str = "Mon, 30 Nov 2026 05:00:00 GMT";

impl S3 {
    /// Listens on a free port of this machine.
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let stored = Arc::new(Mutex::new(Stored::default()));
        let router = Router::new().fallback(reply).with_state(Arc::clone(&stored));
        // The task ends with the test's runtime.
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { address, stored }
    }

    /// Returns the address of a prefix in the bucket, as the configuration takes it.
    pub fn url(&self) -> String {
        format!("s3://{BUCKET}/site?endpoint=http://{}&region=auto", self.address)
    }

    /// Decides the fault of each request from now on.
    pub fn fail_where(&self, decide: impl FnMut(&S3Request) -> Option<S3Fault> + Send + 'static) {
        self.stored.lock().decide = Some(Box::new(decide));
    }

    /// Ends the faults.
    pub fn recover(&self) {
        self.stored.lock().decide = None;
    }

    /// Returns the objects by their keys.
    pub fn objects(&self) -> BTreeMap<String, Bytes> {
        self.stored.lock().objects.clone()
    }

    /// Replaces the bytes of an object.
    pub fn put(&self, key: &str, bytes: impl Into<Bytes>) {
        self.stored.lock().objects.insert(key.to_owned(), bytes.into());
    }

    /// Removes an object.
    pub fn remove(&self, key: &str) {
        self.stored.lock().objects.remove(key);
    }

    /// Returns the number of uploads that were neither completed nor given up.
    pub fn open_uploads(&self) -> usize {
        self.stored.lock().uploads.len()
    }

    /// Returns all requests so far.
    pub fn requests(&self) -> Vec<S3Request> {
        self.stored.lock().requests.clone()
    }
}

async fn reply(State(stored): State<Arc<Mutex<Stored>>>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let body: Bytes = body.collect().await.map(|body| body.to_bytes()).unwrap_or_default();
    let query: BTreeMap<String, String> =
        form_urlencoded::parse(parts.uri.query().unwrap_or_default().as_bytes()).into_owned().collect();
    let path = parts.uri.path().trim_start_matches('/');
    let key = path.strip_prefix(BUCKET).unwrap_or_default().trim_start_matches('/').to_owned();
    let names: Vec<&str> = query.keys().map(String::as_str).collect();
    let request = S3Request { method: parts.method.to_string(), key: key.clone(), query: names.join(",") };
    let fault = {
        let mut stored = stored.lock();
        stored.requests.push(request.clone());
        stored.decide.as_mut().and_then(|decide| decide(&request))
    };
    match fault {
        Some(S3Fault::Status(status)) => StatusCode::from_u16(status).expect("a status").into_response(),
        Some(S3Fault::Hang) => std::future::pending().await,
        _ => {
            let is_half = fault == Some(S3Fault::Half);
            answer(&mut stored.lock(), (&parts.method, &key, &query), (body, &parts.headers), is_half)
        }
    }
}

fn answer(
    stored: &mut Stored,
    (method, key, query): (&Method, &str, &BTreeMap<String, String>),
    (body, headers): (Bytes, &HeaderMap),
    is_half: bool,
) -> Response {
    let half = |bytes: Bytes| if is_half { bytes.slice(..bytes.len() / 2) } else { bytes };
    let upload = query.get("uploadId");
    if query.contains_key("list-type") {
        let prefix = query.get("prefix").map_or("", |prefix| prefix);
        return xml(list(stored, prefix, query.contains_key("delimiter")));
    }
    if query.contains_key("delete") {
        return xml(delete_many(stored, &String::from_utf8_lossy(&body)));
    }
    if query.contains_key("uploads") {
        let id = format!("upload-{}", stored.requests.len());
        stored.uploads.insert(id.clone(), BTreeMap::new());
        return xml(format!(
            "<InitiateMultipartUploadResult><UploadId>{id}</UploadId></InitiateMultipartUploadResult>"
        ));
    }
    if let Some(id) = upload {
        return upload_request(stored, (method, key, id), query, half(body));
    }
    match *method {
        Method::PUT => {
            stored.objects.insert(key.to_owned(), half(body));
            tagged(StatusCode::OK)
        }
        Method::DELETE => {
            stored.objects.remove(key);
            StatusCode::NO_CONTENT.into_response()
        }
        Method::GET | Method::HEAD => match stored.objects.get(key) {
            Some(bytes) => read(bytes, headers, is_half, *method == Method::HEAD),
            None => StatusCode::NOT_FOUND.into_response(),
        },
        _ => StatusCode::METHOD_NOT_ALLOWED.into_response(),
    }
}

fn upload_request(
    stored: &mut Stored,
    (method, key, id): (&Method, &str, &str),
    query: &BTreeMap<String, String>,
    body: Bytes,
) -> Response {
    if *method == Method::DELETE {
        stored.uploads.remove(id);
        return StatusCode::NO_CONTENT.into_response();
    }
    if *method == Method::PUT {
        let number = query.get("partNumber").and_then(|number| number.parse().ok()).expect("a number");
        stored.uploads.get_mut(id).expect("an upload").insert(number, body);
        return tagged(StatusCode::OK);
    }
    let parts = stored.uploads.remove(id).expect("an upload");
    let bytes: Vec<u8> = parts.into_values().flatten().collect();
    stored.objects.insert(key.to_owned(), bytes.into());
    xml("<CompleteMultipartUploadResult><ETag>\"etag\"</ETag></CompleteMultipartUploadResult>".into())
}

fn read(bytes: &Bytes, headers: &HeaderMap, is_half: bool, is_head: bool) -> Response {
    let range = headers.get(header::RANGE).and_then(|range| range.to_str().ok()).and_then(|range| {
        let (start, end) = range.strip_prefix("bytes=")?.split_once('-')?;
        let start: usize = start.parse().ok()?;
        Some((start, end.parse().map_or(bytes.len(), |end: usize| (end + 1).min(bytes.len()))))
    });
    let fields = [
        (header::ETAG, "\"etag\"".to_owned()),
        (header::LAST_MODIFIED, DATE.to_owned()),
        (header::ACCEPT_RANGES, "bytes".to_owned()),
    ];
    if is_head {
        return (fields, [(header::CONTENT_LENGTH, bytes.len().to_string())]).into_response();
    }
    let Some((start, end)) = range else { return (fields, bytes.clone()).into_response() };
    let end = if is_half { start + (end - start) / 2 } else { end };
    let place = format!("bytes {start}-{}/{}", end.saturating_sub(1), bytes.len());
    let body = bytes.slice(start..end);
    (StatusCode::PARTIAL_CONTENT, fields, [(header::CONTENT_RANGE, place)], body).into_response()
}

fn list(stored: &Stored, prefix: &str, is_flat: bool) -> String {
    let contents: String = stored
        .objects
        .iter()
        .filter(|(key, _)| key.strip_prefix(prefix).is_some_and(|rest| !(is_flat && rest.contains('/'))))
        .map(|(key, bytes)| {
            format!(
                "<Contents><Key>{key}</Key><LastModified>2026-11-30T05:00:00.000Z</LastModified>\
                 <ETag>\"etag\"</ETag><Size>{}</Size></Contents>",
                bytes.len()
            )
        })
        .collect();
    format!("<ListBucketResult>{contents}</ListBucketResult>")
}

fn delete_many(stored: &mut Stored, body: &str) -> String {
    let keys = body.split("<Key>").skip(1).filter_map(|rest| rest.split("</Key>").next());
    let deleted: String = keys
        .map(|key| {
            stored.objects.remove(key);
            format!("<Deleted><Key>{key}</Key></Deleted>")
        })
        .collect();
    format!("<DeleteResult>{deleted}</DeleteResult>")
}

fn tagged(status: StatusCode) -> Response {
    (status, [(header::ETAG, "\"etag\"")]).into_response()
}

fn xml(text: String) -> Response {
    ([(header::CONTENT_TYPE, "application/xml")], text).into_response()
}
