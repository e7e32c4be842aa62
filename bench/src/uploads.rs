//! Recordings of lessons by resumable upload, over connections that break: whole in the end, without memory that grows.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, anyhow, bail, ensure};
use base64::{Engine, prelude::BASE64_STANDARD};

use crate::{
    option,
    server::Server,
    table::{Table, median},
};

/// Recordings, unless `--files=…` says how many.
const FILES: u64 = 30;
/// Number of recordings at once. Each is removed once it was compared, so that the disk holds no more.
const AT_ONCE: u64 = 4;
/// Bytes of each, unless `--megabytes=…` says how many million.
const SIZE: u64 = 500_000_000;
/// Between two looks at the memory.
const LOOK: Duration = Duration::from_millis(100);
/// Bytes that a browser sends in one request.
const CHUNK: u64 = 6 * 1024 * 1024;
/// Connections that break in the middle of a request, for each recording.
const CUTS: u64 = 5;
/// The header of a recording.
const FTYP: &[u8; 24] = b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom";

/// A recording whose bytes follow from its number.
struct Recording<'s> {
    number: u64,
    size: u64,
    server: &'s Server,
    bearer: &'s str,
}

/// Sends the recordings and compares what the server has stored of each.
pub fn cut(table: &mut Table) -> Result<()> {
    let files = option("--files").map_or(Ok(FILES), |files| files.parse())?;
    let size = option("--megabytes").map_or(Ok(SIZE / 1_000_000), |size| size.parse::<u64>())? * 1_000_000;
    let server = Server::start(&[])?;
    let (_, service) = server.keys()?;
    let bearer = format!("Bearer {service}");
    server.wait_until_idle()?;
    let before = server.anonymous()?;
    let (next, begun, is_over) = (AtomicU64::new(0), Instant::now(), AtomicBool::new(false));
    let memory = thread::scope(|scope| -> Result<Vec<f64>> {
        let send = || -> Result<()> {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= files {
                    return Ok(());
                }
                let recording = Recording { number, size, server: &server, bearer: &bearer };
                recording.send()?;
                recording.compare()?;
                recording.remove()?;
            }
        };
        let looker = scope.spawn(|| sample_memory(&server, &is_over));
        let senders: Vec<_> = (0..AT_ONCE).map(|_| scope.spawn(send)).collect();
        let sent: Vec<_> = senders.into_iter().map(thread::ScopedJoinHandle::join).collect();
        is_over.store(true, Ordering::Relaxed);
        for sent in sent {
            sent.map_err(|_| anyhow!("an upload stopped"))??;
        }
        looker.join().map_err(|_| anyhow!("the memory was not measured"))?
    })?;
    let megabytes = (files * size) as f64 / 1e6;
    table.row(
        format!("{files} recordings of {} MB, {AT_ONCE} at once, {CUTS} cuts each", size / 1_000_000),
        format!("{:.0} MB/s sent and read again", megabytes / begun.elapsed().as_secs_f64()),
        "every byte as sent",
        "reached".into(),
    );
    let most = memory.iter().copied().fold(before, f64::max);
    table.under("more memory at most meanwhile", most - before, 64.0, "MB");
    let third = memory.len() / 3;
    ensure!(third > 0, "too few looks at the memory: send more");
    let [.., middle, last] = [0, 1, 2].map(|part| median(memory[part * third..(part + 1) * third].to_vec()));
    table.under("more memory in the last third of them than in the one before", last - middle, 8.0, "MB");
    Ok(())
}

/// The memory of the server, look by look, until all is sent.
#[expect(clippy::disallowed_methods, reason = "memory is looked at in time that passes")]
fn sample_memory(server: &Server, is_over: &AtomicBool) -> Result<Vec<f64>> {
    let mut memory = Vec::new();
    while !is_over.load(Ordering::Relaxed) {
        memory.push(server.anonymous()?);
        thread::sleep(LOOK);
    }
    Ok(memory)
}

