//! The continuous copy of a SQLite installation (decision 0192): follows the database and stores its commits in the target,
//! with the stored files and the owner's content.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use ateneu_backup::{ContinuousCopy, Error as BackupError, KnownFiles, LogCopy, Quarantine, SnapshotPlace};
use ateneu_base::{Clock, Timestamp};
use ateneu_db::{LogFollower, Snapshot};
use parking_lot::Mutex;
use tokio::{
    runtime::Handle,
    sync::{OnceCell, watch},
    task::JoinHandle,
    time::{sleep, timeout},
};

use crate::{Copies, Error, service::empty_folder};

/// Time between two snapshots, which bounds what a restore has to read.
const SNAPSHOTS: Duration = Duration::from_hours(24);
/// Pause after a snapshot that failed.
const SNAPSHOT_RETRY: Duration = Duration::from_mins(10);
/// Size of the log above which a target that takes nothing is given up, until a new snapshot.
const MAX_LOG: u64 = 256 << 20;
/// Maximum pause after a failure, which grows from that between two looks.
const MAX_PAUSE: Duration = Duration::from_mins(1);
/// Time after which a copy counts as late.
const LATE: Duration = Duration::from_mins(5);
/// Time that an orderly stop waits for the last commits to be stored.
const STOP: Duration = Duration::from_secs(20);

/// Pace of the copy.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// Time between two looks at the log.
    pub log: Duration,
    /// Time for which commits are collected before they are stored together.
    pub collecting: Duration,
    /// Time between two looks at the files.
    pub files: Duration,
}

impl Default for Pace {
    fn default() -> Self {
        Self {
            log: Duration::from_secs(1),
            collecting: Duration::from_secs(3),
            files: Duration::from_secs(8),
        }
    }
}

/// State of the continuous copy.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    /// Time at which this server began it. `None` if it is not configured, or the server is in quarantine.
    pub begun_at: Option<Timestamp>,
    /// Time up to which every change of the database can be restored.
    pub copied_until: Option<Timestamp>,
    /// Reason in Portuguese why it does not go on.
    pub trouble: Option<String>,
    /// The same of the stored files and the owner's content.
    pub files_trouble: Option<String>,
}

impl Progress {
    /// Returns the time up to which changes are safe, or since which they wait for the first snapshot.
    pub fn safe_until(&self) -> Option<Timestamp> {
        self.copied_until.or(self.begun_at)
    }

    /// Returns the time since which changes wait, if it is long ago.
    pub fn late_since(&self, now: Timestamp) -> Option<Timestamp> {
        self.safe_until().filter(|until| *until < now - LATE)
    }
}

/// The running continuous copy.
#[derive(Clone)]
pub struct Continuous {
    stop: watch::Sender<bool>,
    tasks: Arc<Mutex<Vec<JoinHandle<()>>>>,
}

impl Continuous {
    /// Starts the copy. It waits for the end of a quarantine.
    pub fn start(copies: &Copies, pace: Pace) -> Self {
        let (stop, stopped) = watch::channel(false);
        let place = Opening { copies: copies.clone(), opened: Arc::default() };
        let database = tokio::spawn(keep_trying(place.clone(), stopped.clone(), Part::Database, pace));
        let files = tokio::spawn(keep_trying(place, stopped, Part::Files, pace));
        Self { stop, tasks: Arc::new(Mutex::new(vec![database, files])) }
    }

    /// Stores the last commits and ends.
    pub async fn stop(&self) {
        self.stop.send_replace(true);
        let tasks = std::mem::take(&mut *self.tasks.lock());
        for mut task in tasks {
            if timeout(STOP, &mut task).await.is_err() {
                tracing::warn!("the continuous copy did not end in time: its target does not answer");
                task.abort();
            }
        }
    }
}

/// The place of the copy, which is opened once: the first one stores the salt of its key.
#[derive(Clone)]
struct Opening {
    copies: Copies,
    opened: Arc<OnceCell<ContinuousCopy>>,
}

impl Opening {
    async fn open(&self) -> Result<ContinuousCopy, Error> {
        let open = async || {
            Ok(ContinuousCopy::open_or_begin(self.copies.target()?, self.copies.passphrase()?).await?)
        };
        self.opened.get_or_try_init(open).await.cloned()
    }
}

#[derive(Clone, Copy)]
enum Part {
    Database,
    Files,
}

