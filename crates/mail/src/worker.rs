//! The worker: woken by commits that owe somebody a message and by the clock for what is to be tried again. It stops
//! between two messages.

use std::time::Duration;

use ateneu_base::{Change, Timestamp};
use ateneu_db::Changes;
use tokio::sync::{broadcast::error::RecvError, watch};

use crate::{
    Error, Mail, TABLE, follow,
    queue::{self, Job, Taken},
    transport::Outcome,
};

/// How often what is old is swept.
const SWEEP: Duration = Duration::from_secs(60 * 60);

/// Messages settled before rows that came meanwhile are looked at again: their letters go ahead of the newsletter.
const ROUND: usize = 10;

/// How long to wait when the database did not answer.
const AFTER_TROUBLE: Duration = Duration::from_secs(30);

/// Works until told to stop or the database is gone.
pub(crate) async fn run(mail: Mail, mut changes: Changes, mut stop: watch::Receiver<bool>) {
    let mut swept: Option<Timestamp> = None;
    while !*stop.borrow() {
        let now = mail.0.clock.now();
        let pause = match round(&mail, now, &mut swept).await {
            // Sending takes its time.
            Ok(next) => next.map_or(SWEEP, |at| until(mail.0.clock.now(), at)).min(SWEEP),
            Err(error) => {
                tracing::error!(%error, "messages wait");
                AFTER_TROUBLE
            }
        };
        tokio::select! {
            _ = stop.changed() => {}
            going_on = heard(&mut changes) => if !going_on { break },
            () = tokio::time::sleep(pause) => {}
        }
    }
}

async fn round(
    mail: &Mail,
    now: Timestamp,
    swept: &mut Option<Timestamp>,
) -> Result<Option<Timestamp>, Error> {
    if swept.is_none_or(|at| at + SWEEP <= now) {
        mail.sweep().await?;
        *swept = Some(now);
    }
    mail.work().await?;
    let kinds = mail.0.transport.kinds();
    Ok(mail.0.db.read(move |tx| queue::next_due(tx, &kinds)).await?)
}

fn until(now: Timestamp, at: Timestamp) -> Duration {
    Duration::from_micros(u64::try_from(at.micros() - now.micros()).unwrap_or(0))
}

/// Waits for a commit that may owe somebody a message; false when there will be none.
async fn heard(changes: &mut Changes) -> bool {
    loop {
        match changes.recv().await {
            Ok(batch) if batch.iter().any(concerns_us) => return true,
            Ok(_) => {}
            Err(RecvError::Lagged(_)) => return true,
            Err(RecvError::Closed) => return false,
        }
    }
}

fn concerns_us(change: &Change) -> bool {
    change.table == TABLE || follow::TABLES.contains(&change.table.as_str())
}

/// Sends some of what is due, one after the other; true when there may be more.
pub(crate) async fn deliver(mail: &Mail) -> Result<bool, Error> {
    let kinds = mail.0.transport.kinds();
    for _ in 0..ROUND {
        if mail.is_stopping() {
            return Ok(false);
        }
        let (kinds, now) = (kinds.clone(), mail.0.clock.now());
        match mail.0.db.write(move |tx| queue::take(tx, &kinds, now)).await? {
            Taken::Due(job) => deliver_one(mail, *job).await?,
            Taken::Settled => {}
            Taken::Nothing => return Ok(false),
        }
    }
    Ok(true)
}

async fn deliver_one(mail: &Mail, job: Job) -> Result<(), Error> {
    let sender = mail.sender();
    let outcome = match sender.mailbox(mail.0.from.as_ref()) {
        Ok(from) => mail.0.transport.send(&job, from, &sender.host()).await,
        // The owner's address is to be mended; the letter is not at fault.
        Err(error) => Outcome::Later(error.to_string()),
    };
    if let Outcome::Later(reason) | Outcome::Never { reason, .. } = &outcome {
        tracing::warn!(message = job.id, reason, "a message was not taken");
    }
    let now = mail.0.clock.now();
    mail.0
        .db
        .write(move |tx| queue::settle(tx, &job, &outcome, now))
        .await?;
    Ok(())
}
