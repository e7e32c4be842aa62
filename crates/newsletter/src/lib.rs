//! The newsletter: subscribed addresses and their confirmation.
//!
//! The modules, from the lowest to the highest. Each imports only from those before it; `cargo xtask tidy` reads this list
//! and checks it.
//!
//! - `refused`: the refusals
//! - `campaigns`: letters sent to lists
//! - `sequences`: emails that follow events of people
//! - `contract_notices`: notices of changes of price, terms and privacy policy
//! - `config`: the section of the configuration
//! - `tables`: the declared tables
//! - `deliveries`: deliveries of the letter for members
//! - `retention`: removes ended subscriptions
//! - `emails`: the emails: the request to confirm, the welcome
//! - `import`: subscribers from a file
//! - `preferences`: what an address receives, by the choice of its person
//! - `procedures`: procedures behind the links of the emails
//! - `functions`: the server functions
//! - `demo`: the addresses of the demo

pub mod campaigns;
mod config;
pub mod contract_notices;
mod deliveries;
mod demo;
mod emails;
mod functions;
mod import;
mod preferences;
mod procedures;
mod refused;
mod retention;
pub mod sequences;
mod tables;

use std::{sync::Arc, time::Duration};

use anyhow::{Result, anyhow};
use ateneu_base::Timestamp;
use ateneu_content::Content;
use ateneu_db::{Error, Tx};
use ateneu_module::{Context, Module, Running, Subject};
use ateneu_outbound::{Limits, Rules};
use futures::future::BoxFuture;

use crate::{
    campaigns::{
        Campaigns, Checks, OwnPage, PlanName,
        reports::{self, Fetch, Providers, Webhook},
    },
    config::NewsletterSection,
    contract_notices::ContractNotices,
    sequences::Sequences,
};

pub use deliveries::record_letters;
pub use emails::emails;
pub use functions::{Subscriptions, functions};
pub use retention::ended_subscriptions_job;

/// Returns the number of addresses that have subscribed since then, confirmed or not.
pub fn subscriptions_since(tx: &mut Tx<'_>, since: Timestamp) -> Result<i64, Error> {
    let sql = "SELECT count(*) FROM newsletter_subscriptions WHERE created_at >= $1";
    tx.query_one_as(sql, &[since.into()])
}

/// Labels of this crate's columns and recorded values in the audit log, in Portuguese.
const FIELD_LABELS: &[(&str, &str)] = &[
    ("confirmed_at", "confirmado em"),
    ("consented_at", "consentiu em"),
    ("consent_source", "origem do consentimento"),
    ("unsubscribed_at", "saiu em"),
    ("tags", "etiquetas"),
];

/// The subject.
pub struct Newsletter;

impl Subject for Newsletter {
    fn declare(&self) -> Module {
        Module::new("newsletter")
            .config::<NewsletterSection>()
            .refusals(refused::Refused::ALL)
            .tables(tables::tables())
            .field_labels(FIELD_LABELS)
            .procedures(procedures::procedures())
            .procedures(preferences::procedures())
            .procedures([import::procedure()])
            .functions(&functions())
            .functions(&campaigns::functions())
            .functions(&campaigns::check_functions())
            .functions(&sequences::functions())
            .functions(&contract_notices::functions())
            .audit_labels(contract_notices::AUDIT_LABELS)
            .audit_labels(campaigns::AUDIT_LABELS)
            .audit_labels(sequences::AUDIT_LABELS)
            .task_labels(reports::LABELS)
            .task_labels(campaigns::PRUNING_LABELS)
            .milestones(sequences::follow_milestone)
            .task_labels(sequences::TASK_LABELS)
            .queues([campaigns::QUEUE, sequences::SEQUENCES, contract_notices::CONTRACT_NOTICES])
            .task_labels(deliveries::LABELS)
            .task_labels(retention::LABELS)
            .retentions(&retention::RETENTIONS)
    }

