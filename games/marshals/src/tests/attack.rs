//! Attack supply, and who can join an attack.

use engine::Seat;

use super::battle::{around, at_prague, behind, beside, near, with_lannes};
use super::field::{Field, hex, leader, nation};
use crate::Action;
use crate::combat::Role;
use crate::field::Muster;
use crate::forces::{Arm, Factors};
use crate::ground::{LandId, ways};
use crate::map::MAP;
use crate::questions::Question;

const FRENCH: Seat = Seat(0);

fn name(hex: atlas::topology::HexId) -> &'static str {
    MAP.grid.name(hex).to_string().leak()
}

/// The French next to the Russians at Smolensk, in summer.
fn at_smolensk(french: u8, under: &str, supply: u8) -> Field {
    let next = name(ways(hex("Smolensk"))[0].to);
    Field::bare("russia-1812")
        .on("1812 Jul-Aug 2")
        .put("Russia", Factors::infantry(8), "Smolensk")
        .lead("Bagration (army)", "Smolensk")
        .stored("Russia", 3, 0, "Smolensk")
        .put("France", Factors::infantry(french), next)
        .lead(under, next)
        .stored("France", supply, 0, next)
        .turn_of("France")
}

fn french_units(field: &Field) -> u8 {
    let own = field.game.forces.iter().filter(|force| force.muster.nation == nation("France"));
    own.map(|force| force.supply).sum()
}

/// How many factors of the first stack attack, and how many it has.
fn attackers(field: &Field) -> (u16, u16) {
    let stack = &field.clash().before[Role::Attacker][0];
    (stack.fighting().total(), stack.all().total())
}

// proves M-supply-23, M-supply-25
#[test]
fn in_remote_country_only_those_attack_who_are_supplied() {
    for (units, attack) in [(1, 5), (2, 10), (3, 12)] {
        let mut field = at_smolensk(12, "Napoleon (early)", units);
        field.march("Napoleon (early)").act(Action::Attack(hex("Smolensk"))).act(Action::Fight);
        assert_eq!(attackers(&field), (attack, 12), "{units} supply units");
        assert_eq!(french_units(&field), 0);
        field.finish();
        let fought = field.game.forces.iter().filter(|force| force.muster.nation == nation("France"));
        let idle: u16 =
            fought.filter(|force| force.muster.fights == 0).map(|force| force.factors.total()).sum();
        assert!(idle <= 12 - attack, "whoever stood by has not fought");
    }
}

// proves M-supply-23
#[test]
fn an_attack_burns_for_those_who_attack_and_not_for_others_in_the_hex() {
    let mut field = at_smolensk(12, "Davout", 4);
    field.march("Davout").leave("France", Arm::Infantry, 1).act(Action::Attack(hex("Smolensk")));
    field.act(Action::Fight);
    assert_eq!((attackers(&field), french_units(&field)), ((5, 12), 3));
}

// proves M-supply-3
#[test]
fn whoever_gives_his_supply_away_does_not_attack() {
    let mut field = at_prague(Factors::infantry(6), Factors::infantry(3));
    field.attack("Davout", "Prague");
    for _ in 0..8 {
        field.act(Action::Demolish { hex: hex(near()), nation: nation("France"), is_depot: false });
    }
    field.act(Action::Fight);
    assert!(field.game.battle().is_none());
    assert_eq!(field.open("Austria", "Prague"), Factors::infantry(3));
    assert!(!field.game.staff.fought.contains(leader("Davout")));
}

// proves M-loc-12
#[test]
fn each_power_attacks_with_its_own_supply() {
    let next = around("Troyes")[0];
    let mut field = Field::bare("france-1814")
        .on("1814 Jan-Feb 3")
        .put("France", Factors::infantry(2), "Troyes")
        .lead("Ney", "Troyes")
        .put("Austria", Factors::infantry(2), next)
        .put("Russia", Factors::infantry(6), next)
        .lead("Schwarzenberg (army)", next)
        .stored("Austria", 1, 0, next)
        .turn_of("Austria");
    field.march("Schwarzenberg (army)");
    assert_eq!(field.refused(Action::Attack(hex("Troyes"))), "M-supply-3", "the Russians have none");
    field.leave("Russia", Arm::Infantry, 6).act(Action::Attack(hex("Troyes"))).act(Action::Fight);
    assert!(field.game.forces.iter().all(|force| force.supply == 0), "it is burned");
}

