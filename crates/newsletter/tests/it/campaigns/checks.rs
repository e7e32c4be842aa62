//! Checks of a campaign outside the server: links that are asked, and links that are not.

use std::{collections::BTreeMap, net::IpAddr, sync::Arc};

use ateneu_base::{Caller, Facts};
use ateneu_db::Db;
use ateneu_functions::{bind, router};
use ateneu_newsletter::campaigns::{CampaignList, Checks, OwnPage, check_functions};
use ateneu_outbound::{Outbound, Rules};
use ateneu_testkit::{
    Panel, TestApp,
    mocks::{MockReply, MockServer},
    panel::id,
    sqlite_test,
};
use parking_lot::Mutex;
use serde_json::json;

use super::fixture::{Fixture, LETTER};

/// Opens the checks. Sites at this machine may be asked at one port. Returns the own pages that were asked for too.
async fn panel(app: &Fixture, port: u16) -> (Panel, Arc<Mutex<Vec<String>>>) {
    let asked = Arc::new(Mutex::new(Vec::new()));
    let noted = asked.clone();
    let own_page: OwnPage = Arc::new(move |path| {
        noted.lock().push(path.clone());
        Box::pin(async move { path != "/blog/apagado" })
    });
    let admits = |address: IpAddr| address == IpAddr::from([127, 0, 0, 1]);
    let rules = Rules { admits, ports: vec![port], ..Rules::public() };
    let checks = Checks::new(&app.campaigns, Outbound::new("teste", rules).unwrap(), own_page);
    let parts = TestApp::under(app.db.clone(), app.clock.clone());
    (Panel::open(parts, router(bind(check_functions(), &checks))).await, asked)
}

#[sqlite_test]
async fn links_of_a_letter_are_asked_once_and_own_pages_never(db: Db) {
    let nowhere = std::net::SocketAddr::from(([127, 0, 0, 1], 1));
    let app = Fixture::with(db, |_, mail| mail.name_servers = vec![nowhere]).await;
    let site = MockServer::start(|request| match request.path() {
        "/existe" => MockReply::Body(200, "x".repeat(100_000)),
        "/some" => MockReply::Body(404, String::new()),
        "/fechado" => MockReply::Body(403, String::new()),
        _ => MockReply::Body(500, String::new()),
    })
    .await;
    let url = site.url();
    let port = url.rsplit(':').next().unwrap().parse().unwrap();
    let (panel, asked) = panel(&app, port).await;
    let links = [
        format!("{url}/existe"),
        format!("{url}/existe#parte"),
        format!("{url}/some"),
        format!("{url}/fechado"),
        "http://169.254.169.254/latest".to_owned(),
        format!("http://10.0.0.1:{port}/"),
        "/blog/um".to_owned(),
        "/blog/apagado".to_owned(),
        "/storage/v1/object/public/media/a.pdf".to_owned(),
        "mailto:dona@casa.test".to_owned(),
    ];
    let body: String = links.iter().map(|link| format!("<p><a href=\"{link}\">ler</a></p>")).collect();
    app.execute("UPDATE contents SET body = $2 WHERE id = $1", &[LETTER.into(), body.into()]).await;
    let number = app.campaign(CampaignList::Open).await;
    for _ in 0..2 {
        let found = panel.done("check-campaign", json!({ "number": number })).await;
        let states: BTreeMap<_, _> = found["links"]
            .as_array()
            .unwrap()
            .iter()
            .map(|link| {
                (link["url"].as_str().unwrap().to_owned(), link["state"].as_str().unwrap().to_owned())
            })
            .collect();
        for (link, state) in [
            (format!("{url}/existe"), "works"),
            (format!("{url}/some"), "broken"),
            (format!("{url}/fechado"), "unclear"),
            ("http://169.254.169.254/latest".to_owned(), "broken"),
            (format!("http://10.0.0.1:{port}/"), "broken"),
            ("https://casa.test/blog/um".to_owned(), "works"),
            ("https://casa.test/blog/apagado".to_owned(), "broken"),
            ("https://casa.test/storage/v1/object/public/media/a.pdf".to_owned(), "works"),
        ] {
            assert_eq!(states.get(&link).map(String::as_str), Some(state), "{link} of {states:?}");
        }
        assert_eq!(found["records"]["domain"], "casa.test");
    }
    assert_eq!(site.received().len(), 3, "each is asked once, and remembered");
    assert!(asked.lock().contains(&"/blog/apagado".to_owned()));
    assert_eq!(states_of_records(&panel, number).await, ["unknown", "unset", "unknown"]);
    panel.refuses("check-campaign", json!({ "number": 99 }), (404, "campaign_unknown")).await;
    let member = Ok(Caller::person(id(102), Facts::default()));
    for (who, status) in [(&member, 403), (&Ok(Caller::anonymous()), 401)] {
        assert_eq!(panel.refused(who, "check-campaign", json!({ "number": number })).await.0, status);
    }
}

async fn states_of_records(panel: &Panel, number: i64) -> [String; 3] {
    let found = panel.done("check-campaign", json!({ "number": number })).await;
    ["spf", "dkim", "dmarc"].map(|name| found["records"][name].as_str().unwrap().to_owned())
}
