//! A mock of a mail server: speaks enough SMTP to take emails, and keeps them byte for byte.

#![expect(clippy::expect_used, reason = "a test that cannot have its server must stop")]

use std::{collections::HashMap, net::SocketAddr, sync::Arc};

use parking_lot::Mutex;
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines},
    net::{
        TcpListener, TcpStream,
        tcp::{OwnedReadHalf, OwnedWriteHalf},
    },
    sync::{Notify, watch},
};

/// An email as it arrived.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReceivedEmail {
    /// The address in `RCPT TO`.
    pub recipient: String,
    /// Header fields and body, lines ending with `\n`.
    pub data: String,
}

impl ReceivedEmail {
    /// The value of a header field, its lines joined; empty when it is missing.
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
    /// Answers this line to `RCPT TO`, e.g. `550 5.1.1 no such user`.
    Refuse(&'static str),
    /// The email is taken whole, and its end is answered only after [`SmtpServer::release`].
    Hold,
}

struct Shared {
    replies: Mutex<HashMap<String, SmtpReply>>,
    received: watch::Sender<Vec<ReceivedEmail>>,
    released: Notify,
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
            }),
        };
        let shared = Arc::clone(&server.shared);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                // A client may go away in the middle.
                tokio::spawn(Connection::new(stream, Arc::clone(&shared)).run());
            }
        });
        server
    }

    /// Returns the server's address as a configuration has it.
    pub fn url(&self) -> String {
        format!("smtp://{}", self.address)
    }

    /// Replies this to a recipient from now on.
    pub fn reply_to(&self, recipient: &str, reply: SmtpReply) {
        self.shared.replies.lock().insert(recipient.to_owned(), reply);
    }

    /// Takes this recipient's emails from now on.
    pub fn accept(&self, recipient: &str) {
        self.shared.replies.lock().remove(recipient);
    }

    /// Answers one email that is held, now or when it comes.
    pub fn release(&self) {
        self.shared.released.notify_one();
    }

    /// Every email so far.
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
    recipient: String,
}

impl Connection {
    fn new(stream: TcpStream, shared: Arc<Shared>) -> Self {
        let (read, client) = stream.into_split();
        Self { lines: BufReader::new(read).lines(), client, shared, recipient: String::new() }
    }

    async fn run(mut self) -> std::io::Result<()> {
        self.send("220 ready").await?;
        while let Some(line) = self.lines.next_line().await? {
            let verb = line.get(..4).unwrap_or_default().to_uppercase();
            match verb.as_str() {
                "EHLO" => self.send("250-mock\r\n250-8BITMIME\r\n250 SMTPUTF8").await?,
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
        self.shared.replies.lock().get(&self.recipient).copied()
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
        while let Some(line) = self.lines.next_line().await? {
            if line == "." {
                break;
            }
            data.push_str(line.strip_prefix('.').unwrap_or(&line));
            data.push('\n');
        }
        let recipient = self.recipient.clone();
        let held = matches!(self.reply(), Some(SmtpReply::Hold));
        self.shared.received.send_modify(|all| all.push(ReceivedEmail { recipient, data }));
        if held {
            self.shared.released.notified().await;
        }
        self.send("250 taken").await
    }
}
