//! Findings of the server in the files of lessons: valid ones, and all kinds of faults.

use ateneu_testkit::{db_test, sqlite_test};
use serde_json::{Value, json};

use super::{Admin, Ana, FILM, School, answered, id, refusal};

/// Returns a box with its length and name.
fn boxed(kind: &[u8; 4], content: &[u8]) -> Vec<u8> {
    let size = u32::try_from(content.len() + 8).unwrap();
    [&size.to_be_bytes()[..], kind, content].concat()
}

fn track(handler: &[u8; 4], codec: &[u8; 4], fields: usize, settings: &[u8]) -> Vec<u8> {
    let hdlr = boxed(b"hdlr", &[&[0; 8][..], handler, &[0; 13]].concat());
    let mut entry = vec![0; fields];
    if fields == 78 {
        entry[24..28].copy_from_slice(&[5, 0, 2, 208]);
    }
    let stsd = boxed(
        b"stsd",
        &[&[0, 0, 0, 0, 0, 0, 0, 1][..], &boxed(codec, &[&entry, settings].concat())].concat(),
    );
    let minf = boxed(b"minf", &boxed(b"stbl", &stsd));
    boxed(b"trak", &boxed(b"mdia", &[hdlr, minf].concat()))
}

/// Returns the index of a film of 90 seconds.
fn moov(codec: &[u8; 4], settings: &[u8]) -> Vec<u8> {
    let mvhd = [&[0; 12][..], &1_000_u32.to_be_bytes(), &90_000_u32.to_be_bytes(), &[0; 80]].concat();
    let tracks = [track(b"vide", codec, 78, settings), track(b"soun", b"mp4a", 28, &[])].concat();
    boxed(b"moov", &[boxed(b"mvhd", &mvhd), tracks].concat())
}

fn avc(profile: u8) -> Vec<u8> {
    boxed(b"avcC", &[1, profile, 0, 31])
}

fn head() -> Vec<u8> {
    boxed(b"ftyp", b"isom\0\0\x02\0isomavc1")
}

fn data() -> Vec<u8> {
    boxed(b"mdat", &[7; 1_000])
}

fn film() -> Vec<u8> {
    [head(), moov(b"avc1", &avc(100)), data()].concat()
}

impl School {
    /// Stores a file. Returns status and body.
    async fn store(&self, mime: &str, bytes: &[u8]) -> (u16, Value) {
        let request = self.0.upload(Admin.caller(), "courses/aula/1.bin", mime);
        let response = request.header("x-upsert", "true").body(bytes.to_vec()).await;
        (response.status.as_u16(), response.into_json())
    }

    /// Sets the stored file as the lesson's and lets the server inspect it.
    async fn look(&self, kind: &str) -> (u16, Value) {
        let address = "https://casa.test/storage/v1/object/authenticated/courses/aula/1.bin";
        self.change("lessons", FILM, json!({ "kind": kind, "file_url": address, "duration_seconds": 7 }))
            .await;
        self.call(Admin, "describe-lesson-file", &json!({ "lesson_id": id(FILM) })).await
    }

    async fn describe(&self, kind: &str, bytes: &[u8]) -> (u16, Value) {
        let mime = if kind == "audio" { "audio/mpeg" } else { "video/mp4" };
        answered(self.store(mime, bytes).await, 200);
        self.look(kind).await
    }

    async fn problems(&self, kind: &str, bytes: &[u8]) -> Value {
        let media = answered(self.describe(kind, bytes).await, 200);
        media["problems"].clone()
    }
}

#[sqlite_test]
async fn poorly_supported_files_are_reported(school: School) {
    let at_end = [head(), data(), moov(b"avc1", &avc(100))].concat();
    assert_eq!(school.problems("video", &at_end).await, json!(["index_at_end"]));
    let deep = [head(), moov(b"avc1", &avc(110)), data()].concat();
    assert_eq!(school.problems("video", &deep).await, json!(["deep_colour"]));
    let mut settings = [0; 23];
    settings[17] = 0xfa;
    let hevc = [head(), moov(b"hvc1", &boxed(b"hvcC", &settings)), data()].concat();
    assert_eq!(school.problems("video", &hevc).await, json!(["video_codec", "deep_colour"]));
    let sound = [head(), boxed(b"moov", &track(b"soun", b"ac-3", 28, &[])), data()].concat();
    assert_eq!(school.problems("video", &sound).await, json!(["no_picture", "audio_codec", "no_length"]));
}

