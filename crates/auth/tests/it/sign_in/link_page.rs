//! The page behind an email's link, and links that cannot be followed.

use ateneu_testkit::db_test;

use crate::harness::Harness;

#[db_test]
async fn opening_a_link_shows_a_page_without_verifying_the_token(app: Harness) {
    let at = |kind: &str, to: &str| format!("/verify?token=s-1_x&type={kind}&redirect_to={to}&ask=1");
    for (kind, to, page) in [
        ("signup", "https%3A%2F%2Fcasa.test%2F", "/conta/confirmar?token_hash=s-1_x&type=signup"),
        ("email_change", "https%3A%2F%2Fmal.test%2Fx", "/conta/confirmar?token_hash=s-1_x&type=email_change"),
        (
            "magiclink",
            "https%3A%2F%2Fcasa.test%2Fmembros%3Fa%3D1%26b%3D2%23fim",
            "/conta/confirmar?token_hash=s-1_x&type=magiclink&next=%2Fmembros%3Fa%3D1%26b%3D2",
        ),
        (
            "recovery",
            "https%3A%2F%2Fcasa.test%2F%2Fmal.test",
            "/conta/nova-senha?token_hash=s-1_x&type=recovery&next=%2F%2Fmal.test",
        ),
        ("invite", "https%3A%2F%2Fcasa.test", "/conta/nova-senha?token_hash=s-1_x&type=invite"),
    ] {
        let (status, location) = app.follow("GET", &at(kind, to)).await;
        assert_eq!((status, location), (303, format!("https://casa.test{page}")));
    }
    let (status, _) = app.follow("HEAD", &at("signup", "https%3A%2F%2Fcasa.test%2F")).await;
    assert_eq!(status, 200);
    assert_eq!(app.count("SELECT count(*) AS n FROM auth_logs", &[]).await, 0, "nothing was tried");
}

#[db_test]
async fn the_page_of_a_link_holds_only_its_button(app: Harness) {
    let path =
        "/verify?token=%22%3E%3Cscript%3E&type=%3Cb%3E&redirect_to=http%3A%2F%2F127.0.0.1%2F%22%3Cb%3E&ask=1";
    let answer = app.unversioned("GET", path).await;
    let header = |name: &str| answer.header(name).to_owned();
    assert_eq!(answer.status.as_u16(), 200);
    let policy = header("content-security-policy");
    assert!(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"), "{policy}");
    assert_eq!(header("cache-control"), "no-store");
    assert_eq!(header("referrer-policy"), "no-referrer");
    assert!(!answer.text().contains("<script") && !answer.text().contains("<b>"));
    let action = "action=\"/auth/v1/verify?token=%22%3E%3Cscript%3E&amp;type=%3Cb%3E&amp;redirect_to=http%3A%2F%2F127.0.0.1%2F%2522%253Cb%253E\"";
    assert!(answer.text().contains(action), "{}", answer.text());
}

#[db_test]
async fn a_link_without_its_parts_is_refused_in_words(app: Harness) {
    for path in ["/verify", "/verify?token=x", "/verify?type=signup", "/verify?token=x&type=outro"] {
        assert_eq!(app.call("GET", path, None).await.refusal(), (400, "validation_failed"), "{path}");
    }
}
