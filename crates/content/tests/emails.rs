//! The words of emails: what the owner may write, and what comes of it.

#![expect(clippy::unwrap_used, reason = "a test that cannot read must stop")]

use std::fs;

use ateneu_content::{
    Content, Error,
    emails::{
        AccountConfirmation, Block, Button, Code, CodesLeft, ContactNotice, ContactReceipt, LinkAndCode,
        MembershipCanceled, MembershipFailed, NewsletterConfirmation, Owner, Quote, ShortMessage, Texts,
        Written,
    },
};

const OWNER: Owner<'_> = Owner {
    name: "Ana Lima",
    email: "ana@lima.test",
    site: "lima.test",
    office_hours: "De segunda a sexta.",
};

/// Opens the content with these replacements in the file of the emails, each of which must apply.
fn edited(changes: &[(&str, &str)]) -> (tempfile::TempDir, Result<Content, Error>) {
    let mut text = String::from_utf8(ateneu_content::original("emails").unwrap()).unwrap();
    for (from, to) in changes {
        assert!(text.contains(from), "the file holds {from:?}");
        text = text.replacen(from, to, 1);
    }
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("emails.toml"), text).unwrap();
    let content = Content::open(Some(folder.path()));
    (folder, content)
}

fn written<T>(content: &Content, write: impl FnOnce(&Texts<'_>) -> T) -> T {
    write(&Texts { content: &content.current().emails, owner: OWNER })
}

fn confirmation(days: i64) -> NewsletterConfirmation {
    NewsletterConfirmation { days, button: Button("https://lima.test/confirmar".into()) }
}

fn paragraphs(email: &Written) -> Vec<&str> {
    let paragraphs = email.blocks.iter().filter_map(|block| match block {
        Block::Paragraph(text) => Some(text.as_str()),
        _ => None,
    });
    paragraphs.collect()
}

#[test]
fn an_email_is_the_file_with_its_values() {
    let content = Content::open(None).unwrap();
    let email = written(&content, |texts| texts.email(&confirmation(7)));
    assert_eq!(email.subject, "Confirme a sua inscrição na carta");
    assert!(paragraphs(&email)[0].ends_with("O link vale por 7 dias."), "{email:?}");
    let [_, Block::Action { label, link }] = &email.blocks[..] else { panic!("{email:?}") };
    assert_eq!((&**label, &**link), ("Confirmar inscrição", "https://lima.test/confirmar"));

    let code = LinkAndCode {
        button: Button("https://lima.test".into()),
        code: Code("123456".into()),
        link_time: "1 hora".into(),
        code_time: "10 minutos".into(),
    };
    let email = written(&content, |texts| texts.email(&AccountConfirmation(code)));
    assert!(matches!(&email.blocks[2], Block::Code(code) if code == "123456"), "{email:?}");
    assert!(paragraphs(&email)[1].starts_with("O link vale por 1 hora; o código, por 10 minutos."));
}

#[test]
fn wrapped_lines_are_one_paragraph() {
    let (_folder, content) =
        edited(&[("Se foi você, confirme. O link", "Se foi você,\n confirme.\n  O link")]);
    let email = written(&content.unwrap(), |texts| texts.email(&confirmation(7)));
    assert!(paragraphs(&email)[0].contains("Se foi você, confirme. O link vale"), "{email:?}");
}

#[test]
fn values_are_inserted_as_one_line_of_plain_text() {
    let content = Content::open(None).unwrap();
    let fields = ContactNotice {
        name: "Ana\r\nBcc: x@y.test <b>{email}</b>".into(),
        email: "ana@exemplo.test".into(),
        company: None,
        subject: "Palestra\u{2028}{nome}".into(),
        message: Quote("Olá.\n\nNome | {nome}".into()),
    };
    let email = written(&content, |texts| texts.email(&fields));
    assert_eq!(email.subject, "Contato pelo site: Palestra {nome}");
    assert_eq!(email.preheader, "Ana Bcc: x@y.test <b>{email}</b> escreveu pelo formulário de contato.");
    let [Block::Fields(rows), Block::Quote(quote), _] = &email.blocks[..] else { panic!("{email:?}") };
    let labels: Vec<_> = rows.iter().map(|(label, _)| label.as_str()).collect();
    assert_eq!(labels, ["Nome", "E-mail", "Assunto"], "a row without a value is left out");
    assert_eq!(quote, "Olá.\n\nNome | {nome}");
}

#[test]
fn a_paragraph_without_its_value_is_left_out() {
    let content = Content::open(None).unwrap();
    let failed = |page| MembershipFailed {
        charge: ateneu_content::emails::Charge::Unknown,
        plan: "Scale".into(),
        until: "2 de maio".into(),
        button: Button("https://lima.test/portal".into()),
        page,
    };
    let count = |page| written(&content, |texts| texts.email(&failed(page)).blocks.len());
    assert_eq!((count(Some("https://pagar.test".into())), count(None)), (3, 2));

    let canceled = MembershipCanceled { plan: "Scale".into(), until: "2 de maio".into(), button: None };
    let email = written(&content, |texts| texts.email(&canceled));
    assert_eq!(paragraphs(&email).len(), email.blocks.len(), "no button: {email:?}");
    assert_eq!(email.preheader, paragraphs(&email)[0], "the first paragraph is the preview");
}

#[test]
fn every_text_knows_the_owner() {
    let content = Content::open(None).unwrap();
    let receipt = ContactReceipt { subject: "Palestra".into() };
    let email = written(&content, |texts| texts.email(&receipt));
    assert_eq!(paragraphs(&email)[1], OWNER.office_hours);
    let sms = ShortMessage::SignIn { code: "123456".into() };
    let text = written(&content, |texts| texts.phrase(&sms));
    assert_eq!(text, "123456 é o seu código para entrar em lima.test. Não o passe a ninguém.");
    let left = written(&content, |texts| texts.phrase(&CodesLeft::Many { count: 3 }));
    assert_eq!(left, "Restam 3 códigos.");
}

#[test]
fn a_wrong_field_is_refused_with_its_line() {
    let cases = [
        (
            "por {dias} dias",
            "por {dia} dias",
            "por {dia} dias",
            "newsletter_confirmation.body: there is no field {dia} here; did you mean dias?",
        ),
        (
            "Contato pelo site: {assunto}",
            "{mensagem}",
            "subject = \"{mensagem}",
            "contact_notice.subject: {mensagem} needs a line of its own in the body",
        ),
        (
            "E-mail | {email}",
            "E-mail | {empresa}",
            "[contact_notice]",
            "contact_notice: the field {email} is missing",
        ),
        (
            "\n\n{botão}\"\"\"\nbutton = \"Confirmar",
            "\"\"\"\nbutton = \"Confirmar",
            "[newsletter_confirmation]",
            "newsletter_confirmation: the field {botão} is missing",
        ),
        (
            "button = \"Confirmar inscrição\"\n",
            "",
            "[newsletter_confirmation]",
            "newsletter_confirmation.button: is missing, expected a text",
        ),
        (
            "E-mail | {email}",
            "E-mail {botão} | {email}",
            "E-mail {botão}",
            "contact_notice.body: there is no field {botão} here",
        ),
        (
            "Confirme a sua inscrição na carta",
            "Confirme {dias",
            "Confirme {dias",
            "newsletter_confirmation.subject: a brace stands for",
        ),
        (
            "Confirme a sua inscrição na carta",
            "Confirme\\n agora",
            "Confirme\\n agora",
            "newsletter_confirmation.subject: expected one line",
        ),
        (
            "{nome} escreveu pelo",
            "{empresa} escreveu pelo",
            "{empresa} escreveu",
            "contact_notice.preheader: {empresa} has no value in some emails",
        ),
        (
            "Restam {quantos} códigos.",
            "Restam alguns.",
            "Restam alguns",
            "codes_left.many: the field {quantos} is missing",
        ),
        (
            "Resta 1 código.",
            "Resta {quantos}.",
            "Resta {quantos}",
            "codes_left.one: there is no field {quantos} here",
        ),
        (
            "none = \"Não resta",
            "nome = \"Não resta",
            "nome = \"Não",
            "codes_left.nome: there is no such key here; did you mean none?",
        ),
        (
            "[contact_receipt]",
            "[contact_receit]",
            "[contact_receit]",
            "contact_receit: there is no such key here; did you mean contact_receipt?",
        ),
        (
            "preheader = \"Falta um passo: confirmar",
            "buton = \"Falta um passo: confirmar",
            "buton =",
            "newsletter_confirmation.buton: there is no such key here; did you mean button?",
        ),
    ];
    for (from, to, at, expected) in cases {
        let (folder, content) = edited(&[(from, to)]);
        let Error(problems) = content.unwrap_err();
        let found = problems.iter().find(|problem| problem.what.starts_with(expected));
        let found = found.unwrap_or_else(|| panic!("{expected}: {problems:?}"));
        let text = fs::read_to_string(folder.path().join("emails.toml")).unwrap();
        let line = 1 + text.lines().position(|line| line.contains(at)).unwrap();
        assert_eq!(found.line, Some(line), "{found}");
    }
}

#[test]
fn emails_that_the_owners_file_lacks_stay_as_they_were() {
    let folder = tempfile::tempdir().unwrap();
    let own = "[codes_left]\nnone = \"Nenhum.\"\none = \"Um.\"\nmany = \"Ainda {quantos}.\"\n";
    fs::write(folder.path().join("emails.toml"), own).unwrap();
    let content = Content::open(Some(folder.path())).unwrap();
    let left = written(&content, |texts| texts.phrase(&CodesLeft::Many { count: 3 }));
    assert_eq!(left, "Ainda 3.");
    let email = written(&content, |texts| texts.email(&confirmation(7)));
    assert_eq!(email.subject, "Confirme a sua inscrição na carta");

    fs::write(folder.path().join("emails.toml"), "[codes_left]\nnone = \"Nenhum.\"\n").unwrap();
    let message = Content::open(Some(folder.path())).unwrap_err().to_string();
    assert!(message.contains("line 1: codes_left.one: is missing"), "a table is whole: {message}");
}

#[test]
fn a_button_key_is_only_for_emails_with_a_button() {
    let (_folder, content) =
        edited(&[("preheader = \"{nome} escreveu", "button = \"Abrir\"\npreheader = \"{nome} escreveu")]);
    let message = content.unwrap_err().to_string();
    assert!(message.contains("contact_notice.button: there is no such key here"), "{message}");
}

#[test]
fn no_page_gets_the_words_of_emails() {
    let content = Content::open(None).unwrap();
    assert!(!content.current().to_json().unwrap().contains_key("emails"));
    assert!(!ateneu_content::typescript().contains("Emails"));
}
