//! Citations of theorems: the rules must meet a theorem's hypotheses; the theorem itself is taken as it stands.
//!
//! This is the one rule of inference that does not prove its conclusion from the rules of the game. What it checks is that
//! the game is the one of which the theorem speaks: the set of allowed moves, compared in a form that does not depend on
//! their wording, the number of heaps, and the kind of play. What the theorems say, for heaps x₁, …, xₙ:
//!
//! | theorem | game | P-positions | source |
//! |:--|:--|:--|:--|
//! | `nim` | any amount from one heap | nim-sum 0 | Bouton 1901 |
//! | `misere-nim` | the same, misere | where some xᵢ ≥ 2, nim-sum 0; else an odd number of ones | Bouton 1901 |
//! | `bounded-nim` | 1..m from one heap | as `nim`, of the remainders modulo m + 1 | Sprague 1935, Grundy 1939 |
//! | `misere-bounded-nim` | the same, misere | as `misere-nim`, of these remainders | |
//! | `moore` | any amounts from 1..K heaps, 1 < K < n | in every binary column the number of ones is divisible by K + 1 | Moore 1910 |
//! | `misere-moore` | the same, misere | where some xᵢ ≥ 2, as `moore`; else the number of ones is 1 modulo K + 1 | |
//! | `all-heaps` | 1..m from each of 1..n heaps | all xᵢ ≡ 0 modulo m + 1 | |
//! | `misere-all-heaps` | the same, misere | one non-empty heap, ≡ 1; or two or more, all ≡ 0 | |
//! | `one-heap-spared` | 1..m from each of 1..n − 1 heaps | all xᵢ congruent modulo m + 1 | Moore 1910 (without m) |
//! | `misere-one-heap-spared` | the same, misere | by the smallest heap's remainder r and the number g of larger heaps: r ≥ 2, or g ≥ 2: all ≡ r; r ≤ 1 and g = 1: the larger ≡ 1 − r | m = 1: Gurvich and Ho 2015 |
//! | `wythoff` | any amount from one heap, or the same from both | the pairs (⌊kφ⌋, ⌊kφ²⌋) | Wythoff 1907 |
//! | `misere-wythoff` | the same, misere | these pairs, but (0, 1), (2, 2) for (0, 0), (1, 2) | Fraenkel 1984 |
//! | `generalised-wythoff` | from both heaps also amounts that differ by less than t | the pairs (⌊kα⌋, ⌊k(α + t)⌋), α = (2 − t + √(t² + 4))/2 | Fraenkel 1982 |
//! | `misere-generalised-wythoff` | the same, misere, t ≥ 2 | the pairs aₖ = mex of all earlier numbers, bₖ = aₖ + tk + 1, k ≥ 0 | Fraenkel 1984 |
//! | `bounded-wythoff` | Wythoff's game with amounts up to m | remainders modulo m + 1 that are a pair of `wythoff` | |
//! | `misere-bounded-wythoff` | the same, misere, m ≥ 2 | remainders that are a pair of `misere-wythoff` | |
//! | `euclid` | of two heaps, the larger loses a positive multiple of the smaller | an empty heap; or heaps b < a < φb | Cole and Davie 1969 |
//! | `fibonacci-nim` | one heap, at most twice what was taken before, first not all | before the first move 0 and the Fibonacci numbers | Whinihan 1963 |
//! | `staircase` | tokens go one step down | the heaps of odd number have nim-sum 0 | |
//! | `lasker-nim` | any amount from one heap, or a split in two | nim-sum 0 of the values: h, but h − 1 for h ≡ 0 and h + 1 for h ≡ 3 modulo 4, h > 0 | Lasker 1931 |
//! | `greedy-nim` | any amount from a largest heap | empty, or an even number of largest heaps | Albert and Nowakowski 2004 |
//! | `half` | at most half of a heap | nim-sum 0 of the values v, h + 1 = 2ʲ(2v + 1) | |
//! | `mark` | h becomes h − 1 or ⌊h/2⌋; one heap | 0, and binary forms with an odd number of zeros at the end | Fraenkel 2011 |
//!
//! Where no source is named, the proof is the one that the program prints with the theorem. Sound: if the literature and
//! these proofs are right. Subtraction sets and octal games are not among them; their periods are proved by
//! [`period`](super::period).

