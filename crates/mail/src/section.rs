//! The sections `[mail]` and `[sms]` of the configuration. An empty text counts as unset.

use ateneu_base::{
    Secret,
    config::{Findings, Mode, Section, Site},
};
use serde::Deserialize;

use crate::{Config, Sms, Smtp, mailbox::Imap};

/// The relay and the sender of emails.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MailSection {
    smtp_url: Secret,
    imap_url: Secret,
    dkim_selector: String,
    from: String,
}

/// The service for short messages.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SmsSection {
    url: String,
    account: String,
    token: Secret,
    from: String,
}

impl MailSection {
    fn smtp(&self) -> Option<Smtp> {
        Some(&self.smtp_url).filter(|url| !url.is_empty()).map(|url| Smtp::new(url.reveal()))
    }

    fn imap(&self) -> Option<Imap> {
        Some(&self.imap_url).filter(|url| !url.is_empty()).map(|url| Imap::new(url.reveal()))
    }
}

impl SmsSection {
    fn service(&self) -> Option<Sms> {
        (!self.account.is_empty()).then(|| Sms {
            url: self.url.clone(),
            account: self.account.clone(),
            token: self.token.clone(),
            from: self.from.clone(),
            timeout: Sms::TIMEOUT,
        })
    }
}

impl Config {
    /// Returns the configuration that the sections describe.
    pub fn new(mail: &MailSection, sms: &SmsSection, mode: Mode) -> Self {
        Self {
            smtp: mail.smtp(),
            imap: mail.imap(),
            dkim_selector: mail.dkim_selector.clone(),
            name_servers: Vec::new(),
            sms: sms.service(),
            outbox: mode != Mode::Production,
            from: mail.from.clone(),
        }
    }
}

impl Section for MailSection {
    const NAME: &'static str = "mail";
    const SAMPLE: &'static str = include_str!("../mail.toml");

    fn check(&self, _: &Site, findings: &mut Findings) {
        let has_relay = !self.smtp_url.is_empty();
        let relay = self.smtp_url.reveal();
        let is_plain = relay.starts_with("smtp://") && !relay.contains("tls=required");
        findings.must(!has_relay, "mail.smtp_url is not set: e-mails wait in the queue");
        let (smtp, imap) = (self.smtp(), self.imap());
        let config = Config { smtp, imap, from: self.from.clone(), ..Config::default() };
        if let Err(error) = config.verify() {
            findings.must(true, error.to_string());
        }
        findings.warn_if(
            has_relay && self.from.is_empty(),
            "mail.from is not set: e-mails come from the owner's own address, for which the relay must be allowed to send",
        );
        findings.must(
            is_plain && relay.contains('@'),
            "mail.smtp_url sends its password unencrypted: use smtps:// or tls=required",
        );
    }
}

impl Section for SmsSection {
    const NAME: &'static str = "sms";
    const SAMPLE: &'static str = include_str!("../sms.toml");

    fn check(&self, _: &Site, findings: &mut Findings) {
        // Sign-in by telephone is optional.
        let has_service = !self.account.is_empty();
        findings.must(
            has_service && self.url.starts_with("http://"),
            "sms.url sends its token unencrypted: use https://",
        );
        let config = Config { sms: self.service(), ..Config::default() };
        if let Err(error) = config.verify() {
            findings.must(true, error.to_string());
        }
    }
}