#[sqlite_test]
async fn broken_files_are_reported(school: School) {
    let film = film();
    let long = |kind: &[u8; 4]| [&u32::MAX.to_be_bytes()[..], kind, &[0; 40]].concat();
    let largest = [&1_u32.to_be_bytes()[..], b"mdat", &u64::MAX.to_be_bytes()].concat();
    for broken in [
        head(),
        film[..300].to_vec(),
        [head(), data()].concat(),
        [head(), long(b"moov")].concat(),
        [head(), largest].concat(),
        [head(), boxed(b"mdat", &[]), vec![0, 0, 0, 3, b'm', b'o', b'o', b'v']].concat(),
    ] {
        assert_eq!(school.problems("video", &broken).await, json!(["broken"]), "{broken:?}");
    }
}

#[sqlite_test]
async fn a_film_damaged_anywhere_is_reported(school: School) {
    let film = film();
    for at in (24..film.len() - 1_000).step_by(5) {
        let mut damaged = film.clone();
        damaged[at] ^= 0xff;
        assert_eq!(school.describe("video", &damaged).await.0, 200, "{at}");
    }
}

#[db_test]
async fn a_file_of_another_kind_is_named(school: School) {
    let document = b"%PDF-1.7\n".to_vec();
    for (mime, bytes, kind) in [
        ("application/pdf", document.clone(), "video"),
        ("application/pdf", document.clone(), "audio"),
        ("video/mp4", film(), "pdf"),
    ] {
        assert_eq!(school.store(mime, &bytes).await.0, 200);
        let (_, media) = school.look(kind).await;
        assert_eq!(media["problems"], json!(["wrong_kind"]), "{kind} {bytes:?}");
    }
    let path = format!("/lessons?id=eq.{}&select=duration_seconds", id(FILM));
    assert_eq!(school.read(Admin, &path).await, json!([{ "duration_seconds": 7 }]));
    school.store("application/pdf", &document).await;
    assert_eq!(school.look("pdf").await.1["problems"], json!([]));
    // Bytes of another type are not stored.
    for (mime, bytes) in [
        ("video/mp4", document),
        ("video/mp4", b"nada do que diz ser".to_vec()),
        ("audio/mpeg", b"nada do que diz ser".to_vec()),
        ("video/quicktime", film()),
    ] {
        let (_, said) = school.store(mime, &bytes).await;
        assert_eq!(said["statusCode"], "415", "{mime}");
    }
}

#[db_test]
async fn the_length_of_sound_is_read(school: School) {
    // The frame has 128 kbit/s at 44.1 kHz.
    let frame = [&[0xff, 0xfb, 0x90, 0][..], &[0; 413]].concat();
    let constant = [b"ID3\x04\0\0\0\0\0\x0a".to_vec(), vec![0; 10], frame.repeat(400)].concat();
    let (_, media) = school.describe("audio", &constant).await;
    assert_eq!(json!([media["format"], media["seconds"], media["problems"]]), json!(["mp3", 10, []]));
    let mut counted = frame.repeat(2);
    counted[36..48].copy_from_slice(&[b'X', b'i', b'n', b'g', 0, 0, 0, 1, 0, 0, 0x0e, 0xf5]);
    assert_eq!(school.describe("audio", &counted).await.1["seconds"], 100);
    let format =
        [&[1, 0, 2, 0][..], &44_100_u32.to_le_bytes(), &1_000_u32.to_le_bytes(), &[4, 0, 16, 0]].concat();
    let wav =
        [b"RIFF\0\0\0\0WAVEfmt \x10\0\0\0".to_vec(), format, b"data\x88\x13\0\0".to_vec(), vec![0; 5_000]]
            .concat();
    assert_eq!(school.describe("audio", &wav).await.1["seconds"], 5);
    assert_eq!(school.problems("audio", &[b"ID3".to_vec(), vec![0; 500]].concat()).await, json!(["broken"]));
}

/// Returns a page of stream 7 with one packet.
fn page(count: u64, packet: &[u8]) -> Vec<u8> {
    let length = u8::try_from(packet.len()).unwrap();
    let numbers = [&7_u32.to_le_bytes()[..], &[0; 8], &[1, length]].concat();
    [&b"OggS\0\0"[..], &count.to_le_bytes(), &numbers, packet].concat()
}

