//! Pictures in texts are as open as the texts, in any folder, and visitors cannot list them.

use ateneu_base::{Caller, Entitlement, Facts};
use ateneu_db::Db;
use ateneu_testkit::db_test;
use ateneu_testkit_app::no_signers;
use serde_json::{Value, json};

use super::{
    ANA, BIA, CATEGORY, Desk, admin, answered, article, content,
    editors::{EDU, editor},
    id,
};

const COVER: &str = "thumbnails/1-1.png";
const GUIDE: &str = "pdf/3-3.pdf";
/// Keys in the folder of pictures, and in that of covers, their former place.
const KEYS: [&str; 2] = ["pictures/7-7.png", "thumbnails/8-8.png"];

fn subscriber() -> Caller {
    Caller::person(id(7), Facts::subscriber_of(Entitlement::ALL))
}

fn address(key: &str) -> String {
    format!("https://casa.test/storage/v1/object/public/contents/{key}")
}

/// Returns a text with a picture.
fn showing(key: &str) -> String {
    format!("<p>Antes</p><img src=\"/storage/v1/object/public/contents/{key}\" alt=\"\"><p>Depois</p>")
}

impl Desk {
    /// Opens a desk with files.
    async fn with_files(db: Db) -> Self {
        let mut desk = Self::open(db).await;
        desk.app.open_storage(no_signers()).await;
        desk
    }

