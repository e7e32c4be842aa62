//! The rows of `hotmart_access`, one per address, and their sources: the platform or an administrator.

use std::time::Duration;

use ateneu_base::{Timestamp, Value, ids};
use ateneu_db::{Error, Row, Tx};
use serde::Deserialize;

use crate::{hotmart::PlatformAccess, tables::CourseAccessSource};

/// Validity of a negative answer of the platform.
const NO_HOLDS: Duration = Duration::from_secs(10 * 60);

/// Validity of a positive answer of the platform.
const YES_HOLDS: Duration = Duration::from_secs(24 * 60 * 60);

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Record {
    pub(crate) id: String,
    pub(crate) email: String,
    active: bool,
    expires_at: Option<Timestamp>,
    source: CourseAccessSource,
    checked_at: Option<Timestamp>,
    /// Version of the row: another value after every write.
    updated_at: String,
}

impl Record {
    fn is_over(&self, now: Timestamp) -> bool {
        self.expires_at.is_some_and(|end| end <= now)
    }

    /// Returns `true` if it opens the courses.
    pub(crate) fn is_open(&self, now: Timestamp) -> bool {
        self.active && !self.is_over(now)
    }

    /// Returns `true` if it was granted or ended by hand, so that answers of the platform do not count. An expired
    /// grant does not count.
    pub(crate) fn is_held(&self, now: Timestamp) -> bool {
        self.source == CourseAccessSource::Manual && !self.is_over(now)
    }

    /// Returns `true` if the platform refused within [`NO_HOLDS`].
    pub(crate) fn is_fresh_no(&self, now: Timestamp) -> bool {
        !self.active && self.checked_at.is_some_and(|at| now < at + NO_HOLDS)
    }
}

pub(crate) fn find(tx: &mut Tx<'_>, email: &str) -> Result<Option<Record>, Error> {
    find_locked(tx, email, "")
}

fn find_locked(tx: &mut Tx<'_>, email: &str, lock: &str) -> Result<Option<Record>, Error> {
    tx.query_optional_as(&format!("SELECT * FROM hotmart_access WHERE email = $1{lock}"), &[email.into()])
}

/// An answer of the platform about an address.
pub(crate) struct Report<'a> {
    pub(crate) email: &'a str,
    pub(crate) access: PlatformAccess,
    /// Row before the query.
    pub(crate) before: Option<&'a Record>,
    /// True if a purchase was approved: a known end no longer applies.
    pub(crate) renewed: bool,
    /// URL of the courses, for a row without one.
    pub(crate) course_url: &'a str,
}

impl Report<'_> {
    fn end(&self, now: Timestamp) -> Option<Timestamp> {
        let known = self.before.and_then(|before| before.expires_at);
        match self.access {
            PlatformAccess::Until(end) => Some(end),
            PlatformAccess::Student if !self.renewed => known.filter(|end| *end > now),
            PlatformAccess::Student | PlatformAccess::Always => None,
            PlatformAccess::No => known,
        }
    }
}

/// Stores an answer. Returns `None` if the row has changed since the query, which must then be repeated.
pub(crate) fn write(tx: &mut Tx<'_>, report: &Report<'_>, now: Timestamp) -> Result<Option<Record>, Error> {
    let lock = tx.dialect().for_update();
    let found = find_locked(tx, report.email, lock)?;
    if found.as_ref().map(|found| &found.updated_at) != report.before.map(|before| &before.updated_at) {
        return Ok(None);
    }
    let sql = match found {
        Some(_) => {
            "UPDATE hotmart_access SET active = $2, expires_at = $3, source = 'hotmart', checked_at = $4, updated_at = $4,
                 course_url = coalesce(course_url, $5) WHERE id = $1 AND email = $6"
        }
        None => {
            "INSERT INTO hotmart_access (id, active, expires_at, source, checked_at, created_at, updated_at, course_url, email)
             VALUES ($1, $2, $3, 'hotmart', $4, $4, $4, $5, $6) ON CONFLICT DO NOTHING"
        }
    };
    let values: [Value; 6] = [
        found.map_or_else(|| ids::row_id(now), |found| found.id).into(),
        (report.access != PlatformAccess::No).into(),
        report.end(now).into(),
        now.into(),
        report.course_url.into(),
        report.email.into(),
    ];
    tx.write(sql, &values)?.first().map(Row::read).transpose()
}

