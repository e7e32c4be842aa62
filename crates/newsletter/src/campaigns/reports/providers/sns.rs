//! Messages of Amazon's notification service, which sign themselves by a certificate from Amazon's own host.

use std::{sync::Arc, time::Duration};

use ateneu_base::Timestamp;
use aws_lc_rs::signature::{
    RSA_PKCS1_2048_8192_SHA1_FOR_LEGACY_USE_ONLY, RSA_PKCS1_2048_8192_SHA256, UnparsedPublicKey,
};
use base64::{Engine, prelude::BASE64_STANDARD};
use futures::future::BoxFuture;
use moka::future::Cache;
use serde::Deserialize;
use url::Url;
use x509_parser::{parse_x509_certificate, pem::parse_x509_pem};

use super::event::{Rejected, check_time};

/// Reads a document of another site. Returns `None` if it cannot be read.
pub type Fetch = Arc<dyn Fn(String) -> BoxFuture<'static, Option<Vec<u8>>> + Send + Sync>;

/// Time for which a certificate is remembered.
const CERTIFICATES: Duration = Duration::from_hours(24);

/// Maximum number of remembered certificates.
const MAX_CERTIFICATES: u64 = 8;

/// Amazon's sites. Clones share the certificates.
#[derive(Clone)]
pub(super) struct Sites {
    fetch: Fetch,
    certificates: Cache<String, Vec<u8>>,
}

impl Sites {
    pub(super) fn new(fetch: Fetch) -> Self {
        let certificates = Cache::builder().max_capacity(MAX_CERTIFICATES).time_to_live(CERTIFICATES).build();
        Self { fetch, certificates }
    }

    /// Opens the address that confirms a subscription.
    pub(super) async fn confirm(&self, url: String) -> Result<(), Rejected> {
        (self.fetch)(url).await.map(drop).ok_or(Rejected::Unreachable)
    }

    async fn certificate(&self, url: String) -> Result<Vec<u8>, Rejected> {
        let fetched =
            self.certificates.optionally_get_with(url.clone(), async { (self.fetch)(url).await }).await;
        fetched.ok_or(Rejected::Unreachable)
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct SnsMessage {
    r#type: String,
    message_id: String,
    topic_arn: String,
    subject: Option<String>,
    message: String,
    timestamp: String,
    signature_version: String,
    signature: String,
    #[serde(rename = "SigningCertURL")]
    signing_cert_url: String,
    #[serde(rename = "SubscribeURL")]
    subscribe_url: Option<String>,
    token: Option<String>,
}

/// Content of a verified message.
pub(super) enum Verified {
    /// A notification with its text.
    Notification(String),
    /// A request to confirm the subscription, with the address that confirms.
    Subscription(String),
    /// Another message, without effect.
    Other,
}

impl SnsMessage {
    /// Verifies topic, time and signature.
    pub(super) async fn verify(
        self,
        topic: &str,
        sites: &Sites,
        now: Timestamp,
    ) -> Result<Verified, Rejected> {
        if topic.is_empty() || self.topic_arn != topic {
            return Err(Rejected::Unproved);
        }
        check_time(Timestamp::parse(&self.timestamp).map_err(|_| Rejected::Malformed)?, now)?;
        let certificate = amazon_url(&self.signing_cert_url).ok_or(Rejected::Unproved)?;
        let certificate = sites.certificate(certificate).await?;
        self.verify_signature(&certificate).ok_or(Rejected::Unproved)?;
        Ok(match self.r#type.as_str() {
            "Notification" => Verified::Notification(self.message),
            "SubscriptionConfirmation" => {
                let url = self.subscribe_url.as_deref().and_then(amazon_url);
                Verified::Subscription(url.ok_or(Rejected::Unproved)?)
            }
            _ => Verified::Other,
        })
    }

    fn verify_signature(&self, certificate: &[u8]) -> Option<()> {
        let (_, pem) = parse_x509_pem(certificate).ok()?;
        let (_, certificate) = parse_x509_certificate(&pem.contents).ok()?;
        let algorithm = match self.signature_version.as_str() {
            "1" => &RSA_PKCS1_2048_8192_SHA1_FOR_LEGACY_USE_ONLY,
            "2" => &RSA_PKCS1_2048_8192_SHA256,
            _ => return None,
        };
        let signature = BASE64_STANDARD.decode(&self.signature).ok()?;
        let key = UnparsedPublicKey::new(algorithm, certificate.public_key().raw);
        key.verify(self.signed().as_bytes(), &signature).ok()
    }

    /// Returns the signed text: names and values, each on a line, ordered by name.
    fn signed(&self) -> String {
        let is_notification = self.r#type == "Notification";
        let fields = [
            ("Message", Some(&self.message)),
            ("MessageId", Some(&self.message_id)),
            ("Subject", self.subject.as_ref().filter(|_| is_notification)),
            ("SubscribeURL", self.subscribe_url.as_ref().filter(|_| !is_notification)),
            ("Timestamp", Some(&self.timestamp)),
            ("Token", self.token.as_ref().filter(|_| !is_notification)),
            ("TopicArn", Some(&self.topic_arn)),
            ("Type", Some(&self.r#type)),
        ];
        let lines = fields.into_iter().filter_map(|(name, value)| Some(format!("{name}\n{}\n", value?)));
        lines.collect()
    }
}

/// Returns a URL of Amazon's notification service, `None` for any other.
fn amazon_url(text: &str) -> Option<String> {
    let url = Url::parse(text).ok()?;
    let host = url.host_str()?;
    let region = host.strip_prefix("sns.")?;
    let region =
        region.strip_suffix(".amazonaws.com").or_else(|| region.strip_suffix(".amazonaws.com.cn"))?;
    let is_region = !region.is_empty() && region.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    let is_plain = url.scheme() == "https" && url.port().is_none() && url.username().is_empty();
    (is_region && is_plain).then(|| url.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_hosts_of_the_notification_service_are_amazon_urls() {
        for url in [
            "https://sns.us-east-1.amazonaws.com/SimpleNotificationService-0.pem",
            "https://sns.cn-north-1.amazonaws.com.cn/?Action=ConfirmSubscription",
        ] {
            assert!(amazon_url(url).is_some(), "{url}");
        }
        for url in [
            "http://sns.us-east-1.amazonaws.com/a.pem",
            "https://sns.us-east-1.amazonaws.com.exemplo.test/a.pem",
            "https://exemplo.test/sns.us-east-1.amazonaws.com",
            "https://sns.us-east-1.amazonaws.com@exemplo.test/a.pem",
            "https://a@sns.us-east-1.amazonaws.com/a.pem",
            "https://sns.us-east-1.amazonaws.com:8443/a.pem",
            "https://sns.a.b.amazonaws.com/a.pem",
            "https://s3.amazonaws.com/sns.pem",
            "https://sns..amazonaws.com/a.pem",
            "file:///etc/passwd",
            "",
        ] {
            assert_eq!(amazon_url(url), None, "{url}");
        }
    }
}
