//! The queue and the SQL behind it.

use std::{collections::BTreeMap, time::Duration};

use ateneu_base::{Change, Record, Timestamp, Verb};
use ateneu_db::{Dialect, Error, Tx};
use serde_json::Value as Json;

use crate::{Leased, Outcome, TABLE, Task, TaskState};

/// Default pauses in seconds after each failed try.
const PAUSES: &[u64] = &[5, 15, 60, 300, 900, 3_600, 10_800, 21_600, 43_200, 86_400];

/// One queue.
#[derive(Clone, Copy, Debug)]
pub struct Queue {
    /// Stable name of the queue.
    pub name: &'static str,
    /// Label of the queue's contents, for the owner.
    pub label: &'static str,
    pauses: &'static [u64],
    is_endless: bool,
    lease: Duration,
    retention: Duration,
    batch: i64,
    pub(crate) concurrency: usize,
}

impl Queue {
    /// Creates a queue with a lease of two minutes, which keeps settled tasks for sixty days, longer than senders
    /// repeat theirs.
    pub const fn new(name: &'static str) -> Self {
        Self {
            name,
            label: name,
            pauses: PAUSES,
            is_endless: false,
            lease: Duration::from_secs(120),
            retention: Duration::from_secs(60 * 24 * 60 * 60),
            batch: 100,
            concurrency: 4,
        }
    }

    /// Sets the label of the queue's contents, in the owner's language.
    #[must_use]
    pub const fn label(mut self, label: &'static str) -> Self {
        self.label = label;
        self
    }

    /// Sets other pauses, in seconds.
    #[must_use]
    pub const fn pauses(mut self, pauses: &'static [u64]) -> Self {
        self.pauses = pauses;
        self
    }

    /// Makes retries endless: the last pause repeats.
    #[must_use]
    pub const fn endless(mut self) -> Self {
        self.is_endless = true;
        self
    }

    /// Sets another lease, in seconds.
    #[must_use]
    pub const fn lease_of(mut self, seconds: u64) -> Self {
        self.lease = Duration::from_secs(seconds);
        self
    }

    /// Sets the number of days for which settled tasks are kept.
    #[must_use]
    pub const fn retention_days(mut self, days: u64) -> Self {
        self.retention = Duration::from_secs(days * 24 * 60 * 60);
        self
    }

    /// Sets the number of due tasks taken at a time, without the others of their groups.
    #[must_use]
    pub const fn batch(mut self, tasks: i64) -> Self {
        self.batch = tasks;
        self
    }

    /// Sets the number of groups handled at a time.
    #[must_use]
    pub const fn concurrency(mut self, groups: usize) -> Self {
        self.concurrency = groups;
        self
    }

    /// Returns the time for which a worker may hold a task before it counts as vanished.
    pub const fn lease(&self) -> Duration {
        self.lease
    }

    /// Pushes a task that is due now. Returns `false` if its id exists.
    pub fn push(&self, tx: &mut Tx<'_>, task: &Task, now: Timestamp) -> Result<bool, Error> {
        self.push_due(tx, task, now, now)
    }

