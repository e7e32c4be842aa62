//! Servers of Debian's packages, run without installing them.

#![expect(clippy::expect_used, reason = "a test that cannot have its server must stop")]

use std::{
    fs,
    net::TcpListener,
    path::Path,
    process::{Command, Stdio},
};

/// Extracts packages into a folder, which gets its name when it is whole. `change` completes the files. Does nothing if
/// the folder exists.
pub(crate) fn extract(target: &Path, packages: &[&str], change: impl FnOnce(&Path)) {
    if target.exists() {
        return;
    }
    let folder = tempfile::tempdir_in(target.parent().expect("a parent")).expect("a temporary folder");
    let download = || run(Command::new("apt-get").arg("download").args(packages).current_dir(folder.path()));
    // A new machine has no list of packages.
    let is_here = download() || run(Command::new("apt-get").args(["update", "-qq"])) && download();
    assert!(
        is_here,
        "a server is missing: please install it (Debian: apt-get install {})",
        packages.join(" ")
    );
    let files: Vec<_> = fs::read_dir(folder.path()).expect("the folder").flatten().collect();
    let content = folder.path().join("content");
    for package in files {
        assert!(
            run(Command::new("dpkg").arg("-x").arg(package.path()).arg(&content)),
            "a package is extracted"
        );
    }
    change(&content);
    // The account that runs the program must reach it.
    assert!(run(Command::new("chmod").args(["-R", "a+rX"]).arg(&content)), "the files become readable");
    let moved = fs::rename(&content, target);
    assert!(moved.is_ok() || target.exists(), "the files get their place, unless another test was faster");
}

/// Runs a command. Returns `true` if it succeeded.
pub(crate) fn run(command: &mut Command) -> bool {
    command.stdout(Stdio::null()).status().is_ok_and(|status| status.success())
}

/// Returns a free port of this machine.
pub(crate) fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
    listener.expect("a port").port()
}

/// Returns `true` if the tests run as root, as which some servers refuse to run.
pub(crate) fn is_root() -> bool {
    user("-u") == "0"
}

/// Returns a fact about the account that runs the tests, by an option of `id`.
pub(crate) fn user(option: &str) -> String {
    let id = Command::new("id").args(option.split(' ')).output().expect("id runs");
    String::from_utf8_lossy(&id.stdout).trim().to_owned()
}
