//! The release binary as a child process, and what its process costs.

use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail};

use crate::{load, table::Table};

/// The built server on a scratch folder; stopped when dropped.
pub struct Server {
    child: Child,
    /// `http://127.0.0.1:port`
    pub url: String,
    pub port: u16,
    data: PathBuf,
    binary: PathBuf,
    settings: Vec<(String, String)>,
    /// Keeps the scratch folder.
    _folder: Option<tempfile::TempDir>,
}

/// Hundredths of a second that a server with nothing to do may take in a second.
const IDLE_TICKS: u64 = 5;

/// Returns the path of the release binary.
pub fn binary() -> Result<PathBuf> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../target/release/ateneu");
    path.canonicalize().context("build the release binary first: cargo xtask build")
}

impl Server {
    /// Starts on a fresh folder.
    pub fn start(arguments: &[&str]) -> Result<Self> {
        Self::start_with(arguments, &[])
    }

    /// The same, with further settings from the environment.
    pub fn start_with(arguments: &[&str], settings: &[(&str, &str)]) -> Result<Self> {
        let folder = fresh_folder()?;
        let mut server = Self::open(folder.path(), arguments, settings)?;
        server._folder = Some(folder);
        Ok(server)
    }

    /// Starts another program on a fresh folder.
    pub fn start_program(program: &Path, arguments: &[&str]) -> Result<Self> {
        let folder = fresh_folder()?;
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let mut server = Self::open_program(program.to_owned(), folder.path(), arguments, &[], port)?;
        server._folder = Some(folder);
        Ok(server)
    }

    /// Starts on existing data.
    pub fn start_on(data: &Path, arguments: &[&str]) -> Result<Self> {
        Self::open(data, arguments, &[])
    }

    /// Starts on existing data, with further settings from the environment.
    pub fn open(data: &Path, arguments: &[&str], settings: &[(&str, &str)]) -> Result<Self> {
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        Self::open_at(data, arguments, settings, port)
    }

    /// Starts on existing data at the port of a server that has stopped.
    pub fn start_at(data: &Path, arguments: &[&str], port: u16) -> Result<Self> {
        Self::open_at(data, arguments, &[], port)
    }

    fn open_at(data: &Path, arguments: &[&str], settings: &[(&str, &str)], port: u16) -> Result<Self> {
        Self::open_program(binary()?, data, arguments, settings, port)
    }

    fn open_program(
        binary: PathBuf,
        data: &Path,
        arguments: &[&str],
        settings: &[(&str, &str)],
        port: u16,
    ) -> Result<Self> {
        let mut child = Command::new(&binary)
            .arg("serve")
            .args(arguments)
            .arg("--listen")
            .arg(format!("127.0.0.1:{port}"))
            .arg("--data")
            .arg(data)
            .env("ATENEU_LOG", "error")
            .envs(settings.iter().copied())
            .stdout(Stdio::piped())
            .spawn()?;
        let output = child.stdout.take().context("no output")?;
        let mut lines = BufReader::new(output).lines();
        let listening = loop {
            match lines.next().transpose()? {
                Some(line) if line.contains("listening on") => break true,
                Some(_) => {}
                None => break false,
            }
        };
        anyhow::ensure!(listening, "the server stopped before it listened");
        let url = format!("http://127.0.0.1:{port}");
        let settings =
            settings.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        Ok(Self { child, url, port, data: data.to_owned(), binary, settings, _folder: None })
    }

    /// The database file.
    pub fn database(&self) -> PathBuf {
        self.data.join("ateneu.db")
    }

