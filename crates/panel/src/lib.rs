//! Pages of the panel that span several subjects: the first page, the conversions of visits, the state of the
//! installation, the media library. The only crate that imports subjects.
//!
//! - `refused`: the refusals
//! - `overview`: the figures of the first page
//! - `conversions`: results of the visits of a period
//! - `health`: the state of the installation in points
//! - `media`: the media library

mod conversions;
mod health;
mod media;
mod overview;
mod refused;

use anyhow::Result;
use ateneu_module::{Context, Module, Running, Subject};
use futures::future::BoxFuture;

pub use media::{Media, functions as media_functions};

use crate::{health::Health, overview::Overview};

/// The subject.
pub struct Panel;

impl Subject for Panel {
    fn declare(&self) -> Module {
        Module::new("panel")
            .refusals(refused::Refused::ALL)
            .functions(&media_functions())
            .functions(&overview::functions())
            .functions(&conversions::functions())
            .functions(&health::functions())
    }

    fn open<'a>(&'a self, context: &'a Context) -> BoxFuture<'a, Result<Running>> {
        let (db, clock) = (context.db.clone(), context.clock.clone());
        let media = Media { db: db.clone(), clock: clock.clone(), storage: context.storage.clone() };
        let health = Health::new(context.measures.clone(), clock.clone());
        let overview = Overview { db, clock };
        let running = Running::default()
            .functions(media_functions(), &media)
            .functions(overview::functions(), &overview)
            .functions(conversions::functions(), &overview)
            .functions(health::functions(), &health);
        Box::pin(async { Ok(running) })
    }
}
