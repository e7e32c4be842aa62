//! Refusals of tokens.

use ateneu_base::TokenProblem;

/// Returns the reason why a token is refused, in the original server's words.
pub(crate) fn refusal(problem: TokenProblem) -> &'static str {
    match problem {
        TokenProblem::Malformed => "MalformedJWT: The token provided is not a valid JWT",
        TokenProblem::BadSignature => "JwtSignatureError: Failed to validate JWT signature",
        TokenProblem::Expired => "InvalidJWTToken: Token has expired",
        TokenProblem::BadClaims => "InvalidJWTToken: Fields `role` and `exp` are required in JWT",
        TokenProblem::SessionEnded => "InvalidJWTToken: The session has ended",
        TokenProblem::Unavailable => "UnableToSetToken: The token cannot be verified just now",
    }
}
