//! The scheduler over real databases, under a clock controlled by the tests.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on must stop")]

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

use ateneu_audit::Actor;
use ateneu_base::Timestamp;
use ateneu_db::Db;
use ateneu_jobs::{Deps, Error, Job, JobStatus, Jobs, LEASE, Schedule};
use ateneu_testkit::{TestApp, db_test};
use tokio::{sync::Notify, task::JoinHandle};

const NAME: &str = "a_job";
const HOUR: Duration = Duration::from_secs(60 * 60);
const MINUTE: Duration = Duration::from_secs(60);

/// Counters and switches by which a test observes and controls its job.
#[derive(Clone, Default)]
struct JobControl {
    runs: Arc<AtomicUsize>,
    fails: Arc<AtomicBool>,
    panics: Arc<AtomicBool>,
    waits: Arc<AtomicBool>,
    begun: Arc<Notify>,
    go_on: Arc<Notify>,
}

impl JobControl {
    fn runs(&self) -> usize {
        self.runs.load(Ordering::SeqCst)
    }

    fn job(&self) -> Job {
        let control = self.clone();
        Job::new(NAME, Schedule::hourly(0), move || control.clone().work())
    }

    /// Spawns a future that runs the job, and returns when the job has begun.
    async fn at_work<T: Send + 'static>(
        &self,
        run: impl Future<Output = T> + Send + 'static,
    ) -> JoinHandle<T> {
        let handle = tokio::spawn(run);
        self.begun.notified().await;
        handle
    }

    async fn work(self) -> Result<String, Error> {
        self.runs.fetch_add(1, Ordering::SeqCst);
        assert!(!self.panics.load(Ordering::SeqCst), "the test makes it panic");
        if self.waits.load(Ordering::SeqCst) {
            self.begun.notify_one();
            self.go_on.notified().await;
        }
        if self.fails.load(Ordering::SeqCst) {
            return Err(ateneu_db::Error::Unavailable("sem conexão".into()).into());
        }
        Ok("Feito.".into())
    }
}

/// Opens an installation half past a full hour, so that the next run is due in half an hour.
fn at_half_past(db: Db) -> TestApp {
    TestApp::at(db, Timestamp::parse("2026-11-21T10:30:00Z").unwrap())
}

async fn node(app: &TestApp, control: &JobControl) -> Jobs {
    let (db, clock, jobs) = (app.db.clone(), app.clock.clone(), vec![control.job()]);
    let scheduler = Jobs::new(Deps { db, clock });
    scheduler.add(jobs).await.unwrap();
    scheduler
}

/// Returns status, duration and message of every run, in order.
async fn log(app: &TestApp) -> Vec<(String, Option<i64>, String)> {
    let sql = "SELECT status, duration_ms, coalesce(message, '') FROM job_execution_logs
               WHERE job_name = $1 ORDER BY executed_at";
    app.rows_as(sql, &[NAME.into()]).await
}

async fn statuses(app: &TestApp) -> Vec<String> {
    log(app).await.into_iter().map(|(status, ..)| status).collect()
}

#[db_test]
async fn a_job_runs_when_it_is_due_and_each_run_is_written_down(db: Db) {
    let (app, control) = (at_half_past(db), JobControl::default());
    let jobs = node(&app, &control).await;
    jobs.run_due().await.unwrap();
    assert_eq!(control.runs(), 0, "not due yet");
    for run in 1..=2 {
        app.advance(HOUR);
        jobs.run_due().await.unwrap();
        jobs.run_due().await.unwrap();
        assert_eq!(control.runs(), run, "once each time it is due");
    }
    let run = ("success".to_owned(), Some(0), "Feito.".to_owned());
    assert_eq!(log(&app).await, [run.clone(), run]);
}

#[db_test]
async fn runs_missed_without_a_node_are_caught_up_once(db: Db) {
    let (app, control) = (at_half_past(db), JobControl::default());
    node(&app, &control).await.close().await;
    app.advance(HOUR * 50);
    let jobs = node(&app, &control).await;
    jobs.run_due().await.unwrap();
    jobs.run_due().await.unwrap();
    assert_eq!(control.runs(), 1);
}

#[db_test]
async fn of_two_nodes_one_runs_a_job_as_long_as_it_renews_its_lease(db: Db) {
    let (app, control) = (at_half_past(db), JobControl::default());
    let (first, second) = (node(&app, &control).await, node(&app, &control).await);
    control.waits.store(true, Ordering::SeqCst);
    app.advance(HOUR);
    let worker = first.clone();
    let at_work = control.at_work(async move { worker.run_due().await }).await;
    assert_eq!(statuses(&app).await, ["running"]);
    for _ in 0..3 {
        app.advance(LEASE - MINUTE);
        first.renew().await.unwrap();
        second.run_due().await.unwrap();
        assert!(matches!(second.run_now(NAME, None).await, Err(Error::Running)));
    }
    control.go_on.notify_one();
    at_work.await.unwrap().unwrap();
    second.run_due().await.unwrap();
    assert_eq!(control.runs(), 1);
    let took = i64::try_from((LEASE - MINUTE).as_millis() * 3).unwrap();
    assert_eq!(log(&app).await, [("success".to_owned(), Some(took), "Feito.".to_owned())]);
}

#[db_test]
async fn two_nodes_that_look_at_once_run_a_job_once(db: Db) {
    let (app, control) = (at_half_past(db), JobControl::default());
    let nodes = [node(&app, &control).await, node(&app, &control).await];
    for round in 1..=10 {
        app.advance(HOUR);
        let (first, second) = tokio::join!(nodes[0].run_due(), nodes[1].run_due());
        first.unwrap();
        second.unwrap();
        assert_eq!(control.runs(), round);
    }
}