/// Austrians in France, Davout next to them, and Soult behind him.
fn invaded() -> (Field, &'static str, &'static str) {
    let french =
        |hex: &atlas::topology::HexId| MAP.region_id(*hex) == MAP.region_id(super::field::hex("Orleans"));
    let open = |from: atlas::topology::HexId| {
        ways(from).iter().filter(|way| !way.side.river && !way.side.mountain).map(|way| way.to)
    };
    let (target, next, back) = LandId::all()
        .map(LandId::hex)
        .filter(french)
        .flat_map(|target| open(target).map(move |next| (target, next)))
        .flat_map(|(target, next)| open(next).map(move |back| (target, next, back)))
        .find(|(target, _, back)| MAP.grid.distance(*target, *back) == 2 && *back != hex("Orleans"))
        .expect("three hexes hang together");
    let (target, next, back) = (name(target), name(next), name(back));
    let field = Field::bare("ulm-1805")
        .put("Austria", Factors::infantry(4), target)
        .lead("Klenau", target)
        .put("France", Factors::infantry(6), next)
        .lead("Davout", next)
        .stored("France", 2, 0, next)
        .put("France", Factors::infantry(3), "Paris")
        .lead("Soult", back)
        .turn_of("France");
    (field, target, back)
}

fn forward(field: &mut Field, back: &str) {
    let france = nation("France");
    field.act(Action::UseLine(france));
    for _ in 0..3 {
        field.act(Action::Forward { hex: hex("Paris"), nation: france }).act(Action::To(hex(back)));
    }
    if matches!(field.game.asked(), Some(Question::Forwarding(_))) {
        field.act(Action::Halt);
    }
    assert_eq!(field.open("France", back), Factors::infantry(3));
}

// proves M-loc-26
#[test]
fn who_has_come_along_the_line_marches_to_no_guns() {
    let (mut field, target, back) = invaded();
    forward(&mut field, back);
    field.march("Davout").act(Action::Attack(hex(target))).act(Action::Fight);
    field.act(Action::Call(leader("Soult")));
    assert_eq!(field.gauge("factors on the march"), "0");
    let take = Action::Take { nation: nation("France"), arm: Arm::Infantry };
    assert_eq!(field.refused(take), "M-mtsg-11");
}

// proves M-lead-42
#[test]
fn whoever_sends_infantry_along_the_line_gives_his_attack_up() {
    let (mut field, target, back) = invaded();
    field.march("Davout").act(Action::Attack(hex(target)));
    forward(&mut field, back);
    assert!(field.game.battle().is_none());
}

// proves M-mtsg-2
#[test]
fn who_marches_to_the_guns_begins_next_to_those_who_declared_the_attack() {
    let reaches = |from, to| MAP.grid.distance(hex(from), hex(to)) <= 1;
    let far = ways(hex(behind()))
        .iter()
        .map(|way| name(way.to))
        .find(|far| {
            let lies = MAP.grid.distance(hex(far), hex("Prague"));
            lies == 2 && !reaches(far, near())
        })
        .expect("there is one");
    let field = with_lannes(behind(), 4).put("France", Factors::infantry(3), far).lead("Soult", far);
    let second = ways(hex(far))
        .iter()
        .map(|way| name(way.to))
        .find(|to| reaches(to, "Prague") && reaches(to, behind()) && *to != near())
        .expect("a hex next to Prague that both reach");
    let mut field = field.stored("France", 4, 0, far).fed().turn_of("France");
    field.attack("Davout", "Prague").act(Action::Fight);
    assert_eq!(field.refused(Action::Call(leader("Soult"))), "M-mtsg-2");
    field.act(Action::Call(leader("Lannes"))).step(second);
    let tried =
        field.game.battle().map(|_| field.game.engagement().hears(Role::Attacker, FRENCH, leader("Soult")));
    assert_eq!(
        tried.expect("the battle goes on").unwrap_err().rule.as_str(),
        "M-mtsg-2",
        "Lannes was called"
    );
}

