//! A few weeks of account events and job runs, so that the logs have something to show.

use anyhow::Result;
use serde_json::{Value, json};

use super::{
    Seed, id,
    people::{member_email, person},
};

const JOBS: [&str; 3] = ["cleanup_old_rate_limits", "cleanup_old_auth_logs", "cleanup_old_job_logs"];

pub async fn fill(seed: &Seed) -> Result<()> {
    let events: Vec<Value> = (0..120).map(event).collect();
    seed.insert("auth_logs", &events).await?;
    let runs: Vec<Value> = (0..60).map(run).collect();
    seed.insert("job_execution_logs", &runs).await
}

fn event(number: usize) -> Value {
    let refused = number % 9 == 4;
    let email = member_email(number * 17 % 190);
    json!({
        "id": id("auth_log", &number.to_string()),
        "created_at": format!("2026-11-{:02}T{:02}:{:02}:00Z", 1 + number / 6, 8 + number % 12, (number * 7) % 60),
        "action": if number.is_multiple_of(5) { "logout" } else { "login" },
        "user_id": if refused { Value::Null } else { Value::from(person(&email)) },
        "ip_address": format!("203.0.113.{}", 1 + number * 7 % 250),
        "success": !refused,
        "error_message": if refused { Value::from("invalid_credentials") } else { Value::Null },
    })
}

fn run(number: usize) -> Value {
    let failed = number == 23;
    json!({
        "id": id("job_log", &number.to_string()),
        "executed_at": format!("2026-11-{:02}T06:{:02}:00Z", 1 + number / 3, number % 3 * 5),
        "job_name": JOBS[number % JOBS.len()],
        "status": if failed { "error" } else { "success" },
        "duration_ms": 12 + number * 37 % 240,
        "message": if failed { "Sem conexão com o banco de dados; tentada de novo com sucesso." } else { "Concluído." },
    })
}