use crate::proof::Citation;
use crate::rules::Ruleset;
use crate::rules::facts::Facts;
use crate::rules::known::{KnownGame, known_game};
use crate::syntax::tree::Play;
use num_bigint::BigUint;
use num_traits::One;
use std::collections::BTreeMap;

/// Checks that the rules meet the hypotheses of a theorem.
///
/// # Errors
///
/// What does not hold.
pub fn cited(rules: &Ruleset, citation: &Citation) -> Result<(), String> {
    let all = citations(rules);
    if all.contains(citation) {
        return Ok(());
    }
    Err(match all.iter().find(|known| known.theorem == citation.theorem) {
        Some(known) => format!("for this game the parameters of `{}` are {:?}", known.theorem, known.parameters),
        None => format!("no theorem `{}` is known about this game", citation.theorem),
    })
}

/// The theorems of the literature whose hypotheses the rules meet, the plainest first.
pub fn citations(rules: &Ruleset) -> Vec<Citation> {
    let misere = rules.play == Play::Misere;
    let cite = |name: &str, parameters: &[(&str, String)]| Citation {
        theorem: if misere { format!("misere-{name}") } else { name.to_owned() },
        parameters: parameters.iter().map(|(letter, value)| ((*letter).to_owned(), value.clone())).collect(),
    };
    let with_limit = |mut parameters: Vec<(&'static str, String)>, limit: Option<&BigUint>| {
        parameters.extend(limit.map(|limit| ("m", limit.to_string())));
        parameters
    };
    let heaps = || ("n", rules.heaps.to_string());
    let plain = |name: &str| vec![Citation { theorem: name.to_owned(), parameters: BTreeMap::new() }];
    match known_game(rules, &Facts::of(rules)) {
        Some(KnownGame::Each { touched: 1, limit: None }) => vec![cite("nim", &[heaps()])],
        Some(KnownGame::Each { touched: 1, limit }) => {
            vec![cite("bounded-nim", &with_limit(vec![heaps()], limit.as_ref()))]
        }
        Some(KnownGame::Each { touched, limit }) => {
            let own = with_limit(vec![heaps()], limit.as_ref());
            if touched == rules.heaps {
                return vec![cite("all-heaps", &own)];
            }
            let spared = (touched + 1 == rules.heaps).then(|| cite("one-heap-spared", &own));
            let moore = limit.is_none().then(|| cite("moore", &[heaps(), ("K", touched.to_string())]));
            spared.into_iter().chain(moore).collect()
        }
        Some(KnownGame::Wythoff { t, limit: None }) if t.is_one() => vec![cite("wythoff", &[])],
        Some(KnownGame::Wythoff { t, limit: None }) => vec![cite("generalised-wythoff", &[("t", t.to_string())])],
        Some(KnownGame::Wythoff { t, limit: Some(limit) }) if t.is_one() && (!misere || limit > BigUint::one()) => {
            vec![cite("bounded-wythoff", &[("m", limit.to_string())])]
        }
        _ if misere => Vec::new(),
        Some(KnownGame::Euclid) => plain("euclid"),
        Some(KnownGame::Fibonacci) => plain("fibonacci-nim"),
        Some(KnownGame::Staircase) => vec![cite("staircase", &[heaps()])],
        Some(KnownGame::Lasker) => vec![cite("lasker-nim", &[heaps()])],
        Some(KnownGame::Greedy) => vec![cite("greedy-nim", &[heaps()])],
        Some(KnownGame::Half) => vec![cite("half", &[heaps()])],
        Some(KnownGame::Mark) => plain("mark"),
        Some(KnownGame::Wythoff { .. } | KnownGame::Subtraction { .. } | KnownGame::Octal { .. }) | None => Vec::new(),
    }
}
