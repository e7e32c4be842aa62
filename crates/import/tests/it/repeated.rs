//! Imports that are repeated, after changes there and here.

use ateneu_import::Options;
use ateneu_testkit::{databases::Place, db_test};

use crate::fixture::{Project, counts, id, reasons};

#[db_test]
async fn a_second_import_leaves_every_row_as_it_is(place: Place) {
    let Some(project) = Project::filled(&place).await else { return };
    let first = project.import(project.options()).await.unwrap();
    let (rows, downloads) = (project.rows().await, project.storage.downloads().len());
    let second = project.import(project.options()).await.unwrap();
    assert_eq!(project.rows().await, rows);
    assert_eq!(project.storage.downloads().len(), downloads, "no file is copied twice");
    assert_eq!(second.bytes, 0);
    for table in &second.tables {
        let before = first.table(&table.name).unwrap();
        assert_eq!((table.added, table.changed, table.kept), (0, 0, 0), "{}", table.name);
        assert_eq!(
            (table.same, table.skipped, table.here),
            (before.added, before.skipped, before.here),
            "{}",
            table.name
        );
    }
}

#[db_test]
async fn changes_there_follow_unless_the_row_changed_here(place: Place) {
    let Some(project) = Project::filled(&place).await else { return };
    project.import(project.options()).await.unwrap();
    let to = project.destination().await;
    let here = to.db.write(|tx| {
        tx.execute("UPDATE users SET password_hash = NULL WHERE email = 'bia@exemplo.com.br'", &[])?;
        tx.execute("DELETE FROM users WHERE email = 'eva@exemplo.com.br'", &[])?;
        tx.changed_table("member_profiles");
        tx.execute("UPDATE member_profiles SET company = 'Casa' WHERE display_name = 'Kely'", &[])?;
        Ok::<_, ateneu_db::Error>(())
    });
    here.await.unwrap();
    to.db.close().await;
    project
        .source
        .run(
            "UPDATE auth.users SET banned_until = '2099-01-01' WHERE email IN ('ana@exemplo.com.br', 'bia@exemplo.com.br',
                 'eva@exemplo.com.br') AND NOT is_sso_user;
             UPDATE public.member_profiles SET bio = 'Outra' WHERE display_name IN ('Kely', ' Ana  Lima ');
             UPDATE storage.objects SET version = '00000000-0000-4000-e100-0000000000ff',
                 metadata = metadata || '{\"size\": 5, \"eTag\": \"x\"}' WHERE name = 'article/foto.png'",
        )
        .await;
    project.storage.data().files.insert("contents/article/foto.png".into(), "outra".into());
    let again = project.import(project.options()).await.unwrap();
    assert_eq!(counts(&again, "auth.users"), [13, 0, 1, 10, 2, 0]);
    let kept = [
        ("kept: it changed here after its import".to_owned(), 1),
        ("kept: it was removed here".to_owned(), 1),
    ];
    assert_eq!(reasons(&again, "auth.users"), kept);
    assert_eq!(counts(&again, "public.member_profiles"), [3, 0, 1, 0, 1, 1]);
    assert_eq!(counts(&again, "storage.objects"), [3, 0, 1, 2, 0, 0]);
    assert_eq!(again.bytes, 5);
    let stored = std::fs::read_dir(project.folder.path().join("files/files")).unwrap();
    assert_eq!(stored.count(), 3, "the bytes of the replaced file are gone");

    let overwritten = project.import(Options { overwrites: true, ..project.options() }).await.unwrap();
    assert_eq!(counts(&overwritten, "auth.users"), [13, 0, 1, 11, 1, 0], "a removed account stays removed");
    assert_eq!(counts(&overwritten, "public.member_profiles"), [3, 0, 1, 1, 0, 1]);
    let last = project.import(project.options()).await.unwrap();
    assert_eq!(counts(&last, "auth.users"), [13, 0, 0, 12, 1, 0]);
}

#[db_test]
async fn an_account_with_a_taken_address_stays_out(place: Place) {
    let Some(project) = Project::filled(&place).await else { return };
    let to = project.destination().await;
    let own = to.db.write(|tx| {
        let sql = "INSERT INTO users (id, email, created_at, updated_at) VALUES ($1, 'kely@exemplo.com.br', $2, $2)";
        tx.execute(sql, &[id(99).into(), "2026-01-01T00:00:00+00:00".into()])
    });
    own.await.unwrap();
    to.db.close().await;
    let report = project.import(project.options()).await.unwrap();
    assert_eq!(counts(&report, "auth.users"), [13, 12, 0, 0, 0, 1]);
    assert_eq!(report.table("auth.users").unwrap().here, 13);
    let skipped = reasons(&report, "auth.users");
    assert!(
        skipped[0].0.contains("another row here has the same") && skipped[0].0.contains("email"),
        "{skipped:?}"
    );
    let missing = ("skipped: user_id names a row of users that is not here".to_owned(), 1);
    assert_eq!(reasons(&report, "auth.identities"), std::slice::from_ref(&missing));
    assert!(reasons(&report, "public.member_profiles").contains(&missing));
    let rows = project.rows().await;
    assert!(rows["users"].iter().any(|row| row.contains(&id(99)) && row.contains("kely@")));
    assert!(!rows["users"].iter().any(|row| row.contains(&id(12))), "neither account was touched");
}
