//! Passwords known from leaks, through a range service: it receives five of the forty digits of a password's SHA-1 and
//! returns all known endings, so it never learns the password (`GET {url}/range/{prefix}`, lines `SUFFIX:COUNT`;
//! <https://haveibeenpwned.com/API/v3#PwnedPasswords>).

use std::time::Duration;

use aws_lc_rs::digest::{SHA1_FOR_LEGACY_USE_ONLY, digest};
use reqwest::{Client, redirect::Policy};
use url::Url;

use crate::error::Error;

/// Timeout of a request, short because a person waits for the result.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(2);

/// Number of digits sent to the service.
const PREFIX: usize = 5;

/// Maximum size of a response in bytes. Padded ones have about 40,000.
const MAX_RESPONSE_BYTES: usize = 512 * 1024;

/// The range service.
pub struct LeakedPasswords {
    ranges: Url,
    client: Client,
}

/// Reason why there is no result.
#[derive(Debug, thiserror::Error)]
enum Silence {
    #[error(transparent)]
    Request(#[from] reqwest::Error),
    #[error("the answer is too long")]
    TooLong,
}

impl LeakedPasswords {
    /// Opens the service at `url`, e.g. `https://api.pwnedpasswords.com`.
    ///
    /// # Errors
    /// Fails if `url` is invalid.
    pub fn open(url: &str) -> Result<Self, Error> {
        let mut ranges = Url::parse(url).map_err(|_| Error::InvalidAddress)?;
        if !matches!(ranges.scheme(), "http" | "https") {
            return Err(Error::InvalidAddress);
        }
        ranges.path_segments_mut().map_err(|()| Error::InvalidAddress)?.pop_if_empty().push("range");
        let client = Client::builder()
            .user_agent("ateneu")
            .timeout(REQUEST_TIMEOUT)
            .redirect(Policy::none())
            .build()
            .map_err(|_| Error::Defect("no client for the range service could be made"))?;
        Ok(Self { ranges, client })
    }

    /// Returns `true` if the password has leaked. An unreachable service counts as `false`, because the offline check
    /// still applies.
    pub async fn contains(&self, password: &str) -> bool {
        let hash = hex(digest(&SHA1_FOR_LEGACY_USE_ONLY, password.as_bytes()).as_ref());
        let (prefix, suffix) = hash.split_at(PREFIX);
        match self.ask(prefix).await {
            Ok(range) => names(&range, suffix),
            Err(error) => {
                tracing::warn!(%error, "failed to reach the list of leaked passwords; only the offline check applies");
                false
            }
        }
    }

    async fn ask(&self, prefix: &str) -> Result<String, Silence> {
        let address = format!("{}/{prefix}", self.ranges);
        // Padding hides the number of endings of the range from the network.
        let request = self.client.get(address).header("Add-Padding", "true");
        let mut response = request.send().await?.error_for_status()?;
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await? {
            body.extend(chunk);
            if body.len() > MAX_RESPONSE_BYTES {
                return Err(Silence::TooLong);
            }
        }
        Ok(String::from_utf8_lossy(&body).into_owned())
    }
}

/// Returns `true` if a range contains this ending. Lines with count zero are padding.
fn names(range: &str, suffix: &str) -> bool {
    range.lines().any(|line| {
        let (ending, count) = line.trim().split_once(':').unwrap_or((line, "0"));
        ending.eq_ignore_ascii_case(suffix) && count.parse::<u64>().is_ok_and(|count| count > 0)
    })
}

/// Formats as upper-case hex, like the service.
fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02X}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_is_read_line_by_line_and_padding_is_left_out() {
        let range =
            "0018A45C4D1DEF81644B54AB7F969B88D65:0\r\n00D4F6E8FA6EECAD2A3AA415EEC418D38EC:21\r\nnonsense\r\n";
        assert!(names(range, "00D4F6E8FA6EECAD2A3AA415EEC418D38EC"));
        assert!(names(range, "00d4f6e8fa6eecad2a3aa415eec418d38ec"));
        for absent in ["0018A45C4D1DEF81644B54AB7F969B88D65", "00D4", "nonsense", ""] {
            assert!(!names(range, absent), "{absent}");
        }
    }

    #[test]
    fn opening_with_an_invalid_service_url_fails() {
        for url in ["", "api.pwnedpasswords.com", "ftp://api.pwnedpasswords.com", "mailto:a@b.co"] {
            assert!(LeakedPasswords::open(url).is_err(), "{url}");
        }
        let open = LeakedPasswords::open("https://api.pwnedpasswords.com/").unwrap();
        assert_eq!(open.ranges.as_str(), "https://api.pwnedpasswords.com/range");
    }
}
