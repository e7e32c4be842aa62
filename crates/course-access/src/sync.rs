//! Queries the platform about an address and stores the answer. No transaction waits for it. The row's version prevents
//! an older answer from replacing a newer one.

use ateneu_audit::{Actor, Entry};

use crate::{
    Courses, Error,
    records::{self, Record, Report},
};

/// Maximum number of repeated queries after concurrent changes of the row.
const ROUNDS: usize = 6;

/// Origin of a query.
#[derive(Clone, Debug)]
pub(crate) enum Asking {
    /// The person, the clock, or an event without an approved purchase.
    Routine,
    /// An event of an approved purchase.
    Renewed,
    /// An administrator, who returns a row kept by hand to the platform. `None` is the owner's own program.
    Office(Option<Actor>),
}

impl Courses {
    /// Updates the address's row from the platform. A row kept by hand is unchanged, unless an administrator asks.
    ///
    /// # Errors
    /// Fails if the platform or the database does. The row is then unchanged.
    pub(crate) async fn sync(&self, email: &str, asking: &Asking) -> Result<Record, Error> {
        let hotmart = self.hotmart()?;
        for _ in 0..ROUNDS {
            let before = self.record(email).await?;
            let now = self.now();
            if let Some(held) = before.as_ref().filter(|before| before.is_held(now))
                && !matches!(asking, Asking::Office(_))
            {
                return Ok(held.clone());
            }
            let access = hotmart.access(email).await?;
            let (email, asking) = (email.to_owned(), asking.clone());
            let (course_url, now) = (self.0.course_url.clone(), self.now());
            let written = self.db().write(move |tx| {
                let report = Report {
                    email: &email,
                    access,
                    before: before.as_ref(),
                    renewed: matches!(asking, Asking::Renewed),
                    course_url: &course_url,
                };
                let written = records::write(tx, &report, now)?;
                if let (Some(record), Asking::Office(by)) = (&written, &asking) {
                    let stood = |record: &Record| if record.is_open(now) { "open" } else { "closed" };
                    let entry = Entry {
                        action: "refresh-hotmart-access",
                        subject: &record.id,
                        old: before.as_ref().map(stood),
                        new: Some(stood(record)),
                    };
                    ateneu_audit::write(tx, by.as_ref(), entry, now)?;
                }
                Ok::<_, ateneu_db::Error>(written)
            });
            if let Some(record) = written.await? {
                return Ok(record);
            }
        }
        Err(Error::Defect("a record changed at every look"))
    }

    pub(crate) async fn record(&self, email: &str) -> Result<Option<Record>, Error> {
        let email = email.to_owned();
        Ok(self.db().read(move |tx| records::find(tx, &email)).await?)
    }
}
