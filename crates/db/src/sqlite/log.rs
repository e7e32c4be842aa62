//! The write-ahead log of the file, followed for a continuous copy (decision 0192).
//!
//! A follower holds a read transaction all the time, so SQLite cannot overwrite a frame that the follower has not read. It
//! reads the log's own file. The database file is never opened beside SQLite: closing it would release SQLite's locks.
//!
//! While the transaction lasts the log can begin anew once at most, and only if everything before was in the database file
//! when the transaction began: until the transaction ends, later frames cannot be moved there.

use std::{
    collections::BTreeMap,
    ffi::OsString,
    fs::File as Log,
    io::{self, ErrorKind},
    os::unix::fs::FileExt,
    path::{Path, PathBuf},
    time::Duration,
};

use rusqlite::{Connection, backup::Backup};

use super::{
    connect::{File, Timed},
    turns::Turns,
};
use crate::Error;

/// Bytes before the frames, and those before the page of each frame (<https://sqlite.org/fileformat2.html#walformat>).
const HEADER: usize = 32;
const FRAME_HEADER: usize = 24;
/// First bytes of a log whose checksums are those of big-endian words; the lowest bit is 0 for little-endian ones.
const MAGIC: u32 = 0x377f_0683;
const VERSION: u32 = 3_007_000;
/// Frames after which they are moved into the database file: SQLite's own default.
const FRAMES_BEFORE_CHECKPOINT: u64 = 1_000;
/// Pages that a snapshot copies at a time.
const PAGES_AT_A_TIME: i32 = 1_000;

/// Checksum over the frames so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Sum(u32, u32);

impl Sum {
    /// Adds bytes, whose number is a multiple of eight.
    fn add(mut self, bytes: &[u8], is_big_endian: bool) -> Self {
        for pair in bytes.chunks_exact(8) {
            let word = |at: usize| {
                let bytes = [pair[at], pair[at + 1], pair[at + 2], pair[at + 3]];
                if is_big_endian { u32::from_be_bytes(bytes) } else { u32::from_le_bytes(bytes) }
            };
            self.0 = self.0.wrapping_add(word(0)).wrapping_add(self.1);
            self.1 = self.1.wrapping_add(word(4)).wrapping_add(self.0);
        }
        self
    }
}

fn word(bytes: &[u8], at: usize) -> u32 {
    bytes.get(at..at + 4).and_then(|word| word.try_into().ok()).map_or(0, u32::from_be_bytes)
}

/// Place in the log after the last commit that was read.
#[derive(Clone, Copy, Debug)]
struct Position {
    /// Numbers that the log has from one beginning to the next. The first one grows by one.
    salts: (u32, u32),
    is_big_endian: bool,
    offset: u64,
    sum: Sum,
}

impl Position {
    /// Reads the header of a log. Returns `None` if it is not written yet.
    fn of_header(header: &[u8; HEADER], page_size: usize) -> Option<Self> {
        let is_big_endian = word(header, 0) == MAGIC;
        let sum = Sum(0, 0).add(&header[..24], is_big_endian);
        let is_valid = word(header, 0) | 1 == MAGIC
            && word(header, 4) == VERSION
            && usize::try_from(word(header, 8)) == Ok(page_size)
            && sum == Sum(word(header, 24), word(header, 28));
        let salts = (word(header, 16), word(header, 20));
        is_valid.then_some(Self { salts, is_big_endian, offset: HEADER as u64, sum })
    }
}

/// Pages that commits wrote, each once, with its last content.
#[derive(Debug, Default)]
pub struct Commits {
    /// Offset of each page in the log, by its number.
    offsets: BTreeMap<u32, u64>,
    /// Pages that were read already.
    loaded: BTreeMap<u32, Vec<u8>>,
    /// Number of pages of the database after the last commit.
    pub pages: u32,
}

impl Commits {
    /// Returns `true` if there was no commit.
    pub fn is_empty(&self) -> bool {
        self.offsets.is_empty()
    }

