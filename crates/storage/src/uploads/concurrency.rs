//! How many uploads of one account run at the same time.

use std::{collections::HashMap, sync::Arc, time::Duration};

use ateneu_base::Caller;
use parking_lot::Mutex;
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::timeout,
};

use crate::Error;

/// The most uploads at a time: each holds a part of its file in memory. Further ones wait with their bodies unread.
const MOST: usize = 8;

/// How long a further one waits: less than the server's timeout for idle request bodies.
const PATIENCE: Duration = Duration::from_secs(30);

/// The permits of the accounts that are uploading.
#[derive(Default)]
pub(crate) struct UploadPermits(Mutex<HashMap<String, Arc<Semaphore>>>);

impl UploadPermits {
    /// Waits for a permit to upload. The service key needs none.
    ///
    /// # Errors
    /// [`Error::TooManyUploads`] when none of the others ended in time.
    pub(crate) async fn enter(&self, caller: &Caller) -> Result<Option<OwnedSemaphorePermit>, Error> {
        let Some(account) = &caller.user_id else { return Ok(None) };
        let permits = {
            let mut accounts = self.0.lock();
            // Permits and those who wait for one hold the semaphore of their account.
            accounts.retain(|_, permits| Arc::strong_count(permits) > 1);
            let permits = accounts.entry(account.clone()).or_insert_with(|| Arc::new(Semaphore::new(MOST)));
            Arc::clone(permits)
        };
        match timeout(PATIENCE, permits.acquire_owned()).await {
            Ok(permit) => permit.map(Some).map_err(|closed| Error::Internal(closed.to_string())),
            Err(_) => Err(Error::TooManyUploads),
        }
    }
}
