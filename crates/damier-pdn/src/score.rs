//! Results: what is written, and who won.

use damier_rules::{Color, Rules};

/// A result as two numbers of hundredths, the way it is written: left and right of the dash.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Score {
    pub left: i32,
    pub right: i32,
}

impl Score {
    /// `2-0`, `1/2-1/2`, `1 1/2 - 1/2`, `1.5-0.5`, `1+ - 1-`, `4-6`; `None` for `*`, `?` and words.
    pub fn read(text: &str) -> Option<Score> {
        let text = text.trim();
        if matches!(text, "1/2" | "½") {
            return Some(Score { left: 50, right: 50 });
        }
        // The dash in the middle: the one that leaves two parts.
        let dashes = text.char_indices().filter(|(_, c)| matches!(c, '-' | '–' | ':'));
        dashes
            .filter_map(|(at, c)| Some((part(&text[..at])?, part(&text[at + c.len_utf8()..])?)))
            .map(|(left, right)| Score { left, right })
            .next()
    }
}

fn part(text: &str) -> Option<i32> {
    let text = text.trim();
    let (text, mark) = match text.strip_suffix('+') {
        Some(rest) => (rest, 1),
        None => match text.strip_suffix('-') {
            Some(rest) => (rest, -1),
            None => (text, 0),
        },
    };
    let halved = text.strip_suffix("1/2").or_else(|| text.strip_suffix('½'));
    let (whole, half) = match halved {
        Some(rest) if rest.is_empty() || rest.ends_with(' ') || text.ends_with('½') => (rest.trim(), 50),
        Some(_) => return None,
        None => (text, 0),
    };
    let (sign, whole) = match whole.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, whole),
    };
    let (digits, fraction) = whole.split_once(['.', ',']).unwrap_or((whole, ""));
    if digits.is_empty() && half == 0
        || digits.len() > 5
        || fraction.len() > 2
        || !digits.bytes().chain(fraction.bytes()).all(|byte| byte.is_ascii_digit())
    {
        return None;
    }
    let hundredths = |text: &str, unit: i32| text.parse::<i32>().unwrap_or(0) * unit;
    let fraction = hundredths(fraction, if fraction.len() == 1 { 10 } else { 1 });
    Some(sign * (hundredths(digits, 100) + fraction) + half + mark)
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    Won(Color),
    Drawn,
    /// `0-0`: lost for both.
    BothLost,
    /// `*`, or something that says nothing.
    Open,
}

/// Who won, where the first number belongs to a side.
pub fn verdict(text: &str, left: Color) -> Verdict {
    match Score::read(text) {
        None => Verdict::Open,
        Some(Score { left: 0, right: 0 }) => Verdict::BothLost,
        Some(score) if score.left > score.right => Verdict::Won(left),
        Some(score) if score.left < score.right => Verdict::Won(left.opposite()),
        Some(_) => Verdict::Drawn,
    }
}

/// The result as the game writes it; `two_points` overrides.
pub fn written(verdict: Verdict, rules: &Rules, two_points: Option<bool>) -> &'static str {
    let two = two_points.unwrap_or(rules.score == damier_rules::rules::Score::TwoPoints);
    match (verdict, two) {
        (Verdict::Won(Color::White), true) => "2-0",
        (Verdict::Won(Color::Black), true) => "0-2",
        (Verdict::Drawn, true) => "1-1",
        (Verdict::Won(Color::White), false) => "1-0",
        (Verdict::Won(Color::Black), false) => "0-1",
        (Verdict::Drawn, false) => "1/2-1/2",
        (Verdict::BothLost, _) => "0-0",
        (Verdict::Open, _) => "*",
    }
}

/// Is it one of the results that the standard knows?
pub fn is_standard(text: &str) -> bool {
    matches!(text, "1-0" | "0-1" | "1/2-1/2" | "2-0" | "0-2" | "1-1" | "0-0" | "*")
}