    /// Returns the number of pages that were written.
    pub fn len(&self) -> usize {
        self.offsets.len()
    }

    /// Returns the numbers of the pages.
    pub fn numbers(&self) -> impl Iterator<Item = u32> {
        self.offsets.keys().copied()
    }
}

/// Reader of the commits of a SQLite file. The pages of one set of commits must be read before the next
/// [`LogFollower::checkpoint`].
pub struct LogFollower {
    file: File,
    /// Connection whose transaction keeps the log.
    reader: Timed,
    /// Connection that takes the write lock for a moment.
    locker: Timed,
    turns: Turns,
    log: LogReader,
    /// Offset at which the next checkpoint is tried.
    next_checkpoint: u64,
}

impl LogFollower {
    pub(super) fn open(file: &File) -> Result<Self, Error> {
        let (reader, locker, turns) = (file.reader()?, file.writer()?, file.turns()?);
        let page_size: i64 = reader.connection.query_row("PRAGMA page_size", (), |row| row.get(0))?;
        let page_size = usize::try_from(page_size).map_err(|_| Error::Unavailable("no page size".into()))?;
        let mut path = OsString::from(file.path());
        path.push("-wal");
        begin_read(&reader.connection)?;
        let log = LogReader { path: path.into(), page_size, position: None };
        let next_checkpoint = log.frames(FRAMES_BEFORE_CHECKPOINT);
        Ok(Self { file: file.clone(), reader, locker, turns, log, next_checkpoint })
    }

    /// Returns the bytes of a page.
    pub fn page_size(&self) -> usize {
        self.log.page_size
    }

    /// Returns the bytes of the log's file.
    ///
    /// # Errors
    /// Fails if the file cannot be read.
    pub fn log_size(&self) -> Result<u64, Error> {
        match std::fs::metadata(&self.log.path) {
            Ok(found) => Ok(found.len()),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(0),
            Err(error) => Err(read_error(&error)),
        }
    }

    /// Begins a snapshot, which holds all commits that were read so far. It may hold later ones, which read the same again.
    ///
    /// # Errors
    /// Fails if the database cannot be read.
    pub fn begin_snapshot(&self) -> Result<Snapshot, Error> {
        let reader = self.file.reader()?;
        begin_read(&reader.connection)?;
        Ok(Snapshot(reader))
    }

    /// Reads the commits since the last call. The first call returns those of the whole log, some of which are in the database
    /// file already.
    ///
    /// # Errors
    /// Fails if the log cannot be read, or was begun anew more than once: then only a new follower goes on.
    pub fn read_commits(&mut self) -> Result<Commits, Error> {
        let salts = self.log.position.map(|position| position.salts);
        let commits = self.log.read_commits()?;
        if self.log.position.map(|position| position.salts) != salts {
            self.next_checkpoint = self.log.frames(FRAMES_BEFORE_CHECKPOINT);
        }
        Ok(commits)
    }

    /// Returns the bytes of a page of these commits.
    ///
    /// # Errors
    /// Fails if the log cannot be read.
    pub fn read_page(&self, commits: &Commits, number: u32) -> Result<Vec<u8>, Error> {
        self.log.read_page(commits, number)
    }

    /// Moves the frames into the database file, so that the log begins anew, once it is long enough. Returns the commits of
    /// the last moment before.
    ///
    /// # Errors
    /// Fails as [`LogFollower::read_commits`] does.
    pub fn checkpoint(&mut self) -> Result<Commits, Error> {
        if self.log.position.is_none_or(|position| position.offset < self.next_checkpoint) {
            return Ok(Commits::default());
        }
        let turn = match self.turns.begin_write(&self.locker.connection) {
            Ok(turn) => turn,
            Err(error) => {
                // The log only grows until the next attempt.
                tracing::debug!(%error, "the log of the database could not begin anew yet");
                return Ok(Commits::default());
            }
        };
        let moved = move_frames(&self.reader.connection, &mut self.log);
        let ended = self.locker.connection.execute_batch("ROLLBACK");
        drop(turn);
        // A reader that keeps the frames where they are is not asked again at once.
        let from = self.log.position.map_or(0, |position| position.offset);
        self.next_checkpoint = from + self.log.frames(FRAMES_BEFORE_CHECKPOINT);
        ended?;
        moved
    }
}

