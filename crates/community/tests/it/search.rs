//! Search over posts and comments: results and readers.

use ateneu_base::{Caller, Facts};
use ateneu_db::Db;
use ateneu_schema::MIGRATIONS;
use ateneu_testkit::{
    databases::{self, Place},
    db_test,
};
use serde_json::{Value, json};

use super::{
    COMMENT, Community, HIDDEN, OPEN,
    Who::{self, Ana, Bia, Moderator, Service},
    answered, id, ids,
};

impl Community {
    /// Adds a post or comment of Bia, written by the service a second after the last.
    async fn write(&self, table: &str, number: usize, row: Value) {
        self.0.advance_secs(1);
        let mut row = row;
        row["id"] = json!(id(number));
        row["author_id"] = row.get("author_id").cloned().unwrap_or_else(|| json!(id(2)));
        self.add(Service, table, row).await;
    }

    async fn search_as(&self, caller: Caller, arguments: Value) -> Value {
        answered(self.send_as(caller, "POST", "/rpc/search_community", arguments).await, 200)
    }

    async fn found(&self, who: Who, search: &str, in_comments: bool) -> Vec<usize> {
        let arguments = json!({ "search": search, "in_comments": in_comments });
        numbers(&self.search_as(who.caller(), arguments).await)
    }
}

/// Returns the numbers of the found rows, in order.
fn numbers(found: &Value) -> Vec<usize> {
    let rows = found["results"].as_array().unwrap();
    rows.iter().map(|row| row["id"].as_str().unwrap()[24..].parse().unwrap()).collect()
}

#[db_test]
async fn words_are_found_by_their_beginning_without_accents(community: Community) {
    let text = "Um **indi**cador de *bem-estar*: veja [a planilha](https://exemplo.test/segredo), 100% útil & \"citada\".";
    community.write("community_posts", 31, json!({ "title": "Gestão à vista", "content": text })).await;
    let title = "Indicações da gestão";
    community.write("community_posts", 32, json!({ "title": title, "content": "Ação e reação." })).await;
    for (search, expected) in [
        ("GESTAO", vec![32, 31]),
        ("gest vist", vec![31]),
        ("indicador", vec![31]),
        ("indicac", vec![32]),
        ("indicadores", vec![]),
        ("estar bem", vec![31]),
        ("bem-estar", vec![31]),
        ("100%", vec![31]),
        ("\"citada\" OR", vec![]),
        ("a", vec![31]),
        ("e", vec![32]),
        ("estao", vec![]),
        ("segredo", vec![]),
        ("* ¤ ' \" :", vec![]),
        ("", vec![]),
    ] {
        assert_eq!(community.found(Ana, search, false).await, expected, "{search}");
    }
    let found =
        community.search_as(Ana.caller(), json!({ "search": "planilha", "in_comments": false })).await;
    assert_eq!(
        found["results"][0]["excerpt"],
        "Um indicador de bem-estar: veja a planilha, 100% útil & \"citada\"."
    );
    assert_eq!((&found["results"][0]["channel_id"], &found["next"]), (&json!("1"), &Value::Null));
}

