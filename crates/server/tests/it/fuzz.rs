//! Random and mutated requests to the whole application: never a panic, a 5xx or a response over the budget. `cargo
//! xtask fuzz` sends millions of them, the test run a few hundred.

use std::{
    net::{Ipv4Addr, SocketAddr},
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
};

use ateneu_app::App;
use ateneu_base::{Clock, Secret};
use ateneu_membership::signature;
use ateneu_schema::sanitize;
use ateneu_server::config::load;
use ateneu_testkit::{
    TestClient, TestRequest, TestResponse,
    fuzz::{Inputs, for_address, for_header},
};
use axum::{extract::ConnectInfo, http::HeaderValue};
use serde_json::json;
use tokio::task::JoinSet;

/// Maximum size of a response in bytes.
const ANSWER_BYTES: usize = 8 * 1024 * 1024;

const STRIPE_SECRET: &str = "whsec_fuzz";
const HOTMART_TOKEN: &str = "hottok_fuzz";
/// Settings of both providers, with a URL without a server.
const SETTINGS: &[(&str, &str)] = &[
    ("ATENEU_STRIPE_SECRET_KEY", "sk_test_fuzz"),
    ("ATENEU_STRIPE_WEBHOOK_SECRET", STRIPE_SECRET),
    ("ATENEU_STRIPE_API_BASE", "http://127.0.0.1:9"),
    ("ATENEU_HOTMART_CLIENT_ID", "fuzz"),
    ("ATENEU_HOTMART_CLIENT_SECRET", "fuzz"),
    ("ATENEU_HOTMART_BASIC", "Basic ZnV6eg=="),
    ("ATENEU_HOTMART_HOTTOK", HOTMART_TOKEN),
    ("ATENEU_HOTMART_AUTH_BASE", "http://127.0.0.1:9"),
    ("ATENEU_HOTMART_API_BASE", "http://127.0.0.1:9"),
];

/// Folder in memory for files, so that writes do not wait for a disk.
const MEMORY: &str = "/dev/shm";

/// Number of concurrent senders, whose writes share commits.
const TASKS: u64 = 16;

struct Harness {
    client: TestClient,
    app: App,
    folder: tempfile::TempDir,
    requests: AtomicU32,
}

impl Harness {
    async fn open() -> Self {
        let folder = if Path::new(MEMORY).is_dir() {
            tempfile::tempdir_in(MEMORY).unwrap()
        } else {
            tempfile::tempdir().unwrap()
        };
        let config = load(folder.path(), |name| {
            SETTINGS.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())
        })
        .unwrap();
        let app = App::open(config, Clock::system()).await.unwrap();
        let harness =
            Self { client: TestClient::new(app.router.clone()), app, folder, requests: AtomicU32::new(0) };
        let rows = json!([
            { "title": "Uma pauta", "content_type": "article", "body": "<p>Três linhas.</p>", "is_published": true,
              "is_member_only": false },
            { "title": "Só para membros", "content_type": "article", "body": "<p>Mais.</p>", "is_published": true,
              "is_member_only": true },
        ]);
        harness.owner("POST", "/rest/v1/contents").json(&rows).await.ok();
        harness
    }

    fn owner(&self, method: &str, path: &str) -> TestRequest {
        self.client.request(method, path).token(&self.app.auth.api_keys().service_role)
    }

    /// Returns a request from a unique address, so that limits by address do not apply.
    fn request(&self, method: &str, path: &str, as_owner: bool) -> TestRequest {
        let number = self.requests.fetch_add(1, Ordering::Relaxed);
        let address = SocketAddr::from((Ipv4Addr::from_bits(0x0a00_0000 + number), 4000));
        let keys = self.app.auth.api_keys();
        let key = if as_owner { keys.service_role } else { keys.anon };
        self.client.request(method, path).token(&key).extension(ConnectInfo(address))
    }

    /// Runs several tasks concurrently on this server, each with its own sequence. The first failure ends all.
    async fn at_once<Work: Future<Output = ()> + Send + 'static>(
        self,
        samples: &'static [&'static str],
        words: &'static [&'static str],
        work: impl Fn(Arc<Self>, Inputs) -> Work,
    ) {
        let app = Arc::new(self);
        let mut tasks: JoinSet<()> =
            Inputs::several(samples, words, TASKS).map(|inputs| work(Arc::clone(&app), inputs)).collect();
        while let Some(ended) = tasks.join_next().await {
            ended.unwrap();
        }
    }
}

