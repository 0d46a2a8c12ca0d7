//! Cards played for one of their effects. Rulebook 3.6, 8.2 to 8.6, 17.2.
//!
//! A play is first read as a deed: what it comes to, and for whom. What can be done is listed and carried out from the
//! same reading.

use engine::{Denied, Recorder, RuleId, rule};

use crate::action::{Action, not_now};
use crate::cards::Card;
use crate::effects::{Domain, Effect, Main, Military, Peek, Tab, Target};
use crate::errands::Errand;
use crate::event::Event;
use crate::military::Draft;
use crate::nations::{Nation, Nations, Side};
use crate::refusal::{No, Refusal};
use crate::state::{Conquests, Phase};
use crate::tables::{MORALE_TOP, SOCIETY_TOP};
use crate::view::points;
use crate::{gifts, military};

/// What England gives away instead of a Finance effect (N-8.2-england).
const SUBSIDY: u8 = 5;

/// What a play comes to.
#[derive(Clone, Copy)]
enum Deed {
    /// So much money for a nation, or from it.
    Money(Nation, i8),
    /// So many levels of Morale for a nation.
    Morale(Nation, i8),
    /// So many levels of Society for a side.
    Society(Side, i8),
    /// Movement points that a card offers instead of its main effect.
    Points(u8),
    /// Money that England hands out.
    Subsidy,
    /// A look at Napoleon's cards.
    SeeHand,
    /// A look at the objective of a nation.
    SeeObjective(Nation),
    /// The main effect of a Military tab.
    Main(&'static Military),
}

impl Conquests {
    /// Whether a nation holds a card itself: those of its player's other nations are not its own (N-2-multi-separate).
    pub(crate) fn holds(&self, nation: Nation, card: Card, rule: RuleId) -> Result<(), Denied> {
        let held = |nation: &Nation| self.cards.hands[*nation].contains(card);
        if held(&nation) {
            return Ok(());
        }
        Err(match self.nations(self.seat(nation)).iter().find(held) {
            Some(other) => {
                let why =
                    format!("{other} holds that card, and {nation} decides: each nation has its own hand");
                Denied::new(rule!("N-2-multi-separate"), why)
            }
            None => Denied::new(rule, "you do not hold that card"),
        })
    }

    /// Plays a card for an effect of a domain; it is discarded (N-3.6-three-tabs).
    pub(crate) fn play(
        &mut self,
        nation: Nation,
        domain: Domain,
        action: Action,
        log: &mut Recorder<Event>,
    ) -> Result<(), Denied> {
        let (card, deed) = deed::<Denied>(self, nation, domain, action)?;
        self.spend_card(nation, card, log);
        log.record(|| Event::Played { who: self.party(nation), card, domain });
        self.carry_out(nation, card, deed, log);
        Ok(())
    }

    /// Does what a card was played for.
    fn carry_out(&mut self, nation: Nation, card: Card, deed: Deed, log: &mut Recorder<Event>) {
        match deed {
            Deed::Money(whose, money @ 1..) => self.pay_out(whose, money as u8, log),
            Deed::Money(whose, money) => {
                self.fine(whose, money.unsigned_abs(), log);
            }
            Deed::Morale(whose, levels) => self.shift_morale(whose, levels, log),
            Deed::Society(side, levels) => self.shift_society(side, levels, Some(nation), log),
            Deed::Points(points) => self.grant_points(nation, points, log),
            Deed::Subsidy => self.subsidise(log),
            Deed::SeeHand => self.see_hand(nation, log),
            Deed::SeeObjective(of) => self.see_objective(nation, of, log),
            Deed::Main(military) => self.carry_out_main(nation, card, military, log),
        }
    }

