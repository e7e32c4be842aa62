//! Types of served files: no declared type and no path makes a browser run a file.

use ateneu_db::Db;
use ateneu_testkit::{TestResponse, db_test, sqlite_test};
use axum::http::{HeaderValue, Request};
use serde_json::json;

use crate::harness::{Harness, User::*, mp4, png, route};
use crate::resumable::{BYTES, metadata};

const SCRIPT: &str = "<!doctype html><body><script>localStorage.getItem('a')</script>";

/// All ways in which a file gets a type.
const WAYS: [&str; 7] = ["post", "put", "form", "form put", "resumable", "signed", "copy"];

/// Opens an app with the public bucket of the tests, without its own list of types.
async fn opened(db: &Db) -> Harness {
    let app = Harness::open(db).await;
    app.bucket(json!({ "name": "tudo", "public": true })).await;
    app
}

/// Returns bytes of the type, followed by a page.
fn polyglot(mime: &str) -> Vec<u8> {
    match mime.split('/').next() {
        Some("image") => png(SCRIPT),
        Some("video" | "audio") => mp4(SCRIPT),
        _ if mime == "application/pdf" => format!("%PDF-1.7\n{SCRIPT}").into_bytes(),
        _ => SCRIPT.as_bytes().to_vec(),
    }
}

