//! Lessons found by title and by transcript.

use ateneu_db::Db;
use ateneu_schema::MIGRATIONS;
use ateneu_testkit::{
    databases::{self, Place},
    db_test,
};
use serde_json::{Value, json};

use super::{Admin, Ana, Bia, COURSE, Carla, FILM, SAMPLE, School, TEXT, Visitor, Who, id};

const CAPTIONS: &str = "WEBVTT\n\n00:01.000 --> 00:03.000\nA negociação começa antes.\n\n\
                        00:04.000 --> 00:06.000\nO preço vem depois.\n";

impl School {
    async fn with_captions(db: Db) -> Self {
        let school = Self::open(db).await;
        school.change("lessons", FILM, json!({ "title": "Reunião difícil", "summary": "Quando ninguém cede.", "captions": CAPTIONS })).await;
        school
    }

    async fn found(&self, who: Who, search: &str) -> Vec<Value> {
        let found = self.procedure(who, "search_lessons", json!({ "search": search })).await;
        found.as_array().cloned().unwrap_or_default()
    }
}

#[db_test]
async fn a_title_match_ranks_above_many_caption_matches(db: Db) {
    let school = School::with_captions(db).await;
    school.0.advance_secs(60);
    let lesson = |number: usize| {
        json!({ "id": id(1_000 + number), "course_id": id(COURSE), "module_id": id(COURSE), "title": "aula",
            "kind": "video", "captions": "WEBVTT\n\n00:01.000 --> 00:03.000\nOutra reunião.\n" })
    };
    school.insert("lessons", json!((0..301).map(lesson).collect::<Vec<_>>())).await;
    let found = school.found(Ana, "reuniao").await;
    assert_eq!((found.len(), &found[0]["id"]), (20, &json!(id(FILM))));
    assert_eq!(found[1]["places"][0]["text"], "Outra reunião.");
}

#[db_test]
async fn spoken_words_are_found_where_the_lesson_is_open(db: Db) {
    let school = School::with_captions(db).await;
    school.change("courses", COURSE, json!({ "entitlement": "courses" })).await;
    for (who, is_found) in [(Ana, true), (Bia, false), (Admin, true)] {
        assert_eq!(school.found(who, "negociacao").await.len(), usize::from(is_found), "{who:?}");
        assert_eq!(school.found(who, "reuniao").await.len(), 1, "{who:?}");
    }
    for who in [Visitor, Carla] {
        let (status, _) =
            school.send(who, "POST", "/rpc/search_lessons", json!({ "search": "negociacao" })).await;
        assert!(status == 401 || status == 403, "{who:?}: {status}");
    }
    // Neither index nor captions are readable without the procedure.
    for who in [Visitor, Carla, Ana] {
        let rows = school.read(who, "/lessons?search_text=like.*negociacao*&select=id").await;
        assert_eq!(rows, json!([]), "{who:?}");
        assert!(school.open_lesson(who, FILM).await["captions"].is_string() == (who == Ana), "{who:?}");
    }
}

#[db_test]
async fn lessons_are_found_by_title_and_by_spoken_words(db: Db) {
    let school = School::with_captions(db).await;
    let by_title = school.found(Ana, "REUNIAO").await;
    assert_eq!((&by_title[0]["id"], &by_title[0]["places"]), (&json!(id(FILM)), &json!([])));
    assert_eq!(school.found(Ana, "ninguem CEDE").await[0]["summary"], "Quando ninguém cede.");
    let said = school.found(Ana, "preço dep").await;
    assert_eq!(said[0]["places"], json!([{ "at_seconds": 4, "text": "O preço vem depois." }]));
    assert_eq!(school.found(Ana, "reunião negociacao").await.len(), 1);
    for nothing in ["", "   ", "-->", "outra coisa", "egociacao", "\" OR '"] {
        assert!(school.found(Ana, nothing).await.is_empty(), "{nothing:?}");
    }
    school.change("lessons", FILM, json!({ "captions": null })).await;
    assert!(school.found(Ana, "negociacao").await.is_empty());
}

#[db_test]
async fn hidden_lessons_and_courses_are_not_found(db: Db) {
    let school = School::with_captions(db).await;
    school.change("lessons", TEXT, json!({ "title": "Rascunho", "is_published": false })).await;
    assert!(school.found(Admin, "rascunho").await.is_empty());
    school.change("lessons", SAMPLE, json!({ "title": "Amostra grátis" })).await;
    assert_eq!(school.found(Bia, "gratis").await.len(), 1);
    // A copy is found after its publication.
    let copy = school.procedure(Admin, "duplicate_course", json!({ "course_id": id(COURSE) })).await;
    assert_eq!(school.found(Bia, "gratis").await.len(), 1);
    let path = format!("/courses?id=eq.{}", copy.as_str().unwrap());
    school.send(Admin, "PATCH", &path, json!({ "is_published": true })).await;
    assert_eq!(school.found(Bia, "gratis").await.len(), 2);
    school.send(Admin, "DELETE", &path, Value::Null).await;
    school.change("courses", COURSE, json!({ "is_published": false })).await;
    assert!(school.found(Ana, "gratis").await.is_empty());
}

#[db_test(databases::empty())]
async fn lessons_from_before_the_index_are_found(place: Place) {
    let before = MIGRATIONS.iter().position(|(name, _)| *name == "0044_lesson_search").unwrap();
    let old = Db::open(&place.target, &MIGRATIONS[..before]).await.unwrap();
    old.write(|tx| {
        let at = "2026-01-01T00:00:00.000000+00:00";
        tx.execute(
            "INSERT INTO courses (id, title, level, is_published, created_at, updated_at)
             VALUES ('c', 'Curso', 'Iniciante', TRUE, $1, $1)",
            &[at.into()],
        )?;
        tx.execute("INSERT INTO course_modules (id, course_id, title) VALUES ('c', 'c', 'Parte')", &[])?;
        for (id, title, captions) in [("a", "Negociação", None), ("b", "Outra", Some(CAPTIONS)), ("d", "Fim", None)] {
            tx.execute(
                "INSERT INTO lessons (id, course_id, module_id, title, captions) VALUES ($1, 'c', 'c', $2, $3)",
                &[id.into(), title.into(), captions.into()],
            )?;
        }
        Ok::<_, ateneu_db::Error>(())
    })
    .await
    .unwrap();
    old.close().await;
    let app = ateneu_testkit::TestApp::new(Db::open(&place.target, MIGRATIONS).await.unwrap());
    let search = app.db.dialect().newest_with_words("lessons");
    let sql = format!(
        "SELECT t.id FROM {} WHERE {} AND {} ORDER BY {} LIMIT $4",
        search.source, search.condition, search.has_all, search.order
    );
    // The index contains titles a second time.
    for (word, expected) in [("negociacao", &["a", "b"][..]), ("zznegociacao", &["a"])] {
        let values = search.parameters(&[word.to_owned()], false, None, None, 9);
        let mut found = app.texts(&sql, &values).await;
        found.sort_unstable();
        assert_eq!(found, expected, "{word}");
    }
    app.db.close().await;
}