/// Asserts that the server accepts or refuses a request, and does not fail.
#[track_caller]
fn assert_answered(response: &TestResponse, input: &[u8]) {
    let shown = || String::from_utf8_lossy(input).into_owned();
    assert!(response.status.as_u16() < 500, "{} {}\n{:?}", response.status, response.text(), shown());
    assert!(response.body.len() <= ANSWER_BYTES, "{} bytes\n{:?}", response.body.len(), shown());
}

const QUERIES: &[&str] = &[
    "select=id,title,category:categories(name,contents(id,title))&order=published_at.desc.nullslast&limit=12",
    "select=*&title=ilike.*pauta*&is_published=is.true&content_type=in.(article,video)",
    "select=id,views_count::text,tags->0&or=(title.eq.a,and(id.not.is.null,body.like(any).{a*,b*}))",
    "search_text=wfts(portuguese).lideran%C3%A7a&offset=3",
    "select=id,categories!inner(name)&categories.name=eq.x&categories.order=name",
    "title=match.%5Ea.*b%24&created_at=gte.2026-01-01T00:00:00Z&tags=cs.{a,b}&limit=1",
    "columns=title,body&on_conflict=id&select=id&tags=ov.{a}&tags=cd.{}&title=isdistinct.null",
    "select=count()&limit=0",
    "select=views_count.sum(),content_type",
    "select=title,...categories(name)",
];
const QUERY_WORDS: &[&str] = &[
    "select=",
    "order=",
    "or=(",
    "and=(",
    "not.",
    "eq.",
    "in.(",
    "is.null",
    "fts.",
    "match.",
    "imatch.",
    "(any)",
    "(all)",
    "like.",
    "::text",
    "::int",
    "->",
    "->>",
    "!inner",
    "!left",
    "...",
    "categories(",
    "contents(",
    "*",
    "limit=",
    "offset=",
    "columns=",
    "on_conflict=",
    ".desc",
    ".nullsfirst",
    "cs.{",
    "ov.(1,",
    "[1,2)",
    "isdistinct.",
    "count()",
    ".sum()",
    "id",
    "title",
    "created_at",
    "2026-01-01",
    "{\"a\":1}",
    "%25",
    "\\w{200}",
    "(((",
    ".*.*.*",
];
const TABLES: &[&str] = &[
    "contents",
    "categories",
    "member_profiles",
    "channels",
    "posts",
    "subscribers",
    "users",
    "rpc/confirm_newsletter",
];

#[tokio::test(flavor = "multi_thread")]
async fn query_strings() {
    let app = Harness::open().await;
    let mut inputs = Inputs::new(QUERIES, QUERY_WORDS);
    while let Some(input) = inputs.next() {
        let method = *inputs.pick(&["GET", "GET", "GET", "HEAD", "PATCH", "DELETE"]);
        let path = format!("/rest/v1/{}?{}", inputs.pick(TABLES), for_address(&input));
        let as_owner = inputs.below(3) == 0;
        let request = app.request(method, &path, as_owner);
        // Each write is rolled back, so that all inputs meet the same state.
        let request = request.header("prefer", "tx=rollback,count=exact");
        let response =
            if method == "PATCH" { request.json(&json!({ "title": "b" })).await } else { request.await };
        assert_answered(&response, path.as_bytes());
    }
}

