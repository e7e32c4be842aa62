//! A hosted project of 10,000 people, 190,000 rows and 5 GB of files, brought into SQLite; and the same import again.

use std::{sync::Arc, time::Instant};

use anyhow::{Result, ensure};
use ateneu_app::Accounts;
use ateneu_base::{Clock, Secret};
use ateneu_content::Content;
use ateneu_db::{Db, Target};
use ateneu_import::{Destination, FilesFrom, Options, PAGE, Report, import};
use ateneu_storage::backend;
use axum::{Json, Router, body::Bytes, routing::get};
use reqwest::Url;
use serde_json::json;
use tokio::net::TcpListener;

use crate::{option, postgres::POSTGRES, server::scratch, table::Table};

/// Tables of the project.
const PROJECT: &str = include_str!("../../crates/import/tests/it/project.sql");

/// Statements that fill the project.
const FILLED: [&str; 7] = [
    "INSERT INTO auth.users (id, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data, created_at)
     SELECT ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'pessoa.' || n || '@exemplo.com.br',
         '$2a$10$abcdefghijklmnopqrstuuWc6q0u7yQm1y1m1Zl8bqJp8yq1m1Zl8', now(), '{\"provider\": \"email\"}', '{\"name\": \"Ana\"}', now()
     FROM generate_series(1, 10000) n",
    "INSERT INTO auth.identities (user_id, provider, provider_id, identity_data, created_at)
     SELECT id, 'email', id::text, jsonb_build_object('email', email), created_at FROM auth.users",
    "INSERT INTO public.member_profiles (user_id, display_name, bio)
     SELECT id, 'Pessoa', repeat('Uma linha de texto. ', 20) FROM auth.users",
    "INSERT INTO public.channels (id, name) VALUES ('medida', 'medida')",
    "INSERT INTO public.community_posts (title, content, channel_id, author_id)
     SELECT 'Pergunta ' || n, repeat('Uma linha de texto. ', 20), 'medida',
         ('00000000-0000-4000-8000-' || lpad((n % 10000 + 1)::text, 12, '0'))::uuid FROM generate_series(1, 80000) n",
    "INSERT INTO public.auth_logs (action, user_id, ip_address, success)
     SELECT 'login', ('00000000-0000-4000-8000-' || lpad((n % 10000 + 1)::text, 12, '0'))::uuid, '203.0.113.7', true
     FROM generate_series(1, 90000) n",
    "INSERT INTO storage.buckets (id, name, public) VALUES ('medida', 'medida', false)",
];

/// Files of the project, unless `--files=…` says how many, and the bytes of each.
const FILES: usize = 512;
const FILE: usize = 10 << 20;
const KEY: &str = "chave-de-servico";

/// Starts the storage of the project, which answers every file with the same bytes. Returns its address.
async fn serve_files(bytes: Bytes) -> Result<Url> {
    let file = move || async move { bytes };
    let router = Router::new()
        .route("/storage/v1/bucket", get(async || Json(json!([]))))
        .route("/storage/v1/object/authenticated/medida/{name}", get(file));
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let url = format!("http://{}", listener.local_addr()?);
    tokio::spawn(async { axum::serve(listener, router).await });
    Ok(url.parse()?)
}

/// See the module.
pub fn project(table: &mut Table) -> Result<()> {
    let Some(address) = option(POSTGRES) else {
        table.row("import of a project", "not measured".into(), POSTGRES, "not set".into());
        return Ok(());
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let files = option("--files").map_or(Ok(FILES), |files| files.parse())?;
    let [first, second] = runtime.block_on(measure(&address, files))?;
    let what = format!("import of 10,000 people, 190,000 rows and {files} files of {FILE} bytes");
    table.under(&what, first, 600.0, "s");
    table.under("the same again, which changes nothing", second, 600.0, "s");
    Ok(())
}

async fn measure(address: &str, files: usize) -> Result<[f64; 2]> {
    let source = Db::open(&Target::Postgres(address.to_owned()), &[("0001_project", PROJECT)]).await?;
    let mut bytes = vec![0; FILE];
    rand::fill(&mut bytes[..]);
    let objects = format!(
        "INSERT INTO storage.objects (bucket_id, name, version, metadata)
         SELECT 'medida', n || '.bin', gen_random_uuid()::text, '{{\"size\": {FILE}, \"mimetype\": \"application/octet-stream\"}}'
         FROM generate_series(1, {files}) n"
    );
    source
        .write_at_length(move |tx| {
            FILLED.iter().copied().chain([&*objects]).try_for_each(|sql| tx.execute(sql, &[]).map(drop))
        })
        .await?;
    source.close().await;
    let folder = tempfile::tempdir_in(scratch())?;
    let config = ateneu_server::config::load(folder.path(), |_| None)?;
    let accounts = Accounts::open(&config, Clock::system(), Content::open(None)?).await?;
    let to = Destination {
        db: accounts.db.clone(),
        schema: Arc::clone(&accounts.schema),
        buckets: Vec::new(),
        store: backend::open(&backend::Place::Folder(folder.path().join("files")))?,
        factors: Arc::new(accounts.auth.factor_cipher()?),
        clock: Clock::system(),
    };
    let options = Options {
        database: Secret::from(address),
        files: Some(FilesFrom::Storage { url: serve_files(bytes.into()).await?, key: KEY.into() }),
        project_url: None,
        is_applied: true,
        overwrites: false,
        report: None,
        page: PAGE,
        retry: std::time::Duration::ZERO,
    };
    let (first, report) = timed(&options, &to).await?;
    // The rows above, with a channel and a bucket.
    let rows = 200_002 + files as u64;
    ensure!(report.tables.iter().map(|table| table.added).sum::<u64>() == rows, "{report}");
    ensure!(report.bytes == (files * FILE) as u64, "{report}");
    let (second, report) = timed(&options, &to).await?;
    ensure!(report.tables.iter().all(|table| table.added + table.changed == 0), "{report}");
    Ok([first, second])
}

async fn timed(options: &Options, to: &Destination) -> Result<(f64, Report)> {
    let begun = Instant::now();
    let report = import(options, to).await?;
    Ok((begun.elapsed().as_secs_f64(), report))
}
