//! Exports of a person's data as one ZIP file: a JSON file for each table, and the person's own files.

mod archive;
mod rows;

use std::time::Duration;

use ateneu_auth::Action;
use ateneu_base::{Refusal, ids};
use ateneu_functions::InSession;
use ateneu_limits::Limit;

pub use self::archive::Export;
use crate::{Error, People, person, refused::Refused};

/// Maximum number of exports of a person in a day.
const A_DAY: i64 = 3;

impl People {
    /// Reads all data about the caller in one transaction.
    ///
    /// # Errors
    /// Fails with `reauthentication_needed` and the like without a recent sign-in, and with `too_many_exports` beyond
    /// the daily maximum.
    pub async fn export(&self, user: &InSession, nonce: Option<String>) -> Result<Export, Error> {
        self.prove_again(user, nonce).await?;
        self.count_export(user).await?;
        let (id, schema, now) = (user.user_id.clone(), self.schema(), self.now());
        let shares = self
            .db()
            .read(move |tx| {
                let person = person::find(tx, &id)?;
                rows::gather(tx, &schema, &person, now)
            })
            .await?;
        Ok(Export {
            at: self.now(),
            shares,
            files: self.storage().personal_files(&user.user_id).await?,
            storage: self.storage().clone(),
        })
    }

    async fn count_export(&self, user: &InSession) -> Result<(), Error> {
        let (user, now) = (user.clone(), self.now());
        let limit = Limit {
            bucket: format!("export:{}", ids::digest(&user.user_id)),
            most: A_DAY,
            window: Duration::from_secs(24 * 60 * 60),
        };
        self.db()
            .write(move |tx| {
                let refusal = match limit.count(tx, 1, now) {
                    Ok(()) => None,
                    Err(ateneu_limits::Error::Full(_)) => Some(Refusal::from(Refused::TooManyExports)),
                    Err(ateneu_limits::Error::Database(error)) => return Err(Error::Database(error)),
                };
                let (action, failure) = (Action::DataExported, refusal.as_ref().map(|refusal| refusal.code));
                ateneu_auth::log_event(tx, now, action, Some(&user.user_id), user.address, failure)?;
                Ok(refusal.map_or(Ok(()), |refusal| Err(Error::Refused(refusal))))
            })
            .await?
    }
}