    /// The keys: anonymous and service.
    pub fn keys(&self) -> Result<(String, String)> {
        let settings = self.settings.iter().map(|(name, value)| (name, value));
        let output =
            Command::new(&self.binary).args(["keys", "--data"]).arg(&self.data).envs(settings).output()?;
        anyhow::ensure!(
            output.status.success(),
            "the keys cannot be read: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        let keys: serde_json::Value = serde_json::from_slice(&output.stdout)?;
        let key =
            |name: &str| keys[name].as_str().map(str::to_owned).with_context(|| format!("no {name} key"));
        Ok((key("anon")?, key("service_role")?))
    }

    /// One request on its own connection: status and body.
    pub fn request(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> Result<(u16, Vec<u8>)> {
        request(self.port, method, path, headers, body)
    }

    /// Waits until the work of the first start is done: until a second passes in which the process hardly runs.
    #[expect(clippy::disallowed_methods, reason = "rest shows only in time that passes")]
    pub fn wait_until_idle(&self) -> Result<()> {
        let mut before = self.ticks()?;
        loop {
            thread::sleep(Duration::from_secs(1));
            let now = self.ticks()?;
            if now - before <= IDLE_TICKS {
                return Ok(());
            }
            before = now;
        }
    }

    /// The processor time of the process, in hundredths of a second.
    pub fn ticks(&self) -> Result<u64> {
        process_ticks(&fs::read_to_string(format!("/proc/{}/stat", self.child.id()))?, 2)
    }

    /// [`Server::proportional`] at rest: the work of the first start is done, and what it freed given back a second later.
    pub fn idle_memory(&self) -> Result<f64> {
        self.wait_until_idle()?;
        self.wait_until_idle()?;
        self.proportional()
    }

    /// Adds a row with [`Server::idle_memory`] in megabytes. What is not allocated of it are pages of the program's file, of
    /// the same program more or fewer by how the system caches the file.
    pub fn measure_idle(&self, table: &mut Table, what: &str, limit: f64) -> Result<()> {
        let idle = self.idle_memory()?;
        table.under(&format!("{what}, {:.0} MB of it allocated", self.anonymous()?), idle, limit, "MB");
        Ok(())
    }

    /// Proportional set size in megabytes.
    pub fn proportional(&self) -> Result<f64> {
        self.memory("smaps_rollup", "Pss:")
    }

    /// Memory of its own in megabytes, without the pages of files: what it has allocated.
    pub fn anonymous(&self) -> Result<f64> {
        self.memory("status", "RssAnon:")
    }

    /// The most memory it ever had, in megabytes.
    pub fn resident_at_most(&self) -> Result<f64> {
        self.memory("status", "VmHWM:")
    }

    fn memory(&self, file: &str, figure: &'static str) -> Result<f64> {
        let status = fs::read_to_string(format!("/proc/{}/{file}", self.child.id()))?;
        let line = status.lines().find(|line| line.starts_with(figure)).context(figure)?;
        let kilobytes: f64 = line.split_whitespace().nth(1).context("no figure")?.parse()?;
        Ok(kilobytes / 1024.0)
    }

    /// Ends the process without warning (SIGKILL) and keeps the folder.
    pub fn kill(mut self) -> Result<()> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }

    /// Starts again, with the same settings, on the data of the process that was stopped.
    pub fn restart(&mut self, arguments: &[&str]) -> Result<()> {
        let settings: Vec<_> = self.settings.iter().map(|(name, value)| (&**name, &**value)).collect();
        let mut started = Self::open(&self.data, arguments, &settings)?;
        started._folder = self._folder.take();
        *self = started;
        Ok(())
    }

    /// Ends the process and keeps the folder.
    pub fn stop(&mut self) -> Result<()> {
        Command::new("kill").arg(self.child.id().to_string()).status()?;
        self.child.wait()?;
        Ok(())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Err(error) = self.child.kill() {
            eprintln!("the server was gone already: {error}");
        }
        let _ = self.child.wait();
    }
}

/// The processor time of every process of this name and of their ended children, in hundredths of a second.
pub fn ticks_of(name: &str) -> Result<u64> {
    let mut sum = 0;
    for process in fs::read_dir("/proc")? {
        // A process may end between the listing and the reading.
        let Ok(stat) = fs::read_to_string(process?.path().join("stat")) else { continue };
        if stat.contains(&format!("({name})")) {
            sum += process_ticks(&stat, 4)?;
        }
    }
    Ok(sum)
}

/// The first of the times of a process's state: user, system, user of its ended children, system of these.
fn process_ticks(stat: &str, count: usize) -> Result<u64> {
    // The name before the bracket may hold spaces; the times are fields 14 to 17 of the line.
    let (_, fields) = stat.rsplit_once(')').context("no state of the process")?;
    fields.split_whitespace().skip(11).take(count).map(|ticks| Ok(ticks.parse::<u64>()?)).sum()
}

fn fresh_folder() -> Result<tempfile::TempDir> {
    Ok(tempfile::Builder::new().prefix("ateneu-bench-").tempdir_in(scratch())?)
}

/// Scratch folders lie on the project's disk, not on a memory file system: durability is part of the figure.
pub fn scratch() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../target")
}

fn request(
    port: u16,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> Result<(u16, Vec<u8>)> {
    let mut stream = TcpStream::connect(("127.0.0.1", port))?;
    stream.set_read_timeout(Some(Duration::from_secs(30)))?;
    let mut head: String = format!(
        "{method} {path} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\ncontent-length: {}\r\n",
        body.len()
    );
    for (name, value) in headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    stream.write_all(format!("{head}\r\n{body}").as_bytes())?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    let split = answer.windows(4).position(|window| window == b"\r\n\r\n").context("no answer")?;
    let status = std::str::from_utf8(&answer)
        .unwrap_or_default()
        .split_whitespace()
        .nth(1)
        .or_else(|| std::str::from_utf8(&answer[..split]).ok()?.split_whitespace().nth(1))
        .context("no status")?
        .parse()?;
    Ok((status, answer.split_off(split + 4)))
}

/// Time from start with existing data to the first page, and resident memory.
pub fn start_and_memory(table: &mut Table) -> Result<()> {
    let folder = tempfile::tempdir_in(scratch())?;
    Server::start_on(folder.path(), &["--demo"])?.stop()?;
    let mut times = Vec::new();
    for _ in 0..5 {
        let begun = Instant::now();
        let mut server = Server::start_on(folder.path(), &["--demo"])?;
        let (status, _) = server.request("GET", "/", &[], "")?;
        if status != 200 {
            bail!("the first page answered {status}");
        }
        times.push(begun.elapsed().as_secs_f64() * 1000.0);
        server.stop()?;
    }
    times.sort_by(f64::total_cmp);
    table.under("start with existing data to first page, median of 5", times[2], 300.0, "ms");
    let server = Server::start_on(folder.path(), &["--demo"])?;
    let (status, _) = server.request("GET", "/healthz", &[], "")?;
    if status != 200 {
        bail!("not healthy: {status}");
    }
    server.measure_idle(table, "memory idle on existing data, proportional", 50.0)?;
    load::wrk(&format!("{}/blog", server.url), &[], None)?;
    load::wrk(&format!("{}/rest/v1/contents?select=id,title&limit=20", server.url), &[], None)?;
    table.under("memory after load, proportional", server.proportional()?, 200.0, "MB");
    Ok(())
}
