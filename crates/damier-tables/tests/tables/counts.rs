//! What is in the tables, against values that were found by another program.

use damier_rules::Variant;
use damier_rules::games::{International, Russian};
use damier_tables::{Plan, Shelf};

use crate::common::shelf;

fn check<V: Variant>(variant: V, pieces: u8, text: &str) {
    let shelf: Shelf<V::Word> = shelf(variant, pieces, Plan::distances(2));
    let mut checked = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let mut words = line.split(' ');
        let material = words.next().expect("a slice").parse().expect("a slice");
        let Some(slice) = shelf.get(material) else { continue };
        let expected: Vec<u64> = words.map(|word| word.parse().expect("a number")).collect();
        let counts = &slice.counts;
        let found = [
            counts.positions(),
            counts.wins,
            counts.losses,
            counts.draws,
            counts.quiet[0],
            counts.quiet[1],
            counts.quiet[2],
            counts.longest_win.into(),
            counts.longest_loss.into(),
        ];
        assert_eq!(found[..], expected[..], "{material}");
        assert_eq!(slice.index().len(), expected[0], "{material}");
        checked += 1;
    }
    assert_eq!(checked, shelf.iter().count());
}

const INTERNATIONAL: &str = include_str!("../../../../data/tables/international.counts");
const RUSSIAN: &str = include_str!("../../../../data/tables/russian.counts");

#[test]
fn international_up_to_three_pieces() {
    check(International, 3, INTERNATIONAL);
}

#[test]
fn russian_up_to_four_pieces() {
    check(Russian, 4, RUSSIAN);
}

#[test]
#[ignore = "takes some seconds"]
fn international_four_pieces() {
    check(International, 4, INTERNATIONAL);
}

fn totals<V: Variant>(variant: V, pieces: u8) -> [u64; 7] {
    let shelf = shelf(variant, pieces, Plan::distances(2));
    let mut totals = [0; 7];
    for slice in shelf.iter().filter(|slice| slice.material().pieces() == pieces) {
        let counts = &slice.counts;
        let here = [
            counts.positions(),
            counts.wins,
            counts.losses,
            counts.draws,
            counts.quiet[0],
            counts.quiet[1],
            counts.quiet[2],
        ];
        for (sum, more) in totals.iter_mut().zip(here) {
            *sum += more;
        }
    }
    totals
}

#[test]
#[ignore = "takes a minute"]
fn russian_five_pieces() {
    let expected = [
        139_450_808,
        55_883_180,
        30_199_747,
        53_367_881,
        23_984_706,
        21_424_748,
        26_163_376,
    ];
    assert_eq!(totals(Russian, 5), expected);
}

#[test]
#[ignore = "takes minutes and 2.5 GB of memory"]
fn international_five_pieces() {
    let expected = [
        1_570_600_750,
        526_837_487,
        275_745_503,
        768_017_760,
        236_756_863,
        220_959_344,
        415_013_665,
    ];
    assert_eq!(totals(International, 5), expected);
}
