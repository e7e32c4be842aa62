//! An open mailbox.

use std::{collections::VecDeque, time::Duration};

use async_imap::Session;
use futures::TryStreamExt;
use tokio::time::timeout;

use super::{
    MailboxError,
    address::MailboxAddress,
    position::Position,
    stream::{Allowance, Bounded},
};

/// Number of message numbers that one search covers.
const WINDOW: i64 = 5_000;

/// Number of bytes of a message that are read. A report stands at the beginning, the email that it is about at the end.
const MAX_MESSAGE: usize = 1024 * 1024;

/// A message with its place.
#[derive(Clone, Debug)]
pub struct Received {
    /// Place of the message.
    pub position: Position,
    /// The message, cut after a mebibyte. `None` if it was removed meanwhile.
    pub bytes: Option<Vec<u8>>,
}

/// An open mailbox.
pub struct MailboxSession {
    session: Session<Bounded>,
    allowance: Allowance,
    command: Duration,
    validity: i64,
    /// Number that the next message of the folder will get.
    next_uid: i64,
    /// Numbers of messages to be read, in order.
    found: VecDeque<i64>,
    /// Last number that the searches covered.
    searched: i64,
}

impl MailboxSession {
    pub(super) async fn open(
        stream: Bounded,
        address: &MailboxAddress,
        command: Duration,
    ) -> Result<Self, MailboxError> {
        let allowance = stream.allowance();
        let mut client = async_imap::Client::new(stream);
        let greeting = client.read_response().await?;
        greeting.ok_or_else(|| MailboxError::Protocol("the server did not greet".to_owned()))?;
        let login = client.login(&address.user, &address.password).await;
        let mut session = login.map_err(|(error, _)| MailboxError::from(error))?;
        let folder = session.select(&address.folder).await?;
        let (Some(validity), Some(next_uid)) = (folder.uid_validity, folder.uid_next) else {
            return Err(MailboxError::Protocol("the folder has no numbers".to_owned()));
        };
        Ok(Self {
            session,
            allowance,
            command,
            validity: validity.into(),
            next_uid: next_uid.into(),
            found: VecDeque::new(),
            searched: 0,
        })
    }

    /// Begins after a position. A position of another generation of the folder stands before its first message.
    pub fn begin_after(&mut self, position: Position) {
        self.found.clear();
        self.searched = if position.validity == self.validity { position.uid } else { 0 };
    }

    /// Returns the place before which no message is left unread.
    pub fn position(&self) -> Position {
        let uid = self.found.front().map_or(self.searched, |next| next - 1);
        Position { validity: self.validity, uid }
    }

    /// Reads the next message without marking it. Returns `None` after the last one.
    ///
    /// # Errors
    /// Fails if the server does not respond in time, or refuses the command. The session must not be used again.
    pub async fn next(&mut self) -> Result<Option<Received>, MailboxError> {
        while self.found.is_empty() {
            if self.searched + 1 >= self.next_uid {
                return Ok(None);
            }
            let last = (self.searched + WINDOW).min(self.next_uid - 1);
            let query = format!("UID {}:{last}", self.searched + 1);
            self.allowance.renew();
            let found = in_time(self.command, async { Ok(self.session.uid_search(query).await?) }).await?;
            let mut found: Vec<i64> = found.into_iter().map(i64::from).collect();
            found.retain(|uid| (self.searched + 1..=last).contains(uid));
            found.sort_unstable();
            (self.found, self.searched) = (found.into(), last);
        }
        let Some(uid) = self.found.front().copied() else { return Ok(None) };
        self.allowance.renew();
        let query = format!("(UID BODY.PEEK[]<0.{MAX_MESSAGE}>)");
        let bytes = in_time(self.command, async {
            let mut responses = self.session.uid_fetch(uid.to_string(), query).await?;
            let mut bytes = None;
            while let Some(response) = responses.try_next().await? {
                if response.uid.map(i64::from) == Some(uid)
                    && let Some(body) = response.body()
                {
                    bytes = Some(body.to_vec());
                }
            }
            Ok(bytes)
        });
        let bytes = bytes.await?;
        self.found.pop_front();
        Ok(Some(Received { position: Position { validity: self.validity, uid }, bytes }))
    }

    /// Marks a message as seen, for people who look at the mailbox.
    ///
    /// # Errors
    /// Fails if the server does not respond in time, or refuses the command. The session must not be used again.
    pub async fn mark_seen(&mut self, position: Position) -> Result<(), MailboxError> {
        self.allowance.renew();
        let marked = async {
            let responses =
                self.session.uid_store(position.uid.to_string(), "+FLAGS.SILENT (\\Seen)").await?;
            responses.try_collect::<Vec<_>>().await?;
            Ok(())
        };
        in_time(self.command, marked).await
    }

    /// Ends the session.
    pub async fn close(mut self) {
        self.allowance.renew();
        let ended = in_time(self.command, async { Ok(self.session.logout().await?) }).await;
        if let Err(error) = ended {
            tracing::debug!(%error, "a session of the mailbox did not end in order");
        }
    }
}

async fn in_time<T>(
    most: Duration,
    command: impl Future<Output = Result<T, MailboxError>>,
) -> Result<T, MailboxError> {
    timeout(most, command).await.unwrap_or(Err(MailboxError::TooSlow))
}