/// The database at one moment.
pub struct Snapshot(Timed);

impl Snapshot {
    /// Writes the database into a new file, in which every page has the same number.
    ///
    /// # Errors
    /// Fails if the database cannot be read or the file cannot be written.
    pub fn write(self, path: &Path) -> Result<(), Error> {
        let mut copy = Connection::open(path)?;
        copy.execute_batch("PRAGMA synchronous = OFF")?;
        let backup = Backup::new(&self.0.connection, &mut copy)?;
        Ok(backup.run_to_completion(PAGES_AT_A_TIME, Duration::ZERO, None)?)
    }
}

/// Moves the frames while nobody can write.
fn move_frames(reader: &Connection, log: &mut LogReader) -> Result<Commits, Error> {
    let mut rest = log.read_commits()?;
    if rest.offsets.len() as u64 > FRAMES_BEFORE_CHECKPOINT {
        // Too many to hold in memory: they stay in the log, and the next attempt moves them.
        return Ok(rest);
    }
    for number in rest.numbers().collect::<Vec<_>>() {
        let page = log.read_page(&rest, number)?;
        rest.loaded.insert(number, page);
    }
    reader.execute_batch("COMMIT")?;
    reader.query_row("PRAGMA wal_checkpoint(PASSIVE)", (), |_| Ok(()))?;
    begin_read(reader)?;
    Ok(rest)
}

/// Reader of the log's file.
struct LogReader {
    path: PathBuf,
    page_size: usize,
    /// `None` before the first frame.
    position: Option<Position>,
}

impl LogReader {
    /// Returns the number of bytes of this number of frames.
    fn frames(&self, count: u64) -> u64 {
        count * (FRAME_HEADER + self.page_size) as u64
    }

    fn read_commits(&mut self) -> Result<Commits, Error> {
        let mut commits = Commits::default();
        let log = match Log::open(&self.path) {
            Ok(log) => log,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(commits),
            Err(error) => return Err(read_error(&error)),
        };
        let Some(mut position) = self.find_position(&log)? else { return Ok(commits) };
        let mut uncommitted = BTreeMap::new();
        let (mut offset, mut sum) = (position.offset, position.sum);
        let mut frame = vec![0; FRAME_HEADER + self.page_size];
        while read_whole(&log, &mut frame, offset)? {
            let (number, pages) = (word(&frame, 0), word(&frame, 4));
            sum = sum.add(&frame[..8], position.is_big_endian);
            sum = sum.add(&frame[FRAME_HEADER..], position.is_big_endian);
            let is_of_this_log = (word(&frame, 8), word(&frame, 12)) == position.salts;
            if !is_of_this_log || sum != Sum(word(&frame, 16), word(&frame, 20)) {
                break;
            }
            uncommitted.insert(number, offset + FRAME_HEADER as u64);
            offset += frame.len() as u64;
            if pages > 0 {
                commits.offsets.append(&mut uncommitted);
                commits.pages = pages;
                (position.offset, position.sum) = (offset, sum);
            }
        }
        self.position = Some(position);
        Ok(commits)
    }

    /// Returns the place to go on from: the former one, or the first frame of a log that was begun anew.
    fn find_position(&self, log: &Log) -> Result<Option<Position>, Error> {
        let mut header = [0; HEADER];
        if !read_whole(log, &mut header, 0)? {
            return Ok(None);
        }
        let Some(present) = Position::of_header(&header, self.page_size) else { return Ok(None) };
        match self.position {
            None => Ok(Some(present)),
            Some(former) if former.salts == present.salts => {
                self.check_last_frame(log, former)?;
                Ok(Some(former))
            }
            Some(former) if former.salts.0.wrapping_add(1) == present.salts.0 => Ok(Some(present)),
            Some(_) => Err(Error::Unavailable("the log was begun anew without its follower".into())),
        }
    }

