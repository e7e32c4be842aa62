//! Fills an empty installation with the demo data of every module.

use anyhow::Result;
use ateneu_module::demo::Demo;
pub use ateneu_module::demo::{ACCOUNTS, PASSWORD};

use crate::app::App;

/// Fills an empty installation.
pub async fn fill(app: &App) -> Result<()> {
    let key = app.auth.api_keys().service_role;
    let demo = Demo::new(app.services.clone(), key, app.db.clone(), app.clock.now());
    for fill in &app.demo {
        fill(demo.clone()).await?;
    }
    if let Some(payments) = &app.payments {
        payments.fill_demo().await?;
    }
    ateneu_newsletter::fill_demo(&app.db, app.clock.now()).await?;
    app.analytics.fill_demo().await?;
    Ok(())
}
