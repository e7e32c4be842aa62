//! Campaigns through a mail server.

use std::{collections::BTreeMap, sync::Arc};

use ateneu_base::{Clock, Timestamp};
use ateneu_db::Db;
use ateneu_mail::{Config, Mail, Smtp};
use ateneu_newsletter::campaigns::{
    By, CampaignConfig, CampaignList, CampaignText, Campaigns, Counts, Denied, Deps, Segment, Sender,
    SendingRates,
};
use ateneu_testkit::{
    TestApp,
    databases::{FromPlace, Place},
    mocks::{ReceivedEmail, SmtpServer},
};

/// Rates without limits.
pub const RATES: SendingRates = SendingRates {
    connections: 4,
    per_second: 0,
    per_minute: 0,
    per_hour: 0,
    per_day: 0,
    domain_per_minute: 0,
    errors_to_pause: 5,
};

/// The one who decides in tests.
pub const PROGRAM: By = By::PROGRAM;

/// Id of the letter.
pub const LETTER: &str = "00000000-0000-4000-8000-000000000001";

/// The text of the letter, with a part for members.
pub const TEXT: &str = r#"<p>Olá, {primeiro_nome|leitor}. Plano {plano|gratuito}.</p><h2>Um tema</h2><p>Leia <a href="/blog/x">o artigo</a>.</p><section data-audience="members"><p>Só para quem assina.</p></section>"#;

/// Campaigns, their sender and a mail server.
pub struct Fixture {
    app: TestApp,
    pub server: SmtpServer,
    pub mail: Mail,
    pub campaigns: Campaigns,
    pub sender: Sender,
}

ateneu_testkit::deref!(Fixture, app: TestApp);

impl FromPlace for Fixture {
    async fn from_place(place: Place) -> Self {
        Self::open(place.db).await
    }
}

impl Fixture {
    /// Opens campaigns over a database with a letter.
    pub async fn open(db: Db) -> Self {
        Self::with(db, |_, _| {}).await
    }

    /// Opens campaigns with another configuration.
    pub async fn with(db: Db, change: impl FnOnce(&mut CampaignConfig, &mut Config)) -> Self {
        Self::open_with(TestApp::new(db), change).await
    }

    /// Opens campaigns at the present time, beside a process with the machine's clock.
    pub async fn at_present(db: Db) -> Self {
        Self::open_with(TestApp::under(db, Clock::system()), |_, _| {}).await
    }

    async fn open_with(app: TestApp, change: impl FnOnce(&mut CampaignConfig, &mut Config)) -> Self {
        let server = SmtpServer::start().await;
        let mut mail = Config { smtp: Some(Smtp::new(&server.url())), ..Config::default() };
        let mut config = CampaignConfig { rates: RATES, warm_up_from: None, bounce_domain: None };
        change(&mut config, &mut mail);
        let mail = app.mail_with(mail);
        let campaigns = service(&app, &mail, config);
        let sender = Sender::new(&campaigns);
        let fixture = Self { app, server, mail, campaigns, sender };
        let sql =
            "INSERT INTO contents (id, title, body, content_type, is_published, created_at, updated_at, slug)
                   VALUES ($1, 'Carta da semana', $2, 'letter', TRUE, $3, $3, 'carta-da-semana')";
        fixture
            .db
            .write(move |tx| {
                tx.write(sql, &[LETTER.into(), TEXT.into(), Timestamp::from_seconds(1_790_000_000).into()])
            })
            .await
            .unwrap();
        fixture
    }

    /// Adds confirmed subscriptions.
    pub async fn subscribe(&self, addresses: impl IntoIterator<Item = String>) {
        let (addresses, now) = (addresses.into_iter().collect::<Vec<_>>(), self.clock.now());
        let added = self.db.write(move |tx| {
            let sql = "INSERT INTO newsletter_subscriptions
                           (id, email, created_at, updated_at, confirmed_at, notified_at)
                       VALUES ($1, $1, $2, $2, $2, $2)";
            for address in addresses {
                tx.execute(sql, &[address.into(), now.into()])?;
            }
            tx.changed_table("newsletter_subscriptions");
            Ok::<_, ateneu_db::Error>(())
        });
        added.await.unwrap();
    }

