//! The services with which a subject opens.

use std::sync::Arc;

use anyhow::Result;
use ateneu_auth::Auth;
use ateneu_base::{
    Clock,
    config::{Section, Site},
};
use ateneu_content::Content;
use ateneu_db::Db;
use ateneu_jobs::Jobs;
use ateneu_mail::Mail;
use ateneu_outbound::{Outbound, Rules};
use ateneu_schema::Schema;
use ateneu_settings::Settings;
use ateneu_storage::Storage;
use ateneu_tokens::Secrets;
use axum::Router;
use futures::future::BoxFuture;

use crate::{Declared, Measures, Sections};

/// Name of the server in requests to other sites.
const AGENT: &str = "Mozilla/5.0 (compatible; AteneuLinks/1.0)";

/// Queries about the public pages.
pub trait PublicPages: Send + Sync {
    /// Returns the pattern of the public page at a path. Excludes redirects and pages for signed-in people.
    fn public_route(&self, path: &str) -> Option<&str>;

    /// Returns `true` if visitors get a page at the path.
    fn exists(&self, path: String) -> BoxFuture<'static, bool>;
}

/// The services of an installation. All are cheap to clone.
pub struct Context {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// Every declared table.
    pub schema: Arc<Schema>,
    /// The adjustable settings.
    pub settings: Settings,
    /// The owner's content.
    pub content: Content,
    /// Mail.
    pub mail: Mail,
    /// The accounts service.
    pub auth: Auth,
    /// The secrets of the installation.
    pub secrets: Secrets,
    /// The files.
    pub storage: Storage,
    /// The scheduler. It receives the jobs after all subjects are open.
    pub jobs: Jobs,
    /// Facts about the installation.
    pub site: Site,
    /// The public pages. They open after the subjects, and until then answer that there is none.
    pub pages: Arc<dyn PublicPages>,
    /// The figures of the installation. They are complete after all subjects are open.
    pub measures: Measures,
    /// The declarations of all modules.
    pub declared: Arc<Declared>,
    /// The filled sections of the configuration.
    pub sections: Arc<Sections>,
    /// Wraps a router in the layer that identifies the caller.
    pub identify: Arc<dyn Fn(Router) -> Router + Send + Sync>,
}

impl Context {
    /// Returns a section of the configuration.
    ///
    /// # Errors
    /// Fails if the subject does not declare it, or a value has the wrong type.
    pub fn config<C: Section>(&self) -> Result<C> {
        self.sections.get()
    }

    /// Opens a client for other sites, with these rules.
    ///
    /// # Errors
    /// Fails if the machine has no certificates.
    pub fn outbound(&self, rules: Rules) -> Result<Outbound> {
        Outbound::new(AGENT, rules).map_err(|error| anyhow::anyhow!("other sites cannot be reached: {error}"))
    }

    /// Returns the routes behind the layer that identifies the caller.
    pub fn identified(&self, router: Router) -> Router {
        (self.identify)(router)
    }
}
