//! Opens an installation, serves it and closes it.

use std::{sync::Arc, time::Duration};

use anyhow::{Context as _, Result};
use ateneu_auth::Auth;
use ateneu_backup::Quarantine;
use ateneu_base::{Clock, config::Mode};
use ateneu_content::Content;
use ateneu_db::{Db, Target};
use ateneu_jobs::Jobs;
use ateneu_mail::Mail;
use ateneu_module::{Context, Measures, Running, demo::Demo};
use ateneu_pages::Pages;
use ateneu_queue::{Runner, Workers};
use ateneu_realtime::Realtime;
use ateneu_schema::MIGRATIONS;
use axum::{Router, middleware};
use tokio::task::JoinHandle;
use tower_http::catch_panic::CatchPanicLayer;

use crate::{
    Config,
    authenticate::{Authenticator, authenticate},
    files_host::{self, FilesHost},
    follow::follow_changes,
    health,
    instance_lock::{self, InstanceLock},
    measures, metrics,
    pages::LatePages,
    protocols::{self, Accounts},
    routes::{self, SubjectRoutes},
};

/// The running application.
pub struct App {
    /// Router of the whole installation.
    pub router: Router,
    /// The services alone, for calls in memory.
    pub services: Router,
    /// The accounts service.
    pub auth: Auth,
    /// The owner's content.
    pub content: Content,
    /// URL of the site for visitors.
    pub public_url: String,
    pub(crate) clock: Clock,
    /// The database.
    pub db: Db,
    pub(crate) pages: Pages,
    pub(crate) subjects: Vec<Running>,
    jobs: Jobs,
    mail: Mail,
    realtime: Realtime,
    runner: Arc<Runner>,
    /// Starts the work of a restored server once its quarantine ends.
    quarantined: Option<JoinHandle<()>>,
    /// Dropped last, after all workers have ended.
    _instance_lock: Option<InstanceLock>,
}

impl App {
    /// Opens the installation in the data folder.
    ///
    /// # Errors
    /// Fails if a value of the configuration is invalid, or a service cannot be opened.
    pub async fn open(config: Config, clock: Clock) -> Result<Self> {
        let content = open_content(&config)?;
        let accounts = Accounts::open(&config, clock.clone(), content.clone()).await?;
        let storage = protocols::open_storage(&config, &accounts, clock.clone()).await?;
        let db = accounts.db.clone();
        let jobs = Jobs::new(ateneu_jobs::Deps { db: db.clone(), clock: clock.clone() });
        let authenticator =
            Authenticator { auth: accounts.auth.clone(), trusted_proxies: config.trusted_proxies };
        let late_pages = Arc::new(LatePages::default());
        let context = Context {
            db: db.clone(),
            clock: clock.clone(),
            schema: accounts.schema.clone(),
            settings: accounts.settings.clone(),
            content: content.clone(),
            mail: accounts.mail.clone(),
            auth: accounts.auth.clone(),
            secrets: accounts.auth.secrets(),
            storage: storage.clone(),
            jobs: jobs.clone(),
            site: config.site.clone(),
            pages: late_pages.clone(),
            measures: Measures::default(),
            declared: config.declared.clone(),
            sections: config.sections.clone(),
            identify: identify(&authenticator),
        };
        let mut subjects = Vec::new();
        for subject in &config.subjects {
            subjects.push(subject.open(&context).await?);
        }
        let runner = Arc::new(Runner::new(db.clone(), clock.clone()));
        let (instance_lock, quarantined) = start(&config, &context, &mut subjects, &runner).await?;
        let realtime = protocols::open_realtime(&config, &accounts, clock.clone());
        let of_subjects = SubjectRoutes {
            functions: subjects.iter_mut().flat_map(|running| running.functions.drain(..)).collect(),
            router: merged(&mut subjects, |running| &mut running.router),
        };
        let services =
            routes::services(&config, &accounts, &clock, (&storage, &realtime), &authenticator, of_subjects);
        let pages = open_pages(&config, &context, services.clone()).await?;
        late_pages.set(pages.clone());
        set_measures(&context, &pages, &mut subjects);
        follow_changes(&db, pages.clone(), storage.clone());
        let router = front(&config, &context, (&pages, &services), &mut subjects);
        let Accounts { auth, mail, .. } = accounts;
        Ok(Self {
            router,
            services,
            auth,
            content,
            public_url: config.site.public_url,
            clock,
            db,
            pages,
            subjects,
            jobs,
            mail,
            realtime,
            runner,
            quarantined,
            _instance_lock: instance_lock,
        })
    }

