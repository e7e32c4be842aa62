//! Acts on a member's subscription, which reach the payment provider. What is asked for is written into the trail before
//! the provider hears of it, for afterwards may never come; that it failed is written too.

use ateneu_base::Record;
use ateneu_payments::Payments;
use axum::Router;
use serde_json::{Value, json};

use super::{
    By, function, person,
    standing::{note, read},
};
use crate::Error;

pub(super) fn routes(payments: Option<&Payments>) -> Router {
    function(payments, "reconcile-member", &["user_id"], reconcile)
}

async fn reconcile(payments: Payments, by: By, members: Record) -> Result<Value, Error> {
    let user_id = person(&members)?;
    payments.account(&user_id).await?;
    let (id, now) = (user_id.clone(), payments.now());
    let before = payments.trail(move |tx| read(tx, &id)).await?;
    let is_known = payments.ask_again(&user_id).await?;
    if !is_known {
        return Err(Error::Payment(ateneu_payments::Error::NoCustomer));
    }
    let written = payments.trail(move |tx| {
        let after = read(tx, &user_id)?;
        note(tx, &by, "reconcile-member", &user_id, (before, after), now)
    });
    written.await?;
    Ok(json!({ "message": "Conferido com o serviço de pagamento." }))
}
