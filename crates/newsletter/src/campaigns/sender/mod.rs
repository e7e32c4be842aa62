//! The sender: takes a campaign under a lease, claims recipients, sends their emails over several connections and stores
//! the results. It returns to its queue every few seconds, so that the server can close and another node can take over.
//!
//! The modules, from the lowest to the highest. Each imports only from those before it; `cargo xtask tidy` reads this list
//! and checks it.
//!
//! - `begin`: takes a campaign, or finds that nothing is to be sent
//! - `session`: what the sender remembers of a campaign
//! - `turn`: sends for some seconds

mod begin;
mod session;
mod turn;

use ateneu_base::ids;
use ateneu_db::Error;
use ateneu_queue::{Handler, Leased, Outcome, Queue};
use tokio::sync::Mutex;

use super::service::{Campaigns, QUEUE};
use begin::Begun;
use session::Session;

/// The handler of [`QUEUE`].
pub struct Sender {
    campaigns: Campaigns,
    /// Id of this sender. Batches of any other count no more once it has taken over.
    id: String,
    session: Mutex<Option<Session>>,
}

impl Sender {
    /// Creates a sender.
    pub fn new(campaigns: &Campaigns) -> Self {
        Self { campaigns: campaigns.clone(), id: ids::random_id(), session: Mutex::new(None) }
    }

    async fn work(&self, task: &Leased) -> Result<(), Error> {
        let Ok(number) = task.id.parse::<i64>() else {
            return self.complete(task, Outcome::Failed("the task names no campaign".into())).await;
        };
        // A turn that failed leaves no session, and the next one begins as after a crash.
        let mut held = self.session.lock().await;
        let known = held.take().filter(|session| session.is_of(number));
        match begin::take_campaign(&self.campaigns, task, number, (&self.id, known.is_some())).await? {
            Begun::Completed => Ok(()),
            Begun::Sending { campaign, is_new } => {
                let mut session = match known.filter(|_| !is_new) {
                    Some(session) => session,
                    None => Session::open(&self.campaigns, &campaign, &self.id).await?,
                };
                let goes_on = turn::run(&self.campaigns, &mut session, task).await?;
                *held = Some(session).filter(|_| goes_on);
                Ok(())
            }
        }
    }

    async fn complete(&self, task: &Leased, outcome: Outcome) -> Result<(), Error> {
        let (task, now) = (task.clone(), self.campaigns.now());
        self.campaigns.0.db.write(move |tx| QUEUE.complete(tx, &[task], &outcome, now).map(drop)).await
    }
}

impl Handler for Sender {
    fn queue(&self) -> Queue {
        QUEUE
    }

    async fn handle(&self, tasks: &[Leased]) -> Result<Option<Outcome>, Error> {
        for task in tasks {
            self.work(task).await?;
        }
        Ok(None)
    }
}
