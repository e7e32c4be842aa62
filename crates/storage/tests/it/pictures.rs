//! Pictures in other sizes and formats: results, readers, and retention.

use std::{io::Cursor, time::Duration};

use ateneu_base::{Change, Verb};
use ateneu_db::Db;
use ateneu_testkit::{TestResponse, databases, db_test, sqlite_test};
use axum::http::Request;
use image::{
    DynamicImage, ExtendedColorType, GenericImageView, ImageEncoder, ImageFormat, Rgb, RgbImage, Rgba,
    RgbaImage, codecs::jpeg::JpegEncoder,
};
use moxcms::ColorProfile;
use serde_json::json;

use crate::harness::{Harness, User, User::*, content_id, png};

/// Returns a picture that is red on the left half and blue on the right.
fn two_halves(width: u32, height: u32) -> RgbImage {
    let colour = |x| if x < width / 2 { [220, 20, 20] } else { [20, 20, 220] };
    RgbImage::from_fn(width, height, |x, _| Rgb(colour(x)))
}

fn file(picture: impl Into<DynamicImage>, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    picture.into().write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

fn jpeg(width: u32, height: u32) -> Vec<u8> {
    file(two_halves(width, height), ImageFormat::Jpeg)
}

/// Returns a photograph of an upright camera: the pixels lie on their side, with an orientation.
fn sideways(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = JpegEncoder::new_with_quality(&mut bytes, 95);
    // A TIFF header and one entry: orientation (0x0112), a short, once, 6: to be turned clockwise.
    let note = b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0";
    encoder.set_exif_metadata(note.to_vec()).unwrap();
    encoder.write_image(&two_halves(width, height), width, height, ExtendedColorType::Rgb8).unwrap();
    bytes
}

/// Returns a small JPEG whose header claims to be gigantic.
fn bomb() -> Vec<u8> {
    let mut bytes = jpeg(16, 16);
    let frame = bytes.windows(2).position(|pair| pair == b"\xff\xc0").unwrap();
    bytes[frame + 5..frame + 9].copy_from_slice(&[0xea, 0x60, 0xea, 0x60]);
    bytes
}

async fn put(app: &Harness, path: &str, mime: &str, bytes: Vec<u8>) {
    app.upload(Service, path, mime, bytes).await.ok();
}

/// Requests a picture as a browser that accepts this format.
async fn ask(app: &Harness, user: User, path: &str, accept: &str) -> TestResponse {
    app.send(user, Request::get(path).header("accept", accept), "").await
}

/// Decodes the picture of the response.
fn seen(answer: &TestResponse) -> DynamicImage {
    image::load_from_memory(&answer.body).unwrap_or_else(|problem| panic!("{problem}: {answer:?}"))
}

fn is_red(picture: &DynamicImage, x: u32, y: u32) -> bool {
    let Rgba([red, _, blue, _]) = picture.get_pixel(x, y);
    red > 180 && blue < 80
}

const PUBLIC: &str = "/render/image/public/avatars/";

/// Requests a public picture, which is made.
async fn public(app: &Harness, path: &str, accept: &str) -> TestResponse {
    ask(app, Nobody, &format!("{PUBLIC}{path}"), accept).await.ok()
}

/// Opens an app with a public picture without prepared variants.
async fn with_picture(db: &Db) -> Harness {
    let app = Harness::open(db).await;
    put(&app, "avatars/a.jpg", "image/jpeg", jpeg(400, 200)).await;
    app
}

#[sqlite_test]
async fn a_picture_comes_in_exactly_the_size_asked_for(db: Db) {
    let app = with_picture(&db).await;
    for (query, size, described) in [
        ("width=320", (320, 160), "width:320,resizing_type:fill"),
        ("width=200", (200, 100), "width:200,resizing_type:fill"),
        ("height=33&quality=35", (66, 33), "height:33,resizing_type:fill,quality:35"),
        ("width=50&height=50", (50, 50), "height:50,width:50,resizing_type:fill"),
        ("width=50&height=50&resize=contain", (50, 25), "height:50,width:50,resizing_type:fit"),
        ("width=50&height=50&resize=fill", (50, 50), "height:50,width:50,resizing_type:force"),
        ("width=1920", (400, 200), "width:1920,resizing_type:fill"),
        ("width=9999", (400, 200), "width:2500,resizing_type:fill"),
        ("width=0", (400, 200), ""),
        ("quality=40", (400, 200), "quality:40"),
    ] {
        let answer = public(&app, &format!("a.jpg?{query}"), "*/*").await;
        assert_eq!(seen(&answer).dimensions(), size, "{query}");
        assert_eq!(answer.header("content-type"), "image/jpeg");
        assert_eq!(answer.header("content-length"), answer.body.len().to_string());
        assert_eq!(answer.header("x-transformations"), described, "{query}");
    }
    for resize in ["cover", "fill"] {
        let path = format!("a.jpg?width=160&height=160&resize={resize}");
        let picture = seen(&public(&app, &path, "*/*").await);
        assert!(is_red(&picture, 20, 80) && !is_red(&picture, 140, 80));
    }
}

#[sqlite_test]
async fn the_client_gets_the_best_format_it_names(db: Db) {
    let app = with_picture(&db).await;
    let clear = RgbaImage::from_pixel(60, 60, Rgba([10, 200, 10, 0]));
    put(&app, "avatars/clara.png", "image/png", file(clear, ImageFormat::Png)).await;
    for (path, accept, mime) in [
        ("a.jpg?width=160", "image/avif,image/webp,*/*", "image/avif"),
        ("a.jpg?width=160", "image/webp,*/*", "image/webp"),
        ("a.jpg?width=160", "image/*", "image/jpeg"),
        ("a.jpg?width=160&format=origin", "image/avif", "image/jpeg"),
        ("a.jpg?width=150&format=avif", "*/*", "image/avif"),
        ("a.jpg?width=150&format=webp", "image/avif", "image/webp"),
        ("a.jpg?width=150", "image/avif,image/webp,*/*", "image/webp"),
        ("clara.png?width=160", "*/*", "image/png"),
    ] {
        let answer = public(&app, path, accept).await;
        assert_eq!(answer.header("content-type"), mime, "{path} {accept}");
        assert_eq!(infer::get(&answer.body).map(|kind| kind.mime_type()), Some(mime), "{path} {accept}");
        assert_eq!(answer.header("vary"), "Accept");
    }
    for accept in ["image/webp", "*/*"] {
        let answer = public(&app, "clara.png?width=160", accept).await;
        assert_eq!(seen(&answer).get_pixel(30, 30).0[3], 0, "see-through stays see-through");
    }
}

#[sqlite_test]
async fn a_cached_variant_is_not_sent_again_in_its_format(db: Db) {
    let app = with_picture(&db).await;
    let path = format!("{PUBLIC}a.jpg?width=160");
    let webp = ask(&app, Nobody, &path, "image/webp").await.ok();
    let jpeg = ask(&app, Nobody, &path, "*/*").await.ok();
    assert_ne!(webp.header("etag"), jpeg.header("etag"));
    assert_eq!(webp.header("cache-control"), "max-age=3600");
    let request = Request::get(&path).header("accept", "image/webp");
    let again = app.send(Nobody, request.header("if-none-match", webp.header("etag")), "").await;
    assert_eq!((again.status.as_u16(), again.body.len(), again.header("vary")), (304, 0, "Accept"));
    let request = Request::get(&path).header("if-none-match", webp.header("etag"));
    assert_eq!(app.send(Nobody, request, "").await.status, 200);
    let head = app.send(Nobody, Request::head(&path), "").await.ok();
    assert_eq!((head.header("content-length"), head.body.len()), (&*jpeg.body.len().to_string(), 0));
    let named = ask(&app, Nobody, &format!("{path}&download=eu.jpg"), "*/*").await.ok();
    assert!(named.header("content-disposition").starts_with("attachment; filename=eu.jpg"));
}

/// Returns a drawing of thin triangles on an even ground.
fn drawing() -> RgbImage {
    RgbImage::from_fn(640, 400, |x, y| {
        let (x, y) = (x % 160, y % 160);
        if x > 20 && x < 60 && y > 20 && y - 20 < (x - 20) * 2 {
            Rgb([230, 90, 60])
        } else {
            Rgb([30, 55, 45])
        }
    })
}

#[sqlite_test]
async fn a_picture_is_readable_by_the_same_callers_as_its_original(app: Harness) {
    let contents =
        [("livre", "01", true, false), ("membros", "02", true, true), ("rascunho", "03", false, false)];
    for (name, id, published, members) in contents {
        let key = format!("{name}.jpg");
        put(&app, &format!("contents/{key}"), "image/jpeg", jpeg(40, 20)).await;
        app.content(id, Some(&key), None, published, members).await;
    }
    put(&app, "contents/thumbnails/capa.jpg", "image/jpeg", jpeg(40, 20)).await;
    app.bucket(json!({ "name": "cofre" })).await;
    put(&app, "cofre/a.jpg", "image/jpeg", jpeg(40, 20)).await;
    for (key, admitted) in [
        ("contents/livre.jpg", &[Visitor, Member, Subscriber, Admin, Service][..]),
        ("contents/thumbnails/capa.jpg", &[Visitor, Member, Subscriber, Admin, Service]),
        ("contents/membros.jpg", &[Subscriber, Admin, Service]),
        ("contents/rascunho.jpg", &[Admin, Service]),
        ("cofre/a.jpg", &[Service]),
    ] {
        for user in [Visitor, Member, Subscriber, Admin, Service] {
            let answer =
                ask(&app, user, &format!("/render/image/authenticated/{key}?width=160"), "*/*").await;
            assert_eq!(answer.status == 200, admitted.contains(&user), "{key} {user:?}");
        }
        let open = admitted.contains(&Visitor);
        // At a public URL everyone is a visitor.
        for user in [Nobody, Subscriber, Admin, Service] {
            let answer = ask(&app, user, &format!("/render/image/public/{key}?width=160"), "*/*").await;
            assert_eq!(answer.status == 200, open, "{key} {user:?}");
        }
    }
    for (user, path, code) in [
        (Nobody, "authenticated/contents/livre.jpg", "InvalidRequest"),
        (Visitor, "authenticated/contents/rascunho.jpg", "NoSuchKey"),
        (Visitor, "authenticated/contents/nunca.jpg", "NoSuchKey"),
        (Nobody, "public/cofre/a.jpg", "NoSuchBucket"),
    ] {
        ask(&app, user, &format!("/render/image/{path}"), "*/*").await.refused(code);
    }
}

#[sqlite_test]
async fn variants_follow_their_content_to_members_only_and_back(app: Harness) {
    put(&app, "contents/foto.jpg", "image/jpeg", jpeg(400, 200)).await;
    app.content("01", Some("foto.jpg"), None, true, false).await;
    let path = "/render/image/public/contents/foto.jpg?width=160";
    let open = ask(&app, Nobody, path, "image/webp").await.ok();
    assert_eq!(open.header("cache-control"), "no-cache", "a cache asks before each use");
    let held =
        || Request::get(path).header("accept", "image/webp").header("if-none-match", open.header("etag"));
    assert_eq!(app.send(Nobody, held(), "").await.status, 304);

    app.set_members_only(true).await;
    app.send(Nobody, held(), "").await.refused("NoSuchKey");
    let own = "/render/image/authenticated/contents/foto.jpg?width=160";
    ask(&app, Member, own, "image/webp").await.refused("NoSuchKey");
    let kept = ask(&app, Subscriber, own, "image/webp").await.ok();
    assert_eq!((kept.header("cache-control"), &kept.body), ("private, no-store", &open.body));

    app.set_members_only(false).await;
    assert_eq!(app.send(Nobody, held(), "").await.status, 304);
}

#[sqlite_test]
async fn a_link_signed_for_a_variant_opens_only_that_variant(app: Harness) {
    put(&app, "contents/membros.jpg", "image/jpeg", jpeg(400, 200)).await;
    app.content("02", Some("membros.jpg"), None, true, true).await;
    let body = json!({ "expiresIn": 60, "transform": { "width": 150, "quality": 55 } });
    let path = "/object/sign/contents/membros.jpg";
    app.post(Member, path, body.clone()).await.refused("NoSuchKey");
    let url = app.post(Subscriber, path, body).await.ok().string("signedURL");
    assert!(url.starts_with("/render/image/sign/contents/membros.jpg?token="), "{url}");
    let read = ask(&app, Nobody, &format!("{url}&width=320"), "*/*").await.ok();
    assert_eq!(seen(&read).dimensions(), (150, 75));
    let token = url.split_once('?').unwrap().1;
    app.get(Nobody, &format!("{path}?{token}")).await.refused("InvalidSignature");
    let whole = app.sign(Subscriber, "contents/membros.jpg", 60).await;
    let whole = whole.replace("/object/sign/", "/render/image/sign/");
    app.get(Nobody, &whole).await.refused("InvalidSignature");
    app.get(Nobody, "/render/image/sign/contents/membros.jpg").await.refused("MissingParameter");
    app.execute("UPDATE subscribers SET access_until = NULL", &[]).await;
    app.get(Nobody, &url).await.refused("NoSuchKey");
}

#[sqlite_test]
async fn moving_pictures_are_served_unchanged(app: Harness) {
    let gif = b"GIF89a\x01\0\x01\0\x80\0\0\xff\xff\xff\0\0\0!\xf9\x04\0\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;";
    put(&app, "avatars/a.gif", "image/gif", gif.to_vec()).await;
    let answer = public(&app, "a.gif?width=160", "image/avif,image/webp").await;
    assert_eq!((answer.header("content-type"), &answer.body[..]), ("image/gif", &gif[..]));
    assert_eq!(app.stored(), 1);
}

#[sqlite_test]
async fn a_photograph_is_upright_and_has_no_metadata(app: Harness) {
    put(&app, "avatars/a.jpg", "image/jpeg", sideways(400, 200)).await;
    for (query, size) in
        [("width=160", (160, 320)), ("quality=90", (200, 400)), ("width=160&height=320", (160, 320))]
    {
        let answer = public(&app, &format!("a.jpg?{query}"), "*/*").await;
        let picture = seen(&answer);
        assert_eq!(picture.dimensions(), size, "{query}");
        assert!(is_red(&picture, size.0 / 2, 10) && !is_red(&picture, size.0 / 2, size.1 - 10), "{query}");
        assert!(!answer.body.windows(4).any(|bytes| bytes == b"Exif" || bytes == b"II*\0"), "{query}");
    }
}

#[sqlite_test]
async fn colours_of_another_profile_are_converted(app: Harness) {
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
        let answer = public(&app, &format!("{key}?width=160&quality=100"), "*/*").await;
        assert!(!answer.body.windows(4).any(|bytes| bytes == b"ICC_"), "{key}");
        seen(&answer).get_pixel(20, 20).0[0]
    };
    assert!(red("web.jpg").await.abs_diff(200) < 4);
    assert!(red("p3.jpg").await > 208, "a redder red than the same numbers mean on the web");
}

