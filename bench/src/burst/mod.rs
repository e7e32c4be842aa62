//! A burst of the payment provider's events, shuffled and delivered twice, with the server killed in the middle. No
//! acknowledged event may be lost, and every customer must end in the provider's state; otherwise the benchmark fails.

mod deliver;
mod provider;
mod state;
mod target;

use std::{
    collections::{HashSet, VecDeque},
    sync::{Arc, atomic::Ordering},
    time::{Duration, Instant},
};

use anyhow::{Context, Result, ensure};
use ateneu_base::Clock;
use ateneu_db::Target;
use rand::{RngExt, SeedableRng, rngs::StdRng, seq::SliceRandom};

use self::{
    deliver::{Delivery, Round, deliver},
    provider::{Provider, Trap},
    state::ProviderState,
    target::TargetServer,
};
use crate::{option, table::Table};

/// Events; each is delivered twice.
const EVENTS: usize = 10_000;

/// Overrides [`EVENTS`]: fewer show that the benchmark works, and measure nothing.
const FEWER: &str = "--events";

/// Events per customer.
const EACH: usize = 10;

/// Waves of events. The order within a wave is random; its changes have happened before it is sent.
const WAVES: usize = 10;

/// The same burst in every run.
const SEED: u64 = 7;

/// The address of an empty PostgreSQL database that the burst may fill.
const POSTGRES: &str = "--postgres";

/// The burst on SQLite, and on PostgreSQL where an address is given.
pub fn events(table: &mut Table) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(burst(table, None))?;
    match option(POSTGRES) {
        Some(address) => runtime.block_on(burst(table, Some(Target::Postgres(address)))),
        None => {
            table.row("burst on PostgreSQL", "not measured".into(), POSTGRES, "not set".into());
            Ok(())
        }
    }
}

async fn burst(table: &mut Table, postgres: Option<Target>) -> Result<()> {
    let on = if postgres.is_some() { "PostgreSQL" } else { "SQLite" };
    let events = match option(FEWER) {
        Some(value) => value.parse().with_context(|| format!("{FEWER} is not a number"))?,
        None => EVENTS,
    };
    let customers = events.div_ceil(EACH);
    let mut chance = StdRng::seed_from_u64(SEED);
    let state = ProviderState::new(customers, events, Clock::system().now().seconds(), &mut chance);
    let queue = plan(&state, &mut chance);
    let provider = Provider::start(state).await?;
    let mut server = TargetServer::open(postgres, &provider.url, customers).await?;

    let begun = Instant::now();
    let first = until_killed(&mut server, &provider, queue).await?;
    let held = server.check_after_kill(&first.taken).await?;
    server.start()?;
    provider.trap.send_replace(Trap::Off);
    let second = deliver(&server.url()?, first.left, &provider.state, Arc::new(|_| ())).await?;
    ensure!(second.left.is_empty(), "the server stopped a second time");
    let answered = begun.elapsed();
    let worked = server.queue_emptied(&held).await?;
    let all = server.queue_emptied(&HashSet::new()).await?;
    let there = provider.state.lock().customers.clone();
    server.check_final_state(&there, events).await?;

    let times = [first.times, second.times].concat();
    let mut row = |what: &str, figure: String, against: String, verdict: &str| {
        table.row(format!("burst on {on}: {what}"), figure, against, verdict.into());
    };
    let all_of_them = format!("{customers}, none lost of {events} events");
    row("customers in the provider's state", customers.to_string(), all_of_them, "reached");
    let calls = format!("{} calls and {} cut off, killed and restarted between", times.len(), first.cut);
    let rate = times.len() as f64 / answered.as_secs_f64();
    row("events taken", format!("{rate:.0} calls/s"), calls, "");
    let (half, most) = (quantile(&times, 50)?, quantile(&times, 99)?);
    row("time of an answer, p50 / p99", format!("{half:.1} / {most:.1} ms"), "64 at once".into(), "");
    let asked = provider.asked.load(Ordering::Relaxed);
    row(
        "questions to the provider",
        asked.to_string(),
        format!("two for each of {customers}, more for money that went back"),
        "",
    );
    row("worked off after the last answer", seconds(worked), "100 ms for each question".into(), "");
    let lease = match on {
        "SQLite" => "free at its next start".to_owned(),
        _ => format!("its lease of {} s", ateneu_queue::Queue::new("payment_events").lease().as_secs()),
    };
    row("what the killed server held, after that", seconds(all), lease, "");
    Ok(())
}

/// Delivers events until half of the calls are acknowledged, then kills the server while the worker waits for a response of
/// the provider.
async fn until_killed(
    server: &mut TargetServer,
    provider: &Provider,
    queue: VecDeque<Delivery>,
) -> Result<Round> {
    let (url, state) = (server.url()?, Arc::clone(&provider.state));
    let (trap, half) = (Arc::clone(&provider.trap), queue.len() / 2);
    let mut caught = trap.subscribe();
    let on_taken = Arc::new(move |taken| {
        if taken == half {
            trap.send_replace(Trap::Set);
        }
    });
    let kill = async {
        caught.wait_for(|trap| *trap == Trap::Sprung).await?;
        server.kill()
    };
    let (round, killed) = tokio::join!(deliver(&url, queue, &state, on_taken), kill);
    killed?;
    let round = round?;
    ensure!(round.cut > 0, "no call was in flight when the server was killed");
    Ok(round)
}

/// Every event twice: once in the wave it belongs to, once in that or a later one, each wave shuffled.
fn plan(state: &ProviderState, chance: &mut StdRng) -> VecDeque<Delivery> {
    let (mut future, events) = (state.clone(), state.changes());
    let mut waves: Vec<Vec<Delivery>> = vec![Vec::new(); WAVES];
    let mut number = 0;
    while let Some((id, payload)) = future.advance() {
        let first = number * WAVES / events;
        for wave in [first, chance.random_range(first..WAVES)] {
            let after = (wave + 1) * events / WAVES;
            waves[wave].push(Delivery { id: id.clone(), after, payload: payload.clone() });
        }
        number += 1;
    }
    for wave in &mut waves {
        wave.shuffle(chance);
    }
    waves.into_iter().flatten().collect()
}

/// Returns a quantile in milliseconds.
fn quantile(times: &[Duration], percent: usize) -> Result<f64> {
    let mut times: Vec<f64> = times.iter().map(|time| time.as_secs_f64() * 1000.0).collect();
    times.sort_by(f64::total_cmp);
    times.get(times.len() * percent / 100).copied().context("no call was taken")
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}
