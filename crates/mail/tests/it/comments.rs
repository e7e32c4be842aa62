//! Who is told of a comment, and who is not.

use ateneu_db::Db;
use ateneu_testkit::db_test;

use crate::house::{House, minutes};

const AT: &str = "2026-11-01T00:00:00.000000+00:00";

/// Ana's post, and the accounts of Ana and Bia.
async fn community(db: Db) -> House {
    let house = House::new(db).await;
    for (id, email) in [("ana", "ana@exemplo.com.br"), ("bia", "bia@exemplo.com.br")] {
        let sql = "INSERT INTO users (id, email, email_confirmed_at, created_at, updated_at)
                   VALUES ($1, $2, $3, $3, $3)";
        house.execute(sql, vec![id.into(), email.into(), AT.into()]).await;
    }
    house
        .execute("INSERT INTO channels (id, name, created_at) VALUES ('1', 'geral', $1)", vec![AT.into()])
        .await;
    let post = "INSERT INTO community_posts (id, title, content, author_id, created_at, updated_at)
                VALUES ('post', 'Metas de equipe', 'texto', 'ana', $1, $1)";
    house.execute(post, vec![AT.into()]).await;
    house
}

/// A comment; the letters Ana has received by then.
async fn comment(house: &House, id: &str, author: &str, hidden: bool) -> usize {
    let sql =
        "INSERT INTO community_comments (id, post_id, content, author_id, is_hidden, created_at, updated_at)
               VALUES ($1, 'post', 'palavras de outra pessoa', $2, $3, $4, $4)";
    let parameters = vec![id.into(), author.into(), hidden.into(), AT.into()];
    house.execute(sql, parameters).await;
    house.mail.work().await.unwrap();
    house.subjects("ana@exemplo.com.br").len()
}

#[db_test]
async fn the_author_of_a_post_is_told_once_a_day_and_reads_no_words_of_others_in_the_letter(db: Db) {
    let house = community(db).await;
    assert_eq!(comment(&house, "1", "bia", false).await, 1);
    assert_eq!(comment(&house, "2", "bia", false).await, 1, "the same day");
    house.clock.advance(minutes(24 * 60));
    assert_eq!(comment(&house, "3", "bia", false).await, 2);
    let text = house.rows("SELECT text FROM mail_messages LIMIT 1", vec![]).await;
    let text = text[0].text("text").unwrap();
    assert!(text.contains("> Metas de equipe") && !text.contains("palavras"), "{text}");
}

#[db_test]
async fn own_and_hidden_comments_and_those_of_who_wants_no_letters_are_not_told(db: Db) {
    let house = community(db).await;
    assert_eq!(comment(&house, "1", "ana", false).await, 0, "the own comment");
    assert_eq!(comment(&house, "2", "bia", true).await, 0, "hidden");
    let wish = "INSERT INTO notification_preferences (user_id, community_replies, updated_at)
                VALUES ('ana', FALSE, $1)";
    house.execute(wish, vec![AT.into()]).await;
    assert_eq!(comment(&house, "3", "bia", false).await, 0, "not wanted");
    house.execute("UPDATE notification_preferences SET community_replies = TRUE", vec![]).await;
    house.execute("UPDATE users SET email_confirmed_at = NULL WHERE id = 'ana'", vec![]).await;
    assert_eq!(comment(&house, "4", "bia", false).await, 0, "an address that was not proved");
    house.execute("UPDATE users SET email_confirmed_at = created_at WHERE id = 'ana'", vec![]).await;
    assert_eq!(comment(&house, "5", "bia", false).await, 1);
}
