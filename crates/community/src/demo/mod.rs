//! Demo data: channels with their members, posts, comments, likes, views and reports: real rows, so that every count is
//! true. count is true.

mod ids;
mod moderation;

use anyhow::{Context, Result};
use ateneu_module::demo::{Demo, id, person};
use serde::Deserialize;
use serde_json::{Value, json};

use self::ids::{member, post_id};

/// Id, name, description, private, members.
const CHANNELS: [(&str, &str, &str, bool, usize); 6] = [
    ("1", "geral", "Conversas abertas a todos os membros.", false, 142),
    ("2", "liderança", "Dirigir equipes, delegar e decidir.", false, 85),
    ("3", "gestão-empresarial", "Processo, caixa, indicadores e rotina.", false, 67),
    ("4", "networking", "Apresentações, vagas e indicações.", false, 156),
    ("5", "recursos-premium", "Modelos e materiais reservados.", true, 23),
    ("6", "fórum", "Perguntas longas e respostas com calma.", false, 94),
];

/// Days since the last visit of the demo's member.
const LAST_VISIT: u64 = 6;

#[derive(Deserialize)]
struct File {
    categories: Vec<Category>,
    posts: Vec<Post>,
    comments: Vec<Comment>,
}

#[derive(Deserialize)]
struct Category {
    name: String,
    color: String,
    sort_order: i64,
}

#[derive(Deserialize)]
struct Post {
    title: String,
    category: String,
    channel: String,
    tags: Vec<String>,
    author: usize,
    #[serde(default)]
    is_pinned: bool,
    days_ago: u64,
    likes: usize,
    views: usize,
    content: String,
}

#[derive(Deserialize)]
struct Comment {
    post: usize,
    author: usize,
    days_ago: u64,
    #[serde(default)]
    is_accepted: bool,
    content: String,
}

/// Returns the member with that number among those who liked a post: a part of its readers that varies by post.
fn liker(position: usize, post: &Post, number: usize) -> usize {
    (number + position * 5 + 1) % post.views.max(1)
}

pub async fn fill(demo: Demo) -> Result<()> {
    let file: File =
        toml::from_str(include_str!("../../demo/community.toml")).context("demo/community.toml")?;
    fill_channels(&demo).await?;
    let categories: Vec<Value> = file
        .categories
        .iter()
        .map(|category| {
            json!({ "id": id("community_category", &category.name), "name": category.name, "color": category.color,
                "sort_order": category.sort_order })
        })
        .collect();
    demo.insert("community_categories", &categories).await?;
    let posts: Vec<Value> = file.posts.iter().enumerate().map(|post| post_row(&demo, post)).collect();
    demo.insert("community_posts", &posts).await?;
    let comments: Vec<Value> =
        file.comments.iter().enumerate().map(|comment| comment_row(&demo, comment)).collect();
    demo.insert("community_comments", &comments).await?;
    fill_visits(&demo, &file).await?;
    let (mut likes, mut views) = (Vec::new(), Vec::new());
    for (position, post) in file.posts.iter().enumerate() {
        let row = |reader: usize| json!({ "post_id": post_id(position), "user_id": member(reader) });
        likes.extend((0..post.likes).map(|number| row(liker(position, post, number))));
        views.extend((0..post.views).map(row));
    }
    demo.insert("community_likes", &likes).await?;
    demo.insert("community_views", &views).await?;
    let authors: Vec<usize> = file.posts.iter().map(|post| post.author).collect();
    moderation::fill(&demo, &authors).await
}

async fn fill_channels(demo: &Demo) -> Result<()> {
    let owner = person("admin@demo.test");
    let channels: Vec<Value> = CHANNELS
        .iter()
        .map(|(id, name, description, is_private, _)| {
            json!({ "id": id, "name": name, "description": description, "is_private": is_private,
                "created_by": owner, "created_at": "2025-01-06T12:00:00Z" })
        })
        .collect();
    demo.insert("channels", &channels).await?;
    let members: Vec<Value> = CHANNELS
        .iter()
        .flat_map(|(id, .., count)| {
            (0..*count).map(move |number| json!({ "channel_id": id, "user_id": member(number) }))
        })
        .collect();
    demo.insert("channel_members", &members).await
}

/// Inserts the reading state of the demo's member, and the notices since the last visit.
async fn fill_visits(demo: &Demo, file: &File) -> Result<()> {
    let reader = person("membro@demo.test");
    let read_at = demo.days_ago(LAST_VISIT, 0).to_string();
    let visits: Vec<Value> = CHANNELS
        .iter()
        .map(|(id, ..)| json!({ "user_id": reader, "channel_id": id, "read_at": read_at }))
        .collect();
    demo.insert("channel_states", &visits).await?;
    let own = |post: usize| file.posts.get(post).is_some_and(|post| member(post.author) == reader);
    let answers = file
        .comments
        .iter()
        .enumerate()
        .filter(|(_, comment)| own(comment.post) && member(comment.author) != reader);
    let mut notices: Vec<Value> = answers
        .map(|(position, comment)| {
            let at = demo.days_ago(comment.days_ago, 0).to_string();
            json!({
                "id": id("notice", &position.to_string()), "user_id": reader, "kind": "comment",
                "post_id": post_id(comment.post), "comment_id": id("comment", &position.to_string()),
                "actor_id": member(comment.author), "actors": 1, "created_at": at, "updated_at": at,
                "read_at": (comment.days_ago > LAST_VISIT).then_some(&read_at),
            })
        })
        .collect();
    let liked = file.posts.iter().enumerate().filter(|(position, post)| own(*position) && post.likes > 0);
    notices.extend(liked.map(|(position, post)| {
        let at = demo.days_ago(LAST_VISIT / 2, position).to_string();
        json!({
            "id": id("notice", &format!("likes/{position}")), "user_id": reader, "kind": "like",
            "post_id": post_id(position), "comment_id": Value::Null, "actor_id": member(liker(position, post, 0)),
            "actors": post.likes, "created_at": at, "updated_at": at, "read_at": Value::Null,
        })
    }));
    demo.insert("notices", &notices).await
}

fn post_row(demo: &Demo, (position, post): (usize, &Post)) -> Value {
    json!({
        "id": post_id(position), "title": post.title, "content": post.content.trim(),
        "category_id": id("community_category", &post.category), "channel_id": post.channel, "tags": post.tags,
        "author_id": member(post.author), "is_pinned": post.is_pinned,
        "created_at": demo.days_ago(post.days_ago, position * 7).to_string(),
    })
}

fn comment_row(demo: &Demo, (position, comment): (usize, &Comment)) -> Value {
    json!({
        "id": id("comment", &position.to_string()), "post_id": post_id(comment.post), "content": comment.content.trim(),
        "author_id": member(comment.author), "created_at": demo.days_ago(comment.days_ago, 0).to_string(),
        "is_accepted": comment.is_accepted,
    })
}
