//! Sends signed events over parallel connections until each is acknowledged.

use std::{
    collections::VecDeque,
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::{Result, ensure};
use ateneu_base::{Clock, Secret};
use ateneu_membership::signature;
use parking_lot::Mutex;
use reqwest::Client;
use tokio::task::JoinSet;

use super::state::ProviderState;

/// Parallel calls.
const SIDE_BY_SIDE: usize = 64;

/// Key that signs the events.
pub const SECRET: &str = "whsec_da_rajada";

/// An event to deliver.
#[derive(Clone)]
pub struct Delivery {
    pub id: String,
    /// Changes that have happened before it is delivered.
    pub after: usize,
    pub payload: String,
}

/// Result of a round of calls.
#[derive(Default)]
pub struct Round {
    /// Ids of acknowledged events, one per call.
    pub taken: Vec<String>,
    /// Time that each of those calls took.
    pub times: Vec<Duration>,
    /// Events that were not acknowledged.
    pub left: VecDeque<Delivery>,
    /// Calls in flight when the server was killed.
    pub cut: usize,
}

/// Tells everything, in this order, until all is taken or the server is not running. `on_taken` is called after each
/// call that was taken, with their number.
pub async fn deliver(
    url: &str,
    queue: VecDeque<Delivery>,
    state: &Arc<Mutex<ProviderState>>,
    on_taken: Arc<dyn Fn(usize) + Send + Sync>,
) -> Result<Round> {
    let round = Arc::new(Mutex::new(Round { left: queue, ..Round::default() }));
    let client = Client::builder().timeout(Duration::from_secs(60)).build()?;
    let mut senders = JoinSet::<Result<()>>::new();
    for _ in 0..SIDE_BY_SIDE {
        let (round, state, on_taken) = (Arc::clone(&round), Arc::clone(state), Arc::clone(&on_taken));
        let (client, url) = (client.clone(), format!("{url}/webhooks/stripe"));
        senders.spawn(async move {
            loop {
                let Some(delivery) = round.lock().left.pop_front() else {
                    return Ok(());
                };
                state.lock().reach(delivery.after);
                let begun = Instant::now();
                let is_taken = call(&client, &url, &delivery).await?;
                let mut round = round.lock();
                if !is_taken {
                    round.cut += 1;
                    round.left.push_back(delivery);
                    return Ok(());
                }
                round.times.push(begun.elapsed());
                round.taken.push(delivery.id);
                on_taken(round.taken.len());
            }
        });
    }
    while let Some(ended) = senders.join_next().await {
        ended??;
    }
    Ok(std::mem::take(&mut *round.lock()))
}

/// False when the server was gone before it answered.
async fn call(client: &Client, url: &str, delivery: &Delivery) -> Result<bool> {
    let header = signature::sign(delivery.payload.as_bytes(), &Secret::from(SECRET), Clock::system().now());
    let request = client.post(url).header("stripe-signature", header);
    let request = request.header("content-type", "application/json").body(delivery.payload.clone());
    match request.send().await {
        Ok(answer) => {
            ensure!(answer.status().is_success(), "an event was answered {}", answer.status());
            // Read whole, so that the connection is used again.
            Ok(answer.bytes().await.is_ok())
        }
        Err(_) => Ok(false),
    }
}
