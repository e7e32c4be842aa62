//! Asking the platform about an address and writing down what it says. No transaction waits for the answer; that
//! nothing older is written over something newer is the doing of the row's version.

use ateneu_audit::{Actor, Entry};

use crate::{
    Courses, Error,
    records::{self, Record, Report},
};

/// Number of times that the platform is asked again because the row changed meanwhile.
const ROUNDS: usize = 6;

/// Origin of a request to the platform.
#[derive(Clone, Debug)]
pub(crate) enum Asking {
    /// The person, the clock, or an event that grants nothing.
    Routine,
    /// An event of an approved purchase.
    Renewed,
    /// An administrator (none: the owner's own program), who hands a row kept by hand back to the platform.
    Office(Option<Actor>),
}

impl Courses {
    /// Brings the address's row to what the platform says now. A row that is kept by hand stays as it is, unless an
    /// administrator asks.
    ///
    /// # Errors
    /// Fails if the platform or the database does not answer. Then the row stands as it stood.
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