#[db_test]
async fn search_finds_only_texts_the_caller_may_read(community: Community) {
    let word = json!({ "title": "t", "content": "palavra", "channel_id": "9" });
    community.write("community_posts", 31, word).await;
    let hidden = json!({ "title": "t", "content": "palavra", "is_hidden": true });
    community.write("community_posts", 32, hidden).await;
    for (number, post) in [(41, 31), (42, 32), (43, OPEN)] {
        let comment = json!({ "post_id": id(post), "content": "palavra" });
        community.write("community_comments", number, comment).await;
    }
    let hidden = json!({ "post_id": id(OPEN), "content": "palavra", "is_hidden": true });
    community.write("community_comments", 44, hidden).await;
    for (who, posts, comments) in [
        (Ana, vec![], vec![43]),
        // The author of the hidden ones, who cannot read the channel '9'.
        (Bia, vec![32], vec![44, 43, 42]),
        (Moderator, vec![32, 31], vec![44, 43, 42, 41]),
    ] {
        assert_eq!(community.found(who, "palavra", false).await, posts, "{who:?}");
        assert_eq!(community.found(who, "palavra", true).await, comments, "{who:?}");
    }
    // A channel filter does not open the channel.
    let named = json!({ "search": "palavra", "in_comments": false, "channel_id": "9" });
    assert_eq!(numbers(&community.search_as(Ana.caller(), named.clone()).await), Vec::<usize>::new());
    let reader = Ana.with(|facts| facts.channels = ids(["1", "9"]));
    assert_eq!(numbers(&community.search_as(reader, named.clone()).await), [31]);
    let blocking = Ana.with(|facts| {
        facts.channels = ids(["1", "9"]);
        facts.blocked = ids([id(2)]);
    });
    assert_eq!(numbers(&community.search_as(blocking, named.clone()).await), Vec::<usize>::new());
    for caller in [Caller::anonymous(), Caller::person(id(1), Facts::default())] {
        let (status, said) = community.send_as(caller, "POST", "/rpc/search_community", named.clone()).await;
        assert!(matches!(status, 401 | 403), "{said}");
    }
}

#[db_test]
async fn an_edit_a_deletion_and_a_restored_text_are_followed(community: Community) {
    for (table, number, in_comments, who) in
        [("community_posts", OPEN, false, Bia), ("community_comments", COMMENT, true, Ana)]
    {
        let edited = json!({ "content": "primeira" });
        assert_eq!(community.change(who, table, number, edited).await.0, 200);
        assert_eq!(community.found(Ana, "primeira", in_comments).await, [number]);
        assert_eq!(community.change(who, table, number, json!({ "content": "segunda" })).await.0, 200);
        assert_eq!(community.found(Ana, "primeira", in_comments).await, Vec::<usize>::new());
        // A write that is rolled back leaves no entry.
        let request = community.0.request("PATCH", &format!("/rest/v1/{table}?id=eq.{}", id(number)));
        let request = request.caller(Ok(who.caller())).header("prefer", "tx=rollback");
        request.json(&json!({ "content": "terceira" })).await;
        assert_eq!(community.found(Ana, "terceira", in_comments).await, Vec::<usize>::new());
        assert_eq!(community.found(Ana, "segunda", in_comments).await, [number]);
        assert_eq!(community.delete(who, table, number).await.0, 200);
        for reader in [Ana, Bia, Moderator] {
            assert_eq!(community.found(reader, "segunda", in_comments).await, Vec::<usize>::new());
        }
        let restore = table.replace("community_", "restore_community_").trim_end_matches('s').to_owned();
        community.send(who, "POST", &format!("/rpc/{restore}"), json!({ "id": id(number) })).await;
        assert_eq!(community.found(Ana, "segunda", in_comments).await, [number]);
    }
    // A deleted post takes its comments along.
    assert_eq!(community.delete(Service, "community_posts", OPEN).await.0, 200);
    assert_eq!(community.found(Ana, "segunda", true).await, Vec::<usize>::new());
    let again = json!({ "title": "t", "content": "segunda" });
    community.write("community_posts", OPEN, again).await;
    assert_eq!(community.found(Ana, "segunda", false).await, [OPEN], "under the same id");
}

