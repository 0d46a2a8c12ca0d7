//! The checks themselves.

use std::collections::HashSet;

use super::Walk;
use crate::session::forced;
use crate::{
    AnySession, Chance, Denied, Follower, Game, Piece, PieceKey, Plans, Printed, Recorder, Seat, SpaceRef,
    Spot, StateHash, Stream, Table, Target, Verb, Viewer,
};

/// How many listed actions of a seat are tried.
const LISTED: usize = 24;
/// How many strays and mutants each seat tries.
const STRAYS: usize = 12;
/// How many "why not?" each seat asks.
const QUESTIONS: usize = 24;
/// How many worlds each seat is given.
const WORLDS: usize = 2;
/// How many actions of a seat are compared in the eyes of the others.
const COMPARED: usize = 6;

/// The boards that never change.
pub(super) fn boards<G: Game>() -> Result<(), String> {
    for board in G::boards() {
        let mut names = HashSet::new();
        if let Some(space) = board.spaces.iter().find(|space| !names.insert(&space.name)) {
            return Err(format!(
                "{}: board {} has two spaces called {}",
                G::info().id,
                board.title,
                space.name
            ));
        }
    }
    Ok(())
}

fn on_board<G: Game>(at: SpaceRef) -> bool {
    G::boards().get(usize::from(at.board)).is_some_and(|board| usize::from(at.space) < board.spaces.len())
}

fn known<G: Game>(denied: &Denied) -> Result<(), String> {
    if denied.why.trim().is_empty() {
        return Err(format!("rule {} is cited without a sentence", denied.rule));
    }
    match G::info().ledger.get(denied.rule.as_str()) {
        Some(_) => Ok(()),
        None => Err(format!("rule {} is cited, but not in the ledger ({})", denied.rule, denied.why)),
    }
}

