//! Reads a report. Its status decides, not its words.

use mail_parser::{Message, MessageParser, MessagePart, MimeHeaders, PartType};

use crate::campaigns::words::ReportKind;

/// Maximum length of a stored reason in characters.
pub(super) const MAX_REASON: usize = 300;

/// Maximum number of tokens that are tried.
const MAX_TOKENS: usize = 4;

/// A report about one email.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Report {
    pub(super) kind: ReportKind,
    pub(super) reason: String,
    /// Texts that may be the token of the recipient.
    pub(super) tokens: Vec<String>,
    /// Email that a provider names. `None` in a report that anybody may have written.
    pub(super) sent: Option<Sent>,
}

/// An email as a provider names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sent {
    /// The recipient's address.
    pub(super) email: String,
    /// The Message-ID without its brackets, if the provider keeps it.
    pub(super) message_id: Option<String>,
}

/// Reads a report. Returns `None` for any other email, and for a delivery that is only delayed or has succeeded.
pub(super) fn read(bytes: &[u8]) -> Option<Report> {
    let message = MessageParser::default().parse(bytes)?;
    let parts = |kind: &str, subtype: &str| {
        let is_wanted = |part: &&MessagePart<'_>| {
            let is = |found: Option<&mail_parser::ContentType<'_>>| {
                found.is_some_and(|found| {
                    found.ctype().eq_ignore_ascii_case(kind)
                        && found.subtype().is_some_and(|found| found.eq_ignore_ascii_case(subtype))
                })
            };
            is(part.content_type())
        };
        message.parts.iter().find(is_wanted).map(|part| String::from_utf8_lossy(part.contents()).into_owned())
    };
    let (kind, reason) = if let Some(feedback) = parts("message", "feedback-report") {
        let kind = field(&feedback, "feedback-type").unwrap_or_default().to_lowercase();
        // `not-spam` and other reports are no complaints.
        let is_complaint = ["abuse", "fraud", "virus"].contains(&kind.as_str());
        is_complaint.then_some((ReportKind::Complaint, kind))?
    } else {
        let status = parts("message", "delivery-status")?;
        let is_failed = field(&status, "action").is_some_and(|action| action.eq_ignore_ascii_case("failed"));
        let code = field(&status, "status").filter(|_| is_failed)?;
        let diagnostic = field(&status, "diagnostic-code").unwrap_or_default();
        (kind_of(specific(&code, &diagnostic))?, format!("{code} {diagnostic}"))
    };
    let reason = ateneu_base::fold::one_line(&reason).chars().take(MAX_REASON).collect();
    Some(Report { kind, reason, tokens: tokens(&message), sent: None })
}

/// Returns the kind of a failure by its extended status (RFC 3463). A full mailbox, the network and policies are soft:
/// the mailbox exists. Returns `None` for a success and for a text that is no status.
pub(super) fn kind_of(status: &str) -> Option<ReportKind> {
    let status = status.split_whitespace().next()?;
    let mut numbers = status.split('.').map(|part| part.parse::<u16>().ok());
    match (numbers.next()??, numbers.next()??, numbers.next()??) {
        // The sender's address, not the recipient's.
        (5, 1, 7 | 8) => Some(ReportKind::Soft),
        (5, 1, _) | (5, 2, 0 | 1) => Some(ReportKind::Hard),
        (4 | 5, _, _) => Some(ReportKind::Soft),
        _ => None,
    }
}

/// Returns the status of the other server's response if the one of the report says nothing: Exim reports each failure as
/// 5.0.0.
fn specific<'a>(code: &'a str, diagnostic: &'a str) -> &'a str {
    let is_vague = code.split_whitespace().next().is_some_and(|code| code.ends_with(".0.0"));
    // `smtp; 550 5.1.1 …`, or `smtp; 550-5.1.1 …` for a response of several lines.
    let mut words = diagnostic.split([' ', '-']).filter(|_| is_vague);
    words.find(|word| kind_of(word).is_some()).unwrap_or(code)
}

/// Returns the value of a field in a list of fields, its lines joined.
fn field(text: &str, name: &str) -> Option<String> {
    let unfolded = text.replace("\r\n", "\n").replace("\n ", " ").replace("\n\t", " ");
    unfolded.lines().find_map(|line| {
        let (known, value) = line.split_once(':')?;
        known.trim().eq_ignore_ascii_case(name).then(|| value.trim().to_owned())
    })
}

/// Returns the texts that may be tokens: in the address to which the report came, and in the header of the email that it
/// is about.
fn tokens(message: &Message<'_>) -> Vec<String> {
    let mut headers = String::new();
    let mut add = |message: &Message<'_>| {
        for (_, value) in message.headers_raw() {
            headers.push_str(value);
            headers.push('\n');
        }
    };
    add(message);
    for part in &message.parts {
        if let PartType::Message(original) = &part.body {
            add(original);
        }
    }
    for part in &message.parts {
        let is_headers = part.content_type().and_then(|kind| kind.subtype()) == Some("rfc822-headers");
        if is_headers {
            headers.push_str(&String::from_utf8_lossy(part.contents()));
        }
    }
    tokens_in(&headers)
}

/// Returns the texts of a header that may be tokens.
pub(super) fn tokens_in(text: &str) -> Vec<String> {
    // Long values are folded.
    let headers: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let after = |mark: &'static str| {
        let is_token = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        headers
            .split(mark)
            .skip(1)
            .map(move |rest| rest.chars().take_while(|c| is_token(*c)).collect::<String>())
    };
    let found = after("bounce+").chain(after("/newsletter/sair/"));
    found.filter(|token| !token.is_empty()).take(MAX_TOKENS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_gives_the_kind() {
        for (status, expected) in [
            ("5.1.1", Some(ReportKind::Hard)),
            ("5.1.10 (null mx)", Some(ReportKind::Hard)),
            ("5.2.1", Some(ReportKind::Hard)),
            ("5.2.2", Some(ReportKind::Soft)),
            ("5.1.8", Some(ReportKind::Soft)),
            ("5.7.1", Some(ReportKind::Soft)),
            ("4.4.1", Some(ReportKind::Soft)),
            ("2.1.5", None),
            ("5.1", None),
            ("mailbox does not exist", None),
            ("", None),
        ] {
            assert_eq!(kind_of(status), expected, "{status}");
        }
    }

    #[test]
    fn the_diagnostic_replaces_a_vague_status() {
        for (code, diagnostic, expected) in [
            ("5.0.0", "smtp; 550 5.1.1 no such user", "5.1.1"),
            ("5.0.0", "smtp; 550-5.2.2 The mailbox is full\n550 5.2.2", "5.2.2"),
            ("5.0.0", "smtp; 550 host 10.0.0.1 says no", "5.0.0"),
            ("5.0.0", "", "5.0.0"),
            ("5.7.1", "smtp; 550 5.1.1 no such user", "5.7.1"),
        ] {
            assert_eq!(specific(code, diagnostic), expected, "{diagnostic}");
        }
    }

    #[test]
    fn no_text_makes_the_reader_fail() {
        for text in ["", "x", "Content-Type: multipart/report; boundary=a\n\n--a", "\u{0}\u{1}\n\n--"] {
            assert_eq!(read(text.as_bytes()), None, "{text}");
        }
    }
}
