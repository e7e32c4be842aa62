//! Realtime with the topics of every module.

use std::sync::Arc;

use ateneu_auth::Auth;
use ateneu_base::Clock;
use ateneu_db::Db;
use ateneu_module::Module;
use ateneu_realtime::{Deps, Realtime, Topics};
use ateneu_schema::{Rule, Schema};

/// Opens the service.
pub fn open(modules: &[Module], db: &Db, schema: &Arc<Schema>, auth: &Auth, clock: Clock) -> Realtime {
    let public: Vec<Rule> = modules.iter().filter_map(|module| module.public_topics.clone()).collect();
    let auth = auth.clone();
    Realtime::open(Deps {
        db: db.clone(),
        schema: Arc::clone(schema),
        clock,
        verify: Arc::new(move |token| {
            let auth = auth.clone();
            Box::pin(async move { auth.caller(&token).await })
        }),
        topics: Topics {
            public: Rule::Any(public),
            private: modules.iter().flat_map(|module| module.private_topics.clone()).collect(),
        },
    })
}
