//! Demo data: messages of the contact form and entries of the waiting list, whose emails count as sent.

use anyhow::{Context, Result};
use ateneu_base::{Value, fold::fold};
use ateneu_module::demo::{Demo, id};

/// Days before the demo's day, name, email, company, subject, message, state.
const MESSAGES: [(u64, &str, &str, &str, &str, &str, &str); 7] = [
    (
        1,
        "Helena Prado",
        "helena.0@exemplo.com.br",
        "Empresa A",
        "Mentoria Executiva",
        "Assumi a diretoria há três meses e queria conversar sobre os primeiros cem dias. Há horário em dezembro?",
        "new",
    ),
    (
        2,
        "Caio Menezes",
        "caio.1@exemplo.com.br",
        "Empresa B",
        "Palestras e Eventos",
        "Temos um encontro de gerentes em março, para 120 pessoas. Você fala sobre rituais de gestão?",
        "new",
    ),
    (
        4,
        "Renata Salles",
        "renata.2@exemplo.com.br",
        "",
        "Outros Assuntos",
        "Sou membro do plano Update e não achei onde trocar o cartão.",
        "new",
    ),
    (
        6,
        "Otávio Brito",
        "otavio.3@exemplo.com.br",
        "Empresa C",
        "Consultoria Estratégica",
        "Crescemos de 40 para 90 pessoas em um ano e as reuniões não acompanham. Como funciona a consultoria?",
        "answered",
    ),
    (
        9,
        "Lívia Campos",
        "livia.4@exemplo.com.br",
        "Jornal D",
        "Mídia e Entrevistas",
        "Preparo uma matéria sobre sucessão em empresas familiares e gostaria de ouvir você.",
        "answered",
    ),
    (
        14,
        "Bruno Tavares",
        "bruno.5@exemplo.com.br",
        "Empresa E",
        "Parcerias",
        "Divulgamos cursos de terceiros e queremos oferecer os seus.",
        "archived",
    ),
    // Her plan has priority.
    (
        3,
        "Amanda Rocha",
        "membro.professional@demo.test",
        "",
        "Outros Assuntos",
        "Quero usar o roteiro de diagnóstico com os meus gerentes. Posso imprimir uma cópia para cada um?",
        "new",
    ),
];

/// Days before the demo's day, name, company, size.
const WAITING: [(u64, &str, &str, &str); 5] = [
    (1, "Patrícia Nogueira", "Metalúrgica F", "50 a 200"),
    (3, "Rodrigo Sampaio", "Clínica G", "10 a 49"),
    (5, "Aline Teixeira", "Distribuidora H", "Mais de 200"),
    (11, "Sérgio Paiva", "Escritório I", "Até 9"),
    (18, "Júlia Fontes", "Confecção J", "10 a 49"),
];

pub async fn fill(demo: Demo) -> Result<()> {
    fill_messages(&demo).await?;
    fill_waiting(&demo).await
}

async fn fill_waiting(demo: &Demo) -> Result<()> {
    let rows = WAITING.into_iter().enumerate().map(|(number, (days, name, company, size))| -> [Value; 6] {
        let first = fold(name.split(' ').next().unwrap_or_default());
        [
            id("waiting", &number.to_string()).into(),
            name.into(),
            format!("{first}.{number}@exemplo.com.br").into(),
            company.into(),
            size.into(),
            demo.days_ago(days, 50 * number).into(),
        ]
    });
    let rows: Vec<_> = rows.collect();
    let written = demo.db.write(move |tx| {
        let sql = "INSERT INTO waitlist_entries (id, name, email, company, size, created_at, updated_at, notified_at)
                   VALUES ($1, $2, $3, $4, $5, $6, $6, $6)";
        rows.iter().try_for_each(|values| tx.execute(sql, values).map(drop))?;
        tx.changed_table("waitlist_entries");
        Ok::<_, ateneu_db::Error>(())
    });
    written.await.context("the demo's waiting list")
}

async fn fill_messages(demo: &Demo) -> Result<()> {
    let mut rows = Vec::new();
    for (number, (days, name, email, company, subject, message, status)) in MESSAGES.into_iter().enumerate() {
        let at = demo.days_ago(days, 40 * number);
        let values: Vec<Value> = vec![
            id("contact", &number.to_string()).into(),
            name.into(),
            email.into(),
            company.into(),
            subject.into(),
            message.into(),
            status.into(),
            at.into(),
            fold(&format!("{name} {email} {company} {message}")).into(),
        ];
        rows.push(values);
    }
    let written = demo.db.write(move |tx| {
        let sql = "INSERT INTO contacts
                       (id, name, email, company, subject, message, status, created_at, updated_at, notified_at, search_text)
                   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8, $8, $9)";
        rows.iter().try_for_each(|values| tx.execute(sql, values).map(drop))?;
        tx.changed_table("contacts");
        Ok::<_, ateneu_db::Error>(())
    });
    written.await.context("the demo's messages")
}
