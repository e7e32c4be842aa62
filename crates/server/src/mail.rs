//! Mail as this installation is configured: through the relay, into the outbox, or waiting for a relay.

use anyhow::{Context, Result};
use ateneu_base::Clock;
use ateneu_content::Content;
use ateneu_db::Db;
use ateneu_mail::{Mail, Sender, Sms, Smtp};

use crate::{
    config::{Config, Mode},
    modules::modules,
};

/// Opens mail, signed with the name in the content files when an email is written.
pub fn open(config: &Config, db: Db, clock: Clock, content: Content) -> Result<Mail> {
    let settings = settings(config);
    if settings.smtp.is_none() && !settings.outbox {
        tracing::warn!("smtp_url is not set: e-mails are queued until it is");
    }
    let public_url = config.public_url.clone();
    Mail::open(ateneu_mail::Deps {
        db,
        clock,
        sender: Box::new(move || sender(&content, &public_url)),
        row_emails: modules(config).into_iter().flat_map(|module| module.emails).collect(),
        config: settings,
    })
    .context("cannot open the mail")
}

/// Returns the configuration of mail.
pub fn settings(config: &Config) -> ateneu_mail::Config {
    let smtp = Some(&config.smtp_url).filter(|url| !url.is_empty());
    let sms = (!config.sms_account.is_empty()).then(|| Sms {
        url: config.sms_url.clone(),
        account: config.sms_account.clone(),
        token: config.sms_token.clone(),
        from: config.sms_from.clone(),
        timeout: Sms::TIMEOUT,
    });
    ateneu_mail::Config {
        smtp: smtp.map(|url| Smtp::new(url.reveal())),
        sms,
        outbox: config.mode != Mode::Production,
        from: config.mail_from.clone(),
    }
}

fn sender(content: &Content, public_url: &str) -> Sender {
    let words = content.current();
    Sender {
        name: words.site.name.to_string(),
        role: words.site.role.to_string(),
        email: words.site.links.email.to_string(),
        office_hours: words.site.office_hours.to_string(),
        public_url: public_url.to_owned(),
    }
}