#[sqlite_test]
async fn a_png_is_read_with_any_checksums(app: Harness) {
    let mut wrong = file(two_halves(40, 20), ImageFormat::Png);
    for chunk in [b"IHDR", b"IDAT"] {
        let at = wrong.windows(4).position(|name| name == chunk).unwrap();
        let length = u32::from_be_bytes(wrong[at - 4..at].try_into().unwrap()) as usize;
        wrong[at + 4 + length] ^= 0xff;
    }
    put(&app, "avatars/a.png", "image/png", wrong).await;
    assert_eq!(seen(&public(&app, "a.png?width=10", "image/webp").await).dimensions(), (10, 5));
}

#[sqlite_test]
async fn even_areas_of_a_drawing_stay_even(app: Harness) {
    put(&app, "avatars/d.png", "image/png", file(drawing(), ImageFormat::Png)).await;
    let made = public(&app, "d.png?width=320", "image/webp").await;
    let asked = public(&app, "d.png?width=320&quality=81", "image/webp").await;
    assert!(asked.body.len() < made.body.len(), "a quality that is asked for is kept to");
    let picture = seen(&made).to_rgb8();
    // Pixels at least 14 away from a triangle.
    let ground = picture.enumerate_pixels().filter(|(x, ..)| x % 80 > 44).map(|(.., pixel)| pixel.0);
    let spread = |channel: usize| {
        let values = ground.clone().map(|pixel| pixel[channel]);
        values.clone().max().unwrap() - values.min().unwrap()
    };
    let spreads = [spread(0), spread(1), spread(2)];
    assert!(spreads.iter().all(|spread| *spread <= 2), "{spreads:?}");
}

