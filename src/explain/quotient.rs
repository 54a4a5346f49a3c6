//! The misère quotient of a start's heaps.

use crate::answer::{Answer, Game, How};
use crate::game::Position;
use crate::quotient::{Limits, Presentation, Quotient};
use serde::Serialize;

/// The greatest heap whose quotient is told.
const LARGEST: u64 = 40;
/// What is spent on it where the answer does not rest on it.
const SMALL: Limits = Limits { elements: 60, positions: 100_000, moves: 100_000, pairs: 20_000 };
/// The most elements of the P-portion that are listed.
const LISTED: usize = 60;

/// A quotient with the start's place in it. Products are TeX.
#[derive(Clone, Debug, Serialize)]
pub struct QuotientInWords {
    /// The greatest heap.
    pub max: u64,
    /// The number of elements.
    pub order: usize,
    /// How many pairs of an element and a set were looked at to verify it.
    pub pairs: usize,
    /// Whether it is how the answer is known.
    pub decides: bool,
    /// The generators, each with the smallest heap that has its value.
    pub generators: Vec<Valued>,
    /// The relations, as `a^{2}=1`.
    pub relations: Vec<String>,
    /// The P-portion; nothing where it is too long.
    pub p_portion: Option<Vec<String>>,
    /// How many elements it has.
    pub p_count: usize,
    /// The values of the start's heaps, each size once.
    pub heaps: Vec<Valued>,
    /// The values of the start's heaps in their order, as a product; nothing for a single one.
    pub factors: Option<String>,
    /// The value of the start.
    pub product: String,
    /// Whether it is in the P-portion.
    pub in_p: bool,
}

/// A heap and its value.
#[derive(Clone, Debug, Serialize)]
pub struct Valued {
    /// The size.
    pub size: u64,
    /// The value.
    pub value: String,
}

/// The quotient of the heaps up to the largest of the start, where there is one that can be found soon.
pub fn of_start(game: &Game, answer: &Answer) -> Option<QuotientInWords> {
    let start = Position::from_big(&answer.position)?;
    let decides = matches!(answer.how, How::Quotient { .. });
    let max = start.largest();
    if max == 0
        || matches!(answer.how, How::Genus { .. })
        || !Quotient::serves(&game.rules, &game.facts)
        || (max > LARGEST && !decides)
    {
        return None;
    }
    let limits = if decides { Limits::default() } else { SMALL };
    let quotient = Quotient::new(&game.rules, &game.facts, max, &limits).ok()?;
    let presentation = quotient.presentation();
    let tex = |element: usize| Presentation::tex(&presentation.forms[element]);
    let portion = quotient.p_portion();
    let value = quotient.value_of(start.sizes())?;
    let mut sizes: Vec<u64> = start.sizes().iter().copied().filter(|size| *size > 0).collect();
    let factors: Vec<String> = sizes.iter().filter_map(|size| quotient.value(*size)).map(tex).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let valued = |size: u64| Some(Valued { size, value: tex(quotient.value(size)?) });
    Some(QuotientInWords {
        max,
        order: quotient.order(),
        pairs: quotient.pairs,
        decides,
        generators: presentation
            .generators
            .iter()
            .enumerate()
            .filter_map(|(at, element)| {
                Some(Valued { size: quotient.heap_of(*element)?, value: Presentation::name(at) })
            })
            .collect(),
        relations: presentation
            .relations
            .iter()
            .map(|one| format!("{}={}", Presentation::tex(&one.product), Presentation::tex(&one.form)))
            .collect(),
        p_count: portion.len(),
        p_portion: (portion.len() <= LISTED).then(|| portion.into_iter().map(tex).collect()),
        heaps: sizes.into_iter().filter_map(valued).collect(),
        factors: (factors.len() > 1).then(|| factors.join(r"\cdot ")),
        product: tex(value),
        in_p: quotient.is_p(value),
    })
}

#[cfg(test)]
mod tests {
    use super::super::sample::{OPEN, answer, game};
    use super::*;
    use crate::solve::Outcome;

    #[test]
    fn the_product_tells_the_outcome() {
        let mut told = 0;
        for rules in OPEN {
            let game = game(rules);
            for start in super::super::sample::starts(&game, 6) {
                let answer = answer(&game, start.sizes());
                if let Some(quotient) = of_start(&game, &answer) {
                    assert_eq!(quotient.in_p, answer.outcome == Outcome::P, "{rules} {start}");
                    told += 1;
                }
            }
        }
        assert!(told > 50);
        assert!(
            of_start(
                &game("heaps 2 move take 1..2 from one heap"),
                &answer(&game("heaps 2 move take 1..2 from one heap"), &[3, 4])
            )
            .is_none()
        );
    }
}
