//! Budget of one request, by its caller. All limits are declared here.
//!
//! [`Budget::check`] counts before the query runs, for a query string as for the filters of a socket. Time and bytes,
//! which depend on the data, are bounded by the [`Cost`] of the transaction, which interrupts the statement.

use std::time::Duration;

use ateneu_base::Caller;
use ateneu_db::Cost;

/// Limits of one request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Regular expressions (`match`, `imatch`).
    pub patterns: usize,
    /// Words of all text searches together.
    pub words: usize,
    /// Tests of all filters together; each value of `(any)` and `(all)` is one.
    pub tests: usize,
    /// Values of all lists together.
    pub values: usize,
    /// Items of the whole select, with those of its relations.
    pub items: usize,
    /// Columns of the whole select, with those of `*`.
    pub columns: usize,
    /// Relations of the whole select.
    pub relations: usize,
    /// Rows of one embedded list. A request for more gets this number.
    pub listed: u64,
    /// Bytes of texts that a write cleans or derives columns from.
    pub worked: usize,
    /// Cost that a read may have.
    pub read: Cost,
    /// Cost that a write may have, beside [`ROW`] for each row of its payload.
    pub write: Cost,
}

/// Cost of the first attempt of any read. A slower read begins again in a smaller pool, so that quick reads never wait
/// behind slow ones.
const FIRST_ATTEMPT: Cost = cost(10, 250, 30, 0);

/// Time that each row of an insert adds.
const ROW: Duration = Duration::from_millis(5);

/// Returns a cost of processor and elapsed time on SQLite, and statement time on PostgreSQL, in milliseconds.
const fn cost(cpu: u64, time: u64, statement: u64, megabytes: usize) -> Cost {
    Cost {
        cpu: Duration::from_millis(cpu),
        time: Duration::from_millis(time),
        statement: Duration::from_millis(statement),
        bytes: megabytes << 20,
    }
}

/// Callers without an account.
static VISITOR: Budget = Budget {
    // A search in a long text cannot be interrupted.
    patterns: 0,
    words: 32,
    tests: 200,
    values: 2_000,
    items: 200,
    columns: 400,
    relations: 8,
    listed: 1_000,
    worked: 64 << 10,
    // With the first attempt, the parsing of the request and the response, 150 ms.
    read: cost(120, 1_000, 100, 8),
    write: cost(500, 5_000, 5_000, 8),
};

/// Callers with an account, which anyone may create.
static PERSON: Budget = Budget {
    patterns: 4,
    worked: 512 << 10,
    read: cost(300, 2_000, 2_000, 8),
    write: cost(500, 5_000, 5_000, 8),
    ..VISITOR
};

/// Moderators, editors and administrators, who work in the panel.
static STAFF: Budget = Budget {
    relations: 16,
    worked: 2 << 20,
    read: cost(2_000, 5_000, 5_000, 32),
    write: cost(3_000, 15_000, 15_000, 32),
    ..PERSON
};

/// The service key, which loads and reads whole tables.
static SERVICE: Budget = Budget {
    patterns: 16,
    words: 128,
    tests: 400,
    values: 10_000,
    items: 400,
    columns: 1_000,
    relations: 32,
    listed: 10_000,
    worked: 10 << 20,
    read: cost(10_000, 10_000, 10_000, 64),
    write: cost(30_000, 30_000, 30_000, 128),
};

impl Budget {
    /// Returns the budget of this caller.
    pub fn of(caller: &Caller) -> &'static Self {
        match caller {
            caller if caller.is_service() => &SERVICE,
            caller if caller.holds_role() => &STAFF,
            caller if caller.is_signed_in() => &PERSON,
            _ => &VISITOR,
        }
    }

    /// Returns the cost that the first attempt of a read may have.
    pub fn first_attempt(&self) -> Cost {
        Cost { bytes: self.read.bytes, ..FIRST_ATTEMPT }
    }

    /// Returns the cost that a write of `rows` rows may have.
    pub fn write_of(&self, rows: usize) -> Cost {
        let more = ROW.saturating_mul(u32::try_from(rows).unwrap_or(u32::MAX));
        Cost {
            cpu: self.write.cpu + more,
            time: self.write.time + more,
            statement: self.write.statement + more,
            ..self.write
        }
    }

    /// Checks a request against the budget.
    ///
    /// # Errors
    /// Returns [`Exceeded`] with the first limit that is exceeded.
    pub fn check(&self, asked: &Asked) -> Result<(), Exceeded> {
        for (limit, asked, most) in [
            ("regular expressions", asked.patterns, self.patterns),
            ("words of text searches", asked.words, self.words),
            ("tests in filters", asked.tests, self.tests),
            ("values in lists", asked.values, self.values),
            ("embedded relations", asked.relations, self.relations),
            ("selected items", asked.items, self.items),
        ] {
            if asked > most {
                return Err(Exceeded { limit, most });
            }
        }
        Ok(())
    }
}

/// Amounts that a request, or all filters of a socket together, require.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    /// Regular expressions, see [`Budget::patterns`].
    pub patterns: usize,
    /// Words of text searches, see [`Budget::words`].
    pub words: usize,
    /// Tests of filters, see [`Budget::tests`].
    pub tests: usize,
    /// Values of lists, see [`Budget::values`].
    pub values: usize,
    /// Items of the select, see [`Budget::items`].
    pub items: usize,
    /// Relations of the select, see [`Budget::relations`].
    pub relations: usize,
}

/// An exceeded limit of a [`Budget`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the request exceeds a limit: at most {most} {limit}")]
pub struct Exceeded {
    /// Name of the exceeded limit.
    pub limit: &'static str,
    /// Largest amount allowed.
    pub most: usize,
}
