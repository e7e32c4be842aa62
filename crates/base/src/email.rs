//! The canonical form of an email address.

use crate::fold;

/// Bytes of an address, of the part before its `@`, and of a label of its domain.
const MAX_LENGTH: usize = 254;
const MAX_LOCAL_LENGTH: usize = 64;
const MAX_LABEL_LENGTH: usize = 63;

/// Returns the canonical form of an address. Returns `None` if the text is not a plausible address.
pub fn canonical(text: &str) -> Option<String> {
    Some(written(text)).filter(|address| is_canonical(address))
}

/// Returns the canonical form of a text that may not be an address: lower case, without surrounding white space and
/// invisible signs, the domain in Punycode (`xn--aa-4iaz.test` for `açaí.test`).
pub fn written(text: &str) -> String {
    let visible: String = text.chars().filter(|c| !fold::is_invisible(*c)).collect();
    let address = visible.trim().to_lowercase();
    let known = address
        .rsplit_once('@')
        .filter(|(_, domain)| !domain.is_ascii())
        .and_then(|(local, domain)| Some(format!("{local}@{}", idna::domain_to_ascii(domain).ok()?)));
    known.unwrap_or(address)
}

/// Returns `true` for a plausible address in canonical form.
pub fn is_canonical(address: &str) -> bool {
    let Some((local, domain)) = address.rsplit_once('@') else {
        return false;
    };
    let local_ok = (1..=MAX_LOCAL_LENGTH).contains(&local.len())
        && local
            .bytes()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || b".!#$%&'*+/=?^_`{|}~-".contains(&c))
        && !local.starts_with('.')
        && !local.ends_with('.')
        && !local.contains("..");
    let label_ok = |label: &str| {
        (1..=MAX_LABEL_LENGTH).contains(&label.len())
            && label.bytes().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    address.len() <= MAX_LENGTH && local_ok && domain.contains('.') && domain.split('.').all(label_ok)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_one_form() {
        for (text, expected) in [
            (" Ana.Lima+x@Exemplo.COM.br ", "ana.lima+x@exemplo.com.br"),
            ("\u{200B}ana@exemplo.test\u{200B}", "ana@exemplo.test"),
            ("\u{202A}a\u{AD}na@exem\u{2060}plo.test\u{202C}\u{A0}", "ana@exemplo.test"),
            ("ana@açaí.test", "ana@xn--aa-4iaz.test"),
            ("ana@ac\u{327}ai\u{301}.test", "ana@xn--aa-4iaz.test"),
            ("ANA@AÇAÍ.test", "ana@xn--aa-4iaz.test"),
            ("ana@xn--aa-4iaz.test", "ana@xn--aa-4iaz.test"),
        ] {
            assert_eq!(canonical(text).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn an_implausible_address_is_refused() {
        for text in [
            "",
            "ana",
            "@a.b",
            "a@",
            "a@b",
            "a b@c.d",
            "a@b..c",
            "a@-b.c",
            "a@b-.c",
            "a@b.c\n<x>",
            "á@b.c",
            "a@b@c.d",
            "ana..b@exemplo.test",
            ".ana@exemplo.test",
            "ana.@exemplo.test",
            "ana@exem_plo.test",
            "ana@exemplo.test.",
            "a@\u{200B}.b",
            "ana@exemplo .test",
            "\"ana\"@exemplo.test",
            "ana@[127.0.0.1]",
        ] {
            assert_eq!(canonical(text), None, "{text}");
        }
        assert_eq!(canonical(&format!("{}@exemplo.test", "a".repeat(65))), None);
        assert_eq!(canonical(&format!("a@{}.test", "a".repeat(64))), None);
    }
}
