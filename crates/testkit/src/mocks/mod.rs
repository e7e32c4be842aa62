//! Mocks of external services on ports of this machine: each stores its requests and replies under the test's control.

pub mod hotmart;
pub mod http;
pub mod oidc;
pub mod project_storage;
pub mod s3;
pub mod sms;
pub mod smtp;
pub mod stripe;

pub use hotmart::Hotmart;
pub use http::{MockReply, MockServer, ReceivedRequest};
pub use oidc::OidcProvider;
pub use project_storage::ProjectStorage;
pub use s3::{S3, S3Fault, S3Request};
pub use smtp::{ReceivedEmail, SmtpReply, SmtpServer};
pub use stripe::Stripe;
