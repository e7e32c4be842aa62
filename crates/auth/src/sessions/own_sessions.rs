//! A person's own sessions: device, address and last use. For crates that show and end them, because the protocol has
//! no list.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

use ateneu_base::{Aal, Timestamp};
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
    /// Address of the last refresh.
    pub ip_address: Option<String>,
    /// Assurance level that it has reached.
    pub aal: Aal,
    /// Time at which it began.
    pub created_at: Timestamp,
    /// Time of the beginning or last refresh, which lies within the lifetime of an access token of the last use.
    pub last_used_at: Timestamp,
}

/// Sessions of a person to end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// All sessions.
    All,
    /// The session of this id.
    One(String),
    /// All sessions but that of this id.
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
    /// Returns the active sessions of a person, last used first.
    pub async fn sessions_of(&self, user_id: &str) -> Result<Vec<OwnSession>, Error> {
        let (id, now) = (user_id.to_owned(), self.now());
        let sql = "SELECT id, user_agent, ip_address, aal, created_at,
                    COALESCE(refreshed_at, created_at) AS last_used_at
             FROM sessions WHERE user_id = $1 AND (not_after IS NULL OR not_after > $2)
             ORDER BY COALESCE(refreshed_at, created_at) DESC, id";
        Ok(self.read(move |tx| tx.query_as(sql, &[id.into(), now.into()])).await?)
    }

    /// Ends sessions of a person, whose access tokens are refused at once. Returns their number. The log records
    /// `address`.
    pub async fn end_sessions(
        &self,
        user_id: &str,
        ending: Ending,
        address: Option<Arc<str>>,
    ) -> Result<u64, Error> {
        let (service, id) = (self.clone(), user_id.to_owned());
        self.write(move |tx| service.end_sessions_within(tx, &id, &ending, address)).await
    }

    /// Ends sessions inside the caller's transaction.
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