impl Recording<'_> {
    fn key(&self) -> String {
        format!("video/medida-{}.mp4", self.number)
    }

    /// The bytes from a place on.
    fn bytes(&self, from: u64, length: u64) -> Vec<u8> {
        let byte = |at: u64| {
            let header = usize::try_from(at).ok().and_then(|at| FTYP.get(at)).copied();
            header.unwrap_or_else(|| (at.wrapping_mul(31) ^ (at >> 13) ^ self.number).to_le_bytes()[0])
        };
        (from..from + length).map(byte).collect()
    }

    fn connect(&self, head: &str, length: u64) -> Result<TcpStream> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.server.port))?;
        // The last request waits until the pieces are joined.
        stream.set_read_timeout(Some(Duration::from_secs(120)))?;
        write!(
            stream,
            "{head} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\ntus-resumable: 1.0.0\r\n\
             authorization: {}\r\ncontent-length: {length}\r\n",
            self.bearer
        )?;
        Ok(stream)
    }

    /// One request: status and headers of its answer.
    fn request(&self, head: &str, headers: &str, body: &[u8]) -> Result<(u16, String)> {
        let mut stream = self.connect(head, body.len() as u64)?;
        write!(stream, "{headers}\r\n")?;
        stream.write_all(body)?;
        answer(&mut BufReader::new(stream))
    }

    fn send(&self) -> Result<()> {
        let metadata = [("bucketName", "courses"), ("objectName", &self.key()), ("contentType", "video/mp4")]
            .map(|(name, value)| format!("{name} {}", BASE64_STANDARD.encode(value)))
            .join(",");
        let headers = format!("upload-length: {}\r\nupload-metadata: {metadata}\r\n", self.size);
        let (status, said) = self.request("POST /storage/v1/upload/resumable", &headers, b"")?;
        ensure!(status == 201, "{status} {said}");
        let location = header(&said, "location").context("no address of the upload")?;
        let path = location.find("/storage/").map(|at| &location[at..]).context("no path")?.to_owned();
        let (mut offset, mut cuts) = (0, 0);
        while offset < self.size {
            let length = CHUNK.min(self.size - offset);
            let bytes = self.bytes(offset, length);
            if offset > self.size / (CUTS + 1) * (cuts + 1) && cuts < CUTS {
                cuts += 1;
                self.break_off(&path, offset, &bytes)?;
                offset = self.offset(&path)?;
                continue;
            }
            let headers = patch_headers(offset);
            let (status, said) = self.request(&format!("PATCH {path}"), &headers, &bytes)?;
            match status {
                204 => offset += length,
                // What the broken connection had brought was still being written.
                409 => offset = self.offset(&path)?,
                _ => bail!("{status} {said}"),
            }
        }
        ensure!(cuts == CUTS, "only {cuts} connections broke");
        Ok(())
    }

    /// A connection that ends after two thirds of its bytes.
    fn break_off(&self, path: &str, offset: u64, bytes: &[u8]) -> Result<()> {
        let mut stream = self.connect(&format!("PATCH {path}"), bytes.len() as u64)?;
        write!(stream, "{}\r\n", patch_headers(offset))?;
        stream.write_all(&bytes[..bytes.len() * 2 / 3])?;
        Ok(())
    }

    fn offset(&self, path: &str) -> Result<u64> {
        let (status, said) = self.request(&format!("HEAD {path}"), "", b"")?;
        ensure!(status == 200, "{status} {said}");
        Ok(header(&said, "upload-offset").context("no offset")?.parse()?)
    }

    /// Reads the stored recording and compares each byte.
    fn compare(&self) -> Result<()> {
        let path = format!("GET /storage/v1/object/authenticated/courses/{}", self.key());
        let mut stream = self.connect(&path, 0)?;
        write!(stream, "\r\n")?;
        let mut reader = BufReader::new(stream);
        let (status, said) = answer(&mut reader)?;
        ensure!(status == 200, "{status} {said}");
        let mut at = 0;
        while at < self.size {
            let expected = self.bytes(at, CHUNK.min(self.size - at));
            let mut stored = vec![0; expected.len()];
            reader.read_exact(&mut stored)?;
            ensure!(stored == expected, "recording {} differs after byte {at}", self.number);
            at += expected.len() as u64;
        }
        Ok(())
    }

    fn remove(&self) -> Result<()> {
        let path = format!("DELETE /storage/v1/object/courses/{}", self.key());
        let (status, said) = self.request(&path, "", b"")?;
        ensure!(status == 200, "{status} {said}");
        Ok(())
    }
}

fn patch_headers(offset: u64) -> String {
    format!("upload-offset: {offset}\r\ncontent-type: application/offset+octet-stream\r\n")
}

/// Status and headers of an answer; its body is left to be read.
fn answer(reader: &mut impl BufRead) -> Result<(u16, String)> {
    let mut said = String::new();
    while reader.read_line(&mut said)? > 2 {}
    let status = said.split_whitespace().nth(1).context("no answer")?.parse()?;
    Ok((status, said))
}

fn header<'s>(said: &'s str, name: &str) -> Option<&'s str> {
    let named = |line: &'s str| line.split_once(':').filter(|(found, _)| found.eq_ignore_ascii_case(name));
    said.lines().find_map(named).map(|(_, value)| value.trim())
}
