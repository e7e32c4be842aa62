//! Takes reports from the mailbox of the bounce domain. Each counts in the transaction that stores its place, so a report
//! counts once, and one that a crash interrupts is read again. Other messages stay as they are.

use ateneu_base::Timestamp;
use ateneu_jobs::{Job, Schedule};
use ateneu_mail::{
    mailbox::{Imap, MailboxError, MailboxSession, Position, Reader},
    suppressions::SuppressionSource,
};

use super::{
    read::{Report, read},
    record::record,
};
use crate::campaigns::service::Campaigns;

/// Name of the job.
const JOB: &str = "read_reports";

/// Label of the job in the panel, in Portuguese.
pub(crate) const LABELS: &[(&str, &str)] = &[(JOB, "Ler as devoluções de e-mail")];

/// Interval between two runs in minutes.
const INTERVAL: i8 = 5;

/// Maximum number of messages of one run. The others are read in the next one.
const MAX_MESSAGES: usize = 500;

/// Reason why the mailbox was not read to its end.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The mailbox.
    #[error(transparent)]
    Mailbox(#[from] MailboxError),
    /// The database.
    #[error(transparent)]
    Db(#[from] ateneu_db::Error),
}

/// Number of messages that a run has read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Taken {
    /// All messages.
    pub messages: usize,
    /// Messages that are reports with a valid token.
    pub reports: usize,
}

/// Returns the job that reads the mailbox.
pub fn job(campaigns: &Campaigns, imap: &Imap) -> Job {
    let (campaigns, imap) = (campaigns.clone(), imap.clone());
    Job::new(JOB, Schedule::minutes(INTERVAL), move || run(campaigns.clone(), imap.clone()))
}

async fn run(campaigns: Campaigns, imap: Imap) -> Result<String, ateneu_jobs::Error> {
    let taken = read_mailbox(&campaigns, &imap).await;
    let taken = taken.map_err(ateneu_jobs::Error::of("A caixa de devoluções não foi lida"))?;
    Ok(match taken.messages {
        0 => "Nenhuma mensagem nova.".to_owned(),
        messages => format!("Mensagens lidas: {messages}, devoluções: {}.", taken.reports),
    })
}

/// Reads the new messages of the mailbox, up to the limit of one run.
///
/// # Errors
/// Fails if the mailbox or the database does. What was read counts.
pub async fn read_mailbox(campaigns: &Campaigns, imap: &Imap) -> Result<Taken, ReadError> {
    let reader = Reader::new(JOB, imap.name()?);
    let mut session = imap.open().await?;
    let taken = read_new(campaigns, &reader, &mut session).await;
    session.close().await;
    taken
}

async fn read_new(
    campaigns: &Campaigns,
    reader: &Reader,
    session: &mut MailboxSession,
) -> Result<Taken, ReadError> {
    let db = &campaigns.0.db;
    let stored = reader.clone();
    let mut from = db.read(move |tx| stored.position(tx)).await?;
    session.begin_after(from);
    let mut taken = Taken::default();
    while taken.messages < MAX_MESSAGES
        && let Some(received) = session.next().await?
    {
        taken.messages += 1;
        let report = match received.bytes {
            Some(bytes) => parse(bytes).await,
            None => None,
        };
        match take(campaigns, reader, (from, received.position), report).await? {
            Taking::Elsewhere => return Ok(taken),
            Taking::Report => {
                taken.reports += 1;
                session.mark_seen(received.position).await?;
            }
            Taking::Other => {}
        }
        from = received.position;
    }
    // Numbers of removed messages are not searched again.
    let end = session.position();
    if end != from {
        let (reader, now) = (reader.clone(), campaigns.now());
        db.write(move |tx| reader.advance(tx, (from, end), now)).await?;
    }
    Ok(taken)
}

/// Parses a message beside the other work. A message that the parser fails on is no report.
async fn parse(bytes: Vec<u8>) -> Option<Report> {
    let parsed = tokio::task::spawn_blocking(move || read(&bytes)).await;
    parsed.unwrap_or_else(|error| {
        tracing::error!(%error, "failed to parse a message of the mailbox, which is ignored");
        None
    })
}

enum Taking {
    /// The message is a report with a valid token.
    Report,
    /// The message is none.
    Other,
    /// Another process reads the mailbox.
    Elsewhere,
}

async fn take(
    campaigns: &Campaigns,
    reader: &Reader,
    (from, to): (Position, Position),
    report: Option<Report>,
) -> Result<Taking, ateneu_db::Error> {
    let (reader, now): (Reader, Timestamp) = (reader.clone(), campaigns.now());
    let taken = campaigns.0.db.write(move |tx| {
        if !reader.advance(tx, (from, to), now)? {
            return Ok(Taking::Elsewhere);
        }
        Ok::<_, ateneu_db::Error>(match report {
            Some(report) if record(tx, &report, SuppressionSource::Report, now)? => Taking::Report,
            _ => Taking::Other,
        })
    });
    taken.await
}
