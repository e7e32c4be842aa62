//! Actions of administrators on certificates, and the key that signs them.

use std::time::Duration;

use ateneu_db::Db;
use ateneu_learning::rotate_credential_key;
use ateneu_testkit::db_test;
use ateneu_tokens::AtRest;
use serde_json::{Value, json};

use super::{Admin, Ana, Bia, Carla, Office, Visitor, is_revoked, text, verified};

#[db_test]
async fn a_reissue_is_recorded_in_the_audit_log(office: Office) {
    let issued = office.issued(Ana, "Ana Sousa").await;
    let id = &issued["certificate_id"];
    let again = json!({ "certificate_id": id, "holder_name": "Ana Souza" });
    for (who, refused) in [(Ana, 403), (Bia, 403), (Carla, 403), (Visitor, 401)] {
        assert_eq!(office.call(who, "reissue-certificate-for", again.clone()).await.0, refused, "{who:?}");
    }
    let (status, renewed) = office.call(Admin, "reissue-certificate-for", again.clone()).await;
    assert_eq!((status, text(&renewed, "holder_name")), (200, "Ana Souza"));
    assert_eq!(renewed["code"], issued["code"]);
    assert!(is_revoked(&office, 0).await && !is_revoked(&office, 1).await);

    let reason = json!({ "certificate_id": id, "reason": "Engano" });
    assert_eq!(office.call(Admin, "revoke-certificate", reason).await.0, 200);
    let (status, renewed) = office.call(Admin, "reissue-certificate-for", again).await;
    assert_eq!((status, &renewed["revoked_at"]), (200, &Value::Null), "{renewed}");
    assert!(is_revoked(&office, 1).await && !is_revoked(&office, 2).await, "the place stays revoked");
    let (_, shown) = office.page(text(&issued, "code")).await;
    assert_eq!(shown["is_revoked"], false);
    let acts = "SELECT count(*) FROM audit_log WHERE action = 'reissue-certificate' AND subject = $1";
    assert_eq!(office.0.0.count(acts, &[text(&issued, "code").into()]).await, 2);
}

#[db_test]
async fn only_administrators_list_certificates(office: Office) {
    for who in [Ana, Bia] {
        office.issued(who, "Alguém Souza").await;
    }
    let listed = async |who| {
        let rows = office.0.read(who, "/certificates?select=id&order=issued_at.desc,id").await;
        rows.as_array().map_or(0, Vec::len)
    };
    assert_eq!((listed(Admin).await, listed(Ana).await, listed(Carla).await), (2, 1, 0));
    assert_eq!(listed(Visitor).await, 0);
}

#[db_test]
async fn credentials_of_a_former_key_stay_valid(db: Db) {
    let office = Office::open(db.clone()).await;
    let issued = office.issued(Ana, "Ana Souza").await;
    let certificate = text(&issued, "certificate_id");
    let credential = async || verified(&office.file(Ana, certificate, "jwt").await.1).0;
    let published = async || {
        let keys = office.public_json("/credentials/keys.json").await;
        keys["keys"].as_array().unwrap().clone()
    };
    let former = json!(credential().await.jwk);
    assert_eq!(published().await, std::slice::from_ref(&former));
    let kid = rotate_credential_key(&db, AtRest::default(), office.0.0.clock.now()).await.unwrap();
    office.0.0.clock.advance(Duration::from_secs(10));
    let signed = json!(credential().await.jwk);
    assert_eq!(signed["kid"], kid);
    assert_ne!(signed["x"], former["x"]);
    let keys = published().await;
    assert!(keys.len() == 2 && keys.contains(&former) && keys.contains(&signed));
    assert!(keys.iter().all(|key| key.get("d").is_none()));
    let acts = "SELECT count(*) FROM audit_log WHERE action = 'rotate-credential-key' AND actor_id IS NULL";
    assert_eq!(office.0.0.count(acts, &[]).await, 1);
}
