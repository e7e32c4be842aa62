//! Figures since a day (`YYYY-MM-DD`, Brasília): views per day and per page, declared clicks, and visits per day and
//! source. Pages, clicks and sources are sorted by descending number.

use ateneu_base::Value;
use ateneu_data::{Argument, Procedure};
use ateneu_db::{Error, Tx};
use ateneu_schema::{Kind, rule::admin};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

#[derive(JsonSchema, Serialize)]
struct VisitFigures {
    days: Vec<DayViews>,
    pages: Vec<PageViews>,
    clicks: Vec<ClickCount>,
    visits: Vec<DayVisits>,
    sources: Vec<SourceFigures>,
}

#[derive(Deserialize, JsonSchema, Serialize)]
struct DayViews {
    day: String,
    views: i64,
}

#[derive(Deserialize, JsonSchema, Serialize)]
struct PageViews {
    path: String,
    views: i64,
}

#[derive(Deserialize, JsonSchema, Serialize)]
struct ClickCount {
    category: String,
    label: String,
    count: i64,
}

/// Visits of a day from a group of sources.
#[derive(Deserialize, JsonSchema, Serialize)]
struct DayVisits {
    day: String,
    kind: String,
    visits: i64,
}

/// Visits from one source, with the goals they led to. Goals reached fewer than [`MIN_VISITS`] times in the period are
/// not attributed to a source, because so few could identify a person.
#[derive(Deserialize, JsonSchema, Serialize)]
struct SourceFigures {
    kind: String,
    source: String,
    visits: i64,
    newsletter: Option<i64>,
    contact: Option<i64>,
    account: Option<i64>,
    /// Number of paid plans.
    plan: Option<i64>,
}

/// Minimum number for [`SourceFigures`].
const MIN_VISITS: i64 = 5;

fn sources(tx: &mut Tx<'_>, since: &[Value]) -> Result<Vec<SourceFigures>, Error> {
    let mut sources: Vec<SourceFigures> = tx.query_as(SOURCES, since)?;
    for goal in [
        (|source| &mut source.newsletter) as fn(&mut SourceFigures) -> &mut Option<i64>,
        |source| &mut source.contact,
        |source| &mut source.account,
        |source| &mut source.plan,
    ] {
        let total: i64 = sources.iter_mut().filter_map(|source| *goal(source)).sum();
        if total < MIN_VISITS {
            sources.iter_mut().for_each(|source| *goal(source) = None);
        }
    }
    sources.truncate(MAX_SOURCES);
    Ok(sources)
}

pub(crate) fn procedure() -> Procedure {
    Procedure::reads::<VisitFigures>(
        "visit_figures",
        [Argument::required("since", Kind::Text)],
        admin(),
        |tx, call| {
            let since = [call.arguments.get("since").and_then(Json::as_str).into()];
            let figures = VisitFigures {
                days: tx.query_as(DAYS, &since)?,
                pages: tx.query_as(PAGES, &since)?,
                clicks: tx.query_as(CLICKS, &since)?,
                visits: tx.query_as(VISITS, &since)?,
                sources: sources(tx, &since)?,
            };
            Ok(json!(figures))
        },
    )
}

/// Returns the number of visits by links of emails that name one source, since a day.
pub(crate) fn visits_by_email() -> Procedure {
    let arguments = [Argument::required("source", Kind::Text), Argument::required("since", Kind::Text)];
    Procedure::reads::<i64>("visits_by_email", arguments, admin(), |tx, call| {
        let text = |name: &str| call.arguments.get(name).and_then(Json::as_str).into();
        let visits: i64 = tx.query_one_as(BY_EMAIL, &[text("since"), text("source")])?;
        Ok(json!(visits))
    })
}

const DAYS: &str = "
    SELECT day, CAST(sum(views) AS bigint) AS views FROM page_views WHERE day >= $1 GROUP BY day ORDER BY day";

/// SQL of the most viewed pages. The others are only in the days' sums.
const PAGES: &str = "
    SELECT path, CAST(sum(views) AS bigint) AS views FROM page_views WHERE day >= $1
    GROUP BY path ORDER BY views DESC, path LIMIT 200";

const CLICKS: &str = "
    SELECT category, label, CAST(sum(count) AS bigint) AS count FROM analytics_events WHERE day >= $1
    GROUP BY category, label ORDER BY count DESC, category, label";

const VISITS: &str = "
    SELECT day, kind, CAST(sum(count) AS bigint) AS visits FROM visit_sources WHERE day >= $1 AND what = 'visit'
    GROUP BY day, kind ORDER BY day, kind";

/// Maximum number of named sources.
const MAX_SOURCES: usize = 200;

const SOURCES: &str = "
    SELECT kind, source,
        CAST(sum(CASE WHEN what = 'visit' THEN count ELSE 0 END) AS bigint) AS visits,
        CAST(sum(CASE WHEN what = 'newsletter' THEN count ELSE 0 END) AS bigint) AS newsletter,
        CAST(sum(CASE WHEN what = 'contact' THEN count ELSE 0 END) AS bigint) AS contact,
        CAST(sum(CASE WHEN what = 'account' THEN count ELSE 0 END) AS bigint) AS account,
        CAST(sum(CASE WHEN what = 'plan' THEN count ELSE 0 END) AS bigint) AS plan
    FROM visit_sources WHERE day >= $1 GROUP BY kind, source ORDER BY visits DESC, kind, source";

const BY_EMAIL: &str = "
    SELECT CAST(coalesce(sum(count), 0) AS bigint) FROM visit_sources
    WHERE day >= $1 AND kind = 'newsletter' AND source = $2 AND what = 'visit'";