/// Ends access granted by the platform after a refund.
pub(crate) fn revoke(tx: &mut Tx<'_>, email: &str, now: Timestamp) -> Result<(), Error> {
    let sql = "UPDATE hotmart_access SET active = $3, checked_at = $2, updated_at = $2
               WHERE email = $1 AND source = 'hotmart'";
    tx.write(sql, &[email.into(), now.into(), false.into()]).map(drop)
}

/// Sets an end to access granted by the platform.
pub(crate) fn limit(tx: &mut Tx<'_>, email: &str, end: Timestamp, now: Timestamp) -> Result<(), Error> {
    let sql = "UPDATE hotmart_access SET expires_at = $3, updated_at = $2
               WHERE email = $1 AND source = 'hotmart' AND active = $4";
    let values = [email.into(), now.into(), end.into(), true.into()];
    tx.write(sql, &values).map(drop)
}

/// Ends all expired access, granted by anyone. Returns the number of rows.
pub(crate) fn end_over(tx: &mut Tx<'_>, now: Timestamp) -> Result<u64, Error> {
    let sql = "UPDATE hotmart_access SET active = $2, updated_at = $1 WHERE active = $3 AND expires_at <= $1";
    tx.write_count(sql, &[now.into(), false.into(), true.into()])
}

/// Returns addresses whose positive answer is no longer valid, oldest first.
pub(crate) fn stale(tx: &mut Tx<'_>, most: i64, now: Timestamp) -> Result<Vec<Record>, Error> {
    let sql = "SELECT * FROM hotmart_access WHERE active = $1 AND source = 'hotmart' AND checked_at <= $2
               ORDER BY checked_at, email LIMIT $3";
    tx.query_as(sql, &[true.into(), (now - YES_HOLDS).into(), most.into()])
}

#[cfg(test)]
mod tests {
    use ateneu_db::Db;
    use ateneu_testkit::db_test;

    use super::*;

    const ANA: &str = "ana@exemplo.com.br";

    async fn store(
        db: &Db,
        before: Option<Record>,
        access: PlatformAccess,
        now: Timestamp,
    ) -> Option<Record> {
        let written = db.write(move |tx| {
            let report = Report {
                email: ANA,
                access,
                before: before.as_ref(),
                renewed: false,
                course_url: "https://cursos.test/",
            };
            write(tx, &report, now)
        });
        written.await.unwrap()
    }

    #[db_test]
    async fn an_older_response_never_overwrites_a_newer_one(db: Db) {
        let at = |seconds: i64| Timestamp::from_seconds(1_795_220_000 + seconds);
        let first = store(&db, None, PlatformAccess::Always, at(0)).await;
        assert!(first.as_ref().is_some_and(|record| record.is_open(at(0))));
        // The query began before there was a row.
        assert!(store(&db, None, PlatformAccess::No, at(1)).await.is_none());
        let second = store(&db, first.clone(), PlatformAccess::No, at(2)).await;
        assert!(second.is_some_and(|record| !record.is_open(at(2))));
        // The query began before that.
        assert!(store(&db, first.clone(), PlatformAccess::Always, at(3)).await.is_none());
        let stands = db.read(|tx| find(tx, ANA)).await.unwrap().unwrap();
        assert!(!stands.is_open(at(3)));
        // The refund came while the platform's answer was still positive.
        db.write(move |tx| revoke(tx, ANA, at(4))).await.unwrap();
        assert!(store(&db, Some(stands), PlatformAccess::Student, at(5)).await.is_none());
    }
}