// proves M-mtsg-7
#[test]
fn a_march_to_the_guns_costs_nothing_but_needs_a_way() {
    // Nobody could march there: over mountains in the snow into woods, for four and more.
    let field = Field::bare("ulm-1805").on("1805 Nov-Dec 2");
    let austrian = |hex| field.game.home(hex) == Some(nation("Austria"));
    let steep = |(from, way): &(atlas::topology::HexId, &'static crate::ground::Way)| {
        austrian(*from) && austrian(way.to) && field.game.step_price(way) > 3
    };
    let all = LandId::all().map(LandId::hex).flat_map(|from| ways(from).iter().map(move |way| (from, way)));
    let (back, next, target) = all
        .filter(steep)
        .flat_map(|(from, way)| ways(way.to).iter().map(move |on| (from, way.to, on.to)))
        .find(|(from, _, target)| austrian(*target) && MAP.grid.distance(*from, *target) == 2)
        .map(|(from, next, target)| (name(from), name(next), name(target)))
        .expect("Austria has mountains");
    let mut field = field
        .put("Austria", Factors::infantry(5), target)
        .lead("Klenau", target)
        .put("France", Factors::infantry(6), next)
        .lead("Davout", next)
        .stored("France", 6, 0, next)
        .put("France", Factors::infantry(5), back)
        .lead("Lannes", back)
        .turn_of("France");
    field.attack("Davout", target).act(Action::Fight).act(Action::Call(leader("Lannes"))).step(next);
    assert_eq!(field.open("France", next), Factors::infantry(11));
    // Over a lake no way leads.
    let lake = LandId::all().map(LandId::hex).find_map(|hex| {
        let over = ways(hex).iter().find(|way| way.side.lake)?;
        Some((hex, over.to))
    });
    let (shore, beyond) = lake.expect("there are lakes");
    assert!(!field.game.reaches(shore, beyond));
}

// proves M-mtsg-1
#[test]
fn initiative_of_three_hears_the_guns() {
    let mut field = with_lannes(behind(), 6).lead("Brune", behind());
    assert_eq!(leader("Brune").get().initiative, 2);
    field.attack("Davout", "Prague").act(Action::Fight);
    assert_eq!(field.refused(Action::Call(leader("Brune"))), "M-mtsg-1");
    let mut field = with_lannes(behind(), 6).lead("Mortier", behind());
    assert_eq!(leader("Mortier").get().initiative, 3);
    field.attack("Davout", "Prague").act(Action::Fight);
    field.act(Action::Call(leader("Mortier")));
}

// proves M-lead-37
#[test]
fn who_has_fought_rides_nowhere() {
    let mut field = with_lannes(behind(), 6);
    assert!(field.actions().contains(&Action::Ride(leader("Lannes"))));
    field.attack("Davout", "Prague").act(Action::Fight);
    field.act(Action::Call(leader("Lannes"))).step(near()).finish();
    assert!(!field.game.staff.moved.contains(leader("Lannes")), "he may still march");
    assert_eq!(field.refused(Action::Ride(leader("Lannes"))), "M-lead-37");
}

// proves M-lead-37
#[test]
fn who_stands_beside_one_who_has_fought_rides_all_the_same() {
    for (fought, rides) in [("Lannes", "Mortier"), ("Mortier", "Lannes")] {
        let mut field = with_lannes(behind(), 6).lead("Mortier", behind());
        field.game.staff.fought.insert(leader(fought));
        let listed = field.actions();
        assert!(!listed.contains(&Action::Ride(leader(fought))), "{fought}");
        assert!(listed.contains(&Action::Ride(leader(rides))), "{rides}");
    }
}

// proves M-attr-2
#[test]
fn hunger_goes_along_to_the_guns_and_into_the_hex_that_is_won() {
    let mut field = with_lannes(behind(), 6);
    let hunger = |field: &Field, place| field.game.hunger.of(nation("France"), hex(place));
    field.game.hunger.set(nation("France"), hex(behind()), 1);
    field.attack("Davout", "Prague").act(Action::Fight);
    field.act(Action::Call(leader("Lannes"))).step(near());
    assert_eq!((hunger(&field, near()), hunger(&field, "Prague")), (1, 0));
    field.finish();
    assert!(!field.open("France", "Prague").is_empty());
    assert_eq!(hunger(&field, "Prague"), 1);
}

