//! Confirms a newsletter subscription by the token of its letter. True while the subscription stands confirmed; false
//! tells nothing but that the token leads nowhere.

use ateneu_schema::rule::anyone;
use serde_json::Value as Json;

use super::{Procedure, changed_subscriptions, token_argument, token_of};

pub(super) fn procedure() -> Procedure {
    Procedure {
        name: "confirm_newsletter",
        arguments: token_argument(),
        who: anyone(),
        only_reads: false,
        run: |tx, _, arguments, now| {
            let token = token_of(arguments);
            // Without `notified_at` the row asks for its next letter, the welcome.
            let confirmed = tx.query(
                "UPDATE newsletter_subscriptions SET confirmed_at = $2, notified_at = NULL, updated_at = $2
                 WHERE token = $1 AND is_active AND confirmed_at IS NULL RETURNING id",
                &[token.clone(), now.into()],
            )?;
            changed_subscriptions(tx, &confirmed);
            let stands = tx.query_optional(
                "SELECT id FROM newsletter_subscriptions
                 WHERE token = $1 AND is_active AND confirmed_at IS NOT NULL",
                &[token],
            )?;
            Ok(Json::Bool(stands.is_some()))
        },
    }
}
