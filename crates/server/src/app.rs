//! Wires the modules: the services behind one router, the pages in front, the caller of each request and the
//! notifications of committed changes.

use std::{fs::DirBuilder, os::unix::fs::DirBuilderExt, sync::Arc, time::Duration};

use anyhow::{Context, Result};
use ateneu_accounts::People;
use ateneu_analytics::Analytics;
use ateneu_auth::{Auth, PasswordCost};
use ateneu_base::Clock;
use ateneu_community::PushKey;
use ateneu_content::Content;
use ateneu_course_access::Courses;
use ateneu_db::{Db, Event};
use ateneu_jobs::Jobs;
use ateneu_learning::Learning;
use ateneu_mail::Mail;
use ateneu_membership::Payments;
use ateneu_newsletter::Newsletter;
use ateneu_operations::{Operations, Recompute, Tasks};
use ateneu_outbound::{Outbound, Rules};
use ateneu_pages::Pages;
use ateneu_publishing::{Publishing, Schedule as ContentSchedule};
use ateneu_realtime::Realtime;
use ateneu_schema::{MIGRATIONS, Schema};
use ateneu_settings::Settings;
use ateneu_storage::Storage;
use axum::{
    Json, Router,
    extract::{DefaultBodyLimit, Request},
    http::StatusCode,
    middleware,
    routing::get,
};
use tokio::sync::broadcast::error::RecvError;
use tower::util::MapRequest;
use tower_http::{catch_panic::CatchPanicLayer, timeout::TimeoutLayer};

use crate::{
    authenticate::{Authenticator, authenticate},
    certificates,
    community::{self, Community},
    config::{Config, Mode},
    cors, courses, files,
    files_host::{self, FilesHost},
    health,
    instance_lock::{self, InstanceLock},
    mail,
    media::Media,
    metrics,
    modules::{self, Services, schema_of},
    overview::Overview,
    page_view_filter::PageViewFilter,
    payments, realtime,
};

/// The database, the accounts and the mail they write: all that the key and administrator commands need.
pub struct Accounts {
    /// The database.
    pub db: Db,
    /// Every declared table.
    pub schema: Arc<Schema>,
    /// The adjustable settings.
    pub settings: Settings,
    /// The accounts service.
    pub auth: Auth,
    /// Mail; nothing leaves before it is started.
    pub mail: Mail,
}

/// Opens the database, brings its tables up to date and opens the accounts. Emails are signed with the owner's words.
pub async fn open_accounts(config: &Config, clock: Clock, content: Content) -> Result<Accounts> {
    // It holds keys: nobody else on this machine may look into it.
    let mut private = DirBuilder::new();
    private
        .recursive(true)
        .mode(0o700)
        .create(&config.data)
        .with_context(|| format!("cannot make the data folder {}", config.data.display()))?;
    let modules = modules::modules(config);
    let migrations: Vec<_> = MIGRATIONS
        .iter()
        .copied()
        .chain(modules.iter().flat_map(|module| module.migrations.clone()))
        .collect();
    let schema = Arc::new(schema_of(&modules));
    let db = Db::open_within(&config.database(), &migrations, config.database_limits())
        .await
        .context("cannot open the database")?;
    db.register(Arc::clone(&schema));
    let settings = Settings::open(db.clone(), clock.clone()).await.context("cannot read the settings")?;
    let mail = mail::open(config, db.clone(), clock.clone(), content)?;
    let deps = ateneu_auth::Deps {
        db: db.clone(),
        settings: settings.clone(),
        mail: mail.clone(),
        clock,
        schema: schema.clone(),
        config: ateneu_auth::Config {
            public_url: config.public_url.clone(),
            jwt_secret: Some(config.jwt_secret.clone()).filter(|secret| !secret.is_empty()),
            encryption_keys: config.encryption_keys()?,
            redirect_urls: config.redirect_urls(),
            phone_countries: config.phone_countries(),
            leaked_passwords: config.leaked_passwords(),
            providers: config.providers().context("the sign-in providers cannot be used")?,
            companies: config.companies().context("the companies cannot be used")?,
            anonymous_sign_ins: config.anonymous_sign_ins,
            password_cost: match cfg!(debug_assertions) {
                true => PasswordCost::MIN,
                false => PasswordCost::default(),
            },
        },
    };
    let auth = Auth::open(deps).await.context("cannot open the accounts")?;
    Ok(Accounts { db, schema, settings, auth, mail })
}

