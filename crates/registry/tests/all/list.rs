//! The list of games.

use bots::{Level, Means};
use engine::Game;
use registry::{UnknownGame, Visitor, boards, bot, chart, game, ids, infos, visit};

#[test]
fn every_game_has_an_id_of_its_own() {
    let mut ids = ids();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), infos().len());
}

#[test]
fn a_game_is_found_by_its_id() {
    struct Title;
    impl Visitor for Title {
        type Out = &'static str;
        fn visit<G: Game>(self) -> &'static str {
            G::info().title
        }
    }
    for info in infos() {
        assert_eq!(visit(info.id, Title), Ok(info.title));
        assert_eq!(game(info.id).map(|game| game.info().title), Ok(info.title));
    }
}

#[test]
fn every_game_has_a_map_of_its_board() {
    for info in infos() {
        let (chart, board) = (chart(info.id).expect("a chart"), &boards(info.id).unwrap()[0]);
        assert_eq!(chart.title, info.title);
        assert!(board.picture.is_some() && !board.legend.is_empty(), "{}", info.id);
    }
}

#[test]
fn every_game_has_bots() {
    for info in infos() {
        let bot = bot(info.id, Level::GREEDY, 1, Means::default());
        assert_eq!(bot.map(|bot| bot.name()), Ok("greedy".to_owned()));
    }
    assert!(bot("go", Level::GREEDY, 1, Means::default()).is_err());
}

#[test]
fn a_slip_of_the_pen_is_understood() {
    let nearest = |id: &str| UnknownGame { id: id.to_owned() }.nearest();
    assert_eq!(nearest("campagne"), Some("campaign"));
    assert_eq!(nearest("CAMPAIGN"), Some("campaign"));
    assert_eq!(nearest("go"), None);
    let message = UnknownGame { id: "go".to_owned() }.to_string();
    assert!(message.starts_with("there is no game \"go\"; the games are: campaign"), "{message}");
}