#[db_test]
async fn concurrent_requests_create_a_picture_once(db: Db) {
    let app = with_picture(&db).await;
    let path = format!("{PUBLIC}a.jpg?width=160");
    let asks = (0..40).map(|_| ask(&app, Nobody, &path, "image/webp"));
    let responses = futures::future::join_all(asks).await;
    for answer in &responses {
        assert_eq!((answer.status.as_u16(), &answer.body), (200, &responses[0].body));
    }
    assert_eq!(app.stored(), 2);
    // Stored variants are the same after a restart.
    let reopened = app.reopen().await;
    assert_eq!(ask(&reopened, Nobody, &path, "image/webp").await.ok().body, responses[0].body);
    assert_eq!(reopened.stored(), 2);
}

/// Runs on SQLite alone: making pictures takes long, and does not depend on the database.
#[test]
fn the_newest_exact_sizes_of_a_picture_are_kept() {
    databases::on_sqlite(databases::product(), |place| async move {
        let app = with_picture(&place.db).await;
        public(&app, "a.jpg?width=160", "*/*").await;
        for height in 1..=40 {
            let path = format!("{PUBLIC}a.jpg?width=20&height={height}&resize=fill");
            ask(&app, Nobody, &path, "*/*").await.ok();
        }
        assert_eq!(app.stored(), 2 + 32, "the file, a width that pages name, and the last ones");
        // A noisy picture: three parts of it exceed the maximum total size.
        let noise = RgbImage::from_fn(1000, 1000, |x, y| {
            let mut mixed = y * 1000 + x;
            for factor in [0x7feb_352d, 0x846c_a68b] {
                mixed = (mixed ^ (mixed >> 16)).wrapping_mul(factor);
            }
            Rgb([(mixed >> 24) as u8, (mixed >> 16) as u8, (mixed >> 8) as u8])
        });
        put(&app, "avatars/b.png", "image/png", file(noise, ImageFormat::Png)).await;
        for height in [560, 561, 562] {
            let path = format!("{PUBLIC}b.png?width=1000&height={height}&format=origin");
            let made = ask(&app, Nobody, &path, "*/*").await.ok();
            assert!((1_500_000..2_000_000).contains(&made.body.len()), "{}", made.body.len());
        }
        assert_eq!(app.stored(), 2 + 32 + 1 + 2, "the second file and what was made last of it");
    });
}

