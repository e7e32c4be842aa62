//! A hosted project of 10,000 people and 200,000 rows, brought into SQLite; and the same import again.

use std::{sync::Arc, time::Instant};

use anyhow::{Result, ensure};
use ateneu_app::Accounts;
use ateneu_base::{Clock, Secret};
use ateneu_content::Content;
use ateneu_db::{Db, Target};
use ateneu_import::{Destination, Options, PAGE, Report, import};
use ateneu_storage::backend;

use crate::{option, postgres::POSTGRES, server::scratch, table::Table};

/// Tables of the project.
const PROJECT: &str = include_str!("../../crates/import/tests/it/project.sql");

/// Statements that fill the project.
const FILLED: [&str; 6] = [
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
];

/// See the module.
pub fn project(table: &mut Table) -> Result<()> {
    let Some(address) = option(POSTGRES) else {
        table.row("import of a project", "not measured".into(), POSTGRES, "not set".into());
        return Ok(());
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let [first, second] = runtime.block_on(measure(&address))?;
    table.under("import of 10,000 people and 190,000 rows", first, 600.0, "s");
    table.under("the same again, which changes nothing", second, 600.0, "s");
    Ok(())
}

async fn measure(address: &str) -> Result<[f64; 2]> {
    let source = Db::open(&Target::Postgres(address.to_owned()), &[("0001_project", PROJECT)]).await?;
    source.write_at_length(|tx| FILLED.iter().try_for_each(|sql| tx.execute(sql, &[]).map(drop))).await?;
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
        files: None,
        project_url: None,
        is_applied: true,
        overwrites: false,
        report: None,
        page: PAGE,
        retry: std::time::Duration::ZERO,
    };
    let (first, report) = timed(&options, &to).await?;
    ensure!(report.tables.iter().map(|table| table.added).sum::<u64>() == 200_001, "{report}");
    let (second, report) = timed(&options, &to).await?;
    ensure!(report.tables.iter().all(|table| table.added + table.changed == 0), "{report}");
    Ok([first, second])
}

async fn timed(options: &Options, to: &Destination) -> Result<(f64, Report)> {
    let begun = Instant::now();
    let report = import(options, to).await?;
    Ok((begun.elapsed().as_secs_f64(), report))
}
