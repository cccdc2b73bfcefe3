//! Evaluations from files that the engine does not bring along: to be compared, or used in place of its own.

use std::sync::Arc;

use damier_rules::{Rules, Variant, for_each_game, for_each_tower_game, games};

use crate::eval::learned::Worth;
use crate::eval::net::Ready;
use crate::eval::shipped::are_alike;
use crate::eval::{Judge, Learned, Net, TowerJudge, parameters, weights};

/// An evaluation of one game.
#[derive(Clone, Debug)]
pub struct Brought {
    rules: &'static Rules,
    content: Content,
}

#[derive(Clone, Debug)]
enum Content {
    Net(Arc<Ready>),
    Weights(Arc<Worth>),
}

impl Brought {
    /// From a file of whichever kind. The error says what is wrong with it.
    pub fn read(bytes: &[u8]) -> Result<Brought, String> {
        let head = [parameters::MAGIC, weights::MAGIC]
            .iter()
            .any(|magic| bytes.starts_with(*magic));
        // The magic, the version, the id.
        let id = bytes.get(10..26).filter(|_| head);
        let id = id.ok_or("not a file of weights or of a net: it begins otherwise")?;
        let id = String::from_utf8_lossy(id);
        let id = id.trim_end_matches('\0');
        macro_rules! read {
            ($($game:ident, $rules:path, $word:ty;)*) => {
                $(if $rules.id == id {
                    return Brought::of(games::$game, bytes);
                })*
            };
        }
        for_each_game!(read);
        for_each_tower_game!(read);
        Err(format!("an evaluation for no game that there is: {id:?}"))
    }

    fn of<V: Variant>(variant: V, bytes: &[u8]) -> Result<Brought, String> {
        let rules = variant.rules();
        let content = if bytes.starts_with(parameters::MAGIC) {
            Content::Net(Arc::new(Ready::read(rules, rules.id, bytes)?))
        } else if rules.stacking.is_some() {
            return Err(format!(
                "{}: only a net sees what lies below the tops of towers",
                rules.id
            ));
        } else {
            Content::Weights(Arc::new(Worth::read(variant, rules.id, bytes)?))
        };
        Ok(Brought { rules, content })
    }

    pub fn rules(&self) -> &'static Rules {
        self.rules
    }

    /// The evaluation, where it is one of this game without towers or of one that is played alike.
    pub fn judge<V: Variant>(&self, variant: V) -> Option<Judge<V::Word>> {
        self.is_for(variant.rules()).then(|| match &self.content {
            Content::Net(ready) => Judge::Net(Net::with(variant, Arc::clone(ready))),
            Content::Weights(worth) => Judge::Learned(Learned::with_worth(variant, Arc::clone(worth))),
        })
    }

    /// Is it one of this game, or of one that is played alike?
    pub fn is_for(&self, rules: &Rules) -> bool {
        are_alike(rules, self.rules)
    }

    /// The evaluation, where it is one of this game with towers or of one that is played alike.
    pub fn tower_judge<V: Variant>(&self, variant: V) -> Option<TowerJudge<V::Word>> {
        match &self.content {
            Content::Net(ready) if self.is_for(variant.rules()) => {
                Some(TowerJudge::Net(Net::with(variant, Arc::clone(ready))))
            }
            _ => None,
        }
    }
}
