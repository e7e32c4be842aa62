//! A mock of a mail server: supports enough SMTP to receive emails, and stores them byte for byte.

#![expect(clippy::expect_used, reason = "a test that cannot have its server must stop")]

use std::{
    collections::HashMap,
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use parking_lot::Mutex;
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines},
    net::{
        TcpListener, TcpStream,
        tcp::{OwnedReadHalf, OwnedWriteHalf},
    },
    sync::{Notify, watch},
};

/// A received email.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReceivedEmail {
    /// The address in `MAIL FROM`.
    pub sender: String,
    /// The address in `RCPT TO`.
    pub recipient: String,
    /// Header fields and body, with lines ending in `\n`.
    pub data: String,
}

impl ReceivedEmail {
    /// Returns the value of a header field with its lines joined, empty if it is missing.
    pub fn header(&self, name: &str) -> String {
        let (head, _) = self.data.split_once("\n\n").unwrap_or((&self.data, ""));
        let unfolded = head.replace("\n ", " ").replace("\n\t", " ");
        let prefix = format!("{name}: ");
        let found = unfolded.lines().find_map(|line| line.strip_prefix(&prefix));
        found.unwrap_or_default().to_owned()
    }
}

/// Reply of the server to a recipient.
#[derive(Clone, Copy, Debug)]
pub enum SmtpReply {
    /// Refuses `RCPT TO` with this line, e.g. `550 5.1.1 no such user`.
    Refuse(&'static str),
    /// Receives the whole email, and replies to its end after [`SmtpServer::release`].
    Hold,
    /// Receives the whole email and closes the connection without a reply.
    Cut,
    /// Refuses the end of the email with this line.
    RefuseText(&'static str),
}

struct Shared {
    replies: Mutex<HashMap<String, SmtpReply>>,
    received: watch::Sender<Vec<ReceivedEmail>>,
    released: Notify,
    is_down: AtomicBool,
}

/// The running server.
#[derive(Clone)]
pub struct SmtpServer {
    address: SocketAddr,
    shared: Arc<Shared>,
}

impl SmtpServer {
    /// Listens on a free port of this machine.
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let server = Self {
            address: listener.local_addr().expect("an address"),
            shared: Arc::new(Shared {
                replies: Mutex::default(),
                received: watch::Sender::new(Vec::new()),
                released: Notify::new(),
                is_down: AtomicBool::new(false),
            }),
        };
        let shared = Arc::clone(&server.shared);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                // A client may disconnect early.
                tokio::spawn(Connection::new(stream, Arc::clone(&shared)).run());
            }
        });
        server
    }

    /// Returns the server's URL for a configuration.
    pub fn url(&self) -> String {
        format!("smtp://{}", self.address)
    }

    /// Sets whether every connection is closed without a greeting.
    pub fn set_down(&self, is_down: bool) {
        self.shared.is_down.store(is_down, Ordering::SeqCst);
    }

    /// Sets the reply to a recipient, or to all recipients of a domain: `@exemplo.com.br`.
    pub fn reply_to(&self, recipient: &str, reply: SmtpReply) {
        self.shared.replies.lock().insert(recipient.to_owned(), reply);
    }

    /// Accepts this recipient's emails again.
    pub fn accept(&self, recipient: &str) {
        self.shared.replies.lock().remove(recipient);
    }

    /// Replies to one held email, present or future.
    pub fn release(&self) {
        self.shared.released.notify_one();
    }

    /// Returns all emails so far.
    pub fn received(&self) -> Vec<ReceivedEmail> {
        self.shared.received.borrow().clone()
    }

    /// Waits until this number of emails has arrived.
    pub async fn wait_for(&self, emails: usize) -> Vec<ReceivedEmail> {
        let mut received = self.shared.received.subscribe();
        let all = received.wait_for(|all| all.len() >= emails).await;
        all.expect("the server listens").clone()
    }
}

/// A connection of a client.
struct Connection {
    lines: Lines<BufReader<OwnedReadHalf>>,
    client: OwnedWriteHalf,
    shared: Arc<Shared>,
    sender: String,
    recipient: String,
}

impl Connection {
    fn new(stream: TcpStream, shared: Arc<Shared>) -> Self {
        let (read, client) = stream.into_split();
        Self {
            lines: BufReader::new(read).lines(),
            client,
            shared,
            sender: String::new(),
            recipient: String::new(),
        }
    }

    async fn run(mut self) -> std::io::Result<()> {
        if self.shared.is_down.load(Ordering::SeqCst) {
            return Ok(());
        }
        self.send("220 ready").await?;
        while let Some(line) = self.lines.next_line().await? {
            if self.shared.is_down.load(Ordering::SeqCst) {
                return Ok(());
            }
            let verb = line.get(..4).unwrap_or_default().to_uppercase();
            match verb.as_str() {
                "EHLO" => self.send("250-mock\r\n250-8BITMIME\r\n250 SMTPUTF8").await?,
                "MAIL" => {
                    self.sender = line.split(['<', '>']).nth(1).unwrap_or_default().to_owned();
                    self.send("250 ok").await?;
                }
                "RCPT" => self.recipient(&line).await?,
                "DATA" => self.email().await?,
                "QUIT" => return self.send("221 bye").await,
                _ => self.send("250 ok").await?,
            }
        }
        Ok(())
    }

    async fn send(&mut self, line: &str) -> std::io::Result<()> {
        self.client.write_all(format!("{line}\r\n").as_bytes()).await
    }

    fn reply(&self) -> Option<SmtpReply> {
        let replies = self.shared.replies.lock();
        let domain = self.recipient.rfind('@').map(|at| &self.recipient[at..]);
        replies.get(&self.recipient).or_else(|| replies.get(domain?)).copied()
    }

    async fn recipient(&mut self, line: &str) -> std::io::Result<()> {
        let address = line.split(['<', '>']).nth(1).unwrap_or_default();
        self.recipient = address.to_owned();
        match self.reply() {
            Some(SmtpReply::Refuse(reply)) => self.send(reply).await,
            _ => self.send("250 ok").await,
        }
    }

    async fn email(&mut self) -> std::io::Result<()> {
        self.send("354 go on").await?;
        let mut data = String::new();
        loop {
            // An email that is cut in its text is none.
            let Some(line) = self.lines.next_line().await? else { return Ok(()) };
            if line == "." {
                break;
            }
            data.push_str(line.strip_prefix('.').unwrap_or(&line));
            data.push('\n');
        }
        let (sender, recipient) = (self.sender.clone(), self.recipient.clone());
        let reply = self.reply();
        self.shared.received.send_modify(|all| all.push(ReceivedEmail { sender, recipient, data }));
        match reply {
            Some(SmtpReply::Hold) => self.shared.released.notified().await,
            Some(SmtpReply::Cut) => return Err(std::io::ErrorKind::ConnectionAborted.into()),
            Some(SmtpReply::RefuseText(reply)) => return self.send(reply).await,
            _ => {}
        }
        self.send("250 taken").await
    }
}
