//! A person's sessions as the person sees them: on which device, from where, used when. For the crates that show them
//! and end them; the protocol itself has no list.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

use ateneu_base::Timestamp;
use ateneu_db::Tx;

use crate::{
    Auth,
    error::Error,
    requests::{Action, Client, log},
    sessions::{self, Which},
};

/// One session of a person.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
pub struct OwnSession {
    /// Id of the session, as in the `session_id` claim of its tokens.
    pub id: String,
    /// `User-Agent` header of the device.
    pub user_agent: Option<String>,
    /// The address it was last refreshed from.
    pub ip_address: Option<String>,
    /// `aal1` or `aal2`.
    pub aal: String,
    /// Time at which it began.
    pub created_at: Timestamp,
    /// Time at which it was last begun or refreshed: within the life of an access token of its last use.
    pub last_used_at: Timestamp,
}

/// Sessions of a person that are to end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Every one.
    All,
    /// The one of this id.
    One(String),
    /// Every one but that of this id.
    Others(String),
}

impl Ending {
    fn which(&self) -> Which<'_> {
        match self {
            Self::All => Which::All,
            Self::One(id) => Which::Only(id),
            Self::Others(id) => Which::AllBut(id),
        }
    }
}

impl Auth {
    /// The sessions of a person that still stand, the last used first.
    pub async fn sessions_of(&self, user_id: &str) -> Result<Vec<OwnSession>, Error> {
        let (id, now) = (user_id.to_owned(), self.now());
        let sql = "SELECT id, user_agent, ip_address, aal, created_at,
                    COALESCE(refreshed_at, created_at) AS last_used_at
             FROM sessions WHERE user_id = $1 AND (not_after IS NULL OR not_after > $2)
             ORDER BY COALESCE(refreshed_at, created_at) DESC, id";
        Ok(self.read(move |tx| tx.query_as(sql, &[id.into(), now.into()])).await?)
    }

    /// Ends sessions of a person; their access tokens stop at once. The number ended; `address` goes into the log.
    pub async fn end_sessions(
        &self,
        user_id: &str,
        ending: Ending,
        address: Option<Arc<str>>,
    ) -> Result<u64, Error> {
        let (service, id) = (self.clone(), user_id.to_owned());
        self.write(move |tx| service.end_sessions_within(tx, &id, &ending, address)).await
    }

    /// The same, inside a transaction of the caller's.
    pub fn end_sessions_within(
        &self,
        tx: &mut Tx<'_>,
        user_id: &str,
        ending: &Ending,
        address: Option<Arc<str>>,
    ) -> Result<u64, Error> {
        let ended = sessions::end(tx, user_id, ending.which())?;
        if ended > 0 {
            let client = Client::at(address);
            log::write(tx, self.now(), Action::Logout, Some(user_id), &client, None)?;
        }
        Ok(ended)
    }
}
