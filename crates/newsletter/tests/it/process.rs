//! A server in a process of its own, to be killed: this test program, started again.

use std::process::{Child, Command, Stdio};

use ateneu_db::{Db, Target};
use ateneu_testkit::databases;

/// Beginning of the argument with the database of a process and further words. The test runner takes it for the name of
/// a further test.
const PLACE: &str = "place=";

/// A running process.
pub struct Process(Child);

impl Process {
    /// Starts the test `program` in a process, which [`arguments`] tells its database and these words.
    pub fn start(program: &str, target: &Target, words: &str) -> Self {
        let database = match target {
            Target::Sqlite(path) => format!("sqlite:{}", path.display()),
            Target::Postgres(address) => address.clone(),
        };
        let child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", program, "--nocapture"])
            .arg(format!("{PLACE}{database} {words}"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        Self(child.unwrap())
    }

    /// Kills the process at once, without a chance to finish anything.
    pub fn kill(mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

/// Opens the database that this process was started for. Returns it with the words. Returns `None` in an ordinary run of
/// the tests.
pub async fn arguments() -> Option<(Db, String)> {
    let place = std::env::args().find_map(|argument| Some(argument.strip_prefix(PLACE)?.to_owned()))?;
    let (database, words) = place.split_once(' ').unwrap();
    let target = match database.strip_prefix("sqlite:") {
        Some(path) => Target::Sqlite(path.into()),
        None => Target::Postgres(database.to_owned()),
    };
    Some((Db::open(&target, &databases::product()).await.unwrap(), words.to_owned()))
}
