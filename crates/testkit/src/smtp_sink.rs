//! A mail server that this project did not write: `smtp-sink` of Debian's package `postfix`, run without installing it.

#![expect(clippy::expect_used, reason = "a test that cannot have its server must stop")]

use std::{
    fs,
    net::TcpStream,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

use tempfile::TempDir;

use crate::debian::{extract, free_port, is_root};

/// The running server. Stopped on drop.
pub struct SmtpSink {
    process: Child,
    port: u16,
    folder: TempDir,
}

impl SmtpSink {
    /// Starts the server on a free port.
    ///
    /// # Panics
    /// Panics if the program is neither installed nor in Debian's archive.
    pub fn start() -> Self {
        let program = program();
        let folder = tempfile::tempdir().expect("a temporary folder");
        let port = free_port();
        let mut command = Command::new(&program);
        // Extracted without installation, the program finds its libraries beside itself.
        let libraries = program.parent().map(|folder| folder.join("../lib/postfix"));
        command.env("LD_LIBRARY_PATH", libraries.unwrap_or_default());
        if is_root() {
            // The program refuses to run as root.
            let owned = Command::new("chown").arg("nobody").arg(folder.path()).status().expect("chown runs");
            assert!(owned.success(), "the folder gets its owner");
            command.args(["-u", "nobody"]);
        }
        let mut process = command
            .args(["-c", "-h", "mta.test", "-D", "all"])
            .arg(format!("127.0.0.1:{port}"))
            .arg("128")
            .current_dir(folder.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("smtp-sink starts");
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            let ended = process.try_wait().expect("the state of smtp-sink");
            assert!(ended.is_none(), "smtp-sink did not start (Debian: apt-get install postfix): {ended:?}");
            std::thread::yield_now();
        }
        Self { process, port, folder }
    }

    /// Returns the server's URL for a configuration.
    pub fn url(&self) -> String {
        format!("smtp://127.0.0.1:{}", self.port)
    }

    /// Returns everything that the server has received.
    pub fn text(&self) -> String {
        let bytes = fs::read(self.folder.path().join("all")).unwrap_or_default();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// Returns the recipients of all emails so far.
    pub fn recipients(&self) -> Vec<String> {
        let text = self.text();
        let lines = text.lines().filter_map(|line| line.strip_prefix("X-Rcpt-Args: <"));
        lines.map(|line| line.split('>').next().unwrap_or_default().to_owned()).collect()
    }
}

impl Drop for SmtpSink {
    fn drop(&mut self) {
        if let Err(error) = self.process.kill().and_then(|()| self.process.wait()) {
            eprintln!("smtp-sink did not stop: {error}");
        }
    }
}

/// Returns the installed program, else the one extracted from Debian's package.
fn program() -> PathBuf {
    let installed = Path::new("/usr/sbin/smtp-sink");
    if installed.exists() {
        return installed.to_owned();
    }
    let extracted = std::env::temp_dir().join("ateneu-test-postfix");
    extract(&extracted, &["postfix"], |_| {});
    extracted.join("usr/sbin/smtp-sink")
}
