//! Accounts under load: the latency of other requests during an attack, refresh grants, and the check of a token on each
//! request.

use std::{
    fs,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, anyhow};
use ateneu_auth::Auth;
use ateneu_base::{Clock, ids};
use ateneu_db::{Db, Target};
use ateneu_settings::Settings;
use axum::{Router, http::StatusCode, routing::post};

use crate::{
    digest::mail,
    lists::sign_in,
    load::{wrk, wrk_refused},
    server::{Server, scratch},
    table::Table,
};

/// Every request from another address, to another account: no limit stops it, and each costs a whole hash.
const ATTACK: &str = r#"
local number = 0
request = function()
  number = number + 1
  local headers = { ["content-type"] = "application/json" }
  headers["x-forwarded-for"] = string.format("10.%d.%d.%d", number / 65536 % 256, number / 256 % 256, number % 256)
  local body = string.format('{"email":"ninguem%d@exemplo.com.br","password":"errada-%d"}', number, number)
  return wrk.format("POST", "/auth/v1/token?grant_type=password", headers, body)
end
"#;

/// Latency of other requests during 64 parallel wrong sign-ins.
pub fn attack(table: &mut Table) -> Result<()> {
    let server = Server::start_with(&["--demo"], &[("ATENEU_TRUSTED_PROXIES", "1")])?;
    let script = scratch().join("attack.lua");
    fs::write(&script, ATTACK)?;
    let paths = ["/rest/v1/contents?select=id,title&limit=20", "/blog", "/auth/v1/settings"];
    for path in paths {
        server.request("GET", path, &[], "")?;
    }
    let url = server.url.clone();
    let attack = thread::spawn(move || wrk_refused(&url, &script));
    let mut times = Vec::new();
    while !attack.is_finished() {
        for path in paths {
            let begun = Instant::now();
            server.request("GET", path, &[], "")?;
            times.push(begun.elapsed().as_secs_f64() * 1000.0);
        }
    }
    let rate = attack.join().map_err(|_| anyhow!("the attack stopped"))??;
    times.sort_by(f64::total_cmp);
    table.row(
        "wrong sign-ins answered",
        format!("{rate:.0} sign-ins/s"),
        "64 at once",
        "for the next line".into(),
    );
    table.under("other requests meanwhile, p99", times[times.len() * 99 / 100], 50.0, "ms");
    Ok(())
}

/// Sessions that refresh at once.
const SESSIONS: usize = 128;

/// Each token is used once; the answer's goes to the end of the line.
fn refresh_script(tokens: &[String]) -> String {
    let quoted: Vec<String> = tokens.iter().map(|token| format!("\"{token}\"")).collect();
    format!(
        r#"
local tokens, first, last = {{ {} }}, 1, {}
request = function()
  local token = tokens[first]
  tokens[first] = nil
  first = first + 1
  local body = '{{"refresh_token":"' .. token .. '"}}'
  return wrk.format("POST", "/auth/v1/token?grant_type=refresh_token", {{ ["content-type"] = "application/json" }}, body)
end
response = function(status, headers, body)
  last = last + 1
  tokens[last] = body:match('"refresh_token":"([^"]+)"')
end
"#,
        quoted.join(", "),
        tokens.len()
    )
}

/// Refresh grants, compared with plainly reading and writing the same rows: over HTTP, and directly on the database.
pub fn refreshes(table: &mut Table) -> Result<()> {
    let (direct, peer) = rows_alone()?;
    let server = Server::start(&[])?;
    let (_, service) = server.keys()?;
    sign_in(&server, &service)?;
    let tokens = (0..SESSIONS).map(|_| refresh_token(&server)).collect::<Result<Vec<_>>>()?;
    let script = scratch().join("refreshes.lua");
    fs::write(&script, refresh_script(&tokens))?;
    let own = wrk(&server.url, &[], Some(&script))?;
    let over_http = "the rows alone over HTTP";
    table.share("refresh grants", own, peer, over_http, 0.5, "grants/s");
    let without_http = "the rows alone without HTTP";
    table.share("refresh grants", own, direct, without_http, 0.5, "grants/s");
    Ok(())
}

fn refresh_token(server: &Server) -> Result<String> {
    let body = r#"{"email":"medida@exemplo.com.br","password":"Uma-frase-de-medida-2026"}"#;
    let path = "/auth/v1/token?grant_type=password";
    let (status, answer) = server.request("POST", path, &[("content-type", "application/json")], body)?;
    let session: serde_json::Value = serde_json::from_slice(&answer)?;
    session["refresh_token"].as_str().map(str::to_owned).with_context(|| format!("sign-in answered {status}"))
}

const TABLES: &str = "
    CREATE TABLE users (id text PRIMARY KEY, email text, metadata text, updated_at text);
    CREATE TABLE sessions (id text PRIMARY KEY, user_id text, generation bigint, recent text, refreshed_at text);
    CREATE TABLE logs (id text PRIMARY KEY, created_at text, action text, user_id text)";

/// The rates of 64 clients that read a session and its user by key, write the session back and add a row to the log:
/// directly on the database, and over HTTP.
fn rows_alone() -> Result<(f64, f64)> {
    let folder = tempfile::tempdir_in(scratch())?;
    let target = Target::Sqlite(folder.path().join("rows.db"));
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let db = runtime.block_on(rows(target))?;
    let direct = runtime.block_on(without_http(&db))?;
    let listener = runtime.block_on(tokio::net::TcpListener::bind("127.0.0.1:0"))?;
    let url = format!("http://{}", listener.local_addr()?);
    runtime.spawn(async move { axum::serve(listener, over_http(db)).await });
    let script = scratch().join("rows.lua");
    fs::write(&script, "wrk.method = 'POST'\n")?;
    Ok((direct, wrk(&url, &[], Some(&script))?))
}

