//! The owner's files after edits by hand, with mistakes.

#![expect(clippy::unwrap_used, reason = "a test that cannot read must stop")]

use std::{collections::BTreeSet, fs, path::Path};

use ateneu_base::{Entitlement, Interval};
use ateneu_content::{
    Content, ContentFiles, Error, Inclusion, PlanId, Reload, samples, unbacked, write_originals,
};

/// Reads an embedded file.
fn original(name: &str) -> String {
    String::from_utf8(ateneu_content::original(name).unwrap()).unwrap()
}

/// Creates a folder with one file: the original with one replacement, which must apply.
fn edited(name: &str, from: &str, to: &str) -> tempfile::TempDir {
    let text = original(name);
    assert!(text.contains(from), "{name} holds {from:?}");
    let folder = tempfile::tempdir().unwrap();
    fs::write(file(folder.path(), name), text.replacen(from, to, 1)).unwrap();
    folder
}

fn file(folder: &Path, name: &str) -> std::path::PathBuf {
    folder.join(format!("{name}.toml"))
}

fn refused(folder: &tempfile::TempDir) -> Error {
    Content::open(Some(folder.path())).unwrap_err()
}

/// Returns the line of the edited file that holds this text.
fn line(folder: &tempfile::TempDir, name: &str, text: &str) -> usize {
    let written = fs::read_to_string(file(folder.path(), name)).unwrap();
    1 + written.lines().position(|line| line.contains(text)).unwrap()
}

#[test]
fn the_built_in_files_are_complete_and_marked_as_samples() {
    let content = Content::open(None).unwrap();
    assert_eq!(&*content.current().site.name, "Seu Nome");
    let samples = samples(None).unwrap();
    let of = |name: &str| samples.iter().find(|sample| sample.file == format!("content/{name}.toml"));
    assert!(of("about").unwrap().marked.is_some());
    let site = of("site").unwrap();
    assert!(site.marked.is_none());
    let places = |text: &str| site.placeholders.iter().any(|(line, found)| *line > 1 && found.contains(text));
    for text in
        ["Seu Nome", "seunome.com.br", "linkedin.com/in/seu-nome", "5521999999999", "00.000.000/0000-00"]
    {
        assert!(places(text), "{text}: {site:?}");
    }
}

#[test]
fn the_demo_describes_an_invented_person() {
    let demo = Content::open_demo(None).unwrap().current();
    assert_eq!(demo.site.demonstration, Some(true));
    let text = serde_json::to_string(&demo.to_json().unwrap()).unwrap();
    for placeholder in ["Seu Nome", "seu-nome", "seunome", "Nome Sobrenome", "Empresa A\"", "Instituição A"]
    {
        assert!(!text.contains(placeholder), "{placeholder}");
    }
    let names: BTreeSet<&str> = demo.testimonials.testimonials.iter().map(|one| &*one.name).collect();
    let companies: BTreeSet<&str> = demo.testimonials.testimonials.iter().map(|one| &*one.company).collect();
    assert_eq!((names.len(), companies.len()), (16, 6));
    assert_eq!(Content::open(None).unwrap().current().site.demonstration, None);

    let folder = edited("site", "\"Seu Nome\"", "\"Ana Lima\"");
    let own = Content::open_demo(Some(folder.path())).unwrap();
    assert_eq!(&*own.current().site.name, "Ana Lima");
    assert_eq!(own.current().site.demonstration, None);
    assert!(!own.current().testimonials.sample, "the other files stay the demo's");
    assert!(matches!(own.reload(), Reload::Unchanged));
}

#[test]
fn a_folder_replaces_whole_files_and_keeps_the_others() {
    let folder = edited("site", "\"Seu Nome\"", "\"Ana Lima\"");
    fs::write(folder.path().join("notes.txt"), "not ours").unwrap();
    fs::write(folder.path().join(".#site.toml"), "an editor's").unwrap();
    let content = Content::open(Some(folder.path())).unwrap();
    assert_eq!(&*content.current().site.name, "Ana Lima");
    assert_eq!(&*content.current().home.hero.title, "Mentoria para quem decide.");
    let nowhere = Content::open(Some(&folder.path().join("nowhere"))).unwrap();
    assert_eq!(&*nowhere.current().site.name, "Seu Nome");
}