#[sqlite_test]
async fn the_length_of_ogg_and_flac_is_read(school: School) {
    let opus = page(0, &[b"OpusHead\x01\x02".to_vec(), 312_u16.to_le_bytes().to_vec(), vec![0; 7]].concat());
    let vorbis = page(0, &[b"\x01vorbis\0\0\0\0\x02".to_vec(), 44_100_u32.to_le_bytes().to_vec()].concat());
    let sound = [9; 200];
    let ends = |head: &[u8], count: u64| [head, &page(400, &sound), &page(count, &sound)].concat();
    // The last page ends no packet, so the earlier count applies.
    let open_end = [ends(&opus, 48_000 * 30 + 312), page(u64::MAX, &sound)].concat();
    let packed = (44_100_u64 << 44) | (1 << 41) | (15 << 36) | (44_100 * 75);
    let flac = [b"fLaC\0\0\0\x22".to_vec(), vec![0; 10], packed.to_be_bytes().to_vec(), vec![0; 60]].concat();
    for (bytes, format, codec, seconds) in [
        (ends(&opus, 48_000 * 90 + 312), "ogg", "opus", 90),
        (open_end, "ogg", "opus", 30),
        (ends(&vorbis, 44_100 * 61), "ogg", "vorbis", 61),
        (flac.clone(), "flac", "flac", 75),
    ] {
        let mime = if format == "ogg" { "audio/ogg" } else { "audio/flac" };
        answered(school.store(mime, &bytes).await, 200);
        let (_, media) = school.look("audio").await;
        let found = [&media["format"], &media["audio"], &media["seconds"], &media["problems"]];
        assert_eq!(found, [&json!(format), &json!(codec), &json!(seconds), &json!([])]);
    }
    for (mime, bytes, problem) in [
        ("audio/ogg", b"OggS____".to_vec(), "broken"),
        ("audio/ogg", page(5, b"nada"), "broken"),
        ("audio/ogg", opus.clone(), "no_length"),
        ("audio/ogg", ends(&opus, 48_000 * 100_000), "no_length"),
        ("audio/flac", flac[..20].to_vec(), "broken"),
        ("audio/flac", [b"fLaC\x04".to_vec(), vec![0; 60]].concat(), "broken"),
        ("audio/flac", [b"fLaC".to_vec(), vec![0; 60]].concat(), "broken"),
    ] {
        assert_eq!(school.store(mime, &bytes).await.0, 200);
        assert_eq!(school.look("audio").await.1["problems"], json!([problem]), "{bytes:?}");
    }
    // Damage at every byte in turn gives some result and no failure.
    let whole = ends(&opus, 48_000 * 90);
    for at in (4..whole.len()).step_by(9) {
        let mut damaged = whole.clone();
        damaged[at] ^= 0xff;
        school.store("audio/ogg", &damaged).await;
        assert_eq!(school.look("audio").await.0, 200, "{at}");
    }
}

#[db_test]
async fn a_lesson_without_a_file_is_refused(school: School) {
    for (lesson, status, code) in [(FILM, 409, "lesson_without_file"), (99, 404, "lesson_not_found")] {
        let refused = school.call(Admin, "describe-lesson-file", &json!({ "lesson_id": id(lesson) })).await;
        assert_eq!(refusal(&refused), (status, code));
    }
    // The file was removed meanwhile.
    let address = "https://casa.test/storage/v1/object/authenticated/courses/nada.mp4";
    school.change("lessons", FILM, json!({ "file_url": address })).await;
    answered(school.call(Admin, "describe-lesson-file", &json!({ "lesson_id": id(FILM) })).await, 409);
}

#[db_test]
async fn a_good_film_sets_the_length_of_its_lesson(school: School) {
    let (_, media) = school.describe("video", &film()).await;
    let expected = json!({ "format": "mp4", "video": "h264", "audio": "aac", "width": 1280, "height": 720,
        "seconds": 90, "size": film().len(), "problems": [] });
    assert_eq!(media, expected);
    let path = format!("/lessons?id=eq.{}&select=duration_seconds,media", id(FILM));
    let lesson = school.read(Admin, &path).await;
    assert_eq!(lesson, json!([{ "duration_seconds": 90, "media": media }]));
    // Another file has not been inspected yet.
    school.change("lessons", FILM, json!({ "file_url": "https://casa.test/outro.mp4" })).await;
    let lesson = school.read(Admin, &path).await;
    assert_eq!(lesson[0]["media"], Value::Null);
}

#[sqlite_test]
async fn a_replaced_recording_keeps_the_played_parts(school: School) {
    school.open_lesson(Ana, FILM).await;
    school.0.advance_secs(60);
    school.report(Ana, FILM, json!({ "position": 60, "played": [[0.0, 60.0]] })).await;
    // The former film has 100 seconds, the new one 90.
    assert_eq!(school.describe("video", &film()).await.1["seconds"], 90);
    school.0.advance_secs(30);
    assert_eq!(school.open_lesson(Ana, FILM).await["played_share"], 60);
    let saved = school.report(Ana, FILM, json!({ "position": 89, "played": [[54.0, 84.0]] })).await;
    assert_eq!(saved["played_share"], 93);
    assert!(saved["completed_at"].is_string());
}