/// Copies a part until the server stops, and begins again after a failure.
async fn keep_trying(place: Opening, mut stopped: watch::Receiver<bool>, part: Part, pace: Pace) {
    let mut pause = pace.log;
    let copies = &place.copies;
    while !*stopped.borrow() {
        let begun = copies.now();
        let ended = match part {
            Part::Database => follow_database(&place, &mut stopped, pace).await,
            Part::Files => follow_files(&place, &mut stopped, pace).await,
        };
        let Err(error) = ended else { continue };
        tracing::warn!(%error, "the continuous copy was interrupted, and begins again");
        copies.progress(|progress| *part.trouble(progress) = Some(error.sentence()));
        pause = if copies.now() > begun + MAX_PAUSE { pace.log } else { (pause * 2).min(MAX_PAUSE) };
        wait(&mut stopped, pause).await;
    }
}

impl Part {
    fn trouble(self, progress: &mut Progress) -> &mut Option<String> {
        match self {
            Self::Database => &mut progress.trouble,
            Self::Files => &mut progress.files_trouble,
        }
    }
}

/// Waits, less long if the server stops.
async fn wait(stopped: &mut watch::Receiver<bool>, time: Duration) {
    tokio::select! {
        () = sleep(time) => {}
        _ = stopped.changed() => {}
    }
}

/// Returns `true` once the server is in no quarantine: before, it may be a clone of one that makes the same copy.
async fn is_working(
    copies: &Copies,
    stopped: &mut watch::Receiver<bool>,
    look: Duration,
) -> Result<bool, Error> {
    while !*stopped.borrow() {
        if Quarantine::current(copies.db()).await?.is_none() {
            return Ok(true);
        }
        wait(stopped, look).await;
    }
    Ok(false)
}

async fn follow_database(
    place: &Opening,
    stopped: &mut watch::Receiver<bool>,
    pace: Pace,
) -> Result<(), Error> {
    let copies = &place.copies;
    if !is_working(copies, stopped, pace.log).await? {
        return Ok(());
    }
    let copy = place.open().await?;
    let Some(mut follower) = copies.db().follow_log().await? else { return Ok(()) };
    let begun_at = copies.now();
    // The first snapshot holds what is in the log already.
    let follower = tokio::task::spawn_blocking(move || follower.read_commits().map(|_| follower));
    let follower = follower.await.map_err(BackupError::from)??;
    let scratch = copies.scratch("continuous-copy");
    empty_folder(&scratch).map_err(Error::Scratch)?;
    // A snapshot of a former log may still be written.
    let scratch = scratch.join(format!("{}.db", begun_at.micros()));
    let log = copy.begin_log(begun_at);
    let mut turn = Turn { follower, log, clock: copies.clock() };
    let mut snapshots =
        Snapshots { copy, due: begun_at, running: None, is_stored: false, scratch, trouble: None };
    copies.progress(|progress| progress.begun_at = progress.begun_at.or(Some(begun_at)));
    loop {
        let is_last = *stopped.borrow();
        let (now, runtime) = (copies.now(), Handle::current());
        let collecting = if is_last { Duration::ZERO } else { pace.collecting };
        let wants_snapshot = snapshots.running.is_none() && now >= snapshots.due;
        let done = tokio::task::spawn_blocking(move || {
            let stored = turn.run(&runtime, collecting, wants_snapshot);
            (turn, stored)
        });
        let stored;
        (turn, stored) = done.await.map_err(BackupError::from)?;
        let Stored { trouble, snapshot } = stored?;
        let is_complete = turn.log.is_complete();
        if let Some((snapshot, place)) = snapshot {
            snapshots.store(snapshot, place, now);
        }
        let has_snapshot = snapshots.take_ended(now).await?;
        copies.progress(|progress| {
            if is_complete && has_snapshot {
                progress.copied_until = Some(now);
            }
            progress.trouble = trouble.or(snapshots.trouble.take()).map(|error| error.sentence());
        });
        if is_last {
            return Ok(());
        }
        wait(stopped, pace.log).await;
    }
}

/// The log of the database, and its copy.
struct Turn {
    follower: LogFollower,
    log: LogCopy,
    clock: Clock,
}

/// Result of a turn.
#[derive(Default)]
struct Stored {
    /// Error of a target that may take the commits later.
    trouble: Option<Error>,
    /// A snapshot that was begun.
    snapshot: Option<(Snapshot, SnapshotPlace)>,
}

