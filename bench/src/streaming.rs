//! A large file for members beside nginx serving the same bytes, to fifty readers at once.

use std::{
    fs,
    io::{Seek, Write},
    path::Path,
    process::Command,
};

use anyhow::{Context, Result, bail};

use crate::{
    load::{need, wrk_bytes},
    nginx::Nginx,
    server::{Server, scratch},
    table::Table,
};

/// The size of the file, in bytes.
const SIZE: u64 = 1_000_000_000;

/// Megabytes per second through a signed link, and the process's memory meanwhile.
pub fn large_file(table: &mut Table) -> Result<()> {
    let folder = tempfile::tempdir_in(scratch())?;
    let film = folder.path().join("film.bin");
    write_film(&film)?;
    let server = Server::start(&[])?;
    let link = upload(&server, &film)?;
    let nginx = Nginx::serve(folder.path())?;
    // Both read from the machine's own cache of the file, once it is there.
    let own = wrk_bytes(&format!("{}/storage/v1{link}", server.url))?;
    let memory = server.resident_at_most()?;
    let peer = wrk_bytes(&format!("{}/film.bin", nginx.url))?;
    table.share("a 1 GB file to 50 readers", own / 1e6, peer / 1e6, "nginx", 0.7, "MB/s");
    table.under("memory at most while streaming", memory, 150.0, "MB");
    Ok(())
}

/// Bytes that are the same in every run and differ from block to block.
fn write_film(path: &Path) -> Result<()> {
    let mut file = fs::File::create(path)?;
    let mut block = vec![0_u8; 1_000_000];
    for number in 0..SIZE / block.len() as u64 {
        for (at, byte) in block.iter_mut().enumerate() {
            *byte = (at as u64 * 31 + number).to_le_bytes()[0];
        }
        file.write_all(&block)?;
    }
    anyhow::ensure!(file.stream_position()? == SIZE, "the file has another size");
    Ok(())
}

/// Puts the file into a bucket that is not public; answers a signed link, relative to the service.
fn upload(server: &Server, film: &Path) -> Result<String> {
    need("curl", "curl")?;
    let (_, key) = server.keys()?;
    let bearer = format!("Bearer {key}");
    let headers = [("authorization", bearer.as_str()), ("content-type", "application/json")];
    let bucket = r#"{"id":"films","name":"films","public":false}"#;
    let (status, _) = server.request("POST", "/storage/v1/bucket", &headers, bucket)?;
    anyhow::ensure!(status == 200, "the bucket answered {status}");
    let sent = Command::new("curl")
        .args(["-sSf", "-o", "/dev/null", "-X", "POST", "-T"])
        .arg(film)
        .args(["-H", &format!("authorization: {bearer}")])
        .args(["-H", "content-type: application/octet-stream"])
        .arg(format!("{}/storage/v1/object/films/film.bin", server.url))
        .status()?;
    if !sent.success() {
        bail!("the file was not taken");
    }
    let path = "/storage/v1/object/sign/films/film.bin";
    let (_, answer) = server.request("POST", path, &headers, r#"{"expiresIn":3600}"#)?;
    let answer: serde_json::Value = serde_json::from_slice(&answer)?;
    let link = answer["signedURL"].as_str().context("no signed link")?;
    Ok(link.to_owned())
}
