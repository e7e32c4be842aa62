//! Courtesies: free months that an administrator grants with a reason, each grant once. A grant begins where paid or
//! granted access ends, so it never shortens access, and counts beside the subscription ([`crate::state::projection`]).

use ateneu_base::{Timestamp, calendar};
use ateneu_content::emails::{Button, MembershipCourtesy};
use ateneu_db::Tx;
use ateneu_mail::Mail;

use crate::{
    Error, PaidPlan, Payments, Terms,
    access::AccessReason,
    changes::actor::reason_of,
    customers,
    emails::included,
    refused::Refused,
    state::{
        courtesies::{Courtesy, all, running},
        projection,
    },
};

/// Months of the longest grant.
const MAX_MONTHS: u32 = 12;

/// A grant as an administrator requests it.
#[derive(Clone, Debug)]
pub struct Grant {
    /// Chosen by the caller: the same id is the same grant.
    pub id: String,
    /// The account.
    pub user_id: String,
    /// The plan, for a person without access; others keep their plan.
    pub plan: Option<PaidPlan>,
    /// Months, 1 to 12.
    pub months: u32,
    /// The reason, for the audit log.
    pub reason: String,
}

/// Grants free months and queues an email to the person. `trace` is written in the same transaction, only where the
/// grant is new.
///
/// # Errors
/// Returns `Refused::PersonNotFound`, `Refused::Unproved`, and where months, reason or plan are missing.
pub async fn grant_courtesy(
    payments: &Payments,
    grant: Grant,
    trace: impl FnOnce(&mut Tx<'_>, &Courtesy) -> Result<(), ateneu_db::Error> + Send + 'static,
) -> Result<Courtesy, Error> {
    if !(1..=MAX_MONTHS).contains(&grant.months) {
        return Err(Refused::OutOfRange.into());
    }
    let grant = Grant { reason: reason_of(&grant.reason)?, ..grant };
    let (mail, terms, now) = (payments.mail().clone(), payments.terms(), payments.now());
    payments
        .db()
        .write(move |tx| {
            let Some(given) = give(tx, &grant, now)? else {
                return all(tx, &grant.user_id)?
                    .into_iter()
                    .find(|courtesy| courtesy.id == grant.id)
                    .ok_or(Refused::PersonNotFound.into());
            };
            projection::project(tx, &grant.user_id, now)?;
            trace(tx, &given)?;
            notify(tx, &mail, &terms, &grant.user_id, &given)?;
            Ok(given)
        })
        .await
}

/// Revokes courtesies that have not ended; paid access stays as it is.
///
/// # Errors
/// Returns `Refused::NoCourtesy`.
pub async fn end_courtesy(
    payments: &Payments,
    user_id: &str,
    trace: impl FnOnce(&mut Tx<'_>, &[Courtesy]) -> Result<(), ateneu_db::Error> + Send + 'static,
) -> Result<(), Error> {
    let (id, now) = (user_id.to_owned(), payments.now());
    payments
        .db()
        .write(move |tx| {
            projection::lock(tx, &id)?;
            let mut running = all(tx, &id)?;
            running.retain(|one| one.revoked_at.is_none() && now < one.ends_at);
            if running.is_empty() {
                return Err(Refused::NoCourtesy.into());
            }
            let sql = "UPDATE payment_courtesies SET revoked_at = $2
                       WHERE user_id = $1 AND revoked_at IS NULL AND ends_at > $2";
            tx.execute(sql, &[(&id).into(), now.into()])?;
            projection::project(tx, &id, now)?;
            Ok(trace(tx, &running)?)
        })
        .await
}

/// Stores the grant. Returns `None` if it is stored already.
fn give(tx: &mut Tx<'_>, grant: &Grant, now: Timestamp) -> Result<Option<Courtesy>, Error> {
    projection::lock(tx, &grant.user_id)?;
    let address = customers::required_address(tx, &grant.user_id)?;
    customers::check_address(tx, &grant.user_id, &address)?;
    let (paid_until, paid_plan) = paid(tx, &grant.user_id, now)?;
    let given_until = running(tx, &grant.user_id, None, now)?.map(|given| given.ends_at);
    let starts_at = [Some(now), paid_until, given_until].into_iter().flatten().max();
    let starts_at = starts_at.unwrap_or(now);
    let plan = paid_plan.or(grant.plan).ok_or(Refused::PlanNeeded)?;
    let given = Courtesy {
        id: grant.id.clone(),
        user_id: grant.user_id.clone(),
        plan,
        months: grant.months.into(),
        reason: grant.reason.clone(),
        starts_at,
        ends_at: calendar::months_later(starts_at, grant.months),
        revoked_at: None,
        created_at: now,
    };
    Ok(tx.insert_new(&given)?.then_some(given))
}

/// The end of the paid period and the present plan, which a grant continues. In the grace period nothing is paid: a
/// grant begins at once.
fn paid(
    tx: &mut Tx<'_>,
    user_id: &str,
    now: Timestamp,
) -> Result<(Option<Timestamp>, Option<PaidPlan>), ateneu_db::Error> {
    let sql = "SELECT CASE WHEN access_reason = $3 THEN NULL ELSE current_period_end END, plan
               FROM subscribers WHERE user_id = $1 AND access_until > $2";
    let values = [user_id.into(), now.into(), AccessReason::Grace.into()];
    Ok(tx.query_optional_as(sql, &values)?.unwrap_or_default())
}

fn notify(
    tx: &mut Tx<'_>,
    mail: &Mail,
    terms: &[Terms],
    user_id: &str,
    given: &Courtesy,
) -> Result<(), ateneu_db::Error> {
    let Some(address) = customers::address(tx, user_id)? else {
        return Ok(());
    };
    let sender = mail.sender();
    let email = sender.email(&MembershipCourtesy {
        until: calendar::day(given.ends_at),
        included: included(terms.iter().find(|terms| terms.plan == given.plan)),
        button: Button(sender.link("/membros")),
    });
    let message = email.to(&address, &sender).once(format!("courtesy-{}", given.id));
    mail.queue(tx, &message).map(drop)
}
