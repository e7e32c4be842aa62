//! Password sign-ins beside the hashing alone, and what other requests feel meanwhile.
//!
//! Both are measured in turns, because a machine's speed drifts by more than the difference, and only when the server has
//! done what a first start leaves it to do: preparing the demo's pictures takes several seconds of a core.

use std::{fs, thread, time::Instant};

use anyhow::{Result, anyhow, ensure};
use argon2::{Argon2, PasswordHasher, PasswordVerifier};

use crate::{
    load::wrk,
    server::{Server, scratch},
    table::{Table, median},
};

/// Number of accounts, one per connection of the load: an account's sign-ins wait for each other.
const ACCOUNTS: usize = 64;

const SCRIPT: &str = r#"
local number = 0
request = function()
  number = (number + 1) % ACCOUNTS
  local body = '{"email":"medida' .. number .. '@exemplo.com.br","password":"Uma-frase-de-medida-2026"}'
  return wrk.format("POST", "/auth/v1/token?grant_type=password", { ["content-type"] = "application/json" }, body)
end
"#;

/// Turns of the hashing alone and the whole stack.
const TURNS: usize = 5;

/// Verifications per second with the server's parameters on every core.
fn hashing_alone() -> Result<f64> {
    let cores = thread::available_parallelism()?.get();
    let argon = Argon2::default();
    let stored =
        argon.hash_password(b"Uma-frase-de-medida-2026").map_err(|error| anyhow!("{error}"))?.to_string();
    let begun = Instant::now();
    let workers: Vec<_> = (0..cores)
        .map(|_| {
            let stored = stored.clone();
            thread::spawn(move || -> Result<u32> {
                let argon = Argon2::default();
                let parsed = argon2::PasswordHash::new(&stored).map_err(|error| anyhow!("{error}"))?;
                let mut count = 0;
                while begun.elapsed().as_secs() < 5 {
                    argon
                        .verify_password(b"Uma-frase-de-medida-2026", &parsed)
                        .map_err(|error| anyhow!("{error}"))?;
                    count += 1;
                }
                Ok(count)
            })
        })
        .collect();
    let mut total = 0;
    for worker in workers {
        total += worker.join().map_err(|_| anyhow!("a worker stopped"))??;
    }
    Ok(f64::from(total) / begun.elapsed().as_secs_f64())
}

fn create_accounts(server: &Server, service: &str) -> Result<()> {
    let authorization = format!("Bearer {service}");
    let headers = [("authorization", authorization.as_str()), ("content-type", "application/json")];
    for number in 0..ACCOUNTS {
        let user = format!(
            r#"{{"email":"medida{number}@exemplo.com.br","password":"Uma-frase-de-medida-2026","email_confirm":true}}"#
        );
        let (status, _) = server.request("POST", "/auth/v1/admin/users", &headers, &user)?;
        ensure!(status == 200, "an account was answered with {status}");
    }
    Ok(())
}

/// Sign-ins through the whole stack while a reader lists contents.
pub fn passwords(table: &mut Table) -> Result<()> {
    let server = Server::start(&["--demo"])?;
    let (_, service) = server.keys()?;
    create_accounts(&server, &service)?;
    let script = scratch().join("signins.lua");
    fs::write(&script, SCRIPT.replace("ACCOUNTS", &ACCOUNTS.to_string()))?;
    let (mut alone, mut whole) = (Vec::new(), Vec::new());
    for _ in 0..TURNS {
        alone.push(hashing_alone()?);
        // The hashes that the load before left in the queue.
        server.wait_until_idle()?;
        whole.push(wrk(&server.url, &[], Some(&script))?);
    }
    table.share(
        &format!("password sign-ins, median of {TURNS}"),
        median(whole),
        median(alone),
        "hashing alone",
        0.9,
        "sign-ins/s",
    );
    server.wait_until_idle()?;
    let url = server.url.clone();
    let attack = thread::spawn(move || wrk(&url, &[], Some(&script)));
    let list = "/rest/v1/contents?select=id,title&limit=20";
    let mut times = Vec::new();
    while !attack.is_finished() {
        let begun = Instant::now();
        server.request("GET", list, &[], "")?;
        times.push(begun.elapsed().as_secs_f64() * 1000.0);
    }
    attack.join().map_err(|_| anyhow!("the load stopped"))??;
    times.sort_by(f64::total_cmp);
    table.under("other requests during sign-ins, p99", times[times.len() * 99 / 100], 50.0, "ms");
    Ok(())
}
