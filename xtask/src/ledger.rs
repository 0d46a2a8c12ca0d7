//! What is counted of a ledger: which rules there are, in which layers, and which of these are under construction.
//!
//! `engine::Ledger` reads all of it and checks it whenever a game is built. Here the engine would have to be built, twice, before anything
//! else can begin.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result};
use serde::Deserialize;

/// A slice of a game that is built, and proved, as a whole.
pub type LayerNumber = u8;

/// A rule, as far as it is counted.
#[derive(Deserialize)]
pub struct Rule {
    /// Its id.
    pub id: String,
    /// What it says.
    pub text: String,
    layer: Option<LayerNumber>,
}

/// The rules of a game.
#[derive(Deserialize)]
struct File {
    rule: Vec<Rule>,
    #[serde(default)]
    open_layers: BTreeMap<String, usize>,
}

/// The rules of a game, and what its ledger says of its layers.
pub struct Ledger {
    /// In the order of the rulebook.
    pub rules: Vec<Rule>,
    ids: BTreeSet<String>,
    open: BTreeMap<LayerNumber, usize>,
}

impl Ledger {
    /// Reads a ledger.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn parse(text: &str) -> Result<Ledger> {
        let file: File = toml::from_str(text)?;
        let ids = file.rule.iter().map(|rule| rule.id.clone()).collect();
        let number = |name: String| name.parse().with_context(|| format!("{name} is not a layer"));
        let open = file.open_layers.into_iter().map(|(name, proved)| Ok((number(name)?, proved)));
        Ok(Ledger { ids, open: open.collect::<Result<_>>()?, rules: file.rule })
    }

    /// Whether there is a rule with this id.
    pub fn has(&self, id: &str) -> bool {
        self.ids.contains(id)
    }

    /// The rules of a layer; of `None` those that are in no layer.
    pub fn in_layer(&self, layer: Option<LayerNumber>) -> impl Iterator<Item = &Rule> {
        self.rules.iter().filter(move |rule| rule.layer == layer)
    }

    /// The layers that rules are in, in order; `None` first if some are in no layer.
    pub fn layers(&self) -> BTreeSet<Option<LayerNumber>> {
        self.rules.iter().map(|rule| rule.layer).collect()
    }

    /// How many rules of a layer are proved by the ledger's own account, if the layer is under construction.
    pub fn open(&self, layer: LayerNumber) -> Option<usize> {
        self.open.get(&layer).copied()
    }
}
