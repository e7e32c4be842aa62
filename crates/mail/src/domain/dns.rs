//! Text records of a name, asked from the machine's name servers. One question and one answer of a fixed form, so no
//! library is needed.

use std::{
    io,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    time::Duration,
};

use ateneu_base::ids;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpStream, UdpSocket},
    time::timeout,
};

/// File with the machine's name servers.
const SERVERS: &str = "/etc/resolv.conf";

/// Port of name servers.
const PORT: u16 = 53;

/// Maximum number of name servers that are asked.
const MAX_SERVERS: usize = 2;

/// Maximum time of one question to one server.
const TIMEOUT: Duration = Duration::from_secs(2);

/// Type of text records, and class of the internet.
const TXT: u16 = 16;
const IN: u16 = 1;

/// Answers of a name server: no error, and no such name.
const NO_ERROR: u8 = 0;
const NO_NAME: u8 = 3;

/// Bit of a response that was cut.
const TRUNCATED: u8 = 0x02;

/// Asks name servers.
pub(super) struct Resolver {
    servers: Vec<SocketAddr>,
}

impl Resolver {
    /// Uses these servers, or those of the machine.
    pub(super) fn new(servers: Vec<SocketAddr>) -> Self {
        Self { servers }
    }

    /// Returns the text records of a name. Returns `None` if no server answers.
    pub(super) async fn texts(&self, name: &str) -> Option<Vec<String>> {
        let servers = if self.servers.is_empty() { machine_servers() } else { self.servers.clone() };
        for server in servers.into_iter().take(MAX_SERVERS) {
            match timeout(TIMEOUT, ask(server, name)).await {
                Ok(Ok(Some(texts))) => return Some(texts),
                Ok(Ok(None)) => {}
                Ok(Err(error)) => tracing::debug!(%error, %server, "a name server did not answer"),
                Err(_) => tracing::debug!(%server, "a name server did not answer in time"),
            }
        }
        None
    }
}

/// Returns the servers of the machine's configuration, the machine itself without one.
fn machine_servers() -> Vec<SocketAddr> {
    let text = std::fs::read_to_string(SERVERS).unwrap_or_default();
    let lines = text.lines().filter_map(|line| line.trim().strip_prefix("nameserver"));
    let servers: Vec<_> = lines.filter_map(|line| line.trim().parse::<IpAddr>().ok()).collect();
    let servers = if servers.is_empty() { vec![Ipv4Addr::LOCALHOST.into()] } else { servers };
    servers.into_iter().map(|address| SocketAddr::new(address, PORT)).collect()
}

/// Asks one server, by UDP and, for a long answer, by TCP.
async fn ask(server: SocketAddr, name: &str) -> io::Result<Option<Vec<String>>> {
    let Some(question) = question(name) else { return Ok(Some(Vec::new())) };
    let local: SocketAddr = if server.is_ipv4() { ([0, 0, 0, 0], 0).into() } else { ([0_u16; 8], 0).into() };
    let socket = UdpSocket::bind(local).await?;
    // A connected socket gets answers of this server alone.
    socket.connect(server).await?;
    socket.send(&question).await?;
    let mut buffer = [0; 4096];
    loop {
        let length = socket.recv(&mut buffer).await?;
        let response = &buffer[..length];
        if !answers(response, &question) {
            continue;
        }
        if response[2] & TRUNCATED == 0 {
            return Ok(read(response));
        }
        return Ok(read(&ask_by_tcp(server, &question).await?));
    }
}

async fn ask_by_tcp(server: SocketAddr, question: &[u8]) -> io::Result<Vec<u8>> {
    let mut stream = TcpStream::connect(server).await?;
    let length = u16::try_from(question.len()).map_err(io::Error::other)?;
    stream.write_all(&[&length.to_be_bytes(), question].concat()).await?;
    let mut response = vec![0; usize::from(stream.read_u16().await?)];
    stream.read_exact(&mut response).await?;
    match answers(&response, question) {
        true => Ok(response),
        false => Err(io::Error::other("the answer is that of another question")),
    }
}

/// Returns a question with a random number. Returns `None` if the text is no name.
fn question(name: &str) -> Option<Vec<u8>> {
    let number = u16::from_str_radix(ids::random_id().get(..4)?, 16).ok()?;
    let mut bytes = number.to_be_bytes().to_vec();
    // Recursion is desired; one question.
    bytes.extend([1, 0, 0, 1, 0, 0, 0, 0, 0, 0]);
    for label in name.trim_end_matches('.').split('.') {
        let length = u8::try_from(label.len()).ok().filter(|length| (1..=63).contains(length))?;
        bytes.push(length);
        bytes.extend(label.as_bytes());
    }
    bytes.push(0);
    bytes.extend([TXT.to_be_bytes(), IN.to_be_bytes()].concat());
    (name.len() <= 253).then_some(bytes)
}

/// Returns `true` if a response repeats number and question.
fn answers(response: &[u8], question: &[u8]) -> bool {
    let is_response = response.get(2).is_some_and(|flags| flags & 0x80 != 0);
    is_response
        && response.len() >= question.len()
        && response[..2] == question[..2]
        && response[12..question.len()].eq_ignore_ascii_case(&question[12..])
}

/// Returns the texts of a response. Returns `None` if the server has failed or the response is malformed.
fn read(response: &[u8]) -> Option<Vec<String>> {
    match response.get(3)? & 0x0f {
        NO_ERROR => {}
        NO_NAME => return Some(Vec::new()),
        _ => return None,
    }
    let two = |at: usize| Some(u16::from_be_bytes([*response.get(at)?, *response.get(at + 1)?]));
    let count = two(6)?;
    let mut at = skip_name(response, 12)? + 4;
    let mut texts = Vec::new();
    for _ in 0..count {
        at = skip_name(response, at)?;
        let (kind, length) = (two(at)?, usize::from(two(at + 8)?));
        let data = response.get(at + 10..at + 10 + length)?;
        if kind == TXT {
            texts.push(joined(data)?);
        }
        at += 10 + length;
    }
    Some(texts)
}

/// Returns the place after a name, which may end with a reference.
fn skip_name(response: &[u8], mut at: usize) -> Option<usize> {
    loop {
        match *response.get(at)? {
            0 => return Some(at + 1),
            length if length & 0xc0 == 0xc0 => return Some(at + 2),
            length => at += 1 + usize::from(length),
        }
    }
}

/// Joins the parts of a text record.
fn joined(mut data: &[u8]) -> Option<String> {
    let mut text = Vec::new();
    while let Some((length, rest)) = data.split_first() {
        let length = usize::from(*length);
        text.extend_from_slice(rest.get(..length)?);
        data = &rest[length..];
    }
    Some(String::from_utf8_lossy(&text).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn malformed_responses_have_no_texts() {
        let question = question("casa.test").unwrap();
        let mut response = question.clone();
        response[2] |= 0x80;
        assert!(answers(&response, &question));
        assert_eq!(read(&response), Some(Vec::new()));
        response[7] = 1;
        assert_eq!(read(&response), None, "the answer is missing");
        response.extend([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 60, 0, 6, 2, b'v', b'=', 2, b's', b'p']);
        assert_eq!(read(&response), Some(vec!["v=sp".to_owned()]));
        for end in question.len()..response.len() {
            assert_eq!(read(&response[..end]), None, "{end}");
        }
        let inside = response.len() - 3;
        response[inside] = 200;
        assert_eq!(read(&response), None, "a part is longer than its record");
        for name in ["", "a..b", &"x".repeat(64), &"x.".repeat(130)] {
            assert!(super::question(name).is_none(), "{name}");
        }
    }
}
