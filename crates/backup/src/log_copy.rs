//! The copy of one log: its segments and snapshots.

use std::{fs::File, io, path::PathBuf};

use ateneu_base::Timestamp;
use ateneu_db::{Commits, LogFollower};
use flate2::{Compression, write::ZlibEncoder};
use tokio::runtime::Handle;

use crate::{
    Error,
    continuous::ContinuousCopy,
    log::{Header, SegmentWriter},
    objects::{object, write_object},
};

/// Pages of a segment: 16 MB of the usual ones.
const MAX_PAGES: usize = 4_000;

/// Commits that were seen together.
struct Group {
    at: Timestamp,
    commits: Commits,
}

/// The copy of one log.
pub struct LogCopy {
    copy: ContinuousCopy,
    log: String,
    /// Number of the next segment.
    number: u64,
    /// Groups that the place does not have yet, oldest first.
    waiting: Vec<Group>,
}

impl ContinuousCopy {
    /// Begins a log.
    pub fn begin_log(&self, at: Timestamp) -> LogCopy {
        LogCopy { copy: self.clone(), log: format!("{:016}", at.micros()), number: 0, waiting: Vec::new() }
    }
}

impl LogCopy {
    /// Adds commits that were read at that time.
    pub fn add(&mut self, at: Timestamp, commits: Commits) {
        if !commits.is_empty() {
            self.waiting.push(Group { at, commits });
        }
    }

    /// Returns the time of the oldest group that the place does not have.
    pub fn waits_since(&self) -> Option<Timestamp> {
        self.waiting.first().map(|group| group.at)
    }

    /// Returns `true` if the place has every group.
    pub fn is_complete(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Stores the waiting groups, on a thread that may wait. After an error they wait again.
    ///
    /// # Errors
    /// Fails if the log cannot be read, or with [`Error::Target`] if the place does not take them.
    pub fn store_waiting(&mut self, follower: &LogFollower, runtime: &Handle) -> Result<(), Error> {
        while let Some(first) = self.waiting.first() {
            let pages = first.commits.len();
            let taken = match pages > MAX_PAGES {
                true => self.store_parts(follower, runtime).map(|()| 1)?,
                false => self.store_groups(follower, runtime)?,
            };
            self.waiting.drain(..taken);
        }
        Ok(())
    }

    fn header(&self, follower: &LogFollower, first_at: Timestamp, rest: usize) -> Result<Header, Error> {
        Ok(Header {
            log: self.log.clone(),
            number: self.number,
            page_size: u32::try_from(follower.page_size()).map_err(io::Error::other)?,
            first_at,
            rest: u32::try_from(rest).map_err(io::Error::other)?,
        })
    }

    /// Stores as many groups as fit into a segment. Returns their number.
    fn store_groups(&mut self, follower: &LogFollower, runtime: &Handle) -> Result<usize, Error> {
        let Some(first) = self.waiting.first() else { return Ok(0) };
        let mut segment = SegmentWriter::new(&self.header(follower, first.at, 0)?)?;
        let (mut pages, mut taken) = (0, 0);
        for group in &self.waiting {
            pages += group.commits.len();
            if pages > MAX_PAGES {
                break;
            }
            for number in group.commits.numbers() {
                segment.page(number, &follower.read_page(&group.commits, number)?)?;
            }
            segment.end_group(group.at, group.commits.pages)?;
            taken += 1;
        }
        self.put(segment, runtime)?;
        Ok(taken)
    }

    /// Stores the first group in several segments.
    fn store_parts(&mut self, follower: &LogFollower, runtime: &Handle) -> Result<(), Error> {
        let Some(Group { at, commits }) = self.waiting.first() else { return Ok(()) };
        let (at, pages, before) = (*at, commits.pages, self.number);
        let numbers: Vec<u32> = commits.numbers().collect();
        let mut parts = numbers.chunks(MAX_PAGES).rev().enumerate().rev();
        let stored = parts.try_for_each(|(rest, part)| {
            let mut segment = SegmentWriter::new(&self.header(follower, at, rest)?)?;
            let commits = self.waiting.first().map(|group| &group.commits);
            for number in part {
                if let Some(commits) = commits {
                    segment.page(*number, &follower.read_page(commits, *number)?)?;
                }
            }
            if rest == 0 {
                segment.end_group(at, pages)?;
            }
            self.put(segment, runtime)
        });
        if stored.is_err() {
            // The whole group is stored again, over the parts that are there.
            self.number = before;
        }
        stored
    }

    fn put(&mut self, segment: SegmentWriter, runtime: &Handle) -> Result<(), Error> {
        let name = self.copy.segment_name(&self.log, self.number);
        let bytes = object(&name, &segment.finish()?, self.copy.secret.as_ref())?;
        runtime.block_on(self.copy.store.put(&name, bytes))?;
        self.number += 1;
        Ok(())
    }

    /// Returns the place of a snapshot that begins now, before further commits are read. Returns `None` while groups wait: they
    /// would follow a snapshot that is younger than they are, and take pages of it back.
    pub fn place_snapshot(&self, at: Timestamp) -> Option<SnapshotPlace> {
        let name = format!("log/{}/snapshot-{:010}-{:016}", self.log, self.number, at.micros());
        let name = self.copy.name(&name);
        self.is_complete().then(|| SnapshotPlace { copy: self.copy.clone(), name })
    }
}

/// Place of a snapshot.
pub struct SnapshotPlace {
    copy: ContinuousCopy,
    name: String,
}

impl SnapshotPlace {
    /// Stores the file of a snapshot.
    ///
    /// # Errors
    /// Fails if the file cannot be read or the place does not take it.
    pub async fn store(self, file: PathBuf) -> Result<(), Error> {
        write_object(&self.copy.store, &self.name, self.copy.secret.as_ref(), move |writer| {
            let mut compressed = ZlibEncoder::new(writer, Compression::fast());
            io::copy(&mut File::open(file)?, &mut compressed)?;
            compressed.finish()?.flush()?;
            Ok(())
        })
        .await
    }
}
