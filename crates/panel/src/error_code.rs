//! The stable codes of refusals.

use strum::{IntoStaticStr, VariantNames};

/// Reason why a request is refused.
#[derive(Clone, Copy, Debug, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub(crate) enum ErrorCode {
    FileInUse,
    FileNotFound,
    NotUploader,
}
