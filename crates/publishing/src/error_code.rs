//! The stable codes of refusals.

use ateneu_data::Error;
use strum::{IntoStaticStr, VariantNames};

/// Reason why a request is refused.
#[derive(Clone, Copy, Debug, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub(crate) enum ErrorCode {
    AuthorNotAllowed,
    CategoryExists,
    CategoryNotFound,
    CommentMissing,
    CommentTooLong,
    ContentNotFound,
    CoverIsExclusive,
    DraftTooLong,
    FileIsExclusive,
    FileIsPublic,
    InvalidEntitlements,
    InvalidFields,
    InvalidIds,
    InvalidOrder,
    NotSignedIn,
    NothingToReview,
    PictureNotFound,
    PicturesBusy,
    PublishingNotAllowed,
    ReviewNotWaiting,
    RevisionNotFound,
    SameCategory,
    ScheduleInThePast,
    SlugInvalid,
    SlugReserved,
    SlugTaken,
    TooManyComments,
    UnpublishedBeforePublished,
}

impl From<ErrorCode> for Error {
    fn from(code: ErrorCode) -> Self {
        Error::raised(code.into_str())
    }
}
