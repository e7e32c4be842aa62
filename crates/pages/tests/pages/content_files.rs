//! All responses are new at once after an edit of a file, and none mixes both versions.

use ateneu_content::Reload;
use axum::http::StatusCode;

use crate::harness::{HOME, Harness, Page, article, site};

#[tokio::test]
async fn new_texts_show_at_once_with_new_etags() {
    let app = Harness::open().await;
    app.rows.put(article("a1", "Título")).await;
    let urls = ["/", "/rss.xml", "/content/site.json"];
    let mut tags = Vec::new();
    for url in urls {
        let reply = app.get(url).await;
        assert!(reply.text().contains("Ana &"), "{url}: {}", reply.text());
        tags.push(reply.header("etag").to_owned());
    }
    app.words.write_site(&site("Bia"));
    assert!(matches!(app.words.content.reload(), Reload::Taken));
    app.pages.invalidate_all();
    for (url, tag) in urls.into_iter().zip(tags) {
        let reply = app.send("GET", url, &[("if-none-match", &tag)]).await;
        assert_eq!(reply.status, StatusCode::OK, "{url}");
        assert!(reply.text().contains("Bia"), "{url}: {}", reply.text());
        assert!(!reply.text().contains("Ana &"), "{url}");
    }
}

#[tokio::test]
async fn a_broken_content_file_keeps_the_previous_content() {
    let app = Harness::open().await;
    let before = app.get("/content/site.json").await;
    app.words.write_site("name = 'Bia'\nrole = ");
    let error = match app.words.content.reload() {
        Reload::Refused(error) => error.to_string(),
        other => panic!("{other:?}"),
    };
    assert!(error.contains("site.toml, line 2: "), "{error}");
    app.pages.invalidate_all();
    let held = [("if-none-match", before.header("etag"))];
    assert_eq!(app.send("GET", "/content/site.json", &held).await.status, StatusCode::NOT_MODIFIED);
    assert_eq!(app.get("/").await.main(), HOME);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_begun_with_the_old_words_is_not_kept() {
    let app = std::sync::Arc::new(Harness::open().await);
    app.rows.put(article("a1", "Título")).await;
    app.rows.hold();
    let early = tokio::spawn({
        let app = app.clone();
        async move { app.get("/rss.xml").await }
    });
    app.rows.reached().await;
    app.words.write_site(&site("Bia"));
    assert!(matches!(app.words.content.reload(), Reload::Taken));
    app.pages.invalidate_all();
    app.rows.release();
    assert_eq!(early.await.unwrap().status, StatusCode::OK);
    let reply = app.get("/rss.xml").await;
    assert!(reply.text().contains("<title>Bia</title>"), "{}", reply.text());
}
