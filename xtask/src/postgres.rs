//! A temporary PostgreSQL for the tests, with its own folder and port, removed when the tests end.

use std::{fs, net::TcpListener, path::PathBuf, process::Command};

use anyhow::{Context, Result, ensure};

use crate::shell::{install, output};

/// A running server. Dropping it stops it and removes its data.
pub struct Postgres {
    programs: PathBuf,
    folder: PathBuf,
    port: u16,
}

impl Postgres {
    /// Starts a fresh server on a free port of the loopback address.
    pub fn start() -> Result<Self> {
        // Tests do not depend on durability, and the data of this server has no value.
        Self::start_with("-c fsync=off -c full_page_writes=off -c synchronous_commit=off")
    }

    /// Starts a server that flushes its commits, for measurements.
    pub fn start_durable() -> Result<Self> {
        Self::start_with("")
    }

    fn start_with(setting: &str) -> Result<Self> {
        let programs = programs()?;
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let folder = std::env::temp_dir().join(format!("ateneu-postgres-{port}"));
        fs::create_dir_all(&folder)?;
        let server = Self { programs, folder, port };
        server.initialise(setting)?;
        Ok(server)
    }

    fn initialise(&self, setting: &str) -> Result<()> {
        if is_root()? {
            output(Command::new("chown").arg("-R").arg("postgres").arg(&self.folder))?;
        }
        let data = self.folder.join("data");
        let init = format!("initdb -D {} -U postgres -A trust -E UTF8 --no-locale --no-sync", data.display());
        output(&mut self.command(&init)?)?;
        let options =
            format!("-p {} -k {} {setting} -c max_connections=300", self.port, self.folder.display());
        let log = self.folder.join("log");
        let start = format!("pg_ctl -D {} -o \"{options}\" -l {} -w start", data.display(), log.display());
        output(&mut self.command(&start)?).map(drop)
    }

    /// Returns the server's URL for `ATENEU_TEST_POSTGRES`.
    pub fn url(&self) -> String {
        format!("postgres://postgres@127.0.0.1:{}/postgres", self.port)
    }

    /// Returns a command. PostgreSQL refuses to run as root, so root runs it as the `postgres` account.
    fn command(&self, line: &str) -> Result<Command> {
        let line = format!("{}/{line}", self.programs.display());
        let mut command = if is_root()? { Command::new("su") } else { Command::new("sh") };
        if is_root()? {
            command.args(["postgres", "-s", "/bin/sh"]);
        }
        command.args(["-c", &line]).current_dir("/");
        Ok(command)
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let stop = format!("pg_ctl -D {} -m immediate stop", self.folder.join("data").display());
        let stopped = self.command(&stop).and_then(|mut command| output(&mut command));
        if let Err(error) = stopped {
            eprintln!("the throwaway PostgreSQL did not stop: {error}");
        }
        if let Err(error) = fs::remove_dir_all(&self.folder) {
            eprintln!("cannot remove {}: {error}", self.folder.display());
        }
    }
}

fn is_root() -> Result<bool> {
    let id = output(Command::new("id").arg("-u"))?;
    ensure!(!id.trim().is_empty(), "cannot tell which user this is");
    Ok(id.trim() == "0")
}

/// Returns the folder of `initdb` and `pg_ctl`, after an installation if they are missing.
pub fn programs() -> Result<PathBuf> {
    if let Some(found) = find_programs() {
        return Ok(found);
    }
    install("the PostgreSQL server", &["postgresql"])?;
    find_programs().context("PostgreSQL was installed but not found")
}

/// Finds the programs on the path, or in Debian's folders, newest version first.
fn find_programs() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let debian = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut versions: Vec<PathBuf> = debian.map(|version| version.path().join("bin")).collect();
    versions.sort();
    folders.splice(0..0, versions.into_iter().rev());
    folders.into_iter().find(|folder| folder.join("initdb").exists() && folder.join("pg_ctl").exists())
}
