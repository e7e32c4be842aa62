//! The picture of a profile: an own file of this site. Another site would learn who looks at a member.

use ateneu_data::{Error, Trigger, Write};
use ateneu_db::Tx;
use ateneu_schema::{TableRow, object_key};

use crate::{refused::Refused, tables::AVATARS};

/// Path of the pictures of profiles.
const PATH: &str = "/storage/v1/object/public/avatars/";

#[derive(Clone, PartialEq, TableRow)]
#[table("member_profiles")]
struct Profile {
    user_id: String,
    avatar_url: Option<String>,
}

/// Returns the trigger that runs before a profile is written.
pub fn trigger() -> Trigger {
    Trigger::on::<Profile>().before(before)
}

/// Replaces the address of the picture by its path on this site.
///
/// # Errors
/// Returns `invalid_avatar` unless it is a file in the person's own folder.
fn before(_: &mut Tx<'_>, write: &Write<'_, Profile>, new: &mut Profile) -> Result<(), Error> {
    let former = write.old.and_then(|old| old.avatar_url.as_ref());
    let address = new.avatar_url.as_ref().filter(|address| !address.is_empty() && former != Some(*address));
    if let Some(address) = address {
        new.avatar_url = Some(own_path(address, &new.user_id).ok_or(Refused::InvalidAvatar)?);
    }
    Ok(())
}

fn own_path(address: &str, owner: &str) -> Option<String> {
    let key = object_key(AVATARS, address)?;
    let name = key.strip_prefix(owner)?.strip_prefix('/')?;
    let is_file = !owner.is_empty() && name.split('/').all(|part| !matches!(part, "" | "." | ".."));
    // The path is kept as written, because the key may need encoding.
    let path = address.split(['?', '#']).next()?;
    let (_, written) = path.split_once("/storage/v1/object/")?.1.split_once("avatars/")?;
    let is_written = written.chars().all(|letter| letter.is_ascii_graphic() && !"\"'<>\\".contains(letter));
    (is_file && is_written).then(|| format!("{PATH}{written}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_own_files_of_this_site_are_pictures_of_a_profile() {
        let own = "/storage/v1/object/public/avatars/ana/1.webp";
        for address in [
            own,
            "https://casa.test/storage/v1/object/public/avatars/ana/1.webp",
            // The file of any address is read from this site.
            "https://spy.test/storage/v1/object/public/avatars/ana/1.webp?who=ana#x",
            "//spy.test/storage/v1/object/authenticated/avatars/ana/1.webp",
        ] {
            assert_eq!(own_path(address, "ana").as_deref(), Some(own), "{address}");
        }
        for address in [
            "https://spy.test/p.png",
            "//spy.test/p.png",
            "p.png",
            "/api/x?y=/storage/v1/object/public/avatars/ana/1.webp",
            "/storage/v1/object/public/avatars/bia/1.webp",
            "/storage/v1/object/public/avatars/ana/../bia/1.webp",
            "/storage/v1/object/public/avatars/ana/%2e%2e/bia/1.webp",
            "/storage/v1/object/public/avatars/ana/",
            "/storage/v1/object/public/avatars/anabela/1.webp",
            "/storage/v1/object/public/avatars/ana/1.webp\" onerror=x",
            "/storage/v1/object/public/contents/ana/1.webp",
            "/storage/v1/render/image/public/avatars/ana/1.webp",
            "data:image/png;base64,AAAA",
        ] {
            assert_eq!(own_path(address, "ana"), None, "{address}");
        }
        let spaced = "/storage/v1/object/public/avatars/ana/minha%20foto.png";
        assert_eq!(own_path(spaced, "ana").as_deref(), Some(spaced));
        assert_eq!(own_path("/storage/v1/object/public/avatars//1.webp", ""), None);
    }
}