/// The running application.
pub struct App {
    /// Everything, as served.
    pub router: Router,
    /// The services alone, to be called in memory.
    pub services: Router,
    /// The accounts service.
    pub auth: Auth,
    /// The owner's words.
    pub content: Content,
    /// The visitors' address.
    pub public_url: String,
    pub(crate) analytics: Analytics,
    pub(crate) clock: Clock,
    community: Community,
    content_schedule: ContentSchedule,
    recompute: Recompute,
    courses: Courses,
    jobs: Jobs,
    mail: Mail,
    pub(crate) pages: Pages,
    realtime: Realtime,
    pub(crate) demo: Vec<ateneu_module::demo::Fill>,
    pub(crate) payments: Option<Payments>,
    pub(crate) db: Db,
    /// Dropped last, after all workers have ended.
    _instance_lock: Option<InstanceLock>,
}

impl App {
    /// Opens everything under the data folder.
    pub async fn open(config: Config, clock: Clock) -> Result<Self> {
        let folder = config.content_folder();
        let content = match config.mode {
            Mode::Demo => Content::open_demo(Some(&folder)),
            Mode::Development | Mode::Production => Content::open(Some(&folder)),
        };
        let content = content.context("the owner's words cannot be used")?;
        content.set_course_platform(courses::has_platform(&config));
        let Accounts { db, schema, auth, settings, mail } =
            open_accounts(&config, clock.clone(), content.clone()).await?;
        payments::record_entitlements(&db, &content, clock.now())
            .await
            .context("what the plans entitle to was not stored")?;
        let storage = files::open(&config, &db, &schema, &auth, clock.clone()).await?;
        mail.start();
        let people = People::new(ateneu_accounts::Deps {
            db: db.clone(),
            clock: clock.clone(),
            auth: auth.clone(),
            mail: mail.clone(),
            storage: storage.clone(),
            schema: schema.clone(),
            audit_labels: modules::audit_labels(),
            audit_subjects: modules::audit_subjects(),
        });
        let payments =
            payments::open(&config, db.clone(), clock.clone(), &auth, mail.clone(), content.clone())?;
        let courses = courses::open(&config, db.clone(), clock.clone())?;
        let push_key = community::push_key(&auth, &config.public_url)?;
        let community = Community::open(&db, &clock, (&mail, &storage), &schema, push_key.clone()).await?;
        let modules = modules::modules(&config);
        let triggers: Vec<_> = modules.iter().flat_map(|module| module.triggers.clone()).collect();
        let content_schedule = ContentSchedule::new(db.clone(), clock.clone(), triggers.clone());
        let repairs = vec![("content_slugs", ateneu_publishing::make_addresses_again as _)];
        let recompute = Recompute::new(db.clone(), clock.clone(), schema.clone(), repairs);
        let mut scheduled = ateneu_operations::jobs(&db, &clock, &auth, &storage);
        scheduled.extend(modules.iter().flat_map(|module| &module.jobs).flat_map(|jobs| jobs(&db, &clock)));
        scheduled.extend(people.jobs().into_iter().chain(courses.jobs()));
        let facts_sql = schema.facts_sql().unwrap_or_default().into();
        scheduled.push(ateneu_learning::reminder_job(&db, &clock, facts_sql));
        scheduled.extend(payments.iter().flat_map(Payments::jobs));
        let deps = ateneu_jobs::Deps { db: db.clone(), clock: clock.clone(), jobs: scheduled };
        let jobs = Jobs::open(deps).await.context("cannot open the jobs")?;
        let instance_lock = instance_lock::acquire(&config, async || {
            storage.remove_unfinished().await?;
            if let Some(payments) = &payments {
                payments.release_leases().await?;
            }
            courses.release_leases().await?;
            community.release_leases().await?;
            content_schedule.release_leases().await?;
            recompute.release_leases().await?;
            Ok(jobs.release().await?)
        });
        let instance_lock = instance_lock.await.context("cannot acquire the lock of the data folder")?;
        if let Some(payments) = &payments {
            payments.start();
        }
        courses.start();
        community.start();
        content_schedule.start();
        recompute.start();
        jobs.start();
        let endpoints = modules.iter().fold(Router::new(), |all, module| all.merge(module.router.clone()));
        let demo = modules.iter().filter_map(|module| module.demo).collect();
        let queues = modules.iter().flat_map(|module| module.queues.clone()).collect();
        let data = ateneu_data::router(ateneu_data::Deps {
            db: db.clone(),
            schema: schema.clone(),
            triggers,
            procedures: modules.into_iter().flat_map(|module| module.procedures).collect(),
            clock: clock.clone(),
        });
        let certificates = certificates::open(&config, &db, clock.clone(), &auth, &content).await?;
        let services = Services {
            operations: Operations {
                jobs: jobs.clone(),
                tasks: Tasks { db: db.clone(), clock: clock.clone(), queues },
                settings,
            },
            people,
            payments: payments.clone(),
            courses: courses.clone(),
            newsletter: Newsletter { db: db.clone(), clock: clock.clone() },
            leads: ateneu_leads::Leads { db: db.clone(), clock: clock.clone() },
            learning: Learning { db: db.clone(), clock: clock.clone(), storage: storage.clone() },
            certificates: certificates.clone(),
            media: Media { db: db.clone(), clock: clock.clone(), storage: storage.clone() },
            overview: Overview { db: db.clone(), clock: clock.clone() },
            publishing: Publishing {
                storage: storage.clone(),
                outbound: Outbound::new(community::AGENT, Rules::public())
                    .context("other sites cannot be reached")?,
            },
        };
        let functions = ateneu_functions::router(modules::functions(), &services);
        let realtime = realtime::open(&modules::modules(&config), &db, &schema, &auth, clock.clone());
        let files_host = FilesHost::new(&config.files_url);
        let authenticator = Authenticator { auth: auth.clone(), trusted_proxies: config.trusted_proxies };
        let quick = Router::new()
            .merge(at("/auth/v1", auth.router()))
            .merge(at("/rest/v1", data))
            .layer(TimeoutLayer::with_status_code(StatusCode::GATEWAY_TIMEOUT, Duration::from_secs(30)));
        let services = Router::new()
            .merge(quick)
            // Uploads take as long as they take.
            .merge(at("/storage/v1", storage.router()))
            .merge(at("/functions/v1", functions))
            .merge(at("/realtime/v1", realtime.router()))
            .merge(endpoints)
            .merge(certificates.router())
            // One layer: each call boxes every endpoint once more, and a request clones all boxes. The first is outermost.
            .layer((
                middleware::from_fn_with_state(storage.clone(), ateneu_storage::announce_resumable),
                cors::layer(),
                middleware::from_fn_with_state(files_host.clone(), files_host::redirect),
                middleware::from_fn_with_state(authenticator.clone(), authenticate),
                DefaultBodyLimit::max(10 * 1024 * 1024),
            ));
        let pages = Pages::open(ateneu_pages::Deps {
            api: services.clone(),
            schema: schema.clone(),
            content: content.clone(),
            assets: ateneu_pages::Assets::embedded(),
            clock: clock.clone(),
            config: ateneu_pages::Config::new(&config.public_url).with_files_at(&config.files_url),
        })
        .await
        .context("cannot open the pages")?;
        let analytics = Analytics::new(ateneu_analytics::Deps {
            db: db.clone(),
            clock: clock.clone(),
            pages: Arc::new(PageViewFilter(pages.clone())),
        });
        analytics.start();
        let certificate = certificates.page(analytics.counting(pages.router()));
        let addressed = analytics.router().merge(certificate);
        let addressed = addressed.layer(middleware::from_fn_with_state(authenticator, authenticate));
        let router = Router::new()
            .merge(health::router(&db, &storage))
            .merge(client_config(&config, &auth, &push_key))
            .merge(metrics::router(&pages, &content))
            .merge(mail.router())
            .merge(courses.router())
            .merge(payments.as_ref().map(Payments::router).unwrap_or_default())
            .merge(services.clone())
            .merge(addressed)
            .fallback_service(analytics.counting(pages.router()))
            .layer((
                CatchPanicLayer::new(),
                middleware::from_fn_with_state(files_host, files_host::only_files),
            ));
        follow_changes(&db, pages.clone(), storage);
        Ok(Self {
            router,
            services,
            auth,
            content,
            public_url: config.public_url,
            analytics,
            clock,
            community,
            content_schedule,
            recompute,
            courses,
            jobs,
            mail,
            pages,
            realtime,
            demo,
            payments,
            db,
            _instance_lock: instance_lock,
        })
    }

