//! Income by months of Brasília time. Each figure is one aggregate over an index.

use std::collections::BTreeMap;

use ateneu_base::{Timestamp, Value, calendar::Month};
use ateneu_db::Tx;
use ateneu_schema::Words;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    Error, Payments, PlanPeriod, Terms,
    access::AccessReason,
    status::{Property, statuses_with, statuses_without},
};

/// Months shown, the running one included.
const MONTHS: u32 = 12;

/// Present figures and those of past months.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct Income {
    /// People with access, paid or by courtesy.
    pub active: i64,
    /// People with access by courtesy.
    pub courtesies: i64,
    /// Oldest first; the last is the running month.
    pub months: Vec<MonthFigures>,
}

/// The figures of a month. Money in centavos.
#[derive(Clone, Debug, Default, Eq, JsonSchema, PartialEq, Serialize)]
pub struct MonthFigures {
    /// `2026-11`.
    pub month: String,
    /// Payments in it for a plan that were not refunded.
    pub received: i64,
    /// Subscriptions that were live at its end, or are now.
    pub paying: i64,
    /// Monthly income of those that continue, at present prices; a year counts as a twelfth.
    pub recurring: i64,
    /// Subscriptions that began in it.
    pub started: i64,
    /// Subscriptions that ended in it.
    pub ended: i64,
    /// Charges for a plan that failed in it, paid later or not.
    pub failed: i64,
}

/// The income.
pub async fn read_income(payments: &Payments) -> Result<Income, Error> {
    let (now, terms) = (payments.now(), payments.terms());
    let read = payments.db().read(move |tx| {
        let months = Months::until(now);
        let received = months.sums(
            tx,
            "payment_invoices",
            "sum(x.amount - x.refunded_amount)",
            "paid_at",
            "x.status = 'paid' AND x.refunded_at IS NULL AND x.plan IS NOT NULL",
        )?;
        let begun = format!("x.plan IS NOT NULL AND x.status NOT IN {}", statuses_without(Property::Earning));
        let started = months.sums(tx, "payment_subscriptions", "count(x.id)", "started_at", &begun)?;
        let ended = format!("x.plan IS NOT NULL AND x.status IN {}", statuses_with(Property::Ended));
        let ended = months.sums(tx, "payment_subscriptions", "count(x.id)", "ended_at", &ended)?;
        let failed = "x.amount > 0 AND x.plan IS NOT NULL";
        let failed = months.sums(tx, "payment_invoices", "count(x.id)", "failed_at", failed)?;
        let by_month = months.figures(tx, &terms)?;
        let of = |figures: &BTreeMap<String, i64>, month: &str| figures.get(month).copied().unwrap_or(0);
        let months = months.all.iter().map(|(month, ..)| {
            let (paying, recurring) = by_month.get(month).copied().unwrap_or_default();
            MonthFigures {
                month: month.clone(),
                received: of(&received, month),
                paying,
                recurring,
                started: of(&started, month),
                ended: of(&ended, month),
                failed: of(&failed, month),
            }
        });
        let months = months.collect();
        let (active, courtesies) = with_access(tx, now)?;
        Ok::<_, Error>(Income { active, courtesies, months })
    });
    read.await
}

fn with_access(tx: &mut Tx<'_>, now: Timestamp) -> Result<(i64, i64), Error> {
    let sql = "SELECT count(*),
                   CAST(coalesce(sum(CASE WHEN access_reason = $2 THEN 1 ELSE 0 END), 0) AS bigint)
               FROM subscribers WHERE access_until > $1 AND user_id IS NOT NULL";
    Ok(tx.query_one_as(sql, &[now.into(), AccessReason::Courtesy.into()])?)
}

/// The live subscriptions to an offer at the end of a month.
#[derive(Deserialize)]
struct Live {
    month: String,
    plan: Option<String>,
    period: Option<PlanPeriod>,
    paying: i64,
    going_on: i64,
}

/// The months shown: name, first instant, and the instant after the last one, or the present one.
struct Months {
    all: Vec<(String, Timestamp, Timestamp)>,
}

impl Months {
    fn until(now: Timestamp) -> Self {
        let running = Month::of(now);
        let months = (0..MONTHS).rev().map(|back| {
            let month = running.before(back);
            // The present instant belongs to it.
            let end = month.next().start().min(now + std::time::Duration::from_micros(1));
            (month.to_string(), month.start(), end)
        });
        Self { all: months.collect() }
    }

    /// The table `months (month, since, until)` and its parameters.
    fn table(&self) -> (String, Vec<Value>) {
        let mut parameters: Vec<Value> = Vec::new();
        let mut rows = Vec::new();
        for (month, since, until) in &self.all {
            let first = parameters.len() + 1;
            parameters.extend([month.into(), (*since).into(), (*until).into()]);
            let places = (first..first + 3).map(|place| format!("CAST(${place} AS text)"));
            rows.push(format!("({})", places.collect::<Vec<_>>().join(", ")));
        }
        let sql = format!("WITH months (month, since, until) AS (VALUES {})", rows.join(", "));
        (sql, parameters)
    }

    /// A figure of each month over the rows `x` whose instant falls into it.
    fn sums(
        &self,
        tx: &mut Tx<'_>,
        table: &str,
        figure: &str,
        instant: &str,
        condition: &str,
    ) -> Result<BTreeMap<String, i64>, Error> {
        let (months, parameters) = self.table();
        let sql = format!(
            "{months} SELECT m.month, CAST({figure} AS bigint) AS figure FROM months m
             JOIN {table} x ON x.{instant} >= m.since AND x.{instant} < m.until AND {condition} GROUP BY m.month"
        );
        Ok(tx.query_as(&sql, &parameters)?.into_iter().collect())
    }

    /// The number of live subscriptions at the end of each month, and the income of those that continued.
    fn figures(&self, tx: &mut Tx<'_>, terms: &[Terms]) -> Result<BTreeMap<String, (i64, i64)>, Error> {
        let (months, parameters) = self.table();
        let sql = format!(
            "{months} SELECT m.month, x.plan, x.period, count(*) AS paying, CAST(sum(
                 CASE WHEN x.canceled_at IS NULL OR x.canceled_at >= m.until THEN 1 ELSE 0 END) AS bigint) AS going_on
             FROM months m JOIN payment_subscriptions x
                 ON x.started_at < m.until AND (x.ended_at IS NULL OR x.ended_at >= m.until)
                 AND x.plan IS NOT NULL AND x.status NOT IN {}
             GROUP BY m.month, x.plan, x.period",
            statuses_without(Property::Earning)
        );
        let mut by_month: BTreeMap<String, (i64, i64)> = BTreeMap::new();
        for live in tx.query_as::<Live>(&sql, &parameters)? {
            let terms = terms.iter().find(|terms| live.plan.as_deref() == Some(terms.plan.word()));
            let period = live.period.unwrap_or_default();
            let figures = by_month.entry(live.month).or_default();
            figures.0 += live.paying;
            figures.1 += terms.map_or(0, |terms| terms.monthly(period, live.going_on));
        }
        Ok(by_month)
    }
}
