//! Embeds the built front end in a release. A debug build reads it from its folder at the start. A checkout without a
//! front end build must still compile, so the folders are created, and the server answers "front end not built".

use std::{env, fs, io, path::Path};

#[expect(clippy::disallowed_methods, reason = "cargo speaks to a build script by its environment")]
fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let embeds = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for folder in ["web/dist/client", "web/dist/server"] {
        let folder = root.join(folder);
        fs::create_dir_all(&folder)?;
        if embeds {
            // A new file in an embedded folder must rebuild this crate.
            println!("cargo::rerun-if-changed={}", folder.display());
        }
    }
    Ok(())
}
