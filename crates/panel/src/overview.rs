//! `read-overview`: figures of the panel's first page from all subjects, read in one transaction.

use ateneu_analytics::WeekOfVisits;
use ateneu_base::Clock;
use ateneu_db::{Db, Error};
use ateneu_functions::{Administrator, Function, Nothing, Refusal};
use ateneu_membership::RecentChanges;
use schemars::JsonSchema;
use serde::Serialize;

/// Dependencies of the overview.
#[derive(Clone)]
pub struct Overview {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
}

/// Returns the server function of the panel's first page.
pub fn functions() -> Vec<Function<Overview>> {
    vec![Function::new("read-overview", "ver o painel", read)]
}

/// Figures of the last seven days, and numbers of items that wait for staff.
#[derive(Serialize, JsonSchema)]
struct OverviewFigures {
    visits: WeekOfVisits,
    /// Titles of the articles among the visits, by id.
    titles: Vec<ArticleTitle>,
    members: RecentChanges,
    /// Number of unanswered messages of the contact form.
    new_messages: i64,
    /// Number of unpublished contents.
    drafts: i64,
    /// Number of contents in review.
    waiting_reviews: i64,
    /// Number of reports and texts that wait for a decision.
    open_cases: i64,
    /// Number of failed tasks.
    failed_tasks: i64,
}

#[derive(Serialize, JsonSchema)]
struct ArticleTitle {
    id: String,
    title: String,
}

async fn read(overview: Overview, _: Administrator, _: Nothing) -> Result<OverviewFigures, Refusal> {
    let now = overview.clock.now();
    let figures = overview.db.read(move |tx| {
        let visits = ateneu_analytics::week(tx, now)?;
        let ids: Vec<String> = visits.articles.iter().filter_map(|page| page.article_id()).collect();
        let titles = ateneu_publishing::titles(tx, &ids)?;
        Ok::<_, Error>(OverviewFigures {
            visits,
            titles: titles.into_iter().map(|(id, title)| ArticleTitle { id, title }).collect(),
            members: ateneu_membership::recent_changes(tx, now)?,
            new_messages: ateneu_leads::new_messages(tx)?,
            drafts: ateneu_publishing::drafts(tx)?,
            waiting_reviews: ateneu_publishing::waiting_reviews(tx)?,
            open_cases: ateneu_community::open_cases(tx)?,
            failed_tasks: ateneu_queue::failed(tx)?,
        })
    });
    Ok(figures.await?)
}
