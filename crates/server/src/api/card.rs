//! The card that other programs show of the address of a table: what it is, and whose seat is meant.

use axum::http::{HeaderMap, Uri, header};
use engine::Seat;

use super::App;
use crate::player::Player;

/// What goes into the head of the page at this address; nothing if it is not that of a table.
pub async fn card(app: &App, uri: &Uri, headers: &HeaderMap) -> Option<String> {
    let id = uri.path().strip_prefix("/play/")?.trim_end_matches('/');
    // What was asked for is not worth a complaint: the page itself says what is wrong.
    let listed = app.games.store.listed(id).await.ok()??;
    let title = registry::info(&listed.game).ok()?.title;
    let parts = listed.standing.sight.map(|sight| sight.parts).unwrap_or_default();
    let asked = uri.query().into_iter().flat_map(|query| query.split('&'));
    let seat =
        asked.filter_map(|pair| pair.strip_prefix("seat=")).find_map(|seat| seat.parse().ok().map(Seat));
    let meant = seat.filter(|seat| matches!(listed.seats.get(seat.index()), Some(Player::Human { .. })));
    let part = meant.and_then(|seat| parts.get(seat.index()));
    let headline = match part {
        Some(part) => format!("{title}: your seat is {part}"),
        None => format!("{title}: a table at Grognard"),
    };
    let others = listed.seats.iter().enumerate().filter(|(seat, _)| Some(*seat) != meant.map(Seat::index));
    let names: Vec<&str> = others
        .filter_map(|(_, player)| match player {
            Player::Human { name } => name.as_deref(),
            Player::Bot { .. } => None,
        })
        .collect();
    let words = match &names[..] {
        [] => "Come to the table: the rules are kept for you.".to_owned(),
        names => format!("Come to the table. You play with {}.", names.join(", ")),
    };
    let mut card = String::new();
    for (name, value) in [("og:site_name", "Grognard"), ("og:title", &headline), ("og:description", &words)] {
        card += &format!("<meta property=\"{name}\" content=\"{}\" />\n", escaped(value));
    }
    if let Some(host) = headers.get(header::HOST).and_then(|host| host.to_str().ok()) {
        let forwarded = headers.get("x-forwarded-proto").and_then(|scheme| scheme.to_str().ok());
        let scheme = if forwarded == Some("https") { "https" } else { "http" };
        let picture = format!("{scheme}://{host}/thumbs/{}.webp", listed.game);
        card += &format!("<meta property=\"og:image\" content=\"{}\" />\n", escaped(&picture));
    }
    Some(card)
}

/// Text as it may stand in an attribute.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => safe += "&amp;",
            '<' => safe += "&lt;",
            '>' => safe += "&gt;",
            '"' => safe += "&quot;",
            '\'' => safe += "&#39;",
            character => safe.push(character),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_gets_out_of_an_attribute() {
        assert_eq!(escaped("\"><b>Ney & 'co'"), "&quot;&gt;&lt;b&gt;Ney &amp; &#39;co&#39;");
    }
}