/// Returns the text without the tables under this heading.
fn without(text: &str, heading: &str) -> String {
    let tables = text.split("\n[");
    let kept: Vec<&str> = tables.filter(|table| !table.starts_with(heading)).collect();
    kept.join("\n[")
}

#[test]
fn questions_facts_and_the_sample_talk_are_optional() {
    let folder = tempfile::tempdir().unwrap();
    for (name, headings) in [
        ("mentoring", &["[questions]]"][..]),
        ("coaching", &["[questions]]", "[format]]"]),
        ("membership", &["features.preview]", "[features.preview.posts]]"]),
    ] {
        let whole = original(name);
        let text = headings.iter().fold(whole.clone(), |text, heading| without(&text, heading));
        assert!(text.len() < whole.len(), "{name} had them");
        fs::write(file(folder.path(), name), text).unwrap();
    }
    let words = Content::open(Some(folder.path())).unwrap().current();
    assert!(words.mentoring.questions.is_empty() && !words.mentoring.format.is_empty());
    assert!(words.coaching.questions.is_empty() && words.coaching.format.is_empty());
    assert!(words.membership.features.preview.is_none());
    let folder = edited("mentoring", "question = \"Quanto custa a mentoria?\"", "question = \"\"");
    assert!(refused(&folder).to_string().contains("question"));
}

#[test]
fn older_lists_of_contents_get_pages_of_documents_and_links() {
    let folder = tempfile::tempdir().unwrap();
    let whole = original("contents");
    let text = without(&without(&whole, "lists.pdf]"), "lists.link]");
    assert!(!text.contains("Documentos") && !text.contains("Links"), "{text}");
    fs::write(file(folder.path(), "contents"), text).unwrap();
    let older = Content::open(Some(folder.path())).unwrap().current();
    let newer = Content::open(None).unwrap().current();
    let lists = |words: &ContentFiles| serde_json::to_value(&words.contents.lists).unwrap();
    assert_eq!(lists(&older), lists(&newer));
}

#[test]
fn an_error_names_file_line_key_and_expected_value() {
    let cases = [
        ("site", "name = \"Seu Nome\"", "name = 7", "name: expected a text, found a number"),
        (
            "site",
            "role = \"Mentoria",
            "role = \" \" # \"",
            "role: expected a text that is not empty, found \" \"",
        ),
        (
            "site",
            "whatsapp = \"55",
            "whatsapp = \"+55",
            "links.whatsapp: expected country code, area code and number",
        ),
        ("site", "email = \"contato@", "email = \"contato", "links.email: expected an e-mail address"),
        (
            "site",
            "scheduling = \"https",
            "scheduling = \"http",
            "links.scheduling: expected a link that begins with",
        ),
        ("site", "cnpj = \"00.", "cnpj = \"01.", "business.cnpj: expected a CNPJ such as"),
        (
            "site",
            "waitlist =",
            "waitlst =",
            "chat.waitlst: there is no such key here; did you mean waitlist?",
        ),
        (
            "home",
            "page = \"about\"",
            "page = \"abuot\"",
            "values[0].page: expected one of about, mentoring, found \"abuot\"",
        ),
        (
            "terms",
            "updated = \"2026-11-21\"",
            "updated = \"2026-02-30\"",
            "updated: expected a day such as 2026-11-21",
        ),
        (
            "terms",
            "id = \"conta\"",
            "id = \"objeto\" # again",
            "sections[1].id: \"objeto\" stands at an entry before this one",
        ),
        ("about", "sample = true", "sample = \"yes\"", "sample: expected true or false, found a text"),
    ];
    for (name, from, to, expected) in cases {
        let folder = edited(name, from, to);
        let error = refused(&folder);
        let shown = file(folder.path(), name).display().to_string();
        let message = error.to_string();
        assert!(message.contains(expected), "{message}");
        assert!(error.0.iter().all(|problem| problem.file == shown), "{message}");
        let at = error.0.iter().find(|problem| problem.what.starts_with(expected)).unwrap();
        // An entry of a list is reported by its first line.
        let lines = [line(&folder, name, to), line(&folder, name, to) - 1];
        assert!(at.line.is_some_and(|line| lines.contains(&line)), "{message}");
    }
}

