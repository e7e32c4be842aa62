//! `ateneu import`.

use std::{
    fs::{self, File, TryLockError},
    path::{Path, PathBuf},
    process::ExitCode,
    sync::Arc,
    time::Duration,
};

use anyhow::{Context, Result, bail};
use ateneu_app::{Accounts, Config};
use ateneu_base::{Clock, Secret};
use ateneu_content::Content;
use ateneu_db::Target;
use ateneu_import::{Destination, FilesFrom, Options, Report};
use ateneu_storage::{StorageSection, backend};
use clap::Args;
use url::Url;

/// First wait before a request to the project's storage is sent again.
const RETRY: Duration = Duration::from_millis(500);

/// Options of `ateneu import`.
#[derive(Args)]
pub struct ImportArguments {
    /// Address of the project's database: postgres://USER:PASSWORD@HOST:5432/postgres
    #[arg(long, value_name = "URL", required_unless_present = "db_url_file", conflicts_with = "db_url_file")]
    db_url: Option<String>,
    /// The address of the database is on the first line of this file
    #[arg(long, value_name = "FILE")]
    db_url_file: Option<PathBuf>,
    /// Address of the project, such as https://abc.supabase.co; addresses of its files become paths of this site
    #[arg(long, value_name = "URL")]
    storage_url: Option<Url>,
    /// The project's service key is on the first line of this file: files are read from its storage
    #[arg(long, value_name = "FILE", requires = "storage_url", conflicts_with = "storage_folder")]
    service_key_file: Option<PathBuf>,
    /// Read the files from the folder of a server of one's own
    #[arg(long, value_name = "DIR")]
    storage_folder: Option<PathBuf>,
    /// Import; without it everything is only tried
    #[arg(long)]
    apply: bool,
    /// Write rows anew that changed here after their import; removed ones stay removed
    #[arg(long)]
    overwrite: bool,
    /// Fail if anything had to stay out
    #[arg(long)]
    strict: bool,
    /// Write every row that stayed out, with its reason, into this file, one JSON object a line
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
}

impl ImportArguments {
    fn options(&self) -> Result<Options> {
        let database = match &self.db_url_file {
            Some(file) => first_line(file)?,
            None => self.db_url.clone().unwrap_or_default(),
        };
        let files = match (&self.storage_folder, &self.storage_url, &self.service_key_file) {
            (Some(folder), ..) => Some(FilesFrom::Folder(folder.clone())),
            (None, Some(url), Some(key)) => {
                Some(FilesFrom::Storage { url: url.clone(), key: first_line(key)?.into() })
            }
            (None, Some(_), None) => bail!("--storage-url needs --service-key-file or --storage-folder"),
            (None, None, _) => None,
        };
        Ok(Options {
            database: Secret::from(database),
            files,
            project_url: self.storage_url.as_ref().map(Url::to_string),
            is_applied: self.apply,
            overwrites: self.overwrite,
            report: self.report.clone(),
            page: ateneu_import::PAGE,
            retry: RETRY,
        })
    }
}

/// Imports a project, or tries to.
pub async fn import(config: &Config, clock: Clock, arguments: ImportArguments) -> Result<ExitCode> {
    let options = arguments.options()?;
    let originals = Content::open(None).context("the owner's words cannot be used")?;
    let accounts = Accounts::open(config, clock.clone(), originals).await?;
    let _alone = lock_folder(config)?;
    let section: StorageSection = config.sections.get()?;
    let store = backend::open(&section.place(&config.site.data)).context("cannot open the file storage")?;
    let to = Destination {
        db: accounts.db.clone(),
        schema: Arc::clone(&accounts.schema),
        buckets: config.declared.buckets.iter().map(|bucket| bucket.id.to_owned()).collect(),
        store,
        factors: Arc::new(accounts.auth.factor_cipher()?),
        clock: clock.clone(),
    };
    let imported = run(&options, &to, clock).await;
    accounts.db.close().await;
    let report = imported?;
    print!("{report}");
    let is_failure = arguments.strict && !report.is_complete();
    Ok(if is_failure { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

async fn run(options: &Options, to: &Destination, clock: Clock) -> Result<Report> {
    let report = ateneu_import::import(options, to).await?;
    if options.is_applied {
        to.db.write(move |tx| ateneu_membership::link_imported(tx, clock.now())).await?;
    }
    Ok(report)
}

/// Locks the data folder of a SQLite database against servers, whose caches would not notice the imported rows. A server
/// that starts meanwhile waits.
fn lock_folder(config: &Config) -> Result<Option<File>> {
    let Target::Sqlite(_) = config.database() else { return Ok(None) };
    let path = config.site.data.join("server.lock");
    let lock = File::create(&path).with_context(|| format!("cannot write {}", path.display()))?;
    match lock.try_lock() {
        Ok(()) => Ok(Some(lock)),
        Err(TryLockError::WouldBlock) => {
            bail!("a server works in {}: stop it during the import", config.site.data.display())
        }
        Err(TryLockError::Error(error)) => {
            tracing::warn!(%error, "this file system has no locks: no server may work here during the import");
            Ok(None)
        }
    }
}

fn first_line(path: &Path) -> Result<String> {
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let line = text.lines().next().unwrap_or_default().trim().to_owned();
    if line.is_empty() {
        bail!("the first line of {} is empty", path.display());
    }
    Ok(line)
}
