//! The built front end and the owner's words are embedded. A checkout without a front end build must still compile,
//! so the folders are made; the server then answers "front end not built".

use std::{fs, io, path::Path};

fn main() -> io::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for folder in ["web/dist/client", "web/dist/server", "content"] {
        let folder = root.join(folder);
        fs::create_dir_all(&folder)?;
        // A new file in an embedded folder must build this crate again.
        println!("cargo::rerun-if-changed={}", folder.display());
    }
    Ok(())
}