/// Returns a frame of layer III with this rate in kbit/s: 44,100 samples per second, 1,152 per frame.
fn frame(rate: usize) -> Vec<u8> {
    const RATES: [usize; 15] = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
    let index = u8::try_from(RATES.iter().position(|known| *known == rate).unwrap()).unwrap();
    let mut frame = vec![0x55; 144 * rate * 1_000 / 44_100];
    frame[..4].copy_from_slice(&[0xff, 0xfb, index << 4, 0]);
    frame
}

/// Returns a tag of this size.
fn id3(size: usize, flags: u8) -> Vec<u8> {
    let digits = [21, 14, 7, 0].map(|shift| u8::try_from(size >> shift & 0x7f).unwrap());
    let footer = if flags & 0x10 == 0 { Vec::new() } else { vec![0x31; 10] };
    [&b"ID3\x04\0"[..], &[flags], &digits, &vec![0xff; size], &footer].concat()
}

#[sqlite_test]
async fn an_mp3_lasts_as_long_as_its_frames(school: School) {
    // 460 frames take 12 seconds at any bit rate.
    let varying: Vec<u8> = (0..460).flat_map(|number| frame([320, 32, 64, 128][number % 4])).collect();
    let slower: Vec<u8> = (0..460).flat_map(|number| frame(if number < 200 { 320 } else { 32 })).collect();
    let mut index = frame(128);
    index[36..48].copy_from_slice(b"Xing\0\0\0\x01\0\0\x01\xcc");
    let mut other = frame(128);
    other[36..54].copy_from_slice(b"VBRI\0\x01\0\0\0\0\0\0\0\0\0\0\x01\xcc");
    let tail = [&b"TAG"[..], &[0xff; 125]].concat();
    for (why, bytes) in [
        ("without an index", varying.clone()),
        ("a louder beginning", slower),
        ("an index", [&index[..], &varying[..9_000]].concat()),
        ("another index", [&other[..], &varying[..9_000]].concat()),
        ("a small tag", [&id3(40, 0)[..], &varying].concat()),
        ("a cover as tag", [&id3(200_000, 0)[..], &varying].concat()),
        ("a tag with a footer", [&id3(500, 0x10)[..], &varying].concat()),
        ("two tags", [&id3(90_000, 0)[..], &id3(12, 0), &varying].concat()),
        ("a tag behind", [&varying[..], &tail].concat()),
        ("zeros in front", [&id3(40, 0)[..], &[0; 3_000], &varying].concat()),
    ] {
        let media = answered(school.describe("audio", &bytes).await, 200);
        assert_eq!((&media["seconds"], &media["problems"]), (&json!(12), &json!([])), "{why}: {media}");
    }
}

#[sqlite_test]
async fn a_video_recorded_upright_is_higher_than_wide(school: School) {
    let matrix = |numbers: [i32; 4]| {
        let [a, b, c, d] = numbers.map(|number| (number << 16).to_be_bytes());
        [&a[..], &b, &[0; 4], &c, &d, &[0; 4], &[0; 8], &0x4000_0000_u32.to_be_bytes()].concat()
    };
    for (turn, expected) in [
        ([1, 0, 0, 1], (1280, 720)),
        ([0, 1, -1, 0], (720, 1280)),
        ([0, -1, 1, 0], (720, 1280)),
        ([-1, 0, 0, -1], (1280, 720)),
    ] {
        for (version, before) in [(0, 39), (1, 51)] {
            let header = [&[version][..], &vec![0; before], &matrix(turn), &[0; 8]].concat();
            let trak = track(b"vide", b"avc1", 78, &avc(100));
            let trak = boxed(b"trak", &[boxed(b"tkhd", &header), trak[8..].to_vec()].concat());
            let bytes = [head(), boxed(b"moov", &trak), data()].concat();
            let media = answered(school.describe("video", &bytes).await, 200);
            assert_eq!(
                (&media["width"], &media["height"]),
                (&json!(expected.0), &json!(expected.1)),
                "{turn:?}"
            );
        }
    }
}

#[sqlite_test]
async fn a_document_with_a_password_is_named(school: School) {
    let table = |trailer: &str| {
        format!("%PDF-1.7\nxref\n0 1\ntrailer\n<< /Size 1 {trailer}>>\nstartxref\n9\n%%EOF\n")
    };
    let stream = |named: &str| {
        let filler = "x".repeat(100_000);
        format!("%PDF-1.7\n9 0 obj <</Type/XRef {named}>>stream\n{filler}\nendstream\nstartxref\n9\n%%EOF\n")
    };
    for (document, problems) in [
        (table("/Encrypt 5 0 R "), json!(["encrypted"])),
        (table(""), json!([])),
        (stream("/Encrypt 5 0 R"), json!(["encrypted"])),
        (stream(""), json!([])),
    ] {
        answered(school.store("application/pdf", document.as_bytes()).await, 200);
        assert_eq!(answered(school.look("pdf").await, 200)["problems"], problems);
    }
}