    async fn upload(&self, key: &str, mime: &str) {
        let bytes: &[u8] =
            if mime == "application/pdf" { b"%PDF-1.7\n" } else { b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" };
        self.app.upload(admin(ANA), &format!("contents/{key}"), mime).body(bytes).await.ok();
    }

    async fn reads(&self, caller: Caller, key: &str) -> bool {
        self.app.read_file(caller, &format!("contents/{key}")).await.status.is_success()
    }

    /// Asserts the access of visitors and subscribers to both pictures.
    async fn opens(&self, to_visitors: bool, to_subscribers: bool, why: &str) {
        for key in KEYS {
            let public = format!("/storage/v1/object/public/contents/{key}");
            let browser = self.app.request("GET", &public).caller(Ok(Caller::anonymous())).await;
            assert_eq!(
                browser.status.is_success(),
                to_visitors,
                "{why}: {key} as a visitor's browser asks for it"
            );
            assert_eq!(self.reads(Caller::anonymous(), key).await, to_visitors, "{why}: {key}, a visitor");
            assert_eq!(self.reads(subscriber(), key).await, to_subscribers, "{why}: {key}, a subscriber");
            for writer in [editor(), admin(ANA)] {
                assert!(self.reads(writer, key).await, "{why}: {key}");
            }
        }
    }
}

#[db_test]
async fn pictures_of_texts_are_as_open_as_the_texts(db: Db) {
    let desk = Desk::with_files(db).await;
    for key in [COVER, KEYS[0], KEYS[1]] {
        desk.upload(key, "image/png").await;
    }
    let both = KEYS.map(showing).concat();
    let row = article(40, json!({ "body": both, "thumbnail_url": address(COVER), "is_member_only": true }));
    desk.ok("POST", "/contents", row).await;
    desk.opens(false, false, "a text that is not published").await;
    for (change, to_visitors, to_subscribers, why) in [
        (json!({ "is_published": true }), false, true, "exclusive"),
        (json!({ "is_member_only": false }), true, true, "open"),
        (json!({ "trashed_at": "2027-01-01T00:00:00Z" }), false, false, "in the trash"),
        (
            json!({ "trashed_at": null, "is_published": true, "is_member_only": true }),
            false,
            true,
            "exclusive again",
        ),
    ] {
        desk.ok("PATCH", &content(40), change).await;
        desk.opens(to_visitors, to_subscribers, why).await;
    }
    // The cover of the card is public.
    assert!(desk.reads(Caller::anonymous(), COVER).await);
    // An open text that shows them opens them, but not a draft with one as its cover.
    desk.save_draft(
        editor(),
        41,
        json!({ "title": "t", "content_type": "article", "tags": [], "body": "",
        "thumbnail_url": address(KEYS[1]) }),
        [0, 0],
    )
    .await;
    desk.opens(false, true, "the cover of a draft").await;
    desk.ok("POST", "/contents", article(42, json!({ "body": both, "is_published": true }))).await;
    desk.opens(true, true, "in an open text, too").await;
    // Only people who work on contents can list files.
    for (caller, finds) in [(Caller::anonymous(), false), (subscriber(), false), (editor(), true)] {
        for folder in ["thumbnails", "pictures", ""] {
            let request = listing(&desk, caller.clone(), folder).await;
            assert_eq!(request != json!([]), finds, "{folder}");
        }
    }
}

async fn listing(desk: &Desk, caller: Caller, folder: &str) -> Value {
    let request = desk.app.request("POST", "/storage/v1/object/list/contents").caller(Ok(caller));
    let request = request.header("authorization", "Bearer checked-by-the-server");
    request.json(&json!({ "prefix": folder })).await.into_json()
}

#[db_test]
async fn a_review_link_opens_the_pictures_of_its_text(db: Db) {
    let desk = Desk::with_files(db).await;
    for key in KEYS {
        desk.upload(key, "image/png").await;
    }
    let rows = [ANA, BIA].map(|person| json!({ "user_id": id(person), "role": "admin" }));
    desk.ok("POST", "/user_roles", json!(rows)).await;
    let row = article(40, json!({ "body": KEYS.map(showing).concat(), "is_member_only": true }));
    desk.ok("POST", "/contents", row).await;
    let link = async || {
        let asked = json!({ "content_id": id(40) });
        answered(desk.send(admin(ANA), "POST", "/rpc/create_review_link", asked).await, 200)
    };
    link().await;
    desk.opens(true, true, "a link shows the text").await;
    desk.ok("PATCH", &content(40), json!({ "is_published": true })).await;
    desk.opens(false, true, "published for members since").await;
    desk.ok("PATCH", &content(40), json!({ "is_published": false })).await;
    desk.opens(true, true, "withdrawn").await;
    desk.app.advance_secs(7 * 24 * 3_600);
    desk.opens(false, false, "the link is over").await;
    link().await;
    desk.ok("DELETE", &format!("/user_roles?user_id=eq.{}", id(ANA)), Value::Null).await;
    desk.opens(false, false, "its author has lost the role").await;
}

#[db_test]
async fn a_text_that_names_a_closed_file_does_not_open_it(db: Db) {
    let desk = Desk::with_files(db).await;
    desk.upload(GUIDE, "application/pdf").await;
    desk.upload(KEYS[0], "image/png").await;
    let rows = [(ANA, "admin"), (BIA, "admin"), (EDU, "editor")];
    let rows = rows.map(|(person, role)| json!({ "user_id": id(person), "role": role }));
    desk.ok("POST", "/user_roles", json!(rows)).await;
    let document = json!({ "id": id(50), "title": "Guia", "content_type": "pdf", "category_id": id(CATEGORY),
        "file_url": address(GUIDE), "is_member_only": true, "is_published": true });
    desk.ok("POST", "/contents", document).await;
    let exclusive = json!({ "body": showing(KEYS[0]), "is_member_only": true, "is_published": true });
    desk.ok("POST", "/contents", article(51, exclusive)).await;
    let naming = format!("{}<p><a href=\"{}\">guia</a></p>", showing(KEYS[0]), address(GUIDE));
    // Through the review link of an editor's own draft.
    desk.ok("POST", "/contents", article(52, json!({ "body": naming, "author_id": id(EDU) }))).await;
    let asked = json!({ "content_id": id(52) });
    answered(desk.send(editor(), "POST", "/rpc/create_review_link", asked).await, 200);
    for key in [GUIDE, KEYS[0]] {
        assert!(!desk.reads(Caller::anonymous(), key).await, "{key} by a review link");
        assert!(desk.reads(subscriber(), key).await, "{key}");
    }
    // Through an open text.
    desk.ok("POST", "/contents", article(53, json!({ "body": naming, "is_published": true }))).await;
    assert!(
        !desk.reads(Caller::anonymous(), GUIDE).await,
        "the file of an exclusive content by an open text"
    );
    assert!(desk.reads(Caller::anonymous(), KEYS[0]).await, "a picture of an open text, too");
}

#[db_test]
async fn pictures_of_parts_for_members_are_closed(db: Db) {
    let desk = Desk::with_files(db).await;
    for key in KEYS {
        desk.upload(key, "image/png").await;
    }
    let [open, closed] = KEYS.map(showing);
    let body = format!("{open}<section data-audience=\"members\">{closed}</section>");
    desk.ok("POST", "/contents", article(40, json!({ "body": body, "is_published": true }))).await;
    let other = Caller::person(id(8), Facts::subscriber_of(&[Entitlement::Podcasts]));
    for (caller, expected) in
        [(Caller::anonymous(), [true, false]), (other, [true, false]), (subscriber(), [true, true])]
    {
        for (key, opens) in KEYS.into_iter().zip(expected) {
            assert_eq!(desk.reads(caller.clone(), key).await, opens, "{key} {caller:?}");
        }
    }
    desk.ok("PATCH", &content(40), json!({ "body": KEYS.map(showing).concat() })).await;
    desk.opens(true, true, "no part is for members any more").await;
}
