//! The stable codes of refusals.

use ateneu_data::Error;
use strum::{IntoStaticStr, VariantNames};

/// Reason why a request is refused.
#[derive(Clone, Copy, Debug, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub(crate) enum ErrorCode {
    AttemptTaken,
    CertificateNotFound,
    CertificateRevoked,
    CourseNotBegun,
    CourseNotFound,
    CourseOrderChanged,
    InvalidDays,
    InvalidOrder,
    InvalidPeriod,
    LessonClosed,
    LessonNotFound,
    LessonNotOpened,
    LessonOfAnotherCourse,
    LessonWithoutFile,
    ListNotFound,
    ModuleOfAnotherCourse,
    NameNotPrintable,
    NameNotUsable,
    NoAccess,
    NoAttemptsLeft,
    NoCertificate,
    NotFinished,
    PlanRequired,
    QuizAsSample,
    SubjectRemoved,
    TooManyCodes,
    TooManyNames,
    TooManyReports,
}

impl From<ErrorCode> for Error {
    fn from(code: ErrorCode) -> Self {
        Error::raised(code.into_str())
    }
}
