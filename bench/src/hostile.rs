//! Costs of hostile requests and connections, for themselves and for all others; and the memory after much was written
//! and read.

use std::{
    net::{Ipv4Addr, SocketAddr},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use anyhow::{Result, anyhow, ensure};
use serde_json::json;
use tokio::{io::AsyncWriteExt, net::TcpSocket, runtime::Runtime, task::JoinSet, time::sleep};

use crate::{
    option,
    postgres::POSTGRES,
    server::{Server, ticks_of},
    table::{Table, p99},
};

/// Contents beside those of the demo, each with a body of this many bytes.
const CONTENTS: usize = 1_500;
const BODY_BYTES: usize = 20 * 1024;

/// Data requests of a visitor that cost as much as the budget lets them.
const COSTLY: &[(&str, &str)] = &[
    ("contents?body=ilike.*a*e*i*o*u*z*q*", "application/json"),
    ("contents?search_text=fts.zq0|zq1|zq2|zq3|zq4|zq5|zq6|zq7|zq8|zq9", "application/json"),
    ("contents?search_text=phfts.lideran%C3%A7a%20com%20calma%20sempre", "application/json"),
    ("contents?select=*&order=body.desc&limit=10000", "application/json"),
    ("contents?select=*&order=description.desc,body&offset=900&limit=300", "application/json"),
    ("contents?select=*&limit=350", "text/csv"),
    ("contents?select=*&limit=370", "application/json"),
    (
        "contents?select=id,a:categories(*,contents(*)),b:categories(*,contents(*))&limit=1000",
        "application/json",
    ),
    ("contents?select=id,categories(name,contents(id,categories(name,contents(id))))", "application/json"),
    ("contents?select=body.max(),body.min(),title", "application/json"),
    ("contents?select=count()&or=(body.like.*z*q*,body.ilike.*q*z*,title.ilike.*z*q*)", "application/json"),
    ("contents?select=id&body=like(any).{*a*b*c*,*d*e*f*,*g*h*i*,*j*k*l*}", "application/json"),
    (
        "courses?select=*,course_modules(*,lessons(*)),lessons(*,course_modules(*,lessons(*)))",
        "application/json",
    ),
    ("lessons?select=*,courses(*,lessons(*))&title=ilike.*a*e*o*&order=title.desc", "application/json"),
    ("rpc/search_contents?search=lideranca%20calma%20metodo", "application/json"),
    ("rpc/search_contents?search=l%20c%20m%20d%20e%20p", "application/json"),
];

fn fill(server: &Server, service: &str, count: usize) -> Result<()> {
    let authorization = format!("Bearer {service}");
    let headers = [
        ("apikey", service),
        ("authorization", authorization.as_str()),
        ("content-type", "application/json"),
        ("prefer", "return=minimal"),
    ];
    for first in (0..count).step_by(50) {
        let rows: Vec<_> = (first..count.min(first + 50))
            .map(|number| {
                let words = format!("<p>pauta {number} de lideranca com calma e metodo</p>");
                json!({ "title": format!("Conteúdo {number}"), "content_type": "article", "is_published": true,
                        "is_member_only": false, "description": words, "body": words.repeat(BODY_BYTES / words.len()) })
            })
            .collect();
        let (status, answer) =
            server.request("POST", "/rest/v1/contents", &headers, &serde_json::to_string(&rows)?)?;
        ensure!(status == 201, "contents were not written: {status} {}", String::from_utf8_lossy(&answer));
    }
    Ok(())
}

/// The costliest request a visitor can send, and what 64 clients that send nothing else cost everybody else.
pub fn requests(table: &mut Table) -> Result<()> {
    requests_on(table, "", &[])?;
    if let Some(address) = option(POSTGRES) {
        requests_on(table, "PostgreSQL: ", &[("ATENEU_DATABASE_URL", &address)])?;
    }
    Ok(())
}

/// `database`: a prefix of the figures' names. The time of PostgreSQL's own processes is counted too.
fn requests_on(table: &mut Table, database: &str, settings: &[(&str, &str)]) -> Result<()> {
    let settings = [&[("ATENEU_TRUSTED_PROXIES", "1")], settings].concat();
    let server = Server::start_with(&["--demo"], &settings)?;
    let ticks = || Ok::<_, anyhow::Error>(server.ticks()? + ticks_of("postgres")?);
    let (anon, service) = server.keys()?;
    fill(&server, &service, CONTENTS)?;
    // The demo's pictures are still being made, by the same process.
    server.wait_until_idle()?;
    let (mut most_time, mut most_bytes) = ((0.0, ""), (0.0, ""));
    for (query, accept) in COSTLY {
        let path = format!("/rest/v1/{query}");
        let headers = [("apikey", anon.as_str()), ("accept", *accept)];
        let before = ticks()?;
        const TIMES: u32 = 10;
        let mut bytes = 0;
        for _ in 0..TIMES {
            let (status, answer) = server.request("GET", &path, &headers, "")?;
            ensure!(status < 500, "{path}: {status}");
            bytes = bytes.max(answer.len());
        }
        // A tick is a hundredth of a second.
        let time = (ticks()? - before) as f64 * 10.0 / f64::from(TIMES);
        let megabytes = bytes as f64 / f64::from(1 << 20);
        eprintln!("    {time:.0} ms {megabytes:.1} MB {query}");
        if time > most_time.0 {
            most_time = (time, *query);
        }
        if megabytes > most_bytes.0 {
            most_bytes = (megabytes, *query);
        }
    }
    table.under(
        &format!("{database}costliest data request of a visitor, processor time"),
        most_time.0,
        150.0,
        "ms",
    );
    table.under(&format!("{database}largest answer to a visitor"), most_bytes.0, 8.01, "MB");

    let (is_over, sent) = (AtomicBool::new(false), AtomicUsize::new(0));
    let mut times: [Vec<f64>; 3] = [Vec::new(), Vec::new(), Vec::new()];
    thread::scope(|scope| -> Result<()> {
        for client in 0..64_usize {
            let (server, is_over, sent, anon) = (&server, &is_over, &sent, anon.as_str());
            scope.spawn(move || {
                let address = format!("10.0.{}.{client}", client % 8);
                while !is_over.load(Ordering::Relaxed) {
                    let (query, accept) = COSTLY[sent.fetch_add(1, Ordering::Relaxed) % COSTLY.len()];
                    let headers =
                        [("apikey", anon), ("accept", accept), ("x-forwarded-for", address.as_str())];
                    // A refusal is an answer too.
                    let _ = server.request("GET", &format!("/rest/v1/{query}"), &headers, "");
                }
            });
        }
        let begun = Instant::now();
        let outcome = (|| {
            while begun.elapsed() < Duration::from_secs(20) {
                let credentials = r#"{"email":"membro@demo.test","password":"Ateneu-demo-2026"}"#;
                for (index, (method, path, body)) in [
                    ("GET", "/readyz", ""),
                    ("POST", "/auth/v1/token?grant_type=password", credentials),
                    ("GET", "/", ""),
                ]
                .into_iter()
                .enumerate()
                {
                    let headers = [
                        ("apikey", anon.as_str()),
                        ("content-type", "application/json"),
                        ("x-forwarded-for", "192.0.2.1"),
                    ];
                    let asked = Instant::now();
                    let (status, _) = server.request(method, path, &headers, body)?;
                    ensure!(status == 200, "{path}: {status}");
                    times[index].push(asked.elapsed().as_secs_f64() * 1000.0);
                }
            }
            Ok(())
        })();
        is_over.store(true, Ordering::Relaxed);
        outcome
    })?;
    let names = ["/readyz", "sign-in", "home page"];
    for (name, times) in names.into_iter().zip(times) {
        table.under(
            &format!("{database}{name} beside 64 clients that send only such, p99"),
            p99(times),
            250.0,
            "ms",
        );
    }
    Ok(())
}

/// Number of connections that send one byte a second.
const SLOW: usize = 5_000;

/// Measures the cost for all others of connections that never finish their header.
pub fn connections(table: &mut Table) -> Result<()> {
    let server = Server::start(&["--demo"])?;
    let port = server.port;
    server.request("GET", "/", &[], "")?;
    let runtime = Runtime::new()?;
    let opened = Arc::new(AtomicUsize::new(0));
    let mut slow = JoinSet::new();
    for number in 0..SLOW {
        let opened = Arc::clone(&opened);
        slow.spawn_on(
            async move {
                let number = u32::try_from(number).unwrap_or_default();
                let socket = TcpSocket::new_v4()?;
                // From 20 addresses of 20 networks each: one address may not hold so many.
                let from =
                    Ipv4Addr::from_bits(0x7f01_0001 + (number % 20) * 0x1_0000 + (number / 20 % 20) * 0x100);
                socket.bind(SocketAddr::from((from, 0)))?;
                let mut stream = socket.connect(SocketAddr::from((Ipv4Addr::LOCALHOST, port))).await?;
                opened.fetch_add(1, Ordering::Relaxed);
                stream.write_all(b"GET / HTTP/1.1\r\nhost: a\r\nx-a: ").await?;
                loop {
                    sleep(Duration::from_secs(1)).await;
                    stream.write_all(b"a").await?;
                }
                #[expect(unreachable_code, reason = "the type of what never ends")]
                Ok::<(), std::io::Error>(())
            },
            runtime.handle(),
        );
    }
    let mut times = Vec::new();
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(15) {
        let asked = Instant::now();
        let (status, _) = server.request("GET", "/", &[], "")?;
        ensure!(status == 200, "the home page answered {status}");
        times.push(asked.elapsed().as_secs_f64() * 1000.0);
    }
    slow.abort_all();
    let opened = opened.load(Ordering::Relaxed);
    ensure!(opened == SLOW, "only {opened} slow connections were opened");
    table.under("home page beside 5,000 connections of one byte a second, p99", p99(times), 100.0, "ms");
    Ok(())
}

/// Contents that are written and read.
const WRITTEN: usize = 10_000;

/// Memory when idle, and after 10,000 contents with bodies were written and read over 32 connections.
pub fn memory(table: &mut Table) -> Result<()> {
    let server = Server::start(&["--demo"])?;
    server.measure_idle(table, "memory idle, proportional", 60.0)?;
    let (anon, service) = server.keys()?;
    thread::scope(|scope| -> Result<()> {
        let write = || fill(&server, &service, WRITTEN / 32 + 1);
        let writers: Vec<_> = (0..32).map(|_| scope.spawn(write)).collect();
        writers.into_iter().try_for_each(|writer| writer.join().map_err(|_| anyhow!("a writer stopped"))?)
    })?;
    thread::scope(|scope| -> Result<()> {
        let read = |part: usize| -> Result<()> {
            for offset in (part * 320..(part + 1) * 320).step_by(20) {
                let path = format!(
                    "/rest/v1/contents?select=id,title,body&order=created_at&limit=20&offset={offset}"
                );
                let (status, _) = server.request("GET", &path, &[("apikey", &anon)], "")?;
                ensure!(status == 200, "{path}: {status}");
            }
            Ok(())
        };
        let readers: Vec<_> = (0..32).map(|part| scope.spawn(move || read(part))).collect();
        readers.into_iter().try_for_each(|reader| reader.join().map_err(|_| anyhow!("a reader stopped"))?)
    })?;
    table.under("memory after 10,000 contents (PocketBase: 196 MB)", server.proportional()?, 200.0, "MB");
    Ok(())
}
