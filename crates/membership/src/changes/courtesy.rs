//! Courtesies: free months that an administrator grants with a reason, each grant once. A grant begins where paid or
//! granted access ends, so it never shortens access, and counts beside the subscription ([`crate::state::projection`]).

use ateneu_base::{Timestamp, Value, calendar};
use ateneu_db::Tx;
use ateneu_mail::{Block, Email, Mail};

use crate::{
    Error, Payments, Plan, Terms,
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
    pub plan: Option<Plan>,
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
            running.retain(|one| one.revoked_at.is_none() && one.ends_at.is_some_and(|end| now < end));
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
    let given_until = running(tx, &grant.user_id, None, now)?.map(|given| given.until);
    let starts_at = [Some(now), paid_until, given_until].into_iter().flatten().max();
    let starts_at = starts_at.unwrap_or(now);
    let plan = paid_plan.or_else(|| grant.plan.map(|plan| plan.name().to_owned()));
    let given = Courtesy {
        id: grant.id.clone(),
        plan: plan.ok_or(Refused::PlanNeeded)?,
        months: grant.months.into(),
        reason: grant.reason.clone(),
        starts_at: Some(starts_at),
        ends_at: Some(calendar::months_later(starts_at, grant.months)),
        revoked_at: None,
        created_at: Some(now),
    };
    let sql =
        "INSERT INTO payment_courtesies (id, user_id, plan, months, reason, starts_at, ends_at, created_at)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (id) DO NOTHING";
    let values: [Value; 8] = [
        (&given.id).into(),
        (&grant.user_id).into(),
        (&given.plan).into(),
        given.months.into(),
        (&given.reason).into(),
        given.starts_at.into(),
        given.ends_at.into(),
        now.into(),
    ];
    let is_new = tx.execute(sql, &values)? > 0;
    Ok(is_new.then_some(given))
}

/// The end of the paid period and the present plan, which a grant continues. In the grace period nothing is paid: a
/// grant begins at once.
fn paid(
    tx: &mut Tx<'_>,
    user_id: &str,
    now: Timestamp,
) -> Result<(Option<Timestamp>, Option<String>), ateneu_db::Error> {
    let sql = "SELECT CASE WHEN access_reason = 'grace' THEN NULL ELSE current_period_end END, plan
               FROM subscribers WHERE user_id = $1 AND access_until > $2";
    Ok(tx.query_optional_as(sql, &[user_id.into(), now.into()])?.unwrap_or_default())
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
    let until = given.ends_at.map(calendar::day).unwrap_or_default();
    let plan = terms.iter().find(|terms| terms.plan.name() == given.plan);
    let email = Email {
        subject: "Você recebeu uma cortesia".to_owned(),
        preheader: format!("Acesso à área de membros até {until}."),
        heading: "Você recebeu uma cortesia.".to_owned(),
        blocks: [
            vec![Block::Paragraph(format!(
                "Sua conta tem acesso à área de membros até {until}, sem nenhuma cobrança por isso."
            ))],
            included("Ela inclui:", plan),
            vec![
                Block::Paragraph("A cortesia não gera cobrança e não se renova sozinha.".to_owned()),
                Block::Action { label: "Ir para a área de membros", link: sender.link("/membros") },
            ],
        ]
        .concat(),
        reason: "Você recebe este e-mail porque a sua conta recebeu uma cortesia.".to_owned(),
        unsubscribe: None,
    };
    let message = email.to(&address, &sender).once(format!("courtesy-{}", given.id));
    mail.queue(tx, &message).map(drop)
}
