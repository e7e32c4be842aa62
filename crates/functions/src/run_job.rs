//! `run-job`: runs a scheduled job now and answers with how it ended. The run goes on if nobody waits for the answer.

use ateneu_base::Presented;
use ateneu_jobs::{Jobs, Run, Status};
use axum::{Extension, Json, Router, routing::post};
use serde_json::{Value, json};

use crate::{Error, administrator::administrator, payload::Payload};

const PURPOSE: &str = "executar tarefas";

pub(crate) fn routes(jobs: Jobs) -> Router {
    let run = move |Extension(presented): Extension<Presented>, payload: Payload| async move {
        run(&jobs, &presented, payload).await
    };
    Router::new().route("/run-job", post(run))
}

async fn run(jobs: &Jobs, presented: &Presented, payload: Payload) -> Result<Json<Value>, Error> {
    let by = administrator(presented, PURPOSE)?;
    let members = payload.with_members(&["job_name"])?;
    let Some(name) = members["job_name"].as_str() else {
        return Err(Error::InvalidPayload("job_name: informe o nome da tarefa.".into()));
    };
    let run = jobs.run_now(name, by.as_ref()).await?;
    Ok(Json(json!({ "message": message(&run), "run": shown(&run) })))
}

fn message(run: &Run) -> String {
    match run.status {
        Status::Success => format!("Tarefa executada. {}", run.message),
        _ => format!("A tarefa falhou. {}", run.message),
    }
}

/// As its row in `job_execution_logs`.
fn shown(run: &Run) -> Value {
    json!({
        "id": run.id,
        "job_name": run.job_name,
        "executed_at": run.executed_at,
        "status": run.status.name(),
        "duration_ms": run.duration_ms,
        "message": run.message,
    })
}

impl From<ateneu_jobs::Error> for Error {
    fn from(error: ateneu_jobs::Error) -> Self {
        use ateneu_jobs::Error as Jobs;
        match error {
            Jobs::Unknown => Self::UnknownJob,
            Jobs::Running | Jobs::NotDue | Jobs::TakenOver => Self::JobRunning,
            Jobs::Database(error) => error.into(),
            error => {
                tracing::error!(%error, "a job could not be run");
                Self::Internal
            }
        }
    }
}
