//! The course of a battle: what is asked after what. Rulebook "How to Conduct Combat".

use engine::steps::{Flow, Step};
use engine::{By, Recorder, Seat};
use serde::{Deserialize, Serialize};

use super::advance::Advancing;
use super::fire::Firing;
use super::guns::Guns;
use super::hits::Hitting;
use super::losses::Placing;
use super::pursuit::Pursuing;
use super::refuge::Refuge;
use super::retreat::Retreating;
use super::slip::Slipping;
use super::split::Splitting;
use super::{Clash, Sort};
use crate::combat::fort::rotation;
use crate::combat::{
    AssaultRules, LayOut, Melee, Onset, Role, Stack, Works, exchange, fires, pursues, verdict,
};
use crate::event::Event;
use crate::forces::Factors;
use crate::questions::Question;
use crate::state::Marshals;

/// Where a battle stands: what comes next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Course {
    /// Marches to the guns, first of the attacker (M-mtsg-9).
    Calls,
    /// Then of the defenders, seat by seat.
    Answers(Seat),
    /// A cavalry leader slips away.
    Slip,
    /// The attackers burn supply.
    Supply,
    /// Both sides are revealed, and Napoleon may split his enemies.
    Split,
    /// The hits of both sides are worked out.
    Join,
    /// A side places its hits.
    Hits(Role),
    /// The combat table has spoken.
    Fallen,
    /// The guns of a side fire.
    Fire(Role),
    /// Who has won.
    Verdict,
    /// The defenders retreat, seat by seat.
    Retreat(Seat),
    /// The victor advances.
    Advance,
    /// Leaders left alone get away, or are captured.
    Refuge,
    /// A side sorts its losses.
    Losses(Role),
    /// All is over.
    Close,
}

impl Course {
    /// Goes on with a question, and then with this.
    fn ask(self, question: impl Into<Question>) -> Flow<Question> {
        Flow::call(self, question)
    }
}

impl Marshals {
    /// Who has won; and whether the defender, if he must, can retreat (M-combat-39).
    fn judge(&mut self, log: &mut Recorder<Event>) {
        let stands = self.engagement().stands_fast();
        let clash = self.clash();
        let judged = verdict(&clash.now[Role::Attacker], &clash.now[Role::Defender][0], stands);
        let surrounded = self.engagement().is_surrounded();
        let clash = self.clash_mut();
        (clash.verdict, clash.surrounded) = (Some(judged), surrounded);
        let battle = self.fray();
        let (target, values) = (battle.target, [judged.attack_value, judged.defence_value]);
        log.record(|| Event::Judged { target, victor: judged.victor, values, retreats: judged.retreat });
    }
}

/// The two sides see each other; their values give the hits of both (M-combat-18).
fn join_battle(game: &mut Marshals, log: &mut Recorder<Event>) {
    let hexes: Vec<_> = game.engagement().attacking_hexes().into_iter().collect();
    let attackers: Vec<Stack> = hexes.iter().map(|hex| game.engagement().attackers_in(*hex)).collect();
    let defender = game.engagement().defender();
    let site = game.engagement().site();
    let onsets: Vec<Onset> = hexes
        .iter()
        .zip(&attackers)
        .map(|(hex, stack)| Onset { strength: stack.strength(), approach: game.engagement().approach(*hex) })
        .collect();
    let defence = defender.strength();
    let hits = exchange(&onsets, defence, site, AssaultRules::default());
    let garrison = std::slice::from_ref(&defender);
    let on_defender = match site.works {
        // The fort and its leader take their share in rotation (M-siege-27).
        Works::Garrison(2..) => {
            let fallen = rotation(hits.attack, defence.factors + defence.idle, defence.absorbs);
            Melee::unled(garrison, fallen.factors)
        }
        _ => Melee::new(garrison, &[LayOut::canonical(&defender)], hits.attack),
    };
    let layouts: Vec<LayOut> = attackers.iter().map(LayOut::canonical).collect();
    let on_attackers = Melee::new(&attackers, &layouts, hits.counterattack);
    let before = By::from([attackers, vec![defender]]);
    let clash = Clash {
        hexes,
        fallen: before.clone(),
        now: before.clone(),
        before,
        melee: By::from([on_attackers, on_defender]),
        site,
        exchange: hits,
        is_settled: false,
        verdict: None,
        surrounded: false,
        veiled: false,
        advanced: false,
        sorted: By::all(false),
        disrupted: By::from([Vec::new(), Vec::new()]),
    };
    let battle = game.fray();
    let (target, sort) = (battle.target, battle.sort);
    let sides = [clash.exchange.attack_value, clash.exchange.defence_value];
    let damage = [clash.exchange.attack, clash.exchange.counterattack];
    log.record(|| Event::Joined { target, sort, values: sides, hits: damage });
    let nation = game.fray().nation;
    game.battle.as_mut().expect("a battle is declared").clash = Some(clash);
    game.burn_for_defence(target, nation, log);
}

/// What the combat table leaves of both sides leaves the map.
fn settle_melee(game: &mut Marshals) {
    let clash = game.clash_mut();
    clash.is_settled = true;
    for role in [Role::Attacker, Role::Defender] {
        let left: Vec<Stack> = clash.melee[role].survivors(&clash.before[role]).into_iter().collect();
        clash.fallen[role].clone_from(&left);
        clash.now[role] = left;
    }
    game.thin_out();
}

/// Whether the guns of a side fire: in an assault only those of the garrison do (M-siege-26).
fn may_fire(game: &Marshals, role: Role) -> bool {
    let clash = game.clash();
    let is_assault = game.fray().sort == Sort::Assault;
    let silent = is_assault && role == Role::Attacker && !AssaultRules::default().guns;
    !silent && fires(&clash.fallen[role])
}

