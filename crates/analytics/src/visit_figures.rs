//! What was seen since a day (`YYYY-MM-DD`, Brasília): views per day, per page, and declared clicks, each the most first.

use ateneu_data::{Argument, Procedure, returns};
use ateneu_schema::{Kind, rule::admin};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

#[derive(JsonSchema, Serialize)]
struct VisitFigures {
    days: Vec<DayViews>,
    pages: Vec<PageViews>,
    clicks: Vec<ClickCount>,
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

pub(crate) fn procedure() -> Procedure {
    Procedure {
        name: "visit_figures",
        arguments: vec![Argument::required("since", Kind::Text)],
        who: admin(),
        only_reads: true,
        returns: returns::<VisitFigures>,
        run: |tx, call| {
            let since = [call.arguments.get("since").and_then(Json::as_str).into()];
            let figures = VisitFigures {
                days: tx.query_as(DAYS, &since)?,
                pages: tx.query_as(PAGES, &since)?,
                clicks: tx.query_as(CLICKS, &since)?,
            };
            Ok(json!(figures))
        },
    }
}

const DAYS: &str = "
    SELECT day, CAST(sum(views) AS bigint) AS views FROM page_views WHERE day >= $1 GROUP BY day ORDER BY day";

/// The most seen ones; the rest is only in the days' sums.
const PAGES: &str = "
    SELECT path, CAST(sum(views) AS bigint) AS views FROM page_views WHERE day >= $1
    GROUP BY path ORDER BY views DESC, path LIMIT 200";

const CLICKS: &str = "
    SELECT category, label, CAST(sum(count) AS bigint) AS count FROM analytics_events WHERE day >= $1
    GROUP BY category, label ORDER BY count DESC, category, label";
