//! Rule ids, refusals that cite them, and the ledger they come from.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::Topic;

/// The id of a rule in a game's ledger, such as `C-9.3-one`.
///
/// Made with [`rule!`](crate::rule), so that `cargo xtask rules` finds every use and checks it against the ledger.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct RuleId(&'static str);

impl RuleId {
    /// Use [`rule!`](crate::rule) instead.
    #[doc(hidden)]
    pub const fn new(id: &'static str) -> RuleId {
        RuleId(id)
    }

    /// The id as text.
    pub fn as_str(self) -> &'static str {
        self.0
    }
}

impl fmt::Display for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl fmt::Debug for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl PartialEq<&str> for RuleId {
    fn eq(&self, other: &&str) -> bool {
        self.0 == *other
    }
}

/// A [`RuleId`](crate::RuleId) from the ledger.
#[macro_export]
macro_rules! rule {
    ($id:literal) => {
        $crate::RuleId::new($id)
    };
}

/// Why something is not allowed: the rule, and a sentence for a person.
///
/// Predicates on hot paths give a fixed sentence, which costs nothing when only the yes or no is wanted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct Denied {
    /// The rule that forbids it.
    pub rule: RuleId,
    /// A plain sentence.
    pub why: Cow<'static, str>,
}

impl Denied {
    /// A refusal under `rule`.
    #[inline]
    pub fn new(rule: RuleId, why: impl Into<Cow<'static, str>>) -> Denied {
        Denied { rule, why: why.into() }
    }
}

impl fmt::Display for Denied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} [{}]", self.why, self.rule)
    }
}

impl std::error::Error for Denied {}

/// A refusal is compared with a rule by its id, so that a test which expects another one prints the sentence, too.
impl PartialEq<&str> for Denied {
    fn eq(&self, rule: &&str) -> bool {
        self.rule == *rule
    }
}

/// One small, testable statement of a rulebook, in our own words.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct Rule {
    /// Stable id.
    pub id: String,
    /// Section of the rulebook.
    pub section: String,
    /// What it is about.
    #[serde(default = "other")]
    pub topic: Topic,
    /// The rule.
    pub text: String,
    /// A case that must hold.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub example: Option<String>,
    /// The scenarios it holds in; in all of them if none is named.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scenarios: Vec<String>,
    /// The option it belongs to: where that is off, the rule is not in play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub option: Option<String>,
    /// Our ruling where the book is silent or contradicts itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interpretation: Option<String>,
}

fn other() -> Topic {
    Topic::Other
}

/// A slice of a game that is built, and proved, as a whole.
type LayerNumber = u8;

/// All rules of a game, in the order of the rulebook.
///
/// The ledger of a game under construction puts each rule in a layer, and lists under `[open_layers]` those that are not complete,
/// each with the number of its rules that are proved already (`cargo xtask rules` holds it to that). All other rules must be proved.
#[derive(Debug)]
pub struct Ledger {
    rules: Vec<Rule>,
    by_id: HashMap<String, usize>,
    /// Of each rule.
    layers: Vec<Option<LayerNumber>>,
    open: BTreeSet<LayerNumber>,
}

impl Ledger {
    /// Reads a ledger in TOML.
    ///
    /// # Errors
    /// If the text is no ledger, two rules share an id, or a layer is open of which there is no rule.
    pub fn parse(text: &str) -> Result<Ledger, String> {
        #[derive(Deserialize)]
        struct Entry {
            #[serde(flatten)]
            rule: Rule,
            layer: Option<LayerNumber>,
        }
        #[derive(Deserialize)]
        struct File {
            rule: Vec<Entry>,
            #[serde(default)]
            open_layers: BTreeMap<String, usize>,
        }
        let file: File = crate::data::read(text)?;
        let (rules, layers): (Vec<_>, Vec<_>) =
            file.rule.into_iter().map(|entry| (entry.rule, entry.layer)).unzip();
        let mut by_id = HashMap::with_capacity(rules.len());
        for (index, rule) in rules.iter().enumerate() {
            if by_id.insert(rule.id.clone(), index).is_some() {
                return Err(format!("rule {} stands twice in the ledger", rule.id));
            }
        }
        let mut open = BTreeSet::new();
        for name in file.open_layers.into_keys() {
            let layer = name.parse().ok().filter(|layer| layers.contains(&Some(*layer)));
            open.insert(layer.ok_or_else(|| format!("no rule is in the open layer {name}"))?);
        }
        Ok(Ledger { rules, by_id, layers, open })
    }

    /// Every rule.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// The rule with this id.
    pub fn get(&self, id: &str) -> Option<&Rule> {
        self.by_id.get(id).map(|&index| &self.rules[index])
    }

    /// Whether a rule is in a layer under construction.
    pub fn is_open(&self, id: &str) -> bool {
        let layer = self.by_id.get(id).and_then(|&index| self.layers[index]);
        layer.is_some_and(|layer| self.open.contains(&layer))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ledger_finds_rules_by_id_and_refuses_doubles() {
        let one = "[[rule]]\nid = \"X-1\"\nsection = \"1\"\ntext = \"One.\"\n";
        assert_eq!(Ledger::parse(one).unwrap().get("X-1").unwrap().text, "One.");
        assert!(Ledger::parse(one).unwrap().get("X-2").is_none());
        assert_eq!(Ledger::parse(&one.repeat(2)).unwrap_err(), "rule X-1 stands twice in the ledger");
        assert!(Ledger::parse("rule = 3").is_err());
        assert_eq!(Ledger::parse(one).unwrap().rules()[0].topic, Topic::Other);
        let about = |topic: &str| Ledger::parse(&format!("{one}topic = \"{topic}\"\n"));
        assert_eq!(about("naval").unwrap().rules()[0].topic, Topic::Naval);
        assert!(about("seafaring").unwrap_err().contains("seafaring"), "topics are a closed list");
    }

    #[test]
    fn a_ledger_under_construction_has_layers() {
        let rule = |id: &str, layer: &str| {
            format!(
                "[[rule]]\nid = \"{id}\"\nsection = \"1\"\ntopic = \"supply\"\ntext = \"One.\"\n{layer}\n"
            )
        };
        let rules =
            [rule("X-1", "layer = 2"), rule("X-2", "layer = 1"), rule("X-3", ""), rule("X-4", "layer = 2")];
        let parse = |open: &str| Ledger::parse(&format!("[open_layers]\n{open}\n{}", rules.concat()));
        let ledger = parse("2 = 1").unwrap();
        assert_eq!(["X-1", "X-2", "X-3"].map(|id| ledger.is_open(id)), [true, false, false]);
        assert_eq!(ledger.get("X-4").unwrap().topic, Topic::Supply);
        assert_eq!(parse("3 = 0").unwrap_err(), "no rule is in the open layer 3");
        assert_eq!(parse("two = 0").unwrap_err(), "no rule is in the open layer two");
    }
}