/// The whole force of a surrounded defender is lost.
fn wipe_out(game: &mut Marshals, log: &mut Recorder<Event>) {
    let target = game.fray().target;
    let clash = game.clash_mut();
    for contingent in clash.now[Role::Defender].iter_mut().flat_map(|stack| &mut stack.contingents) {
        (contingent.fights, contingent.idle) = (Factors::NONE, Factors::NONE);
    }
    game.thin_out();
    log.record(|| Event::WipedOut(target));
}

/// The seats that can have a say on a side.
fn next_seat(game: &Marshals, after: Seat) -> Option<Seat> {
    Some(Seat(after.0 + 1)).filter(|seat| seat.0 < game.players)
}

impl Step<Marshals> for Course {
    engine::nobody_decides!(Marshals);

    fn settle(self, game: &mut Marshals, log: &mut Recorder<Event>) -> Option<Flow<Question>> {
        let flow = match self {
            // The winter has left nobody of them.
            Course::Calls if game.engagement().attacking_hexes().is_empty() => {
                game.stand_down(log);
                Flow::End
            }
            Course::Calls => Course::Answers(Seat(0))
                .ask(Guns { role: Role::Attacker, seat: game.engagement().captain(Role::Attacker) }),
            Course::Answers(seat) => {
                let next = next_seat(game, seat).map_or(Course::Slip, Course::Answers);
                let guns = Guns { role: Role::Defender, seat };
                if guns.is_asked(game) { next.ask(guns) } else { Flow::goto(next) }
            }
            Course::Slip => match Slipping::of(game) {
                Some(slipping) => Course::Supply.ask(slipping),
                None => Flow::goto(Course::Supply),
            },
            // Whoever was attacked has slipped away.
            Course::Supply if game.engagement().defender().all().is_empty() => Flow::goto(Course::Join),
            Course::Supply => {
                game.supply_attack(log);
                if game.engagement().attacking_hexes().is_empty() {
                    game.stand_down(log);
                    return Some(Flow::End);
                }
                Flow::goto(Course::Split)
            }
            Course::Split => {
                log.reveal();
                game.battle.as_mut().expect("a battle is declared").is_open = true;
                if Splitting.is_asked(game) { Course::Join.ask(Splitting) } else { Flow::goto(Course::Join) }
            }
            Course::Join if game.engagement().defender().all().is_empty() => Flow::goto(Course::Advance),
            Course::Join => {
                join_battle(game, log);
                Flow::goto(Course::Hits(Role::Attacker))
            }
            Course::Hits(role) => {
                let next = match role {
                    Role::Attacker => Course::Hits(Role::Defender),
                    Role::Defender => Course::Fallen,
                };
                let melee = &mut game.clash_mut().melee[role.other()];
                if melee.is_forced() {
                    melee.spend_all();
                }
                if melee.left() == 0 { Flow::goto(next) } else { next.ask(Hitting { role }) }
            }
            Course::Fallen => {
                settle_melee(game);
                Flow::goto(Course::Fire(Role::Attacker))
            }
            Course::Fire(role) => {
                let next = match role {
                    Role::Attacker => Course::Fire(Role::Defender),
                    Role::Defender => Course::Verdict,
                };
                let firing = Firing { role };
                if !may_fire(game, role) || firing.settled(game, log) {
                    Flow::goto(next)
                } else {
                    next.ask(firing)
                }
            }
            Course::Verdict => {
                game.judge(log);
                let clash = game.clash();
                let retreats = clash.verdict.is_some_and(|verdict| verdict.retreat);
                let next = Course::Retreat(Seat(0));
                if retreats && pursues(&clash.now[Role::Attacker]) && !Pursuing.settled(game, log) {
                    next.ask(Pursuing)
                } else {
                    Flow::goto(next)
                }
            }
            Course::Retreat(seat) => {
                let clash = game.clash();
                if !clash.verdict.is_some_and(|verdict| verdict.retreat) {
                    return Some(Flow::goto(Course::Advance));
                }
                if clash.surrounded {
                    wipe_out(game, log);
                    return Some(Flow::goto(Course::Advance));
                }
                let next = next_seat(game, seat).map_or(Course::Advance, Course::Retreat);
                let retreating = Retreating::of(seat);
                if retreating.is_asked(game) { next.ask(retreating) } else { Flow::goto(next) }
            }
            Course::Advance => {
                if let Some(clash) = game.battle.as_mut().and_then(|battle| battle.clash.as_mut()) {
                    clash.veiled = true;
                }
                let seat = game.engagement().captain(Role::Attacker);
                let advancing = Advancing { seat };
                if advancing.is_asked(game) {
                    Course::Refuge.ask(advancing)
                } else {
                    Flow::goto(Course::Refuge)
                }
            }
            Course::Refuge => {
                game.capture_leaders(log);
                match Refuge::next(game) {
                    Some(refuge) => Course::Refuge.ask(refuge),
                    None => Flow::goto(Course::Losses(Role::Attacker)),
                }
            }
            Course::Losses(role) => {
                if game.fray().clash.is_none() {
                    return Some(Flow::goto(Course::Close));
                }
                let next = match role {
                    Role::Attacker => Course::Losses(Role::Defender),
                    Role::Defender => Course::Close,
                };
                let placing = Placing { role };
                if placing.settled(game, log) { Flow::goto(next) } else { next.ask(placing) }
            }
            Course::Close => {
                if game.close_battle(log) {
                    Flow::goto(Course::Join)
                } else {
                    Flow::End
                }
            }
        };
        Some(flow)
    }
}
