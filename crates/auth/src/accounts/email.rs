//! The one written form of an e-mail address.

use crate::error::Error;

/// Trimmed and lower case, or refused.
pub(crate) fn canonical(text: &str) -> Result<String, Error> {
    let email = text.trim().to_lowercase();
    match is_plausible(&email) {
        true => Ok(email),
        false => Err(Error::validation("Unable to validate email address: invalid format")),
    }
}

fn is_plausible(email: &str) -> bool {
    let Some((local, domain)) = email.rsplit_once('@') else {
        return false;
    };
    let local_ok = (1..=64).contains(&local.len())
        && local.chars().all(|c| c.is_ascii_alphanumeric() || ".!#$%&'*+/=?^_`{|}~-".contains(c))
        && !local.starts_with('.')
        && !local.ends_with('.')
        && !local.contains("..");
    let label_ok = |label: &str| {
        (1..=63).contains(&label.len())
            && label.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    email.len() <= 254 && local_ok && domain.contains('.') && domain.split('.').all(label_ok)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_folded_and_nonsense_is_refused() {
        assert_eq!(canonical(" Ana.Lima+x@Exemplo.COM.br ").unwrap(), "ana.lima+x@exemplo.com.br");
        for text in
            ["", "ana", "@a.b", "a@", "a@b", "a b@c.d", "a@b..c", "a@-b.c", "a@b.c\n<x>", "á@b.c", "a@b@c.d"]
        {
            let refused = canonical(text);
            assert!(refused.is_err(), "{text}");
        }
    }
}