    /// Compares the last frame that was read. A process that is killed in its commit leaves one that SQLite writes over.
    fn check_last_frame(&self, log: &Log, former: Position) -> Result<(), Error> {
        let Some(start) = former.offset.checked_sub(self.frames(1)).filter(|start| *start >= HEADER as u64)
        else {
            return Ok(());
        };
        let mut header = [0; FRAME_HEADER];
        let is_there = read_whole(log, &mut header, start)?;
        match is_there && former.sum == Sum(word(&header, 16), word(&header, 20)) {
            true => Ok(()),
            false => Err(Error::Unavailable("a commit in the log was taken back".into())),
        }
    }

    fn read_page(&self, commits: &Commits, number: u32) -> Result<Vec<u8>, Error> {
        if let Some(loaded) = commits.loaded.get(&number) {
            return Ok(loaded.clone());
        }
        let offset = commits.offsets.get(&number).copied();
        let offset = offset.ok_or_else(|| Error::Unavailable(format!("page {number} was not written")))?;
        let mut page = vec![0; self.page_size];
        Log::open(&self.path)
            .and_then(|log| log.read_exact_at(&mut page, offset))
            .map_err(|error| read_error(&error))?;
        Ok(page)
    }
}

/// Begins a transaction that reads, which SQLite does at its first read.
fn begin_read(connection: &Connection) -> Result<(), Error> {
    connection.execute_batch("BEGIN")?;
    Ok(connection.query_row("SELECT count(*) FROM sqlite_schema", (), |_| Ok(()))?)
}

/// Fills a buffer from a place of the file. Returns `false` if the file ends before.
fn read_whole(file: &Log, buffer: &mut [u8], offset: u64) -> Result<bool, Error> {
    match file.read_exact_at(buffer, offset) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(read_error(&error)),
    }
}

fn read_error(error: &io::Error) -> Error {
    Error::Unavailable(format!("the log cannot be read: {error}"))
}

#[cfg(test)]
mod tests {
    use std::fs::OpenOptions;

    use super::*;
    use crate::Limits;

    /// A database that is followed, and the file that the commits are applied to.
    struct Followed {
        folder: tempfile::TempDir,
        file: File,
        writer: Timed,
        follower: LogFollower,
        /// Log's salts that were seen.
        logs: Vec<(u32, u32)>,
    }

    impl Followed {
        fn open() -> Self {
            let folder = tempfile::tempdir().unwrap();
            let file = File::new(&folder.path().join("toys.db"), Limits::default());
            file.create().unwrap();
            let writer = file.writer().unwrap();
            writer.connection.execute_batch("CREATE TABLE toys (id integer PRIMARY KEY, name text)").unwrap();
            let follower = LogFollower::open(&file).unwrap();
            follower.begin_snapshot().unwrap().write(&folder.path().join("copy.db")).unwrap();
            Self { folder, file, writer, follower, logs: Vec::new() }
        }

        fn write(&self, sql: &str) {
            self.writer.connection.execute_batch(sql).unwrap();
        }

        fn apply(&mut self, commits: &Commits) {
            self.logs.extend(self.follower.log.position.map(|position| position.salts));
            self.logs.dedup();
            if commits.is_empty() {
                return;
            }
            let copy = OpenOptions::new().write(true).open(self.folder.path().join("copy.db")).unwrap();
            let size = self.follower.page_size();
            for number in commits.numbers() {
                let page = self.follower.read_page(commits, number).unwrap();
                copy.write_all_at(&page, u64::from(number - 1) * size as u64).unwrap();
            }
            copy.set_len(u64::from(commits.pages) * size as u64).unwrap();
        }

