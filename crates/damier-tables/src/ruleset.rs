//! The rules that a table rests on, as a line of text and as a number: games with the same rules of play share tables,
//! and a table of another game is told by what differs.

use damier_rules::rules::{Criterion, Goal, KingRange, Landing, Promotion, Removal, Rules, Surface};

/// Everything that decides which moves there are and who wins; names, notation and drawing rules do not.
pub fn text(rules: &Rules) -> String {
    let surface = match rules.surface {
        Surface::Diagonal => "diagonal",
        Surface::All => "all",
    };
    let range = match rules.king_range {
        KingRange::Long => "long",
        KingRange::Short => "short",
    };
    let landing = match rules.landing {
        Landing::Any => "any",
        Landing::Next => "next",
        Landing::NextAfterKing => "next-after-king",
    };
    let removal = match rules.removal {
        Removal::AtEnd => "at-end",
        Removal::AtOnce { reversal: true } => "at-once-reversal",
        Removal::AtOnce { reversal: false } => "at-once",
    };
    let promotion = match rules.promotion {
        Promotion::AtRest => "at-rest",
        Promotion::InPassing => "in-passing",
        Promotion::EndsMove => "ends-move",
    };
    let goal = match rules.goal {
        Goal::Block => "block",
        Goal::Misere => "misere",
        Goal::FirstKing => "first-king",
    };
    let precedence: Vec<&str> = rules.precedence.iter().map(|&step| Criterion::name(step)).collect();
    let limit = rules.king_limit.map_or("none".to_owned(), |limit| limit.to_string());
    format!(
        "files={} ranks={} surface={surface} man_steps={} man_jumps={} men_take_kings={} king_steps={} king_jumps={} \
         king_range={range} landing={landing} removal={removal} promotion={promotion} precedence={} king_limit={limit} \
         goal={goal}",
        rules.files,
        rules.ranks,
        rules.man_steps.0,
        rules.man_jumps.0,
        rules.men_take_kings,
        rules.king_steps.0,
        rules.king_jumps.0,
        precedence.join(","),
    )
}

/// A hash of that text: FNV-1a, 64 bits.
pub fn hash(rules: &Rules) -> u64 {
    text(rules).bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// The first rule that two texts differ in.
pub(crate) fn difference(theirs: &str, ours: &str) -> String {
    let pair = theirs.split(' ').zip(ours.split(' ')).find(|(one, other)| one != other);
    pair.map_or_else(String::new, |(one, other)| format!("{one}, not {other}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_rules::AnyGame;

    #[test]
    fn games_share_tables_when_they_play_alike() {
        let rules = |id| AnyGame::find(id).expect("a game").rules();
        assert_eq!(
            hash(rules("international")),
            hash(&Rules {
                rows_of_men: 3,
                ..*rules("international")
            })
        );
        assert_eq!(hash(rules("frisian")), hash(rules("frysk")));
        for id in [
            "russian",
            "brazilian",
            "killer",
            "antidraughts",
            "breakthrough",
            "frisian",
            "canadian",
        ] {
            assert_ne!(hash(rules("international")), hash(rules(id)), "{id}");
        }
        assert_eq!(
            difference(&text(rules("poddavki")), &text(rules("russian"))),
            "goal=misere, not goal=block"
        );
    }
}
