//! Opens payments by the configuration: through Stripe, through the sandbox, or none.

use std::sync::Arc;

use anyhow::{Context as _, Result};
use ateneu_base::{
    Secret, Timestamp,
    config::{Mode, Site},
};
use ateneu_db::{Error, Tx};
use ateneu_module::{Context, Running, VisitOrigins};
use axum::Router;

use crate::{
    Arrival, Config, Deps, Method, Origins, Payments, ProviderConfig, SandboxConfig, StripeConfig,
    checkout::methods::check_methods_at_start,
    config::StripeSection,
    demo, events,
    functions::functions_where_sold,
    jobs,
    owner_plans::{OwnerPlans, content_method, methods, terms},
};

pub(crate) async fn open(context: &Context) -> Result<Running> {
    let (db, clock, content) = (context.db.clone(), context.clock.clone(), context.content.clone());
    let plans = OwnerPlans { db, clock, content };
    plans.record().await.context("what the plans entitle to was not stored")?;
    let payments = payments(context)?;
    let filled = payments.clone();
    let running = Running::default().functions(functions_where_sold(), &payments).content_guard(plans).demo(
        move |demo| {
            let payments = filled.clone();
            async move { demo::fill(demo, payments.as_ref()).await }
        },
    );
    Ok(match payments {
        None => running,
        Some(payments) => {
            check_methods_at_start(&payments);
            running.jobs(jobs::jobs(&payments)).workers(payments.workers()).endpoints(router(&payments))
        }
    })
}

/// Returns the route `/webhooks/stripe`, and the sandbox's pages if it is in use.
pub fn router(payments: &Payments) -> Router {
    let router = events::webhook::router(payments.clone());
    match payments.sandbox() {
        None => router,
        Some(sandbox) => router.merge(sandbox.router(payments.clone())),
    }
}

/// Opens payments. Returns `None` in production without a key.
fn payments(context: &Context) -> Result<Option<Payments>> {
    let section: StripeSection = context.config()?;
    let site = &context.site;
    let asks_tax_id = section.asks_tax_id(site.mode)?;
    let has_key = !section.secret_key.is_empty();
    if !has_key && site.mode == Mode::Production {
        tracing::warn!("stripe.secret_key is not set: subscribing is off until it is");
        return Ok(None);
    }
    let (provider, webhook_secrets) = if has_key {
        let webhook_secrets = section.webhook_secrets();
        let provider = ProviderConfig::Stripe(StripeConfig {
            api_base: section.api_base,
            secret_key: section.secret_key,
            timeout: StripeConfig::TIMEOUT,
            first_pause: StripeConfig::FIRST_PAUSE,
        });
        (provider, webhook_secrets)
    } else {
        let secret = format!("whsec_{}", context.secrets.text("sandbox webhooks"));
        (ProviderConfig::Sandbox(sandbox(site)), vec![Secret::from(secret)])
    };
    let content = context.content.clone();
    let deps = Deps {
        db: context.db.clone(),
        clock: context.clock.clone(),
        origins: Arc::new(DeclaredOrigins {
            origins: context.declared.visit_origins,
            host: context.mail.sender().host(),
        }),
        milestones: context.declared.milestones.clone(),
        mail: context.mail.clone(),
        methods: {
            let content = content.clone();
            Arc::new(move || methods(&content))
        },
        withholds: {
            let content = content.clone();
            Arc::new(move |methods: &[Method]| {
                content.withhold(&methods.iter().map(content_method).collect::<Vec<_>>())
            })
        },
        terms: Arc::new(move || terms(&content)),
        config: Config { public_url: site.public_url.clone(), provider, webhook_secrets, asks_tax_id },
    };
    Payments::open(deps).map(Some).context("payments cannot be opened")
}

/// Returns the configuration of the sandbox, which calls the server directly, not through its public URL.
fn sandbox(site: &Site) -> SandboxConfig {
    let mut listens = site.listen;
    if listens.ip().is_unspecified() {
        listens.set_ip([127, 0, 0, 1].into());
    }
    SandboxConfig {
        production: site.mode == Mode::Production,
        webhook_url: format!("http://{listens}/webhooks/stripe"),
    }
}

/// Names and counts the origins of visits through the declaring module. Without one, nothing is counted.
struct DeclaredOrigins {
    origins: Option<VisitOrigins>,
    /// Host of this site.
    host: String,
}

impl Origins for DeclaredOrigins {
    fn name(&self, Arrival { referrer, source, medium }: &Arrival) -> Option<String> {
        let name = self.origins?.name;
        name(&ateneu_module::Arrival { referrer, source, medium, own_host: &self.host })
    }

    fn count(&self, tx: &mut Tx<'_>, origin: &str, now: Timestamp) -> Result<(), Error> {
        self.origins.map_or(Ok(()), |origins| (origins.count)(tx, origin, now))
    }
}
