//! Inspects PDF for encryption, by its trailer (ISO 32000-1, 7.5 and 7.6).

use ateneu_storage::{Error, StoredFile};

use super::findings::{Media, Problem};

/// Bytes at the end with the position of the last table of objects, and at the beginning with the first table of a
/// linearised document.
const END: u64 = 2 * 1024;
/// Bytes of a table and its trailer that are read: 3,000 objects.
const TABLE: u64 = 64 * 1024;

/// Detects the encryption of a document. An unreadable one counts as unencrypted.
pub async fn inspect(file: &StoredFile, head: &[u8]) -> Result<Media, Error> {
    let end = file.part(file.size.saturating_sub(TABLE)..file.size).await?;
    let mut is_encrypted = trailers(head).chain(trailers(&end)).any(names_encryption);
    if let Some(at) = last_table(&end).filter(|at| *at < file.size && !is_encrypted) {
        let table = file.part(at..at.saturating_add(TABLE)).await?;
        // Newer documents have a stream of objects instead, preceded by a dictionary.
        is_encrypted = trailers(&table).chain(dictionary(&table)).any(names_encryption);
    }
    let problems = if is_encrypted { vec![Problem::Encrypted] } else { Vec::new() };
    Ok(Media { problems, ..Media::default() })
}

/// Returns the position of the last table of objects.
fn last_table(end: &[u8]) -> Option<u64> {
    let end = &end[end.len().saturating_sub(usize::try_from(END).ok()?)..];
    let at = places(end, b"startxref").last()?;
    let digits: Vec<u8> = end[at + 9..]
        .iter()
        .copied()
        .skip_while(u8::is_ascii_whitespace)
        .take_while(u8::is_ascii_digit)
        .collect();
    std::str::from_utf8(&digits).ok()?.parse().ok()
}

/// Returns the dictionaries after tables of objects.
fn trailers(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    places(bytes, b"trailer").map(|at| {
        let rest = &bytes[at..];
        let end = places(rest, b"startxref").next().unwrap_or(rest.len());
        &rest[..end]
    })
}

/// Returns the dictionary of a stream of objects that begins here.
fn dictionary(bytes: &[u8]) -> Option<&[u8]> {
    let end = places(bytes, b"stream").next()?;
    let dictionary = &bytes[..end];
    places(dictionary, b"/XRef").next().map(|_| dictionary)
}

fn names_encryption(dictionary: &[u8]) -> bool {
    const NAME: &[u8] = b"/Encrypt";
    // Excludes longer names, such as `/EncryptMetadata`.
    places(dictionary, NAME)
        .any(|at| dictionary.get(at + NAME.len()).is_none_or(|next| !next.is_ascii_alphanumeric()))
}

/// Returns the positions of a word.
fn places<'a>(bytes: &'a [u8], word: &'static [u8]) -> impl Iterator<Item = usize> + 'a {
    let places = bytes.windows(word.len()).enumerate();
    places.filter(move |(_, part)| *part == word).map(|(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encryption_is_named_in_trailers_only() {
        let encrypted = |bytes: &[u8]| trailers(bytes).chain(dictionary(bytes)).any(names_encryption);
        for named in [
            &b"xref\n0 1\ntrailer\n<< /Size 1 /Encrypt 5 0 R >>\nstartxref\n9\n%%EOF"[..],
            b"trailer<</Encrypt<</Filter/Standard>>>>startxref",
            b"9 0 obj <</Type/XRef/Encrypt 5 0 R>>stream...",
        ] {
            assert!(encrypted(named), "{named:?}");
        }
        for other in [
            &b"trailer << /Size 1 >> startxref /Encrypt"[..],
            b"trailer << /EncryptMetadata true >>",
            b"(como usar /Encrypt 1 0 R)",
            b"9 0 obj <</Length 3>>stream /Encrypt",
            b"",
        ] {
            assert!(!encrypted(other), "{other:?}");
        }
        assert_eq!(last_table(b"startxref\n1\n%%EOF\nstartxref\r\n  345\n%%EOF"), Some(345));
        assert_eq!(last_table(b"startxref\nx"), None);
    }
}
