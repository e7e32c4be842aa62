//! Demo data: categories, contents and the demo member's progress. Each content is a Markdown file with front matter.

use std::{collections::BTreeMap, time::Duration};

use anyhow::{Context, Result};
use ateneu_module::demo::{Demo, html, id, person};
use rust_embed::RustEmbed;
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(RustEmbed)]
#[folder = "demo/contents"]
struct Files;

#[derive(Deserialize)]
struct Front {
    title: String,
    description: String,
    /// Line after the subject of a letter.
    preheader: Option<String>,
    content_type: String,
    category: String,
    /// Reading time. `None` if it is computed from the text.
    read_time: Option<String>,
    tags: Vec<String>,
    created_at: String,
    is_published: bool,
    is_featured: bool,
    is_member_only: bool,
    /// Days from the demo's day until the end of early access.
    early_days: Option<u64>,
    external_link: Option<String>,
    /// A picture of `demo/media`.
    cover: Option<String>,
    /// Sound, film or document of `demo/media` for the content.
    file: Option<String>,
}

const CATEGORIES: [(&str, &str); 9] = [
    ("Liderança", "Dirigir pessoas, decidir e responder por elas."),
    ("Estratégia", "Escolher o que fazer e, sobretudo, o que não fazer."),
    ("Vendas", "Funil, previsão, preço e conversa com o cliente."),
    ("Gestão", "Reuniões, números, caixa e rotina de empresa."),
    ("Pessoas", "Contratar, avaliar, desenvolver e despedir."),
    ("Produtividade", "Agenda, foco e trabalho que aparece."),
    ("Cliente", "Atendimento, retenção e escuta."),
    ("Tecnologia", "Sistemas, dados e inteligência artificial com critério."),
    ("Metodologia", "Ciclos, roteiros e modelos para copiar."),
];

/// Stores a copy of a demo file among the contents' files. Returns its address from the root of the site, for any
/// origin. origin.
async fn upload(demo: &Demo, folder: &str, slug: &str, name: &str) -> Result<String> {
    let key = demo.upload("contents", &format!("{folder}/demo-{slug}"), name).await?;
    Ok(format!("/storage/v1/object/public/contents/{key}"))
}

async fn content(demo: &Demo, slug: &str, text: &str) -> Result<(String, Value)> {
    let mut parts = text.splitn(3, "+++\n");
    let (front, body) = (parts.nth(1).context("no front matter")?, parts.next().context("no body")?);
    let front: Front = toml::from_str(front)?;
    let thumbnail_url = match &front.cover {
        Some(name) => Some(upload(demo, "thumbnails", slug, name).await?),
        None => None,
    };
    let file_url = match &front.file {
        Some(name) => Some(upload(demo, &front.content_type, slug, name).await?),
        None => None,
    };
    let published_at = front.is_published.then(|| front.created_at.clone());
    let row = json!({
        "id": id("content", slug),
        "title": front.title,
        "description": front.description,
        "body": html(body),
        "preheader": front.preheader,
        "content_type": front.content_type,
        "category_id": id("category", &front.category),
        "read_time": front.read_time,
        "tags": front.tags,
        "created_at": front.created_at,
        "updated_at": front.created_at,
        "published_at": published_at,
        "is_published": front.is_published,
        "is_featured": front.is_featured,
        "is_member_only": front.is_member_only,
        "visible_from": front.early_days.map(|days| demo.now() + Duration::from_hours(24 * days)),
        "external_link": front.external_link,
        "thumbnail_url": thumbnail_url,
        "file_url": file_url,
        "author_id": person("admin@demo.test"),
    });
    Ok((front.created_at, row))
}

pub async fn fill(demo: Demo) -> Result<()> {
    let categories: Vec<Value> = CATEGORIES
        .iter()
        .map(|(name, description)| {
            json!({ "id": id("category", name), "name": name, "description": description,
                "created_at": "2025-01-06T12:00:00Z", "updated_at": "2025-01-06T12:00:00Z" })
        })
        .collect();
    demo.insert("categories", &categories).await?;
    let mut contents = BTreeMap::new();
    for path in Files::iter() {
        let file = Files::get(&path).context("embedded file")?;
        let text = std::str::from_utf8(&file.data)?;
        let slug = path.trim_end_matches(".md");
        let (created_at, row) =
            content(&demo, slug, text).await.with_context(|| format!("demo/contents/{path}"))?;
        contents.insert((created_at, slug.to_owned()), row);
    }
    demo.insert("contents", &contents.into_values().collect::<Vec<_>>()).await?;
    demo.insert("content_progress", &READ.map(progress)).await
}

/// Exclusive articles that the demo member has opened, with the percentage read.
const READ: [(&str, u8); 3] = [
    ("demitir-com-respeito", 100),
    ("quem-assina-quando-voce-sai-de-ferias", 35),
    ("a-conversa-de-caixa-da-sexta-feira", 62),
];

fn progress((slug, percent): (&str, u8)) -> Value {
    let completed_at = (percent == 100).then_some("2026-11-02T12:00:00Z");
    json!({ "content_id": id("content", slug), "user_id": person("membro@demo.test"), "position": percent,
        "progress": percent, "completed_at": completed_at })
}