#[sqlite_test]
async fn requests_with_one_outcome_are_made_once(db: Db) {
    let app = with_picture(&db).await;
    for query in [
        "width=400",
        "width=401",
        "height=200",
        "width=2500&quality=80",
        "width=999&height=200&resize=contain",
    ] {
        public(&app, &format!("a.jpg?{query}"), "*/*").await;
    }
    // 2500 is a width of pages, and is stored as that and as the smallest such width.
    assert_eq!(app.stored(), 1 + 1 + 2);
}

#[sqlite_test]
async fn a_picture_that_cannot_be_made_is_refused_clearly(db: Db) {
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
        ("avatars/a.jpg?width=-1", "InvalidRequest"),
        ("avatars/a.jpg?height=1.5", "InvalidRequest"),
        ("avatars/a.jpg?quality=101", "InvalidRequest"),
        ("avatars/a.jpg?resize=crop", "InvalidRequest"),
        ("avatars/a.jpg?format=gif", "InvalidRequest"),
    ] {
        app.get(Nobody, &format!("/render/image/public/{path}")).await.refused(code);
    }
    let huge = json!({ "expiresIn": 60, "transform": { "quality": 5000 } });
    app.post(Service, "/object/sign/avatars/a.jpg", huge).await.refused("InvalidRequest");
    assert_eq!(app.stored(), 4, "a refusal stores nothing");
}

