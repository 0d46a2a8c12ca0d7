//! Which move to make: sequential halving over worlds that all contenders share.
//!
//! A search that gives each move other worlds and other dice needs thousands of iterations to tell a good move from a lucky
//! one. So the likeliest moves are tried in the same worlds, one after the other, and compared world by world (common random
//! numbers). The time of the decision is cut into phases; after each of them the worse half of the field drops out, as does, at
//! any time, whoever is behind beyond doubt. What is left at the end has had most of the attention.
//!
//! Still, a dozen worlds say little where dice decide. What was thought of the moves before weighs against them as it deserves
//! (empirical Bayes): by how far results lie apart from world to world, and by how far what was thought before has been off so
//! far ([`Trust`]). So a search leaves the move that looks best at once only for one that has proved better.

/// A move is beyond doubt when it leads by so many standard errors.
const BEYOND_DOUBT: f32 = 3.0;

/// Nothing is beyond doubt after fewer worlds than this.
const FEW: usize = 6;

/// How far results are taken to lie apart from world to world as long as there are few: as if so many worlds had shown it.
const NOISE: f32 = 0.06;
const NOISE_BEFORE: f32 = 3.0;

/// One of the moves in question.
#[derive(Clone, Debug)]
pub(super) struct Contender {
    /// Which of the moves.
    pub index: usize,
    /// What it was thought to be worth before, against the others.
    pub heuristic: f32,
    /// What the bot's style adds.
    pub bias: f32,
    /// What became of it, world by world.
    pub results: Vec<f32>,
}

impl Contender {
    fn mean(&self) -> f32 {
        self.results.iter().sum::<f32>() / self.results.len().max(1) as f32
    }
}

/// How far what is thought of moves before they are tried can be trusted, by experience.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trust {
    /// The mean square of what it was off by, and by how many moves that is known.
    square: f32,
    moves: f32,
    /// How far results have lain apart from world to world lately: the variance.
    noise: f32,
}

impl Trust {
    /// What it is taken to be off by before there is any experience.
    const BEFORE: f32 = 0.012;
    /// Experience is forgotten as if there had never been more moves than this.
    const MOST: f32 = 400.0;
    /// How much the experience of other decisions counts in one, in moves.
    const COMMON: f32 = 12.0;
    /// It is never taken to be nearer to the truth than this.
    const LEAST: f32 = 5e-4;

    pub fn new() -> Trust {
        Trust { square: Trust::BEFORE * Trust::BEFORE, moves: 20.0, noise: NOISE * NOISE }
    }

    /// By how much it is off, as a variance.
    fn error(&self) -> f32 {
        self.square.max(Trust::LEAST * Trust::LEAST)
    }

    /// For how many worlds it counts.
    pub fn worlds(&self) -> f32 {
        self.noise / self.error()
    }

    /// Takes in what a decision has shown.
    pub fn learn(&mut self, lesson: Lesson) {
        if lesson.moves > 0.0 {
            let total = self.moves + lesson.moves;
            self.square += (lesson.square - self.square) * lesson.moves / total;
            self.moves = total.min(Trust::MOST);
            self.noise += 0.1 * (lesson.noise - self.noise);
        }
    }

    /// The same in one decision, which has shown so much so far.
    fn in_view_of(&self, lesson: Lesson) -> Trust {
        let common = self.moves.min(Trust::COMMON);
        let square = (common * self.square + lesson.moves * lesson.square) / (common + lesson.moves);
        Trust { square, ..*self }
    }
}

/// What a decision has shown about what was thought before.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Lesson {
    square: f32,
    moves: f32,
    noise: f32,
}

/// The moves that are still in question.
#[derive(Clone, Debug)]
pub(super) struct Field {
    pub contenders: Vec<Contender>,
    /// What was thought before can be trusted so far.
    trust: Trust,
    lesson: Lesson,
    phases: u32,
    phase: u32,
}

impl Field {
    pub fn new(contenders: Vec<Contender>, trust: Trust) -> Field {
        let mut field = Field { contenders, trust, lesson: Lesson::default(), phases: 0, phase: 0 };
        field.drop_hopeless();
        field.phases = field.contenders.len().max(2).next_power_of_two().ilog2();
        field
    }

