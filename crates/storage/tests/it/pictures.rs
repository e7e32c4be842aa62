//! Pictures in other sizes and formats: what comes out, who gets it, what is kept and for how long.

use std::io::Cursor;

use ateneu_base::{Change, Verb};
use ateneu_db::Db;
use ateneu_testkit::{TestResponse, db_test};
use axum::http::Request;
use image::{
    DynamicImage, ExtendedColorType, GenericImageView, ImageEncoder, ImageFormat, Rgb, RgbImage, Rgba,
    RgbaImage, codecs::jpeg::JpegEncoder,
};
use moxcms::ColorProfile;
use serde_json::json;

use crate::harness::{Harness, Who, content_id, png};

/// Red on the left half, blue on the right.
fn two_halves(width: u32, height: u32) -> RgbImage {
    RgbImage::from_fn(
        width,
        height,
        |x, _| {
            if x < width / 2 { Rgb([220, 20, 20]) } else { Rgb([20, 20, 220]) }
        },
    )
}

fn file(picture: impl Into<DynamicImage>, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    picture.into().write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

fn jpeg(width: u32, height: u32) -> Vec<u8> {
    file(two_halves(width, height), ImageFormat::Jpeg)
}

/// A photograph of a camera that was held upright: the pixels lie on their side and a note says so.
fn sideways(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = JpegEncoder::new_with_quality(&mut bytes, 95);
    // A TIFF header and one entry: orientation (0x0112), a short, once, 6: to be turned clockwise.
    let note = b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0";
    encoder.set_exif_metadata(note.to_vec()).unwrap();
    encoder.write_image(&two_halves(width, height), width, height, ExtendedColorType::Rgb8).unwrap();
    bytes
}

/// A small JPEG whose header claims to be gigantic.
fn bomb() -> Vec<u8> {
    let mut bytes = jpeg(16, 16);
    let frame = bytes.windows(2).position(|pair| pair == b"\xff\xc0").unwrap();
    bytes[frame + 5..frame + 9].copy_from_slice(&[0xea, 0x60, 0xea, 0x60]);
    bytes
}

async fn put(app: &Harness, path: &str, mime: &str, bytes: Vec<u8>) {
    app.upload(Who::Service, path, mime, bytes).await.ok();
}

/// Asks for a picture as a browser that takes this format.
async fn ask(app: &Harness, who: Who, path: &str, accept: &str) -> TestResponse {
    app.send(who, Request::get(path).header("accept", accept), "").await
}

/// What is seen in the answer's picture.
fn seen(answer: &TestResponse) -> DynamicImage {
    image::load_from_memory(&answer.body).unwrap_or_else(|problem| panic!("{problem}: {answer:?}"))
}

fn is_red(picture: &DynamicImage, x: u32, y: u32) -> bool {
    let Rgba([red, _, blue, _]) = picture.get_pixel(x, y);
    red > 180 && blue < 80
}

const PUBLIC: &str = "/render/image/public/avatars/";

/// A app with a picture that nothing is prepared of, and everyone may see.
async fn with_picture(db: &Db) -> Harness {
    let app = Harness::open(db).await;
    put(&app, "avatars/a.jpg", "image/jpeg", jpeg(400, 200)).await;
    app
}

#[db_test]
async fn a_picture_comes_in_the_size_asked_for_rounded_up_to_a_step(db: Db) {
    let app = with_picture(&db).await;
    for (query, size) in [
        ("width=320", (320, 160)),
        ("width=200", (320, 160)),
        ("height=160", (320, 160)),
        ("width=160&height=160", (160, 160)),
        ("width=160&height=160&resize=contain", (160, 80)),
        ("width=160&height=160&resize=fill", (160, 160)),
        ("width=1920", (400, 200)),
        ("quality=40", (400, 200)),
    ] {
        let answer = ask(&app, Who::Nobody, &format!("{PUBLIC}a.jpg?{query}"), "*/*").await.ok();
        assert_eq!(seen(&answer).dimensions(), size, "{query}");
        assert_eq!(answer.header("content-type"), "image/jpeg");
        assert_eq!(answer.header("content-length"), answer.body.len().to_string());
    }
    let cut = ask(&app, Who::Nobody, &format!("{PUBLIC}a.jpg?width=160&height=160"), "*/*").await;
    let whole =
        ask(&app, Who::Nobody, &format!("{PUBLIC}a.jpg?width=160&height=160&resize=fill"), "*/*").await;
    for answer in [cut, whole] {
        let picture = seen(&answer);
        assert!(is_red(&picture, 20, 80) && !is_red(&picture, 140, 80));
    }
}

#[db_test]
async fn the_client_gets_the_best_format_it_names(db: Db) {
    let app = with_picture(&db).await;
    let clear = RgbaImage::from_pixel(60, 60, Rgba([10, 200, 10, 0]));
    put(&app, "avatars/clara.png", "image/png", file(clear, ImageFormat::Png)).await;
    for (path, accept, mime) in [
        ("a.jpg?width=160", "image/avif,image/webp,*/*", "image/avif"),
        ("a.jpg?width=160", "image/webp,*/*", "image/webp"),
        ("a.jpg?width=160", "image/*", "image/jpeg"),
        ("a.jpg?width=160&format=origin", "image/avif", "image/jpeg"),
        ("clara.png?width=160", "*/*", "image/png"),
    ] {
        let answer = ask(&app, Who::Nobody, &format!("{PUBLIC}{path}"), accept).await.ok();
        assert_eq!(answer.header("content-type"), mime, "{path} {accept}");
        assert_eq!(infer::get(&answer.body).map(|kind| kind.mime_type()), Some(mime), "{path} {accept}");
        assert_eq!(answer.header("vary"), "Accept");
    }
    for accept in ["image/webp", "*/*"] {
        let answer = ask(&app, Who::Nobody, &format!("{PUBLIC}clara.png?width=160"), accept).await;
        assert_eq!(seen(&answer).get_pixel(30, 30).0[3], 0, "see-through stays see-through");
    }
}

#[db_test]
async fn a_photograph_stands_upright_and_tells_nothing_of_its_camera(db: Db) {
    let app = Harness::open(&db).await;
    put(&app, "avatars/a.jpg", "image/jpeg", sideways(400, 200)).await;
    for (query, size) in
        [("width=160", (160, 320)), ("quality=90", (200, 400)), ("width=160&height=320", (160, 320))]
    {
        let answer = ask(&app, Who::Nobody, &format!("{PUBLIC}a.jpg?{query}"), "*/*").await.ok();
        let picture = seen(&answer);
        assert_eq!(picture.dimensions(), size, "{query}");
        assert!(is_red(&picture, size.0 / 2, 10) && !is_red(&picture, size.0 / 2, size.1 - 10), "{query}");
        assert!(!answer.body.windows(4).any(|bytes| bytes == b"Exif" || bytes == b"II*\0"), "{query}");
    }
}

#[db_test]
async fn colours_of_a_wide_screen_look_the_same_without_their_profile(db: Db) {
    let app = Harness::open(&db).await;
    let grey_red = RgbImage::from_pixel(40, 40, Rgb([200, 100, 100]));
    for (key, profile) in [("p3.jpg", Some(ColorProfile::new_display_p3())), ("web.jpg", None)] {
        let mut bytes = Vec::new();
        let mut encoder = JpegEncoder::new_with_quality(&mut bytes, 100);
        if let Some(profile) = profile {
            encoder.set_icc_profile(profile.encode().unwrap()).unwrap();
        }
        encoder.write_image(&grey_red, 40, 40, ExtendedColorType::Rgb8).unwrap();
        put(&app, &format!("avatars/{key}"), "image/jpeg", bytes).await;
    }
    let red = async |key: &str| {
        let answer =
            ask(&app, Who::Nobody, &format!("{PUBLIC}{key}?width=160&quality=100"), "*/*").await.ok();
        assert!(!answer.body.windows(4).any(|bytes| bytes == b"ICC_"), "{key}");
        seen(&answer).get_pixel(20, 20).0[0]
    };
    assert!(red("web.jpg").await.abs_diff(200) < 4);
    assert!(red("p3.jpg").await > 208, "a redder red than the same numbers mean on the web");
}

#[db_test]
async fn what_a_client_holds_is_not_sent_again_and_formats_are_told_apart(db: Db) {
    let app = with_picture(&db).await;
    let path = format!("{PUBLIC}a.jpg?width=160");
    let webp = ask(&app, Who::Nobody, &path, "image/webp").await.ok();
    let jpeg = ask(&app, Who::Nobody, &path, "*/*").await.ok();
    assert_ne!(webp.header("etag"), jpeg.header("etag"));
    assert_eq!(webp.header("cache-control"), "max-age=3600");
    let request = Request::get(&path).header("accept", "image/webp");
    let again = app.send(Who::Nobody, request.header("if-none-match", webp.header("etag")), "").await;
    assert_eq!((again.status.as_u16(), again.body.len(), again.header("vary")), (304, 0, "Accept"));
    let request = Request::get(&path).header("if-none-match", webp.header("etag"));
    assert_eq!(app.send(Who::Nobody, request, "").await.status, 200);
    let head = app.send(Who::Nobody, Request::head(&path), "").await.ok();
    assert_eq!((head.header("content-length"), head.body.len()), (&*jpeg.body.len().to_string(), 0));
    let named = ask(&app, Who::Nobody, &format!("{path}&download=eu.jpg"), "*/*").await.ok();
    assert!(named.header("content-disposition").starts_with("attachment; filename=eu.jpg"));
}

#[db_test]
async fn a_picture_opens_to_whom_its_original_opens(db: Db) {
    let app = Harness::open(&db).await;
    for (key, id, published, members) in [
        ("livre.jpg", "01", true, false),
        ("membros.jpg", "02", true, true),
        ("rascunho.jpg", "03", false, false),
    ] {
        put(&app, &format!("contents/{key}"), "image/jpeg", jpeg(40, 20)).await;
        app.content(id, Some(key), None, published, members).await;
    }
    put(&app, "contents/thumbnails/capa.jpg", "image/jpeg", jpeg(40, 20)).await;
    app.bucket(json!({ "name": "cofre" })).await;
    put(&app, "cofre/a.jpg", "image/jpeg", jpeg(40, 20)).await;
    use Who::{Admin, Member, Nobody, Service, Subscriber, Visitor};
    for (key, admitted) in [
        ("contents/livre.jpg", &[Visitor, Member, Subscriber, Admin, Service][..]),
        ("contents/thumbnails/capa.jpg", &[Visitor, Member, Subscriber, Admin, Service]),
        ("contents/membros.jpg", &[Subscriber, Admin, Service]),
        ("contents/rascunho.jpg", &[Admin, Service]),
        ("cofre/a.jpg", &[Service]),
    ] {
        for who in [Visitor, Member, Subscriber, Admin, Service] {
            let answer = ask(&app, who, &format!("/render/image/authenticated/{key}?width=160"), "*/*").await;
            assert_eq!(answer.status == 200, admitted.contains(&who), "{key} {who:?}");
        }
        let open = admitted.contains(&Visitor);
        // At a public address everyone is a visitor.
        for who in [Nobody, Subscriber, Admin, Service] {
            let answer = ask(&app, who, &format!("/render/image/public/{key}?width=160"), "*/*").await;
            assert_eq!(answer.status == 200, open, "{key} {who:?}");
        }
    }
    let kept =
        ask(&app, Subscriber, "/render/image/authenticated/contents/membros.jpg?width=160", "*/*").await;
    assert_eq!(kept.header("cache-control"), "private, no-store");
    ask(&app, Nobody, "/render/image/authenticated/contents/livre.jpg", "*/*")
        .await
        .refused("InvalidRequest");
    ask(&app, Visitor, "/render/image/authenticated/contents/rascunho.jpg", "*/*").await.refused("NoSuchKey");
    ask(&app, Visitor, "/render/image/authenticated/contents/nunca.jpg", "*/*").await.refused("NoSuchKey");
    ask(&app, Nobody, "/render/image/public/cofre/a.jpg", "*/*").await.refused("NoSuchBucket");
}

#[db_test]
async fn made_pictures_follow_their_content_between_everyone_and_the_members_at_once(db: Db) {
    let app = Harness::open(&db).await;
    put(&app, "contents/foto.jpg", "image/jpeg", jpeg(400, 200)).await;
    app.content("01", Some("foto.jpg"), None, true, false).await;
    let path = "/render/image/public/contents/foto.jpg?width=160";
    let open = ask(&app, Who::Nobody, path, "image/webp").await.ok();
    assert_eq!(open.header("cache-control"), "no-cache", "whoever keeps it asks before each use");
    let held =
        || Request::get(path).header("accept", "image/webp").header("if-none-match", open.header("etag"));
    assert_eq!(app.send(Who::Nobody, held(), "").await.status, 304);

    app.execute("UPDATE contents SET is_member_only = $1", &[true.into()]).await;
    app.send(Who::Nobody, held(), "").await.refused("NoSuchKey");
    let own = "/render/image/authenticated/contents/foto.jpg?width=160";
    ask(&app, Who::Member, own, "image/webp").await.refused("NoSuchKey");
    let kept = ask(&app, Who::Subscriber, own, "image/webp").await.ok();
    assert_eq!((kept.header("cache-control"), &kept.body), ("private, no-store", &open.body));

    app.execute("UPDATE contents SET is_member_only = $1", &[false.into()]).await;
    assert_eq!(app.send(Who::Nobody, held(), "").await.status, 304);
}

#[db_test]
async fn a_link_signed_for_a_small_picture_opens_that_and_nothing_else(db: Db) {
    let app = Harness::open(&db).await;
    put(&app, "contents/membros.jpg", "image/jpeg", jpeg(400, 200)).await;
    app.content("01", Some("membros.jpg"), None, true, true).await;
    let body = json!({ "expiresIn": 60, "transform": { "width": 160, "quality": 50 } });
    let path = "/object/sign/contents/membros.jpg";
    app.post(Who::Member, path, body.clone()).await.refused("NoSuchKey");
    let signed = app.post(Who::Subscriber, path, body).await.ok().json().clone();
    let url = signed["signedURL"].as_str().unwrap();
    assert!(url.starts_with("/render/image/sign/contents/membros.jpg?token="), "{url}");
    let read = ask(&app, Who::Nobody, &format!("{url}&width=320"), "*/*").await.ok();
    assert_eq!(seen(&read).dimensions(), (160, 80));
    let token = url.split_once('?').unwrap().1;
    app.get(Who::Nobody, &format!("/object/sign/contents/membros.jpg?{token}"))
        .await
        .refused("InvalidSignature");
    let whole = app
        .post(Who::Subscriber, path, json!({ "expiresIn": 60, "transform": {} }))
        .await
        .ok()
        .json()
        .clone();
    let whole = whole["signedURL"].as_str().unwrap().replace("/object/sign/", "/render/image/sign/");
    app.get(Who::Nobody, &whole).await.refused("InvalidSignature");
    app.get(Who::Nobody, "/render/image/sign/contents/membros.jpg").await.refused("MissingParameter");
    app.execute("UPDATE subscribers SET access_until = NULL", &[]).await;
    app.get(Who::Nobody, url).await.refused("NoSuchKey");
}

#[db_test]
async fn what_cannot_be_made_is_refused_clearly(db: Db) {
    let app = with_picture(&db).await;
    put(&app, "avatars/bomba.jpg", "image/jpeg", bomb()).await;
    put(&app, "avatars/quebrada.png", "image/png", png("nada")).await;
    app.bucket(json!({ "name": "textos", "public": true })).await;
    put(&app, "textos/a.txt", "text/plain", b"oi".to_vec()).await;
    for (path, code) in [
        ("avatars/bomba.jpg?width=160", "EntityTooLarge"),
        ("avatars/quebrada.png?width=160", "InvalidRequest"),
        ("avatars/nunca.jpg?width=160", "NoSuchKey"),
        ("textos/a.txt?width=160", "InvalidMimeType"),
        ("avatars/a.jpg?width=0", "InvalidRequest"),
        ("avatars/a.jpg?width=2501", "InvalidRequest"),
        ("avatars/a.jpg?height=1.5", "InvalidRequest"),
        ("avatars/a.jpg?quality=101", "InvalidRequest"),
        ("avatars/a.jpg?resize=crop", "InvalidRequest"),
        ("avatars/a.jpg?format=gif", "InvalidRequest"),
    ] {
        app.get(Who::Nobody, &format!("/render/image/public/{path}")).await.refused(code);
    }
    let huge = json!({ "expiresIn": 60, "transform": { "width": 5000 } });
    app.post(Who::Service, "/object/sign/avatars/a.jpg", huge).await.refused("InvalidRequest");
    let (files, kept) = (4, 0);
    assert_eq!(app.stored(), files + kept, "a refusal leaves nothing behind");
}

#[db_test]
async fn moving_pictures_pass_untouched(db: Db) {
    let app = Harness::open(&db).await;
    let gif = b"GIF89a\x01\0\x01\0\x80\0\0\xff\xff\xff\0\0\0!\xf9\x04\0\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;";
    put(&app, "avatars/a.gif", "image/gif", gif.to_vec()).await;
    let answer =
        ask(&app, Who::Nobody, &format!("{PUBLIC}a.gif?width=160"), "image/avif,image/webp").await.ok();
    assert_eq!((answer.header("content-type"), &answer.body[..]), ("image/gif", &gif[..]));
    assert_eq!(app.stored(), 1);
}

#[db_test]
async fn a_picture_is_made_once_however_many_ask_for_it(db: Db) {
    let app = with_picture(&db).await;
    let path = format!("{PUBLIC}a.jpg?width=160");
    let asks = (0..40).map(|_| ask(&app, Who::Nobody, &path, "image/webp"));
    let responses = futures::future::join_all(asks).await;
    for answer in &responses {
        assert_eq!((answer.status.as_u16(), &answer.body), (200, &responses[0].body));
    }
    assert_eq!(app.stored(), 2);
    // What is kept is answered as it is, to whoever asks later.
    let reopened = app.reopen().await;
    assert_eq!(ask(&reopened, Who::Nobody, &path, "image/webp").await.ok().body, responses[0].body);
    assert_eq!(reopened.stored(), 2);
}

#[db_test]
async fn one_picture_is_not_kept_in_endlessly_many_sizes(db: Db) {
    let app = Harness::open(&db).await;
    put(&app, "avatars/a.png", "image/png", file(two_halves(4, 4), ImageFormat::Png)).await;
    for height in 1..=80 {
        ask(&app, Who::Nobody, &format!("{PUBLIC}a.png?width=160&height={height}&resize=fill"), "*/*")
            .await
            .ok();
    }
    assert_eq!(app.stored(), 1 + 64);
}

#[db_test]
async fn a_picture_among_contents_is_prepared_when_it_arrives(db: Db) {
    let app = Harness::open(&db).await;
    put(&app, "contents/thumbnails/a.jpg", "image/jpeg", jpeg(400, 200)).await;
    // The original and seven widths in two formats.
    app.until_stored(15).await;
    for width in [320, 480, 640, 960, 1280, 1600, 1920] {
        for accept in ["image/avif,image/webp", "image/webp"] {
            let path = format!("/render/image/public/contents/thumbnails/a.jpg?width={width}");
            ask(&app, Who::Nobody, &path, accept).await.ok();
        }
    }
    assert_eq!(app.stored(), 15, "nothing was left to make");
}

#[db_test]
async fn what_was_made_goes_with_its_original(db: Db) {
    let app = with_picture(&db).await;
    let make = async || {
        ask(&app, Who::Nobody, &format!("{PUBLIC}a.jpg?width=160"), "*/*").await.ok();
        ask(&app, Who::Nobody, &format!("{PUBLIC}a.jpg?width=320"), "image/webp").await.ok();
    };
    make().await;
    assert_eq!(app.stored(), 3);
    let request = Request::put("/object/avatars/a.jpg").header("content-type", "image/jpeg");
    app.send(Who::Service, request, jpeg(200, 400)).await.ok();
    assert_eq!(app.stored(), 1, "replaced");
    let answer = ask(&app, Who::Nobody, &format!("{PUBLIC}a.jpg?width=160"), "*/*").await.ok();
    assert_eq!(seen(&answer).dimensions(), (160, 320), "made of what is there now");
    app.delete(Who::Service, "/object/avatars/a.jpg", json!({})).await.ok();
    assert_eq!(app.stored(), 0, "removed");
    app.get(Who::Nobody, &format!("{PUBLIC}a.jpg?width=160")).await.refused("NoSuchKey");
}

#[db_test]
async fn what_was_made_goes_with_its_content(db: Db) {
    let app = Harness::open(&db).await;
    put(&app, "contents/thumbnails/a.jpg", "image/jpeg", jpeg(400, 200)).await;
    app.until_stored(15).await;
    let row = json!({ "id": content_id("01"), "thumbnail_key": "thumbnails/a.jpg" }).as_object().cloned();
    app.storage
        .follow(&Change { table: "contents".into(), verb: Verb::Delete, old: row, new: None })
        .await
        .unwrap();
    app.until_stored(0).await;
}

#[db_test]
async fn what_a_crash_left_of_made_pictures_goes_after_a_day(db: Db) {
    let app = with_picture(&db).await;
    ask(&app, Who::Nobody, &format!("{PUBLIC}a.jpg?width=160"), "*/*").await.ok();
    app.png("avatars/b.png").await;
    app.execute("DELETE FROM objects WHERE name = 'a.jpg'", &[]).await;
    app.advance(std::time::Duration::from_secs(24 * 60 * 60 + 1));
    let collected = app.storage.collect_orphans().await.unwrap();
    assert_eq!((collected.files, collected.versions, app.stored()), (0, 1, 1));
}
