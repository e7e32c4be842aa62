//! Reads of bytes: headers, ranges, conditions, names, and types shown by browsers.

use ateneu_db::Db;
use ateneu_testkit::{TestResponse, db_test, sqlite_test};
use axum::http::Request;
use serde_json::json;

use crate::harness::{Harness, User::*, form, png};

const URL: &str = "/object/public/contents/thumbnails/a.png";

async fn with_file(db: &Db) -> Harness {
    let app = Harness::open(db).await;
    app.upload(Admin, "contents/thumbnails/a.png", "image/png", png("abc")).await.ok();
    app
}

async fn read(app: &Harness, method: &str, headers: &[(&str, &str)]) -> TestResponse {
    app.request(method, URL).headers(headers).await
}

#[sqlite_test]
async fn a_file_has_all_its_headers_for_get_and_head(db: Db) {
    let app = with_file(&db).await;
    let get = read(&app, "GET", &[]).await.ok();
    let size = png("abc").len().to_string();
    for (name, value) in [
        ("content-type", "image/png"),
        ("content-length", size.as_str()),
        ("cache-control", "max-age=3600"),
        ("accept-ranges", "bytes"),
        ("last-modified", "Sat, 21 Nov 2026 12:00:00 GMT"),
        ("x-content-type-options", "nosniff"),
    ] {
        assert_eq!(get.header(name), value, "{name}");
    }
    assert!(get.header("etag").starts_with('"') && get.header("etag").ends_with('"'));
    assert_eq!(get.body, png("abc"));
    let head = read(&app, "HEAD", &[("range", "bytes=0-1")]).await;
    assert_eq!((head.status.as_u16(), head.headers, head.body.len()), (200, get.headers, 0));
    let missing = app.request("HEAD", "/object/public/contents/nunca.png").await;
    assert_eq!((missing.status.as_u16(), missing.body.len()), (400, 0));
}

#[sqlite_test]
async fn the_info_of_a_file_carries_its_entity_tag(db: Db) {
    let app = with_file(&db).await;
    let file = read(&app, "HEAD", &[]).await;
    for path in ["/object/info/contents/thumbnails/a.png", "/object/info/public/contents/thumbnails/a.png"] {
        for method in ["GET", "HEAD"] {
            let answer = app.send(Service, Request::builder().method(method).uri(path), "").await.ok();
            for name in ["etag", "last-modified", "cache-control"] {
                assert_eq!(answer.header(name), file.header(name), "{method} {path} {name}");
            }
            assert_eq!(answer.header("content-type"), "application/json", "{method} {path}");
            assert_eq!(answer.body.is_empty(), method == "HEAD");
        }
    }
}

#[sqlite_test]
async fn a_download_has_its_name_in_any_language(db: Db) {
    let app = with_file(&db).await;
    for (query, expected) in [
        ("", ""),
        ("?download", "attachment;"),
        ("?download=", "attachment;"),
        ("?download=a.png", "attachment; filename=a.png; filename*=UTF-8''a.png"),
        (
            "?download=a%C3%A7%C3%A3o%20(1).png",
            "attachment; filename=a%C3%A7%C3%A3o%20%281%29.png; filename*=UTF-8''a%C3%A7%C3%A3o%20%281%29.png",
        ),
        ("?download=a%25C3%25A7.png", "attachment; filename=a%C3%A7.png; filename*=UTF-8''a%C3%A7.png"),
        ("?download=100%25.png", "attachment; filename=100%25.png; filename*=UTF-8''100%25.png"),
        (
            "?download=a%22%0d%0ax:%20y",
            "attachment; filename=a%22%0D%0Ax%3A%20y; filename*=UTF-8''a%22%0D%0Ax%3A%20y",
        ),
    ] {
        let answer = app.get(Nobody, &format!("{URL}{query}")).await.ok();
        assert_eq!(answer.header("content-disposition"), expected, "{query}");
    }
}

#[sqlite_test]
async fn ranges_are_answered_with_their_part(db: Db) {
    let app = with_file(&db).await;
    let whole = png("abc");
    let size = whole.len();
    for (range, start, end) in [
        ("bytes=0-3", 0, 4),
        ("bytes=4-", 4, size),
        ("bytes=-3", size - 3, size),
        ("bytes=5-9999", 5, size),
        ("bytes=-9999", 0, size),
    ] {
        let part = read(&app, "GET", &[("range", range)]).await;
        assert_eq!(part.status, 206, "{range}");
        assert_eq!(part.header("content-range"), format!("bytes {start}-{}/{size}", end - 1));
        assert_eq!(part.header("content-length"), (end - start).to_string());
        assert_eq!(&part.body[..], &whole[start..end], "{range}");
    }
    for range in ["bytes=0-1,3-4", "items=0-1", "bytes=9-2", "bytes=x"] {
        assert_eq!(read(&app, "GET", &[("range", range)]).await.status, 200, "{range}");
    }
    for range in [format!("bytes={size}-"), "bytes=9999-".into(), "bytes=-0".into()] {
        let refusal = read(&app, "GET", &[("range", &range)]).await;
        assert_eq!(
            (refusal.status.as_u16(), refusal.header("content-range")),
            (416, &*format!("bytes */{size}"))
        );
        refusal.refused("InvalidRange");
    }
}

#[sqlite_test]
async fn if_range_limits_a_range_to_its_file(db: Db) {
    let app = with_file(&db).await;
    let etag = read(&app, "GET", &[]).await.header("etag").to_owned();
    for (if_range, status) in [
        (etag.as_str(), 206),
        ("\"outro\"", 200),
        ("Sat, 21 Nov 2026 12:00:00 GMT", 206),
        ("Sat, 21 Nov 2026 11:59:59 GMT", 200),
    ] {
        let answer = read(&app, "GET", &[("range", "bytes=0-1"), ("if-range", if_range)]).await;
        assert_eq!(answer.status, status, "{if_range}");
    }
}

