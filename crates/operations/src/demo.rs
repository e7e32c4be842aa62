//! Demo data: job runs, and actions of administrator and moderator, in place of the audit entries from filling the
//! demo. demo left.

use anyhow::{Context, Result};
use ateneu_db::Db;
use ateneu_module::demo::{Demo, id, person};
use serde_json::{Value, json};

use crate::retention::{AUTH_LOGS, RETENTIONS};

type Text = &'static str;

/// Day and time, actor, action, subject (`kind:name` of a row of the demo), values before and after.
type Sample = (Text, Text, Text, Text, Option<Text>, Option<Text>);

const ENTRIES: [Sample; 12] = [
    ("03T12:04", "admin", "apply-rate-limit", "rate_limit_max_attempts", Some("20"), Some("10")),
    (
        "04T13:41",
        "admin",
        "insert-categories",
        "category:Metodologia",
        None,
        Some(r#"{"name":"Metodologia"}"#),
    ),
    (
        "05T17:20",
        "moderadora",
        "update-community-posts",
        "post:0",
        Some(r#"{"is_pinned":false}"#),
        Some(r#"{"is_pinned":true}"#),
    ),
    ("07T12:32", "admin", "run-job", AUTH_LOGS.job, None, None),
    (
        "10T18:05",
        "admin",
        "update-contents",
        "content:delegar-sem-sumir",
        Some(r#"{"is_published":false}"#),
        Some(r#"{"is_published":true}"#),
    ),
    (
        "11T20:15",
        "moderadora",
        "update-community-comments",
        "comment:3",
        Some(r#"{"is_hidden":false}"#),
        Some(r#"{"is_hidden":true}"#),
    ),
    ("12T14:48", "admin", "grant-role", "person:moderadora@demo.test", None, Some(r#"{"role":"moderator"}"#)),
    ("13T12:10", "admin", "update-password-policy", "min_password_length", Some("6"), Some("8")),
    ("14T19:33", "admin", "upload-file", "contents/thumbnails/capa-novembro.webp", None, None),
    (
        "17T13:02",
        "admin",
        "update-contents",
        "content:a-reuniao-semanal-que-decide",
        Some(r#"{"title":"A reunião de segunda-feira"}"#),
        Some(r#"{"title":"A reunião semanal que decide"}"#),
    ),
    (
        "18T16:26",
        "moderadora",
        "delete-community-comments",
        "comment:removed",
        Some(r#"{"content":"Compre agora com desconto."}"#),
        None,
    ),
    ("19T12:55", "admin", "update-otp-settings", "otp_expiry_seconds", Some("900"), Some("600")),
];

pub async fn fill(demo: Demo) -> Result<()> {
    let runs: Vec<Value> = (0..60).map(run).collect();
    demo.insert("job_execution_logs", &runs).await?;
    replace_audit_log(&demo.db).await
}

fn run(number: usize) -> Value {
    let failed = number == 23;
    json!({
        "id": id("job_log", &number.to_string()),
        "executed_at": format!("2026-11-{:02}T06:{:02}:00Z", 1 + number / 3, number % 3 * 5),
        "job_name": RETENTIONS[number % RETENTIONS.len()].job,
        "status": if failed { "error" } else { "success" },
        "duration_ms": 12 + number * 37 % 240,
        "message": if failed { "Sem conexão com o banco de dados; tentada de novo com sucesso." } else { "Concluído." },
    })
}

async fn replace_audit_log(db: &Db) -> Result<()> {
    db.write(|tx| {
        tx.changed_table("audit_log");
        tx.execute("DELETE FROM audit_log", &[])?;
        for (number, (at, who, action, subject, old, new)) in ENTRIES.iter().enumerate() {
            let subject = match subject.split_once(':') {
                Some((kind, name)) => id(kind, name),
                None => (*subject).to_owned(),
            };
            tx.execute(
                "INSERT INTO audit_log (id, created_at, actor_id, action, subject, old_value, new_value, ip_address)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, '203.0.113.40')",
                &[
                    id("act", &number.to_string()).into(),
                    format!("2026-11-{at}:00.000000+00:00").into(),
                    person(&format!("{who}@demo.test")).into(),
                    (*action).into(),
                    subject.into(),
                    (*old).into(),
                    (*new).into(),
                ],
            )?;
        }
        Ok::<_, ateneu_db::Error>(())
    })
    .await
    .context("the demo's audit trail")
}
