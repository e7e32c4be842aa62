//! What a file is: the type it claims, the type its first bytes show, and what may follow from either.

use crate::Error;

/// How many first bytes are looked at.
pub(crate) const HEAD: usize = 4096;

const UNKNOWN: &str = "application/octet-stream";

/// `type/subtype` in lower case, without parameters.
fn essence(mime: &str) -> String {
    mime.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

/// Does the list take the type? `image/*` stands for a family; an empty list takes everything.
pub(crate) fn is_listed(types: &[String], mime: &str) -> bool {
    let mime = essence(mime);
    types.is_empty()
        || types.iter().any(|listed| match listed.strip_suffix("/*") {
            Some(family) => mime.split('/').next() == Some(family),
            None => essence(listed) == mime,
        })
}

/// A type as it may stand in a header and in a bucket's list.
pub(crate) fn is_mime(mime: &str) -> bool {
    let token = |part: &str| {
        !part.is_empty()
            && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"!#$&^_.+-*".contains(&byte))
    };
    let essence = essence(mime);
    mime.len() <= 200
        && mime.bytes().all(|byte| (0x20..0x7f).contains(&byte))
        && essence.split_once('/').is_some_and(|(family, name)| token(family) && token(name))
}

/// The type a file is stored and served under. `declared` is what the sender says, `head` the first bytes. A claim
/// to be an image, a film, a sound or a PDF must be borne out by the bytes; SVG, which can act, is refused.
pub(crate) fn settle(
    types: &[String],
    declared: Option<&str>,
    name: &str,
    head: &[u8],
) -> Result<String, Error> {
    let seen = infer::get(head).map(|kind| kind.mime_type());
    let mime = match claim(declared)? {
        Some(claimed) => claimed.to_owned(),
        None => seen.or_else(|| mime_guess::from_path(name).first_raw()).unwrap_or(UNKNOWN).to_owned(),
    };
    if is_listed(types, &mime) && is_borne_out(&essence(&mime), seen, head) {
        Ok(mime)
    } else {
        Err(Error::InvalidMimeType(mime))
    }
}

/// Does the list take what the sender says, before any byte is seen? Nothing said may turn out to be anything.
pub(crate) fn may_claim(types: &[String], declared: Option<&str>) -> Result<(), Error> {
    match claim(declared)? {
        Some(claimed) if !is_listed(types, claimed) => Err(Error::InvalidMimeType(claimed.to_owned())),
        _ => Ok(()),
    }
}

/// What the sender says, unless it says nothing.
fn claim(declared: Option<&str>) -> Result<Option<&str>, Error> {
    match declared.filter(|declared| essence(declared) != UNKNOWN) {
        Some(declared) if !is_mime(declared) => Err(Error::InvalidMimeType("of that form".into())),
        claimed => Ok(claimed),
    }
}

fn is_borne_out(claimed: &str, seen: Option<&str>, head: &[u8]) -> bool {
    let seen_family = seen.and_then(|seen| seen.split('/').next());
    match claimed.split('/').next() {
        Some("image") => claimed != "image/svg+xml" && seen_family == Some("image"),
        // Containers hold either; some streams carry no mark of their own, but none of them is text.
        Some("video" | "audio") => match seen_family {
            Some(family) => matches!(family, "video" | "audio"),
            None => !is_text(head),
        },
        _ if claimed == "application/pdf" => seen == Some("application/pdf"),
        _ => !is_svg(head),
    }
}

fn is_text(head: &[u8]) -> bool {
    let readable = match std::str::from_utf8(head) {
        Ok(_) => true,
        // A character cut by the end of the head.
        Err(problem) => problem.error_len().is_none(),
    };
    readable && !head.contains(&0)
}

fn is_svg(head: &[u8]) -> bool {
    head.windows(4).any(|window| window.eq_ignore_ascii_case(b"<svg"))
}

/// May a browser show it in place? Everything else is a download in a sandbox.
pub(crate) fn is_shown(mime: &str) -> bool {
    let mime = essence(mime);
    let family = mime.split('/').next().unwrap_or_default();
    mime == "application/pdf" || (matches!(family, "image" | "video" | "audio") && mime != "image/svg+xml")
}

#[cfg(test)]
mod tests {
    use super::*;

    const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR";

    fn settled(types: &[&str], declared: Option<&str>, name: &str, head: &[u8]) -> Option<String> {
        let types: Vec<String> = types.iter().map(|&listed| listed.to_owned()).collect();
        settle(&types, declared, name, head).ok()
    }

    #[test]
    fn a_claim_must_be_borne_out_by_the_bytes() {
        let all = &["image/*", "video/*", "audio/*", "application/pdf"];
        assert_eq!(settled(all, Some("image/png"), "a", PNG).as_deref(), Some("image/png"));
        assert_eq!(settled(all, None, "a", PNG).as_deref(), Some("image/png"));
        assert_eq!(settled(all, Some(UNKNOWN), "a", PNG).as_deref(), Some("image/png"));
        assert!(settled(all, Some("audio/mpeg"), "a", b"\xff\xfb\x90\0abc").is_some());
        assert!(settled(all, Some("application/pdf"), "a", b"%PDF-1.7\n").is_some());
        for (declared, head) in [
            ("image/png", &b"<html><script>"[..]),
            ("image/png", b""),
            ("image/svg+xml", b"<svg xmlns='x'>"),
            ("image/svg+xml", PNG),
            ("image/png", b"%PDF-1.7\n"),
            ("video/mp4", b"<script>alert(1)</script>"),
            ("video/mp4", "ação".as_bytes()),
            ("video/mp4", PNG),
            ("text/html", b"<html>"),
            ("image/png\r\nx: y", PNG),
            ("png", PNG),
        ] {
            assert_eq!(settled(all, Some(declared), "a.png", head), None, "{declared} {head:?}");
        }
    }

    #[test]
    fn a_bucket_without_a_list_takes_text_but_never_svg() {
        assert!(settled(&[], Some("text/html"), "a", b"<html>").is_some());
        assert_eq!(settled(&[], Some("text/xml"), "a", b"<?xml ?><!-- --><SVG "), None);
        assert_eq!(settled(&[], None, "a.txt", b"oi").as_deref(), Some("text/plain"));
    }

    #[test]
    fn only_what_cannot_act_is_shown_in_place() {
        for shown in ["image/png", "video/mp4", "audio/mpeg", "application/pdf", "IMAGE/PNG; x=y"] {
            assert!(is_shown(shown), "{shown}");
        }
        for kept in
            ["text/html", "image/svg+xml", "text/plain", "application/javascript", "application/xml", ""]
        {
            assert!(!is_shown(kept), "{kept}");
        }
    }
}
