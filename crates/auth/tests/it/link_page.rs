//! The page behind a letter's link, and links that cannot be followed.

use ateneu_db::Db;
use ateneu_testkit::{both_databases, databases};

use crate::house::{Call, House};

both_databases! {
    databases::product();

    async fn the_page_holds_nothing_but_its_button_and_may_not_be_framed(db: Db) {
        let house = House::open(db).await;
        let path = "/verify?token=%22%3E%3Cscript%3E&type=%3Cb%3E&redirect_to=javascript%3A1&ask=1";
        let call = Call { method: "GET", path, token: None, body: Vec::new(), version: false, address: "192.0.2.1" };
        let answer = house.send(call).await;
        let header = |name: &str| answer.headers[name].to_str().unwrap().to_owned();
        assert_eq!(answer.status.as_u16(), 200);
        let policy = header("content-security-policy");
        assert!(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"), "{policy}");
        assert_eq!((header("cache-control"), header("referrer-policy")), ("no-store".into(), "no-referrer".into()));
        assert!(!answer.page.contains("<script") && !answer.page.contains("<b>") && !answer.page.contains("javascript"));
        let action = "action=\"/auth/v1/verify?token=%22%3E%3Cscript%3E&amp;type=%3Cb%3E&amp;redirect_to=https%3A%2F%2Fcasa.test%2F\"";
        assert!(answer.page.contains(action), "{}", answer.page);
    }

    async fn a_link_without_its_parts_is_refused_in_words(db: Db) {
        let house = House::open(db).await;
        for path in ["/verify", "/verify?token=x", "/verify?type=signup", "/verify?token=x&type=outro"] {
            let answer = house.ask("GET", path, None, &serde_json::Value::Null).await;
            assert_eq!(answer.refusal(), (400, "validation_failed"), "{path}");
        }
    }
}