    /// Fills an empty installation with the demo data of every subject.
    ///
    /// # Errors
    /// Fails if a service refuses.
    pub async fn fill_demo(&self) -> Result<()> {
        let key = self.auth.api_keys().service_role;
        let demo = Demo::new(self.services.clone(), key, self.db.clone(), self.clock.now());
        for fill in self.subjects.iter().flat_map(|running| &running.demo) {
            fill(demo.clone()).await?;
        }
        Ok(())
    }

    /// Returns `true` if there are no accounts yet.
    ///
    /// # Errors
    /// Fails if the database does.
    pub async fn is_empty(&self) -> Result<bool> {
        let found = self.db.read(|tx| tx.query_optional("SELECT id FROM users LIMIT 1", &[])).await;
        Ok(found.context("cannot read the accounts")?.is_none())
    }

    /// Stops all parts in order, so that all accepted work is stored.
    ///
    /// # Errors
    /// Returns the first error of a subject, after everything is closed.
    pub async fn close(self) -> Result<()> {
        self.realtime.close().await;
        if let Some(waiting) = &self.quarantined {
            waiting.abort();
        }
        self.jobs.close().await;
        self.runner.close().await;
        let mut closed = Ok(());
        for close in self.subjects.iter().filter_map(|running| running.on_close.as_ref()) {
            closed = closed.and(close().await);
        }
        self.mail.close().await;
        self.db.close().await;
        closed
    }
}

fn open_content(config: &Config) -> Result<Content> {
    let folder = config.content_folder();
    let content = match config.site.mode {
        Mode::Demo => Content::open_demo(Some(&folder)),
        Mode::Development | Mode::Production => Content::open(Some(&folder)),
    };
    content.context("the owner's content cannot be used")
}

fn identify(authenticator: &Authenticator) -> Arc<dyn Fn(Router) -> Router + Send + Sync> {
    let authenticator = authenticator.clone();
    Arc::new(move |router| router.layer(middleware::from_fn_with_state(authenticator.clone(), authenticate)))
}

/// Starts the workers, the jobs and the mail of all subjects, those of a restored server when its quarantine ends. If no other
/// server runs, first makes tasks of killed ones due.
async fn start(
    config: &Config,
    context: &Context,
    subjects: &mut [Running],
    runner: &Arc<Runner>,
) -> Result<(Option<InstanceLock>, Option<JoinHandle<()>>)> {
    let Context { db, clock, jobs, mail, storage, .. } = context;
    let workers = subjects.iter().fold(Workers::default(), |mut all, running| {
        all.extend(running.workers.clone());
        all
    });
    let data = match config.database() {
        Target::Sqlite(_) => Some(config.site.data.as_path()),
        Target::Postgres(_) => None,
    };
    let lock = instance_lock::acquire(data, async || {
        storage.remove_unfinished().await?;
        workers.release(db, clock).await?;
        Ok(jobs.release().await?)
    });
    let lock = lock.await.context("cannot acquire the lock of the data folder")?;
    mail.add_row_emails(subjects.iter_mut().flat_map(|running| running.emails.drain(..)));
    let all: Vec<_> = subjects.iter_mut().flat_map(|running| running.jobs.drain(..)).collect();
    jobs.add(all).await.context("cannot store the jobs")?;
    workers.queue_recurring().await.context("cannot queue the recurring tasks")?;
    let (mail, jobs, runner) = (mail.clone(), jobs.clone(), Arc::clone(runner));
    let work = move || {
        mail.start();
        workers.start(&runner);
        runner.watch_nodes();
        jobs.start();
    };
    Ok((lock, start_outside_quarantine(db, work).await?))
}

