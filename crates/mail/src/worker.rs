//! The worker: woken by commits that owe somebody a message and by the clock for what is to be tried again. It stops
//! between two messages. Each kind of message has a line of its own, so that none waits for another's slow service.

use std::time::Duration;

use ateneu_base::{Change, Timestamp};
use ateneu_db::Changes;
use tokio::sync::{broadcast::error::RecvError, watch};

use crate::{
    Error, Mail, TABLE,
    message::Kind,
    outgoing::{Outcome, Outgoing},
    queue::{self, Taken},
    row_emails,
};

/// How often what is old is swept.
const SWEEP: Duration = Duration::from_secs(60 * 60);

/// Messages settled before rows that came meanwhile are looked at again: their letters go ahead of the newsletter.
const ROUND: usize = 10;

/// How long to wait when the database did not answer.
const AFTER_TROUBLE: Duration = Duration::from_secs(30);

/// Works until told to stop or the database is gone.
pub(crate) async fn run(mail: Mail, stop: watch::Receiver<bool>) {
    tokio::join!(
        line(&mail, Kind::Email, mail.0.db.changes(), stop.clone()),
        line(&mail, Kind::Sms, mail.0.db.changes(), stop),
    );
}

async fn line(mail: &Mail, kind: Kind, mut changes: Changes, mut stop: watch::Receiver<bool>) {
    let mut swept: Option<Timestamp> = None;
    while !*stop.borrow() {
        let pause = match round(mail, kind, &mut swept).await {
            // Sending takes its time.
            Ok(next) => next.map_or(SWEEP, |at| until(mail.0.clock.now(), at)).min(SWEEP),
            Err(error) => {
                tracing::error!(%error, "messages wait");
                AFTER_TROUBLE
            }
        };
        tokio::select! {
            _ = stop.changed() => {}
            going_on = heard(mail, &mut changes, kind) => if !going_on { break },
            () = tokio::time::sleep(pause) => {}
        }
    }
}

/// What there is to do now; when there will be more.
async fn round(mail: &Mail, kind: Kind, swept: &mut Option<Timestamp>) -> Result<Option<Timestamp>, Error> {
    let now = mail.0.clock.now();
    if kind == Kind::Email && swept.is_none_or(|at| at + SWEEP <= now) {
        mail.sweep().await?;
        *swept = Some(now);
    }
    work(mail, kind).await?;
    if !mail.carries(kind) {
        return Ok(None);
    }
    Ok(mail.0.db.read(move |tx| queue::next_due(tx, kind)).await?)
}

/// Writes the letters that rows owe and sends what is due of a kind.
pub(crate) async fn work(mail: &Mail, kind: Kind) -> Result<(), Error> {
    loop {
        let written = match kind {
            Kind::Email => row_emails::queue_all(mail).await,
            // No row owes a short message.
            Kind::Sms => Ok(()),
        };
        if !deliver(mail, kind).await? {
            return written;
        }
    }
}

fn until(now: Timestamp, at: Timestamp) -> Duration {
    Duration::from_micros(u64::try_from(at.micros() - now.micros()).unwrap_or(0))
}

/// Waits for a commit that may owe somebody a message; false when there will be none.
async fn heard(mail: &Mail, changes: &mut Changes, kind: Kind) -> bool {
    loop {
        match changes.recv().await {
            Ok(batch) if batch.iter().any(|change| concerns(mail, change, kind)) => return true,
            Ok(_) => {}
            Err(RecvError::Lagged(_)) => return true,
            Err(RecvError::Closed) => return false,
        }
    }
}

fn concerns(mail: &Mail, change: &Change, kind: Kind) -> bool {
    let mut tables = mail.0.row_emails.iter().map(|emails| emails.table);
    let is_owed = kind == Kind::Email && tables.any(|table| change.table == table);
    change.table == TABLE || is_owed
}

/// Sends some of what is due, one after the other; true when there may be more.
async fn deliver(mail: &Mail, kind: Kind) -> Result<bool, Error> {
    if !mail.carries(kind) {
        return Ok(false);
    }
    for _ in 0..ROUND {
        if mail.is_stopping() {
            return Ok(false);
        }
        let now = mail.0.clock.now();
        match mail.0.db.write(move |tx| queue::take(tx, kind, now)).await? {
            Taken::Due(outgoing) => deliver_one(mail, *outgoing).await?,
            Taken::Settled => {}
            Taken::Nothing => return Ok(false),
        }
    }
    Ok(true)
}

async fn deliver_one(mail: &Mail, outgoing: Outgoing) -> Result<(), Error> {
    let (sender, from, now) = (mail.sender(), mail.0.from.as_ref(), mail.0.clock.now());
    let outcome = mail.0.transport.send(&outgoing, &sender, from, now).await;
    if let Outcome::Later(reason) | Outcome::Never { reason, .. } = &outcome {
        tracing::warn!(message = outgoing.id, reason, "a message was not taken");
    }
    let (keep, now) = (mail.0.outbox, mail.0.clock.now());
    mail.0.db.write(move |tx| queue::settle(tx, &outgoing, &outcome, keep, now)).await?;
    Ok(())
}
