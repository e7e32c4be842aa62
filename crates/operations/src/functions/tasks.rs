//! `list-tasks`: lists the tasks of all queues. `retry-task`: makes a task due now.

use std::{num::NonZeroU32, sync::Arc};

use ateneu_audit::Entry;
use ateneu_base::{Clock, Timestamp, Value};
use ateneu_db::{Db, Error, Tx};
use ateneu_functions::{Administrator, Function, ListPage, Refusal};
use ateneu_queue::Queue;
use ateneu_schema::Words;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::refused::Refused;

/// State of the functions about tasks.
#[derive(Clone)]
pub struct Tasks {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// The queues, in display order.
    pub queues: Arc<[Queue]>,
}

/// Returns the server functions about tasks.
pub(super) fn functions() -> Vec<Function<Tasks>> {
    vec![
        Function::new("list-tasks", "ver as tarefas", list),
        Function::new("retry-task", "repetir tarefas", retry),
    ]
}

/// State of a task. An untried task that is not due yet is scheduled, not pending.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
enum TaskState {
    Scheduled,
    Pending,
    Running,
    Failed,
    Done,
    Ignored,
}

/// Filter of tasks. `null` matches any queue, and every state but done and ignored.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ListTasks {
    queue: Option<String>,
    state: Option<TaskState>,
    page: Option<NonZeroU32>,
}

#[derive(Serialize, JsonSchema)]
struct TasksPage {
    /// Tasks: failed ones first, scheduled ones last by their time, the others newest first.
    tasks: Vec<TaskShown>,
    total: i64,
    per_page: i64,
    queues: Vec<QueueFigures>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct TaskShown {
    queue: String,
    /// Id, unique in its queue.
    id: String,
    /// Kind of the task: the subject of an email, the kind of an event, the name of a job.
    kind: String,
    state: TaskState,
    /// Number of tries.
    tries: i64,
    created_at: Timestamp,
    /// Time of the next try, or the end of its lease while it runs.
    due_at: Option<Timestamp>,
    settled_at: Option<Timestamp>,
    /// Reason why the last try failed.
    error: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct QueueFigures {
    queue: &'static str,
    label: &'static str,
    scheduled: i64,
    pending: i64,
    running: i64,
    failed: i64,
}

async fn list(tasks: Tasks, _: Administrator, request: ListTasks) -> Result<TasksPage, Refusal> {
    let (queues, now) = (Arc::clone(&tasks.queues), tasks.clock.now());
    let page = tasks.db.read(move |tx| {
        let ((filter, values), page) = (filter(&request, now), ListPage::of(request.page));
        let total = tx.query_one_as(&format!("SELECT count(*) FROM ({SHOWN}) t WHERE {filter}"), &values)?;
        let sql = format!(
            "SELECT queue, id, kind, state, tries, created_at, due_at, settled_at, error FROM ({SHOWN}) t WHERE {filter}
             ORDER BY CASE state WHEN 'failed' THEN 0 WHEN 'scheduled' THEN 2 ELSE 1 END,
                 CASE WHEN state = 'scheduled' THEN due_at END, created_at DESC, queue, id
             {page}"
        );
        Ok::<_, Error>(TasksPage {
            tasks: tx.query_as(&sql, &values)?,
            total,
            per_page: page.per_page,
            queues: figures(tx, &queues, now)?,
        })
    });
    Ok(page.await?)
}

/// SQL of the tasks with the shown state. `$1` is the present instant.
const SHOWN: &str = "SELECT queue, id, kind, tries, created_at, due_at, settled_at, error, state AS stored_state,
    CASE WHEN state = 'pending' AND tries = 0 AND due_at > $1 THEN 'scheduled' ELSE state END AS state FROM tasks";

fn filter(request: &ListTasks, now: Timestamp) -> (String, Vec<Value>) {
    let (mut filter, mut values) =
        ("stored_state IN ('pending', 'running', 'failed')".to_owned(), vec![now.into()]);
    if let Some(state) = request.state {
        // The index contains the stored state.
        let stored = if state == TaskState::Scheduled { TaskState::Pending } else { state };
        values.extend([state.into(), stored.into()]);
        filter = "state = $2 AND stored_state = $3".into();
    }
    if let Some(queue) = &request.queue {
        values.push(queue.into());
        filter += &format!(" AND queue = ${}", values.len());
    }
    (filter, values)
}

fn figures(tx: &mut Tx<'_>, queues: &[Queue], now: Timestamp) -> Result<Vec<QueueFigures>, Error> {
    let sql = format!(
        "SELECT queue, state, count(*) FROM ({SHOWN}) t
         WHERE stored_state IN ('pending', 'running', 'failed') GROUP BY queue, state"
    );
    let counts: Vec<(String, TaskState, i64)> = tx.query_as(&sql, &[now.into()])?;
    let figures = |queue: &Queue| {
        let of = |state| {
            let found = counts.iter().find(|(name, of, _)| name == queue.name && *of == state);
            found.map_or(0, |(_, _, tasks)| *tasks)
        };
        QueueFigures {
            queue: queue.name,
            label: queue.label,
            scheduled: of(TaskState::Scheduled),
            pending: of(TaskState::Pending),
            running: of(TaskState::Running),
            failed: of(TaskState::Failed),
        }
    };
    Ok(queues.iter().map(figures).collect())
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct RetryTask {
    #[schemars(extend("expected" = "a fila da tarefa"))]
    queue: String,
    #[schemars(extend("expected" = "o id da tarefa"))]
    id: String,
}

#[derive(Serialize, JsonSchema)]
struct TaskRetried {
    message: String,
}

async fn retry(tasks: Tasks, by: Administrator, request: RetryTask) -> Result<TaskRetried, Refusal> {
    let queue = *tasks.queues.iter().find(|queue| queue.name == request.queue).ok_or(Refused::UnknownTask)?;
    let now = tasks.clock.now();
    let is_due = tasks.db.write(move |tx| {
        let is_due = queue.retry(tx, &request.id, now)?;
        if is_due {
            let subject = format!("{}/{}", queue.name, request.id);
            let entry = Entry { action: "retry-task", subject: &subject, old: None, new: None };
            ateneu_audit::write(tx, by.0.as_ref(), entry, now)?;
        }
        Ok::<_, Error>(is_due)
    });
    match is_due.await? {
        true => Ok(TaskRetried { message: "A tarefa será repetida agora.".into() }),
        false => Err(Refused::TaskNotRetried.into()),
    }
}
