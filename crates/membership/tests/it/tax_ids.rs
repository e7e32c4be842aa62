//! CPF and CNPJ: asked once at the payment page, kept with the receipts.

use ateneu_functions::ListPage;
use ateneu_membership::{
    members::{ListCharges, list_charges, read_member, resend_receipt},
    open_checkout, sync_member,
};
use ateneu_testkit::{db_test, panel::admin, sqlite_test};
use serde_json::json;

use crate::{
    fixture::{Fixture, MONTH, NOW, invoice},
    panel::all_charges,
    shop::{CARD, Shop},
};

#[sqlite_test]
async fn a_checkout_asks_for_a_missing_tax_id(app: Fixture) {
    let user_id = app.person("ana@exemplo.com.br").await;
    open_checkout(&app.payments, &user_id, "scale", MONTH).await.unwrap();
    assert!(app.received("GET", "/tax_ids").is_empty(), "nothing is asked where it is off");
    let asking = app.node(|deps| deps.config.asks_tax_id = true);
    open_checkout(&asking, &user_id, "update", MONTH).await.unwrap();
    let customer = app.texts("SELECT customer_id FROM payment_customers", &[]).await.remove(0);
    let foreign = json!({ "type": "us_ein", "value": "12-3456789" });
    app.stripe.data().tax_ids.insert(customer.clone(), vec![foreign.clone()]);
    open_checkout(&asking, &user_id, "scale", MONTH).await.unwrap();
    let own = json!({ "type": "br_cpf", "value": "123.456.789-09" });
    app.stripe.data().tax_ids.insert(customer, vec![foreign, own]);
    open_checkout(&asking, &user_id, "update", MONTH).await.unwrap();
    let made = app.pages_made();
    let parameters = ["tax_id_collection[enabled]", "customer_update[name]", "customer_update[address]"];
    let asked: Vec<_> =
        made.iter().map(|form| parameters.map(|name| form.get(name).map(String::as_str))).collect();
    let yes = [Some("true"), Some("auto"), Some("auto")];
    assert_eq!(asked, [[None; 3], yes, yes, [None; 3]]);
}

#[sqlite_test]
async fn a_receipt_keeps_the_tax_id_it_was_made_out_to(app: Fixture) {
    let (user_id, customer) = app.subscriber("ana", "active").await;
    let mut first = invoice("in_1", &customer, "sub_ana", "paid", NOW - 60);
    first["customer_tax_ids"] = json!([{ "type": "br_cpf", "value": "12345678909" }]);
    app.charge(&customer, first);
    app.charge(&customer, invoice("in_2", &customer, "sub_ana", "paid", NOW));
    sync_member(&app.payments, &user_id).await.unwrap();
    let charges =
        list_charges(&app.payments, &ListCharges::default(), ListPage::of(None)).await.unwrap().charges;
    let ids: Vec<_> = charges.iter().map(|charge| charge.tax_id.as_deref()).collect();
    assert_eq!(ids, [None, Some("123.456.789-09")]);
    // What a later answer leaves out stays.
    app.stripe.data().invoices.get_mut(&customer).unwrap().iter_mut().for_each(|one| {
        one["customer_tax_ids"] = json!([]);
    });
    sync_member(&app.payments, &user_id).await.unwrap();
    let detail = read_member(&app.payments, &user_id).await.unwrap();
    assert_eq!(detail.tax_id.as_deref(), Some("123.456.789-09"));
    assert_eq!(detail.receipts.iter().filter(|receipt| receipt.tax_id.is_some()).count(), 1);
    let response = app.panel().await.call(&admin(), "export-charges", &all_charges()).await;
    let text = response.text();
    assert!(text.contains("E-mail;CPF ou CNPJ;Plano"), "{text}");
    assert!(text.contains("ana@exemplo.com.br;123.456.789-09;scale;mensal;97,00;Paga;"), "{text}");
    app.execute("DELETE FROM mail_messages", &[]).await;
    resend_receipt(&app.payments, &user_id, "in_1", |_| Ok(())).await.unwrap();
    assert!(app.email("ana@exemplo.com.br").await.text.contains("123.456.789-09"));
}

#[db_test]
async fn the_sandbox_asks_once_and_refuses_a_wrong_number(shop: Shop) {
    let (user_id, page) = shop.checkout("scale", MONTH).await;
    let text = shop.page(&page).await;
    assert!(text.contains("CPF ou CNPJ"), "{text}");
    for action in ["cartao", "boleto"] {
        for wrong in ["123.456.789-00", "111.111.111-11", "1", "12.ABC.345/01DE-3A"] {
            let form = [("action", action), ("card", "4000 1234 5678 9010"), ("tax_id", wrong)];
            let (status, _, text) = shop.press(&page, &form).await;
            assert_eq!(status, 200);
            assert!(text.contains("O CPF ou CNPJ não confere."), "{text}");
            assert!(text.contains(wrong) && text.contains("4000 1234 5678 9010"), "nothing typed is lost");
        }
    }
    assert!(!shop.access(&user_id).await.0);
    let pay = async |page: &str, tax_id| shop.press(page, &[CARD[0], CARD[1], ("tax_id", tax_id)]).await.0;
    assert_eq!(pay(&page, "12abc34501de35").await, 303);
    let stored = async || {
        let sql = "SELECT tax_id AS text FROM payment_invoices WHERE user_id = $1 ORDER BY created_at, id";
        shop.texts(sql, &[(&user_id).into()]).await
    };
    assert_eq!(stored().await, ["12.ABC.345/01DE-35"]);
    let sql = "SELECT hosted_url FROM payment_invoices WHERE user_id = $1";
    let receipt = shop.text(sql, &[(&user_id).into()]).await.unwrap();
    assert!(shop.page(&receipt).await.contains("12.ABC.345/01DE-35"));
    for action in ["renovar", "cancelar-agora"] {
        shop.manage(&user_id, action).await;
    }
    assert_eq!(stored().await, ["12.ABC.345/01DE-35", "12.ABC.345/01DE-35"]);
    let again = open_checkout(&shop.payments, &user_id, "update", MONTH).await.unwrap();
    let text = shop.page(&again).await;
    assert!(!text.contains("CPF ou CNPJ"), "it is asked once");
    // What the page does not ask for is not taken from it.
    pay(&again, "123.456.789-09").await;
    let ids = stored().await;
    assert!(ids.len() == 3 && ids.iter().all(|id| id == "12.ABC.345/01DE-35"), "{ids:?}");
}

#[db_test]
async fn without_a_tax_id_the_sandbox_pays_and_asks_again(shop: Shop) {
    let user_id = shop.buy("scale", MONTH).await;
    assert_eq!(shop.access(&user_id).await, (true, "paid".into()));
    let sql = "SELECT id AS text FROM payment_invoices WHERE user_id = $1 AND tax_id IS NULL";
    assert_eq!(shop.texts(sql, &[(&user_id).into()]).await.len(), 1);
    shop.manage(&user_id, "cancelar-agora").await;
    let again = open_checkout(&shop.payments, &user_id, "update", MONTH).await.unwrap();
    assert!(shop.page(&again).await.contains("CPF ou CNPJ"));
}
