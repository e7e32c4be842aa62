//! Processor time of a list of 20 cards for a visitor, a member and an administrator; beside a former program
//! (`--former=PATH`) in seven pairs, because a machine's speed drifts by more than the difference.

use std::path::Path;

use anyhow::{Context, Result};
use serde_json::{Value, json};

use crate::{
    load::wrk_requests,
    option,
    server::Server,
    table::{Table, median},
};

/// The columns of a card that both programs have.
const CARDS: &str = "/rest/v1/contents?select=id,slug,title,description,content_type,category,created_at,published_at,\
read_time,counted_read_time,thumbnail_url,is_member_only&is_published=eq.true&order=published_at.desc,id&limit=20";
const PAIRS: usize = 7;
/// Percentage that the list may take more than in the former program.
const MORE: f64 = 5.0;

/// See the module.
pub fn lists(table: &mut Table) -> Result<()> {
    let current = Server::start(&["--demo"])?;
    let former = option("--former")
        .map(|program| Server::start_program(Path::new(&program), &["--demo"]))
        .transpose()?;
    for (caller, account) in
        [("visitor", None), ("member", Some("membro@demo.test")), ("administrator", Some("admin@demo.test"))]
    {
        let mut costs = Vec::new();
        let mut differences = Vec::new();
        let current = Caller::sign_in(&current, account)?;
        let former = former.as_ref().map(|server| Caller::sign_in(server, account)).transpose()?;
        for _ in 0..PAIRS {
            let cost = current.cost_of_cards()?;
            costs.push(cost);
            if let Some(former) = &former {
                differences.push((cost / former.cost_of_cards()? - 1.0) * 100.0);
            }
        }
        let cost = format!("{:.0} µs", median(costs));
        let what = format!("processor time of 20 cards, {caller}");
        if differences.is_empty() {
            table.row(what, cost, "--former=PROGRAM", "not compared".into());
        } else {
            table.under(&format!("{what}: {cost}, more than before"), median(differences), MORE, "%");
        }
    }
    Ok(())
}

struct Caller<'a> {
    server: &'a Server,
    authorization: Option<String>,
}

impl<'a> Caller<'a> {
    fn sign_in(server: &'a Server, account: Option<&str>) -> Result<Self> {
        server.wait_until_idle()?;
        let authorization =
            account.map(|email| token(server, email)).transpose()?.map(|token| format!("Bearer {token}"));
        Ok(Self { server, authorization })
    }

    /// Microseconds of the processor that one request takes.
    fn cost_of_cards(&self) -> Result<f64> {
        let headers: Vec<_> =
            self.authorization.iter().map(|value| ("authorization", value.as_str())).collect();
        let before = self.server.ticks()?;
        let requests = wrk_requests(&format!("{}{CARDS}", self.server.url), &headers)?;
        Ok((self.server.ticks()? - before) as f64 * 10_000.0 / requests)
    }
}

fn token(server: &Server, email: &str) -> Result<String> {
    let body = json!({ "email": email, "password": "Ateneu-demo-2026" }).to_string();
    let headers = [("content-type", "application/json")];
    let (_, answer) = server.request("POST", "/auth/v1/token?grant_type=password", &headers, &body)?;
    let session: Value = serde_json::from_slice(&answer)?;
    session["access_token"]
        .as_str()
        .map(str::to_owned)
        .with_context(|| format!("{email} is not signed in: {session}"))
}
