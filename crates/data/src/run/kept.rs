//! What reads gave since the last commit. The same statement with the same parameters gives the same rows until
//! something is written, so until then the database need not be asked again.
//!
//! Who may see what is part of the statement (rules, masks and the caller's id are written into it), so two callers
//! share an answer only where they would have been given the same. Any commit of this process drops everything,
//! before its writer is answered; where other nodes write too, nothing is kept. A file changed by another program
//! shows within [`LONGEST`].

use std::{collections::HashMap, sync::Arc, time::Duration};

use ateneu_base::Timestamp;
use ateneu_db::Db;
use parking_lot::Mutex;

use crate::sql::Statement;

/// How long an answer is believed without a commit.
const LONGEST: Duration = Duration::from_secs(1);
/// Largest answer kept, in bytes.
const ONE: usize = 64 * 1024;
/// Most bytes kept in all.
const ALL: usize = 8 * 1024 * 1024;

/// What the database gave: rows as JSON text, and how many there are in all, where that was counted.
#[derive(Debug, Default)]
pub struct Found {
    /// One JSON text each.
    pub rows: Vec<String>,
    /// How many rows match, whatever the range.
    pub total: Option<u64>,
}

/// A statement, asked at a moment.
pub struct Question {
    key: String,
    commits: u64,
    asked_at: Timestamp,
}

/// The kept answers.
#[derive(Default)]
pub struct Kept(Mutex<Answers>);

#[derive(Default)]
struct Answers {
    /// The commit after which these were found.
    commits: u64,
    bytes: usize,
    found: HashMap<String, (Timestamp, Arc<Found>)>,
}

impl Kept {
    /// The question a statement asks; `None` when its answer must not be kept.
    pub fn question(&self, db: &Db, statement: &Statement, now: Timestamp) -> Option<Question> {
        if statement.asks_the_time {
            return None;
        }
        Some(Question {
            commits: db.commits()?,
            key: format!("{} {:?}", statement.text, statement.parameters),
            asked_at: now,
        })
    }

    /// What was found since the last commit.
    pub fn answer(&self, question: &Question) -> Option<Arc<Found>> {
        let answers = self.0.lock();
        if answers.commits != question.commits {
            return None;
        }
        let (found_at, found) = answers.found.get(&question.key)?;
        let young = question.asked_at < *found_at + LONGEST && question.asked_at >= *found_at;
        young.then(|| Arc::clone(found))
    }

    /// Keeps what was found, unless something was committed meanwhile: it may have been found before that.
    pub fn keep(&self, db: &Db, question: Question, found: &Arc<Found>) {
        let bytes = question.key.len() + found.rows.iter().map(String::len).sum::<usize>();
        let mut answers = self.0.lock();
        if bytes > ONE || db.commits() != Some(question.commits) || answers.commits > question.commits {
            return;
        }
        if answers.commits != question.commits || answers.bytes + bytes > ALL {
            *answers = Answers { commits: question.commits, ..Answers::default() };
        }
        answers.bytes += bytes;
        answers.found.insert(question.key, (question.asked_at, Arc::clone(found)));
    }
}