impl<G: Game> Walk<'_, G> {
    /// The checks made after every action. Returns every seat's legal actions.
    pub(super) fn stands(&self) -> Result<Vec<Vec<G::Action>>, String> {
        let state = self.session.state();
        self.doing("checking the state");
        state.check().map_err(|error| format!("the state cannot be: {error}"))?;
        self.doing("listing actions");
        let (to_act, may) = (state.to_act(), state.may_interject());
        match state.outcome() {
            None if to_act.is_empty() => return Err("nobody decides, and the game is not over".to_owned()),
            Some(_) if !to_act.union(may).is_empty() => {
                return Err(format!("the game is over, but {to_act:?} decide and {may:?} may interject"));
            }
            Some(outcome) => self.fits(&outcome)?,
            None => {}
        }
        let mut lists = Vec::new();
        for seat in self.seats() {
            let mut list = Vec::new();
            state.actions(seat, &mut list);
            let may_act = to_act.union(may).contains(seat);
            if may_act && list.is_empty() {
                return Err(format!("a dead end: {seat} must or may decide, but has nothing to choose from"));
            }
            if !may_act && !list.is_empty() {
                return Err(format!("{seat} has nothing to decide, but {:?} is listed for it", list[0]));
            }
            let mut seen = HashSet::new();
            if let Some(double) = list.iter().find(|action| !seen.insert(*action)) {
                return Err(format!("{double:?} is listed twice for {seat}"));
            }
            self.doing("following standing orders");
            if to_act.contains(seat)
                && let Some(action) = state.ordered(seat, &self.orders)
                && !list.contains(&action)
            {
                return Err(format!("the standing orders of {seat} give {action:?}, which is not listed"));
            }
            lists.push(list);
        }
        Ok(lists)
    }

    fn fits(&self, outcome: &crate::Outcome) -> Result<(), String> {
        let seats = self.session.setup().seats;
        if outcome.scores.len() != usize::from(seats)
            || !outcome.winners.minus(crate::Seats::first(seats)).is_empty()
        {
            return Err(format!("the outcome does not fit {seats} seats: {outcome:?}"));
        }
        if outcome.reason.is_empty() {
            return Err("the outcome has no reason".to_owned());
        }
        Ok(())
    }

    /// What every viewer is sent leads from the table he had to the one he should have, and the keys of what
    /// he cannot tell apart follow from what he sees: whoever is shown the same has the same keys.
    pub(super) fn patches_hold(&mut self) -> Result<(), String> {
        self.doing("following the game");
        let position = self.session.moment();
        let mut followers = std::mem::take(&mut self.followers);
        if followers.is_empty() {
            let begin = |viewer| (viewer, Follower::new(position.table(viewer)));
            followers = self.viewers().map(begin).collect();
        }
        for (viewer, follower) in &mut followers {
            let mut table = follower.table().clone();
            let patch = follower.look(position.table(*viewer));
            table.apply(&patch);
            if table != *follower.table() {
                let what = difference(&table, follower.table());
                return Err(format!("a patch does not give {viewer:?} the table there is: {what}"));
            }
            let mut seen = HashSet::new();
            if let Some(piece) = table.pieces.iter().find(|piece| !seen.insert(piece.key)) {
                return Err(format!("{viewer:?} follows two pieces by the key {:?}", piece.key));
            }
            if table.pieces.len() != position.table(*viewer).pieces.len() {
                return Err(format!("{viewer:?} has lost pieces on the way"));
            }
        }
        self.followers = followers;
        Ok(())
    }

    /// The checks made now and then.
    pub(super) fn costly(&mut self, lists: &[Vec<G::Action>]) -> Result<(), String> {
        self.written_and_read()?;
        for viewer in self.viewers() {
            self.doing("looking at the table");
            self.sound_table(viewer, &self.session.state().view(viewer))?;
        }
        for seat in self.seats() {
            let list = &lists[seat.index()];
            self.doing("appraising");
            let worth = self.session.state().appraise(seat);
            if !(0.0..=1.0).contains(&worth) {
                return Err(format!("appraise gives {worth} for {seat}, not a number from 0 to 1"));
            }
            self.listed_is_accepted(seat, list)?;
            self.plans_hold(seat, list)?;
            self.routes_hold(seat, list)?;
            self.nothing_else_is(seat, list)?;
            self.questions(seat)?;
            self.worlds(seat, list)?;
            self.same_look_same_words(seat, list)?;
        }
        Ok(())
    }

    fn written_and_read(&self) -> Result<(), String> {
        self.doing("writing and reading the state");
        let state = self.session.state();
        let text = serde_json::to_string(state).map_err(|error| error.to_string())?;
        let again: G =
            serde_json::from_str(&text).map_err(|error| format!("the state does not read back: {error}"))?;
        if &again != state || StateHash::of(&again) != self.session.hash() {
            return Err("the state reads back as another".to_owned());
        }
        Ok(())
    }

    fn sound_table(&self, viewer: Viewer, table: &Table) -> Result<(), String> {
        let wrong = |what: String| Err(format!("at the table of {viewer:?}, {what}"));
        let seats: Vec<Seat> = table.seats.iter().map(|sheet| sheet.seat).collect();
        if !seats.iter().copied().eq(self.seats()) {
            return wrong(format!("the sheets are those of {seats:?}"));
        }
        if table.to_act != self.session.to_act() {
            return wrong(format!("{:?} decide, not those who do", table.to_act));
        }
        if table.outcome != self.session.outcome() {
            return wrong("the outcome is another".to_owned());
        }
        for piece in &table.pieces {
            let there = match piece.at {
                Spot::Space(at) => on_board::<G>(at),
                Spot::Hand { hand } => usize::from(hand) < table.hands.len(),
                Spot::Inside { piece } => table.piece(piece).is_some(),
            };
            if !there {
                return wrong(format!("{:?} ({}) is nowhere: {:?}", piece.key, piece.name(), piece.at));
            }
        }
        if let Some(pair) = table.pieces.windows(2).find(|pair| pair[0].key >= pair[1].key) {
            return wrong(format!("pieces are not in the order of their keys: {pair:?}"));
        }
        for overlay in &table.overlays {
            if let Some(at) = overlay.spaces.iter().find(|&at| !on_board::<G>(at)) {
                return wrong(format!("the overlay {:?} lies nowhere: {at:?}", overlay.kind));
            }
        }
        Ok(())
    }

    /// Listed actions are accepted, show at the table, and are never explained away.
    fn listed_is_accepted(&mut self, seat: Seat, list: &[G::Action]) -> Result<(), String> {
        for action in sample(list, LISTED, &mut self.chance) {
            let state = self.session.state();
            self.doing("trying a listed action");
            let (mut after, mut log) = (state.clone(), Recorder::default());
            if let Err(denied) = after.apply(seat, action, &mut log) {
                return Err(format!("{action:?} is listed for {seat}, but refused: {denied}"));
            }
            let sealed = log.revealed || after.dice().drawn() != state.dice().drawn();
            let prior = state.prior(seat, action);
            if !(prior.is_finite() && prior >= 0.0) {
                return Err(format!("the prior of {action:?} for {seat} is {prior}"));
            }
            self.doing("showing a choice");
            let choice = state.choice(seat, action);
            if choice.label.trim().is_empty() {
                return Err(format!("{action:?} of {seat} shows without a label"));
            }
            if let Some(odds) = choice.odds.as_ref().filter(|odds| odds.of == 0 || odds.hits > odds.of) {
                return Err(format!("{action:?} of {seat} has odds that cannot be: {odds:?}"));
            }
            if sealed && !choice.seals {
                return Err(format!("{action:?} of {seat} cannot be taken back freely, and does not say so"));
            }
            let at = match choice.target {
                Target::Space(at) | Target::Move { to: at, .. } => Some(at),
                Target::Piece { .. } | Target::Button => None,
            };
            if at.is_some_and(|at| !on_board::<G>(at)) {
                return Err(format!("{action:?} of {seat} shows nowhere: {:?}", choice.target));
            }
            if let (Some(tab), &Target::Piece { piece }) = (choice.tab, &choice.target) {
                let table = state.view(Viewer::Seat(seat));
                if table.piece(piece).is_none_or(|shown| shown.print.tabs.len() <= tab.into()) {
                    return Err(format!("{action:?} of {seat} is about tab {tab}, which is not there"));
                }
            }
            self.doing("explaining what is allowed");
            if choice.target != Target::Button
                && let Some(denied) = state.explain(seat, &choice.target).first()
            {
                return Err(format!("{action:?} is listed for {seat}, but explained away: {denied}"));
            }
        }
        Ok(())
    }

    /// Plans differ, can be carried out one action after the other by their seat alone, teach it nothing on the way, and show
    /// somewhere.
    fn plans_hold(&mut self, seat: Seat, list: &[G::Action]) -> Result<(), String> {
        self.doing("trying plans");
        let state = self.session.state();
        let plans = plans_of(state, seat);
        if list.is_empty() && !plans.is_empty() {
            return Err(format!("{seat} has nothing to decide, but is offered {} plans", plans.len()));
        }
        let mut seen = HashSet::new();
        if let Some(double) = plans.iter().find(|plan| !seen.insert(*plan)) {
            return Err(format!("the plan {double:?} is offered to {seat} twice"));
        }
        let all: Vec<&[G::Action]> = plans.iter().collect();
        for plan in sample(&all, LISTED, &mut self.chance) {
            plan_holds(state, seat, plan).map_err(|what| format!("the plan {plan:?} of {seat} {what}"))?;
        }
        Ok(())
    }

    /// A route can be gone from its beginning to its end, and leads the pieces where it says.
    fn routes_hold(&mut self, seat: Seat, list: &[G::Action]) -> Result<(), String> {
        self.doing("going along routes");
        let state = self.session.state();
        let movable = |action: &&G::Action| match state.choice(seat, action).target {
            Target::Piece { piece } | Target::Move { piece, .. } => Some(piece),
            Target::Space(_) | Target::Button => None,
        };
        let table = state.view(Viewer::Seat(seat));
        let Some(first) = sample(list, LISTED, &mut self.chance).iter().find_map(movable) else {
            return Ok(());
        };
        let at = table.piece(first).map(|piece| piece.at);
        // With what stands beside it.
        let beside = table.pieces.iter().filter(|piece| Some(piece.at) == at && piece.key != first);
        let mut pieces = vec![first];
        pieces.extend(beside.map(|piece| piece.key).filter(|_| self.chance.below(2) == 0));
        for pieces in [&pieces[..1], &pieces[..]] {
            for route in state.routes(seat, pieces, &[]) {
                let wrong = |what: String| {
                    Err(format!("the route {:?} of {pieces:?} for {seat} {what}", route.choice.label))
                };
                let mut after = state.clone();
                for action in &route.actions {
                    if let Err(denied) = after.apply(seat, action, &mut Recorder::silent()) {
                        return wrong(format!("breaks off at {action:?}: {denied}"));
                    }
                }
                let Some(&to) = route.way.last() else { return wrong("leads nowhere".to_owned()) };
                if route.actions.is_empty() || route.choice.target != Target::Space(to) {
                    return wrong(format!("does nothing, or shows elsewhere: {:?}", route.choice.target));
                }
                let there = after.view(Viewer::Seat(seat));
                // Who attacks what stands there may do so from the space before.
                let before = match route.way.len().checked_sub(2) {
                    Some(before) => Some(route.way[before]),
                    None => table.space_of(first),
                };
                let beside = before.filter(|_| route.choice.verb == Verb::Attack);
                let lost = lost_on_the_way(&table, &there, pieces, to);
                let halted = |at| lost_on_the_way(&table, &there, pieces, at).is_none();
                if let Some(lost) = lost.filter(|_| !beside.is_some_and(halted)) {
                    return wrong(format!("does not lead {lost:?} there"));
                }
                let again = state.routes(seat, pieces, &route.way[..route.way.len() - 1]);
                if !again.iter().any(|other| other.way == route.way) {
                    return wrong("is not found again over its own way".to_owned());
                }
            }
        }
        Ok(())
    }

    /// What is not listed is refused under a known rule, and leaves the state as it was.
    fn nothing_else_is(&mut self, seat: Seat, list: &[G::Action]) -> Result<(), String> {
        let listed: HashSet<&G::Action> = list.iter().collect();
        for action in self.pool.draw(list, STRAYS, &mut self.chance) {
            self.trail.borrow_mut().doing = "trying an action from elsewhere";
            let mut state = self.session.state().clone();
            match (state.apply(seat, &action, &mut Recorder::silent()), listed.contains(&action)) {
                (Ok(()), true) => {}
                (Ok(()), false) => return Err(format!("{action:?} is not listed for {seat}, but accepted")),
                (Err(denied), true) => {
                    return Err(format!("{action:?} is listed for {seat}, but refused: {denied}"));
                }
                (Err(denied), false) => {
                    known::<G>(&denied)?;
                    if &state != self.session.state() {
                        return Err(format!("{action:?} of {seat} was refused, but has changed the state"));
                    }
                }
            }
        }
        Ok(())
    }

    /// Any question has an answer from the ledger.
    fn questions(&mut self, seat: Seat) -> Result<(), String> {
        for target in self.some_targets(seat) {
            self.doing("explaining");
            for denied in self.session.state().explain(seat, &target) {
                known::<G>(&denied).map_err(|error| format!("{error}, when {seat} asks about {target:?}"))?;
            }
        }
        Ok(())
    }

    /// Spaces, pieces, and moves of pieces to spaces; now and then ones that are not there.
    fn some_targets(&mut self, seat: Seat) -> Vec<Target> {
        let pieces: Vec<PieceKey> =
            self.session.state().view(Viewer::Seat(seat)).pieces.iter().map(|piece| piece.key).collect();
        let chance = &mut self.chance;
        let mut targets = vec![Target::Button];
        for _ in 0..QUESTIONS {
            let board = chance.index(G::boards().len().max(1));
            let spaces = G::boards().get(board).map_or(0, |board| board.spaces.len());
            let space = chance.index(spaces + 1) as u16;
            let to = SpaceRef { board: board as u8, space };
            let stranger = PieceKey::from_bits(chance.word());
            let piece = chance.pick(&pieces).copied().filter(|_| chance.below(16) > 0).unwrap_or(stranger);
            targets.push(match chance.below(3) {
                0 => Target::Space(to),
                1 => Target::Piece { piece },
                _ => Target::Move { piece, to },
            });
        }
        targets
    }

    /// The worlds a bot in this seat may be given.
    fn worlds(&mut self, seat: Seat, list: &[G::Action]) -> Result<(), String> {
        let targets = self.some_targets(seat);
        let strays = self.pool.draw(list, STRAYS, &mut self.chance);
        let asked = self.chance.pick(list).map(|action| self.session.state().choice(seat, action).target);
        let mut dice = vec![self.session.state().dice().clone()];
        for _ in 0..WORLDS {
            let state = self.session.state();
            self.doing("drawing a world");
            let luck = u64::from(self.chance.word());
            let draw = |from: &G| from.determinize(seat, &mut Stream::from_number(luck));
            let world = draw(state);
            let wrong = |what: String| Err(format!("a world that {seat} might be in {what}"));
            if let Err(error) = world.check() {
                return wrong(format!("cannot be: {error}"));
            }
            if draw(&world) != world {
                return wrong("depends on what is hidden from it: drawn from there it is another".to_owned());
            }
            if dice.contains(world.dice()) {
                return wrong("has dice that give the true ones away, or those of another world".to_owned());
            }
            dice.push(world.dice().clone());
            self.doing("comparing a world with the true one");
            let (viewer, spectator) = (Viewer::Seat(seat), Viewer::Spectator);
            if world.view(viewer) != state.view(viewer) {
                let what = difference(&world.view(viewer), &state.view(viewer));
                return wrong(format!("looks different to it: {what}"));
            }
            if world.view(spectator) != state.view(spectator) {
                let what = difference(&world.view(spectator), &state.view(spectator));
                return wrong(format!("looks different to a spectator, who must know less: {what}"));
            }
            let mut actions = Vec::new();
            world.actions(seat, &mut actions);
            if actions != list {
                return wrong("lists other actions, or in another order".to_owned());
            }
            if (world.to_act(), world.may_interject()) != (state.to_act(), state.may_interject()) {
                return wrong("has others to decide".to_owned());
            }
            for action in &strays {
                let refusal = |state: &G| state.clone().apply(seat, action, &mut Recorder::silent()).err();
                let (truth, other) = (refusal(state), refusal(&world));
                if truth != other {
                    return wrong(format!("refuses {action:?} with other words: {other:?}, not {truth:?}"));
                }
            }
            for other in state.to_act().without(seat).iter() {
                let can_undo = self.session.can_undo(other).is_ok();
                let at_once = |state: &G| forced(state, other, can_undo).is_some();
                if at_once(state) != at_once(&world) {
                    let truth = if at_once(state) { "is" } else { "is not" };
                    return wrong(format!("differs in whether {other} is openly forced, which it {truth}"));
                }
            }
            if state.to_act().contains(seat)
                && world.ordered(seat, &self.orders) != state.ordered(seat, &self.orders)
            {
                return wrong("lets its standing orders decide otherwise".to_owned());
            }
            let plans = plans_of(state, seat);
            if plans_of(&world, seat) != plans {
                return wrong("has other plans, or in another order".to_owned());
            }
            if let Some(plan) =
                plans.iter().find(|plan| world.plan_choices(seat, plan) != state.plan_choices(seat, plan))
            {
                return wrong(format!("shows the plan {plan:?} in another way"));
            }
            for &layer in &G::info().layers {
                for viewer in [viewer, spectator] {
                    if world.layer(viewer, layer) != state.layer(viewer, layer) {
                        return wrong(format!("shows {viewer:?} another layer {layer:?}"));
                    }
                }
            }
            if world.outcome() != state.outcome() {
                return wrong("has another outcome".to_owned());
            }
            for target in &targets {
                if world.explain(seat, target) != state.explain(seat, target) {
                    return wrong(format!("answers another \"why not?\" about {target:?}"));
                }
            }
            // One is enough: what is foretold may take long to reckon.
            if let Some(target) = &asked
                && world.forecast(seat, target) != state.forecast(seat, target)
            {
                return wrong(format!("has something else foretold about {target:?}"));
            }
            for action in sample(list, COMPARED, &mut self.chance) {
                if world.choice(seat, action) != state.choice(seat, action) {
                    return wrong(format!("shows {action:?} in another way"));
                }
                let (truth, other) = (outcome_of(state, seat, action), outcome_of(&world, seat, action));
                let (Some((truth, told)), Some((other, told_there))) = (truth, other) else { continue };
                let read =
                    |events: &[G::Event]| events.iter().map(|e| G::tell(e, viewer)).collect::<Vec<_>>();
                if read(&told) != read(&told_there) {
                    return wrong(format!(
                        "tells it something else after {action:?}: {:?}, not {:?}; was it revealed?",
                        read(&told_there),
                        read(&told)
                    ));
                }
                if truth.view(viewer) != other.view(viewer) {
                    let what = difference(&other.view(viewer), &truth.view(viewer));
                    return wrong(format!("looks different to it after {action:?}, was it revealed? {what}"));
                }
            }
            let others = self.seats().filter(|&other| other != seat).map(Viewer::Seat);
            let differs =
                others.into_iter().any(|other| world.view(other) != self.session.state().view(other));
            self.secrets += usize::from(differs);
        }
        Ok(())
    }

    /// Of two actions that leave different states, but the same table before somebody, he reads the same.
    fn same_look_same_words(&mut self, seat: Seat, list: &[G::Action]) -> Result<(), String> {
        self.doing("comparing actions in the eyes of the others");
        let tried: Vec<_> = sample(list, COMPARED, &mut self.chance)
            .into_iter()
            .filter_map(|action| Some((action, outcome_of(self.session.state(), seat, action)?)))
            .collect();
        for viewer in self.viewers().filter(|viewer| !viewer.is(seat)) {
            let seen: Vec<_> = tried
                .iter()
                .map(|(action, (state, events))| {
                    let lines: Vec<_> = events.iter().filter_map(|event| G::tell(event, viewer)).collect();
                    (action, state, state.view(viewer), lines)
                })
                .collect();
            for (nth, (action, state, table, lines)) in seen.iter().enumerate() {
                for (other, other_state, other_table, other_lines) in &seen[..nth] {
                    if table == other_table && lines != other_lines && state != other_state {
                        return Err(format!(
                            "{action:?} and {other:?} of {seat} look the same to {viewer:?}, but the log tells them \
                             apart: {lines:?}, {other_lines:?}"
                        ));
                    }
                }
            }
        }
        Ok(())
    }
}

