//! Means of payment that the provider's account does not support.

use crate::{Error, Method, Payments};

/// Withholds Pix if the owner lists it and the provider's account does not support it. Returns `true` if supported.
///
/// # Errors
/// Fails if the provider does. Withheld means stay withheld.
pub async fn check_methods(payments: &Payments) -> Result<bool, Error> {
    let takes_pix = payments.provider().takes_pix().await?;
    let withheld: &[Method] = if takes_pix { &[] } else { &[Method::Pix] };
    (payments.0.withholds)(withheld);
    Ok(!takes_pix)
}

/// Runs [`check_methods`] in the background. Until its result, Pix is withheld for real payments.
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
