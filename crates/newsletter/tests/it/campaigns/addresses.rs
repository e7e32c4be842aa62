//! Addresses of every form.

use ateneu_base::email;
use ateneu_testkit::{db_test, sqlite_test};

use super::fixture::Fixture;

#[db_test]
async fn every_plausible_address_gets_its_email(app: Fixture) {
    let longest =
        format!("{}@{}.test", "a".repeat(64), ["b".repeat(63), "c".repeat(63), "d".repeat(56)].join("."));
    let longest = longest.chars().take(254).collect::<String>();
    let typed =
        ["Ana.Lima+cartas@Exemplo.COM.br", "ana@açaí.test", "o'brien_x@exemplo.test", "a@b.co", &longest];
    let addresses: Vec<String> = typed.iter().map(|text| email::canonical(text).unwrap()).collect();
    app.subscribe(addresses.clone()).await;
    let number = app.started(5).await;
    app.work().await;
    assert_eq!(app.counts(number).await.delivered, 5);
    for address in &addresses {
        assert!(
            app.received_by(address).header("To").replace(' ', "").contains(address.as_str()),
            "{address}"
        );
    }
}

#[sqlite_test]
async fn an_invalid_stored_address_fails_alone(app: Fixture) {
    app.subscribe(["a b@exemplo.test".into(), "x@exemplo.test>\r\nRCPT TO:<y@exemplo.test".into()]).await;
    app.subscribe(["ana@exemplo.test".into()]).await;
    let number = app.started(3).await;
    app.work().await;
    let counts = app.counts(number).await;
    assert_eq!((counts.delivered, counts.failed), (1, 2));
    assert_eq!(app.server.received().len(), 1);
}
