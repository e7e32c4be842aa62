//! Reasons why a page could not be rendered. Visitors see none of them: the browser gets the unfilled template and
//! renders itself.

/// Failure to render a page or a feed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The front end was not built into this binary.
    #[error("the front end is not built")]
    NotBuilt,
    /// The built front end cannot be used.
    #[error("the front end build is unusable: {0}")]
    BadBuild(String),
    /// The queue of renders is full.
    #[error("too many renders are waiting")]
    Busy,
    /// The render exceeded its time.
    #[error("the render took too long")]
    TimedOut,
    /// The page's code threw.
    #[error("the page's code failed: {0}")]
    Script(String),
    /// The engine itself failed.
    #[error("the engine failed: {0}")]
    Engine(String),
    /// The owner's content could not be written as JSON.
    #[error("the owner's words are not JSON: {0}")]
    Content(String),
    /// A picture could not be drawn.
    #[error(transparent)]
    Drawing(#[from] ateneu_drawing::Error),
    /// The data could not be read.
    #[error("the data could not be read: {0}")]
    Api(String),
}

impl Error {
    /// Logs the failure of `what`. An overload is logged only at debug level, so that a flood of requests does not
    /// flood the log.
    pub(crate) fn log(&self, what: &str) {
        match self {
            Error::Busy => tracing::debug!(what, "refused for now"),
            error => tracing::warn!(what, %error, "could not be made"),
        }
    }
}