#[db_test]
async fn comments_are_found_in_the_channel_of_their_post(community: Community) {
    let in_channel = |channel: &'static str, in_comments: bool| {
        let community = &community;
        let arguments = json!({ "search": "ana bia", "in_comments": in_comments, "channel_id": channel });
        async move { numbers(&community.search_as(Moderator.caller(), arguments).await) }
    };
    let both = json!({ "content": "Ana e Bia" });
    community.change(Bia, "community_posts", OPEN, both.clone()).await;
    community.change(Ana, "community_comments", COMMENT, both).await;
    for (channel, other) in [("1", "9"), ("9", "1")] {
        let moved = json!({ "channel_id": channel });
        assert_eq!(community.change(Service, "community_posts", OPEN, moved).await.0, 200);
        assert_eq!(in_channel(channel, false).await, [OPEN]);
        assert_eq!(in_channel(channel, true).await, [COMMENT]);
        assert_eq!(in_channel(other, false).await, Vec::<usize>::new());
        assert_eq!(in_channel(other, true).await, Vec::<usize>::new());
    }
    assert_eq!(community.found(Ana, "bia", true).await, Vec::<usize>::new(), "moved to a channel not read");
}

#[db_test]
async fn the_pages_of_a_search_hold_each_text_once(community: Community) {
    let posts: Vec<Value> = (100..145)
        .map(|number| {
            // Five rows have the same instant.
            let at = format!("2026-01-01T00:00:{:02}.000000+00:00", number / 5);
            json!({ "id": id(number), "title": "t", "content": format!("palavra {number}"),
                "author_id": id(2), "channel_id": "1", "created_at": at })
        })
        .collect();
    community.add(Service, "community_posts", json!(posts)).await;
    let (mut all, mut next) = (Vec::new(), Value::Null);
    loop {
        let mut arguments = json!({ "search": "palavra", "in_comments": false });
        if let Some(at) = next.get("at") {
            arguments["before_at"] = at.clone();
            arguments["before_id"] = next["id"].clone();
        }
        let page = community.search_as(Ana.caller(), arguments).await;
        all.extend(numbers(&page));
        next = page["next"].clone();
        if next.is_null() {
            break;
        }
    }
    let instants: Vec<usize> = all.iter().map(|number| number / 5).collect();
    assert!(instants.is_sorted_by(|one, other| one >= other), "{all:?}");
    all.sort_unstable();
    assert_eq!(all, (100..145).collect::<Vec<_>>());
}

/// Frequent words are searched among the newest texts only, without the index, and must have the same results.
#[db_test]
async fn frequent_words_are_found_like_rare_words(community: Community) {
    for number in 100..200_usize {
        let (letter, word) = (if number % 2 == 0 { "e" } else { "em" }, format!("Ação{}", number % 2));
        let text = json!({ "title": "Meta", "content": format!("{word} {letter} cláusula") });
        community.write("community_posts", number, text).await;
        let text = json!({ "post_id": id(OPEN), "content": format!("{word} {letter} cláusula") });
        community.write("community_comments", number + 200, text).await;
    }
    for (search, expected) in [
        ("clausula", (180..200).rev().collect::<Vec<_>>()),
        ("acao", (180..200).rev().collect()),
        // A single letter matches as a word, not as a beginning.
        ("e clausula", (160..200).step_by(2).rev().collect()),
        ("em acao1", (160..200).filter(|number| number % 2 == 1).rev().collect()),
        ("acao0 acao1", vec![]),
    ] {
        let comments: Vec<_> = expected.iter().map(|number| number + 200).collect();
        assert_eq!(community.found(Ana, search, false).await, expected, "{search}");
        assert_eq!(community.found(Ana, search, true).await, comments, "{search}");
    }
}

