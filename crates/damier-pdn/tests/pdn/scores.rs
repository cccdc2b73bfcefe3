//! Results.

use damier_pdn::score::{Verdict, verdict};
use damier_rules::Color;

#[test]
fn who_won() {
    let white = Verdict::Won(Color::White);
    let black = Verdict::Won(Color::Black);
    for (text, expected) in [
        ("2-0", white),
        ("0-2", black),
        ("1-1", Verdict::Drawn),
        ("1/2-1/2", Verdict::Drawn),
        ("½-½", Verdict::Drawn),
        ("1/2", Verdict::Drawn),
        ("0-0", Verdict::BothLost),
        ("4-6", black),
        ("12-0", white),
        ("1.5-0.5", white),
        ("0,5-1,5", black),
        ("1 1/2 - 1/2", white),
        ("1½-½", white),
        ("1+ - 1-", white),
        ("1- - 1+", black),
        ("-0.98-1.02", black),
        ("*", Verdict::Open),
        ("?", Verdict::Open),
        ("", Verdict::Open),
        ("Bianco vince", Verdict::Open),
        ("99999999999-0", Verdict::Open),
    ] {
        assert_eq!(verdict(text, Color::White), expected, "{text}");
    }
    assert_eq!(verdict("1-0", Color::Black), black);
}