#[db_test]
async fn a_silent_nodes_job_is_taken_over_and_its_result_ignored(db: Db) {
    let (app, control) = (at_half_past(db), JobControl::default());
    let (silent, other) = (node(&app, &control).await, node(&app, &control).await);
    control.waits.store(true, Ordering::SeqCst);
    app.advance(HOUR);
    let worker = silent.clone();
    let late = control.at_work(async move { worker.run_now(NAME, None).await }).await;
    control.waits.store(false, Ordering::SeqCst);
    app.advance(LEASE - MINUTE);
    other.run_due().await.unwrap();
    assert_eq!(control.runs(), 1, "the lease still stands");
    app.advance(MINUTE);
    other.run_due().await.unwrap();
    assert_eq!(control.runs(), 2);
    control.go_on.notify_one();
    assert!(matches!(late.await.unwrap(), Err(Error::TakenOver)));
    let written = log(&app).await;
    assert_eq!([&*written[0].0, &*written[1].0], ["error", "success"]);
    assert!(written[0].2.starts_with("Interrompida"), "{written:?}");
}

#[db_test]
async fn a_node_aborts_a_job_that_another_took_over(db: Db) {
    let (app, control) = (at_half_past(db), JobControl::default());
    let (slow, other) = (node(&app, &control).await, node(&app, &control).await);
    control.waits.store(true, Ordering::SeqCst);
    app.advance(HOUR);
    let worker = slow.clone();
    let at_work = control.at_work(async move { worker.run_now(NAME, None).await }).await;
    control.waits.store(false, Ordering::SeqCst);
    app.advance(LEASE);
    other.run_due().await.unwrap();
    slow.renew().await.unwrap();
    // Only an abort can end it.
    assert!(matches!(at_work.await.unwrap(), Err(Error::TakenOver)));
    assert_eq!(statuses(&app).await, ["error", "success"]);
}

#[db_test]
async fn a_failing_job_is_retried_with_growing_pauses(db: Db) {
    let (app, control) = (at_half_past(db), JobControl::default());
    let jobs = node(&app, &control).await;
    control.fails.store(true, Ordering::SeqCst);
    app.advance(HOUR / 2);
    jobs.run_due().await.unwrap();
    for (tried, pause) in [(1, MINUTE), (2, MINUTE * 5), (3, MINUTE * 15)] {
        assert_eq!(control.runs(), tried);
        app.advance(pause - Duration::from_secs(1));
        jobs.run_due().await.unwrap();
        assert_eq!(control.runs(), tried, "too early");
        app.advance(Duration::from_secs(1));
        jobs.run_due().await.unwrap();
    }
    assert_eq!(control.runs(), 4);
    let written = log(&app).await;
    assert!(written.iter().all(|run| run.0 == "error" && run.2.contains("sem conexão")), "{written:?}");

    control.fails.store(false, Ordering::SeqCst);
    app.advance(HOUR);
    jobs.run_due().await.unwrap();
    control.fails.store(true, Ordering::SeqCst);
    app.advance(HOUR);
    jobs.run_due().await.unwrap();
    app.advance(MINUTE);
    jobs.run_due().await.unwrap();
    assert_eq!(control.runs(), 7, "after a success the pauses begin anew");
}

#[db_test]
async fn a_panicking_job_is_recorded_as_failed(db: Db) {
    let (app, control) = (at_half_past(db), JobControl::default());
    let jobs = node(&app, &control).await;
    control.panics.store(true, Ordering::SeqCst);
    let run = jobs.run_now(NAME, None).await.unwrap();
    assert_eq!(run.status, JobStatus::Error);
    control.panics.store(false, Ordering::SeqCst);
    app.advance(MINUTE);
    jobs.run_due().await.unwrap();
    assert_eq!(statuses(&app).await, ["error", "success"]);
}

#[db_test]
async fn a_manual_run_is_in_the_audit_log(db: Db) {
    let (app, control) = (at_half_past(db), JobControl::default());
    let jobs = node(&app, &control).await;
    let by =
        Actor { user_id: "0190a6b2-0000-7000-8000-000000000001".into(), address: Some("203.0.113.9".into()) };
    let run = jobs.run_now(NAME, Some(&by)).await.unwrap();
    assert_eq!((run.status, run.message.as_str(), control.runs()), (JobStatus::Success, "Feito.", 1));
    assert!(matches!(jobs.run_now("no_such_job", Some(&by)).await, Err(Error::Unknown)));
    let entries = app.texts("SELECT actor_id || ' ' || action || ' ' || subject FROM audit_log", &[]).await;
    assert_eq!(entries, [format!("{} run-job {NAME}", by.user_id)]);
    app.advance(HOUR / 2);
    jobs.run_due().await.unwrap();
    assert_eq!(control.runs(), 2, "it is due all the same");
}

#[db_test]
async fn a_stop_releases_the_job_and_the_next_start_runs_it(db: Db) {
    let (app, control) = (at_half_past(db), JobControl::default());
    let jobs = node(&app, &control).await;
    control.waits.store(true, Ordering::SeqCst);
    let worker = jobs.clone();
    let at_work = control.at_work(async move { worker.run_now(NAME, None).await }).await;
    jobs.close().await;
    assert_eq!(at_work.await.unwrap().unwrap().status, JobStatus::Error);
    control.waits.store(false, Ordering::SeqCst);
    app.advance(Duration::from_secs(1));
    node(&app, &control).await.run_due().await.unwrap();
    assert_eq!(statuses(&app).await, ["error", "success"]);
}