    fn carry_out_main(
        &mut self,
        nation: Nation,
        card: Card,
        military: &'static Military,
        log: &mut Recorder<Event>,
    ) {
        if military.cost > 0 {
            self.pay(nation, military.cost, log);
        }
        if military.cost_mp > 0 {
            self.spend_points(nation, military.cost_mp, log);
        }
        match &military.main {
            Main::Mp(points) => self.grant_points(nation, *points, log),
            Main::Units(gifts) => {
                for (gift, number) in gifts.iter().zip(0..) {
                    (0..gift.count).for_each(|_| self.errands.push(Errand::Gift { nation, card, number }));
                }
            }
            Main::Enlist(kinds) => {
                let draft = Draft { nation, left: *kinds, taken: false, abroad: false };
                self.errands.push(Errand::Enlist(draft));
            }
            Main::Guard { kind, count } => {
                (0..*count).for_each(|_| self.errands.push(Errand::Convert { arm: *kind }));
            }
            Main::Lose { count, .. } => {
                (0..*count).for_each(|_| self.errands.push(Errand::Strike { nation, card }));
            }
            Main::Strength(_) | Main::Division { .. } | Main::RetreatBefore | Main::PushBack => {}
        }
    }

    /// The nations that England can support: the others of the Coalition (N-8.2-england).
    pub(crate) fn subsidised(&self) -> Nations {
        (self.in_play() & Nations::COALITION).without(Nation::England)
    }

    fn subsidise(&mut self, log: &mut Recorder<Event>) {
        match self.subsidised().only() {
            Some(nation) => self.pay_out(nation, SUBSIDY, log),
            None => self.errands.push(Errand::Subsidy { left: SUBSIDY }),
        }
    }

    /// Whoever plays a nation sees Napoleon's cards (N-17.2.3-see-hand).
    fn see_hand(&mut self, nation: Nation, log: &mut Recorder<Event>) {
        let cards = self.cards.hands[Nation::France];
        let seat = self.seat(nation);
        let known = &mut self.cards.known[seat];
        *known = *known | cards;
        log.record(|| Event::SawHand { who: self.party(nation), cards });
        log.reveal();
    }

