//! Tests of the texts on games whose moves touch more than sizes: they can be rendered and read well.

use super::common::written;
use super::search::large;
use super::texts::{LANGUAGES, render, texts};
use super::{
    Euclid, FibonacciNim, GreedyNim, LaskersNim, Mark, OctalPeriod, Staircase, SubtractionPeriod, TakeHalf, Theorem,
};
use num_bigint::BigUint;

/// A theorem and positions.
type Case<Size> = (Box<dyn Theorem>, Vec<Vec<Size>>);

/// Each theorem, and positions of all kinds.
fn theorems() -> Vec<Case<BigUint>> {
    let two: Vec<Vec<u64>> = (0..14).flat_map(|x| (0..14).map(move |y| vec![x, y])).collect();
    let fibonacci = (0..40).flat_map(|heap| [vec![heap], vec![heap, 1], vec![heap, 3], vec![heap, 20]]).collect();
    let some = || {
        let rows: [[u64; 5]; 18] = [
            [0, 0, 0, 0, 0],
            [1, 0, 0, 0, 0],
            [0, 1, 0, 1, 0],
            [1, 1, 1, 1, 1],
            [2, 2, 2, 2, 0],
            [3, 3, 3, 1, 0],
            [4, 3, 0, 0, 0],
            [4, 3, 7, 0, 1],
            [5, 3, 3, 2, 1],
            [7, 7, 4, 0, 0],
            [7, 8, 4, 3, 12],
            [8, 5, 5, 5, 0],
            [9, 4, 4, 0, 4],
            [15, 7, 3, 1, 31],
            [11, 0, 0, 0, 0],
            [23, 12, 5, 9, 1],
            [100, 37, 63, 12, 100],
            [1_000_000, 618_033, 12, 5, 70_000],
        ];
        (1..=5).flat_map(|n| rows.map(|row| row[..n].to_vec())).collect::<Vec<_>>()
    };
    let few = || some().into_iter().step_by(5).chain([vec![14], vec![14, 15]]).collect::<Vec<_>>();
    let all: Vec<Case<u64>> = vec![
        (Box::new(Euclid::new()), two),
        (Box::new(Staircase::new()), some()),
        (Box::new(FibonacciNim::new()), fibonacci),
        (Box::new(LaskersNim::new()), some()),
        (Box::new(GreedyNim::new()), some()),
        (Box::new(TakeHalf::new()), some()),
        (Box::new(Mark::new()), (0..70).map(|heap| vec![heap]).collect()),
    ];
    let sets = [&[1][..], &[1, 3, 4], &[2, 4, 7], &[5], &[3, 10, 11], &[1, 200, 333]];
    let sets = sets.into_iter().filter_map(SubtractionPeriod::new).map(|theorem| boxed(theorem, few()));
    let codes = ["0.77", "0.07", "0.137", "0.3", "0.34", "0.45", "0.0103"];
    let codes = codes.into_iter().filter_map(OctalPeriod::new).map(|theorem| boxed(theorem, few()));
    all.into_iter()
        .chain(sets)
        .chain(codes)
        .map(|(theorem, starts)| (theorem, starts.iter().map(|start| large(start)).collect()))
        .collect()
}

fn boxed(theorem: impl Theorem + 'static, starts: Vec<Vec<u64>>) -> Case<u64> {
    (Box::new(theorem), starts)
}

/// Huge heaps, as many as in `like`.
fn huge(like: &[BigUint]) -> Vec<BigUint> {
    let googol = BigUint::from(10u8).pow(100);
    let sizes = [&googol / 7u8, googol.clone(), &googol / 3u8, 7u8.into(), googol];
    sizes[..like.len()].to_vec()
}

#[test]
fn every_text_can_be_rendered() {
    for language in LANGUAGES {
        let tera = texts(language);
        for (theorem, mut starts) in theorems() {
            starts.extend(starts.last().map(|start| huge(start)));
            let (mut p, mut n) = (0, 0);
            for position in starts {
                for part in render(&tera, theorem.as_ref(), &position, language) {
                    // In Chinese no space follows a full stop, in English one stands between sentences.
                    assert!(!part.contains("。 ") && !part.contains("， "), "{part}");
                    assert!(language == "zh" || !part.contains(".A") && !part.contains(".The"), "{part}");
                }
                if theorem.is_p(&position) {
                    p += 1
                } else {
                    n += 1
                }
                // The position that a winning move leads to, which has another length in some games.
                if let Some(next) = theorem.winning_moves(&position, 1).options.pop() {
                    render(&tera, theorem.as_ref(), &next, language);
                }
            }
            assert!(p > 0 && n > 0, "{theorem:?}");
        }
    }
}

#[test]
fn languages_have_the_same_texts() {
    for (theorem, _) in theorems() {
        for language in LANGUAGES {
            let tera = texts(language);
            let names: Vec<&str> = tera.get_template_names().collect();
            for part in ["hint", "idea", "statement", "proof"] {
                let name = format!("theorem/{}/{part}.md", theorem.id());
                assert!(names.contains(&name.as_str()), "{language} {name}");
            }
        }
    }
}

#[test]
fn texts_read_well() {
    let cases: Vec<(&str, Box<dyn Theorem>, Vec<u64>)> = vec![
        ("euclid", Box::new(Euclid::new()), vec![23, 9]),
        ("euclid-lost", Box::new(Euclid::new()), vec![8, 5]),
        ("staircase", Box::new(Staircase::new()), vec![3, 5, 6, 2, 1]),
        ("fibonacci-nim", Box::new(FibonacciNim::new()), vec![32]),
        ("fibonacci-nim-lost", Box::new(FibonacciNim::new()), vec![26, 2]),
        ("lasker-nim", Box::new(LaskersNim::new()), vec![3, 4]),
        ("lasker-nim-lost", Box::new(LaskersNim::new()), vec![1, 7, 9]),
        ("greedy-nim", Box::new(GreedyNim::new()), vec![3, 8, 5, 5]),
        ("half", Box::new(TakeHalf::new()), vec![6, 11, 13]),
        ("mark", Box::new(Mark::new()), vec![13]),
        ("subtraction-period", Box::new(SubtractionPeriod::new(&[2, 4, 7]).expect("a period")), vec![3, 20, 25]),
        ("subtraction-period-lost", Box::new(SubtractionPeriod::new(&[1, 3, 4]).expect("a period")), vec![21]),
        ("octal-period", Box::new(OctalPeriod::new("0.137").expect("a period")), vec![9, 100, 4]),
        ("octal-period-lost", Box::new(OctalPeriod::new("0.3").expect("a period")), vec![4, 5, 3]),
    ];
    for language in LANGUAGES {
        let tera = texts(language);
        for (name, theorem, start) in &cases {
            let position = large(start);
            let text = render(&tera, theorem.as_ref(), &position, language).join("\n\n----\n\n");
            let about = format!("{theorem:?} at {}", written(&position));
            insta::assert_snapshot!(format!("{name}-{language}"), format!("{about}\n\n{text}"));
        }
    }
}
