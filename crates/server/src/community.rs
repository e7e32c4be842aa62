//! Opens what the community does outside of requests: notices, cards of links, messages to devices. Pages and push services are
//! reached on the public internet only.

use std::sync::Arc;

use anyhow::{Context, Result};
use ateneu_auth::Auth;
use ateneu_base::Clock;
use ateneu_community::{Deps, LinkCards, Links, Notices, Push, PushKey, PushSender};
use ateneu_db::Db;
use ateneu_mail::Mail;
use ateneu_outbound::{Outbound, Rules};
use ateneu_schema::Schema;
use ateneu_storage::Storage;

/// Name of the server in requests to pages and push services.
pub const AGENT: &str = "Mozilla/5.0 (compatible; AteneuLinks/1.0)";

/// The services of the community.
pub struct Community {
    notices: Notices,
    links: Links,
    push: Push,
}

/// The key that browsers subscribe with.
pub fn push_key(auth: &Auth, public_url: &str) -> Result<PushKey> {
    PushKey::derived(&auth.derived_secret("web push"), public_url).context("messages cannot be signed")
}

impl Community {
    /// Opens them; nothing is done before [`Community::start`].
    pub async fn open(
        db: &Db,
        clock: &Clock,
        (mail, storage): (&Mail, &Storage),
        schema: &Arc<Schema>,
        key: PushKey,
    ) -> Result<Self> {
        let (db, clock, schema) = (|| db.clone(), || clock.clone(), || Arc::clone(schema));
        let outbound = |rules| Outbound::new(AGENT, rules).context("other servers cannot be reached");
        let deps = Deps { db: db(), clock: clock(), mail: mail.clone(), schema: schema() };
        let notices = Notices::open(deps).await.context("cannot open the notices")?;
        let pages = outbound(Rules::public())?;
        let cards = LinkCards { db: db(), clock: clock(), storage: storage.clone(), outbound: pages };
        let links = Links::open(cards).await.context("cannot open the links")?;
        let services = outbound(Rules::public().encrypted())?;
        let sender = PushSender { db: db(), clock: clock(), schema: schema(), outbound: services, key };
        Ok(Self { notices, links, push: Push::new(sender) })
    }

    pub fn start(&self) {
        self.notices.start();
        self.links.start();
        self.push.start();
    }

    /// Makes every task due that a killed server held.
    pub async fn release_leases(&self) -> Result<(), ateneu_db::Error> {
        self.notices.release_leases().await?;
        self.links.release_leases().await?;
        self.push.release_leases().await
    }

    pub async fn close(&self) {
        self.notices.close().await;
        self.links.close().await;
        self.push.close().await;
    }
}
