//! Milestones of members, as the automated sequences of the newsletter follow them.

use ateneu_membership::{ChangeActor, open_checkout, reconcile_customers, refund_subscription};
use ateneu_testkit::db_test;

use crate::{
    fixture::MONTH,
    shop::{CARD, Shop},
};

impl Shop {
    async fn switch_sequences_on(&self) {
        let sql = "INSERT INTO sequences (name, is_on, on_since, secret, updated_at) VALUES ($1, TRUE, $2, 'k', $2)";
        for name in ["abandoned_checkout", "first_month", "win_back", "after_refund"] {
            self.execute(sql, &[name.into(), self.clock.now().into()]).await;
        }
    }

    /// Returns name and state of a person's runs.
    async fn runs(&self, user_id: &str) -> Vec<String> {
        let sql = "SELECT sequence || ' ' || state FROM sequence_runs WHERE user_id = $1 ORDER BY sequence";
        self.texts(sql, &[user_id.into()]).await
    }
}

#[db_test]
async fn a_payment_ends_reminders_and_begins_the_first_month(shop: Shop) {
    shop.switch_sequences_on().await;
    let (user_id, page) = shop.checkout("scale", MONTH).await;
    assert_eq!(shop.runs(&user_id).await, ["abandoned_checkout running"]);
    shop.press(&page, &CARD).await;
    let begun = ["abandoned_checkout stopped", "first_month running"];
    assert_eq!(shop.runs(&user_id).await, begun);
    shop.repeat("checkout.session.completed").await;
    reconcile_customers(&shop.payments).await.unwrap();
    assert_eq!(shop.runs(&user_id).await, begun, "announced again");
}

#[db_test]
async fn a_chosen_boleto_ends_the_reminders(shop: Shop) {
    shop.switch_sequences_on().await;
    let (user_id, page) = shop.checkout("scale", MONTH).await;
    shop.press(&page, &[("action", "boleto")]).await;
    assert_eq!(shop.runs(&user_id).await, ["abandoned_checkout stopped"]);
}

#[db_test]
async fn a_page_for_another_plan_is_the_same_occasion(shop: Shop) {
    shop.switch_sequences_on().await;
    let (user_id, _) = shop.checkout("scale", MONTH).await;
    let other = open_checkout(&shop.payments, &user_id, "update", MONTH).await.unwrap();
    assert_eq!(shop.runs(&user_id).await, ["abandoned_checkout running"]);
    shop.press(&other, &CARD).await;
    assert_eq!(shop.runs(&user_id).await[0], "abandoned_checkout stopped");
}

#[db_test]
async fn ended_and_refunded_memberships_begin_sequences(shop: Shop) {
    shop.switch_sequences_on().await;
    let left = shop.buy("scale", MONTH).await;
    shop.manage(&left, "cancelar").await;
    assert!(!shop.runs(&left).await.contains(&"win_back running".to_owned()), "it is paid until its end");
    shop.manage(&left, "encerrar").await;
    reconcile_customers(&shop.payments).await.unwrap();
    assert!(shop.runs(&left).await.contains(&"win_back running".to_owned()));
    let refunded = shop.buy("scale", MONTH).await;
    refund_subscription(&shop.payments, &refunded, ChangeActor::Member).await.unwrap();
    let runs = shop.runs(&refunded).await;
    assert!(runs.contains(&"after_refund running".to_owned()), "{runs:?}");
    assert!(!runs.iter().any(|run| run.starts_with("win_back")), "{runs:?}");
}

#[db_test]
async fn members_from_before_the_switch_begin_no_run(shop: Shop) {
    let user_id = shop.buy("scale", MONTH).await;
    shop.advance_days(1);
    shop.switch_sequences_on().await;
    reconcile_customers(&shop.payments).await.unwrap();
    assert!(shop.runs(&user_id).await.is_empty());
}