    fn open<'a>(&'a self, context: &'a Context) -> BoxFuture<'a, Result<Running>> {
        Box::pin(async {
            let section: NewsletterSection = context.config()?;
            let config = section.campaigns().map_err(|key| anyhow!("newsletter: {key} cannot be used"))?;
            let campaigns = Campaigns::new(campaigns::Deps {
                db: context.db.clone(),
                clock: context.clock.clone(),
                mail: context.mail.clone(),
                plan_name: plan_names(&context.content),
                config,
            });
            let sequences = Sequences::new(sequences::Deps {
                db: context.db.clone(),
                clock: context.clock.clone(),
                mail: context.mail.clone(),
                plan_name: plan_names(&context.content),
            });
            let notices = ContractNotices::new(contract_notices::Deps {
                db: context.db.clone(),
                clock: context.clock.clone(),
                mail: context.mail.clone(),
                content: context.content.clone(),
                plan_name: plan_names(&context.content),
            });
            let subscriptions = Subscriptions { db: context.db.clone(), clock: context.clock.clone() };
            let mailbox = context.mail.mailbox().map(|imap| reports::job(&campaigns, imap));
            let providers = Providers::new(section.provider_keys(), amazon(context)?);
            let webhook = Webhook::new(&campaigns, section.report_secret).with_providers(providers);
            let running = Running::default()
                .functions(functions(), &subscriptions)
                .functions(campaigns::functions(), &campaigns)
                .functions(campaigns::check_functions(), &checks(context, &campaigns)?)
                .functions(sequences::functions(), &sequences)
                .functions(contract_notices::functions(), &notices)
                .emails([emails(section.double_opt_in)])
                .endpoints(webhook.router())
                .jobs(mailbox)
                .jobs([campaigns::pruning_job(&campaigns)])
                .jobs([ended_subscriptions_job(&context.db, &context.clock)])
                .worker(campaigns::Sender::new(&campaigns))
                .worker(sequences)
                .worker(notices);
            let Some(record) = context.declared.deliveries else { return Ok(running.demo(demo::fill)) };
            let job = deliveries::job(&context.db, &context.clock, record);
            let delivers = move |demo| demo::fill_deliveries(demo, record);
            Ok(running.jobs([job]).demo(demo::fill).demo(delivers))
        })
    }
}

/// Returns the checks of a campaign outside this server.
fn checks(context: &Context, campaigns: &Campaigns) -> Result<Checks> {
    let pages = context.pages.clone();
    let own_page: OwnPage = Arc::new(move |path| pages.exists(path));
    Ok(Checks::new(campaigns, context.outbound(Rules::public())?, own_page))
}

/// Returns the function that reads documents of Amazon's notification service.
fn amazon(context: &Context) -> Result<Fetch> {
    const LIMITS: Limits =
        Limits { time: Duration::from_secs(5), bytes: 64 * 1024, beginning: false, redirects: 0 };
    let outbound = context.outbound(Rules::public().encrypted())?;
    Ok(Arc::new(move |url| {
        let outbound = outbound.clone();
        Box::pin(async move {
            let answer = outbound.get(&url.parse().ok()?, "*/*", LIMITS).await;
            match answer {
                Ok(answer) if answer.status.is_success() => Some(answer.body.to_vec()),
                Ok(answer) => {
                    tracing::warn!(
                        status = answer.status.as_u16(),
                        "the notification service of Amazon refused"
                    );
                    None
                }
                Err(error) => {
                    tracing::warn!(%error, "the notification service of Amazon cannot be reached");
                    None
                }
            }
        })
    }))
}

/// Returns the names of plans, as the content file has them at each call.
fn plan_names(content: &Content) -> PlanName {
    let content = content.clone();
    Arc::new(move |id| {
        let files = content.current();
        let mut plans = files.plans.plans.iter();
        let plan = plans.find(|plan| serde_json::to_value(plan.id).is_ok_and(|name| name == id));
        plan.map(|plan| plan.name.to_string())
    })
}
