//! Failed renders: the visitor gets the shell, and the next page renders.

use std::sync::Arc;

use ateneu_content::Content;
use ateneu_pages::{Assets, Config, Error, Pages};
use axum::http::StatusCode;

use crate::harness::{HOME, Harness, INDEX, Page, article, assets};

async fn shell_then_recovery(app: &Harness, path: &str) {
    let reply = app.get(path).await;
    assert_eq!(reply.status, StatusCode::OK, "{path}");
    let shell = INDEX.replace("<!--head-->", "").replace("<!--body-->", "").replace("<!--state-->", "");
    assert_eq!(reply.text(), shell);
    assert_eq!(reply.header("cache-control"), "no-store", "{path}");
    assert_eq!(reply.header("etag"), "", "{path}");
    assert_eq!(app.get("/").await.main(), HOME, "after {path}");
}

#[tokio::test]
async fn a_failing_render_falls_back_to_the_shell() {
    let app = Harness::open().await;
    for path in ["/throws", "/rejects", "/nonsense", "/recurses"] {
        shell_then_recovery(&app, path).await;
    }
    assert_eq!(app.pages.counts().failed, 4);
    // Code that exhausts memory is stopped. Rendering neither writes nor calls other servers.
    for path in ["/grows", "/writes", "/elsewhere"] {
        shell_then_recovery(&app, path).await;
    }
    assert_eq!(app.rows.reads(), 0);
}

#[tokio::test]
async fn an_endless_render_is_stopped() {
    let app = Harness::impatient().await;
    for path in ["/loops", "/loops-later", "/never", "/sleeps"] {
        shell_then_recovery(&app, path).await;
    }
}

#[tokio::test]
async fn failed_data_gives_an_uncached_shell_that_proves_no_page() {
    let app = Harness::open().await;
    app.rows.break_down(true);
    shell_then_recovery(&app, "/blog").await;
    app.rows.break_down(false);
    let reply = app.get("/blog").await;
    assert!(reply.text().contains("<main></main>"), "{}", reply.text());
    // A fallback shell does not prove that a page exists.
    app.rows.put(article("a1", "Um")).await;
    app.rows.break_down(true);
    assert_eq!(app.get("/blog/made-up").await.status, StatusCode::OK);
    assert!(!app.pages.exists("/blog/made-up").await);
    app.rows.break_down(false);
    assert!(!app.pages.exists("/blog/made-up").await);
    assert!(app.pages.exists("/blog/a1").await);
}

#[tokio::test]
async fn a_full_queue_sends_shells_instead_of_waiting() {
    let app = Arc::new(Harness::open().await);
    app.rows.hold();
    // Each id is another page. Two render and wait for data, some are queued, the rest is refused.
    let visits: Vec<_> = (0..100)
        .map(|id| {
            let app = Arc::clone(&app);
            tokio::spawn(async move { app.get(&format!("/blog/{id}")).await })
        })
        .collect();
    app.rows.reached().await;
    let mut refused = 0;
    let mut waiting = Vec::new();
    for visit in visits {
        tokio::task::yield_now().await;
        if visit.is_finished() {
            assert_eq!(visit.await.unwrap().header("cache-control"), "no-store");
            refused += 1;
        } else {
            waiting.push(visit);
        }
    }
    assert!(refused >= 100 - 64 - 2 - 1, "{refused}");
    app.rows.release();
    for visit in waiting {
        assert_eq!(visit.await.unwrap().status, StatusCode::NOT_FOUND);
    }
}

#[tokio::test]
async fn made_up_addresses_do_not_evict_the_sites_own_pages() {
    let app = Arc::new(Harness::open().await);
    app.rows.hold();
    let visit = |url: String| {
        let app = Arc::clone(&app);
        tokio::spawn(async move { app.get(&url).await })
    };
    let flood = |number| {
        let url = match number % 3 {
            0 => format!("/blog/{number}"),
            1 => format!("{}blog", "/".repeat(number)),
            _ => format!("/share/blog/{number}.png"),
        };
        visit(url)
    };
    let flood: Vec<_> = (2..200).map(flood).collect();
    app.rows.reached().await;
    app.rows.reached().await;
    let own = visit("/count".into());
    tokio::task::yield_now().await;
    app.rows.release();
    assert!(own.await.unwrap().main().starts_with("render "));
    for visit in flood {
        visit.await.unwrap();
    }
}

#[tokio::test]
async fn an_engine_is_replaced_after_a_failed_render() {
    let app = Harness::open().await;
    // There are two engines: after four failures both have been replaced.
    for _ in 0..4 {
        app.get("/throws").await;
    }
    assert_eq!(app.get("/count").await.main(), "render 1");
}

#[tokio::test]
async fn a_broken_build_is_refused_and_a_missing_one_answers_503() {
    for application in ["export const routes = [", "throw new Error('no')", "export const render = 1;"] {
        let opened = Pages::open(deps(assets(application))).await;
        assert!(matches!(opened, Err(Error::Script(_) | Error::BadBuild(_))), "{application}");
    }
    let app = Harness::with(Config::new("http://casa.test"), Assets::default()).await;
    let reply = app.get("/blog").await;
    assert_eq!(reply.status, StatusCode::SERVICE_UNAVAILABLE);
    assert!(reply.text().contains("Front end not built"));
    assert_eq!(app.get("/rss.xml").await.status, StatusCode::OK);
    assert_eq!(app.get("/content/home.json").await.status, StatusCode::OK);
}

fn deps(assets: Assets) -> ateneu_pages::Deps {
    ateneu_pages::Deps {
        api: axum::Router::new(),
        schema: Arc::new(ateneu_schema::Schema::new(Vec::new())),
        content: Content::open(None).unwrap(),
        assets,
        clock: ateneu_base::Clock::system(),
        config: Config::new("http://casa.test"),
    }
}
