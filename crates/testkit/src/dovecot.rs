//! A mailbox on an IMAP server that this project did not write: Debian's Dovecot, run without installing it.

#![expect(clippy::expect_used, reason = "a test that cannot have its server must stop")]

use std::{
    fs,
    io::Read,
    net::TcpStream,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::atomic::{AtomicUsize, Ordering},
};

use tempfile::TempDir;

use crate::debian::{extract, free_port, is_root, run, user};

/// User and password of the mailbox.
const USER: &str = "retorno";
const PASSWORD: &str = "um segredo/com sinais";

/// Folder of the extracted packages, as long as the path that the programs hold of their modules.
const EXTRACTED: &str = "/tmp/ateneu-test-dovecot";
const MODULES: &str = "/usr/lib/dovecot/modules";

/// Certificate of `localhost`, which signs itself.
pub const CERTIFICATE: &str = include_str!("../keys/localhost.cert.pem");
const KEY: &str = include_str!("../keys/localhost.key.pem");

/// The running server with one mailbox. Stopped on drop.
pub struct Dovecot {
    process: Child,
    plain: u16,
    tls: u16,
    folder: TempDir,
    delivered: AtomicUsize,
}

impl Dovecot {
    /// Starts the server on free ports.
    ///
    /// # Panics
    /// Panics if the program is neither installed nor in Debian's archive.
    pub fn start() -> Self {
        let programs = Programs::find();
        let folder = tempfile::tempdir().expect("a temporary folder");
        let (plain, tls) = (free_port(), free_port());
        let account = if is_root() { "nobody".to_owned() } else { user("-u -n") };
        write(&folder.path().join("dovecot.conf"), &config(&programs, folder.path(), &account, (plain, tls)));
        write(&folder.path().join("users"), &format!("{USER}:{{PLAIN}}{PASSWORD}\n"));
        write(&folder.path().join("cert.pem"), CERTIFICATE);
        write(&folder.path().join("key.pem"), KEY);
        for part in ["cur", "new", "tmp"] {
            fs::create_dir_all(folder.path().join("mail").join(part)).expect("a folder");
        }
        if is_root() {
            let mut owned = Command::new("chown");
            assert!(run(owned.args(["-R", &account]).arg(folder.path())), "the folder gets its owner");
        }
        let mut process = programs.start(&folder.path().join("dovecot.conf"));
        while !greets(plain) {
            let ended = process.try_wait().expect("the state of Dovecot");
            let log = fs::read_to_string(folder.path().join("log")).unwrap_or_default();
            assert!(ended.is_none(), "Dovecot did not start: {ended:?} {log}");
            std::thread::yield_now();
        }
        Self { process, plain, tls, folder, delivered: AtomicUsize::new(0) }
    }

    /// Returns the mailbox's URL without TLS.
    pub fn url(&self) -> String {
        format!("imap://{USER}:{}@127.0.0.1:{}", Self::password(), self.plain)
    }

    /// Returns the mailbox's URL with TLS.
    pub fn tls_url(&self) -> String {
        format!("imaps://{USER}:{}@localhost:{}/INBOX", Self::password(), self.tls)
    }

    /// Returns the password as URLs have it.
    pub fn password() -> String {
        PASSWORD.replace(' ', "%20").replace('/', "%2F")
    }

    /// Returns the folder of the mailbox, a maildir.
    pub fn maildir(&self) -> PathBuf {
        self.folder.path().join("mail")
    }

    /// Delivers a message.
    pub fn deliver(&self, message: &str) {
        // The server numbers messages in the order of their names.
        let name = format!("{:08}.test", self.delivered.fetch_add(1, Ordering::Relaxed));
        let begun = self.maildir().join("tmp").join(&name);
        write(&begun, message);
        fs::rename(begun, self.maildir().join("new").join(name)).expect("the message gets its place");
    }

    /// Returns the messages with `true` for those marked as seen, in the order of their delivery.
    pub fn messages(&self) -> Vec<(String, bool)> {
        let mut found = Vec::new();
        for part in ["cur", "new"] {
            for file in fs::read_dir(self.maildir().join(part)).expect("the folder").flatten() {
                let name = file.file_name().to_string_lossy().into_owned();
                let is_seen = name.rsplit_once(":2,").is_some_and(|(_, flags)| flags.contains('S'));
                found.push((name, fs::read_to_string(file.path()).expect("a message"), is_seen));
            }
        }
        found.sort();
        found.into_iter().map(|(_, text, is_seen)| (text, is_seen)).collect()
    }
}

