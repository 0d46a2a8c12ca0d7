//! How what happened is told to whom.

use engine::{BattleMark, BattleResult, BattleSide, Line, Needed, Throw, Viewer};

use super::{Event, Party};
use crate::areas::Area;
use crate::combat::strength::luck;
use crate::effects::Role;
use crate::nations::{Nation, Nations};
use crate::view::{points, space};

impl Event {
    /// How it is told to a viewer.
    pub(crate) fn tell(&self, viewer: Viewer) -> Option<Line> {
        let line = |text: String, who: Option<Party>, areas: &[Area]| {
            let spaces = areas.iter().map(|area| space(*area)).collect();
            Some(Line::new(text, who.map(|who| who.seat), spaces))
        };
        let said = |who: Party, text: String| line(text, Some(who), &[]);
        let heading = |line: Option<Line>| line.map(Line::heading);
        let great = |line: Option<Line>| line.map(Line::great);
        match *self {
            Event::TurnBegins { turn } => heading(line(format!("Turn {turn}"), None, &[])),
            Event::Ordered { ref order } => {
                let order: Vec<&str> = order.iter().map(|nation| nation.name()).collect();
                line(format!("The order of play is {}", order.join(", ")), None, &[])
            }
            Event::Collected { who, money } => said(who, format!("{who} collects {money} FG")),
            Event::Levied { halves: 0, .. } => None,
            Event::Levied { from, by, halves } => {
                said(by, format!("{by} takes {} MP from {from}", points(halves)))
            }
            Event::Advised { who, zone, space } => {
                said(who, format!("{who} sends an advisor to {zone} {}", space + 1))
            }
            Event::Resolves { who, zone, space } => {
                said(who, format!("The {} advisor in {zone} {} acts", who.nation.adjective(), space + 1))
            }
            Event::Drew { who, card } => match viewer.is(who.seat) {
                true => said(who, format!("{who} draws {card}")),
                false => said(who, format!("{who} draws a card with a back of {}", card.stripe())),
            },
            Event::BoughtCard { who } => said(who, format!("{who} buys a card")),
            Event::Reshuffled { side } => line(format!("The discards of {side} are shuffled"), None, &[]),
            Event::Gained { who, money } => match money {
                0 => None,
                1.. => said(who, format!("{who} gains {money} FG")),
                _ => said(who, format!("{who} loses {} FG", -money)),
            },
            Event::Points { who, points } => said(who, format!("{who} gains {points} MP")),
            Event::Morale { who, from, to } => {
                said(who, format!("The Morale of {who} goes from {from} to {to}"))
            }
            Event::Society { side, from, to } => {
                line(format!("The Society of {side} goes from {from} to {to}"), None, &[])
            }
            Event::Raised { who, kind, at } => {
                line(format!("{} {kind} appears in {at}", who.nation.adjective()), Some(who), &[at])
            }
            Event::Converted { arm, at } => {
                line(format!("French {arm} in {at} joins the Guard"), None, &[at])
            }
            Event::Forfeited { who } => said(who, format!("{who} cannot take what it has won")),
            Event::Allied { who, members } => {
                let others = members.without(who.nation);
                match who.nation {
                    Nation::France => great(said(who, format!("France forces {others} into an Alliance"))),
                    _ => said(who, format!("{who} makes an Alliance with {others}")),
                }
            }
            Event::Left { nations, members } => {
                line(format!("The Alliance of {members} goes on without {nations}"), None, &[])
            }
            Event::AllianceOver { members } => line(format!("The Alliance of {members} is over"), None, &[]),
            Event::Moves { who } => heading(said(who, format!("{who} moves"))),
            Event::CombatBegins { who, area, attack, defence, pursuit } => {
                let enemy = match defence.is_empty() {
                    true => "the garrison".to_owned(),
                    false => defence.to_string(),
                };
                let title = match pursuit {
                    true => format!("Pursuit into {area}"),
                    false => format!("Combat in {area}"),
                };
                let begin = heading(line(format!("{title}: {attack} against {enemy}"), Some(who), &[area]));
                let sides = vec![side(attack.to_string(), attack), side(enemy, defence)];
                let result = BattleResult { title: title.into(), at: space(area), sides };
                begin.map(|line| line.marked(BattleMark::Begins(result)))
            }
            Event::CombatOver { area } => line(format!("The combat in {area} is over"), None, &[area])
                .map(|line| line.marked(BattleMark::Ends)),
            Event::PlayedEffect { who, card, area } => {
                line(format!("{who} plays {card} in the combat"), Some(who), &[area])
            }
            Event::Divided { who, target, area } => {
                line(format!("{who} divides the enemy and attacks {target} alone"), Some(who), &[area])
            }
            Event::Supported { who, frigates, area } => {
                let many = if frigates == 1 { "frigate supports" } else { "frigates support" };
                let adjective = who.nation.adjective();
                line(format!("{frigates} {adjective} {many} the combat in {area}"), Some(who), &[area])
            }
            Event::Fought { area, die, attack, defence, verdict } => {
                let text = format!("The die shows {die}: {attack} SP against {defence}, {verdict}");
                let success = verdict.victor() == Role::Attacker;
                let throw = Throw { bonus: 0, needed: needed(area, die, attack, defence), success };
                line(text, None, &[area]).map(|line| line.thrown(&[die], throw).result())
            }
            Event::Recruited { who, from, kind, area, joins } => {
                let fate = if joins { "joins" } else { "is taken from the field by" };
                line(format!("{} {kind} {fate} {who}", from.adjective()), Some(who), &[area])
                    .map(|line| line.marked(costs(from, 1)))
            }
            Event::Lost { who, kind, at } => {
                line(format!("{} {kind} is lost in {at}", who.nation.adjective()), Some(who), &[at])
                    .map(|line| line.marked(costs(who.nation, 1)))
            }
            Event::Retreated { who, troops, from, to } => {
                line(format!("{who} retreats from {from} to {to}: {troops}"), Some(who), &[from, to])
            }
            Event::Boarded { who, kind, from } => {
                line(format!("{} {kind} goes aboard", who.nation.adjective()), Some(who), &[from])
            }
            Event::SailedOff { who, from, to } => {
                let text = format!("{} retreats from {from} to {to}", a_frigate(who.nation));
                line(text, Some(who), &[from, to])
            }
            Event::Advanced { who, troops, from, to } => {
                line(format!("{who} advances from {from} to {to}: {troops}"), Some(who), &[from, to])
            }
            Event::CapitalFell { who, owner, area } => {
                great(line(format!("{area}, the capital of {owner}, falls to {who}"), Some(who), &[area]))
            }
            Event::Sponsored { who, nation } => said(who, format!("{who} helps {nation} with a card")),
            Event::Ended { winners, reason } => {
                let won = match winners.len() {
                    0 => "Nobody wins".to_owned(),
                    1 => format!("{winners} wins"),
                    _ => format!("{winners} win"),
                };
                great(line(format!("The game is over: {reason}. {won}"), None, &[]))
            }
            Event::Eliminated { who } => great(said(who, format!("{who} is eliminated"))),
            Event::GaveUp { who, kind, at } => {
                let whose = who.nation.adjective();
                line(format!("{whose} {kind} in {at} is lost for want of Society"), Some(who), &[at])
            }
            Event::Kept { who, card } => match viewer.is(who.seat) {
                true => said(who, format!("{who} keeps {card}")),
                false => None,
            },
            Event::KeptCards { who, kept, discarded } => {
                said(who, format!("{who} keeps {kept} and discards {discarded} cards of the first Age"))
            }
            Event::AgeBegins => heading(line("The second Age: 1805 to 1812".to_owned(), None, &[])),
            Event::ObjectiveShown { who, objective, met } => {
                let (title, verdict) = (&objective.aim().title, if met { "met" } else { "not met" });
                said(who, format!("The secret objective of {who}, \"{title}\", is {verdict}"))
            }
            Event::Scored { who, points } => said(who, format!("{who} scores {points} points")),
            Event::Marched { who, nation, troops, from, to } => {
                let march = if troops.len() == 1 { "marches" } else { "march" };
                let troops = troops.named(nation);
                let text = format!("{troops} {march} from {from} to {to}");
                line(text, Some(who), &[from, to]).map(|line| line.march(troops))
            }
            Event::ForcedOut { who, from, points } => {
                line(format!("{who} pays {points} MP to go on from {from}"), Some(who), &[from])
            }
            Event::Attacks { who, at } => line(format!("{who} attacks in {at}"), Some(who), &[at]),
            Event::Sailed { who, nation, from, to } => {
                let frigate = a_frigate(nation);
                let text = format!("{frigate} sails from {from} to {to}");
                line(text, Some(who), &[from, to]).map(|line| line.march(frigate))
            }
            Event::Embarked { who, nation, kind, from, sea } => {
                let text = format!("{} {kind} goes aboard in {from}", nation.adjective());
                line(text, Some(who), &[from, sea])
            }
            Event::Landed { who, nation, kind, sea, to } => {
                let text = format!("{} {kind} lands in {to}", nation.adjective());
                line(text, Some(who), &[sea, to])
            }
            Event::AskedForUnits { who, ally } => {
                said(who, format!("{who} asks {ally} for units for mixed corps"))
            }
            Event::AnsweredForUnits { who, lends: true } => {
                said(who, format!("{who} lends its units for mixed corps"))
            }
            Event::AnsweredForUnits { who, lends: false } => said(who, format!("{who} lends no units")),
            Event::Challenged { who, sea, targets } => {
                line(format!("{who} declares a combat in {sea} against {targets}"), Some(who), &[sea])
            }
            Event::Paid { who, money } => said(who, format!("{who} pays {money} FG")),
            Event::PaidPoints { who, points } => said(who, format!("{who} pays {points} MP")),
            Event::Played { who, card, domain } => said(who, format!("{who} plays {card} for {domain}")),
            Event::SawHand { who, cards } => match viewer.is(who.seat) {
                true => {
                    let cards: Vec<String> = cards.iter().map(|card| card.to_string()).collect();
                    said(who, format!("{who} sees what Napoleon holds: {}", cards.join(", ")))
                }
                false => said(who, format!("{who} looks at Napoleon's cards")),
            },
            Event::SawObjective { who, of, objective } => match viewer.is(who.seat) {
                true => said(who, format!("{who} sees the objective of {of}: {}", objective.text(of))),
                false => said(who, format!("{who} looks at the objective of {of}")),
            },
            Event::Struck { who, kind, at } => {
                line(format!("{} {kind} in {at} is lost", who.nation.adjective()), Some(who), &[at])
            }
            Event::Sunk { who, at, cargo } => {
                let crew = if cargo.is_empty() { String::new() } else { format!(" with {cargo}") };
                line(format!("{} goes down in {at}{crew}", a_frigate(who.nation)), Some(who), &[at])
                    .map(|line| line.marked(costs(who.nation, 1 + cargo.len())))
            }
            Event::Saved { who, kind, at } => {
                line(format!("{} {kind} reaches the shore of {at}", who.nation.adjective()), Some(who), &[at])
            }
            Event::Proposed { who, members } => {
                said(who, format!("{who} proposes an Alliance with {}", members.without(who.nation)))
            }
            Event::Opposed { who, members } => {
                said(who, format!("{who} sets out to cancel the Alliance of {members}"))
            }
            Event::Offered { who, shares } => {
                let shares = Nation::all().zip(shares).filter(|(_, share)| *share > 0);
                let shares: Vec<String> =
                    shares.map(|(nation, share)| format!("{nation} pays {share} FG")).collect();
                said(who, format!("{who} makes the offer: {}", shares.join(", ")))
            }
            Event::Agreed { who } => said(who, format!("{who} agrees")),
            Event::Declined { who } => said(who, format!("{who} refuses")),
            Event::CameToNothing { who } => said(who, format!("The attempt of {who} comes to nothing")),
            Event::Discarded { who, card } => said(who, format!("{who} discards {card} for its Diplomacy")),
            Event::Showed { who, to, card } => match viewer.is(who.seat) || viewer.is(to.seat) {
                true => said(who, format!("{who} shows {to} {card}")),
                false => said(who, format!("{who} shows {to} a card")),
            },
            Event::Gave { who, to, card } => match viewer.is(who.seat) || viewer.is(to.seat) {
                true => said(who, format!("{who} gives {to} {card}")),
                false => said(who, format!("{who} gives {to} a card with a back of {}", card.stripe())),
            },
            Event::Stays { who, at } => line(format!("{who} stays in {at}"), Some(who), &[at]),
            Event::Parted { who, troops, from, to } => {
                line(format!("{who} withdraws {troops} from {from} to {to}"), Some(who), &[from, to])
            }
            Event::Perished { who, troops, at } => {
                line(format!("{who} loses {troops} in {at}"), Some(who), &[at])
            }
        }
    }
}

/// The lowest face of the die with which the attacker would have won, if that took any luck at all.
fn needed(area: Area, die: u8, attack: i16, defence: i16) -> Option<Needed> {
    let before = attack - luck(die, area.is_sea());
    let wins = |face: &u8| before + luck(*face, area.is_sea()) > defence;
    let least = (1..=6).find(wins).filter(|face| *face > 1)?;
    Some(Needed::Total { least: least.into() })
}

/// Those on a side of a combat.
fn side(title: String, nations: Nations) -> BattleSide {
    let tints = nations.iter().map(Nation::tint).collect();
    BattleSide::new(title, tints, false, nations.iter().map(|nation| nation.index() as u8).collect())
}

/// Units that a nation has lost in a combat.
fn costs(nation: Nation, units: u8) -> BattleMark {
    BattleMark::Costs { member: nation.index() as u8, pieces: units.into(), steps: 0 }
}

/// "An English frigate".
fn a_frigate(nation: Nation) -> String {
    let article = if matches!(nation, Nation::England | Nation::Austria) { "An" } else { "A" };
    format!("{article} {} frigate", nation.adjective())
}
