//! Hands emails to the mail queue, and reads what became of them. Few are in the queue at a time, so that a code to sign in
//! never waits behind a long list.

use std::time::Duration;

use ateneu_base::Timestamp;
use ateneu_db::{Error, Tx};
use ateneu_queue::{Handler, Leased, Outcome, Queue};
use serde::Deserialize;

use super::{
    rows::ContractNotice,
    service::{CONTRACT_NOTICES, ContractNotices, email},
    words::ContractNoticeState,
};

/// Number of emails of one notice that are in the mail queue at a time.
const IN_QUEUE: i64 = 50;

/// Interval between turns while recipients wait.
const INTERVAL: Duration = Duration::from_secs(5);

/// Interval between turns while only deferred emails are left.
const LAST_INTERVAL: Duration = Duration::from_secs(60);

/// Recipient whose email is not written yet.
#[derive(Deserialize)]
struct Next {
    number: i64,
    email: String,
}

/// Recipients that have no final state.
#[derive(Deserialize)]
struct Left {
    waiting: i64,
    queued: i64,
}

impl ContractNotices {
    /// Takes a turn of a notice. Returns the outcome of its task.
    fn turn(&self, tx: &mut Tx<'_>, id: &str, now: Timestamp) -> Result<Outcome, Error> {
        let Some(mut notice) = ContractNotice::lock(tx, id)? else {
            return Ok(Outcome::Ignored("o aviso foi removido".into()));
        };
        if notice.state != ContractNoticeState::Sending {
            return Ok(Outcome::Done);
        }
        if notice.place != tx.place()? {
            notice.state = ContractNoticeState::Stopped;
            tx.update(&notice)?;
            return Ok(Outcome::Done);
        }
        store_outcomes(tx, id, now)?;
        let left = left(tx, id)?;
        self.write_emails(tx, &notice, IN_QUEUE - left.queued)?;
        if left.waiting + left.queued == 0 {
            finish(tx, notice, now)?;
            return Ok(Outcome::Done);
        }
        let pause = if left.waiting > 0 { INTERVAL } else { LAST_INTERVAL };
        Ok(Outcome::Again { at: now + pause, error: None })
    }

    /// Writes the next emails, at most `most`.
    fn write_emails(&self, tx: &mut Tx<'_>, notice: &ContractNotice, most: i64) -> Result<(), Error> {
        let sql = "SELECT number, email FROM contract_notice_recipients
                   WHERE notice = $1 AND state = 'waiting' AND email IS NOT NULL ORDER BY number LIMIT $2";
        let next: Vec<Next> = tx.query_as(sql, &[(&notice.id).into(), most.max(0).into()])?;
        let sender = self.0.mail.sender();
        for Next { number, email: address } in &next {
            let message = email(&sender, notice).to(address, &sender).reply_to(&sender.email);
            self.0.mail.queue(tx, &message.once(format!("{}{number}", key(&notice.id))))?;
            let sql =
                "UPDATE contract_notice_recipients SET state = 'queued' WHERE notice = $1 AND number = $2";
            tx.execute(sql, &[(&notice.id).into(), (*number).into()])?;
        }
        Ok(())
    }
}

/// Returns the beginning of the keys of a notice's emails.
fn key(id: &str) -> String {
    format!("contract-notice {id} ")
}

/// Stores what became of the emails in the queue. An email that is gone went with its person.
fn store_outcomes(tx: &mut Tx<'_>, id: &str, now: Timestamp) -> Result<(), Error> {
    let sql = "UPDATE contract_notice_recipients
               SET state = CASE WHEN m.state = 'sent' THEN 'sent' ELSE 'failed' END,
                   reason = CASE WHEN m.state = 'sent' THEN NULL ELSE m.last_error END, settled_at = m.sent_at
               FROM mail_messages m
               WHERE contract_notice_recipients.notice = $1 AND contract_notice_recipients.state = 'queued'
                 AND m.dedupe_key = $2 || CAST(contract_notice_recipients.number AS text)
                 AND m.state IN ('sent', 'failed', 'suppressed')";
    tx.execute(sql, &[id.into(), key(id).into()])?;
    let sql = "UPDATE contract_notice_recipients SET state = 'failed', settled_at = $2
               WHERE notice = $1 AND email IS NULL AND state IN ('waiting', 'queued')";
    tx.execute(sql, &[id.into(), now.into()]).map(drop)
}

fn left(tx: &mut Tx<'_>, id: &str) -> Result<Left, Error> {
    let sql = "SELECT count(CASE WHEN state = 'waiting' THEN 1 END) AS waiting,
                      count(CASE WHEN state = 'queued' THEN 1 END) AS queued
               FROM contract_notice_recipients WHERE notice = $1 AND state IN ('waiting', 'queued')";
    tx.query_one_as(sql, &[id.into()])
}

fn finish(tx: &mut Tx<'_>, notice: ContractNotice, now: Timestamp) -> Result<(), Error> {
    let sql = "SELECT count(*) FROM contract_notice_recipients WHERE notice = $1 AND state = 'sent'";
    let sent: i64 = tx.query_one_as(sql, &[(&notice.id).into()])?;
    let failed = notice.recipients - sent;
    let done =
        ContractNotice { state: ContractNoticeState::Done, sent, failed, finished_at: Some(now), ..notice };
    tx.update(&done).map(drop)
}

impl Handler for ContractNotices {
    fn queue(&self) -> Queue {
        CONTRACT_NOTICES
    }

    async fn handle(&self, tasks: &[Leased]) -> Result<Option<Outcome>, Error> {
        for task in tasks {
            let (service, task) = (self.clone(), task.clone());
            let turn = self.0.db.write(move |tx| {
                let now = service.now();
                let outcome = service.turn(tx, &task.id, now)?;
                CONTRACT_NOTICES.complete(tx, &[task], &outcome, now).map(drop)
            });
            turn.await?;
        }
        Ok(None)
    }
}
