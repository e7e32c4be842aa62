//! Origins of the visits of paid plans: counted once, with the payment, and then removed.

use ateneu_membership::{Arrival, open_checkout, reconcile_customers, store_origin};
use ateneu_testkit::{db_test, sqlite_test};

use crate::{
    fixture::MONTH,
    shop::{CARD, Shop},
};

impl Shop {
    /// Opens a payment page in a visit from LinkedIn. Returns the person and the page.
    async fn arriving_by_linkedin(&self) -> (String, String) {
        let (user_id, page) = self.checkout("scale", MONTH).await;
        self.came_from(&user_id, "linkedin.com").await;
        (user_id, page)
    }

    async fn came_from(&self, user_id: &str, referrer: &str) {
        let arrival = Arrival { referrer: referrer.into(), ..Arrival::default() };
        store_origin(&self.payments, user_id, &arrival).await.unwrap();
    }

    /// Returns the stored origins.
    async fn kept(&self) -> Vec<String> {
        let sql = "SELECT origin AS text FROM payment_checkouts WHERE origin IS NOT NULL";
        self.texts(sql, &[]).await
    }
}

#[db_test]
async fn a_paid_plan_counts_once_for_its_origin(shop: Shop) {
    let (user_id, page) = shop.arriving_by_linkedin().await;
    // The visit continued within the site.
    shop.came_from(&user_id, "").await;
    assert_eq!((shop.kept().await, shop.paid.all()), (vec!["linkedin.com".into()], vec![]));
    shop.press(&page, &CARD).await;
    assert_eq!((shop.kept().await, shop.paid.all()), (vec![], vec!["linkedin.com".into()]));
    shop.repeat("checkout.session.completed").await;
    shop.manage(&user_id, "renovar").await;
    assert_eq!(shop.paid.all().len(), 1);
}

#[sqlite_test]
async fn a_boleto_counts_on_the_day_it_is_paid(shop: Shop) {
    let (_, page) = shop.arriving_by_linkedin().await;
    shop.press(&page, &[("action", "boleto")]).await;
    assert_eq!((shop.kept().await.len(), shop.paid.all().len()), (1, 0));
    shop.press(&page, &[("action", "boleto-pago")]).await;
    assert_eq!((shop.kept().await, shop.paid.all()), (vec![], vec!["linkedin.com".into()]));
}

#[db_test]
async fn a_page_that_closes_unpaid_forgets_its_origin(shop: Shop) {
    let (user_id, _) = shop.arriving_by_linkedin().await;
    let other = open_checkout(&shop.payments, &user_id, "update", MONTH).await.unwrap();
    assert_eq!(shop.kept().await, [""; 0], "its page was closed for another");
    shop.press(&other, &CARD).await;
    assert!(shop.paid.all().is_empty(), "nothing is known of the other");
    let (_, boleto) = shop.arriving_by_linkedin().await;
    shop.press(&boleto, &[("action", "boleto")]).await;
    shop.arriving_by_linkedin().await;
    shop.advance_days(11);
    reconcile_customers(&shop.payments).await.unwrap();
    assert_eq!(shop.kept().await, [""; 0], "the payment never came");
}
