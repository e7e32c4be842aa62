//! Payments as this installation is configured: through Stripe, through the sandbox, or none at all.

use std::sync::Arc;

use anyhow::{Context, Result};
use ateneu_analytics::Clues;
use ateneu_auth::Auth;
use ateneu_base::{Clock, Secret, Timestamp, calendar};
use ateneu_content::{Content, PaymentMethod, PlanId, PlanLine, PlansContent};
use ateneu_db::{Db, Tx};
use ateneu_mail::Mail;
use ateneu_membership::{
    Arrival, Deps, Line, Method, Origins, Payments, Plan, ProviderConfig, SandboxConfig, StripeConfig, Terms,
    entitlements::{self, RecordError, Sold, Withdrawal},
};

use crate::config::{Config, Mode};

/// Opens payments; none in production without a key.
pub fn open(
    config: &Config,
    db: Db,
    clock: Clock,
    auth: &Auth,
    mail: Mail,
    content: Content,
) -> Result<Option<Payments>> {
    let has_key = !config.stripe_secret_key.is_empty();
    if !has_key && config.mode == Mode::Production {
        tracing::warn!("stripe_secret_key is not set: subscribing is off until it is");
        return Ok(None);
    }
    let (provider, webhook_secrets) = if has_key {
        let provider = ProviderConfig::Stripe(StripeConfig {
            api_base: config.stripe_api_base.clone(),
            secret_key: config.stripe_secret_key.clone(),
            timeout: StripeConfig::TIMEOUT,
            first_pause: StripeConfig::FIRST_PAUSE,
        });
        (provider, config.stripe_webhook_secrets())
    } else {
        let secret = format!("whsec_{}", auth.derived_secret("sandbox webhooks"));
        (ProviderConfig::Sandbox(sandbox(config)), vec![Secret::from(secret)])
    };
    let deps = Deps {
        db,
        clock,
        origins: Arc::new(VisitOrigins { host: mail.sender().host() }),
        mail,
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
        config: ateneu_membership::Config {
            public_url: config.public_url.clone(),
            provider,
            webhook_secrets,
            asks_tax_id: config.asks_tax_id(),
        },
    };
    Payments::open(deps).map(Some).context("payments cannot be opened")
}

/// Names of the origins of visits, as in the visit counts.
struct VisitOrigins {
    /// Host of this site.
    host: String,
}

impl Origins for VisitOrigins {
    fn name(&self, Arrival { referrer, source, medium }: &Arrival) -> Option<String> {
        ateneu_analytics::source_of_visit(&Clues {
            referrer,
            utm_source: source,
            utm_medium: medium,
            own_host: &self.host,
        })
    }

    fn count(&self, tx: &mut Tx<'_>, origin: &str, now: Timestamp) -> Result<(), ateneu_db::Error> {
        ateneu_analytics::count_paid_plan(tx, origin, now)
    }
}

/// The sandbox tells the server itself, wherever visitors reach it.
fn sandbox(config: &Config) -> SandboxConfig {
    let mut listens = config.listen;
    if listens.ip().is_unspecified() {
        listens.set_ip([127, 0, 0, 1].into());
    }
    SandboxConfig {
        production: config.mode == Mode::Production,
        webhook_url: format!("http://{listens}/webhooks/stripe"),
    }
}

/// The means of payment the owner accepts now.
fn methods(content: &Content) -> Vec<Method> {
    let method = |method: &PaymentMethod| match method {
        PaymentMethod::Card => Method::Card,
        PaymentMethod::Boleto => Method::Boleto,
        PaymentMethod::Pix => Method::Pix,
    };
    content.current().plans.payment_methods.iter().map(method).collect()
}

/// Returns the means of payment as the owner's file names it.
fn content_method(method: &Method) -> PaymentMethod {
    match method {
        Method::Card => PaymentMethod::Card,
        Method::Boleto => PaymentMethod::Boleto,
        Method::Pix => PaymentMethod::Pix,
    }
}

/// The plans that are sold by a payment page.
const SOLD: [(Plan, PlanId); 3] = [
    (Plan::Update, PlanId::Update),
    (Plan::Scale, PlanId::Scale),
    (Plan::Professional, PlanId::Professional),
];

/// Returns what the file of the plans entitles to and takes away.
pub fn sold(plans: &PlansContent) -> Sold {
    let withdrawals = plans.withdrawals.iter().filter_map(|withdrawal| {
        let (plan, _) = SOLD.into_iter().find(|(_, id)| *id == withdrawal.plan)?;
        let ends_at = calendar::start_of_iso_day(&withdrawal.from)?;
        Some(Withdrawal { plan, entitlement: withdrawal.right, ends_at, tells: withdrawal.tell })
    });
    Sold {
        plans: SOLD.map(|(plan, id)| (plan, plans.entitlements(id))).into(),
        withdrawals: withdrawals.collect(),
    }
}

/// Writes to the database what the owner's plans entitle to now.
///
/// # Errors
/// Fails where the file takes away what members have without an announcement, or the database fails.
pub async fn record_entitlements(db: &Db, content: &Content, now: Timestamp) -> Result<(), RecordError> {
    let sold = sold(&content.current().plans);
    db.write(move |tx| entitlements::record(tx, &sold, now)).await
}

fn line(PlanLine { right, text }: PlanLine) -> Line {
    Line { entitlement: right, text }
}

/// The plans with a price, as the owner words them now.
fn terms(content: &Content) -> Vec<Terms> {
    let words = content.current();
    SOLD.into_iter()
        .filter_map(|(plan, id)| {
            let worded = words.plans.plans.iter().find(|worded| worded.id == id)?;
            Some(Terms {
                plan,
                name: worded.name.to_string(),
                amount: worded.centavos()?,
                yearly: worded.yearly_centavos(),
                lines: words.plans.lines(id).into_iter().map(line).collect(),
            })
        })
        .collect()
}
