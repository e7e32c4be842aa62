//! The picture of a profile must be an own file of this site: foreign servers would see the members who load it.

use ateneu_testkit::db_test;
use serde_json::{Value, json};

use super::{
    Community,
    Who::{Ana, Bia, Service},
    answered, id, refusal,
};

const AVATARS: &str = "/storage/v1/object/public/avatars";

#[db_test]
async fn a_profile_shows_an_own_picture_of_this_site_only(community: Community) {
    let profile = json!({ "user_id": id(1), "display_name": "Ana" });
    community.add(Service, "member_profiles", profile).await;
    let path = format!("/member_profiles?user_id=eq.{}", id(1));
    let own = format!("{AVATARS}/{}/1.webp", id(1));
    let put = async |address: &str| {
        let change = json!({ "avatar_url": address });
        community.send(Ana, "PATCH", &path, change).await
    };
    for foreign in [
        "https://spy.test/p.png",
        "//spy.test/p.png",
        &format!("{AVATARS}/{}/1.webp", id(2)),
        &format!("{AVATARS}/{}/../{}/1.webp", id(1), id(2)),
        "/storage/v1/object/public/contents/thumbnails/1.png",
    ] {
        // The column's check refuses invalid addresses.
        let code = if foreign.starts_with("//") { "23514" } else { "invalid_avatar" };
        assert_eq!(refusal(&put(foreign).await), (400, code), "{foreign}");
    }
    for address in [own.clone(), format!("https://casa.test{own}"), format!("https://spy.test{own}?who=ana")]
    {
        let stored = answered(put(&address).await, 200);
        assert_eq!(stored[0]["avatar_url"], json!(own), "{address}");
    }
    // A change of another field, the removal of the picture, and a new profile with one are accepted.
    answered(community.send(Ana, "PATCH", &path, json!({ "bio": "Oi" })).await, 200);
    answered(community.send(Ana, "PATCH", &path, json!({ "avatar_url": Value::Null })).await, 200);
    let row = json!({ "user_id": id(2), "avatar_url": "https://spy.test/p.png" });
    let refused = community.send(Bia, "POST", "/member_profiles", row).await;
    assert_eq!(refusal(&refused), (400, "invalid_avatar"));
}

#[db_test]
async fn pictures_of_other_sites_from_before_are_emptied(community: Community) {
    let app = &community.0;
    let now = app.clock.now();
    let file = "INSERT INTO objects (id, bucket_id, name, owner, version, size, mimetype, etag, created_at, updated_at)
        VALUES ($1, 'avatars', $2, $3, $1, 1, 'image/webp', 'e', $4, $4)";
    let bucket = "INSERT INTO buckets (id, name, public, created_at, updated_at)
        VALUES ('avatars', 'avatars', TRUE, $1, $1)";
    app.execute(bucket, &[now.into()]).await;
    app.execute(file, &["1".into(), format!("{}/1.webp", id(1)).into(), id(1).into(), now.into()]).await;
    let own = format!("{AVATARS}/{}/1.webp", id(1));
    let profile = "INSERT INTO member_profiles (id, user_id, avatar_url, join_date, created_at, updated_at)
        VALUES ($1, $1, $2, $3, $3, $3)";
    for (person, address) in
        [(1, format!("https://casa.test{own}")), (2, own.clone()), (3, "https://spy.test/p.png".into())]
    {
        app.execute(profile, &[id(person).into(), address.into(), now.into()]).await;
    }
    app.execute(include_str!("../../../schema/migrations/0081_own_avatars.sql"), &[]).await;
    let found = "SELECT coalesce(avatar_url, '') AS text FROM member_profiles ORDER BY user_id";
    assert_eq!(app.texts(found, &[]).await, [own, String::new(), String::new()]);
}
