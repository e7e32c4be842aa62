//! Reloads content files while the server runs: an edited file takes effect within a second, or at once on SIGHUP. An
//! invalid file has no effect but a log line.

use std::{sync::Arc, time::Duration};

use ateneu_content::{Content, ContentFiles, Error, Reload};
use ateneu_module::ContentGuard;
use ateneu_pages::Pages;
use tokio::{
    runtime::Handle,
    signal::unix::{Signal, SignalKind, signal},
    time::MissedTickBehavior,
};

use crate::App;

/// Interval at which the files are checked. They are few and small.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// State that depends on the content files.
#[derive(Clone)]
struct Dependents {
    content: Content,
    pages: Pages,
    guards: Vec<Arc<dyn ContentGuard>>,
}

impl App {
    /// Reloads the content files now. Valid edits are in force on return.
    pub async fn reload_content(&self) {
        self.dependents().reload().await;
    }

    /// Reloads the files each second, and at once on SIGHUP.
    pub fn watch_content(&self) {
        self.dependents().watch();
    }

    fn dependents(&self) -> Dependents {
        let guards = self.subjects.iter().filter_map(|running| running.content_guard.clone());
        Dependents { content: self.content.clone(), pages: self.pages.clone(), guards: guards.collect() }
    }
}

impl Dependents {
    /// Reads the files again. On return, dependent pages are invalidated, and the subjects have stored data that
    /// depends on the files.
    async fn reload(&self) {
        let (content, guards) = (self.content.clone(), self.guards.clone());
        let runtime = Handle::current();
        let accepts = move |files: &ContentFiles| {
            let mut problems = Vec::new();
            for guard in &guards {
                problems.extend(runtime.block_on(guard.refusals(files)));
            }
            if problems.is_empty() { Ok(()) } else { Err(Error(problems)) }
        };
        match tokio::task::spawn_blocking(move || content.reload_if(accepts)).await {
            Ok(Reload::Unchanged) => {}
            Ok(Reload::Taken) => {
                self.pages.invalidate_all();
                for guard in &self.guards {
                    if let Err(error) = guard.follow().await {
                        tracing::error!("failed to follow the changed content files: {error:#}");
                    }
                }
                tracing::info!("loaded the changed content files");
            }
            Ok(Reload::Refused(error)) => {
                tracing::error!("failed to load the content files, serving the last valid ones:\n{error}");
            }
            Err(error) => tracing::error!(%error, "failed to check the content files"),
        }
    }

    /// Reloads each second and on SIGHUP, until the process ends.
    fn watch(self) {
        let hang_up = signal(SignalKind::hangup())
            .inspect_err(|error| tracing::error!(%error, "cannot listen for SIGHUP"))
            .ok();
        let (mut changed, pages) = (self.content.subscribe(), self.pages.clone());
        tokio::spawn(async move {
            while changed.changed().await.is_ok() {
                pages.invalidate_all();
            }
        });
        tokio::spawn(async move {
            let mut hang_up = hang_up;
            let mut tick = tokio::time::interval(LOOK_EVERY);
            tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
            loop {
                tokio::select! { _ = tick.tick() => {}, () = received(&mut hang_up) => {} }
                self.reload().await;
            }
        });
    }
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
