//! A mail relay for tests: speaks enough SMTP to take letters on a port of its own, keeps them byte for byte, and
//! answers each recipient as it is told.

#![expect(clippy::expect_used, reason = "a test that cannot have its relay must stop")]

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

/// A letter as it arrived.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Received {
    /// The address in `RCPT TO`.
    pub recipient: String,
    /// Header fields and body, lines ending with `\n`.
    pub data: String,
}

impl Received {
    /// The value of a header field, its lines joined; empty when it is missing.
    pub fn header(&self, name: &str) -> String {
        let (head, _) = self.data.split_once("\n\n").unwrap_or((&self.data, ""));
        let unfolded = head.replace("\n ", " ").replace("\n\t", " ");
        let prefix = format!("{name}: ");
        let found = unfolded.lines().find_map(|line| line.strip_prefix(&prefix));
        found.unwrap_or_default().to_owned()
    }
}

/// How a recipient is answered.
#[derive(Clone, Copy, Debug)]
pub enum Answer {
    /// With this line to `RCPT TO`, e.g. `550 5.1.1 no such user`.
    Refuse(&'static str),
    /// The letter is taken whole, and its end is answered only after [`Relay::release`].
    Hold,
}

struct Shared {
    answers: Mutex<HashMap<String, Answer>>,
    received: watch::Sender<Vec<Received>>,
    released: Notify,
}

/// The running relay.
#[derive(Clone)]
pub struct Relay {
    address: SocketAddr,
    shared: Arc<Shared>,
}

impl Relay {
    /// Listens on a free port of this machine.
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let relay = Self {
            address: listener.local_addr().expect("an address"),
            shared: Arc::new(Shared {
                answers: Mutex::default(),
                received: watch::Sender::new(Vec::new()),
                released: Notify::new(),
            }),
        };
        let shared = Arc::clone(&relay.shared);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                // A client that goes away in the middle is no trouble of ours.
                tokio::spawn(Talk::new(stream, Arc::clone(&shared)).run());
            }
        });
        relay
    }

    /// Its address as a configuration has it.
    pub fn url(&self) -> String {
        format!("smtp://{}", self.address)
    }

    /// From now on this recipient is answered so.
    pub fn answer(&self, recipient: &str, answer: Answer) {
        self.shared.answers.lock().insert(recipient.to_owned(), answer);
    }

    /// From now on this recipient's letters are taken.
    pub fn accept(&self, recipient: &str) {
        self.shared.answers.lock().remove(recipient);
    }

    /// Answers one letter that is held, now or when it comes.
    pub fn release(&self) {
        self.shared.released.notify_one();
    }

    /// Every letter so far.
    pub fn received(&self) -> Vec<Received> {
        self.shared.received.borrow().clone()
    }

    /// Waits until so many letters have arrived.
    pub async fn arrived(&self, letters: usize) -> Vec<Received> {
        let mut received = self.shared.received.subscribe();
        let all = received.wait_for(|all| all.len() >= letters).await;
        all.expect("the relay listens").clone()
    }
}

/// One connection.
struct Talk {
    lines: Lines<BufReader<OwnedReadHalf>>,
    client: OwnedWriteHalf,
    shared: Arc<Shared>,
    recipient: String,
}

impl Talk {
    fn new(stream: TcpStream, shared: Arc<Shared>) -> Self {
        let (read, client) = stream.into_split();
        Self { lines: BufReader::new(read).lines(), client, shared, recipient: String::new() }
    }

    async fn run(mut self) -> std::io::Result<()> {
        self.say("220 relay ready").await?;
        while let Some(line) = self.lines.next_line().await? {
            let verb = line.get(..4).unwrap_or_default().to_uppercase();
            match verb.as_str() {
                "EHLO" => self.say("250-relay\r\n250-8BITMIME\r\n250 SMTPUTF8").await?,
                "RCPT" => self.recipient(&line).await?,
                "DATA" => self.letter().await?,
                "QUIT" => return self.say("221 bye").await,
                _ => self.say("250 ok").await?,
            }
        }
        Ok(())
    }

    async fn say(&mut self, line: &str) -> std::io::Result<()> {
        self.client.write_all(format!("{line}\r\n").as_bytes()).await
    }

    fn told(&self) -> Option<Answer> {
        self.shared.answers.lock().get(&self.recipient).copied()
    }

    async fn recipient(&mut self, line: &str) -> std::io::Result<()> {
        let address = line.split(['<', '>']).nth(1).unwrap_or_default();
        self.recipient = address.to_owned();
        match self.told() {
            Some(Answer::Refuse(reply)) => self.say(reply).await,
            _ => self.say("250 ok").await,
        }
    }

    async fn letter(&mut self) -> std::io::Result<()> {
        self.say("354 go on").await?;
        let mut data = String::new();
        while let Some(line) = self.lines.next_line().await? {
            if line == "." {
                break;
            }
            data.push_str(line.strip_prefix('.').unwrap_or(&line));
            data.push('\n');
        }
        let recipient = self.recipient.clone();
        let held = matches!(self.told(), Some(Answer::Hold));
        self.shared.received.send_modify(|all| all.push(Received { recipient, data }));
        if held {
            self.shared.released.notified().await;
        }
        self.say("250 taken").await
    }
}
