//! Runs other programs: each is printed before it runs, and its failure is returned.

use std::{
    fs::{self, File},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context, Result, bail};

/// Returns the project's root folder.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).parent().map(PathBuf::from).unwrap_or_default()
}

/// Creates an empty file in `target`. Returns it with its path. The folder may not exist if Cargo uses another target
/// folder.
pub fn create_in_target(name: &str) -> Result<(File, PathBuf)> {
    let folder = root().join("target");
    let path = folder.join(name);
    let file = fs::create_dir_all(folder).and_then(|()| File::create(&path));
    Ok((file.with_context(|| format!("cannot write {}", path.display()))?, path))
}

/// Returns a command that runs from the project's root.
pub fn program(name: impl AsRef<Path>, arguments: &[&str]) -> Command {
    let mut command = Command::new(name.as_ref());
    command.args(arguments).current_dir(root());
    command
}

/// Returns the program and its arguments as a command line.
fn command_line(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    let line = words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ");
    match command.get_current_dir() {
        Some(folder) if folder != root() => format!("({}) {line}", folder.display()),
        _ => line,
    }
}

/// Runs a program with visible output. Fails if it does.
pub fn run(command: &mut Command) -> Result<()> {
    let shown = command_line(command);
    println!("\n$ {shown}");
    let status = command.status().with_context(|| format!("cannot start {shown}"))?;
    if !status.success() {
        bail!("{shown} failed: {status}");
    }
    Ok(())
}

/// Runs a program silently. Returns its output. Fails with its error output if it does.
pub fn output(command: &mut Command) -> Result<String> {
    let shown = command_line(command);
    let output = command.stdin(Stdio::null()).output().with_context(|| format!("cannot start {shown}"))?;
    if !output.status.success() {
        bail!("{shown} failed: {}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Returns `true` if this program can be started.
pub fn is_installed(name: &str, arguments: &[&str]) -> bool {
    Command::new(name).args(arguments).output().is_ok_and(|output| output.status.success())
}

/// Installs Debian packages. `what` names the tool for people with another package manager.
pub fn install(what: &str, packages: &[&str]) -> Result<()> {
    let by_hand = format!("please install {what} (Debian: apt-get install {})", packages.join(" "));
    output(Command::new("apt-get").args(["update", "-qq"])).context(by_hand.clone())?;
    let mut command = Command::new("apt-get");
    command.args(["install", "-y", "-qq", "--no-install-recommends"]).args(packages);
    output(command.env("DEBIAN_FRONTEND", "noninteractive")).context(by_hand).map(drop)
}
