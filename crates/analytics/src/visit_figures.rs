//! What was seen since a day (`YYYY-MM-DD`, Brasília): views per day, per page, and declared clicks, each the most first.

use ateneu_data::{Argument, Procedure};
use ateneu_db::Row;
use ateneu_schema::{Kind, rule::admin};
use serde_json::{Value as Json, json};

/// The declaration.
pub(crate) fn procedure() -> Procedure {
    Procedure {
        name: "visit_figures",
        arguments: vec![Argument { name: "since", kind: Kind::Text, required: true }],
        who: admin(),
        only_reads: true,
        run: |tx, call| {
            let since = [call.arguments.get("since").and_then(Json::as_str).into()];
            let days = tx.query(DAYS, &since)?;
            let pages = tx.query(PAGES, &since)?;
            let clicks = tx.query(CLICKS, &since)?;
            Ok(json!({
                "days": list(&days, |row| json!({ "day": row.text("day"), "views": row.int("views") })),
                "pages": list(&pages, |row| json!({ "path": row.text("path"), "views": row.int("views") })),
                "clicks": list(&clicks, |row| json!({
                    "category": row.text("category"),
                    "label": row.text("label"),
                    "count": row.int("count"),
                })),
            }))
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

fn list(rows: &[Row], shape: impl Fn(&Row) -> Json) -> Vec<Json> {
    rows.iter().map(shape).collect()
}