#[test]
fn a_list_of_the_wrong_length_says_how_many_are_expected() {
    let text = original("testimonials");
    let cut = text.rfind("[[testimonials]]").unwrap();
    let folder = tempfile::tempdir().unwrap();
    fs::write(file(folder.path(), "testimonials"), &text[..cut]).unwrap();
    let message = refused(&folder).to_string();
    assert!(message.ends_with("testimonials: expected exactly 16, found 15"), "{message}");
}

#[test]
fn all_mistakes_are_reported_in_the_order_of_their_lines() {
    let folder = edited("site", "monogram = \"SN\"\n", "name2 = 1\n");
    let site = fs::read_to_string(file(folder.path(), "site")).unwrap();
    fs::write(file(folder.path(), "site"), site.replace("whatsapp = \"", "whatsapp = \"zap ")).unwrap();
    fs::write(file(folder.path(), "home"), "[hero]\ntitle = \n\n[call\n").unwrap();
    fs::write(file(folder.path(), "testimonal"), "").unwrap();
    let error = refused(&folder);
    let message = error.to_string();
    let places: Vec<_> = error
        .0
        .iter()
        .map(|problem| (problem.file.rsplit('/').next().unwrap(), problem.line.is_some()))
        .collect();
    let expected = [
        ("home.toml", true),
        ("home.toml", true),
        ("site.toml", false),
        ("site.toml", true),
        ("site.toml", true),
        ("testimonal.toml", false),
    ];
    assert_eq!(places, expected, "{message}");
    assert!(message.contains("monogram: is missing, expected a text"), "{message}");
    assert!(message.contains("did you mean testimonials?"), "{message}");
    let lines: Vec<_> =
        error.0.iter().filter(|problem| problem.file.ends_with("site.toml")).map(|p| p.line).collect();
    assert!(lines.is_sorted(), "{message}");
}

#[test]
fn an_unreadable_file_is_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(file(folder.path(), "home"), b"[hero]\ntitle = '\xff'").unwrap();
    assert!(refused(&folder).to_string().ends_with("home.toml: is not UTF-8 text"));
    fs::write(folder.path().join("a file"), "").unwrap();
    let message = Content::open(Some(&folder.path().join("a file"))).unwrap_err().to_string();
    assert!(message.contains("a file: cannot be read: "), "{message}");
}

#[test]
fn windows_line_endings_and_a_byte_order_mark_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let text = format!("\u{feff}{}", original("home")).replace('\n', "\r\n");
    fs::write(file(folder.path(), "home"), &text).unwrap();
    Content::open(Some(folder.path())).unwrap();
    fs::write(file(folder.path(), "home"), text.replace("value = \"70\"", "value = 70")).unwrap();
    let error = refused(&folder);
    assert_eq!(error.0[0].line, Some(line(&folder, "home", "value = 70")), "{error}");
}

#[test]
fn a_reload_applies_valid_texts_and_never_broken_ones() {
    let folder = edited("site", "\"Seu Nome\"", "\"Ana Lima\"");
    let content = Content::open(Some(folder.path())).unwrap();
    let (elsewhere, held) = (content.clone(), content.current());
    assert!(matches!(content.reload(), Reload::Unchanged));

    let text = fs::read_to_string(file(folder.path(), "site")).unwrap();
    fs::write(file(folder.path(), "site"), text.replace("Ana Lima", "Bia Rocha")).unwrap();
    assert!(matches!(content.reload(), Reload::Taken));
    assert_eq!(&*elsewhere.current().site.name, "Bia Rocha");
    assert_eq!(&*held.site.name, "Ana Lima", "who is at work keeps what it began with");

    fs::write(file(folder.path(), "site"), "name = ").unwrap();
    assert!(matches!(content.reload(), Reload::Refused(error) if error.to_string().contains("line 1")));
    assert!(matches!(content.reload(), Reload::Unchanged), "message once");
    assert_eq!(&*content.current().site.name, "Bia Rocha");

    fs::remove_file(file(folder.path(), "site")).unwrap();
    assert!(matches!(content.reload(), Reload::Taken));
    assert_eq!(&*content.current().site.name, "Seu Nome");
}

