//! Opens the protocols with the installation's configuration.

use std::{fs::DirBuilder, os::unix::fs::DirBuilderExt, sync::Arc};

use anyhow::{Context, Result};
use ateneu_auth::{Auth, AuthSection};
use ateneu_base::Clock;
use ateneu_content::Content;
use ateneu_db::Db;
use ateneu_mail::{Mail, MailSection, Sender, SmsSection};
use ateneu_realtime::Realtime;
use ateneu_schema::{MIGRATIONS, Schema};
use ateneu_settings::Settings;
use ateneu_storage::{Storage, StorageSection, backend};

use crate::Config;

/// The database, the accounts and their mail: dependencies of the key and administrator commands.
pub struct Accounts {
    /// The database.
    pub db: Db,
    /// Every declared table.
    pub schema: Arc<Schema>,
    /// The adjustable settings.
    pub settings: Settings,
    /// The accounts service.
    pub auth: Auth,
    /// Mail. It sends only after its start.
    pub mail: Mail,
}

impl Accounts {
    /// Opens and migrates the database, and opens the accounts. Emails are signed from the owner's content.
    ///
    /// # Errors
    /// Fails if a value of the configuration is invalid, or the database cannot be opened.
    pub async fn open(config: &Config, clock: Clock, content: Content) -> Result<Self> {
        let data = &config.site.data;
        // The folder holds keys, so other users of this machine must not read it.
        let mut private = DirBuilder::new();
        private
            .recursive(true)
            .mode(0o700)
            .create(data)
            .with_context(|| format!("cannot make the data folder {}", data.display()))?;
        let migrations: Vec<_> = MIGRATIONS.iter().chain(&config.declared.migrations).copied().collect();
        let schema = Arc::clone(&config.declared.schema);
        let db = Db::open_within(&config.database(), &migrations, config.database_limits())
            .await
            .context("cannot open the database")?;
        db.register(Arc::clone(&schema));
        let settings = Settings::open(db.clone(), clock.clone()).await.context("cannot read the settings")?;
        let mail = open_mail(config, db.clone(), clock.clone(), content)?;
        let section: AuthSection = config.sections.get()?;
        let deps = ateneu_auth::Deps {
            db: db.clone(),
            settings: settings.clone(),
            mail: mail.clone(),
            clock,
            schema: schema.clone(),
            config: section.config(&config.site).context("the accounts cannot be configured")?,
        };
        let auth = Auth::open(deps).await.context("cannot open the accounts")?;
        Ok(Self { db, schema, settings, auth, mail })
    }
}

/// Opens mail. Each email is signed with the present name in the content files.
fn open_mail(config: &Config, db: Db, clock: Clock, content: Content) -> Result<Mail> {
    let (mail, sms): (MailSection, SmsSection) = (config.sections.get()?, config.sections.get()?);
    let mail = ateneu_mail::Config::new(&mail, &sms, config.site.mode);
    if mail.smtp.is_none() && !mail.outbox {
        tracing::warn!("mail.smtp_url is not set: e-mails are queued until it is");
    }
    let public_url = config.site.public_url.clone();
    let deps = ateneu_mail::Deps {
        db,
        clock,
        sender: Box::new(move || sender(&content, &public_url)),
        config: mail,
    };
    Mail::open(deps).context("cannot open the mail")
}

fn sender(content: &Content, public_url: &str) -> Sender {
    let words = content.current();
    Sender {
        name: words.site.name.to_string(),
        role: words.site.role.to_string(),
        email: words.site.links.email.to_string(),
        office_hours: words.site.office_hours.to_string(),
        public_url: public_url.to_owned(),
        content: words,
    }
}

/// Opens the files in the data folder, or in the configured object storage.
///
/// # Errors
/// Fails if the storage cannot be reached.
pub async fn open_storage(config: &Config, accounts: &Accounts, clock: Clock) -> Result<Storage> {
    let section: StorageSection = config.sections.get()?;
    let auth = accounts.auth.clone();
    let deps = ateneu_storage::Deps {
        db: accounts.db.clone(),
        clock,
        find_signer: Arc::new(move |signer| {
            let auth = auth.clone();
            Box::pin(async move { auth.standing_of(signer.user_id, signer.session_id).await })
        }),
        store: backend::open(&section.place(&config.site.data)).context("cannot open the file storage")?,
        schema: accounts.schema.clone(),
        buckets: config.declared.buckets.clone(),
        file_facts: config.declared.file_facts.clone(),
        config: ateneu_storage::Config {
            public_url: config.site.public_url.clone(),
            signing_secret: accounts.auth.secrets().text("storage links").into(),
            max_file_size: section.max_file_size,
            min_free_disk: section.min_free_disk,
            picture_burst: ateneu_storage::Config::PICTURE_BURST,
        },
    };
    Storage::open(deps).await.context("cannot open the files")
}

/// Opens realtime with the topics of every module.
pub(crate) fn open_realtime(config: &Config, accounts: &Accounts, clock: Clock) -> Realtime {
    let auth = accounts.auth.clone();
    Realtime::open(ateneu_realtime::Deps {
        db: accounts.db.clone(),
        schema: accounts.schema.clone(),
        clock,
        verify: Arc::new(move |token| {
            let auth = auth.clone();
            Box::pin(async move { auth.caller(&token).await })
        }),
        topics: config.declared.topics.clone(),
    })
}