impl Turn {
    /// Reads and stores the commits since the last turn.
    fn run(&mut self, runtime: &Handle, collecting: Duration, wants_snapshot: bool) -> Result<Stored, Error> {
        let commits = self.follower.read_commits()?;
        // Commits count as of the time after they were read, so that no restore holds a later one.
        self.log.add(self.clock.now(), commits);
        let is_early = self.log.waits_since().is_some_and(|since| self.clock.now() < since + collecting);
        if is_early && !wants_snapshot {
            return Ok(Stored::default());
        }
        if let Some(trouble) = self.store(runtime)? {
            return Ok(Stored { trouble: Some(trouble), snapshot: None });
        }
        // What the log begins anew without must have been stored.
        let rest = self.follower.checkpoint()?;
        self.log.add(self.clock.now(), rest);
        let trouble = self.store(runtime)?;
        let place = if wants_snapshot { self.log.place_snapshot(self.clock.now()) } else { None };
        let snapshot =
            place.map(|place| Ok::<_, Error>((self.follower.begin_snapshot()?, place))).transpose()?;
        Ok(Stored { trouble, snapshot })
    }

    fn store(&mut self, runtime: &Handle) -> Result<Option<Error>, Error> {
        match self.log.store_waiting(&self.follower, runtime) {
            Ok(()) => Ok(None),
            Err(error @ BackupError::Database(_)) => Err(error.into()),
            Err(error) if self.follower.log_size()? > MAX_LOG => Err(error.into()),
            Err(error) => Ok(Some(error.into())),
        }
    }
}

/// The snapshots of a followed log.
struct Snapshots {
    copy: ContinuousCopy,
    due: Timestamp,
    /// The snapshot that is being stored.
    running: Option<JoinHandle<Result<(), Error>>>,
    /// True once the target has a snapshot of this log.
    is_stored: bool,
    /// File of the snapshot until it is stored.
    scratch: PathBuf,
    /// Error of a snapshot after the first one.
    trouble: Option<Error>,
}

impl Drop for Snapshots {
    fn drop(&mut self) {
        if let Some(running) = &self.running {
            running.abort();
        }
    }
}

impl Snapshots {
    /// Stores a snapshot beside the turns that follow.
    fn store(&mut self, snapshot: Snapshot, place: SnapshotPlace, now: Timestamp) {
        let (copy, scratch) = (self.copy.clone(), self.scratch.clone());
        self.running = Some(tokio::spawn(async move {
            let file = scratch.clone();
            let written = tokio::task::spawn_blocking(move || {
                remove(&file)?;
                snapshot.write(&file).map_err(Error::from)
            });
            written.await.map_err(BackupError::from)??;
            place.store(scratch.clone()).await?;
            remove(&scratch)?;
            Ok(copy.remove_old(now).await?)
        }));
        self.due = now + SNAPSHOTS;
    }

    /// Takes the result of a snapshot that has ended. Returns `true` if the target has one. Without the first one nothing can be
    /// restored; a later one is tried again.
    async fn take_ended(&mut self, now: Timestamp) -> Result<bool, Error> {
        if let Some(ended) = self.running.take_if(|running| running.is_finished()) {
            match ended.await.map_err(BackupError::from)? {
                Err(error) if self.is_stored => {
                    tracing::warn!(%error, "a snapshot of the continuous copy failed, and is tried again");
                    self.trouble = Some(error);
                    self.due = now + SNAPSHOT_RETRY;
                }
                ended => ended?,
            }
            self.is_stored = true;
        }
        Ok(self.is_stored)
    }
}

/// Removes a file that may not be there.
fn remove(file: &Path) -> Result<(), Error> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(Error::Scratch(error)),
        _ => Ok(()),
    }
}

async fn follow_files(place: &Opening, stopped: &mut watch::Receiver<bool>, pace: Pace) -> Result<(), Error> {
    let copies = &place.copies;
    if !is_working(copies, stopped, pace.log).await? {
        return Ok(());
    }
    let copy = place.open().await?;
    let (mut known, mut content, mut commits) = (KnownFiles::default(), None, None);
    loop {
        let is_last = *stopped.borrow();
        let now = copies.now();
        if let Some(store) = copies.files_to_copy()
            && commits != copies.db().commits()
        {
            commits = copies.db().commits();
            let versions = copies
                .db()
                .read(|tx| tx.query_as::<String>("SELECT version FROM objects ORDER BY version", &[]))
                .await?;
            copy.copy_files(store, &mut known, versions, now).await?;
        }
        copy.copy_content(copies.content(), &mut content, now).await?;
        copies.progress(|progress| progress.files_trouble = None);
        if is_last {
            return Ok(());
        }
        wait(stopped, pace.files).await;
    }
}
