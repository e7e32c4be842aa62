//! Removal of old messages and of the waiting list.

use std::time::Duration;

use ateneu_base::{Timestamp, calendar};
use ateneu_content::Content;
use ateneu_jobs::{Job, JobStatus, Jobs, Schedule};
use ateneu_leads::{Leads, waitlist_job};
use ateneu_module::Subject;
use ateneu_testkit::{TestApp, db_test};

/// Runs a job and returns its message.
async fn run(app: &TestApp, job: Job) -> String {
    let jobs = Jobs::new(ateneu_jobs::Deps { db: app.db.clone(), clock: app.clock.clone() });
    let name = job.name;
    jobs.add(vec![job]).await.unwrap();
    let run = jobs.run_now(name, None).await.unwrap();
    assert_eq!(run.status, JobStatus::Success);
    run.message
}

async fn remove_messages(app: &TestApp) -> String {
    let retentions = Leads.declare().retentions;
    let messages = retentions.iter().find(|retention| retention.job == "remove_old_messages").unwrap();
    run(app, messages.job(Schedule::daily(3, 0), &app.db, &app.clock).unwrap()).await
}

const DAY: Duration = Duration::from_hours(24);

#[db_test]
async fn a_message_goes_two_years_after_its_last_change(app: TestApp) {
    let limit = calendar::months_earlier(app.clock.now(), 24);
    let sql = "INSERT INTO contacts (id, name, email, subject, message, created_at, updated_at)
               VALUES ($1, 'Ana', 'ana@casa.test', 'Parcerias', 'Olá', $2, $3)";
    let long_ago = limit - DAY * 400;
    for (id, changed_at) in [("a", limit - DAY), ("b", limit - DAY), ("c", limit + DAY)] {
        app.execute(sql, &[id.into(), long_ago.into(), changed_at.into()]).await;
    }
    assert_eq!(remove_messages(&app).await, "Mensagens removidas: 2.");
    assert_eq!(app.texts("SELECT id FROM contacts", &[]).await, ["c"]);
    assert_eq!(remove_messages(&app).await, "Nada a remover.");
    app.advance_days(2);
    assert_eq!(remove_messages(&app).await, "Mensagens removidas: 1.");
}

#[db_test]
async fn the_waitlist_goes_thirty_days_after_the_opening(app: TestApp) {
    let now = app.clock.now();
    let sql = "INSERT INTO waitlist_entries (id, name, email, created_at, updated_at)
               VALUES ($1, 'Ana', $2, $3, $3)";
    for id in ["a", "b"] {
        app.execute(sql, &[id.into(), format!("{id}@casa.test").into(), (now - DAY * 500).into()]).await;
    }
    let folder = tempfile::tempdir().unwrap();
    let original = include_str!("../../../../content/software.toml");
    let empty = async |opened: Option<Timestamp>| {
        let day = opened.map(|at| format!("opened = \"{}\"\n", calendar::iso_day(at))).unwrap_or_default();
        std::fs::write(folder.path().join("software.toml"), format!("{day}{original}")).unwrap();
        let content = Content::open(Some(folder.path())).unwrap();
        run(&app, waitlist_job(&app.db, &app.clock, &content)).await
    };
    assert_eq!(empty(None).await, "Nada a remover: o software ainda não abriu.");
    let soon = "Nada a remover: o software abriu há menos de 30 dias.";
    assert_eq!(empty(Some(now + DAY)).await, soon);
    assert_eq!(empty(Some(now - DAY * 29)).await, soon);
    assert_eq!(app.count("SELECT count(*) FROM waitlist_entries", &[]).await, 2);
    assert_eq!(empty(Some(now - DAY * 31)).await, "Inscrições removidas da lista de espera: 2.");
    assert_eq!(app.count("SELECT count(*) FROM waitlist_entries", &[]).await, 0);
}