const BODIES: &[&str] = &[
    r#"{"title":"a","content_type":"article","body":"<p>x</p>","tags":["a"],"is_published":true,"duration":3}"#,
    r#"[{"name":"Ana","email":"ana@exemplo.com.br"},{"name":"Bia","email":"bia@exemplo.com.br"}]"#,
    r#"{"email":"ana@exemplo.com.br","password":"x","data":{"a":[1,2.5e3,null]},"gotrue_meta_security":{}}"#,
    r#"{"refresh_token":"abc","type":"recovery","token_hash":"pkce_1","token":"123456","phone":"+5511999999999"}"#,
    r#"{"planType":"scale","replacesPending":true,"name":"Ana","message":"Oi","subject":"a"}"#,
    r#"{"prefix":"a/","limit":10,"sortBy":{"column":"name","order":"asc"},"objects":["a"],"expiresIn":60}"#,
];
const BODY_WORDS: &[&str] = &[
    "null",
    "[]",
    "{}",
    "[[",
    "{\"a\":",
    "\"id\":",
    "\"\\u0000\"",
    "\"\\ud800\"",
    "1e308",
    "-0",
    "18446744073709551616",
    "0.1",
    "\"email\":",
    "\"tags\":",
    "true",
    "false",
    "\"2026-13-45\"",
    "\"00000000-0000-0000-0000-000000000000\"",
];
const BODY_PATHS: &[&str] = &[
    "/rest/v1/contents",
    "/rest/v1/contacts",
    "/rest/v1/waitlist_entries",
    "/rest/v1/newsletter_subscriptions",
    "/rest/v1/categories",
    "/rest/v1/rpc/confirm_newsletter",
    "/rest/v1/rpc/unsubscribe_newsletter",
    "/auth/v1/signup",
    "/auth/v1/token?grant_type=password",
    "/auth/v1/token?grant_type=refresh_token",
    "/auth/v1/token?grant_type=pkce",
    "/auth/v1/token?grant_type=id_token",
    "/auth/v1/verify",
    "/auth/v1/otp",
    "/auth/v1/recover",
    "/auth/v1/resend",
    "/auth/v1/factors",
    "/auth/v1/admin/users",
    "/auth/v1/admin/generate_link",
    "/auth/v1/invite",
    "/auth/v1/user",
    "/auth/v1/sso",
    "/auth/v1/passkeys/authentication/options",
    "/auth/v1/passkeys/authentication/verify",
    "/functions/v1/create-checkout",
    "/functions/v1/check-subscription",
    "/functions/v1/run-job",
    "/functions/v1/export-account",
    "/functions/v1/send-2fa-code",
    "/functions/v1/request-erasure",
    "/storage/v1/object/list/contents",
    "/storage/v1/object/list-v2/contents",
    "/storage/v1/object/sign/contents",
    "/storage/v1/object/copy",
    "/storage/v1/object/move",
    "/storage/v1/bucket",
];

#[tokio::test(flavor = "multi_thread")]
async fn json_bodies() {
    let app = Harness::open().await;
    let mut inputs = Inputs::new(BODIES, BODY_WORDS);
    while let Some(input) = inputs.next() {
        let path = *inputs.pick(BODY_PATHS);
        let method = *inputs.pick(&["POST", "POST", "PUT", "PATCH", "DELETE"]);
        let as_owner = inputs.below(2) == 0;
        let request =
            app.request(method, path, as_owner).header("prefer", "tx=rollback,return=representation");
        let response = request.header("content-type", "application/json").body(input.clone()).await;
        assert_answered(&response, &[method.as_bytes(), b" ", path.as_bytes(), b" ", &input].concat());
    }
}

const TABLES_OF_TEXT: &[&str] = &[
    "title,content_type,body\n\"Um, dois\",article,\"linha \"\"a\"\"\nb\"\nB,video,NULL\n",
    "title;body\r\na;b\r\n",
    "name,email\nAna,ana@exemplo.com.br\n",
];

#[tokio::test(flavor = "multi_thread")]
async fn csv_bodies() {
    let app = Harness::open().await;
    let mut inputs =
        Inputs::new(TABLES_OF_TEXT, &["\"", "\"\"", "\n", "\r", ",", ";", "NULL", "title", "tags", "{a,b}"]);
    while let Some(input) = inputs.next() {
        let path =
            *inputs.pick(&["/rest/v1/contents", "/rest/v1/contacts", "/rest/v1/categories?columns=name"]);
        let as_owner = inputs.below(4) > 0;
        let request = app.request("POST", path, as_owner).header("prefer", "tx=rollback,missing=default");
        let response = request.header("content-type", "text/csv").body(input.clone()).await;
        assert_answered(&response, &input);
    }
}

