//! Whatever a file is declared as, and by whichever path it comes, a browser that opens it runs nothing of it.

use ateneu_db::Db;
use ateneu_testkit::{TestResponse, db_test};
use axum::http::{HeaderValue, Request};
use serde_json::json;

use super::resumable::{BYTES, metadata};
use crate::harness::{Harness, Who, mp4, png};

const SCRIPT: &str = "<!doctype html><body><script>localStorage.getItem('a')</script>";

/// The paths by which a file gets a type.
const PATHS: [Path; 7] =
    [Path::Post, Path::Put, Path::Form, Path::FormPut, Path::Resumable, Path::Signed, Path::Copy];

#[derive(Clone, Copy, Debug, PartialEq)]
enum Path {
    Post,
    Put,
    Form,
    FormPut,
    Resumable,
    Signed,
    Copy,
}

/// The public bucket without a list of its own that everything is tried on.
async fn opened(db: &Db) -> Harness {
    let app = Harness::open(db).await;
    app.bucket(json!({ "name": "tudo", "public": true })).await;
    app
}

/// Bytes that bear the type out, with a page behind them.
fn polyglot(mime: &str) -> Vec<u8> {
    match mime.split('/').next() {
        Some("image") => png(SCRIPT),
        Some("video" | "audio") => mp4(SCRIPT),
        _ if mime == "application/pdf" => format!("%PDF-1.7\n{SCRIPT}").into_bytes(),
        _ => SCRIPT.as_bytes().to_vec(),
    }
}

/// Stores bytes under `tudo/a` declared as `mime`; `None` where the path cannot carry such a text at all.
async fn store(app: &Harness, path: Path, mime: &str, bytes: &[u8]) -> Option<TestResponse> {
    let header = HeaderValue::from_bytes(mime.as_bytes()).ok();
    Some(match path {
        Path::Post => {
            let request = Request::post("/object/tudo/a").header("x-upsert", "true");
            app.send(Who::Service, request.header("content-type", header?), bytes.to_vec()).await
        }
        Path::Put => {
            let request = Request::put("/object/tudo/a").header("content-type", header?);
            app.send(Who::Service, request, bytes.to_vec()).await
        }
        Path::Form | Path::FormPut => {
            let method = if path == Path::Form { "POST" } else { "PUT" };
            let request = Request::builder().method(method).uri("/object/tudo/a").header("x-upsert", "true");
            let (form, body) = form(header?.as_bytes(), bytes);
            app.send(Who::Service, request.header("content-type", form), body).await
        }
        Path::Resumable => {
            let said = metadata(&[("bucketName", "tudo"), ("objectName", "a"), ("contentType", mime)]);
            let request = Request::post("/upload/resumable")
                .header("tus-resumable", "1.0.0")
                .header("x-upsert", "true")
                .header("upload-length", bytes.len())
                .header("upload-metadata", said)
                .header("content-type", BYTES);
            app.send(Who::Service, request, bytes.to_vec()).await
        }
        Path::Signed => {
            let header = header?;
            let ask = Request::post("/object/upload/sign/tudo/a").header("x-upsert", "true");
            let link = app.send(Who::Service, ask, "").await.ok().string("url");
            app.send(Who::Nobody, Request::put(link).header("content-type", header), bytes.to_vec()).await
        }
        Path::Copy => {
            let request =
                Request::put("/object/tudo/fonte").header("content-type", "application/octet-stream");
            app.send(Who::Service, request, bytes.to_vec()).await.ok();
            let body = json!({ "bucketId": "tudo", "sourceKey": "fonte", "destinationKey": "a",
                "copyMetadata": false, "metadata": { "mimetype": mime } });
            let request = Request::post("/object/copy").header("x-upsert", "true");
            app.send(Who::Service, request, body.to_string()).await
        }
    })
}

fn form(mime: &[u8], bytes: &[u8]) -> (String, Vec<u8>) {
    let body = [
        b"--limite\r\nContent-Disposition: form-data; name=\"\"; filename=\"a\"\r\nContent-Type: ",
        mime,
        b"\r\n\r\n",
        bytes,
        b"\r\n--limite--\r\n",
    ];
    ("multipart/form-data; boundary=limite".into(), body.concat())
}

#[track_caller]
fn refused(answer: &TestResponse, said: &str) {
    let by_type = match answer.header("x-sb-error-code") {
        "" => answer.code() == "InvalidMimeType" && answer.json()["statusCode"] == "415",
        code => code == "InvalidMimeType" && answer.status == 415,
    };
    assert!(by_type, "{said}: {answer:?}");
}