#[db_test]
async fn similar_topics_share_words_of_the_title(community: Community) {
    community.add(Service, "channels", json!({ "id": "6", "name": "fórum", "created_by": null })).await;
    for (number, title, channel) in [
        (31, "Meta de vendas por região", "6"),
        (32, "Reunião de vendas", "6"),
        (33, "Férias", "6"),
        (34, "Metas de venda", "1"),
    ] {
        let post = json!({ "title": title, "content": "x", "channel_id": channel });
        community.write("community_posts", number, post).await;
    }
    let answer = json!({ "post_id": id(32), "content": "assim", "is_accepted": true });
    community.write("community_comments", 41, answer).await;
    let reader = Ana.with(|facts| facts.channels = ids(["1", "6"]));
    for (title, expected) in
        [("Meta das vendas", vec![31]), ("vendas", vec![32, 31]), ("de por", vec![]), ("ferias", vec![33])]
    {
        let call =
            community.send_as(reader.clone(), "POST", "/rpc/similar_topics", json!({ "title": title }));
        let found = answered(call.await, 200);
        assert_eq!(numbers(&json!({ "results": found })), expected, "{title}");
        if title == "vendas" {
            assert_eq!((&found[0]["is_solved"], &found[0]["comments_count"]), (&json!(true), &json!(1)));
        }
    }
    let hidden = json!({ "title": "vendas" });
    let (_, found) = community.send(Ana, "POST", "/rpc/similar_topics", hidden).await;
    assert_eq!(found, json!([]), "who does not read the forum");
}

#[db_test]
async fn a_hidden_post_yields_no_similar_topics(community: Community) {
    community.change(Service, "community_posts", HIDDEN, json!({ "title": "sigiloso" })).await;
    let comment = json!({ "post_id": id(HIDDEN), "content": "palavra", "author_id": id(1) });
    community.write("community_comments", 41, comment).await;
    for search in ["sigiloso", "palavra"] {
        for in_comments in [false, true] {
            assert_eq!(community.found(Ana, search, in_comments).await, Vec::<usize>::new(), "{search}");
        }
    }
}

#[db_test(databases::empty())]
async fn texts_from_before_the_index_are_found(place: Place) {
    let former = MIGRATIONS.iter().position(|(name, _)| *name == "0033_search").unwrap();
    let old = Db::open(&place.target, &MIGRATIONS[..former]).await.unwrap();
    let at = "2026-01-01T00:00:00.000000+00:00";
    old.write(move |tx| {
        tx.execute(
            "INSERT INTO users (id, email, created_at, updated_at) VALUES ('ana', 'a@b.example', $1, $1)",
            &[at.into()],
        )?;
        tx.execute("INSERT INTO channels (id, name, created_at) VALUES ('1', 'a', $1)", &[at.into()])?;
        for (post, text) in [("p1", "gestao: bem-estar"), ("p2", "gestao, *de* risco"), ("p3", "outra")] {
            tx.execute(
                "INSERT INTO community_posts (id, title, content, search_text, channel_id, author_id, created_at,
                     updated_at, last_activity_at) VALUES ($1, 't', 'c', $2, '1', 'ana', $3, $3, $3)",
                &[post.into(), text.into(), at.into()],
            )?;
            tx.execute(
                "INSERT INTO community_comments (id, post_id, content, search_text, author_id, created_at, updated_at)
                 VALUES ($1, $1, 'c', $2, 'ana', $3, $3)",
                &[post.into(), text.into(), at.into()],
            )?;
        }
        Ok::<_, ateneu_db::Error>(())
    })
    .await
    .unwrap();
    old.close().await;
    let db = Db::open(&place.target, MIGRATIONS).await.unwrap();
    for table in ["community_posts", "community_comments"] {
        for (words, expected) in
            [("gestao", vec!["p1", "p2"]), ("estar", vec!["p1"]), ("ris", vec!["p2"]), ("t", vec![])]
        {
            let search = db.dialect().newest_with_words(table);
            let parameters = search.parameters(&[words.to_owned()], false, Some(&["1"]), None, 9);
            let found = db.read(move |tx| {
                let sql = format!(
                    "SELECT t.id, {} AS has_all FROM {} WHERE {} ORDER BY {} LIMIT $4",
                    search.has_all, search.source, search.condition, search.order
                );
                tx.query_as::<(String, bool)>(&sql, &parameters)
            });
            let mut ids: Vec<_> = found.await.unwrap().into_iter().map(|(id, _)| id).collect();
            ids.sort_unstable();
            assert_eq!(ids, expected, "{table} {words}");
        }
    }
    db.close().await;
}
