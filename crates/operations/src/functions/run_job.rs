//! `run-job`: runs a scheduled job now and returns its result. The run goes on if the caller disconnects.

use ateneu_functions::{Administrator, Function, Refusal};
use ateneu_jobs::{Error, JobStatus, Jobs, Run};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::refused::Refused;

/// Returns the server functions about jobs.
pub(super) fn functions() -> Vec<Function<Jobs>> {
    vec![Function::new("run-job", "executar tarefas", run)]
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct RunJob {
    #[schemars(extend("expected" = "o nome da tarefa"))]
    job_name: String,
}

#[derive(Serialize, JsonSchema)]
struct JobEnded {
    message: String,
    run: Run,
}

async fn run(jobs: Jobs, by: Administrator, request: RunJob) -> Result<JobEnded, Refusal> {
    let run = jobs.run_now(&request.job_name, by.0.as_ref()).await.map_err(refusal)?;
    let ended = if run.status == JobStatus::Success { "Tarefa executada." } else { "A tarefa falhou." };
    Ok(JobEnded { message: format!("{ended} {}", run.message), run })
}

fn refusal(error: Error) -> Refusal {
    match error {
        Error::Unknown => Refused::UnknownJob.into(),
        Error::Running | Error::TakenOver => Refused::JobRunning.into(),
        Error::Database(error) => error.into(),
        error => {
            tracing::error!(%error, "a job could not be run");
            Refusal::internal()
        }
    }
}
