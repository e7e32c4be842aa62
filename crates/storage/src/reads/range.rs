//! Which part of a file a request wants, and whether it has it already (RFC 9110, one range).

use ateneu_base::Timestamp;
use axum::http::{HeaderMap, HeaderName, header};

use crate::Error;

/// The validators of a file: its tag in quotes and the second it was last written.
pub(crate) struct Validators<'a> {
    pub(crate) etag: &'a str,
    pub(crate) modified: Timestamp,
}

fn text(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    headers.get(name)?.to_str().ok()
}

fn seconds(date: &str) -> Option<i64> {
    let since = httpdate::parse_http_date(date).ok()?.duration_since(std::time::UNIX_EPOCH).ok()?;
    i64::try_from(since.as_secs()).ok()
}

impl Validators<'_> {
    /// Does the client hold this very file? `If-None-Match` decides alone when present.
    pub(crate) fn is_held_by(&self, headers: &HeaderMap) -> bool {
        if let Some(tags) = text(headers, header::IF_NONE_MATCH) {
            return tags
                .split(',')
                .map(str::trim)
                .any(|tag| tag == "*" || tag.strip_prefix("W/").unwrap_or(tag) == self.etag);
        }
        text(headers, header::IF_MODIFIED_SINCE)
            .and_then(seconds)
            .is_some_and(|since| self.modified.seconds() <= since)
    }

    /// Is the range meant for this very file?
    fn allow_range(&self, headers: &HeaderMap) -> bool {
        match text(headers, header::IF_RANGE) {
            None => true,
            Some(tag) if tag.starts_with('"') => tag == self.etag,
            Some(date) => seconds(date) == Some(self.modified.seconds()),
        }
    }

    /// The wanted bytes; `None` for the whole file, as also for forms that are not understood.
    pub(crate) fn range(
        &self,
        headers: &HeaderMap,
        size: u64,
    ) -> Result<Option<std::ops::Range<u64>>, Error> {
        match text(headers, header::RANGE) {
            Some(range) if self.allow_range(headers) => parse(range, size),
            _ => Ok(None),
        }
    }
}

fn parse(range: &str, size: u64) -> Result<Option<std::ops::Range<u64>>, Error> {
    let Some((first, last)) = range
        .trim()
        .strip_prefix("bytes=")
        .filter(|ranges| !ranges.contains(','))
        .and_then(|range| range.trim().split_once('-'))
    else {
        return Ok(None);
    };
    let number = |text: &str| {
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        // A number beyond all sizes is still a number.
        digits.then(|| text.parse::<u64>().unwrap_or(u64::MAX))
    };
    let wanted = match (number(first), number(last)) {
        (Some(first), Some(last)) if first <= last => first..last.saturating_add(1).min(size),
        (Some(first), None) if last.is_empty() => first..size,
        (None, Some(count)) if first.is_empty() && count > 0 => size.saturating_sub(count)..size,
        (None, Some(0)) if first.is_empty() => return Err(Error::InvalidRange(size)),
        _ => return Ok(None),
    };
    if wanted.start >= size {
        return Err(Error::InvalidRange(size));
    }
    Ok(Some(wanted))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_range_is_read_in_all_its_forms() {
        for (range, expected) in [
            ("bytes=0-0", Some(0..1)),
            ("bytes=2-4", Some(2..5)),
            ("bytes=8-", Some(8..10)),
            ("bytes=-3", Some(7..10)),
            ("bytes=-99", Some(0..10)),
            ("bytes=5-99999999999999999999999", Some(5..10)),
            // Not understood: the whole file.
            ("bytes=4-2", None),
            ("bytes=0-1,3-4", None),
            ("bytes=a-b", None),
            ("bytes=-", None),
            ("items=0-1", None),
        ] {
            assert_eq!(parse(range, 10).unwrap(), expected, "{range}");
        }
        for range in ["bytes=10-", "bytes=10-12", "bytes=-0", "bytes=99999999999999999999999-"] {
            assert!(matches!(parse(range, 10), Err(Error::InvalidRange(10))), "{range}");
        }
        assert!(matches!(parse("bytes=-5", 0), Err(Error::InvalidRange(0))));
    }
}