#[sqlite_test]
async fn a_file_that_the_client_holds_is_not_sent_again(db: Db) {
    let app = with_file(&db).await;
    let etag = read(&app, "GET", &[]).await.header("etag").to_owned();
    let at = "Sat, 21 Nov 2026 12:00:00 GMT";
    for (headers, status) in [
        (vec![("if-none-match", etag.as_str())], 304),
        (vec![("if-none-match", "*")], 304),
        (vec![("if-none-match", "\"x\"")], 200),
        (vec![("if-modified-since", at)], 304),
        (vec![("if-modified-since", "Sat, 21 Nov 2026 11:59:59 GMT")], 200),
        (vec![("if-modified-since", "ontem")], 200),
        (vec![("if-none-match", "\"x\""), ("if-modified-since", at)], 200),
    ] {
        for method in ["GET", "HEAD"] {
            let answer = read(&app, method, &headers).await;
            assert_eq!(answer.status, status, "{headers:?}");
            assert_eq!(answer.header("etag"), etag);
            assert!(status == 200 || answer.body.is_empty());
        }
    }
    let weak = format!("\"x\", W/{etag}");
    assert_eq!(read(&app, "GET", &[("if-none-match", &weak)]).await.status, 304);
}

#[sqlite_test]
async fn a_document_is_saved_under_its_original_name(app: Harness) {
    let (mime, body) =
        form(&[("metadata", r#"{"name":"Guia de ação.pdf"}"#)], "application/pdf", b"%PDF-1.7\n");
    let request = Request::post("/object/contents/pdf/1-2.pdf").header("content-type", mime);
    app.send(Service, request, body).await.ok();
    app.content("01", Some("pdf/1-2.pdf"), None, true, false).await;
    let name = "filename=Guia%20de%20a%C3%A7%C3%A3o.pdf; filename*=UTF-8''Guia%20de%20a%C3%A7%C3%A3o.pdf";
    for (query, expected) in [
        ("", format!("inline; {name}")),
        ("?download", format!("attachment; {name}")),
        ("?download=a.pdf", "attachment; filename=a.pdf; filename*=UTF-8''a.pdf".to_owned()),
    ] {
        let answer = app.get(Nobody, &format!("/object/public/contents/pdf/1-2.pdf{query}")).await.ok();
        assert_eq!(answer.header("content-disposition"), expected, "{query}");
    }
    assert_eq!(app.info("contents/pdf/1-2.pdf").await["metadata"]["name"], "Guia de ação.pdf");
}

#[sqlite_test]
async fn active_content_is_a_sandboxed_download(app: Harness) {
    app.bucket(json!({ "name": "textos", "public": true })).await;
    for (mime, text) in
        [("text/plain", "<html><script>x()</script>"), ("text/csv", "oi"), ("application/json", "{}")]
    {
        app.upload(Service, "textos/a", mime, text).await.ok();
        let answer = app.get(Nobody, "/object/public/textos/a").await.ok();
        assert_eq!(answer.header("content-disposition"), "attachment;", "{mime}");
        assert_eq!(answer.header("content-security-policy"), "default-src 'none'; sandbox");
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
        app.delete(Service, "/object/textos/a", json!({})).await.ok();
    }
    app.upload(Service, "textos/vazio", "text/plain", "").await.ok();
    let empty = app.get(Nobody, "/object/public/textos/vazio").await.ok();
    assert_eq!((empty.header("content-length"), empty.body.len()), ("0", 0));
}

#[db_test]
async fn a_members_file_is_not_cached_and_hidden_at_once(app: Harness) {
    app.png("contents/aberto.png").await;
    app.png("contents/thumbnails/capa.png").await;
    app.content("01", Some("aberto.png"), Some("thumbnails/capa.png"), true, false).await;
    let open = app.public("contents/aberto.png").await.ok();
    let cached = [("if-none-match", open.header("etag"))];
    let caching = async || {
        let read = app.get(Subscriber, "/object/contents/aberto.png").await.ok();
        read.header("cache-control").to_owned()
    };
    assert_eq!((open.header("cache-control"), &*caching().await), ("no-cache", "no-cache"));
    for path in ["/object/public/contents/aberto.png", "/object/contents/aberto.png"] {
        app.set_members_only(false).await;
        assert_eq!(app.request("GET", path).headers(&cached).await.status, 304, "{path}");
        app.set_members_only(true).await;
        app.request("GET", path).headers(&cached).await.refused("NoSuchKey");
    }
    assert_eq!(caching().await, "private, no-store");
    let cover = app.public("contents/thumbnails/capa.png").await.ok();
    assert_eq!(cover.header("cache-control"), "max-age=3600", "thumbnails stay public");
}

#[sqlite_test]
async fn a_reader_never_gets_half_of_a_replacement(db: Db) {
    let app = with_file(&db).await;
    let texts = ["1".repeat(50_000), "2".repeat(70_000)];
    let write = async {
        for text in texts.iter().cycle().take(10) {
            app.replace(Admin, "contents/thumbnails/a.png", text).await.ok();
        }
    };
    let reads = async {
        for _ in 0..30 {
            let answer = read(&app, "GET", &[]).await.ok();
            assert!(answer.body == png("abc") || texts.iter().any(|text| answer.body == png(text)));
            assert_eq!(answer.header("content-length"), answer.body.len().to_string());
        }
    };
    futures::join!(write, reads);
}