    /// Pushes a task that is due at `due_at`. Returns `false` if its id exists.
    pub fn push_due(
        &self,
        tx: &mut Tx<'_>,
        task: &Task,
        due_at: Timestamp,
        now: Timestamp,
    ) -> Result<bool, Error> {
        let sql = "INSERT INTO tasks (queue, id, kind, group_key, payload, state, tries, interruptions, due_at,
                       happened_at, created_at)
                   VALUES ($1, $2, $3, $4, $5, 'pending', 0, 0, $6, $7, $8) ON CONFLICT (queue, id) DO NOTHING";
        let values = [
            self.name.into(),
            (&task.id).into(),
            (&task.kind).into(),
            task.group_key.as_ref().unwrap_or(&task.id).into(),
            (&task.payload).into(),
            due_at.into(),
            task.happened_at.into(),
            now.into(),
        ];
        let is_new = tx.execute(sql, &values)? > 0;
        if is_new {
            self.announce(tx, &task.id, Verb::Insert);
        }
        Ok(is_new)
    }

    /// Takes the due tasks, oldest first, with all other due tasks of their groups.
    pub fn take(&self, tx: &mut Tx<'_>, now: Timestamp) -> Result<Vec<Leased>, Error> {
        tx.lock(self.name)?;
        let sql = format!(
            "WITH due AS (SELECT id, group_key FROM tasks WHERE queue = $1 AND due_at <= $2
                          ORDER BY due_at, id LIMIT {})
             UPDATE tasks SET {} WHERE queue = $1 AND due_at <= $2
                 AND (id IN (SELECT id FROM due) OR group_key IN (SELECT group_key FROM due))
             RETURNING id, kind, group_key, happened_at, payload, tries, interruptions",
            self.batch,
            taken(tx.dialect())
        );
        tx.query_as(&sql, &[self.name.into(), now.into(), (now + self.lease).into()])
    }

    /// Takes one task even if it is not due or another worker holds it. Returns `None` if it is settled.
    pub fn take_one(&self, tx: &mut Tx<'_>, id: &str, now: Timestamp) -> Result<Option<Leased>, Error> {
        let sql = format!(
            "UPDATE tasks SET {} WHERE queue = $1 AND id = $2 AND due_at IS NOT NULL
             RETURNING id, kind, group_key, happened_at, payload, tries, interruptions",
            taken(tx.dialect())
        );
        tx.query_optional_as(&sql, &[self.name.into(), id.into(), (now + self.lease).into()])
    }

    /// Extends the lease of a task. Returns `false` if its worker no longer holds it.
    pub fn renew(&self, tx: &mut Tx<'_>, task: &Leased, now: Timestamp) -> Result<bool, Error> {
        let sql =
            "UPDATE tasks SET due_at = $4 WHERE queue = $1 AND id = $2 AND tries = $3 AND state = 'running'";
        let values = [self.name.into(), (&task.id).into(), task.tries.into(), (now + self.lease).into()];
        Ok(tx.execute(sql, &values)? > 0)
    }

    /// Makes a waiting or failed task due now, with all its tries ahead. Returns `false` if there is no such task.
    pub fn retry(&self, tx: &mut Tx<'_>, id: &str, now: Timestamp) -> Result<bool, Error> {
        let sql =
            "UPDATE tasks SET state = 'pending', tries = 0, interruptions = 0, due_at = $3, settled_at = NULL
                   WHERE queue = $1 AND id = $2 AND state IN ('pending', 'failed')";
        let is_due = tx.execute(sql, &[self.name.into(), id.into(), now.into()])? > 0;
        if is_due {
            self.announce(tx, id, Verb::Update);
        }
        Ok(is_due)
    }

    /// Makes a task due at another time, also a settled one, with all its tries ahead. Returns `false` if there is no such
    /// task or a worker holds it.
    pub fn reschedule(&self, tx: &mut Tx<'_>, id: &str, due_at: Timestamp) -> Result<bool, Error> {
        let sql =
            "UPDATE tasks SET state = 'pending', tries = 0, interruptions = 0, due_at = $3, settled_at = NULL
                   WHERE queue = $1 AND id = $2 AND state <> 'running'";
        let is_due = tx.execute(sql, &[self.name.into(), id.into(), due_at.into()])? > 0;
        if is_due {
            self.announce(tx, id, Verb::Update);
        }
        Ok(is_due)
    }

    /// Makes every leased task due. Returns their number. Must not be called while a worker may run.
    pub fn release(&self, tx: &mut Tx<'_>, now: Timestamp) -> Result<u64, Error> {
        let sql = "UPDATE tasks SET due_at = $2 WHERE queue = $1 AND state = 'running' AND due_at > $2";
        tx.execute(sql, &[self.name.into(), now.into()])
    }

    /// Completes tasks that were handled together, except those that another worker has taken meanwhile. Returns the
    /// new state of the last completed one, or `None` if there is none.
    pub fn complete(
        &self,
        tx: &mut Tx<'_>,
        tasks: &[Leased],
        outcome: &Outcome,
        now: Timestamp,
    ) -> Result<Option<TaskState>, Error> {
        let mut completed = None;
        let mut by_tries: BTreeMap<i64, Vec<&str>> = BTreeMap::new();
        for task in tasks {
            by_tries.entry(task.tries).or_default().push(&task.id);
        }
        for (tries, ids) in by_tries {
            let (state, due_at, error) = self.next_state(outcome, tries, now);
            let sql = format!(
                "UPDATE tasks SET state = $4, due_at = $5, error = $6, settled_at = $7{}
                 WHERE queue = $1 AND tries = $2 AND state = 'running' AND {}",
                if matches!(outcome, Outcome::Again { error: None, .. }) { ", tries = 0" } else { "" },
                tx.dialect().among("id", "$3")
            );
            let values = [
                self.name.into(),
                tries.into(),
                Json::from(ids.clone()).to_string().into(),
                state.into(),
                due_at.into(),
                error.into(),
                due_at.is_none().then_some(now).into(),
            ];
            if tx.execute(&sql, &values)? > 0 {
                completed = Some(state);
            }
            ids.iter().for_each(|id| self.announce(tx, id, Verb::Update));
        }
        Ok(completed)
    }

    /// Returns the time at which the next task is due.
    pub fn next_due(&self, tx: &mut Tx<'_>) -> Result<Option<Timestamp>, Error> {
        let sql = "SELECT min(due_at) FROM tasks WHERE queue = $1 AND due_at IS NOT NULL";
        tx.query_one_as(sql, &[self.name.into()])
    }

    /// Returns `true` if a worker holds a task under a lease that has not ended.
    pub fn is_leased(&self, tx: &mut Tx<'_>, id: &str, now: Timestamp) -> Result<bool, Error> {
        let sql = "SELECT id FROM tasks WHERE queue = $1 AND id = $2 AND state = 'running' AND due_at > $3";
        Ok(tx.query_optional(sql, &[self.name.into(), id.into(), now.into()])?.is_some())
    }

    /// Returns `true` if a worker holds a task whose id comes before `id`.
    pub fn is_leased_before(&self, tx: &mut Tx<'_>, id: &str, now: Timestamp) -> Result<bool, Error> {
        let sql =
            "SELECT id FROM tasks WHERE queue = $1 AND id < $2 AND state = 'running' AND due_at > $3 LIMIT 1";
        Ok(tx.query_optional(sql, &[self.name.into(), id.into(), now.into()])?.is_some())
    }

    /// Returns `true` if a worker is handling a task.
    pub fn is_running(&self, tx: &mut Tx<'_>) -> Result<bool, Error> {
        let sql =
            "SELECT id FROM tasks WHERE queue = $1 AND due_at IS NOT NULL AND state = 'running' LIMIT 1";
        Ok(tx.query_optional(sql, &[self.name.into()])?.is_some())
    }

    /// Removes tasks that were settled before the retention period. Returns their number.
    pub fn remove_old(&self, tx: &mut Tx<'_>, now: Timestamp) -> Result<u64, Error> {
        let sql = "DELETE FROM tasks WHERE queue = $1 AND settled_at < $2";
        tx.execute(sql, &[self.name.into(), (now - self.retention).into()])
    }

    /// Returns the state after a try, the next due time, and the stored error.
    fn next_state<'a>(
        &self,
        outcome: &'a Outcome,
        tries: i64,
        now: Timestamp,
    ) -> (TaskState, Option<Timestamp>, Option<&'a str>) {
        let tried = usize::try_from(tries - 1).unwrap_or_default();
        let last = self.pauses.last().filter(|_| self.is_endless);
        match (outcome, self.pauses.get(tried).or(last)) {
            (Outcome::Done, _) => (TaskState::Done, None, None),
            (Outcome::Ignored(why), _) => (TaskState::Ignored, None, Some(why)),
            (Outcome::Later(why), Some(pause)) => {
                (TaskState::Pending, Some(now + Duration::from_secs(*pause)), Some(why))
            }
            (Outcome::Again { at, error }, _) => (TaskState::Pending, Some(*at), error.as_deref()),
            (Outcome::Later(why), None) | (Outcome::Failed(why), _) => (TaskState::Failed, None, Some(why)),
        }
    }

    fn announce(&self, tx: &mut Tx<'_>, id: &str, verb: Verb) {
        announce(tx, (self.name, id), verb);
    }
}

/// Announces a change of a task, given by queue and id. It wakes the handler of the queue.
pub(crate) fn announce(tx: &mut Tx<'_>, (queue, id): (&str, &str), verb: Verb) {
    let row = [("queue", queue), ("id", id)].map(|(name, value)| (name.to_owned(), value.into()));
    let key = Record::from_iter(row);
    let old = (verb == Verb::Update).then(|| key.clone());
    tx.changed(Change { table: TABLE.into(), verb, old, new: Some(key) });
}

/// Returns SQL that marks a task as taken by this node. `$3` is the end of the lease.
fn taken(dialect: Dialect) -> String {
    format!(
        "tries = tries + 1, due_at = $3, error = NULL, state = 'running', node = {},
         interruptions = interruptions + CASE WHEN state = 'running' THEN 1 ELSE 0 END",
        dialect.this_node()
    )
}