/// Stores bytes under `tudo/a` declared as `mime`. Returns `None` if the way cannot transport such a text.
async fn store(app: &Harness, way: &str, mime: &str, bytes: &[u8]) -> Option<TestResponse> {
    let header = HeaderValue::from_bytes(mime.as_bytes()).ok();
    Some(match way {
        "post" => {
            let request = Request::post("/object/tudo/a").header("x-upsert", "true");
            app.send(Service, request.header("content-type", header?), bytes.to_vec()).await
        }
        "put" => {
            let request = Request::put("/object/tudo/a").header("content-type", header?);
            app.send(Service, request, bytes.to_vec()).await
        }
        "form" | "form put" => {
            let method = if way == "form" { "POST" } else { "PUT" };
            let request = Request::builder().method(method).uri("/object/tudo/a").header("x-upsert", "true");
            let (form, body) = form(header?.as_bytes(), bytes);
            app.send(Service, request.header("content-type", form), body).await
        }
        "resumable" => {
            let said = metadata(&[("bucketName", "tudo"), ("objectName", "a"), ("contentType", mime)]);
            let request = Request::post("/upload/resumable")
                .header("tus-resumable", "1.0.0")
                .header("x-upsert", "true")
                .header("upload-length", bytes.len())
                .header("upload-metadata", said)
                .header("content-type", BYTES);
            app.send(Service, request, bytes.to_vec()).await
        }
        "signed" => {
            let header = header?;
            let link = app.sign_upload(Service, "tudo/a", true).await.ok().string("url");
            app.send(Nobody, Request::put(link).header("content-type", header), bytes.to_vec()).await
        }
        "copy" => {
            let request =
                Request::put("/object/tudo/fonte").header("content-type", "application/octet-stream");
            app.send(Service, request, bytes.to_vec()).await.ok();
            let mut body = route("tudo", "fonte", "a");
            body["copyMetadata"] = json!(false);
            body["metadata"] = json!({ "mimetype": mime });
            let request = Request::post("/object/copy").header("x-upsert", "true");
            app.send(Service, request, body.to_string()).await
        }
        other => unreachable!("{other}"),
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

/// Asserts that every response with the bytes of `tudo/{key}` has only that type and nothing that runs.
async fn served_as(app: &Harness, key: &str, mime: &str, said: &str) {
    let signed = app.sign(Service, &format!("tudo/{key}"), 60).await;
    let public = format!("/object/public/tudo/{key}");
    let etag = app.get(Nobody, &public).await.ok().header("etag").to_owned();
    let request = |method: &str, path: &str| Request::builder().method(method).uri(path.to_owned());
    for (user, request, status) in [
        (Nobody, request("GET", &public), 200),
        (Nobody, request("HEAD", &public), 200),
        (Nobody, request("GET", &public).header("range", "bytes=0-3"), 206),
        (Nobody, request("GET", &public).header("if-none-match", etag), 304),
        (Nobody, request("GET", &format!("{public}?download=a.html")), 200),
        (Nobody, request("GET", &signed), 200),
        (Nobody, request("GET", &format!("/object/tudo/{key}")), 200),
        (Service, request("GET", &format!("/object/authenticated/tudo/{key}")), 200),
    ] {
        let answer = app.send(user, request, "").await;
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
    // Needs of a PDF reader, without scripts.
    let is_closed = policy == "default-src 'none'; sandbox";
    let is_pdf = mime == "application/pdf" && !policy.contains("script");
    assert!(is_closed || is_pdf, "{said}: {policy}");
}

/// Returns spellings of a type with the same canonical form.
fn spellings(mime: &str) -> [String; 4] {
    [
        mime.to_owned(),
        mime.to_ascii_uppercase(),
        format!("{mime};charset=UTF-8"),
        format!("{mime} ; x=\"text/html\"; y"),
    ]
}

/// Returns texts that are no type, or several.
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

/// Types that a browser would run, or split into several.
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

#[sqlite_test]
async fn every_type_is_served_in_one_spelling(db: Db) {
    let app = opened(&db).await;
    for mime in ateneu_storage::types() {
        for declared in spellings(mime) {
            let stored = store(&app, "put", &declared, &polyglot(mime)).await.unwrap();
            assert_eq!(stored.status, 200, "{declared}: {stored:?}");
        }
        // Bytes declared as nothing in particular are examined.
        if mime != "application/octet-stream" {
            served_as(&app, "a", mime, mime).await;
        }
        for declared in tricks(mime) {
            if let Some(answer) = store(&app, "put", &declared, &polyglot(mime)).await {
                refused(&answer, &format!("{declared:?}"));
            }
        }
    }
}

#[db_test]
async fn every_way_reads_a_declared_type_alike(db: Db) {
    let app = opened(&db).await;
    for way in WAYS {
        for mime in ["image/png", "audio/mpeg", "application/pdf", "text/csv"] {
            for declared in spellings(mime) {
                let stored = store(&app, way, &declared, &polyglot(mime)).await.unwrap();
                assert!(stored.status.is_success(), "{way} {declared}: {stored:?}");
            }
            served_as(&app, "a", mime, &format!("{way} {mime}")).await;
            for declared in tricks(mime) {
                if let Some(answer) = store(&app, way, &declared, &polyglot(mime)).await {
                    refused(&answer, &format!("{way} {declared:?}"));
                }
            }
        }
        for declared in PAGES {
            for bytes in [SCRIPT.as_bytes(), &png(SCRIPT)] {
                refused(&store(&app, way, declared, bytes).await.unwrap(), &format!("{way} {declared}"));
            }
        }
        served_as(&app, "a", "text/csv", &format!("{way}: what was refused changed nothing")).await;
    }
    for twice in [Request::post("/object/tudo/b"), Request::put("/object/tudo/b")] {
        let twice = twice.header("content-type", "image/png").header("content-type", "text/html");
        refused(&app.send(Service, twice, png("")).await, "two headers");
    }
}

#[db_test]
async fn a_moved_or_copied_file_keeps_its_type(db: Db) {
    let app = opened(&db).await;
    store(&app, "put", "IMAGE/PNG;x=y", &png(SCRIPT)).await.unwrap().ok();
    app.post(Service, "/object/copy", route("tudo", "a", "copia.html")).await.ok();
    app.post(Service, "/object/move", route("tudo", "a", "outro.svg")).await.ok();
    served_as(&app, "copia.html", "image/png", "copied").await;
    served_as(&app, "outro.svg", "image/png", "moved").await;
}

#[sqlite_test]
async fn bytes_without_a_type_get_that_of_their_content(db: Db) {
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
            let request =
                declared.into_iter().fold(request, |request, mime| request.header("content-type", mime));
            app.send(Service, request, bytes.clone()).await.ok();
            served_as(&app, key, mime, &format!("{key} {declared:?}")).await;
        }
    }
}

#[db_test]
async fn no_response_of_storage_runs_a_script(db: Db) {
    let app = opened(&db).await;
    for (user, method, path) in [
        (Nobody, "GET", "/object/public/tudo/%3Cscript%3E"),
        (Nobody, "GET", "/object/public/nenhum/a"),
        (Nobody, "POST", "/object/tudo/a"),
        (Service, "GET", "/bucket"),
        (Service, "POST", "/upload/resumable"),
        (Nobody, "GET", "/nada/%3Cscript%3E"),
    ] {
        let answer = app.send(user, Request::builder().method(method).uri(path), "").await;
        harmless(&answer, "", path);
    }
}

#[db_test]
async fn rows_of_an_older_form_are_repaired_on_start(db: Db) {
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
        // Even before the repair, no other type is served.
        served_as(&app, &index.to_string(), is, mime).await;
        let answer = app.public(&format!("tudo/{index}")).await.ok();
        assert_eq!(answer.header("cache-control"), caching);
    }
    let app = app.reopen().await;
    let found = app.rows("SELECT mimetype, cache_control FROM objects ORDER BY name", &[]).await;
    let found: Vec<(String, String)> = found.iter().map(|row| row.read().unwrap()).collect();
    assert_eq!(found, rows.map(|(_, _, is, caching)| (is.to_owned(), caching.to_owned())));
    served_as(&app, "0", "application/octet-stream", "after the start").await;
}
