//! Opens the certificates.

use anyhow::{Context, Result};
use ateneu_auth::Auth;
use ateneu_base::Clock;
use ateneu_content::Content;
use ateneu_db::Db;
use ateneu_learning::{Certificates, CertificatesDeps};

use crate::config::Config;

pub async fn open(
    config: &Config,
    db: &Db,
    clock: Clock,
    auth: &Auth,
    content: &Content,
) -> Result<Certificates> {
    let deps = CertificatesDeps {
        db: db.clone(),
        clock,
        content: content.clone(),
        public_url: config.public_url.clone(),
        at_rest: auth.at_rest(),
    };
    Certificates::open(deps).await.context("cannot open the certificates")
}