// proves M-siege-24
#[test]
fn guns_that_come_to_a_fort_by_a_march_to_the_guns_do_not_assault_it() {
    let next = name(ways(hex("Olmutz"))[0].to);
    let from = ways(hex("Olmutz")).iter().map(|way| name(way.to));
    let back = from
        .filter(|hex| !super::field::hex(next).eq(&super::field::hex(hex)))
        .find(|back| MAP.grid.distance(hex(back), hex(next)) == 2)
        .expect("a hex next to the fort only");
    let mut field = Field::bare("ulm-1805")
        .garrison("Austria", Factors::infantry(4), "Olmutz")
        .put("Austria", Factors::infantry(2), next)
        .lead("Klenau", next)
        .put("France", Factors::infantry(5), "Olmutz")
        .lead("Davout", "Olmutz")
        .stored("France", 6, 0, "Olmutz")
        .put("France", Factors::new(3, 0, 1), back)
        .lead("Lannes", back)
        .fed()
        .turn_of("France");
    field.attack("Davout", next).act(Action::Fight);
    field
        .act(Action::Call(leader("Lannes")))
        .step("Olmutz")
        .until(|asked| matches!(asked, Question::Advancing(_)));
    field.act(Action::Done).finish();
    assert!(field.open("France", "Olmutz").artillery > 0);
    field.march("Lannes");
    assert_eq!(field.refused(Action::Attack(hex("Olmutz"))), "M-siege-24");
}

// proves M-intel-6
#[test]
fn how_many_go_where_after_a_battle_is_not_told() {
    let mut field = at_prague(Factors::infantry(6), Factors::infantry(5));
    field.attack("Davout", "Prague").act(Action::Fight);
    field.until(|asked| matches!(asked, Question::Retreating(_)));
    let refuges: Vec<_> = field
        .actions()
        .into_iter()
        .filter_map(|action| if let Action::Retreat(to) = action { Some(to) } else { None })
        .collect();
    let lines = |field: &Field, word: &str| {
        let told = field.log.events.iter().filter_map(|event| event.tell(engine::Viewer::Seat(FRENCH)));
        told.filter(|line| line.text.contains(word)).count()
    };
    let before = lines(&field, "retreats");
    let part = Action::Part { nation: nation("Austria"), arm: Arm::Infantry, to: refuges[0] };
    field.act(part).act(Action::Escape { leader: leader("Klenau"), to: refuges[0] });
    assert_eq!((lines(&field, "retreats") - before, lines(&field, "Klenau retreats")), (1, 0));
    field.until(|asked| matches!(asked, Question::Advancing(_)));
    let advance = Action::Advance { from: hex(near()), nation: nation("France"), arm: Arm::Infantry };
    field.act(advance).act(advance);
    assert_eq!(lines(&field, "advances"), 1);
}

// proves M-supply-26
#[test]
fn davout_and_ney_are_attacked_in_east_prussia() {
    let (at, next) = ways(hex("Konigsberg"))
        .iter()
        .flat_map(|way| ways(way.to).iter().map(move |next| (way.to, next)))
        .find(|(at, next)| {
            let is_plain = !next.side.river && !next.side.mountain && !next.side.lake;
            is_plain && MAP.fort(*at) == 0 && MAP.grid.distance(hex("Konigsberg"), next.to) == 2
        })
        .map(|(at, next)| (name(at), name(next.to)))
        .expect("plain country");
    let mut field = Field::bare("eylau-1807")
        .on("1807 May-Jun 4")
        .put("France", Factors::infantry(12), at)
        .lead("Davout", at)
        .lead("Ney", at)
        .stored("France", 1, 0, at)
        .put("Russia", Factors::infantry(15), next)
        .lead("Bennigsen", next)
        .stored("Russia", 5, 0, next)
        .turn_of("Russia");
    field.attack("Bennigsen", at).act(Action::Fight);
    field.until(|asked| !matches!(asked, Question::Guns(_)));
    let defender = &field.clash().before[Role::Defender][0];
    assert_eq!((defender.fighting().total(), defender.all().total()), (5, 12));
    assert_eq!(defender.strength().value(), 10, "five factors and Davout; Ney is ignored");
    field.finish();
    let lost = field.lost("France", |_| true).total();
    let hits = 12.min(lost);
    assert!(lost >= 7 && hits > 7, "the seven fall first, then Davout's: {lost}");
}

// proves M-move-6, M-mtsg-11
#[test]
fn of_two_who_could_come_a_corps_that_has_fought_twice_stays() {
    let mut field = with_lannes(behind(), 4);
    let twice = Muster { fights: 2, ..Muster::fresh(hex(behind()), nation("France")) };
    field.game.forces.put(twice, Factors::infantry(2));
    let field = field.put("France", Factors::infantry(1), beside());
    let mut field = field;
    field.attack("Davout", "Prague").act(Action::Fight).act(Action::Call(leader("Lannes")));
    assert_eq!(field.gauge("factors on the march"), "4");
}