        fn follow(&mut self) {
            let commits = self.follower.read_commits().unwrap();
            self.apply(&commits);
            let rest = self.follower.checkpoint().unwrap();
            self.apply(&rest);
        }

        /// Compares the copy with the database.
        fn check(&self) {
            let copy = Connection::open(self.folder.path().join("copy.db")).unwrap();
            let found: String = copy.query_row("PRAGMA integrity_check", (), |row| row.get(0)).unwrap();
            assert_eq!(found, "ok");
            let rows = "SELECT group_concat(id || name) FROM (SELECT * FROM toys ORDER BY id)";
            let of = |connection: &Connection| -> Option<String> {
                connection.query_row(rows, (), |row| row.get(0)).unwrap()
            };
            assert_eq!(of(&copy), of(&self.writer.connection));
        }
    }

    const FILL: &str = "INSERT INTO toys (name) WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1500)
                        SELECT hex(randomblob(1200)) FROM n";

    #[test]
    fn commits_give_the_same_database_across_many_logs() {
        let mut followed = Followed::open();
        for round in 0..12 {
            match round % 4 {
                0 | 1 => followed.write(FILL),
                2 => followed.write("DELETE FROM toys WHERE id % 3 = 0"),
                _ => followed.write("DELETE FROM toys WHERE id % 2 = 0; VACUUM"),
            }
            followed.follow();
            followed.write("INSERT INTO toys (name) VALUES ('alone')");
            followed.follow();
            followed.check();
        }
        assert!(followed.logs.len() > 3, "the log began anew {} times", followed.logs.len());
        assert!(followed.follower.log_size().unwrap() < 40 << 20);
    }

    #[test]
    fn a_rolled_back_write_is_not_followed() {
        let mut followed = Followed::open();
        // More than the page cache holds, so that uncommitted pages reach the log.
        followed.write("BEGIN");
        followed.write(FILL);
        followed.write(FILL);
        assert!(followed.follower.read_commits().unwrap().numbers().all(|number| number < 3));
        followed.write("ROLLBACK; INSERT INTO toys (name) VALUES ('kept')");
        followed.follow();
        followed.check();
    }

    #[test]
    fn a_commit_that_is_written_over_is_noticed() {
        let mut followed = Followed::open();
        followed.follow();
        let before = std::fs::read(followed.follower.log.path.clone()).unwrap();
        followed.write("INSERT INTO toys (name) VALUES ('of a killed process')");
        followed.follow();
        // What the next writer does to the frames of a commit that was not finished.
        let log = OpenOptions::new().write(true).open(&followed.follower.log.path).unwrap();
        log.write_all_at(&[7; 4_096], before.len() as u64).unwrap();
        assert!(matches!(followed.follower.read_commits(), Err(Error::Unavailable(_))));
    }

    #[test]
    fn a_long_reader_delays_only_the_next_log() {
        let mut followed = Followed::open();
        let reader = followed.file.reader().unwrap();
        followed.write(FILL);
        begin_read(&reader.connection).unwrap();
        for _ in 0..4 {
            followed.write("UPDATE toys SET name = hex(randomblob(1200))");
            followed.follow();
        }
        followed.check();
        assert_eq!(followed.logs.len(), 1);
        reader.connection.execute_batch("COMMIT").unwrap();
        drop(reader);
        for _ in 0..2 {
            followed.write("UPDATE toys SET name = hex(randomblob(1200))");
            followed.follow();
        }
        followed.write("INSERT INTO toys (name) VALUES ('last')");
        followed.follow();
        followed.check();
        assert!(followed.logs.len() > 1);
    }

    #[test]
    fn the_log_cannot_begin_anew_before_it_was_read() {
        let mut followed = Followed::open();
        followed.follow();
        let other = followed.file.writer().unwrap();
        for _ in 0..3 {
            followed.write(FILL);
            let _busy = other.connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)");
        }
        followed.follow();
        followed.check();
    }
}
