//! Replies of the service for short messages.

use crate::mocks::http::MockReply;

/// Returns the reply to an accepted message.
pub fn accepted() -> MockReply {
    MockReply::Body(201, r#"{"sid":"SM1","status":"queued","error_code":null}"#.to_owned())
}

/// Returns the reply that refuses a message to this number.
pub fn refused(status: u16, code: i64, number: &str) -> MockReply {
    let body = format!(r#"{{"code":{code},"message":"The 'To' number {number} …","status":{status}}}"#);
    MockReply::Body(status, body)
}
