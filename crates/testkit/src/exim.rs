//! A whole mail server that this project did not write: Debian's Exim, run without installing it. It delivers to maildirs,
//! and writes the bounces itself.

#![expect(clippy::expect_used, reason = "a test that cannot have its server must stop")]

use std::{
    fs,
    net::TcpStream,
    os::unix::process::CommandExt,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

use tempfile::TempDir;

use crate::debian::{extract, free_port, is_root, run, user};

/// Domain of the readers: each `leitora-…` has a mailbox, other addresses are unknown after the server has accepted
/// their emails.
pub const LOCAL: &str = "exemplo.com.br";

/// Domain of readers at another server.
pub const FAR: &str = "longe.com.br";

/// Domain of the bounces.
pub const BOUNCES: &str = "retorno.casa.test";

/// The running server. Stopped on drop.
pub struct Exim {
    process: Child,
    port: u16,
    folder: TempDir,
}

impl Exim {
    /// Starts the server on a free port. It puts bounces into a maildir, and relays [`FAR`] to a port of this machine.
    ///
    /// # Panics
    /// Panics if Debian's archive does not have the program, or it does not start.
    pub fn start(bounces: &Path, far: u16) -> Self {
        let extracted = std::env::temp_dir().join("ateneu-test-exim");
        extract(&extracted, &["exim4-daemon-light", "libidn12"], prepare);
        let folder = tempfile::tempdir().expect("a temporary folder");
        let port = free_port();
        for part in ["spool", "log", "mail"] {
            fs::create_dir(folder.path().join(part)).expect("a folder");
        }
        let account = if is_root() { "nobody".to_owned() } else { user("-u -n") };
        let config = folder.path().join("exim.conf");
        let text = configuration(&extracted, folder.path(), bounces, &account, far);
        fs::write(&config, text).expect("a file is written");
        let mut command = Command::new(extracted.join("usr/sbin/exim4"));
        if is_root() {
            let mut owned = Command::new("chown");
            assert!(run(owned.args(["-R", &account]).arg(folder.path())), "the folder gets its owner");
            // The program trusts a configuration only without privileges.
            let id = |option: &str| user(&format!("{option} {account}")).parse().expect("a number");
            command.uid(id("-u")).gid(id("-g"));
        }
        let mut process = command
            .env("LD_LIBRARY_PATH", libraries(&extracted))
            .arg("-C")
            .arg(&config)
            .args(["-bdf", "-oX", &format!("127.0.0.1.{port}")])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("Exim starts");
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            let ended = process.try_wait().expect("the state of Exim");
            let log = fs::read_to_string(folder.path().join("log/paniclog")).unwrap_or_default();
            assert!(ended.is_none(), "Exim did not start: {ended:?} {log}");
            std::thread::yield_now();
        }
        Self { process, port, folder }
    }

    /// Returns the server's URL for a configuration.
    pub fn url(&self) -> String {
        format!("smtp://127.0.0.1:{}", self.port)
    }

    /// Returns the emails in the readers' mailbox.
    pub fn delivered(&self) -> Vec<String> {
        let Ok(files) = fs::read_dir(self.folder.path().join("mail/new")) else { return Vec::new() };
        files.flatten().map(|file| fs::read_to_string(file.path()).expect("an email")).collect()
    }

    /// Returns the log.
    pub fn log(&self) -> String {
        fs::read_to_string(self.folder.path().join("log/mainlog")).unwrap_or_default()
    }
}

impl Drop for Exim {
    fn drop(&mut self) {
        if let Err(error) = self.process.kill().and_then(|()| self.process.wait()) {
            eprintln!("Exim did not stop: {error}");
        }
    }
}

/// Names an account that every machine has in place of the one that the installation would create. The configuration
/// names the account that is used.
fn prepare(content: &Path) {
    let program = content.join("usr/sbin/exim4");
    // With the privileges of its owner, the program would ignore the folder of its libraries.
    assert!(run(Command::new("chmod").arg("u-s").arg(&program)), "the program loses its privileges");
    let mut changed = Command::new("sed");
    let expression = r"s/Debian-exim\x00/daemon\x00\x00\x00\x00\x00\x00/g";
    assert!(run(changed.args(["-i", expression]).arg(&program)), "the program is changed");
}

/// Returns the folders of the extracted libraries.
fn libraries(extracted: &Path) -> String {
    let folders = fs::read_dir(extracted.join("usr/lib")).into_iter().flatten().flatten();
    let folders: Vec<PathBuf> = folders.map(|folder| folder.path()).filter(|path| path.is_dir()).collect();
    folders.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(":")
}

fn configuration(extracted: &Path, folder: &Path, bounces: &Path, account: &str, far: u16) -> String {
    let (program, folder) = (extracted.join("usr/sbin/exim4"), folder.display());
    let (program, bounces, group) = (program.display(), bounces.display(), user(&format!("-g -n {account}")));
    format!(
        "primary_hostname = mta.casa.test\nqualify_domain = casa.test\nspool_directory = {folder}/spool\n\
         log_file_path = {folder}/log/%slog\nexim_user = {account}\nexim_group = {group}\nexim_path = {program}\n\
         keep_environment = LD_LIBRARY_PATH\ntls_advertise_hosts =\nlocal_interfaces = 127.0.0.1\nnever_users =\n\
         deliver_drop_privilege = true\nacl_smtp_rcpt = accept\nacl_smtp_data = accept\nhost_lookup =\n\
         smtp_accept_max = 100\nsmtp_accept_queue_per_connection = 0\n\
         begin routers\n\
         bounces:\n driver = accept\n domains = {BOUNCES}\n transport = bounces\n\
         readers:\n driver = accept\n domains = {LOCAL}\n local_parts = ^leitora-.*\n transport = readers\n\
         unknown:\n driver = redirect\n domains = {LOCAL}\n allow_fail\n data = :fail: 550 5.1.1 user unknown\n\
         far:\n driver = manualroute\n domains = {FAR}\n route_list = * 127.0.0.1::{far}\n self = send\n\
         transport = smtp\n\
         begin transports\n\
         readers:\n driver = appendfile\n directory = {folder}/mail\n maildir_format\n user = {account}\n\
         envelope_to_add\n return_path_add\n\
         bounces:\n driver = appendfile\n directory = {bounces}\n maildir_format\n user = {account}\n\
         smtp:\n driver = smtp\n\
         begin retry\n* * F,1h,1m\n"
    )
}