fn plans_of<G: Game>(state: &G, seat: Seat) -> Plans<G::Action> {
    let mut plans = Plans::new();
    state.plans(seat, &mut plans);
    plans
}

/// Whether a plan is one, and what is wrong with it if not.
fn plan_holds<G: Game>(state: &G, seat: Seat, plan: &[G::Action]) -> Result<(), String> {
    if plan.len() < 2 {
        return Err("is no more than an action".to_owned());
    }
    let (mut after, mut log) = (state.clone(), Recorder::default());
    let mut sealed = false;
    for (nth, action) in plan.iter().enumerate() {
        if sealed {
            return Err(format!("goes on with {action:?} after dice were thrown or something was revealed"));
        }
        let (to_act, may) = (after.to_act(), after.may_interject());
        let others = to_act.minus(state.to_act()).without(seat);
        if nth > 0 && !(to_act.union(may).contains(seat) && others.is_empty()) {
            return Err(format!("goes on with {action:?} when it is for {to_act:?} to decide"));
        }
        if let Err(denied) = after.apply(seat, action, &mut log) {
            return Err(format!("breaks off at {action:?}: {denied}"));
        }
        sealed = log.revealed || after.dice().drawn() != state.dice().drawn();
    }
    let prior = state.plan_prior(seat, plan);
    if !(prior.is_finite() && prior >= 0.0) {
        return Err(format!("has a prior of {prior}"));
    }
    let choices = state.plan_choices(seat, plan);
    if choices.is_empty() {
        return Err("shows nowhere".to_owned());
    }
    for choice in choices {
        if choice.label.trim().is_empty() {
            return Err("shows without a label".to_owned());
        }
        if sealed && !choice.seals {
            return Err("cannot be taken back freely, and does not say so".to_owned());
        }
        if let Target::Space(at) | Target::Move { to: at, .. } = choice.target
            && !on_board::<G>(at)
        {
            return Err(format!("shows off the board: {at:?}"));
        }
        if choice.target != Target::Button
            && let Some(denied) = state.explain(seat, &choice.target).first()
        {
            return Err(format!("is explained away: {denied}"));
        }
    }
    Ok(())
}

