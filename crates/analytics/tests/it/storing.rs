//! Storing counts from memory in the tables, across nodes and years.

use ateneu_db::Db;
use ateneu_testkit::{databases::Place, db_test, sqlite_test};

use crate::fixture::Fixture;

impl Fixture {
    /// Returns the stored counts, as `day path views` and `day category/label count`.
    pub async fn stored(&self) -> Vec<String> {
        self.visits.flush().await.unwrap();
        let views = "SELECT day || ' ' || path || ' ' || views FROM page_views ORDER BY day, path";
        let events = "SELECT day || ' ' || category || '/' || label || ' ' || count FROM analytics_events
                      ORDER BY day, category, label";
        [self.texts(views, &[]).await, self.texts(events, &[]).await].concat()
    }
}

#[db_test]
async fn counts_of_two_nodes_add_up(place: Place) {
    let other = Db::open(&place.target, &place.migrations).await.unwrap();
    let (one, two) = (Fixture::open(place.db).await, Fixture::open(other).await);
    for _ in 0..3 {
        one.visit("/").await;
        two.visit("/").await;
        two.visit("/sobre").await;
        let (first, second) = tokio::join!(one.visits.flush(), two.visits.flush());
        first.unwrap();
        second.unwrap();
    }
    assert_eq!(one.stored().await, ["2026-11-21 / 6", "2026-11-21 /sobre 3"]);
}

#[sqlite_test]
async fn a_visit_counts_on_its_day_in_sao_paulo(app: Fixture) {
    app.advance_secs(15 * 3_600 - 1);
    app.visit("/").await;
    app.advance_secs(1);
    app.visit("/").await;
    assert_eq!(app.stored().await, ["2026-11-21 / 1", "2026-11-22 / 1"]);
}

#[db_test]
async fn counts_are_kept_after_a_failed_write(app: Fixture) {
    app.visit("/").await;
    rename(&app.db, "page_views", "away").await;
    assert!(app.visits.flush().await.is_err());
    rename(&app.db, "away", "page_views").await;
    app.visit("/").await;
    assert_eq!(app.stored().await, ["2026-11-21 / 2"]);
}

#[db_test]
async fn days_older_than_two_years_are_removed(app: Fixture) {
    for day in ["2024-11-20", "2024-11-21", "2026-11-20"] {
        app.execute("INSERT INTO page_views VALUES ($1, '/', 1)", &[day.into()]).await;
        app.execute("INSERT INTO analytics_events VALUES ($1, 'hero', 'sobre', 1)", &[day.into()]).await;
    }
    app.visits.cleanup().await.unwrap();
    assert_eq!(
        app.stored().await,
        ["2024-11-21 / 1", "2026-11-20 / 1", "2024-11-21 hero/sobre 1", "2026-11-20 hero/sobre 1"]
    );
}

async fn rename(db: &Db, from: &str, to: &str) {
    let sql = format!("ALTER TABLE {from} RENAME TO {to}");
    db.write(move |tx| tx.execute(&sql, &[])).await.unwrap();
}
