//! The stable codes of refusals.

use ateneu_data::Error;
use strum::{IntoStaticStr, VariantNames};

/// Reason why a request is refused.
#[derive(Clone, Copy, Debug, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub(crate) enum ErrorCode {
    AlreadyAppealed,
    AlreadyReported,
    AppealByTheSame,
    AppealDecided,
    AppealMissing,
    AppealTooLate,
    BlockOfOwn,
    BlockOfStaff,
    CaseClaimed,
    CaseDecided,
    CaseNotFound,
    ChannelDecided,
    ChannelHasPosts,
    ChannelWaits,
    ChannelsAreForStaff,
    CommentNotFound,
    CommunityBanned,
    CommunitySilenced,
    DaysMissing,
    DecisionNotFound,
    DecisionOfAnother,
    DraftIsOlder,
    EditTimeOver,
    NobodyConcerned,
    NothingToHide,
    OwnCase,
    PlanRequired,
    PostHasComments,
    PushSubscriptionUnusable,
    ReasonMissing,
    ReportNotFound,
    ReportOfOwn,
    SameText,
    SubjectIsAdmin,
    SubjectIsStaff,
    TextTooLong,
    TooFast,
    TooManyBlocks,
    TooManyChannelsWait,
    TooManyReports,
    UndoTooLate,
    UnknownDecision,
    UnknownPeriod,
    UnknownReason,
    WordsRefused,
}

impl From<ErrorCode> for Error {
    fn from(code: ErrorCode) -> Self {
        Error::raised(code.into_str())
    }
}