    /// True when nobody has an account yet.
    pub async fn is_empty(&self) -> Result<bool> {
        let found = self.db.read(|tx| tx.query_optional("SELECT id FROM users LIMIT 1", &[])).await;
        Ok(found.context("cannot read the accounts")?.is_none())
    }

    /// Stops in order, so that everything accepted is stored.
    pub async fn close(self) -> Result<()> {
        self.realtime.close().await;
        self.jobs.close().await;
        if let Some(payments) = &self.payments {
            payments.close().await;
        }
        self.courses.close().await;
        self.community.close().await;
        self.content_schedule.close().await;
        self.recompute.close().await;
        let counted = self.analytics.flush().await;
        self.mail.close().await;
        self.db.close().await;
        counted.context("the last visits were not stored")
    }
}

/// Cached pages that depended on a change are gone before its writer is answered; files go with their content soon
/// after.
fn follow_changes(db: &Db, pages: Pages, storage: Storage) {
    let followed = pages.clone();
    db.on_commit(
        move |table| followed.follows_rows_of(table),
        move |event| match event {
            Event::Changed(changes) => pages.invalidate(changes),
            Event::Gap => pages.invalidate_all(),
        },
    );
    let mut changes = db.changes_of(storage.tables_with_files());
    tokio::spawn(async move {
        loop {
            match changes.recv().await {
                Ok(batch) => {
                    for change in batch.iter() {
                        if let Err(error) = storage.on_content_change(change).await {
                            tracing::error!(%error, "failed to remove files of a changed content; the collection of orphans removes them later");
                        }
                    }
                }
                // What was missed is found by the collection of orphans.
                Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => break,
            }
        }
    });
}

/// A service under its base. Its root also answers with a slash behind it (`/rest/v1/`), which `nest` alone would leave
/// to the pages.
fn at(base: &str, service: Router) -> Router {
    fn to_root(mut request: Request) -> Request {
        let root = request.uri().query().map(|query| format!("/?{query}"));
        // What was a query behind one path is one behind another.
        *request.uri_mut() = root.and_then(|root| root.parse().ok()).unwrap_or_default();
        request
    }
    let to_root: fn(Request) -> Request = to_root;
    Router::new()
        .route_service(&format!("{base}/"), MapRequest::new(service.clone(), to_root))
        .nest(base, service)
}

/// Serves the values that the client library needs to start. None of them is secret.
fn client_config(config: &Config, auth: &Auth, push_key: &PushKey) -> Router {
    let answer = serde_json::json!({ "supabaseUrl": config.public_url, "anonKey": auth.api_keys().anon,
        "pushKey": push_key.public() });
    Router::new().route("/config.json", get(move || async move { Json(answer) }))
}
