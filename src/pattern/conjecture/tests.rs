//! Descriptions are found again in samples that are made from them, and others are not.

use super::*;

/// All ascending positions up to a size of which a predicate is true.
fn sample(heaps: usize, max: u64, is_p: impl Fn(&[u64]) -> bool) -> Sample {
    let all = Sample { heaps, max, ascending: true, p_positions: BTreeSet::new() };
    let mut found = BTreeSet::new();
    all.is_told_by(&mut |sizes| {
        if is_p(sizes) {
            found.insert(sizes.to_vec());
        }
        // As in the sample without P-positions, so that all positions are seen.
        false
    });
    Sample { p_positions: found, ..all }
}

fn of_pairs(max: u64, pairs: BTreeSet<(u64, u64)>) -> Sample {
    sample(2, max, |sizes| pairs.contains(&(sizes[0], sizes[1])))
}

#[test]
fn digit_sums_are_found() {
    for (heaps, max, divisor, modulus, misere) in
        [(3, 20, 2, None, false), (4, 12, 3, None, false), (3, 20, 2, None, true), (3, 20, 2, Some(5), true)]
    {
        let wanted = ColumnSums { divisor, modulus, misere };
        let found = Conjecture::fitting(&sample(heaps, max, |sizes| wanted.is_p(sizes)));
        assert_eq!(found.first(), Some(&Conjecture::ColumnSums(wanted)));
    }
    assert!(ColumnSums { divisor: 2, modulus: None, misere: false }.is_p(&[3, 5, 6]));
    assert!(!ColumnSums { divisor: 3, modulus: None, misere: false }.is_p(&[3, 5, 6]));
    assert!(ColumnSums { divisor: 2, modulus: None, misere: true }.is_p(&[0, 0, 1]));
}

#[test]
fn pairs_are_found() {
    // Wythoff's game, in misere play too, and a generalisation.
    let golden = [(0, 0), (1, 2), (3, 5), (4, 7), (6, 10), (8, 13), (9, 15), (11, 18), (12, 20), (14, 23), (16, 26)];
    let found = Conjecture::fitting(&of_pairs(27, golden.into()));
    assert_eq!(found[0], Conjecture::FloorPairs(FloorPairs { from: 0, difference: 1, others: Vec::new() }));
    assert!(found.contains(&Conjecture::MexPairs(MexPairs {
        others: Vec::new(),
        factor: 1,
        difference: 1,
        constant: 0
    })));
    let misere: BTreeSet<(u64, u64)> = golden[2..].iter().copied().chain([(0, 1), (2, 2)]).collect();
    let found = Conjecture::fitting(&of_pairs(27, misere));
    assert_eq!(found[0], Conjecture::FloorPairs(FloorPairs { from: 2, difference: 1, others: vec![(0, 1), (2, 2)] }));
    let other = MexPairs { others: vec![(0, 0)], factor: 2, difference: 1, constant: 1 };
    let found = Conjecture::fitting(&of_pairs(60, other.up_to(60)));
    assert!(found.iter().any(|one| matches!(one, Conjecture::MexPairs(found) if found.up_to(500) == other.up_to(500))));
    for one in &found {
        assert!(one.fits(&of_pairs(60, other.up_to(60))));
        assert!(!one.fits(&of_pairs(60, golden.into())));
    }
}

#[test]
fn repeating_values_are_found() {
    let mut lasker: Vec<u32> = (0..40).map(|h| [h, h, h, h + 1].get(h as usize % 4).copied().unwrap_or(h)).collect();
    for h in (4..40).step_by(4) {
        lasker[h] = h as u32 - 1;
    }
    let found = RepeatingValues::fitting(&lasker).expect("a period");
    assert_eq!((found.preperiod, found.period, found.saltus), (1, 4, 4));
    assert!((0..40).all(|h| found.value(h) == lasker[h as usize]));
    let plain: Vec<u32> = (0..40).map(|h| h % 5).collect();
    let found = RepeatingValues::fitting(&plain).expect("a period");
    assert_eq!((found.preperiod, found.period, found.saltus, found.value(1234)), (0, 5, 0, 4));
    let squares: Vec<u32> = (0..60).map(|h| h * h % 97).collect();
    assert_eq!(RepeatingValues::fitting(&squares), None);
    assert_eq!(RepeatingValues::fitting(&[0, 1]), None);
}
