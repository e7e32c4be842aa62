//! POST, PUT, PATCH and DELETE, in one transaction each: the common checks, rate limit, response and published changes.

use std::{cell::Cell, sync::Arc};

use ateneu_base::{Caller, Change, Record, Timestamp, Verb};
use ateneu_db::Tx;
use ateneu_limits::{Budget, Exceeded};
use ateneu_schema::{Rule, Source, Table};
use axum::http::{Method, StatusCode};
use serde_json::Value as Json;

use super::{
    Stop, audit, delete, insert, outcome, rate_limit,
    row::Frame,
    update,
    write_context::{Outcome, WriteContext, WrittenRow, refuse_unfiltered},
};
use crate::{
    State,
    error::Error,
    plan,
    request::{
        Query, Request,
        headers::{Resolution, Return},
    },
    response::Parts,
};

/// Number of rows above which changes contain only keys.
const FULL_RECORDS: usize = 100;

/// Number of attempts of a write that conflicts with others.
const ATTEMPTS: usize = 4;

pub async fn write(
    state: Arc<State>,
    caller: Caller,
    request: Request,
    table: &str,
    payload: &[Record],
) -> Result<(Request, Parts), Error> {
    let name = state.table(table)?.name;
    let query = Query::read(&request.pairs)?;
    let now = state.clock.now();
    // All checks without the database come before the writer is used.
    let frame = Frame { table: state.table(name)?, caller: &caller, now };
    let of_table = state.triggers.iter().filter(|trigger| trigger.table == name);
    of_table.filter_map(|trigger| trigger.of_caller).try_for_each(|run| run(&caller))?;
    refuse_closed(&frame, &request.method)?;
    let inserts = matches!(request.method, Method::POST | Method::PUT);
    if inserts && request.prefer.returning == Some(Return::Representation) && reads_nothing(&frame) {
        return Err(Error::row_refused(frame.table.name));
    }
    if plan::read(&state.schema, &caller, frame.table, &query, now)?.is_grouped() {
        return Err(Error::Aggregates);
    }
    let prepared = match request.method {
        Method::POST | Method::PUT => Prepared::Rows(insert::prepare(&frame, &request, &query, payload)?),
        Method::PATCH => Prepared::Values(update::prepare(&frame, &query, payload)?),
        _ => {
            refuse_unfiltered(&query, "DELETE")?;
            Prepared::Nothing
        }
    };
    let prepared = complete(&state, &caller, (name, now), prepared).await?;
    let job = Arc::new(Job { table: name, caller, now, request, query, prepared });
    let mut ended = attempt(&state, &job).await;
    for _ in 1..ATTEMPTS {
        let Err(Stop::Refused(Error::Database(ateneu_db::Error::Conflict(_)))) = ended else {
            break;
        };
        ended = attempt(&state, &job).await;
    }
    Ok((job.request.clone(), outcome(ended)??))
}

/// A write after its checks without the database.
struct Job {
    table: &'static str,
    caller: Caller,
    now: Timestamp,
    request: Request,
    query: Query,
    prepared: Prepared,
}

/// Result of a write. An inner refusal is counted.
type Answered = Result<Parts, Error>;

async fn attempt(state: &Arc<State>, job: &Arc<Job>) -> Result<Answered, Stop<Answered>> {
    let (state, job) = (Arc::clone(state), Arc::clone(job));
    let db = state.db.clone();
    let rows = if let Prepared::Rows(rows) = &job.prepared { rows.count() } else { 0 };
    db.write_within(Budget::of(&job.caller).write_of(rows), move |tx| {
        let (table, caller) = (state.table(job.table)?, &job.caller);
        let context = WriteContext {
            schema: &state.schema,
            triggers: state.triggers.iter().filter(|trigger| trigger.table == table.name).collect(),
            frame: Frame { table, caller, now: job.now },
            request: &job.request,
            query: &job.query,
            node: plan::read(&state.schema, caller, table, &job.query, job.now)?,
            dialect: tx.dialect(),
            depends_on_rows: Cell::new(false),
        };
        context.perform_within_limits(tx, &job.prepared)
    })
    .await
}

/// Prepared input of a verb.
enum Prepared {
    Rows(insert::NewRows),
    Values(Record),
    Nothing,
}

impl Prepared {
    /// Returns the bytes of texts that are cleaned, or that columns are derived from.
    fn worked_bytes(&self, table: &Table) -> usize {
        if !table
            .stored()
            .any(|column| column.sanitize.is_some() || matches!(column.source, Source::Derived(_)))
        {
            return 0;
        }
        let texts = |row: &Record| row.values().filter_map(Json::as_str).map(str::len).sum::<usize>();
        match self {
            Self::Rows(rows) => rows.rows().iter().map(texts).sum(),
            Self::Values(values) => texts(values),
            Self::Nothing => 0,
        }
    }

