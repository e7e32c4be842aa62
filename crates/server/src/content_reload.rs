//! Reloads content files while the server runs: an edited file is in force within a second, or at once on SIGHUP. A broken
//! file changes nothing, and the log says why.

use std::time::Duration;

use ateneu_content::{Content, Reload};
use ateneu_pages::Pages;
use tokio::{
    signal::unix::{Signal, SignalKind, signal},
    time::MissedTickBehavior,
};

use crate::app::App;

/// How often the files are checked. They are few and small.
const LOOK_EVERY: Duration = Duration::from_secs(1);

impl App {
    /// Reloads the content files now; valid edits are in force when this returns.
    pub fn reload_content(&self) {
        reload(&self.content, &self.pages);
    }

    /// Reloads them each second, and at once on SIGHUP.
    pub fn watch_content(&self) {
        watch(self.content.clone(), self.pages.clone());
    }
}

/// Reads the files again; pages made from what changed are dropped before this returns.
fn reload(content: &Content, pages: &Pages) {
    match content.reload() {
        Reload::Unchanged => {}
        Reload::Taken => {
            pages.invalidate_all();
            tracing::info!("the owner's words changed and are in force");
        }
        Reload::Refused(error) => {
            tracing::error!("the owner's words are broken, the last good ones stay:\n{error}");
        }
    }
}

/// Reloads each second and on SIGHUP, until the process ends.
fn watch(content: Content, pages: Pages) {
    let hang_up = signal(SignalKind::hangup())
        .inspect_err(|error| tracing::error!(%error, "cannot listen for SIGHUP"))
        .ok();
    tokio::spawn(async move {
        let mut hang_up = hang_up;
        let mut tick = tokio::time::interval(LOOK_EVERY);
        tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! { _ = tick.tick() => {}, () = received(&mut hang_up) => {} }
            let (content, pages) = (content.clone(), pages.clone());
            let looked = tokio::task::spawn_blocking(move || reload(&content, &pages)).await;
            if let Err(error) = looked {
                tracing::error!(%error, "the owner's words could not be looked at");
            }
        }
    });
}

async fn received(signal: &mut Option<Signal>) {
    let came = match signal {
        Some(signal) => signal.recv().await,
        None => None,
    };
    if came.is_none() {
        std::future::pending::<()>().await;
    }
}
