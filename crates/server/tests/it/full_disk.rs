//! Backups and restores on a disk that becomes full: a small file system of its own, in a namespace of the test.

use std::{fs, path::Path, process::Command};

use ateneu_app::App;
use ateneu_base::Clock;
use ateneu_server::config::load;

/// Runs a script with `$DISK` mounted at `disk`, and returns its exit code and what it wrote to both outputs.
fn on_small_disk(disk: &Path, size: &str, script: &str) -> (Option<i32>, String) {
    let mount = format!("set -e; mount -t tmpfs -o size={size} none \"$DISK\"; set +e; {script}");
    let ran = Command::new("unshare")
        .args(["--user", "--map-root-user", "--mount", "sh", "-c", &mount])
        .env("DISK", disk)
        .env("ATENEU", env!("CARGO_BIN_EXE_ateneu"))
        .output()
        .unwrap();
    let text = [ran.stdout, ran.stderr].map(|text| String::from_utf8(text).unwrap()).concat();
    (ran.status.code(), text)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_ends_a_backup_and_a_restore_without_remains() {
    let (folder, disk) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let app = App::open(load(folder.path(), |_| None).unwrap(), Clock::system()).await.unwrap();
    app.auth.create_admin("ana@exemplo.com.br").await.unwrap();
    app.close().await.unwrap();
    // Letters that compression hardly makes fewer.
    let mut state = 88_172_645_463_325_252_u64;
    let noise: String = std::iter::repeat_with(|| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        char::from(b'?' + (state >> 58) as u8)
    })
    .take(400_000)
    .collect();
    fs::create_dir(folder.path().join("content")).unwrap();
    fs::write(folder.path().join("content/notas.txt"), &noise).unwrap();
    let data = folder.path().display();

    let script =
        format!("\"$ATENEU\" --data {data} backup \"$DISK/copia.ateneu\"; code=$?; ls \"$DISK\"; exit $code");
    let (code, text) = on_small_disk(disk.path(), "64k", &script);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("the disk is full: free space"), "{text}");
    assert!(!text.contains("copia.ateneu\n") && !text.contains(".part"), "{text}");

    // The same installation backs up where there is room, and its backup meets a full disk in turn.
    let script = format!(
        "\"$ATENEU\" --data {data} backup {data}/copia.ateneu && \"$ATENEU\" --data \"$DISK/novo\" restore {data}/copia.ateneu"
    );
    let (code, text) = on_small_disk(disk.path(), "512k", &script);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("the disk is full") || text.contains("no room to write"), "{text}");
    let (code, text) = on_small_disk(
        disk.path(),
        "64m",
        &format!("\"$ATENEU\" --data \"$DISK/novo\" restore {data}/copia.ateneu"),
    );
    assert_eq!(code, Some(0), "{text}");
}