const FORMS: &[&str] = &[
    "--x\r\nContent-Disposition: form-data; name=\"cacheControl\"\r\n\r\n3600\r\n--x\r\nContent-Disposition: form-data; \
     name=\"\"; filename=\"a.png\"\r\nContent-Type: image/png\r\n\r\n\u{1}PNG\r\n--x--\r\n",
    "--x\r\nContent-Disposition: form-data; name=\"metadata\"\r\n\r\n{\"a\":1}\r\n--x--\r\n",
];
const FORM_WORDS: &[&str] = &[
    "--x\r\n",
    "--x--",
    "\r\n\r\n",
    "Content-Disposition: form-data; ",
    "name=\"",
    "filename*=UTF-8''a",
    "Content-Type: ",
    "text/html",
    "image/png, text/html",
    "Content-Transfer-Encoding: base64",
    "boundary=",
    "cacheControl",
    "{\"a\":",
];

#[tokio::test(flavor = "multi_thread")]
async fn multipart_bodies() {
    let app = Harness::open().await;
    let mut inputs = Inputs::new(FORMS, FORM_WORDS);
    while let Some(input) = inputs.next() {
        let as_owner = inputs.below(4) > 0;
        let boundary = *inputs.pick(&[
            "multipart/form-data; boundary=x",
            "multipart/form-data",
            "multipart/form-data; boundary=\"\"",
        ]);
        let request = app.request("POST", "/storage/v1/object/contents/fuzz/a.png", as_owner);
        let request = request.header("x-upsert", "true").header("content-type", boundary);
        assert_answered(&request.body(input.clone()).await, &input);
    }
}

const RESUMABLE: &[&str] = &[
    "bucketName Y29udGVudHM=,objectName ZnV6ei9hLnBkZg==,contentType YXBwbGljYXRpb24vcGRm,cacheControl MzYwMA==",
    "10",
    "0",
    "1.0.0",
];

const RESUMABLE_WORDS: &[&str] = &[
    "bucketName ",
    "objectName ",
    "contentType ",
    "metadata ",
    "Y29udGVudHM=",
    "====",
    ",",
    " ",
    "99999999999999999999",
];

#[tokio::test(flavor = "multi_thread")]
async fn headers_of_uploads_in_pieces() {
    let app = Harness::open().await;
    app.at_once(RESUMABLE, RESUMABLE_WORDS, |app, mut inputs| async move {
        while let Some(input) = inputs.next() {
            upload_in_pieces(&app, &mut inputs, &input).await;
        }
    })
    .await;
}

async fn upload_in_pieces(app: &Harness, inputs: &mut Inputs, input: &[u8]) {
    let value = HeaderValue::from_bytes(&for_header(input)).unwrap();
    let changed = *inputs.pick(&[
        "upload-metadata",
        "upload-length",
        "upload-offset",
        "tus-resumable",
        "upload-defer-length",
    ]);
    let as_owner = inputs.below(4) > 0;
    let create = app.request("POST", "/storage/v1/upload/resumable", as_owner).headers(&[
        ("tus-resumable", "1.0.0"),
        ("upload-length", "4"),
        ("upload-metadata", RESUMABLE[0]),
        ("x-upsert", "true"),
    ]);
    let created = create.header(changed, value.clone()).await;
    assert_answered(&created, input);
    let Some(location) = created.headers.get("location").and_then(|value| value.to_str().ok()) else {
        return;
    };
    let path = location.split_once("/storage/").map(|(_, rest)| format!("/storage/{rest}")).unwrap();
    let method = *inputs.pick(&["PATCH", "PATCH", "HEAD", "DELETE"]);
    let request = app.request(method, &path, true).headers(&[
        ("tus-resumable", "1.0.0"),
        ("upload-offset", "0"),
        ("content-type", "application/offset+octet-stream"),
    ]);
    // One file has its declared type, the other is refused.
    let body = *inputs.pick(&["%PDF", "abcd"]);
    assert_answered(&request.header(changed, value).body(body).await, input);
    app.request("DELETE", &path, true).header("tus-resumable", "1.0.0").await;
}

const CREDENTIALS: &[&str] = &[
    "Bearer eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJyb2xlIjoiYW5vbiIsImV4cCI6OTk5OTk5OTk5OX0.c2ln",
    "Bearer eyJhbGciOiJub25lIn0.eyJyb2xlIjoic2VydmljZV9yb2xlIn0.",
    "sb_publishable_abc",
    "sb_secret_abc",
    "Basic YTpi",
    "sb-access-token=a.b.c; sb-refresh-token=d; theme=dark",
];

