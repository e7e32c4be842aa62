//! Pages: from the cache beside nginx, rendered for the first time, and how heavy the first visit is.

use std::{fs, time::Instant};

use anyhow::{Context, Result, bail};

use crate::{
    load::wrk,
    nginx::Nginx,
    server::{Server, scratch},
    table::Table,
};

/// The cached home page beside nginx serving the same bytes from a file.
pub fn cached(table: &mut Table) -> Result<()> {
    let server = Server::start(&["--demo"])?;
    let (status, body) = server.request("GET", "/", &[], "")?;
    if status != 200 {
        bail!("the home page answered {status}");
    }
    let folder = tempfile::tempdir_in(scratch())?;
    fs::write(folder.path().join("index.html"), &body)?;
    let nginx = Nginx::serve(folder.path())?;
    let peer = wrk(&format!("{}/index.html", nginx.url), &[], None)?;
    drop(nginx);
    let own = wrk(&server.url, &[], None)?;
    table.share("cached home page", own, peer, "nginx", 0.8, "requests/s");
    Ok(())
}

fn articles(server: &Server) -> Result<Vec<String>> {
    let path = "/rest/v1/contents?select=id&is_member_only=eq.false&limit=30";
    let (_, body) = server.request("GET", path, &[], "")?;
    let rows: Vec<serde_json::Value> = serde_json::from_slice(&body)?;
    Ok(rows.iter().filter_map(|row| row["id"].as_str().map(str::to_owned)).collect())
}

/// Pages that are in no cache yet, on a warm engine.
pub fn first_render(table: &mut Table) -> Result<()> {
    let server = Server::start(&["--demo"])?;
    let ids = articles(&server)?;
    let (first, rest) = ids.split_first().context("the demo has no articles")?;
    server.request("GET", &format!("/blog/{first}"), &[], "")?;
    let time = |path: &str| -> Result<f64> {
        let begun = Instant::now();
        let (status, _) = server.request("GET", path, &[], "")?;
        if status != 200 {
            bail!("{path} answered {status}");
        }
        Ok(begun.elapsed().as_secs_f64() * 1000.0)
    };
    let home = time("/")?;
    let list = time("/blog")?;
    let mut times = rest.iter().map(|id| time(&format!("/blog/{id}"))).collect::<Result<Vec<_>>>()?;
    times.sort_by(f64::total_cmp);
    table.under("first render of the home page", home, 40.0, "ms");
    table.under("first render of the article list", list, 40.0, "ms");
    table.under("first render of an article, median", times[times.len() / 2], 40.0, "ms");
    table.under("first render of an article, slowest", times[times.len() - 1], 40.0, "ms");
    Ok(())
}

/// Bytes of the first visit of the home page, compressed as a browser gets them.
pub fn weight(table: &mut Table) -> Result<()> {
    let server = Server::start(&["--demo"])?;
    let (_, html) = server.request("GET", "/", &[], "")?;
    let html = String::from_utf8_lossy(&html).into_owned();
    let mut scripts = 0;
    let mut total = compressed(&server, "/")?;
    let mut seen = Vec::new();
    // One attribute holds several addresses, separated by spaces.
    for part in
        html.split(['"', ' ']).filter(|part| part.starts_with("/assets/") || part.starts_with("/fonts/"))
    {
        if seen.contains(&part) {
            continue;
        }
        seen.push(part);
        let bytes = compressed(&server, part)?;
        total += bytes;
        if part.ends_with(".js") {
            scripts += bytes;
        }
    }
    table.under("home page, first visit, transferred", total as f64 / 1000.0, 200.0, "KB");
    table.under("home page, JavaScript of it", scripts as f64 / 1000.0, 105.0, "KB");
    Ok(())
}

fn compressed(server: &Server, path: &str) -> Result<usize> {
    let (status, body) = server.request("GET", path, &[("accept-encoding", "br, gzip")], "")?;
    if status != 200 {
        bail!("{path} answered {status}");
    }
    Ok(body.len())
}
