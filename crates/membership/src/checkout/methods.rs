//! Means of payment that the provider's account cannot take.

use crate::{Error, Method, Payments};

impl Payments {
    /// Withholds Pix where the owner lists it and the provider's account cannot take it; returns `true` if it does.
    ///
    /// # Errors
    /// Fails where the provider does not answer. What was withheld stays so.
    pub async fn check_methods(&self) -> Result<bool, Error> {
        let takes_pix = self.provider().takes_pix().await?;
        let withheld: &[Method] = if takes_pix { &[] } else { &[Method::Pix] };
        (self.0.withholds)(withheld);
        Ok(!takes_pix)
    }

    /// [`Payments::check_methods`] in the background. Until the answer Pix is withheld where payments are real.
    pub(crate) fn check_methods_at_start(&self) {
        if !self.is_sandbox() {
            (self.0.withholds)(&[Method::Pix]);
        }
        let payments = self.clone();
        tokio::spawn(async move {
            if let Err(error) = payments.check_methods().await {
                tracing::warn!(error = error.description(), "the means of payment could not be checked");
            }
        });
    }

    fn is_sandbox(&self) -> bool {
        self.sandbox().is_some()
    }
}
