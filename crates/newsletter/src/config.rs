//! Section `[newsletter]` of the configuration.

use ateneu_base::{
    Secret, calendar,
    config::{Findings, MIN_SECRET_LENGTH, Section, Site},
};
use serde::Deserialize;

use crate::campaigns::{CampaignConfig, SendingRates, reports::ProviderKeys};

/// Section `[newsletter]` of the configuration.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewsletterSection {
    /// True if an address must be confirmed before it is welcomed.
    pub(crate) double_opt_in: bool,
    connections: u32,
    per_second: u32,
    per_minute: u32,
    per_hour: u32,
    per_day: u32,
    domain_per_minute: u32,
    errors_to_pause: u32,
    warm_up_from: String,
    bounce_domain: String,
    /// Secret that signs reports.
    pub(crate) report_secret: Secret,
    ses_topic: String,
    postmark_password: Secret,
    sendgrid_key: String,
    mailgun_key: Secret,
}

impl NewsletterSection {
    fn rates(&self) -> SendingRates {
        SendingRates {
            connections: self.connections,
            per_second: self.per_second,
            per_minute: self.per_minute,
            per_hour: self.per_hour,
            per_day: self.per_day,
            domain_per_minute: self.domain_per_minute,
            errors_to_pause: self.errors_to_pause,
        }
    }

    /// Returns the proofs of the providers.
    pub(crate) fn provider_keys(&self) -> ProviderKeys {
        ProviderKeys {
            ses_topic: self.ses_topic.clone(),
            postmark_password: self.postmark_password.clone(),
            sendgrid_key: self.sendgrid_key.clone(),
            mailgun_key: self.mailgun_key.clone(),
        }
    }

    /// Returns the configuration of campaigns.
    ///
    /// # Errors
    /// Returns the key of an invalid value.
    pub(crate) fn campaigns(&self) -> Result<CampaignConfig, &'static str> {
        let rates = Some(self.rates()).filter(SendingRates::is_valid).ok_or("rates")?;
        let warm_up_from = match self.warm_up_from.as_str() {
            "" => None,
            day => Some(calendar::start_of_iso_day(day).ok_or("warm_up_from")?),
        };
        let bounce_domain = Some(self.bounce_domain.clone()).filter(|domain| !domain.is_empty());
        Ok(CampaignConfig { rates, warm_up_from, bounce_domain })
    }
}

impl Section for NewsletterSection {
    const NAME: &'static str = "newsletter";
    const SAMPLE: &'static str = include_str!("../config.toml");

    fn check(&self, _: &Site, findings: &mut Findings) {
        if let Err(key) = self.campaigns() {
            findings.must(true, format!("newsletter: {key} cannot be used"));
        }
        for (key, secret) in
            [("report_secret", &self.report_secret), ("postmark_password", &self.postmark_password)]
        {
            let length = secret.reveal().len();
            findings.must(
                length > 0 && length < MIN_SECRET_LENGTH,
                format!("newsletter.{key} is shorter than {MIN_SECRET_LENGTH} characters"),
            );
        }
    }
}