/// Every answer with the bytes of `tudo/{key}` has that type alone and nothing that lets it run.
async fn served_as(app: &Harness, key: &str, mime: &str, said: &str) {
    let signed =
        app.post(Who::Service, &format!("/object/sign/tudo/{key}"), json!({ "expiresIn": 60 })).await;
    let public = format!("/object/public/tudo/{key}");
    let etag = app.get(Who::Nobody, &public).await.ok().header("etag").to_owned();
    let request = |method: &str, path: &str| Request::builder().method(method).uri(path.to_owned());
    for (who, request, status) in [
        (Who::Nobody, request("GET", &public), 200),
        (Who::Nobody, request("HEAD", &public), 200),
        (Who::Nobody, request("GET", &public).header("range", "bytes=0-3"), 206),
        (Who::Nobody, request("GET", &public).header("if-none-match", etag), 304),
        (Who::Nobody, request("GET", &format!("{public}?download=a.html")), 200),
        (Who::Nobody, request("GET", &signed.ok().string("signedURL")), 200),
        (Who::Nobody, request("GET", &format!("/object/tudo/{key}")), 200),
        (Who::Service, request("GET", &format!("/object/authenticated/tudo/{key}")), 200),
    ] {
        let answer = app.send(who, request, "").await;
        assert_eq!(answer.status, status, "{said}");
        if status != 304 {
            assert_eq!(answer.headers.get_all("content-type").iter().collect::<Vec<_>>(), [mime], "{said}");
        }
        harmless(&answer, mime, said);
        let is_shown =
            matches!(mime.split('/').next(), Some("image" | "video" | "audio")) || mime == "application/pdf";
        if !is_shown && status != 304 {
            assert!(answer.header("content-disposition").starts_with("attachment;"), "{said}");
        }
    }
}

#[track_caller]
fn harmless(answer: &TestResponse, mime: &str, said: &str) {
    assert_eq!(answer.header("x-content-type-options"), "nosniff", "{said}");
    let policy = answer.header("content-security-policy");
    assert!(policy.starts_with("default-src 'none'; "), "{said}: {policy}");
    // What a reader of PDFs needs (a script is not among it).
    let is_closed = policy == "default-src 'none'; sandbox";
    let is_pdf = mime == "application/pdf" && !policy.contains("script");
    assert!(is_closed || is_pdf, "{said}: {policy}");
}

/// Spellings of a type that are brought to the one form.
fn spellings(mime: &str) -> [String; 4] {
    [
        mime.to_owned(),
        mime.to_ascii_uppercase(),
        format!("{mime};charset=UTF-8"),
        format!("{mime} ; x=\"text/html\"; y"),
    ]
}

/// What is no type, or more than one.
fn tricks(mime: &str) -> Vec<String> {
    let long = "x".repeat(300);
    [
        "{},text/html",
        "{};x=1, text/html",
        "text/html,{}",
        "{};x=\",text/html,\"",
        "{};\tx=1",
        "{};x=\u{e9}",
        "{}\0",
        "{};x=\0text/html",
        "{}\r\nx-injected: 1",
        "{}x",
        "x{}",
    ]
    .iter()
    .map(|trick| trick.replace("{}", mime))
    .chain([format!("{mime};x={long}"), long])
    .collect()
}

/// Types of what a browser would run, or split into several.
const PAGES: [&str; 14] = [
    "text/html",
    "TEXT/HTML;charset=utf-8",
    "application/xhtml+xml",
    "image/svg+xml",
    "text/xml",
    "application/xml",
    "application/rss+xml",
    "text/xsl",
    "text/javascript",
    "text/css",
    "application/x-shockwave-flash",
    "multipart/x-mixed-replace",
    "message/rfc822",
    "*/*",
];

#[db_test]
async fn every_type_there_is_comes_out_in_one_spelling(db: Db) {
    let app = opened(&db).await;
    for mime in ateneu_storage::types() {
        for declared in spellings(mime) {
            let stored = store(&app, Path::Put, &declared, &polyglot(mime)).await.unwrap();
            assert_eq!(stored.status, 200, "{declared}: {stored:?}");
        }
        // Bytes declared as nothing in particular are looked at.
        if mime != "application/octet-stream" {
            served_as(&app, "a", mime, mime).await;
        }
        for declared in tricks(mime) {
            if let Some(answer) = store(&app, Path::Put, &declared, &polyglot(mime)).await {
                refused(&answer, &format!("{declared:?}"));
            }
        }
    }
}

#[db_test]
async fn every_path_reads_a_declared_type_alike(db: Db) {
    let app = opened(&db).await;
    for path in PATHS {
        for mime in ["image/png", "audio/mpeg", "application/pdf", "text/csv"] {
            for declared in spellings(mime) {
                let stored = store(&app, path, &declared, &polyglot(mime)).await.unwrap();
                assert!(stored.status.is_success(), "{path:?} {declared}: {stored:?}");
            }
            served_as(&app, "a", mime, &format!("{path:?} {mime}")).await;
            for declared in tricks(mime) {
                if let Some(answer) = store(&app, path, &declared, &polyglot(mime)).await {
                    refused(&answer, &format!("{path:?} {declared:?}"));
                }
            }
        }
        for declared in PAGES {
            for bytes in [SCRIPT.as_bytes(), &png(SCRIPT)] {
                refused(&store(&app, path, declared, bytes).await.unwrap(), &format!("{path:?} {declared}"));
            }
        }
        served_as(&app, "a", "text/csv", &format!("{path:?}: what was refused changed nothing")).await;
    }
    for twice in [Request::post("/object/tudo/b"), Request::put("/object/tudo/b")] {
        let twice = twice.header("content-type", "image/png").header("content-type", "text/html");
        refused(&app.send(Who::Service, twice, png("")).await, "two headers");
    }
}

