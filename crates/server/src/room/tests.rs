use engine::{AnySession, Raw, Refusal, Seat, Seats, Values};

use super::*;
use crate::letter::Letter;

fn look(held: Seats) -> ViewOptions {
    ViewOptions { held, seat: None, log_from: 0 }
}

/// An action that closes the way back, and one that can follow it freely; after others that lead there.
fn go_to_a_seal(session: &mut dyn AnySession) -> (Seat, Raw) {
    loop {
        let seat = session.to_act().iter().next().unwrap();
        let choices = session.choices(seat);
        for choice in &choices {
            let mut sealed = session.boxed_clone();
            sealed.act(seat, &choice.action).unwrap();
            let free = sealed.choices(seat).into_iter().find(|next| {
                let mut free = sealed.boxed_clone();
                free.act(seat, &next.action).is_ok() && free.can_undo(seat).is_ok()
            });
            if let (Err(_), Some(free)) = (sealed.can_undo(seat), free) {
                session.act(seat, &choice.action).unwrap();
                return (seat, free.action);
            }
        }
        session.act(seat, &choices[0].action).unwrap();
    }
}

#[tokio::test]
async fn of_a_decision_that_cannot_be_taken_back_as_a_whole_the_last_action_is() {
    let folder = tempfile::tempdir().unwrap();
    let games = GameRegistry::scratch(folder.path()).await;
    let id = games.scratch_game().await;
    let room = games.room(&id).await.unwrap().unwrap();
    let mut guard = room.state.lock().await;
    let state = guard.as_mut().unwrap();
    let (seat, free) = go_to_a_seal(&mut *state.session);
    let sealed = (state.session.hash(), state.session.entries());
    state.session.act(seat, &free).unwrap();
    state.chosen = 2;
    assert_eq!(room.way_back(state, seat), Ok(1));
    room.undo(&games, state, seat).unwrap();
    assert_eq!((state.session.hash(), state.session.entries()), (sealed.0, sealed.1 + 2));
    let before = News::of(state);
    assert!(matches!(room.undo(&games, state, seat), Err(Refusal::TooLateToUndo(_))));
    assert!(room.is_untouched(&games, &mut guard, &before));
}

#[tokio::test]
async fn what_is_refused_and_has_left_a_trace_is_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let games = GameRegistry::scratch(folder.path()).await;
    let id = games.scratch_game().await;
    let room = games.room(&id).await.unwrap().unwrap();
    let mut guard = room.state.lock().await;
    let session = &mut guard.as_mut().unwrap().session;
    let seat = session.to_act().iter().next().unwrap();
    let action = session.choices(seat)[0].action.clone();
    let before = News::of(guard.as_ref().unwrap());
    guard.as_mut().unwrap().session.act(seat, &action).unwrap();
    assert!(!room.is_untouched(&games, &mut guard, &before));
    drop(guard);
    let again = games.room(&id).await.unwrap().unwrap();
    assert_eq!(again.read(|_, state| state.session.entries()).await.unwrap(), 0);
}

/// A letter is one write, and orders are one with the moves that follow from them: neither is there by half.
#[tokio::test]
async fn what_cannot_be_written_is_neither_in_memory_nor_on_disk() {
    let folder = tempfile::tempdir().unwrap();
    let games = GameRegistry::scratch(folder.path()).await;
    let id = games.scratch_game().await;
    let both = Seats::first(2);
    let letter = Letter { from: Seat(0), to: Seat(1).into(), text: "Peace?".to_owned(), written: 0 };
    let orders = Orders { auto: true, values: Values::default() };
    let room = async || games.room(&id).await.unwrap().unwrap();
    for command in [Command::Write(letter), Command::Order(orders)] {
        games.store.break_table(&games.config.database, "standings").await;
        let wish = CommandRequest {
            seat: Seat(0),
            number: None,
            command: command.clone(),
            look: look(both),
            show: true,
        };
        let refused = room().await.perform(&games, wish).await;
        match command {
            // It does not move the game, so it does not need what is broken.
            Command::Write(_) => assert!(refused.is_ok()),
            _ => assert!(matches!(refused, Err(RoomError::Store(_))), "{refused:?}"),
        }
        games.store.mend_table(&games.config.database, "standings").await;
        let letters = room().await.read(|_, state| state.mail.len()).await.unwrap();
        let auto = room().await.read(|_, state| state.orders[0].auto).await.unwrap();
        assert_eq!((letters, auto), (1, false));
    }
}

#[tokio::test]
async fn a_room_in_which_something_stumbles_is_closed_and_the_game_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let games = GameRegistry::scratch(folder.path()).await;
    let id = games.scratch_game().await;
    let room = games.room(&id).await.unwrap().unwrap();
    let half_way = async {
        let mut guard = room.state.lock().await;
        let session = &mut guard.as_mut().unwrap().session;
        let seat = session.to_act().iter().next().unwrap();
        let action = session.choices(seat)[0].action.clone();
        session.act(seat, &action).unwrap();
        panic!("before it is written down");
    };
    assert_eq!(room.safely(&games, half_way).await, None::<()>);
    assert!(matches!(room.read(|_, _| ()).await, Err(RoomError::Closed)));
    let again = games.room(&id).await.unwrap().unwrap();
    assert_eq!(again.read(|_, state| state.session.entries()).await.unwrap(), 0);
}
