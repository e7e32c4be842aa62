//! The Debian package, the image and the unit, and the commands that they are made with.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use aws_lc_rs::digest;
use serde_json::Value;
use tempfile::TempDir;

use crate::content_reload::ateneu;

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// Runs a command, which must succeed. Returns its standard output.
#[track_caller]
fn run(command: &mut Command) -> String {
    let Output { status, stdout, stderr } = command.output().unwrap();
    assert!(status.success(), "{command:?}: {}", String::from_utf8_lossy(&stderr));
    String::from_utf8(stdout).unwrap()
}

/// Makes a package of this binary by its script. `name`: of the package in a folder of its own.
fn build(script: &str, name: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join(name);
    let script = repository().join("packaging").join(script);
    let made = run(Command::new(script).arg(env!("CARGO_BIN_EXE_ateneu")).arg(&place));
    (folder, PathBuf::from(made.trim_end()))
}

/// Returns the names of the commands in the help of the program.
fn commands() -> Vec<String> {
    let data = tempfile::tempdir().unwrap();
    let help = String::from_utf8(ateneu(data.path(), &["--help"]).stdout).unwrap();
    let list = help.split_once("Commands:\n").unwrap().1.split_once("\n\n").unwrap().0;
    let names = list.lines().filter(|line| !line.starts_with("   "));
    names.filter_map(|line| line.split_whitespace().next().map(str::to_owned)).collect()
}

#[test]
fn the_debian_package_holds_all_that_an_operator_needs() {
    let (folder, package) = build("debian/build", "packages");
    let field = |name: &str| run(Command::new("dpkg-deb").arg("-f").arg(&package).arg(name));
    assert_eq!(field("Version").trim_end(), env!("CARGO_PKG_VERSION"));
    assert!(field("Depends").starts_with("libc6 (>= 2."), "{}", field("Depends"));
    let root = folder.path().join("root");
    run(Command::new("dpkg-deb").arg("-x").arg(&package).arg(&root));
    let version = run(Command::new(root.join("usr/bin/ateneu")).arg("--version"));
    assert_eq!(version.trim_end(), concat!("ateneu ", env!("CARGO_PKG_VERSION")));
    for file in [
        "usr/lib/systemd/system/ateneu.service",
        "usr/lib/sysusers.d/ateneu.conf",
        "usr/share/bash-completion/completions/ateneu",
        "usr/share/zsh/vendor-completions/_ateneu",
        "usr/share/fish/vendor_completions.d/ateneu.fish",
    ] {
        assert!(fs::metadata(root.join(file)).unwrap().len() > 0, "{file}");
    }
    let manual = run(Command::new("zcat").arg(root.join("usr/share/man/man1/ateneu.1.gz")));
    let completions = fs::read_to_string(root.join("usr/share/bash-completion/completions/ateneu")).unwrap();
    let commands = commands();
    assert!(commands.contains(&"restore".to_owned()), "{commands:?}");
    for command in commands.iter().filter(|name| *name != "help") {
        assert!(manual.contains(&format!("\\fBateneu {command}")), "{command} in the manual");
        assert!(completions.contains(command), "{command} in the completions");
    }
}

#[test]
fn the_unit_closes_all_that_the_server_does_not_use() {
    let unit = repository().join("packaging/systemd/ateneu.service");
    // The exposure is at most 1.5 of 10.
    let checked = ["security", "--offline=true", "--threshold=15", "--no-pager"];
    run(Command::new("systemd-analyze").args(checked).arg(unit));
}

/// Returns a blob of the image, after a comparison with its name.
fn blob(image: &Path, descriptor: &Value) -> PathBuf {
    let hash = descriptor["digest"].as_str().unwrap().strip_prefix("sha256:").unwrap();
    let path = image.join("blobs/sha256").join(hash);
    let bytes = fs::read(&path).unwrap();
    assert_eq!(bytes.len() as u64, descriptor["size"].as_u64().unwrap());
    assert_eq!(hex::encode(digest::digest(&digest::SHA256, &bytes)), hash);
    path
}

fn json(path: &Path) -> Value {
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

#[test]
fn the_image_runs_without_anything_else() {
    let (folder, archive) = build("image/build", "ateneu.oci.tar");
    let (image, root) = (folder.path().join("image"), folder.path().join("root"));
    fs::create_dir(&image).unwrap();
    fs::create_dir(&root).unwrap();
    run(Command::new("tar").arg("-xf").arg(&archive).arg("-C").arg(&image));
    let index = json(&image.join("index.json"));
    let manifest = json(&blob(&image, &index["manifests"][0]));
    let config = json(&blob(&image, &manifest["config"]));
    assert_eq!(config["config"]["Entrypoint"][0], "/usr/bin/ateneu");
    let layer = blob(&image, &manifest["layers"][0]);
    run(Command::new("tar").arg("-xzf").arg(layer).arg("-C").arg(&root));
    // A user namespace lets an engineer who is not root change the root folder.
    let mut inside = Command::new("unshare");
    inside.args(["--map-root-user", "chroot"]).arg(&root).args(["/usr/bin/ateneu", "config"]).env_clear();
    let sample = run(inside.env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin"));
    assert!(sample.contains("[server]"), "{sample}");
}

#[test]
fn upgrade_check_names_pending_migrations() {
    let data = tempfile::tempdir().unwrap();
    let check = || {
        let Output { status, stdout, stderr } = ateneu(data.path(), &["upgrade", "--check"]);
        (status.success(), String::from_utf8([stdout, stderr].concat()).unwrap())
    };
    let (is_done, answer) = check();
    assert!(is_done && answer.contains("the next start applies") && answer.contains("  0001_"), "{answer}");
    assert!(!data.path().join("ateneu.db").exists(), "looking begins no installation");
    assert!(ateneu(data.path(), &["keys"]).status.success());
    assert_eq!(check(), (true, "nothing to upgrade: the database has every table of this program\n".into()));
    assert!(!ateneu(data.path(), &["upgrade"]).status.success(), "only with the flag");
}
