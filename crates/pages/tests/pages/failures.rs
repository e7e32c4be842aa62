//! Whatever happens while a page is rendered, its visitor gets the shell and the next page renders.

use std::sync::Arc;

use ateneu_content::Content;
use ateneu_pages::{Assets, Config, Error, Pages};
use axum::http::StatusCode;

use crate::house::{House, INDEX, article, assets};

async fn shell_then_recovery(house: &House, path: &str) {
    let reply = house.get(path).await;
    assert_eq!(reply.status, StatusCode::OK, "{path}");
    assert_eq!(
        reply.text(),
        INDEX.replace("<!--head-->", "").replace("<!--body-->", "").replace("<!--state-->", "")
    );
    assert_eq!(reply.header("cache-control"), "no-store", "{path}");
    assert_eq!(reply.header("etag"), "", "{path}");
    assert_eq!(
        house.get("/").await.main(),
        "Mentoria para quem decide. Ana & Cia https://casa.test",
        "after {path}"
    );
}

#[tokio::test]
async fn code_that_throws_rejects_or_answers_nonsense_gives_the_shell() {
    let house = House::open().await;
    for path in ["/throws", "/rejects", "/nonsense", "/recurses"] {
        shell_then_recovery(&house, path).await;
    }
    assert_eq!(house.pages.counts().failed, 4);
}

#[tokio::test]
async fn code_that_never_ends_is_stopped() {
    let house = House::impatient().await;
    for path in ["/loops", "/loops-later", "/never", "/sleeps"] {
        shell_then_recovery(&house, path).await;
    }
}

#[tokio::test]
async fn code_that_takes_all_memory_is_stopped() {
    let house = House::open().await;
    shell_then_recovery(&house, "/grows").await;
}

#[tokio::test]
async fn rendering_neither_writes_nor_asks_other_servers() {
    let house = House::open().await;
    shell_then_recovery(&house, "/writes").await;
    shell_then_recovery(&house, "/elsewhere").await;
    assert_eq!(house.rows.reads(), 0);
}

#[tokio::test]
async fn a_page_whose_data_fails_is_rendered_again_as_soon_as_the_data_is_back() {
    let house = House::open().await;
    house.rows.break_down(true);
    shell_then_recovery(&house, "/blog").await;
    house.rows.break_down(false);
    let reply = house.get("/blog").await;
    assert!(reply.text().contains("<main></main>"), "{}", reply.text());
}

#[tokio::test]
async fn a_full_queue_sends_shells_instead_of_waiting() {
    let house = Arc::new(House::open().await);
    house.rows.hold();
    // Each id is a page of its own. Two render and wait for their data, the queue takes some, the rest is refused.
    let visits: Vec<_> = (0..100)
        .map(|id| {
            let house = Arc::clone(&house);
            tokio::spawn(async move { house.get(&format!("/blog/{id}")).await })
        })
        .collect();
    house.rows.reached().await;
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
    house.rows.release();
    for visit in waiting {
        assert_eq!(visit.await.unwrap().status, StatusCode::NOT_FOUND);
    }
}

#[tokio::test]
async fn a_flood_of_made_up_addresses_leaves_room_for_the_sites_own_pages() {
    let house = Arc::new(House::open().await);
    house.rows.hold();
    let visit = |url: String| {
        let house = Arc::clone(&house);
        tokio::spawn(async move { house.get(&url).await })
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
    house.rows.reached().await;
    house.rows.reached().await;
    let own = visit("/count".into());
    tokio::task::yield_now().await;
    house.rows.release();
    assert!(own.await.unwrap().main().starts_with("render "));
    for visit in flood {
        visit.await.unwrap();
    }
}

#[tokio::test]
async fn the_shell_that_stands_in_for_a_page_is_no_proof_that_there_is_one() {
    let house = House::open().await;
    house.rows.put(article("a1", "Um")).await;
    house.rows.break_down(true);
    assert_eq!(house.get("/blog/made-up").await.status, StatusCode::OK);
    assert!(!house.pages.exists("/blog/made-up").await);
    house.rows.break_down(false);
    assert!(!house.pages.exists("/blog/made-up").await);
    assert!(house.pages.exists("/blog/a1").await);
}

#[tokio::test]
async fn a_failed_page_leaves_nothing_behind_in_the_engine() {
    let house = House::open().await;
    // Two engines: after four failures neither is the first one.
    for _ in 0..4 {
        house.get("/throws").await;
    }
    assert_eq!(house.get("/count").await.main(), "render 1");
}

#[tokio::test]
async fn a_broken_build_is_refused_at_start_and_a_missing_one_answers_503() {
    for application in ["export const routes = [", "throw new Error('no')", "export const render = 1;"] {
        let deps = deps(assets(application));
        assert!(
            matches!(Pages::open(deps).await, Err(Error::Script(_) | Error::BadBuild(_))),
            "{application}"
        );
    }
    let house = House::with(Config::new("http://casa.test"), Assets::default()).await;
    let reply = house.get("/blog").await;
    assert_eq!(reply.status, StatusCode::SERVICE_UNAVAILABLE);
    assert!(reply.text().contains("Front end not built"));
    assert_eq!(house.get("/rss.xml").await.status, StatusCode::OK);
    assert_eq!(house.get("/content/home.json").await.status, StatusCode::OK);
}

fn deps(assets: Assets) -> ateneu_pages::Deps {
    ateneu_pages::Deps {
        api: axum::Router::new(),
        schema: Arc::new(ateneu_base::Schema::new(Vec::new())),
        content: Content::open(None).unwrap(),
        assets,
        clock: ateneu_base::Clock::system(),
        config: Config::new("http://casa.test"),
    }
}