    /// Until which part of the time, from 0 to 1, they are tried before the field is next looked at.
    pub fn until(&self) -> f32 {
        (self.phase + 1) as f32 / self.phases as f32
    }

    /// Whether nothing is left to decide.
    pub fn is_decided(&self) -> bool {
        self.contenders.len() <= 1 || self.phase >= self.phases
    }

    /// What the decision has shown about what was thought before.
    pub fn lesson(&self) -> Lesson {
        self.lesson
    }

    /// Takes in what became of the contenders: for each world one result of each, in their order.
    pub fn add(&mut self, results: &[f32]) {
        let count = self.contenders.len();
        for world in results.chunks_exact(count) {
            self.contenders.iter_mut().zip(world).for_each(|(one, result)| one.results.push(*result));
        }
    }

    /// Lets the worse half go for every phase that is over by now, and whoever is behind beyond doubt.
    pub fn narrow(&mut self, used: f32) {
        if self.phase == 0 {
            // Later only those are left who have done well.
            self.draw_lesson();
        }
        self.rank();
        while !self.is_decided() && used >= self.until() {
            self.phase += 1;
            if self.phase < self.phases {
                let most = 1usize << (self.phases - self.phase);
                self.contenders.truncate(most);
            }
        }
        if self.worlds() >= FEW {
            self.drop_hopeless();
        }
    }

    /// In how many worlds those have been tried who are left.
    fn worlds(&self) -> usize {
        self.contenders.first().map_or(0, |one| one.results.len())
    }

    /// Lets those go who are behind the first beyond doubt.
    fn drop_hopeless(&mut self) {
        self.rank();
        let doubt = BEYOND_DOUBT * (2.0 * self.noise() / (self.worlds() as f32 + self.weight())).sqrt();
        let scores = self.scores();
        let mut scores = scores.iter();
        let best = scores.clone().next().copied().unwrap_or(0.0);
        self.contenders.retain(|_| scores.next().is_some_and(|score| best - score <= doubt));
    }

    /// The variance of results from world to world, of each against the average of all.
    fn noise(&self) -> f32 {
        let (moves, worlds) = (self.contenders.len(), self.worlds());
        let before = NOISE_BEFORE * self.trust.noise;
        if moves < 2 || worlds < 2 {
            return self.trust.noise;
        }
        let means: Vec<f32> = self.contenders.iter().map(Contender::mean).collect();
        let all = means.iter().sum::<f32>() / moves as f32;
        let mut squares = 0.0;
        for world in 0..worlds {
            let results = || self.contenders.iter().map(|one| one.results[world]);
            let here = results().sum::<f32>() / moves as f32;
            squares +=
                results().zip(&means).map(|(one, mean)| (one - mean - here + all).powi(2)).sum::<f32>();
        }
        let freedom = (worlds - 1) as f32;
        (before + squares / (moves - 1) as f32) / (NOISE_BEFORE + freedom)
    }

    /// For how many worlds counts what was thought before.
    fn weight(&self) -> f32 {
        self.noise() / self.trust.in_view_of(self.lesson).error()
    }

    /// Compares what was thought before with what was found out.
    fn draw_lesson(&mut self) {
        let (moves, worlds) = (self.contenders.len() as f32, self.worlds() as f32);
        if moves < 2.0 || worlds < 3.0 {
            return;
        }
        let off = |one: &Contender| one.mean() - one.heuristic;
        let mean = self.contenders.iter().map(off).sum::<f32>() / moves;
        let squares: f32 = self.contenders.iter().map(|one| (off(one) - mean).powi(2)).sum();
        let noise = self.noise();
        self.lesson = Lesson { square: squares / (moves - 1.0) - noise / worlds, moves: moves - 1.0, noise };
    }

