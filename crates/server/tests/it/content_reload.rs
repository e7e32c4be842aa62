//! Content files over HTTP while the server runs, and the findings of `ateneu check`.

use std::{
    fs,
    io::Write,
    net::SocketAddr,
    os::unix::fs::PermissionsExt,
    path::Path,
    process::{Command, Output},
    sync::{Arc, Mutex},
};

use ateneu_app::App;
use ateneu_base::Clock;
use ateneu_server::config::load;
use tempfile::TempDir;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

/// A running server with a real socket, and its data folder.
struct Server {
    app: App,
    address: SocketAddr,
    data: TempDir,
}

async fn open() -> Server {
    let data = tempfile::tempdir().unwrap();
    fs::create_dir(data.path().join("content")).unwrap();
    let config = load(data.path(), |_| None).unwrap();
    let app = App::open(config, Clock::system()).await.unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let service = app.router.clone().into_make_service_with_connect_info::<SocketAddr>();
    tokio::spawn(async move { axum::serve(listener, service).await });
    Server { app, address, data }
}

impl Server {
    async fn get(&self, path: &str) -> String {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        let request = format!("GET {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n", self.address);
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        answer
    }

    fn write_site(&self, text: &str) {
        fs::write(self.data.path().join("content/site.toml"), text).unwrap();
    }
}

fn original(name: &str) -> String {
    String::from_utf8(ateneu_content::original(name).unwrap()).unwrap()
}

/// Returns content/site.toml with this name of the owner.
fn site(name: &str) -> String {
    let original = original("site");
    assert!(original.contains("\"Seu Nome\""));
    original.replace("\"Seu Nome\"", &format!("\"{name}\""))
}