#[sqlite_test]
async fn pictures_over_the_work_budget_are_refused(db: Db) {
    let app =
        with_picture(&db).await.reopen_with(|config| config.picture_burst = Duration::from_millis(100)).await;
    let path = |height: u32| format!("{PUBLIC}a.jpg?width=400&height={height}&format=avif");
    let mut made = 0;
    let refused = loop {
        let answer = ask(&app, Nobody, &path(100 + made), "*/*").await;
        if answer.status != 200 {
            break answer;
        }
        made += 1;
    };
    assert_eq!(refused.refusal(), (503, "SlowDown"));
    assert!((1..50).contains(&made), "{made}");
    ask(&app, Nobody, &path(100 + made - 1), "*/*").await.ok();
    public(&app, "a.jpg?width=320", "image/webp").await;
    app.advance_secs(60);
    ask(&app, Nobody, &path(100 + made), "*/*").await.ok();
}

#[cfg(target_os = "linux")]
/// Runs on SQLite alone: making pictures takes long, and does not depend on the database.
#[test]
fn a_picture_is_made_within_the_memory_counted_for_it() {
    databases::on_sqlite(databases::product(), |place| async move {
        let app = Harness::open(&place.db).await;
        put(&app, "avatars/a.png", "image/png", file(RgbImage::new(2500, 2500), ImageFormat::Png)).await;
        let memory = |name: &str| {
            let status = std::fs::read_to_string("/proc/self/status").unwrap();
            let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap();
            line.trim_matches(|letter: char| !letter.is_ascii_digit()).parse::<u64>().unwrap() / 1024
        };
        // The program's own pages are loaded on first use.
        public(&app, "a.png?width=160", "*/*").await;
        // Resets the peak to the present value.
        std::fs::write("/proc/self/clear_refs", "5").unwrap();
        let before = memory("VmRSS");
        let answer = public(&app, "a.png?width=960", "*/*").await;
        let grown = memory("VmHWM") - before;
        assert_eq!(seen(&answer).dimensions(), (960, 960));
        // 19 MB of pixels. A filter in floats alone would add 29 MB.
        assert!(grown < 40, "{grown} MB");
    });
}

