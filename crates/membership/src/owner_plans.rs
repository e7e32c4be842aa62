//! The plans as the owner's content words them: what is sold, under which terms, and what that entitles to.

use anyhow::Context;
use ateneu_base::{Clock, Timestamp, calendar};
use ateneu_content::{Content, ContentFiles, PaymentMethod, PlanId, PlanLine, PlansContent, Problem};
use ateneu_db::Db;
use ateneu_module::ContentGuard;
use futures::future::BoxFuture;

use crate::{
    Line, Method, PaidPlan, Terms,
    entitlements::{self, RecordError, Sold, Stored, Withdrawal},
};

/// The plans that are sold by a payment page.
const SOLD: [(PaidPlan, PlanId); 3] = [
    (PaidPlan::Update, PlanId::Update),
    (PaidPlan::Scale, PlanId::Scale),
    (PaidPlan::Professional, PlanId::Professional),
];

/// Returns what the file of the plans entitles to and takes away.
fn sold(plans: &PlansContent) -> Sold {
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

/// Stores the entitlements of the owner's plans, and refuses edits that take away what members have.
pub(crate) struct OwnerPlans {
    pub db: Db,
    pub clock: Clock,
    pub content: Content,
}

impl OwnerPlans {
    /// Writes to the database what the plans entitle to now.
    ///
    /// # Errors
    /// Fails where the file takes away what members have without an announcement, or the database fails.
    pub async fn record(&self) -> Result<(), RecordError> {
        let (sold, now) = (sold(&self.content.current().plans), self.clock.now());
        self.db.write(move |tx| entitlements::record(tx, &sold, now)).await
    }
}

impl ContentGuard for OwnerPlans {
    fn refusals<'a>(&'a self, files: &'a ContentFiles) -> BoxFuture<'a, Vec<Problem>> {
        Box::pin(async {
            match self.db.read(entitlements::stored).await {
                Ok(stored) => refused_edits(files, &stored, self.clock.now()),
                Err(error) => {
                    vec![problem(format!("what members have could not be read, save it again: {error}"))]
                }
            }
        })
    }

    fn follow(&self) -> BoxFuture<'_, anyhow::Result<()>> {
        Box::pin(async { self.record().await.context("failed to store the entitlements of the plans") })
    }
}

/// Returns what the file of the plans takes away from members without an announcement.
pub fn refused_edits(files: &ContentFiles, stored: &[Stored], now: Timestamp) -> Vec<Problem> {
    let refused = entitlements::refusals(stored, &sold(&files.plans), now);
    refused.iter().map(|refusal| problem(refusal.to_string())).collect()
}

fn problem(what: String) -> Problem {
    Problem { file: "content/plans.toml".to_owned(), line: None, what }
}

fn line(PlanLine { right, text, every }: PlanLine) -> Line {
    Line { entitlement: right, text, every }
}

/// The plans with a price, as the owner words them now.
pub(crate) fn terms(content: &Content) -> Vec<Terms> {
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

/// The means of payment the owner accepts now.
pub(crate) fn methods(content: &Content) -> Vec<Method> {
    let method = |method: &PaymentMethod| match method {
        PaymentMethod::Card => Method::Card,
        PaymentMethod::Boleto => Method::Boleto,
        PaymentMethod::Pix => Method::Pix,
    };
    content.current().plans.payment_methods.iter().map(method).collect()
}

/// Returns the means of payment as the owner's file names it.
pub(crate) fn content_method(method: &Method) -> PaymentMethod {
    match method {
        Method::Card => PaymentMethod::Card,
        Method::Boleto => PaymentMethod::Boleto,
        Method::Pix => PaymentMethod::Pix,
    }
}
