//! Files under their own host name, so that browsers separate them from the site by origin, in addition to the headers
//! of every file.

use std::sync::Arc;

use axum::{
    extract::{Request, State},
    http::{HeaderValue, Method, StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
};

/// Time for which a browser may cache the redirect, as `Cache-Control`.
const REDIRECT_CACHING: HeaderValue = HeaderValue::from_static("private, max-age=300");

/// The server's other address, for files.
#[derive(Clone)]
pub(crate) struct FilesHost(Option<Arc<Address>>);

struct Address {
    /// URL without a slash at the end.
    url: String,
    /// Host and port, as in the header `Host`.
    authority: String,
}

impl FilesHost {
    /// Creates the files host from the configured URL. If empty, the site serves files itself.
    pub(crate) fn new(url: &str) -> Self {
        let authority = url.split_once("://").map(|(_, authority)| authority.to_ascii_lowercase());
        Self(authority.map(|authority| Arc::new(Address { url: url.to_owned(), authority })))
    }
}

/// Redirects requests for files at the site's address to the other one. Requests with a token in a header are served in
/// place: they come from a program, or a page that reads the bytes, and would lose the header.
pub(crate) async fn redirect(State(files): State<FilesHost>, request: Request, next: Next) -> Response {
    let Some(address) = files.0.as_ref().filter(|address| !is_at(address, &request)) else {
        return next.run(request).await;
    };
    if !is_file(&request) || request.headers().contains_key(header::AUTHORIZATION) {
        return next.run(request).await;
    }
    let path = request.uri().path_and_query().map_or("/", |path| path.as_str());
    match HeaderValue::try_from(format!("{}{path}", address.url)) {
        Ok(place) => {
            let headers = [(header::LOCATION, place), (header::CACHE_CONTROL, REDIRECT_CACHING)];
            (StatusCode::TEMPORARY_REDIRECT, headers).into_response()
        }
        Err(_) => StatusCode::BAD_REQUEST.into_response(),
    }
}

/// Serves only files under their host name: no pages, and no services on which a session could be used.
pub(crate) async fn only_files(State(files): State<FilesHost>, request: Request, next: Next) -> Response {
    let is_other = files.0.as_ref().is_some_and(|address| is_at(address, &request));
    match is_other && !is_file(&request) {
        true => StatusCode::NOT_FOUND.into_response(),
        false => next.run(request).await,
    }
}

fn is_at(address: &Address, request: &Request) -> bool {
    let host = request.headers().get(header::HOST).and_then(|host| host.to_str().ok());
    host.is_some_and(|host| host.eq_ignore_ascii_case(&address.authority))
}

/// Returns `true` if the request is for the bytes of a file.
fn is_file(request: &Request) -> bool {
    let path = request.uri().path();
    let is_described = ["info", "list", "list-v2", "upload"].iter().any(|word| {
        path.strip_prefix("/storage/v1/object/").is_some_and(|rest| rest.split('/').next() == Some(word))
    });
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    is_read
        && !is_described
        && ["/storage/v1/object/", "/storage/v1/render/image/"].iter().any(|place| path.starts_with(place))
}

#[cfg(test)]
mod tests {
    use axum::{Router, body::Body, middleware};
    use tower::ServiceExt;

    use super::*;

    fn router(files: &str) -> Router {
        let files = FilesHost::new(files);
        Router::new()
            .fallback(async || "served")
            .layer(middleware::from_fn_with_state(files.clone(), redirect))
            .layer(middleware::from_fn_with_state(files, only_files))
    }

    async fn ask(router: &Router, method: &str, host: &str, path: &str, token: bool) -> (u16, String) {
        let mut request = Request::builder().method(method).uri(path).header("host", host);
        if token {
            request = request.header("authorization", "Bearer x");
        }
        let answer = router.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
        let place = answer.headers().get("location").map(|place| place.to_str().unwrap().to_owned());
        (answer.status().as_u16(), place.unwrap_or_default())
    }

    #[tokio::test]
    async fn the_files_host_serves_only_files_and_the_site_redirects() {
        let (site, other) = ("site.example", "Files.Site.example:8443");
        let router = router("https://files.site.example:8443");
        for path in [
            "/storage/v1/object/public/avatars/a/b.png",
            "/storage/v1/object/sign/contents/a.pdf?token=x.y.z",
            "/storage/v1/object/contents/a%20b.png?download=c",
            "/storage/v1/render/image/public/contents/a.png?width=320",
        ] {
            let place = format!("https://files.site.example:8443{path}");
            assert_eq!(ask(&router, "GET", site, path, false).await, (307, place.clone()), "{path}");
            assert_eq!(ask(&router, "HEAD", site, path, false).await, (307, place), "{path}");
            assert_eq!(ask(&router, "GET", site, path, true).await.0, 200, "{path} with a token");
            assert_eq!(ask(&router, "GET", other, path, false).await.0, 200, "{path}");
            assert_eq!(ask(&router, "POST", other, path, true).await.0, 404, "{path}");
        }
        for path in [
            "/",
            "/blog",
            "/auth/v1/user",
            "/rest/v1/contents",
            "/storage/v1/object/info/public/contents/a.png",
            "/storage/v1/object/list/contents",
            "/storage/v1/object/upload/sign/contents/a.png",
            "/storage/v1/bucket",
            "/storage/v1/upload/resumable",
        ] {
            assert_eq!(ask(&router, "GET", site, path, false).await.0, 200, "{path}");
            assert_eq!(ask(&router, "GET", other, path, false).await.0, 404, "{path}");
        }
    }

    #[tokio::test]
    async fn without_the_setting_the_site_serves_its_files() {
        let router = router("");
        for path in ["/storage/v1/object/public/avatars/a/b.png", "/"] {
            assert_eq!(ask(&router, "GET", "site.example", path, false).await.0, 200, "{path}");
        }
    }
}
