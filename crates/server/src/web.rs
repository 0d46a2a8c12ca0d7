//! The client: files built into the program (feature `client`), or a plain page that says that it is missing.

use std::borrow::Cow;

use axum::http::{StatusCode, header};
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
    Some(File { kind: format!("{kind}{charset}"), content: file.data })
}

#[cfg(not(feature = "client"))]
fn file(_path: &str) -> Option<File> {
    None
}

/// What a browser gets at `path`: a file of the client, or its page, which finds out by itself what to show.
pub fn page(path: &str) -> Response {
    let name = path.trim_start_matches('/');
    let is_page = !name.rsplit('/').next().is_some_and(|last| last.contains('.'));
    // The names of assets change with their content.
    let cache = if name.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let wanted = if is_page { "index.html" } else { name };
    let (status, file) = match file(wanted) {
        Some(file) => (StatusCode::OK, file),
        None => {
            let plain =
                File { content: PLAIN.as_bytes().into(), kind: "text/html; charset=utf-8".to_owned() };
            (if is_page { StatusCode::OK } else { StatusCode::NOT_FOUND }, plain)
        }
    };
    let headers = [(header::CONTENT_TYPE, file.kind), (header::CACHE_CONTROL, cache.to_owned())];
    (status, headers, file.content).into_response()
}