/// Time between two looks whether a quarantine has ended.
const LOOK: Duration = Duration::from_secs(2);

/// Starts the work, or returns the task that starts it when the quarantine ends.
async fn start_outside_quarantine(
    db: &Db,
    work: impl FnOnce() + Send + 'static,
) -> Result<Option<JoinHandle<()>>> {
    let Some(quarantine) = Quarantine::current(db).await.context("cannot read the quarantine")? else {
        work();
        return Ok(None);
    };
    let made_at = quarantine.backup_made_at.to_zulu();
    tracing::warn!(made_at, "restored from a backup: no mail, no jobs and no calls until `ateneu resume`");
    let db = db.clone();
    Ok(Some(tokio::spawn(async move {
        loop {
            tokio::time::sleep(LOOK).await;
            match Quarantine::current(&db).await {
                Ok(None) => break,
                Ok(Some(_)) => {}
                Err(error) => tracing::warn!(%error, "cannot read the quarantine"),
            }
        }
        tracing::info!("the quarantine has ended");
        work();
    })))
}

async fn open_pages(config: &Config, context: &Context, services: Router) -> Result<Pages> {
    let deps = ateneu_pages::Deps {
        api: services,
        schema: context.schema.clone(),
        content: context.content.clone(),
        assets: ateneu_pages::Assets::embedded(),
        clock: context.clock.clone(),
        config: ateneu_pages::Config::new(&config.site.public_url).with_files_at(&config.files_url),
    };
    Pages::open(deps).await.context("cannot open the pages")
}

/// Puts the sources of the figures of the application and of all subjects together.
fn set_measures(context: &Context, pages: &Pages, subjects: &mut [Running]) {
    let known = MIGRATIONS.iter().chain(&context.declared.migrations);
    let mut all = measures::sources(&measures::Sources {
        pages: pages.clone(),
        content: context.content.clone(),
        db: context.db.clone(),
        storage: context.storage.clone(),
        mail: context.mail.clone(),
        clock: context.clock.clone(),
        migrations: known.map(|(name, _)| *name).collect(),
    });
    all.extend(subjects.iter_mut().flat_map(|running| running.measures.drain(..)));
    context.measures.set(all);
}

/// Merges one router of every subject.
fn merged(subjects: &mut [Running], router: fn(&mut Running) -> &mut Router) -> Router {
    subjects.iter_mut().fold(Router::new(), |all, running| all.merge(std::mem::take(router(running))))
}

/// Returns the router of the whole installation: the services, the endpoints of the subjects, and the pages for all
/// other addresses.
fn front(
    config: &Config,
    context: &Context,
    (pages, services): (&Pages, &Router),
    subjects: &mut [Running],
) -> Router {
    let around = subjects.iter().filter_map(|running| running.around_pages.as_ref());
    let public = around.fold(pages.router(), |router, wrap| wrap(router));
    let values = subjects.iter_mut().flat_map(|running| running.client_config.drain(..)).collect();
    Router::new()
        .merge(health::router(&context.db, &context.storage))
        .merge(routes::client_config(config, &context.auth, values))
        .merge(metrics::router(context.measures.clone()))
        .merge(context.mail.router())
        .merge(merged(subjects, |running| &mut running.endpoints))
        .merge(services.clone())
        .fallback_service(public)
        .layer((
            CatchPanicLayer::new(),
            middleware::from_fn_with_state(FilesHost::new(&config.files_url), files_host::only_files),
        ))
}
