//! The front end's tools. Node itself comes from the npm package `node`, so that all machines use the same one. The
//! machine's own Node and npm only install it.

use std::{fs, path::PathBuf, process::Command};

use anyhow::{Context, Result};

use crate::shell::{create_in_target, program, root, run};

/// Installs a folder's packages if its lock file has changed since the last time.
pub fn install(folder: &str) -> Result<()> {
    // Parts of the test run that need the same folder run concurrently.
    let (turn, _) = create_in_target(&format!("xtask-{folder}.lock"))?;
    turn.lock().context("cannot wait for another installation")?;
    let folder = root().join(folder);
    let lock = fs::read(folder.join("package-lock.json")).context("package-lock.json is missing")?;
    let stamp = folder.join("node_modules/.installed-lock");
    if fs::read(&stamp).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    // The machine's Node may be older than `engines` requires, and only unpacks. Its warnings do not matter.
    let mut command = program("npm", &["ci", "--no-audit", "--no-fund", "--loglevel=error"]);
    run(command.current_dir(&folder)).context("is Node with npm installed?")?;
    fs::write(stamp, lock).context("cannot note the installed packages")
}

/// Returns the folder of the project's own Node.
fn node_folder() -> PathBuf {
    root().join("web/node_modules/node/bin")
}

/// Returns a command in a folder, with the project's own Node first on the path.
pub fn command(name: &str, folder: &str, arguments: &[&str]) -> Result<Command> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let own =
        [node_folder(), root().join(folder).join("node_modules/.bin"), root().join("web/node_modules/.bin")];
    let path = std::env::join_paths(own.into_iter().chain(std::env::split_paths(&path)))?;
    let mut command = program(name, arguments);
    command.current_dir(root().join(folder)).env("PATH", path);
    Ok(command)
}

/// Runs an npm script of a folder.
pub fn script(folder: &str, name: &str) -> Result<()> {
    run(&mut command("npm", folder, &["run", "--silent", name])?)
}

/// Installs and builds the front end.
pub fn build_web() -> Result<()> {
    install("web")?;
    script("web", "build")
}