impl Drop for Dovecot {
    fn drop(&mut self) {
        // The main process ends the others.
        run(Command::new("kill").arg(self.process.id().to_string()));
        if let Err(error) = self.process.wait() {
            eprintln!("Dovecot did not stop: {error}");
        }
    }
}

fn write(path: &Path, text: &str) {
    fs::write(path, text).expect("a file is written");
}

/// Returns `true` if the server responds.
fn greets(port: u16) -> bool {
    let mut first = [0; 4];
    TcpStream::connect(("127.0.0.1", port)).and_then(|mut stream| stream.read_exact(&mut first)).is_ok()
        && &first == b"* OK"
}

/// The programs, as installed or as extracted.
struct Programs {
    root: PathBuf,
    is_extracted: bool,
}

impl Programs {
    fn find() -> Self {
        if Path::new("/usr/sbin/dovecot").exists() && Path::new("/usr/lib/dovecot/imap").exists() {
            return Self { root: "/".into(), is_extracted: false };
        }
        extract(Path::new(EXTRACTED), &["dovecot-core", "dovecot-imapd"], prepare);
        Self { root: EXTRACTED.into(), is_extracted: true }
    }

    fn path(&self, path: &str) -> String {
        self.root.join(path).display().to_string()
    }

    fn libraries(&self) -> String {
        format!("{}:{}", self.path("usr/lib/dovecot"), self.path("usr/lib/dovecot/modules/old-stats"))
    }

    /// Starts the main process, by the program that reads the configuration for it.
    fn start(&self, config: &Path) -> Child {
        let mut command = Command::new(self.path("usr/bin/doveconf"));
        if self.is_extracted {
            command.env("LD_LIBRARY_PATH", self.libraries());
        }
        command.args(["-f", "service=master", "-c"]).arg(config).args(["-m", "master", "-p", "-e"]);
        command.arg(self.path("usr/sbin/dovecot")).args(["-F", "-c"]).arg(config);
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("Dovecot starts")
    }
}

/// Makes the libraries find the module for TLS in [`EXTRACTED`].
fn prepare(content: &Path) {
    let libraries = content.join("usr/lib/dovecot");
    let module = "libssl_iostream_openssl.so";
    fs::copy(libraries.join("modules").join(module), content.join(module)).expect("the module for TLS");
    for library in ["libdovecot.so.0.0.0", "libdovecot-login.so.0.0.0", "libdovecot-storage.so.0.0.0"] {
        let expression = format!("s#{MODULES}#{EXTRACTED}#g");
        let mut changed = Command::new("sed");
        assert!(run(changed.args(["-i", &expression]).arg(libraries.join(library))), "a library is changed");
    }
}

fn config(programs: &Programs, folder: &Path, account: &str, (plain, tls): (u16, u16)) -> String {
    let folder = folder.display();
    let group = user(&format!("-g -n {account}"));
    let extracted = match programs.is_extracted {
        false => String::new(),
        true => format!(
            "libexec_dir = {}\nmail_plugin_dir = {}\nimport_environment = TZ LD_LIBRARY_PATH={}\n",
            programs.path("usr/lib/dovecot"),
            programs.path("usr/lib/dovecot/modules"),
            programs.libraries()
        ),
    };
    format!(
        "protocols = imap\nbase_dir = {folder}/base\nstate_dir = {folder}/state\nlog_path = {folder}/log\n{extracted}\
         default_internal_user = {account}\ndefault_internal_group = {group}\ndefault_login_user = {account}\n\
         ssl = yes\nssl_cert = <{folder}/cert.pem\nssl_key = <{folder}/key.pem\ndisable_plaintext_auth = no\n\
         first_valid_uid = 1\nfirst_valid_gid = 1\nmail_location = maildir:{folder}/mail\nauth_mechanisms = plain\n\
         passdb {{\n driver = passwd-file\n args = {folder}/users\n}}\n\
         userdb {{\n driver = static\n args = uid={account} gid={group} home={folder}/mail\n}}\n\
         service anvil {{\n chroot =\n}}\nservice stats {{\n chroot =\n}}\n\
         service imap-login {{\n chroot =\n process_min_avail = 1\n\
         inet_listener imap {{\n address = 127.0.0.1\n port = {plain}\n}}\n\
         inet_listener imaps {{\n address = 127.0.0.1\n port = {tls}\n ssl = yes\n}}\n}}\n"
    )
}
