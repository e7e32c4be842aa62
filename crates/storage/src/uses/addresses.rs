//! Finds addresses of files in a text, in any encoding.

use std::{borrow::Cow, collections::BTreeSet};

use percent_encoding::percent_decode_str;

/// Returns `true` if the text contains the address of that file: plain, with HTML entities, percent-encoded, or both.
/// Returns `true` also in doubt (a key with the same beginning).
pub(crate) fn holds_address(text: &str, bucket: &str, key: &str) -> bool {
    let address = format!("/{bucket}/{key}");
    let plain = without_entities(text);
    [text, &plain].into_iter().any(|text| {
        text.contains(&address) || percent_decode_str(text).decode_utf8_lossy().contains(&address)
    })
}

/// Returns the keys of the bucket's files whose addresses a text contains. If the end of an address is ambiguous, both
/// readings are included, because a key without a file does no harm.
pub(crate) fn keys_in(text: &str, bucket: &str) -> BTreeSet<String> {
    let mut keys = BTreeSet::new();
    let plain = without_entities(text);
    collect(&plain, bucket, &mut keys);
    if plain.contains("%2F") || plain.contains("%2f") {
        collect(&percent_decode_str(&plain).decode_utf8_lossy(), bucket, &mut keys);
    }
    keys
}

/// Parts of an address that may precede the bucket.
const WAYS: [&str; 4] = ["/public", "/authenticated", "/sign", "/object"];

fn collect(text: &str, bucket: &str, keys: &mut BTreeSet<String>) {
    let part = format!("/{bucket}/");
    for (at, _) in text.match_indices(&part) {
        let (before, after) =
            (text.get(..at).unwrap_or_default(), text.get(at + part.len()..).unwrap_or_default());
        if !WAYS.iter().any(|way| before.ends_with(way)) {
            continue;
        }
        let ends =
            |letter: char| letter.is_whitespace() || matches!(letter, '"' | '<' | '>' | '\\' | '?' | '#');
        let longest = after.split(ends).next().unwrap_or_default();
        let shortest = longest.split(['\'', '(', ')', '[', ']', ',', ';', '|']).next().unwrap_or_default();
        for key in [longest, shortest] {
            if !key.is_empty() {
                keys.insert(percent_decode_str(key).decode_utf8_lossy().into_owned());
            }
        }
    }
}

/// Returns a text that every text with the address contains: the key's longest part of letters and digits, which no
/// encoding changes.
pub(crate) fn plainest_part<'a>(bucket: &'a str, key: &'a str) -> &'a str {
    let parts = key.split(|letter: char| !letter.is_ascii_alphanumeric());
    parts.max_by_key(|part| part.len()).filter(|part| !part.is_empty()).unwrap_or(bucket)
}

/// HTML entities of the characters in keys and addresses, each with its character.
const NAMED: &str = "amp& apos' ast* midast* colon: comma, commat@ dollar$ equals= excl! lowbar_ UnderBar_ lpar( rpar) \
                     period. plus+ quest? semi; sol/ percnt% num# quot\" AMP& QUOT\"";

/// Returns the text with these entities and numeric ones replaced.
fn without_entities(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        let (before, entity) = rest.split_at(at);
        plain.push_str(before);
        match character_of(entity) {
            Some((character, length)) => {
                plain.push(character);
                rest = entity.get(length..).unwrap_or_default();
            }
            None => {
                plain.push('&');
                rest = entity.get(1..).unwrap_or_default();
            }
        }
    }
    plain.push_str(rest);
    Cow::Owned(plain)
}

/// Returns the character of an entity at the beginning of the text, with its length.
fn character_of(entity: &str) -> Option<(char, usize)> {
    // The longest useful one is numeric: `&#x00002F;`.
    let end = entity.bytes().take(12).position(|byte| byte == b';')?;
    let name = entity.get(1..end)?;
    let character = match name.strip_prefix('#') {
        Some(number) => {
            let code = match number.strip_prefix(['x', 'X']) {
                Some(digits) => u32::from_str_radix(digits, 16).ok()?,
                None => number.parse().ok()?,
            };
            char::from_u32(code)?
        }
        None => NAMED.split(' ').find_map(|known| known.strip_prefix(name)?.parse().ok())?,
    };
    Some((character, end + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_found_in_every_encoding() {
        let key = "a b/c&d(1)'@=;,$!.png";
        for written in [
            "a b/c&d(1)'@=;,$!.png",
            "a%20b/c&amp;d(1)&#39;@=;,$!.png",
            "a%20b/c&amp;d(1)%27@=;,$!.png",
            "a%20b%2Fc%26d%281%29%27%40%3D%3B%2C%24%21.png",
            "a&#x20;b&sol;c&AMP;d&lpar;1&rpar;&apos;&commat;&equals;&semi;&comma;&dollar;&excl;&period;png",
            "a&percnt;20b/c&#x00026;d(1)&#X27;&#64;=;,$!.png",
        ] {
            let text =
                format!("<p>&copy; &nada 100% & <img src=\"/storage/v1/object/public/contents/{written}\">");
            assert!(holds_address(&text, "contents", key), "{written}");
            assert!(!holds_address(&text, "contents", "a b/c&d(2).png"), "{written}");
        }
        assert!(holds_address("&sol;contents&sol;a.png", "contents", "a.png"));
        assert!(!holds_address(
            "/avatars/a.png &; &#; &#xFFFFFFFF; &#99999999999; & %zz",
            "contents",
            "a.png"
        ));
    }

    #[test]
    fn the_keys_in_a_text_are_found() {
        let text = r#"<p><img src="/storage/v1/object/public/contents/thumbnails/1-2.png"> ![a](https://a.example/storage/v1/object/public/contents/b%20c.png)
            <a href="/storage/v1/object/sign/contents/pdf/d&amp;e.pdf?token=x">f</a> /cursos/contents/g.png /object/public/avatars/h.png"#;
        let keys: Vec<String> = keys_in(text, "contents").into_iter().collect();
        assert_eq!(keys, ["b c.png", "b c.png)", "pdf/d&e.pdf", "thumbnails/1-2.png"]);
        assert!(
            keys_in("%2Fstorage%2Fv1%2Fobject%2Fpublic%2Fcontents%2Fi.png", "contents").contains("i.png")
        );
    }

    #[test]
    fn the_plain_part_of_a_key_is_in_every_encoding() {
        for (key, part) in [
            ("thumbnails/17-2.png", "thumbnails"),
            ("a&b(1234).png", "1234"),
            ("(1)/&", "1"),
            ("&()", "contents"),
        ] {
            assert_eq!(plainest_part("contents", key), part, "{key}");
        }
    }
}
