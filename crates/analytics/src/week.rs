//! Visits of the last seven days, for the panel's first page.

use ateneu_base::{Timestamp, calendar};
use ateneu_db::{Error, Tx};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Maximum number of articles.
const ARTICLES: u32 = 5;

/// Views of the last seven days, today included, and of the seven days before.
#[derive(Debug, JsonSchema, Serialize)]
pub struct WeekOfVisits {
    /// Views of all pages.
    pub views: i64,
    /// Views in the seven days before.
    pub views_before: i64,
    /// The most viewed articles.
    pub articles: Vec<ArticleViews>,
}

/// Number of views of an article.
#[derive(Debug, Deserialize, JsonSchema, Serialize)]
pub struct ArticleViews {
    /// Path: `/blog/` and the article's id.
    pub path: String,
    /// Number of views.
    pub views: i64,
}

impl ArticleViews {
    /// Returns the id of the article.
    pub fn article_id(&self) -> Option<String> {
        self.path.strip_prefix(BLOG).map(str::to_owned)
    }
}

const BLOG: &str = "/blog/";

/// Returns the figures of the week that ends now.
pub fn week(tx: &mut Tx<'_>, now: Timestamp) -> Result<WeekOfVisits, Error> {
    let (since, before) = (calendar::iso_day_before(now, 6), calendar::iso_day_before(now, 13));
    let sums = "SELECT CAST(coalesce(sum(CASE WHEN day >= $1 THEN views ELSE 0 END), 0) AS bigint),
                    CAST(coalesce(sum(CASE WHEN day < $1 THEN views ELSE 0 END), 0) AS bigint)
                FROM page_views WHERE day >= $2";
    let (views, views_before) = tx.query_one_as(sums, &[(&since).into(), before.into()])?;
    // `0` follows `/` in byte order: the range covers the paths below /blog.
    let articles = format!(
        "SELECT path, CAST(sum(views) AS bigint) AS views FROM page_views
         WHERE day >= $1 AND path > '{BLOG}' AND path < '/blog0' GROUP BY path ORDER BY views DESC, path LIMIT {ARTICLES}"
    );
    Ok(WeekOfVisits { views, views_before, articles: tx.query_as(&articles, &[since.into()])? })
}
