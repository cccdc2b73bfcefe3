//! Whether the drawing rules leave the time that a win of the tables takes.

use damier_rules::Variant;
use damier_rules::draws::{Balance, Clocks, Condition, DrawRule, Force, MAX_RULES};

use crate::material::{self, Material};
use crate::probe::Set;

/// For each drawing rule in force, the longest win that the tables know under its condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Horizon {
    longest: [u16; MAX_RULES],
    /// The same while a lone king holds the main road, by the men that are on the board at the most.
    on_road: [[u16; MEN]; MAX_RULES],
}

/// Men that one side can have beside a king against a lone king, for [`Horizon::on_road`]; more are as these.
const MEN: usize = 4;

impl Horizon {
    pub fn of<V: Variant>(variant: V, set: &Set<V::Word>, draws: &[DrawRule]) -> Horizon {
        let mut horizon = Horizon::default();
        for (material, plies) in set.longest() {
            for (index, rule) in draws.iter().take(MAX_RULES).enumerate() {
                if concerns(rule, material) {
                    horizon.longest[index] = horizon.longest[index].max(plies);
                    if let Condition::MainRoad(_) = rule.condition {
                        let plies = set.longest_on_road(variant, material);
                        // Men do not come back: who has fewer never gets there.
                        for longest in &mut horizon.on_road[index][usize::from(material.men()).min(MEN - 1)..] {
                            *longest = plies.max(*longest);
                        }
                    }
                }
            }
        }
        horizon
    }

    /// Is a win in so many plies over before any drawing rule can end the game? A rule whose count runs must leave that
    /// many plies. One whose condition does not hold yet must leave them too, from the beginning of its count, unless
    /// every win that the tables know under its condition is short enough for it. `men`: on the board.
    pub fn reaches(&self, clocks: &Clocks, draws: &[DrawRule], plies: u32, men: u32) -> bool {
        let men = (men as usize).min(MEN - 1);
        draws.iter().take(MAX_RULES).enumerate().all(|(index, rule)| {
            let limit = u32::from(rule.limit);
            let longest = u32::from(self.longest[index]);
            let left = limit.saturating_sub(clocks.count(index).into());
            match rule.condition {
                // The distance falls with every ply: nothing comes again.
                Condition::Repetition => true,
                // From when the king takes the road the win is that near, the ply that brought it there counted.
                Condition::MainRoad(_) => plies <= left || u32::from(self.on_road[index][men]) < left,
                _ if clocks.is_active(index) => plies <= left,
                _ => plies <= limit || longest <= limit,
            }
        })
    }
}

/// Does the condition of a rule hold with this material?
fn concerns(rule: &DrawRule, material: Material) -> bool {
    let (own, other) = (material.own, material.other);
    let fits = |force: &Force, side: material::Force| {
        let within = |number: u8, (least, most): (u8, u8)| least <= number && number <= most;
        within(side.kings, force.kings) && within(side.men, force.men)
    };
    let both_have_kings = |(fewest, most): (u8, u8)| {
        own.kings > 0 && other.kings > 0 && fewest <= material.pieces() && material.pieces() <= most
    };
    match rule.condition {
        Condition::Repetition => false,
        Condition::Always => true,
        Condition::Material(balances) | Condition::MainRoad(balances) => {
            balances.iter().any(|Balance(strong, weak)| {
                fits(strong, own) && fits(weak, other) || fits(strong, other) && fits(weak, own)
            })
        }
        Condition::BothHaveKings { pieces } => both_have_kings(pieces),
        Condition::Unless { pieces } => !both_have_kings(pieces),
    }
}
