//! The values of what is divided in other ways than in two parts at will.

use crate::game::Allowance;
use crate::solve::number_set::NumberSet;

/// Divisions into so many parts, none of them empty, in every way.
///
/// The values D_k(s) of k parts of s tokens are those of a part a together with k − 1 parts of s − a:
/// D_k(s) = ⋃ g(a) ⊕ D_{k−1}(s − a), a set of values being moved by a nim-sum as a whole.
#[derive(Debug)]
pub(super) struct Many {
    /// For each number of parts from 1 on: the values by tokens.
    sets: Vec<Vec<NumberSet>>,
}

impl Many {
    /// Divisions into up to so many parts.
    pub(super) fn new(parts: usize) -> Many {
        Many { sets: vec![Vec::new(); parts] }
    }

    /// The values of all divisions of so many tokens into `parts` parts; `values` holds those of all smaller heaps, and of
    /// one of so many tokens only where it is asked for by fewer than two parts.
    ///
    /// # Complexity
    ///
    /// Proportional to the tokens, once for each number of tokens and of parts.
    pub(super) fn of(&mut self, tokens: usize, parts: usize, values: &[u32]) -> &NumberSet {
        for count in 1..=parts {
            // What is divided into fewer parts is smaller by a token at least for each part more.
            let last = (tokens + count).saturating_sub(parts);
            for all in self.sets[count - 1].len()..=last {
                let mut set = NumberSet::default();
                if count == 1 {
                    if all > 0 {
                        set.insert(values[all]);
                    }
                } else {
                    for (part, value) in values.iter().enumerate().take(all).skip(1) {
                        set.join_shifted(&self.sets[count - 2][all - part], *value);
                    }
                }
                self.sets[count - 1].push(set);
            }
        }
        &self.sets[parts - 1][tokens]
    }
}

/// Puts in the values, with `sum` added to each, of all divisions of so many tokens into so many parts that differ, of which
/// the least is at least `least`; as far as they may still be tried, which is counted off.
pub(super) fn differing(
    tokens: usize,
    (parts, least): (usize, usize),
    sum: u32,
    values: &[u32],
    set: &mut NumberSet,
    allowance: &mut Allowance,
) {
    if !allowance.one() {
        return;
    }
    if parts == 1 {
        if tokens >= least {
            set.insert(sum ^ values[tokens]);
        }
        return;
    }
    for part in least..=tokens / parts {
        differing(tokens - part, (parts - 1, part + 1), sum ^ values[part], values, set, allowance);
    }
}

/// The value of so many tokens divided into equal parts, where that can be done.
pub(super) fn equal(tokens: usize, parts: usize, values: &[u32]) -> Option<u32> {
    (tokens > 0 && tokens.is_multiple_of(parts)).then(|| if parts % 2 == 1 { values[tokens / parts] } else { 0 })
}