const CREDENTIAL_WORDS: &[&str] =
    &["Bearer ", "eyJ", ".", "=", "; ", "sb_secret_", "alg", "none", "kid", "bm9uZQ"];

#[tokio::test(flavor = "multi_thread")]
async fn cookies_and_tokens() {
    let app = Harness::open().await;
    app.at_once(CREDENTIALS, CREDENTIAL_WORDS, |app, mut inputs| async move {
        while let Some(input) = inputs.next() {
            present(&app, &mut inputs, &input).await;
        }
    })
    .await;
}

async fn present(app: &Harness, inputs: &mut Inputs, input: &[u8]) {
    let value = HeaderValue::from_bytes(&for_header(input)).unwrap();
    let name = *inputs.pick(&[
        "authorization",
        "apikey",
        "cookie",
        "x-forwarded-for",
        "range",
        "if-none-match",
        "prefer",
        "accept",
    ]);
    let path = *inputs.pick(&[
        "/rest/v1/contents?select=id",
        "/auth/v1/user",
        "/auth/v1/callback?code=a&state=b",
        "/functions/v1/list-sessions",
        "/storage/v1/object/contents/a.png",
        "/rss.xml",
        "/robots.txt",
        "/config.json",
    ]);
    let response = app.request("GET", path, false).header(name, value).await;
    assert_answered(&response, &[name.as_bytes(), b": ", input].concat());
}

const PATHS: &[&str] = &[
    "blog",
    "conteudos?tipo=video&pagina=2",
    "blog/0193a000-0000-7000-8000-000000000001",
    "og/contents/1.png",
    "rss.xml",
    "storage/v1/object/public/contents/a/b.png?download=x",
    "storage/v1/render/image/public/contents/a.png?width=100&resize=cover",
    "auth/v1/verify?token=a&type=signup&redirect_to=http://localhost",
    "auth/v1/authorize?provider=google&redirect_to=/",
    "membros/conteudo/1",
    "assets/a.js",
    "dev/outbox",
    "sandbox/checkout/cs_1",
    "newsletter/cancelar?token=a",
];

#[tokio::test(flavor = "multi_thread")]
async fn addresses() {
    let app = Harness::open().await;
    let words = &[
        "//",
        "/",
        "..",
        "%2f",
        "%5c",
        "?",
        "&",
        "=",
        "width=",
        "99999",
        "quality=",
        "redirect_to=",
        "http://",
        "@",
        "#",
    ];
    // An uncached page is rendered, which takes longer than a query.
    for input in Inputs::new(PATHS, words).fewer(4) {
        let path = format!("/{}", for_address(&input).trim_start_matches('/'));
        let response = app.request("GET", &path, false).await;
        assert_answered(&response, path.as_bytes());
    }
    assert!(app.folder.path().join("ateneu.db").exists());
}

const EVENTS: &[&str] = &[
    r#"{"id":"evt_1","object":"event","type":"customer.subscription.updated","created":1790000000,"livemode":false,
        "data":{"object":{"id":"sub_1","object":"subscription","customer":"cus_1"}}}"#,
    r#"{"id":"evt_2","type":"checkout.session.completed","created":1790000000,"livemode":false,
        "data":{"object":{"id":"cs_1","object":"checkout.session","customer":"cus_1","subscription":"sub_1"}}}"#,
    r#"{"id":"evt_3","type":"charge.dispute.created","created":-1,"livemode":true,"data":{"object":{"id":"dp_1"}}}"#,
    r#"{"id":"a","event":"PURCHASE_APPROVED","creation_date":1790000000000,"version":"2.0.0",
        "data":{"buyer":{"email":"ana@exemplo.com.br","name":"Ana"},"product":{"id":1},"purchase":{"transaction":"HP1"}}}"#,
];
const EVENT_WORDS: &[&str] = &[
    "\"id\":",
    "\"type\":",
    "\"event\":",
    "\"created\":",
    "\"data\":",
    "\"object\":",
    "\"customer\":",
    "\"buyer\":",
    "\"email\":",
    "{\"object\":{}}",
    "1e999",
    "-9223372036854775808",
    "\"\\u0000\"",
];

