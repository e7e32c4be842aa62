//! Enums of words in rows.

use ateneu_schema::Words;

/// Role in addition to that of a member. `publisher` counts only together with `editor`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub enum Role {
    /// `admin`: all rights.
    Admin,
    /// `moderator`: moderates the community.
    Moderator,
    /// `editor`: writes contents and proposes them.
    Editor,
    /// `publisher`: may publish, as an editor.
    Publisher,
}

/// Type of a second factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub enum FactorType {
    /// An authenticator app (RFC 6238).
    Totp,
    /// A telephone that receives short messages.
    Phone,
    /// A security key or a device that acts as one.
    Webauthn,
    /// Recovery codes, for the loss of the others.
    RecoveryCode,
}

/// State of a second factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub(crate) enum FactorStatus {
    /// Enrolled, but not verified yet.
    Unverified,
    /// Verified at least once.
    Verified,
}

/// Method that derives a code challenge from its verifier (RFC 7636).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub(crate) enum ChallengeMethod {
    S256,
    Plain,
}

/// Purpose for which a device signs a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub(crate) enum Ceremony {
    /// A user registers a passkey.
    Registration,
    /// The person signs in.
    Authentication,
}

/// Side of a change of address or number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub(crate) enum Side {
    Current,
    New,
}

/// Legal text that people accept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub enum LegalText {
    /// The terms of use.
    Terms,
    /// The privacy policy.
    Privacy,
}

/// Place at which a legal text was accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub enum ConsentMethod {
    /// The sign-up form.
    SignUp,
    /// The settings, after the sign-up.
    Settings,
}
