//! The external courses as this installation is configured: tied to the platform, or kept by hand alone.

use anyhow::{Context, Result};
use ateneu_base::Clock;
use ateneu_course_access::{Courses, Deps, HotmartConfig};
use ateneu_db::Db;

use crate::config::{Config, Mode};

/// True where a credential of the platform is set.
fn is_tied(config: &Config) -> bool {
    !config.hotmart_client_id.is_empty() && !config.hotmart_client_secret.is_empty()
}

/// True where courses are sold on the platform, too. The demo has members with access to it.
pub fn has_platform(config: &Config) -> bool {
    is_tied(config) || config.mode == Mode::Demo
}

/// Opens the external courses.
pub fn open(config: &Config, db: Db, clock: Clock) -> Result<Courses> {
    let hotmart = is_tied(config).then(|| HotmartConfig {
        auth_base: config.hotmart_auth_base.clone(),
        api_base: config.hotmart_api_base.clone(),
        client_id: config.hotmart_client_id.clone(),
        client_secret: config.hotmart_client_secret.clone(),
        basic: config.hotmart_basic.clone(),
        subdomain: config.hotmart_subdomain.trim().to_owned(),
        product_id: config.hotmart_product_id.trim().to_owned(),
        timeout: HotmartConfig::TIMEOUT,
    });
    let deps = Deps {
        db,
        clock,
        config: ateneu_course_access::Config {
            hotmart,
            webhook_token: config.hotmart_hottok.clone(),
            course_url: config.hotmart_course_url.clone(),
        },
    };
    Courses::open(deps).context("the external courses cannot be opened")
}