/// Log lines of this thread.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Log {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn emails_follow_an_edit_and_keep_their_words_after_a_bad_one() {
    let server = open().await;
    let file = server.data.path().join("content/emails.toml");
    let table = |body: &str| {
        let own =
            ["subject", "heading", "reason"].map(|key| format!("{key} = \"Nosso {{site}}\"\n")).concat();
        format!("[waitlist_receipt]\n{own}body = \"{body}\"\n")
    };
    assert!(server.get("/dev/emails/waitlist_receipt").await.contains("Você está na lista de espera."));
    fs::write(&file, table("Até já.")).unwrap();
    server.app.reload_content().await;
    let shown = server.get("/dev/emails/waitlist_receipt").await;
    assert!(shown.contains("Até já.") && shown.contains("Nosso 127.0.0.1"), "{shown}");
    assert!(
        server.get("/dev/emails/account_access").await.contains("Seu acesso ao site."),
        "the others stay"
    );

    fs::write(&file, table("Olá, {nome}.")).unwrap();
    server.app.reload_content().await;
    assert!(server.get("/dev/emails/waitlist_receipt").await.contains("Até já."));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_content_edit_is_shown_and_a_broken_one_logged() {
    let server = open().await;
    let places = ["/", "/sobre", "/rss.xml", "/content/site.json"];
    for place in places {
        assert!(server.get(place).await.contains("Seu Nome"), "{place}");
    }
    server.write_site(&site("Ana Lima"));
    server.app.reload_content().await;
    for place in places {
        let shown = server.get(place).await;
        assert!(shown.contains("Ana Lima") && !shown.contains("Seu Nome"), "{place}");
    }

    server.write_site(&site("Bia Rocha").replace("monogram = \"SN\"", "monogram = 2"));
    let log = Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt().with_ansi(false).with_writer(move || writer.clone()).finish();
    let logging = tracing::subscriber::set_default(subscriber);
    server.app.reload_content().await;
    drop(logging);
    for place in places {
        assert!(server.get(place).await.contains("Ana Lima"), "{place}");
    }
    let figures = server.get("/metrics").await;
    assert!(figures.contains("ateneu_content_refused_total 1\n"), "{figures}");
    let output = log.text();
    let expected = "content/site.toml, line 4: monogram: expected a text, found a number";
    assert!(output.contains("ERROR") && output.contains(expected), "{output}");
    server.app.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_running_server_watches_the_content_files() {
    let server = open().await;
    let mut words = server.app.content.subscribe();
    server.app.watch_content();
    server.write_site(&site("Ana Lima"));
    words.changed().await.unwrap();
    assert!(server.get("/content/site.json").await.contains("Ana Lima"));
    server.app.close().await.unwrap();
}

/// Runs the binary without this machine's own configuration.
pub fn ateneu(data: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ateneu"));
    command.env_clear().arg("--data").arg(data).args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn a_broken_file_refuses_the_start_and_says_where_it_is_broken() {
    let data = tempfile::tempdir().unwrap();
    fs::create_dir(data.path().join("content")).unwrap();
    fs::write(data.path().join("content/home.toml"), "[hero]\ntitle = ''\n").unwrap();
    let refused = ateneu(data.path(), &["serve", "--listen", "127.0.0.1:0"]);
    assert_eq!(refused.status.code(), Some(1));
    let output = text(&refused.stderr);
    assert!(
        output.contains("content/home.toml, line 2: hero.title: expected a text that is not empty"),
        "{output}"
    );
    assert!(output.contains("content/home.toml: stats: is missing, expected a list"), "{output}");
    assert!(!data.path().join("ateneu.db").exists(), "nothing was begun");
}

#[test]
fn check_fails_on_unset_unsafe_or_sample_settings() {
    let data = tempfile::tempdir().unwrap();
    fs::set_permissions(data.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let checked = ateneu(data.path(), &["check"]);
    assert_eq!(checked.status.code(), Some(1));
    let output = text(&checked.stdout);
    for line in [
        "must be fixed:\n",
        "  server.mode is not \"production\"\n",
        "  server.public_url is not set to the address visitors use\n",
        "  the data folder is open to every user of this machine",
        "  there is no database yet",
        "  backups.target is not set: nothing makes copies",
        "  content/about.toml: still marked `sample = true` (line 4); ",
        "  content/site.toml: ",
        " first at line 3: \"Seu Nome\"\n",
    ] {
        assert!(output.contains(line), "{line} in\n{output}");
    }
    assert!(!data.path().join("ateneu.db").exists(), "looking begins nothing");

    fs::create_dir(data.path().join("content")).unwrap();
    fs::write(data.path().join("content/plan.toml"), "").unwrap();
    fs::write(data.path().join("ateneu.toml"), "smtp_url = 'smtp.ana.example'").unwrap();
    let output = text(&ateneu(data.path(), &["check"]).stdout);
    assert!(output.contains("  content/about.toml: still marked"), "a broken file hides nothing: {output}");
    assert!(output.contains("  mail.smtp_url cannot be used: "), "{output}");

    let sms =
        "sms_account = 'AC1'\nsms_url = 'http://sms.example'\nphone_countries = ''\ncheckout_tax_id = 'sim'";
    fs::write(data.path().join("ateneu.toml"), sms).unwrap();
    let output = text(&ateneu(data.path(), &["check"]).stdout);
    for line in [
        "  short messages cannot be sent: sms.token is not set\n",
        "  sms.url sends its token unencrypted: use https://\n",
        "  auth.phone_countries is empty: no telephone number is accepted\n",
        "  stripe.tax_id must be \"on\", \"off\" or empty\n",
    ] {
        assert!(output.contains(line), "{line} in\n{output}");
    }
    assert!(
        output.contains("content/plan.toml: no page reads a file of this name; did you mean plans?"),
        "{output}"
    );
}

#[test]
fn check_accepts_a_ready_installation() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let made = ateneu(&data, &["admin", "create", "ana@ana.example"]);
    assert!(made.status.success(), "{}", text(&made.stderr));
    let mode = fs::metadata(&data).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o700, "a data folder is made for its owner alone");
    let settings = [
        "mode = 'production'",
        "public_url = 'https://ana.example'",
        "trusted_proxies = 1",
        "smtp_url = 'smtps://ana:secret@smtp.example'",
        "mail_from = 'Ana Lima <carta@ana.example>'",
        "stripe_secret_key = 'rk_live_ana'",
        "stripe_webhook_secret = 'whsec_ana'",
        "[backups]",
        "target = 'copias'",
    ];
    fs::write(data.join("ateneu.toml"), settings.join("\n")).unwrap();
    own_words(&data.join("content"));
    let checked = ateneu(&data, &["check"]);
    let output = text(&checked.stdout);
    assert!(checked.status.success(), "{output}");
    assert!(output.contains("should be looked at:\n  no administrator has set a password yet"), "{output}");
    assert!(output.contains("  ana.example did not answer to this machine: "), "{output}");
    assert!(output.contains("\n0 must be fixed, "), "{output}");

    assert!(ateneu(&data, &["admin", "create", "admin@demo.test"]).status.success());
    fs::set_permissions(&data, fs::Permissions::from_mode(0o750)).unwrap();
    let checked = ateneu(&data, &["check"]);
    assert_eq!(checked.status.code(), Some(1));
    let output = text(&checked.stdout);
    assert!(output.contains("must be fixed:\n  accounts of the demo (1) are in the database"), "{output}");
    assert!(output.contains("  the data folder is open to its group: "), "{output}");
}

/// Returns content/plans.toml without podcasts, with this text at its end.
fn without_podcasts(end: &str) -> String {
    let plans = original("plans");
    let line = "  { text = \"Podcasts semanais\", right = \"podcasts\" },\n";
    assert!(plans.contains(line));
    format!("{}\n{end}", plans.replace(line, ""))
}

/// Returns their withdrawals for each plan, from that day on.
fn withdrawals(from: &str) -> String {
    let withdrawal = |plan| {
        format!("[[withdrawals]]\nplan = '{plan}'\nright = 'podcasts'\nfrom = '{from}'\ntell = true\n")
    };
    ["update", "scale", "professional"].map(withdrawal).concat()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unannounced_loss_of_an_entitlement_is_refused() {
    let server = open().await;
    let file = server.data.path().join("content/plans.toml");
    fs::write(&file, without_podcasts("")).unwrap();
    let log = Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt().with_ansi(false).with_writer(move || writer.clone()).finish();
    let logging = tracing::subscriber::set_default(subscriber);
    server.app.reload_content().await;
    drop(logging);
    assert!(
        server.get("/content/plans.json").await.contains("Podcasts semanais"),
        "the last good file stays"
    );
    let expected = "content/plans.toml: the plan \"update\" no longer lists \"podcasts\"";
    assert!(log.text().contains(expected), "{}", log.text());
    server.app.close().await.unwrap();

    let start = || async {
        let config = load(server.data.path(), |_| None).unwrap();
        App::open(config, Clock::system()).await
    };
    let refused = format!("{:#}", start().await.err().unwrap());
    assert!(refused.contains(expected) && refused.contains("[[withdrawals]]"), "{refused}");
    let check = || text(&ateneu(server.data.path(), &["check"]).stdout);
    assert!(check().contains(expected), "{}", check());

    fs::write(&file, without_podcasts(&withdrawals("2020-01-01"))).unwrap();
    assert!(format!("{:#}", start().await.err().unwrap()).contains("announced less than 30 days ahead"));
    fs::write(&file, without_podcasts(&withdrawals("2999-02-01"))).unwrap();
    let app = start().await.unwrap();
    app.close().await.unwrap();
    let output = check();
    assert!(!output.contains("no longer lists") && !output.contains("loses"), "nobody is affected: {output}");
}

/// Writes every file as an owner would edit it.
fn own_words(folder: &Path) {
    let placeholders = [
        ("sample = true", "sample = false"),
        ("Seu Nome", "Ana Lima"),
        ("seunome", "analima"),
        ("seu-nome", "ana-lima"),
        ("seu.nome", "ana.lima"),
        ("5521999999999", "5521988887777"),
        ("99999-9999", "98888-7777"),
        ("00.000.000/0000-00", "11.222.333/0001-81"),
        ("Razão Social", "Lima Mentoria"),
        ("Rua Exemplo", "Rua da Quitanda"),
        ("Nome Sobrenome", "Bia Rocha"),
        ("Empresa ", "Companhia "),
        ("Instituição ", "Escola "),
        ("0000-00", "1234-56"),
    ];
    fs::create_dir(folder).unwrap();
    for entry in fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../content")).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let own = placeholders.iter().fold(text, |text, (from, to)| text.replace(from, to));
        fs::write(folder.join(path.file_name().unwrap()), own).unwrap();
    }
}

#[test]
fn check_refuses_a_plan_line_without_backing() {
    let data = tempfile::tempdir().unwrap();
    fs::create_dir(data.path().join("content")).unwrap();
    let line = r#"  { text = "Grupo VIP no WhatsApp", right = "vip_chat" },"#;
    let plans = original("plans");
    let number = 1 + plans.lines().position(|found| found == line).unwrap();
    let edited = plans.replace(line, r#"  { text = "Jantar com a diretoria" },"#);
    fs::write(data.path().join("content/plans.toml"), edited).unwrap();
    let checked = ateneu(data.path(), &["check"]);
    assert_eq!(checked.status.code(), Some(1));
    let output = text(&checked.stdout);
    let expected = format!(
        "content/plans.toml, line {number}: plan Scale, \"Jantar com a diretoria\": nothing stands behind it"
    );
    assert!(output.contains(&expected), "{expected} in\n{output}");
}
