//! The community with 100,000 posts, as a member reads it: a channel's newest, what is unread, the search.

use anyhow::{Context, Result, ensure};
use rusqlite::Transaction;

use crate::{
    filled::Filled,
    table::{Table, p99},
};

const POSTS: u32 = 100_000;
/// Requests of each kind.
const TIMES: usize = 300;

/// Words of which each post has some, so that a search finds a few thousand posts.
const WORDS: [&str; 12] = [
    "meta",
    "caixa",
    "equipe",
    "cliente",
    "processo",
    "indicador",
    "venda",
    "rotina",
    "cargo",
    "conselho",
    "margem",
    "projeto",
];

fn fill(transaction: &Transaction<'_>) -> Result<()> {
    let author: String =
        transaction.query_row("SELECT author_id FROM community_posts LIMIT 1", [], |row| row.get(0))?;
    let mut insert = transaction.prepare(
        "INSERT INTO community_posts (id, title, content, content_html, excerpt, search_text, channel_id, author_id,
             tags, created_at, updated_at, last_activity_at)
         VALUES (printf('00000000-0000-7000-8000-%012d', ?1), ?2, ?3, '<p>' || ?3 || '</p>', ?3, ?4,
             CAST(1 + ?1 % 4 AS TEXT), ?5, '[]',
             strftime('%Y-%m-%dT%H:%M:%S.000000+00:00', 1600000000 + ?1 * 60, 'unixepoch'),
             '2026-01-01T00:00:00.000000+00:00',
             strftime('%Y-%m-%dT%H:%M:%S.000000+00:00', 1600000000 + ?1 * 60, 'unixepoch'))",
    )?;
    for number in 0..POSTS {
        let word = |step: u32| WORDS[(number / step) as usize % WORDS.len()];
        let title = format!("Como tratar {} e {}", word(1), word(7));
        let content = format!("Uma situação real sobre {}, {} e {}. ", word(3), word(11), word(13)).repeat(6);
        let parity = number % 2;
        let words = format!("{title} {content} somente{parity} nunca{parity}").to_lowercase();
        let words = words.replace(['.', ','], "").replace("ção", "cao");
        insert.execute((number, &title, &content, &words, &author))?;
    }
    Ok(())
}

/// See the module.
pub fn reading(table: &mut Table) -> Result<()> {
    let demo = Filled::start("membro@demo.test", fill)?;
    let get = |path: &str| demo.ask("GET", path, "");
    let list = "/rest/v1/community_posts?select=id,title,excerpt,author_id,likes_count,comments_count,views_count,\
                created_at,community_likes(user_id),post_states(read_at,level)&is_pinned=eq.false&is_deleted=eq.false\
                &order=created_at.desc,id.desc&limit=20";
    let (mut times, mut after) = (Vec::new(), String::new());
    for number in 0..TIMES {
        let (time, rows) = get(&format!("{list}&channel_id=eq.{}{after}", 1 + number % 4))?;
        let last = rows[19]["created_at"].as_str().context("the list is short")?.replace('+', "%2B");
        after = format!("&created_at=lt.{last}");
        times.push(time);
    }
    table.under("feed of 20 of 100,000 posts, p99", p99(times), 10.0, "ms");
    let unread: Result<Vec<_>> = (0..TIMES).map(|_| Ok(get("/rest/v1/rpc/community_unread")?.0)).collect();
    table.under("unread posts of six channels, p99", p99(unread?), 5.0, "ms");
    let find = |search: &str| -> Result<(f64, usize)> {
        let body = serde_json::json!({ "search": search, "in_comments": false }).to_string();
        let (time, answer) = demo.ask("POST", "/rest/v1/rpc/search_community", &body)?;
        Ok((time, answer["results"].as_array().context("no results")?.len()))
    };
    let mut times = Vec::new();
    for number in 0..TIMES {
        let (one, two) = (WORDS[number % WORDS.len()], WORDS[number / WORDS.len() % WORDS.len()]);
        let (time, found) = find(&format!("{one} {two}"))?;
        ensure!(found > 0, "{one} {two}: nothing was found");
        times.push(time);
    }
    table.under("search of two words in 100,000 posts, p99", p99(times), 50.0, "ms");
    let letters: Result<Vec<_>> = (0..TIMES)
        .map(|number| {
            let part = |word: &str, letters: usize| word[..letters].to_owned();
            let (one, two) = (WORDS[number % WORDS.len()], WORDS[(number + 1) % WORDS.len()]);
            Ok(find(&format!("{} {}", part(one, 2), part(two, 3)))?.0)
        })
        .collect();
    table.under("search of beginnings of words in 100,000 posts, p99", p99(letters?), 50.0, "ms");
    // Words of which both are common and no post has both, and one that nobody wrote.
    let mut times = Vec::new();
    for number in 0..TIMES {
        let (time, found) = find(&format!("somente{} nunca{}", number % 2, (number + 1) % 2))?;
        ensure!(found == 0, "{found} were found");
        times.push(time);
        times.push(find(&format!("inexistente{number}"))?.0);
    }
    table.under("search that finds nothing in 100,000 posts, p99", p99(times), 50.0, "ms");
    Ok(())
}