    /// Adds an account whose plan includes the letter for members.
    pub async fn member(&self, number: usize, email: &str, name: &str) {
        let id = format!("00000000-0000-4000-8000-{number:012}");
        let now = self.clock.now();
        let metadata = serde_json::json!({ "full_name": name }).to_string();
        let sql = "INSERT INTO users (id, email, email_confirmed_at, user_metadata, created_at, updated_at)
                   VALUES ($1, $2, $3, $4, $3, $3)";
        self.execute(sql, &[(&id).into(), email.into(), now.into(), metadata.into()]).await;
        let sql =
            "INSERT INTO subscribers (id, user_id, email, subscribed, plan, status, access_until, created_at,
                       updated_at) VALUES ($1, $1, $2, TRUE, 'scale', 'active', '2030', $3, $3)";
        self.db
            .write({
                let email = email.to_owned();
                move |tx| tx.write(sql, &[id.into(), email.into(), now.into()])
            })
            .await
            .unwrap();
    }

    /// Stores a campaign of the letter.
    pub async fn campaign(&self, list: CampaignList) -> i64 {
        self.saved(list, Segment::default()).await.unwrap()
    }

    /// Stores a campaign with a segment.
    pub async fn saved(&self, list: CampaignList, segment: Segment) -> Result<i64, Denied> {
        let saved = self.campaigns.save(PROGRAM, None, text(list, segment)).await?;
        Ok(saved.number)
    }

    /// Starts a campaign to all confirmed addresses. Returns its number.
    pub async fn started(&self, recipients: i64) -> i64 {
        let number = self.campaign(CampaignList::Open).await;
        assert_eq!(self.campaigns.start(PROGRAM, number, recipients).await.unwrap(), recipients);
        number
    }

    /// Subscribes this number of addresses of a domain and starts a campaign to all.
    pub async fn started_to(&self, domain: &str, recipients: usize) -> i64 {
        self.subscribe((0..recipients).map(|number| format!("leitora-{number}@{domain}"))).await;
        let all = self.count("SELECT count(*) FROM newsletter_subscriptions WHERE is_active", &[]).await;
        self.started(all).await
    }

    /// Sends everything that is due.
    pub async fn work(&self) {
        ateneu_queue::work(&self.db, &self.clock, &self.sender).await.unwrap();
    }

    /// Returns the counts of a campaign, after a comparison with its recipients.
    pub async fn counts(&self, number: i64) -> Counts {
        counts(&self.db, number).await
    }

    /// Returns the state of a campaign.
    pub async fn state(&self, number: i64) -> String {
        self.text("SELECT state FROM campaigns WHERE number = $1", &[number.into()]).await.unwrap()
    }

    /// Returns state and reason of a recipient.
    pub async fn recipient(&self, email: &str) -> (String, String) {
        let sql = "SELECT state, coalesce(reason, '') AS reason FROM campaign_recipients WHERE email = $1";
        self.row(sql, &[email.into()]).await.unwrap().read().unwrap()
    }

    /// Returns the email that an address received.
    pub fn received_by(&self, email: &str) -> ReceivedEmail {
        let all = self.server.received();
        all.into_iter().find(|one| one.recipient == email).unwrap_or_else(|| panic!("no email to {email}"))
    }
}

/// Opens the service.
pub fn service(app: &TestApp, mail: &Mail, config: CampaignConfig) -> Campaigns {
    Campaigns::new(Deps {
        db: app.db.clone(),
        clock: app.clock.clone(),
        mail: mail.clone(),
        plan_name: Arc::new(plan_name),
        config,
    })
}

/// Returns the name of a plan.
pub fn plan_name(id: &str) -> Option<String> {
    (id == "scale").then(|| "Crescer".to_owned())
}

/// Returns the texts of a campaign.
pub fn text(list: CampaignList, segment: Segment) -> CampaignText {
    CampaignText {
        content_id: LETTER.into(),
        list,
        segment,
        subject: "Carta para {nome|você}".into(),
        preheader: "Um tema por semana.".into(),
        sender_name: "Dona".into(),
        reply_to: "resposta@casa.test".into(),
    }
}

/// Returns the counts of a campaign. Their sum is the number of recipients, and each is that of the rows.
pub async fn counts(db: &Db, number: i64) -> Counts {
    let read = db.read(move |tx| {
        let counts: Counts = tx.row("WHERE campaign = $1", &[number.into()])?.unwrap();
        let sql = "SELECT state, count(*) AS n FROM campaign_recipients WHERE campaign = $1 GROUP BY state";
        let rows: Vec<(String, i64)> = tx.query_as(sql, &[number.into()])?;
        Ok::<_, ateneu_db::Error>((counts, rows.into_iter().collect::<BTreeMap<_, _>>()))
    });
    let (counts, rows) = read.await.unwrap();
    assert_eq!(counts.sum(), counts.recipients, "{counts:?}");
    let by_state = [
        ("waiting", counts.waiting),
        ("sending", counts.sending),
        ("delivered", counts.delivered),
        ("failed", counts.failed),
        ("uncertain", counts.uncertain),
        ("skipped", counts.skipped),
    ];
    for (state, count) in by_state {
        assert_eq!(count, rows.get(state).copied().unwrap_or(0), "{state} of {rows:?}");
    }
    counts
}

/// Returns header and body of an email without the line breaks of its encoding.
pub fn content(email: &ReceivedEmail) -> String {
    email.data.replace("=\n", "")
}
