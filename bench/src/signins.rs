//! Password sign-ins beside the hashing alone, and what other requests feel meanwhile.
//!
//! Both are measured in turns, because a machine's speed drifts by more than the difference, and only when the server has
//! done what a first start leaves it to do: preparing the demo's pictures takes several seconds of a core.

use std::{fs, thread, time::Instant};

use anyhow::{Result, anyhow};
use argon2::{Argon2, PasswordHasher, PasswordVerifier};

use crate::{
    lists::sign_in,
    load::wrk,
    server::{Server, scratch},
    table::{Table, median},
};

const SCRIPT: &str = r#"
request = function()
  local body = '{"email":"medida@exemplo.com.br","password":"Uma-frase-de-medida-2026"}'
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

/// Sign-ins through the whole stack while a reader lists contents.
pub fn passwords(table: &mut Table) -> Result<()> {
    let server = Server::start(&["--demo"])?;
    let (_, service) = server.keys()?;
    sign_in(&server, &service)?;
    let script = scratch().join("signins.lua");
    fs::write(&script, SCRIPT)?;
    server.wait_until_idle()?;
    let (mut alone, mut whole) = (Vec::new(), Vec::new());
    for _ in 0..TURNS {
        alone.push(hashing_alone()?);
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
