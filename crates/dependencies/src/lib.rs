//! The third-party dependencies of the workspace, and no code. `cargo xtask test <crate>` builds it beside the crate, so
//! that every dependency gets the features it has in the whole workspace and is not built a second time.
