//! The client: files built into the program (feature `client`), or a plain page that says that it is missing.

use std::borrow::Cow;

use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};

const PLAIN: &str = "<!doctype html>
<html lang=\"en\">
<head><meta charset=\"utf-8\"><title>Grognard</title></head>
<body>
<h1>Grognard</h1>
<p>The server runs, but it was built without the client. The games can be played over the
<a href=\"/api/catalog\">API</a>.</p>
</body>
</html>
";

/// A file of the client.
struct File {
    content: Cow<'static, [u8]>,
    kind: String,
    /// Changes with the content. Weak: the same for every way of compressing it.
    tag: String,
}

#[cfg(feature = "client")]
fn file(path: &str) -> Option<File> {
    #[derive(rust_embed::Embed)]
    #[folder = "../../web/dist"]
    #[allow_missing = true]
    struct Client;

    let file = Client::get(path)?;
    let kind = file.metadata.mimetype();
    // Everything we write is UTF-8.
    let charset = if kind.starts_with("text/") { "; charset=utf-8" } else { "" };
    let tag: String = file.metadata.sha256_hash()[..16].iter().map(|byte| format!("{byte:02x}")).collect();
    Some(File { kind: format!("{kind}{charset}"), tag: format!("W/\"{tag}\""), content: file.data })
}

#[cfg(not(feature = "client"))]
fn file(_path: &str) -> Option<File> {
    None
}

/// What a browser gets at `path`: a file of the client, or its page, which finds out by itself what to show. A `card` goes
/// into the head of the page, for programs that show addresses.
pub fn page(path: &str, card: Option<&str>, asked: &HeaderMap) -> Response {
    let name = path.trim_start_matches('/');
    let is_page = !name.rsplit('/').next().is_some_and(|last| last.contains('.'));
    // The names of assets change with their content.
    let cache = if name.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let wanted = if is_page { "index.html" } else { name };
    let Some(file) = file(wanted) else {
        let status = if is_page { StatusCode::OK } else { StatusCode::NOT_FOUND };
        let kind = [(header::CONTENT_TYPE, "text/html; charset=utf-8"), (header::CACHE_CONTROL, "no-cache")];
        return (status, kind, PLAIN).into_response();
    };
    if let Some(card) = card.filter(|_| is_page) {
        let page = String::from_utf8_lossy(&file.content).replacen("</head>", &format!("{card}</head>"), 1);
        return ([(header::CACHE_CONTROL, cache), (header::CONTENT_TYPE, &file.kind)], page).into_response();
    }
    let kept = [(header::CACHE_CONTROL, cache.to_owned()), (header::ETAG, file.tag.clone())];
    if has(asked, &file.tag) {
        return (StatusCode::NOT_MODIFIED, kept).into_response();
    }
    (kept, [(header::CONTENT_TYPE, file.kind)], file.content).into_response()
}

/// Whether the browser has the file of this tag already.
fn has(asked: &HeaderMap, tag: &str) -> bool {
    let known = asked.get_all(header::IF_NONE_MATCH).iter().filter_map(|tags| tags.to_str().ok());
    let bare = |tag: &str| tag.trim().trim_start_matches("W/").to_owned();
    known.flat_map(|tags| tags.split(',')).any(|known| known.trim() == "*" || bare(known) == bare(tag))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_browser_that_has_a_file_is_not_sent_it_again() {
        let asked =
            |tags: &'static str| HeaderMap::from_iter([(header::IF_NONE_MATCH, tags.parse().unwrap())]);
        assert!(has(&asked("\"old\", W/\"new\""), "W/\"new\""));
        assert!(has(&asked("\"new\""), "W/\"new\""));
        assert!(!has(&asked("\"old\""), "W/\"new\""));
        assert!(!has(&HeaderMap::new(), "W/\"new\""));
    }

    #[cfg(feature = "client")]
    #[test]
    fn files_carry_what_a_browser_needs_to_keep_them() {
        let page = |asked: &HeaderMap| super::page("/play/abc", None, asked);
        let first = page(&HeaderMap::new());
        let Some(tag) = first.headers().get(header::ETAG) else {
            panic!("the client was not built: `cargo xtask test` builds it");
        };
        assert_eq!(
            (first.status(), &first.headers()[header::CACHE_CONTROL]),
            (StatusCode::OK, &"no-cache".parse().unwrap())
        );
        let again = page(&HeaderMap::from_iter([(header::IF_NONE_MATCH, tag.clone())]));
        assert_eq!(
            (again.status(), again.headers().get(header::ETAG)),
            (StatusCode::NOT_MODIFIED, Some(tag))
        );
    }
}
