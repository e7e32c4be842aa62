//! Opens the storage of files.

use std::sync::Arc;

use anyhow::{Context, Result};
use ateneu_auth::Auth;
use ateneu_base::Clock;
use ateneu_db::Db;
use ateneu_schema::Schema;
use ateneu_storage::{
    Storage,
    backend::{self, Place},
};

use crate::{config::Config, modules};

/// Opens the files, in the data folder or in the object storage that is configured.
pub(crate) async fn open(
    config: &Config,
    db: &Db,
    schema: &Arc<Schema>,
    auth: &Auth,
    clock: Clock,
) -> Result<Storage> {
    let place = if config.storage_url.is_empty() {
        Place::Folder(config.data.join("files"))
    } else {
        Place::S3 {
            url: config.storage_url.clone(),
            access_key_id: config.storage_access_key.reveal().to_owned(),
            secret_access_key: config.storage_secret_key.reveal().to_owned(),
        }
    };
    let accounts = auth.clone();
    let modules = modules::modules(config);
    let deps = ateneu_storage::Deps {
        db: db.clone(),
        clock,
        find_signer: Arc::new(move |signer| {
            let accounts = accounts.clone();
            Box::pin(async move { accounts.standing_of(signer.user_id, signer.session_id).await })
        }),
        store: backend::open(&place).context("cannot open the file storage")?,
        schema: schema.clone(),
        buckets: modules.iter().flat_map(|module| module.buckets.clone()).collect(),
        file_facts: modules.iter().flat_map(|module| module.file_facts.clone()).collect(),
        config: ateneu_storage::Config {
            public_url: config.public_url.clone(),
            signing_secret: auth.derived_secret("storage links").into(),
            max_file_size: config.max_file_size,
            min_free_disk: config.min_free_disk,
            picture_burst: ateneu_storage::Config::PICTURE_BURST,
        },
    };
    Storage::open(deps).await.context("cannot open the files")
}
