//! The client, as far as it is built in.

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

/// What a browser gets at `path`.
pub fn page(path: &str) -> Response {
    let is_page = path == "/" || path.starts_with("/play/");
    let status = if is_page { StatusCode::OK } else { StatusCode::NOT_FOUND };
    (status, [(header::CONTENT_TYPE, "text/html; charset=utf-8")], PLAIN).into_response()
}