    /// What each is worth by all that is known, against the others.
    fn scores(&self) -> Vec<f32> {
        let moves = self.contenders.len().max(1) as f32;
        let average = |of: fn(&Contender) -> f32| self.contenders.iter().map(of).sum::<f32>() / moves;
        let (mean, heuristic) = (average(Contender::mean), average(|one| one.heuristic));
        let (worlds, weight) = (self.worlds() as f32, self.weight());
        let score = |one: &Contender| {
            let (found, thought) = (one.mean() - mean, one.heuristic - heuristic);
            (worlds * found + weight * thought) / (worlds + weight) + one.bias
        };
        self.contenders.iter().map(score).collect()
    }

    /// The best first.
    fn rank(&mut self) {
        let mut ranked: Vec<(f32, Contender)> =
            self.scores().into_iter().zip(std::mem::take(&mut self.contenders)).collect();
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
        self.contenders = ranked.into_iter().map(|(_, one)| one).collect();
    }

    /// The best move.
    pub fn best(mut self) -> usize {
        self.rank();
        self.contenders[0].index
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(heuristics: &[f32]) -> Field {
        let contender = |(index, &heuristic)| Contender { index, heuristic, bias: 0.0, results: vec![] };
        Field::new(heuristics.iter().enumerate().map(contender).collect(), Trust::new())
    }

    #[test]
    fn the_worse_half_goes_after_each_phase() {
        let mut field = field(&[0.0; 8]);
        assert_eq!((field.phases, field.until()), (3, 1.0 / 3.0));
        field.add(&[0.1, 0.9, 0.2, 0.8, 0.3, 0.7, 0.4, 0.6]);
        field.narrow(0.2);
        assert_eq!(field.contenders.len(), 8);
        field.narrow(0.34);
        let left: Vec<usize> = field.contenders.iter().map(|one| one.index).collect();
        assert_eq!(left, [1, 3, 5, 7]);
        field.narrow(0.7);
        assert_eq!((field.contenders.len(), field.is_decided()), (2, false));
        field.narrow(1.0);
        assert!(field.is_decided());
        assert_eq!(field.best(), 1);
    }

    #[test]
    fn worlds_that_differ_more_than_moves_do_not_hide_the_better_move() {
        let mut field = field(&[0.0, 0.0]);
        for world in 0..40 {
            let luck = 0.02 * world as f32;
            field.add(&[luck, luck + 0.02 + 0.001 * (world % 3) as f32]);
        }
        field.narrow(0.1);
        assert_eq!((field.contenders.len(), field.is_decided()), (1, true));
        assert_eq!(field.best(), 1);
    }

    #[test]
    fn a_few_lucky_worlds_do_not_outweigh_what_was_thought_before() {
        let lucky = |worlds: usize| {
            let mut field = field(&[0.01, 0.0]);
            // On average the second is better by a tenth of what results differ by.
            (0..worlds)
                .for_each(|world| field.add(&[0.5, 0.515 + if world % 2 == 0 { 0.15 } else { -0.15 }]));
            field.narrow(1.0);
            field.best()
        };
        assert_eq!(lucky(4), 0);
        assert_eq!(lucky(400), 1);
    }

    #[test]
    fn what_was_often_wrong_counts_for_less() {
        let mut trust = Trust::new();
        let before = trust.worlds();
        for _ in 0..40 {
            let contender = |heuristic: f32, result: f32| Contender {
                index: 0,
                heuristic,
                bias: 0.0,
                results: vec![result; 9],
            };
            let contenders = vec![contender(0.02, 0.4), contender(0.0, 0.5), contender(0.0, 0.6)];
            let mut field = Field { contenders, trust, lesson: Lesson::default(), phases: 2, phase: 0 };
            field.narrow(0.1);
            trust.learn(field.lesson());
        }
        assert!(trust.worlds() < 0.1 * before, "{} after {before}", trust.worlds());
    }

    #[test]
    fn without_results_what_was_thought_before_decides() {
        assert_eq!(field(&[0.1, 0.3, 0.2]).best(), 1);
        assert!(field(&[0.1]).is_decided());
        assert!(field(&[0.5, 0.1]).is_decided(), "what is far behind is not even tried");
    }
}