#[db_test]
async fn a_moved_or_copied_file_keeps_its_type(db: Db) {
    let app = opened(&db).await;
    store(&app, Path::Put, "IMAGE/PNG;x=y", &png(SCRIPT)).await.unwrap().ok();
    let route = |from: &str, to: &str| json!({ "bucketId": "tudo", "sourceKey": from, "destinationKey": to });
    app.post(Who::Service, "/object/copy", route("a", "copia.html")).await.ok();
    app.post(Who::Service, "/object/move", route("a", "outro.svg")).await.ok();
    served_as(&app, "copia.html", "image/png", "copied").await;
    served_as(&app, "outro.svg", "image/png", "moved").await;
}

#[db_test]
async fn bytes_without_a_declared_type_are_known_by_themselves(db: Db) {
    let app = opened(&db).await;
    let svg = "<svg xmlns='http://www.w3.org/2000/svg'><script>1</script></svg>";
    let xhtml = "<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'><script>1</script></html>";
    for (key, bytes, mime) in [
        ("a.html", SCRIPT.as_bytes().to_vec(), "application/octet-stream"),
        ("a.svg", svg.as_bytes().to_vec(), "application/octet-stream"),
        ("a.xhtml", xhtml.as_bytes().to_vec(), "application/octet-stream"),
        ("a.xml", b"<?xml version='1.0'?><a/>".to_vec(), "application/octet-stream"),
        ("a.js", b"alert(1)".to_vec(), "application/octet-stream"),
        ("a.txt", SCRIPT.as_bytes().to_vec(), "text/plain"),
        ("b.html", png(SCRIPT), "image/png"),
        ("c.html", [b"GIF89a".to_vec(), SCRIPT.as_bytes().to_vec()].concat(), "image/gif"),
        ("d.html", polyglot("application/pdf"), "application/pdf"),
    ] {
        for declared in [None, Some("application/octet-stream")] {
            let request = Request::put(format!("/object/tudo/{key}"));
            let request = match declared {
                Some(mime) => request.header("content-type", mime),
                None => request,
            };
            app.send(Who::Service, request, bytes.clone()).await.ok();
            served_as(&app, key, mime, &format!("{key} {declared:?}")).await;
        }
    }
}

#[db_test]
async fn what_was_stored_before_is_mended_at_start(db: Db) {
    let app = opened(&db).await;
    let rows = [
        ("image/png;x=1, text/html", "3600, x", "application/octet-stream", "max-age=3600"),
        ("text/html", "a\r\nb", "application/octet-stream", "no-cache"),
        ("image/svg+xml", "no-cache", "application/octet-stream", "no-cache"),
        ("text/plain;charset=UTF-8", "public, max-age=60", "text/plain", "max-age=60"),
        ("IMAGE/JPG", "max-age=60", "image/jpeg", "max-age=60"),
        ("image/png", "max-age=60", "image/png", "max-age=60"),
    ];
    let sql = "UPDATE objects SET mimetype = $2, cache_control = $3 WHERE name = $1";
    for (index, (mime, kept, is, caching)) in rows.into_iter().enumerate() {
        app.png(&format!("tudo/{index}")).await;
        app.execute(sql, &[index.to_string().into(), mime.into(), kept.into()]).await;
        // Even before: nothing else leaves the server.
        served_as(&app, &index.to_string(), is, mime).await;
        let answer = app.get(Who::Nobody, &format!("/object/public/tudo/{index}")).await.ok();
        assert_eq!(answer.header("cache-control"), caching);
    }
    let app = app.reopen().await;
    let stored = "SELECT mimetype, cache_control FROM objects ORDER BY name";
    let found = db.read(move |tx| tx.query(stored, &[])).await.unwrap();
    let found: Vec<_> = found.iter().map(|row| (row.text("mimetype"), row.text("cache_control"))).collect();
    let expected: Vec<_> = rows.iter().map(|(_, _, is, caching)| (Some(*is), Some(*caching))).collect();
    assert_eq!(found, expected);
    served_as(&app, "0", "application/octet-stream", "after the start").await;
}

#[db_test]
async fn every_answer_of_the_service_runs_nothing(db: Db) {
    let app = opened(&db).await;
    for (who, method, path) in [
        (Who::Nobody, "GET", "/object/public/tudo/%3Cscript%3E"),
        (Who::Nobody, "GET", "/object/public/nenhum/a"),
        (Who::Nobody, "POST", "/object/tudo/a"),
        (Who::Service, "GET", "/bucket"),
        (Who::Service, "POST", "/upload/resumable"),
        (Who::Nobody, "GET", "/nada/%3Cscript%3E"),
    ] {
        let answer = app.send(who, Request::builder().method(method).uri(path), "").await;
        harmless(&answer, "", path);
    }
}