async fn rows(target: Target) -> Result<Db> {
    let db = Db::open(&target, &[("0001_rows", TABLES)]).await?;
    db.write(|tx| {
        let person = "INSERT INTO users VALUES ('pessoa', 'medida@exemplo.com.br', '{}', '2026')";
        tx.execute(person, &[])?;
        for number in 0..SESSIONS {
            let session = "INSERT INTO sessions VALUES ($1, 'pessoa', 0, '[]', '2026')";
            tx.execute(session, &[number.to_string().into()])?;
        }
        Ok::<_, ateneu_db::Error>(())
    })
    .await?;
    Ok(db)
}

async fn without_http(db: &Db) -> Result<f64> {
    let begun = Instant::now();
    let mut clients = tokio::task::JoinSet::new();
    for client in 0..64_usize {
        let db = db.clone();
        clients.spawn(async move {
            let mut grants = 0_u64;
            while begun.elapsed() < Duration::from_secs(5) {
                let session = ((client + grants as usize * 64) % SESSIONS).to_string();
                grant(&db, session).await?;
                grants += 1;
            }
            Ok::<u64, ateneu_db::Error>(grants)
        });
    }
    let mut grants = 0;
    while let Some(done) = clients.join_next().await {
        grants += done??;
    }
    Ok(grants as f64 / begun.elapsed().as_secs_f64())
}

/// Each post takes the next session.
fn over_http(db: Db) -> Router {
    let next = Arc::new(AtomicUsize::new(0));
    let answer = move || {
        let (db, session) = (db.clone(), next.fetch_add(1, Ordering::Relaxed) % SESSIONS);
        async move {
            match grant(&db, session.to_string()).await {
                Ok(()) => StatusCode::OK,
                Err(_) => StatusCode::INTERNAL_SERVER_ERROR,
            }
        }
    };
    Router::new().route("/", post(answer))
}

async fn grant(db: &Db, session: String) -> Result<(), ateneu_db::Error> {
    db.write(move |tx| {
        tx.query_optional("SELECT * FROM sessions WHERE id = $1", &[(&session).into()])?;
        tx.query_optional("SELECT * FROM users WHERE id = 'pessoa'", &[])?;
        tx.execute(
            "UPDATE sessions SET generation = generation + 1, recent = '[[1,2]]', refreshed_at = '2026-11-21' WHERE id = $1",
            &[(&session).into()],
        )?;
        let line = "INSERT INTO logs VALUES ($1, '2026-11-21', 'token_refreshed', 'pessoa')";
        tx.execute(line, &[ids::random_id().into()])?;
        Ok(())
    })
    .await
}

/// Requests a token is checked for, the first of them included.
const REQUESTS: u32 = 100;

/// The mean of checking a token on each of a hundred requests, and of its first check alone.
pub fn tokens(table: &mut Table) -> Result<()> {
    let folder = tempfile::tempdir_in(scratch())?;
    let data = folder.path().to_owned();
    let mut server = Server::start_on(&data, &[])?;
    let (_, service) = server.keys()?;
    let mut tokens = vec![sign_in(&server, &service)?];
    while tokens.len() < 64 {
        tokens.push(sign_in(&server, &service)?);
    }
    let (issuer, database) = (server.url.clone(), server.database());
    server.stop()?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let (first, mean) = runtime.block_on(check(issuer, Target::Sqlite(database), &tokens))?;
    table.row(
        "the first check of a token, with its person read",
        format!("{first:.1} µs"),
        "part of the next line",
        "for the next line".into(),
    );
    table.under("token check on a request, mean of 100", mean, 50.0, "µs");
    Ok(())
}

/// Microseconds: of each token's first check, and of a check among [`REQUESTS`].
async fn check(public_url: String, target: Target, tokens: &[String]) -> Result<(f64, f64)> {
    let auth = accounts(public_url, target).await?;
    let micros = |begun: Instant, checks: f64| begun.elapsed().as_secs_f64() * 1e6 / checks;
    let begun = Instant::now();
    for token in tokens {
        auth.caller(token).await?;
    }
    let count = tokens.len() as f64;
    let first = micros(begun, count);
    for _ in 1..REQUESTS {
        for token in tokens {
            auth.caller(token).await?;
        }
    }
    Ok((first, micros(begun, count * f64::from(REQUESTS))))
}

/// The accounts service alone, on the database of a stopped server.
async fn accounts(public_url: String, target: Target) -> Result<Auth> {
    let db = Db::open(&target, ateneu_schema::MIGRATIONS).await?;
    let clock = Clock::system();
    let settings = Settings::open(db.clone(), clock.clone()).await?;
    let mail = mail(&db, &clock)?;
    let deps = ateneu_auth::Deps {
        schema: Arc::new(ateneu_schema::Schema::new(
            [ateneu_auth::tables(), ateneu_tokens::tables()].concat(),
        )),
        db,
        settings,
        mail,
        clock,
        config: ateneu_auth::Config { public_url, ..ateneu_auth::Config::default() },
    };
    Ok(Auth::open(deps).await?)
}