#[test]
fn written_originals_never_overwrite_an_edit() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("content");
    let names = ["site".to_owned(), "home".to_owned()];
    assert_eq!(write_originals(&place, &names[..1]).unwrap(), [file(&place, "site")]);
    fs::write(file(&place, "site"), "edited").unwrap();
    assert_eq!(write_originals(&place, &names).unwrap(), [file(&place, "home")]);
    assert_eq!(fs::read_to_string(file(&place, "site")).unwrap(), "edited");
    assert_eq!(fs::read_to_string(file(&place, "home")).unwrap(), original("home"));
    let message = write_originals(&place, &["sites".to_owned()]).unwrap_err().to_string();
    assert_eq!(message, "content/sites.toml: there is no such file; did you mean site?");
}

/// Returns the faults that `unbacked` finds in this folder, as line and message.
fn promises(folder: &tempfile::TempDir) -> Vec<(usize, String)> {
    let problems = unbacked(Some(folder.path())).unwrap();
    problems.into_iter().map(|problem| (problem.line.unwrap(), problem.what)).collect()
}

#[test]
fn every_line_of_the_shipped_plans_is_backed() {
    assert_eq!(unbacked(None).unwrap(), []);
    let files = Content::open(None).unwrap().current();
    let mut rows = BTreeSet::new();
    for row in &files.plans.comparison.rows {
        for right in &row.rights {
            assert!(rows.insert(*right), "{right:?} stands in one row");
        }
    }
    let held: BTreeSet<_> = files.plans.entitlements(PlanId::Professional).into_iter().collect();
    assert_eq!(rows, held, "every right of a plan has a row");
    let originals: toml::Table = original("plans").parse().unwrap();
    let written = originals["comparison"]["rows"].as_array().unwrap().len();
    assert_eq!(files.plans.comparison.rows.len(), written, "no row is split, left out or added");
}

