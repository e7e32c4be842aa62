//! Opens the cards of links, whose pages are read from the public internet.

use anyhow::{Context, Result};
use ateneu_base::Clock;
use ateneu_community::{LinkDeps, Links};
use ateneu_db::Db;
use ateneu_outbound::{Outbound, Rules};
use ateneu_storage::Storage;

/// How the server names itself to these pages.
const AGENT: &str = "Mozilla/5.0 (compatible; AteneuLinks/1.0)";

pub async fn open(db: Db, clock: Clock, storage: Storage) -> Result<Links> {
    let outbound = Outbound::new(AGENT, Rules::public()).context("links cannot be read")?;
    Links::open(LinkDeps { db, clock, storage, outbound }).await.context("cannot open the links")
}