#[sqlite_test]
async fn variants_of_a_content_follow_its_pictures(app: Harness) {
    put(&app, "contents/thumbnails/a.jpg", "image/jpeg", jpeg(400, 200)).await;
    // The original and seven widths in two formats.
    app.until_stored(15).await;
    for width in [320, 480, 640, 960, 1280, 1600, 1920] {
        for accept in ["image/avif,image/webp", "image/webp"] {
            let path = format!("/render/image/public/contents/thumbnails/a.jpg?width={width}");
            ask(&app, Nobody, &path, accept).await.ok();
        }
    }
    assert_eq!(app.stored(), 15, "nothing was left to make");
    let old = json!({ "id": content_id("01"), "thumbnail_key": "thumbnails/a.jpg" }).as_object().cloned();
    let removed = Change { table: "contents".into(), verb: Verb::Delete, old, new: None };
    app.storage.on_content_change(&removed).await.unwrap();
    app.until_stored(0).await;
}

#[sqlite_test]
async fn variants_are_removed_with_their_original(db: Db) {
    let app = with_picture(&db).await;
    let make = async || {
        public(&app, "a.jpg?width=160", "*/*").await;
        public(&app, "a.jpg?width=320", "image/webp").await;
    };
    make().await;
    assert_eq!(app.stored(), 3);
    let request = Request::put("/object/avatars/a.jpg").header("content-type", "image/jpeg");
    app.send(Service, request, jpeg(200, 400)).await.ok();
    assert_eq!(app.stored(), 1, "replaced");
    let answer = public(&app, "a.jpg?width=160", "*/*").await;
    assert_eq!(seen(&answer).dimensions(), (160, 320), "made of what is there now");
    app.delete(Service, "/object/avatars/a.jpg", json!({})).await.ok();
    assert_eq!(app.stored(), 0, "removed");
    app.get(Nobody, &format!("{PUBLIC}a.jpg?width=160")).await.refused("NoSuchKey");
}

#[sqlite_test]
async fn variants_without_a_row_are_removed_after_a_day(db: Db) {
    let app = with_picture(&db).await;
    public(&app, "a.jpg?width=160", "*/*").await;
    app.png("avatars/b.png").await;
    app.execute("DELETE FROM objects WHERE name = 'a.jpg'", &[]).await;
    app.advance_secs(24 * 60 * 60 + 1);
    let collected = app.collect_orphans().await;
    assert_eq!((collected.files, collected.versions, app.stored()), (0, 1, 1));
}