#[test]
fn a_line_without_backing_is_reported() {
    let articles = r#"right = "articles" }"#;
    let cases = [
        (articles, "}", "\"Artigos exclusivos\": nothing stands behind it"),
        (articles, "agreed = true }", "`agreed` is for plans without a price in figures"),
        (articles, r#"right = "articles", agreed = true }"#, "it names a right, so it is not `agreed`"),
        (articles, r#"right = "articles", soon = true }"#, "articles is there: leave out `soon`"),
        (r#""lives", soon = true"#, r#""lives""#, "nothing stands behind lives yet"),
        (r#""premium_newsletter", every = "week""#, r#""premium_newsletter""#, "write `every = \"week\"`"),
        (
            r#""premium_newsletter", every = "week""#,
            r#""premium_newsletter", soon = true"#,
            "premium_newsletter is there: leave out `soon`",
        ),
        (articles, r#"right = "articles", every = "week" }"#, "leave out `every`"),
        (r#"right = "downloads""#, r#"right = "articles""#, "its right stands in the plan Update already"),
        ("inteira\", agreed = true", "inteira\"", "name the `right` it gives, or write `agreed = true`"),
        ("inteira\", agreed = true", "inteira\", agreed = true, soon = true", "`soon` says nothing"),
    ];
    for (from, to, expected) in cases {
        let folder = edited("plans", from, to);
        let found = promises(&folder);
        let (at, what) = found.iter().find(|(_, what)| what.contains(expected)).unwrap_or_else(|| {
            panic!("{expected} in {found:?}");
        });
        let named = what.split('"').nth(1).unwrap();
        assert_eq!(*at, line(&folder, "plans", &format!("{{ text = \"{named}\"")), "{what}");
        assert!(what.starts_with("plan "), "{what}");
        Content::open(Some(folder.path())).unwrap();
    }
}

#[test]
fn a_table_that_disagrees_with_the_plans_is_named() {
    let cases = [
        (
            r#"rights = ["community"]"#,
            r#"cells = ["sim", "sim", "sim", "sim"]"#,
            "`cells` and `soon` are computed",
        ),
        (r#"rights = ["community"]"#, "rights = []", "it names no `rights`"),
        (r#"rights = ["community"]"#, r#"rights = ["community", "courses"]"#, "courses stands in the row"),
        (r#"rights = ["community"]"#, r#"rights = ["lives"]"#, "no row names community"),
        (r#"["updates", "mobile"]"#, r#"["updates", "mobile", "premium_newsletter"]"#, "differ in some plan"),
        ("\n  { text = \"Podcasts semanais\", right = \"podcasts\" },", "", "no plan gives podcasts"),
    ];
    for (from, to, expected) in cases {
        let folder = edited("plans", from, to);
        let found = promises(&folder);
        assert!(found.iter().any(|(_, what)| what.contains(expected)), "{expected} in {found:?}");
        Content::open(Some(folder.path())).unwrap();
    }
    let folder = edited("membership", "right = \"lives\"\n", "");
    assert!(promises(&folder)[0].1.contains("\"Encontros ao vivo\": name the `right`"));
    let folder = edited(
        "plans",
        "{acesso_aos_cursos}",
        "Os cursos ficam em uma plataforma parceira. O acesso vale para o mesmo e-mail do seu cadastro. Se ainda não apareceu, peça pelo WhatsApp.",
    );
    assert!(promises(&folder)[0].1.contains("this answer came with the file"));
}

/// Returns the features of a plan that are marked as not available yet.
fn coming(files: &ContentFiles, plan: usize) -> Vec<&str> {
    let features = files.plans.plans[plan].features.iter();
    features.filter(|feature| feature.soon == Some(true)).map(|feature| &*feature.text).collect()
}

#[test]
fn coming_features_are_marked_without_marks_in_the_file() {
    let text = original("plans")
        .replace(", soon = true", "")
        .replace(", agreed = true", "")
        .replace(", every = \"week\"", "");
    let text =
        text.replace("rights = [\"lives\"]", "soon = false\ncells = [\"sim\", \"sim\", \"sim\", \"sim\"]");
    let text =
        text.replace("{ text = \"Certificados\", right = \"certificates\" }", "{ text = \"Sala VIP\" }");
    let folder = tempfile::tempdir().unwrap();
    fs::write(file(folder.path(), "plans"), text).unwrap();
    let files = Content::open(Some(folder.path())).unwrap().current();
    assert_eq!(coming(&files, 0), Vec::<&str>::new());
    assert_eq!(coming(&files, 1), ["Encontros mensais ao vivo", "Sala VIP"]);
    assert_eq!(coming(&files, 3), Vec::<&str>::new());
    assert_eq!(files.plans.plans[0].features[2].every, Some(Interval::Week), "the usual interval");
    let row = |feature: &str| files.plans.comparison.rows.iter().find(|row| &*row.feature == feature);
    assert!(row("Encontro mensal ao vivo").is_none(), "a row without rights is not shown");
    let own = row("Encontros mensais ao vivo").unwrap();
    assert_eq!(own.plans, [Inclusion::No, Inclusion::Soon, Inclusion::Soon, Inclusion::Soon]);
    assert_eq!(row("Carta premium").unwrap().plans, [Inclusion::EachWeek; 4]);
    assert_eq!(row("Cursos gravados e certificados").unwrap().rights, [Entitlement::Courses]);
    let json = serde_json::to_string(&files.to_json().unwrap()).unwrap();
    assert!(!json.contains("\"cells\""), "only older files say it");
}

#[test]
fn an_unanswered_invoice_question_is_reported() {
    let asked = |folder: Option<&Path>| {
        let files = Content::open(folder).unwrap().current();
        let found = files.plans.questions.iter().find(|asked| &*asked.question == "Recebo nota fiscal?");
        found.map(|asked| asked.answer.to_string())
    };
    assert_eq!(asked(None), None);
    let folder =
        edited("plans", "payment_methods = ", "invoice_answer = \"Sim, por e-mail.\"\npayment_methods = ");
    assert_eq!(asked(Some(folder.path())).as_deref(), Some("Sim, por e-mail."));
    let question = "[[questions]]\nquestion = \"Recebo nota fiscal?\"\nanswer = \"Sim.\"\n\n[[questions]]\n";
    let folder = edited("plans", "[[questions]]\n", question);
    assert_eq!(asked(Some(folder.path())), None);
    assert!(promises(&folder)[0].1.contains("answer it in `invoice_answer`"));
}