    /// Whoever plays a nation sees the objective of another (N-17.2.3-see-objective).
    fn see_objective(&mut self, nation: Nation, of: Nation, log: &mut Recorder<Event>) {
        let seat = self.seat(nation);
        self.cards.seen[seat].insert(of);
        if let Some(objective) = self.cards.objectives[of] {
            log.record(|| Event::SawObjective { who: self.party(nation), of, objective });
        }
        log.reveal();
    }
}

/// Every way in which a tab might be played.
pub(crate) fn list_ways(card: Card, tab: &Tab, nation: Nation, out: &mut Vec<Action>) {
    match &tab.effect {
        Effect::Diplomacy { peek: Some(Peek::Objective), .. } => list_aims(card, out),
        _ if tab.target == Some(Target::OneCoalition) => list_aims(card, out),
        _ => out.push(Action::Play(card)),
    }
    match &tab.effect {
        Effect::Money(_) if nation == Nation::England => out.push(Action::Subsidise(card)),
        Effect::Military(Military { or_mp: Some(_), .. }) => out.push(Action::PlayForPoints(card)),
        _ => {}
    }
}

fn list_aims(card: Card, out: &mut Vec<Action>) {
    out.extend(Nations::COALITION.iter().map(|nation| Action::PlayOn { card, nation }));
}

/// The side whose Society a tab lowers (N-17.2.2-napoleon, N-17.2.2-coalition).
fn losing_side(tab: &Tab) -> Option<Side> {
    match tab.target? {
        Target::OneCoalition | Target::Coalition => Some(Side::Coalition),
        Target::Nation(nation) => Some(nation.side()),
    }
}

fn subsidy(nation: Nation, tab: &Tab) -> Result<Deed, Denied> {
    match tab.effect {
        Effect::Money(_) if nation == Nation::England => Ok(Deed::Subsidy),
        _ => {
            let why = "England alone supports others, with a Finance effect";
            Err(Denied::new(rule!("N-8.2-england"), why))
        }
    }
}

fn points_instead(tab: &Tab) -> Result<Deed, Denied> {
    match &tab.effect {
        Effect::Military(military) if military.is_combat() => Err(combat_only()),
        Effect::Military(Military { or_mp: Some(points), .. }) => Ok(Deed::Points(*points)),
        _ => Err(Denied::new(rule!("N-17.2.4-plain-mp"), "the card offers no movement points instead")),
    }
}

fn combat_only() -> Denied {
    let why = "that is an effect for combat: keep the advisor and the card for it";
    Denied::new(rule!("N-3.6-combat-only"), why)
}

/// Adds every way in which a nation can play a card of its hand for an effect of a domain.
pub(crate) fn list_plays(game: &Conquests, nation: Nation, domain: Domain, out: &mut Vec<Action>) {
    for card in (game.cards.hands[nation] & Card::with_tab(domain)).iter() {
        let Some(tab) = card.tab(domain).filter(|tab| tab.by.contains(nation)) else { continue };
        let ways = out.len();
        list_ways(card, tab, nation, out);
        let mut kept = ways;
        for number in ways..out.len() {
            if reading::<No>(game, nation, card, tab, out[number]).is_ok() {
                out.swap(kept, number);
                kept += 1;
            }
        }
        out.truncate(kept);
    }
}

/// What a play comes to, if it can be made.
fn deed<R: Refusal>(
    game: &Conquests,
    nation: Nation,
    domain: Domain,
    action: Action,
) -> Result<(Card, Deed), R> {
    let card = match action {
        Action::Play(card) | Action::PlayForPoints(card) | Action::Subsidise(card) => card,
        Action::PlayOn { card, .. } => card,
        _ => return Err(not_now().into()),
    };
    game.holds(nation, card, rule!("N-3.6-when"))?;
    let tab = card.tab(domain).ok_or_else(|| lacks_effect(game, domain))?;
    if !tab.by.contains(nation) {
        return Err(Denied::new(rule!("N-17.2.1-named"), "the card names others who may use this").into());
    }
    Ok((card, reading(game, nation, card, tab, action)?))
}

/// What a way of playing a tab of a card comes to, if it can be done.
fn reading<R: Refusal>(
    game: &Conquests,
    nation: Nation,
    card: Card,
    tab: &'static Tab,
    action: Action,
) -> Result<Deed, R> {
    let deed = match action {
        Action::Subsidise(_) => subsidy(nation, tab)?,
        Action::PlayForPoints(_) => points_instead(tab)?,
        Action::PlayOn { nation: aimed, .. } => effect(nation, tab, Some(aimed))?,
        _ => effect(nation, tab, None)?,
    };
    can_be_done::<R>(game, nation, card, deed)?;
    Ok(deed)
}

/// Why a card without an effect of a domain cannot be played: by what leave cards are played now.
fn lacks_effect(game: &Conquests, domain: Domain) -> Denied {
    let (rule, leave) = match game.phase {
        Phase::Powers(_) => (rule!("N-8.5-card-powers"), "this capital"),
        Phase::Combat(_) => (rule!("N-3.6-three-tabs"), "a victory"),
        _ => (rule!("N-3.6-advisor-needed"), "this advisor"),
    };
    Denied::new(rule, format!("{leave} lets you play {domain}, and that card has no such effect"))
}

/// What the effect of a tab comes to, aimed at a nation if it can be (17.2.2).
fn effect(nation: Nation, tab: &'static Tab, aimed: Option<Nation>) -> Result<Deed, Denied> {
    let looks = matches!(tab.effect, Effect::Diplomacy { peek: Some(Peek::Objective), .. });
    let picks = looks || tab.target == Some(Target::OneCoalition);
    let aimed = match (picks, aimed) {
        (true, Some(aimed)) if aimed.is_coalition() => Some(aimed),
        (true, _) => {
            let rule = match looks {
                true => rule!("N-17.2.3-see-objective"),
                false => rule!("N-17.2.2-napoleon"),
            };
            return Err(Denied::new(rule, "a nation of the Coalition is named with it"));
        }
        (false, Some(_)) => {
            return Err(Denied::new(rule!("N-17.2.1-named"), "the card says itself whom it is for"));
        }
        (false, None) => None,
    };
    let whose = match tab.target {
        Some(Target::Nation(named)) => named,
        _ => aimed.unwrap_or(nation),
    };
    match &tab.effect {
        Effect::Money(money) => Ok(Deed::Money(whose, *money)),
        Effect::Morale(levels) => Ok(Deed::Morale(whose, *levels)),
        Effect::Society(levels) => Ok(Deed::Society(losing_side(tab).unwrap_or(nation.side()), *levels)),
        Effect::Diplomacy { peek: Some(Peek::Hand), .. } => Ok(Deed::SeeHand),
        Effect::Diplomacy { peek: Some(Peek::Objective), .. } => Ok(Deed::SeeObjective(whose)),
        Effect::Diplomacy { peek: None, .. } => {
            let why = "points of Diplomacy are for Alliances";
            Err(Denied::new(rule!("N-17.2.3-see-and-point"), why))
        }
        Effect::Military(military) if military.is_combat() => Err(combat_only()),
        Effect::Military(Military { main: Main::Guard { .. }, .. }) if nation != Nation::France => {
            Err(Denied::new(rule!("N-17.2.4-convert"), "only Napoleon has a Guard"))
        }
        Effect::Military(military) => Ok(Deed::Main(military)),
    }
}

/// Whether a deed can be paid for and would change anything (N-3.6-cost, N-17.2.1-partial).
fn can_be_done<R: Refusal>(game: &Conquests, nation: Nation, card: Card, deed: Deed) -> Result<(), R> {
    let seat = game.seat(nation);
    let room = |level: u8, top: u8, by: i8| if by > 0 { level < top } else { level > 0 };
    let changes = match deed {
        Deed::Money(whose, money) => {
            game.order.contains(&whose) && (money > 0 || game.treasury.money[whose] > 0)
        }
        Deed::Morale(whose, by) => {
            game.order.contains(&whose) && room(game.tracks.morale[whose], MORALE_TOP, by)
        }
        Deed::Society(side, by) => room(game.tracks.society[side], SOCIETY_TOP, by),
        Deed::Points(_) => true,
        Deed::Subsidy => !game.subsidised().is_empty(),
        Deed::SeeHand => {
            nation.is_coalition() && !game.cards.hands[Nation::France].is_within(&game.cards.known[seat])
        }
        Deed::SeeObjective(whose) => {
            game.order.contains(&whose) && game.seat(whose) != seat && !game.cards.seen[seat].contains(whose)
        }
        Deed::Main(military) => {
            can_pay_for::<R>(game, nation, military)?;
            would_change(game, nation, card, military)
        }
    };
    if !changes {
        return Err(Denied::new(rule!("N-17.2.1-partial"), "it would change nothing").into());
    }
    Ok(())
}

fn can_pay_for<R: Refusal>(game: &Conquests, nation: Nation, military: &Military) -> Result<(), R> {
    if game.treasury.money[nation] < military.cost.into() {
        let why = || format!("the card costs {} FG; you have {}", military.cost, game.treasury.money[nation]);
        return Err(R::worded(rule!("N-3.6-cost"), why));
    }
    if game.treasury.points[nation] < 2 * u16::from(military.cost_mp) {
        let why = || {
            format!(
                "the card costs {} MP; you have {}",
                military.cost_mp,
                points(game.treasury.points[nation])
            )
        };
        return Err(R::worded(rule!("N-3.6-cost"), why));
    }
    Ok(())
}

fn would_change(game: &Conquests, nation: Nation, card: Card, military: &Military) -> bool {
    match &military.main {
        Main::Mp(_) => true,
        Main::Units(gifts) => gifts::can_grant_any(game, nation, gifts),
        Main::Enlist(kinds) => military::can_enlist_any(game, nation, *kinds),
        Main::Guard { kind, .. } => !game.convertible(*kind).is_empty(),
        Main::Lose { .. } => !game.is_void(&Errand::Strike { nation, card }),
        Main::Strength(_) | Main::Division { .. } | Main::RetreatBefore | Main::PushBack => false,
    }
}
