//! The section `[todos]` of the configuration.

use ateneu_base::{
    Secret,
    config::{Findings, Section, Site},
};
use serde::Deserialize;

/// The settings of the owner.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TodosSection {
    /// Token of the webhook. If empty, every call is refused.
    pub webhook_token: Secret,
    /// Days for which finished todos are kept.
    pub keep_days: u32,
}

impl Section for TodosSection {
    const NAME: &'static str = "todos";
    const SAMPLE: &'static str = include_str!("../config.toml");

    fn check(&self, _: &Site, findings: &mut Findings) {
        findings.warn_if(
            self.webhook_token.is_empty(),
            "todos.webhook_token is not set: no program can add todos",
        );
    }
}