    fn complete(mut self, frame: &Frame<'_>) -> Self {
        match &mut self {
            Self::Rows(rows) => rows.complete(frame),
            Self::Values(values) => {
                let columns: Vec<_> = values.keys().filter_map(|name| frame.table.column(name)).collect();
                frame.complete_values(&columns, values);
            }
            Self::Nothing => {}
        }
        self
    }
}

/// Cleans texts and computes columns within the caller's budget, on a blocking thread if that takes long.
async fn complete(
    state: &Arc<State>,
    caller: &Caller,
    (table, now): (&'static str, Timestamp),
    prepared: Prepared,
) -> Result<Prepared, Error> {
    let bytes = prepared.worked_bytes(state.table(table)?);
    if bytes == 0 {
        return Ok(prepared.complete(&Frame { table: state.table(table)?, caller, now }));
    }
    let most = Budget::of(caller).worked;
    if bytes > most {
        return Err(Exceeded { limit: "bytes of texts in a write", most }.into());
    }
    let failed = |error: String| Error::Database(ateneu_db::Error::Unavailable(error));
    let permit =
        Arc::clone(&state.text_work).acquire_owned().await.map_err(|error| failed(error.to_string()))?;
    let (state, caller) = (Arc::clone(state), caller.clone());
    let work = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        Ok(prepared.complete(&Frame { table: state.table(table)?, caller: &caller, now }))
    });
    work.await.map_err(|error| failed(error.to_string()))?
}

/// Returns `true` if the caller may read no row of the table at all.
fn reads_nothing(frame: &Frame<'_>) -> bool {
    frame.table.rules.read.for_caller(frame.caller) == Rule::Nobody
}

/// Refuses changes or removals that no caller may do, which 'no rows found' would hide.
fn refuse_closed(frame: &Frame<'_>, method: &Method) -> Result<(), Error> {
    let rule = match *method {
        Method::PATCH => &frame.table.rules.update,
        Method::DELETE => &frame.table.rules.delete,
        _ => return Ok(()),
    };
    if *rule == Rule::Nobody && !frame.caller.is_service() {
        return Err(Error::table_refused(frame.table.name));
    }
    Ok(())
}

