//! Ends the newsletter for the address a token was mailed to. Repeating it changes nothing; false tells nothing but that
//! the token leads nowhere.

use ateneu_schema::rule::anyone;
use serde_json::Value as Json;

use super::{Procedure, changed_subscriptions, token_argument, token_of};

pub(super) fn procedure() -> Procedure {
    Procedure {
        name: "unsubscribe_newsletter",
        arguments: token_argument(),
        who: anyone(),
        only_reads: false,
        run: |tx, _, arguments, now| {
            let token = token_of(arguments);
            // By address: the link of an old letter also ends the subscription of somebody who came back since.
            let ended = tx.query(
                "UPDATE newsletter_subscriptions SET is_active = FALSE, unsubscribed_at = $2, updated_at = $2
                 WHERE is_active
                   AND email = (SELECT known.email FROM newsletter_subscriptions known WHERE known.token = $1)
                 RETURNING id",
                &[token.clone(), now.into()],
            )?;
            changed_subscriptions(tx, &ended);
            let known = "SELECT id FROM newsletter_subscriptions WHERE token = $1";
            Ok(Json::Bool(tx.query_optional(known, &[token])?.is_some()))
        },
    }
}
