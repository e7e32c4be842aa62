//! Means of payment that the provider's account cannot take.

use crate::{Error, Method, Payments};

/// Withholds Pix where the owner lists it and the provider's account cannot take it; returns `true` if it does.
///
/// # Errors
/// Fails where the provider does not answer. What was withheld stays so.
pub async fn check_methods(payments: &Payments) -> Result<bool, Error> {
    let takes_pix = payments.provider().takes_pix().await?;
    let withheld: &[Method] = if takes_pix { &[] } else { &[Method::Pix] };
    (payments.0.withholds)(withheld);
    Ok(!takes_pix)
}

/// [`check_methods`] in the background. Until the answer Pix is withheld where payments are real.
pub(crate) fn check_methods_at_start(payments: &Payments) {
    if payments.sandbox().is_none() {
        (payments.0.withholds)(&[Method::Pix]);
    }
    let payments = payments.clone();
    tokio::spawn(async move {
        if let Err(error) = check_methods(&payments).await {
            tracing::warn!(%error, "the means of payment could not be checked");
        }
    });
}