impl WriteContext<'_> {
    /// Runs [`WriteContext::perform`] within the limit of the table. A response that depends on existing rows (a taken
    /// key, a number of affected rows) counts like a new row, and so does a requested rollback (`tx=rollback`), which
    /// keeps the count.
    fn perform_within_limits(
        &self,
        tx: &mut Tx<'_>,
        prepared: &Prepared,
    ) -> Result<Answered, Stop<Answered>> {
        let counted = match prepared {
            Prepared::Rows(rows) => rate_limit::count_rows(self, tx, rows.count())?,
            // A change reveals a taken key, too.
            Prepared::Values(values) if self.names_key(values) && !self.frame.caller.facts.admin => {
                rate_limit::count_rows(self, tx, 1)?
            }
            _ => false,
        };
        let rollback = self.request.prefer.rollback == Some(true);
        if !counted {
            let answer = self.perform(tx, prepared)?;
            return if rollback { Err(Stop::RolledBack(Ok(answer))) } else { Ok(Ok(answer)) };
        }
        let ended = tx.savepoint(|tx| match self.perform(tx, prepared) {
            Ok(answer) if rollback => Err(Stop::RolledBack(answer)),
            ended => ended.map_err(Stop::Refused),
        });
        match ended {
            Ok(answer) | Err(Stop::RolledBack(answer)) => Ok(Ok(answer)),
            Err(Stop::Refused(refusal))
                if self.depends_on_rows.get() && !matches!(refusal, Error::Database(_)) =>
            {
                Ok(Err(refusal))
            }
            Err(Stop::Refused(refusal)) => Err(Stop::Refused(refusal)),
        }
    }

    fn perform(&self, tx: &mut Tx<'_>, prepared: &Prepared) -> Result<Parts, Error> {
        // An invariant over several rows needs to exclude other writers.
        for invariant in &self.frame.table.invariants {
            tx.lock(invariant.name)?;
        }
        // Two writers of many rows in different orders would deadlock.
        if self.may_touch_many(prepared) {
            tx.lock(self.frame.table.name)?;
        }
        let (verb, outcome) = match prepared {
            Prepared::Rows(rows) => (Verb::Insert, insert::run(self, tx, rows)?),
            Prepared::Values(values) => (Verb::Update, update::run(self, tx, values)?),
            Prepared::Nothing => (Verb::Delete, delete::run(self, tx)?),
        };
        self.check_size(self.reported(prepared, &outcome))?;
        self.check_invariants(tx)?;
        audit::record(self, tx, &outcome.written)?;
        let answer = self.answer(verb, &outcome, self.reported(prepared, &outcome))?;
        self.after(tx, &outcome.written)?;
        self.publish(tx, outcome.written)?;
        Ok(answer)
    }

    /// Returns `true` for values of a unique key of the table.
    fn names_key(&self, values: &Record) -> bool {
        let table = self.frame.table;
        let keys = table.unique.iter().chain(table.unique_where.iter().map(|(key, _)| key));
        keys.flatten().any(|column| values.contains_key(*column))
    }

    /// Returns `false` if a whole key, or one new row, determines the only row.
    fn may_touch_many(&self, prepared: &Prepared) -> bool {
        if let Prepared::Rows(rows) = prepared {
            return rows.count() > 1;
        }
        let own = self.query.filters.iter().filter(|(path, _)| path.is_empty());
        let fixed: Vec<&str> =
            own.filter_map(|(_, test)| test.equality()).map(|(column, _)| column).collect();
        !self.frame.table.primary_key.iter().all(|key| fixed.contains(key))
    }

    fn check_size(&self, rows: usize) -> Result<(), Error> {
        if self.request.prefer.most_affected().is_some_and(|most| rows > most) {
            return Err(Error::MaxAffected(rows));
        }
        if self.request.accept.is_single() && rows != 1 {
            return Err(Error::NotSingular(rows));
        }
        Ok(())
    }

    fn check_invariants(&self, tx: &mut Tx<'_>) -> Result<(), Error> {
        for invariant in &self.frame.table.invariants {
            if !tx.query_one_as::<bool>(invariant.holds, &[])? {
                return Err(Error::raised(invariant.name));
            }
        }
        Ok(())
    }

    /// Returns the reported number of rows. For a caller who may read none it is the number of sent rows, whether or
    /// not their keys existed.
    fn reported(&self, prepared: &Prepared, outcome: &Outcome) -> usize {
        match prepared {
            Prepared::Rows(rows) if reads_nothing(&self.frame) => rows.count(),
            _ => outcome.written.len(),
        }
    }

    fn answer(&self, verb: Verb, outcome: &Outcome, rows: usize) -> Result<Parts, Error> {
        let total = match self.request.prefer.count {
            Some(_) => rows.to_string(),
            None => "*".into(),
        };
        let range = match verb {
            Verb::Update if rows > 0 => format!("0-{}/{total}", rows - 1),
            _ => format!("*/{total}"),
        };
        let inserted =
            reads_nothing(&self.frame) || outcome.written.iter().any(|written| written.old.is_none());
        let merges = self.request.prefer.resolution == Some(Resolution::Merge);
        let status = match (&self.request.method, self.wants_rows()) {
            // PostgREST: 200 only if duplicates are merged and all rows were.
            (&Method::POST, _) if inserted || !merges => StatusCode::CREATED,
            (&Method::PUT, _) if inserted => StatusCode::CREATED,
            (&Method::POST, _) | (_, true) => StatusCode::OK,
            _ => StatusCode::NO_CONTENT,
        };
        if self.wants_rows() {
            return Parts::rows(status, range, self.request.accept, &self.node.keys(), &outcome.rows);
        }
        let mut answer = Parts::empty(status, range);
        let located = self.request.prefer.returning == Some(Return::HeadersOnly) && verb == Verb::Insert;
        if located && !reads_nothing(&self.frame) {
            answer.location = self.location(&outcome.written);
        }
        Ok(answer)
    }

    /// Returns the path of the only written row, such as `/table?id=eq.5`. Returns `None` if there are more or fewer
    /// rows.
    fn location(&self, written: &[WrittenRow]) -> Option<String> {
        let [WrittenRow { new: Some(row), .. }] = written else {
            return None;
        };
        let table = self.frame.table;
        let encode = |text: &str| {
            percent_encoding::utf8_percent_encode(text, percent_encoding::NON_ALPHANUMERIC)
                .to_string()
                .replace("%2D", "-")
        };
        let filters = table.primary_key.iter().map(|key| {
            let value = crate::values::in_words(row.get(*key).unwrap_or(&serde_json::Value::Null));
            format!("{key}=eq.{}", encode(&value))
        });
        let filters = filters.collect::<Vec<_>>().join("&");
        Some(format!("/{}?{filters}", table.name))
    }

    /// Announces all changes, to be published after the commit.
    fn publish(&self, tx: &mut Tx<'_>, written: Vec<WrittenRow>) -> Result<(), Error> {
        let table = self.frame.table;
        let bulk = written.len() > FULL_RECORDS;
        if bulk && table.is_live {
            // Listeners that may read one of the rows read the table again.
            tx.changed_many(table, written.iter().flat_map(|row| row.old.iter().chain(&row.new)));
        }
        for row in written {
            let verb = row.verb();
            let WrittenRow { old, new } = row;
            let (old, new) = if bulk {
                let only_key = |row| delete::only_key(table, &row);
                (old.map(only_key), new.map(only_key))
            } else {
                let mut new = new;
                if let Some(row) = &mut new {
                    tx.look_up(table, row)?;
                    tx.count(table, row)?;
                }
                (old, new)
            };
            if let Some(row) = new.as_ref().or(old.as_ref()).filter(|_| !bulk) {
                tx.announce_counts(self.schema, table.name, row)?;
            }
            tx.changed(Change { table: table.name.into(), verb, old, new });
        }
        Ok(())
    }
}