/// The state after an action and what happened, unless chance had a part in it or something was revealed.
fn outcome_of<G: Game>(state: &G, seat: Seat, action: &G::Action) -> Option<(G, Vec<G::Event>)> {
    let (mut after, mut log) = (state.clone(), Recorder::default());
    after.apply(seat, action, &mut log).ok()?;
    (after.dice().drawn() == state.dice().drawn() && !log.revealed).then_some((after, log.events))
}

/// One of `pieces` that has not come to `to`: neither by its key, nor as one more of its print than lay there before.
pub(super) fn lost_on_the_way(
    before: &Table,
    after: &Table,
    pieces: &[PieceKey],
    to: SpaceRef,
) -> Option<PieceKey> {
    let many = |piece: &Piece| u32::from(piece.count.unwrap_or(1));
    let there = |table: &Table, print: &Printed| -> u32 {
        table
            .pieces
            .iter()
            .filter(|piece| piece.at == Spot::Space(to) && piece.print == *print)
            .map(many)
            .sum()
    };
    pieces.iter().copied().find(|&key| {
        let Some(piece) = before.piece(key) else { return true };
        let same =
            pieces.iter().filter_map(|other| before.piece(*other)).filter(|other| other.print == piece.print);
        let set_out: u32 = same.map(many).sum();
        after.space_of(key) != Some(to) && there(after, &piece.print) < there(before, &piece.print) + set_out
    })
}

/// Up to `count` of `items`, without repeats.
fn sample<'a, T>(items: &'a [T], count: usize, chance: &mut Stream) -> Vec<&'a T> {
    let mut order: Vec<&T> = items.iter().collect();
    if order.len() > count {
        chance.shuffle(&mut order);
        order.truncate(count);
    }
    order
}

/// Where two tables differ, for a person.
fn difference(world: &Table, truth: &Table) -> String {
    fn first(path: &str, a: &serde_json::Value, b: &serde_json::Value) -> Option<String> {
        use serde_json::Value::{Array, Object};
        match (a, b) {
            (Array(a), Array(b)) if a.len() == b.len() => {
                a.iter().zip(b).enumerate().find_map(|(i, (a, b))| first(&format!("{path}[{i}]"), a, b))
            }
            (Object(a), Object(b)) if a.len() == b.len() => a.iter().find_map(|(key, a)| {
                first(&format!("{path}.{key}"), a, b.get(key).unwrap_or(&serde_json::Value::Null))
            }),
            _ => (a != b).then(|| format!("{path} is {a}, in truth {b}")),
        }
    }
    first("table", &crate::session::json(world), &crate::session::json(truth)).unwrap_or_default()
}