#[tokio::test(flavor = "multi_thread")]
async fn webhook_bodies() {
    let app = Harness::open().await;
    for input in Inputs::new(EVENTS, EVENT_WORDS) {
        let header = signature::sign(&input, &Secret::from(STRIPE_SECRET), Clock::system().now());
        let stripe = app.request("POST", "/webhooks/stripe", false).header("stripe-signature", &header);
        assert_answered(&stripe.body(input.clone()).await, &input);
        let hotmart =
            app.request("POST", "/webhooks/hotmart", false).header("x-hotmart-hottok", HOTMART_TOKEN);
        assert_answered(&hotmart.body(input.clone()).await, &input);
    }
}

const DOCUMENTS: &[&str] = &[
    "<h2>Um título</h2><p>Um <strong>texto</strong> com <a href=\"https://exemplo.com.br?a=1&amp;b=2\">link</a>.</p>",
    "<figure><img src=\"/storage/v1/object/public/contents/a.png\" alt=\"a\"><figcaption>b</figcaption></figure>",
    "<svg><style><img src=x onerror=alert(1)></style></svg><math><mtext><table><mglyph><style><!--</style><img title=\"--&gt;",
    "<table><tr><td><ul><li>a</ul></table><blockquote cite=\"javascript:alert(1)\">b</blockquote>",
    "<a href=\"java&#9;script:alert(1)\" onclick=alert(1)>a</a><iframe srcdoc=\"<script>1</script>\"></iframe>",
    "<noscript><p title=\"</noscript><img src=x onerror=alert(1)>\"></noscript><template><script>1</script></template>",
];
const DOCUMENT_WORDS: &[&str] = &[
    "<script>",
    "</script>",
    "<style>",
    "</style>",
    "<svg>",
    "<math>",
    "<mtext>",
    "<template>",
    "<noscript>",
    "<textarea>",
    "<title>",
    "<table>",
    "<td>",
    "<p>",
    "<a href=\"javascript:alert(1)\">",
    " href=\"",
    " onerror=alert(1) ",
    " src=data:text/html,a",
    "<!--",
    "-->",
    "<![CDATA[",
    "]]>",
    "&lt;",
    "&#x3c;",
    "&Tab;",
    "<b><i></b></i>",
];

/// Attributes and elements that a browser would run outside quotes.
const RUNS: &[&str] =
    &["<script", "<style", "<iframe", "<svg", "<math", "<object", "<embed", "<template", "<form", " on"];

#[test]
fn html_that_is_cleaned() {
    for input in Inputs::new(DOCUMENTS, DOCUMENT_WORDS) {
        let text = String::from_utf8_lossy(&input);
        let (cleaned, content) = (sanitize::html(&text), sanitize::content_html(&text));
        // A browser parses the cleaned text again. Nested links then become other, harmless elements.
        for read in [sanitize::html(&cleaned), sanitize::content_html(&content), cleaned, content] {
            let (tags, addresses) = tags_of(&read.to_lowercase());
            for part in RUNS {
                assert!(!tags.contains(part), "{part} in {read:?} of {text:?}");
            }
            for address in addresses {
                let address = address.trim_start();
                let runs = address.starts_with("javascript:") || address.starts_with("data:");
                assert!(!runs, "{address} in {read:?} of {text:?}");
            }
        }
    }
}

/// Returns the tags without quoted values, and the values of their URL attributes.
fn tags_of(html: &str) -> (String, Vec<String>) {
    let (mut tags, mut addresses, mut value) = (String::new(), Vec::new(), None::<String>);
    let mut in_tag = false;
    for letter in html.chars() {
        match (&mut value, letter) {
            (Some(_), '"') => {
                let is_address = ["href=", "src=", "cite="].iter().any(|name| tags.ends_with(name));
                addresses.extend(value.take().filter(|_| is_address));
            }
            (Some(value), letter) => value.push(letter),
            (None, '"') if in_tag => value = Some(String::new()),
            (None, '>') => in_tag = false,
            (None, letter) => {
                in_tag |= letter == '<';
                if in_tag {
                    tags.push(letter);
                }
            }
        }
    }
    (tags, addresses)
}
