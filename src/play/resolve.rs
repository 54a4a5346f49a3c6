//! From what a player means to a move of the rules, or the reason why there is none.

use super::board::{MAX_TRIED, Made, Place, Step};
use super::message::{Refusal, Words, ranges};
use super::read::{Intent, Taken, index};
use crate::answer::Game;
use crate::game::{Change, Position, is_kept};
use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};

/// The table before a move.
pub(super) struct Turn<'a> {
    pub(super) game: &'a Game,
    pub(super) words: Words<'a>,
    pub(super) place: &'a Place,
    /// The moves, unless they are too many to list.
    pub(super) moves: Option<&'a [Step]>,
    /// The text of the rules, to quote from.
    pub(super) text: &'a str,
}

/// Whether a number alone means an amount: there is one heap, and moves just take from it.
pub(super) fn by_amount(game: &Game) -> bool {
    let rules = &game.rules;
    rules.heaps == 1 && rules.moves.iter().all(|rule| rule.take().is_some() || plain_take(rule)) && !rules.heaps_vary()
}

fn plain_take(rule: &crate::rules::MoveRule) -> bool {
    matches!(&rule.deed, crate::rules::Deed::Take(take) if take.split.is_none())
}

/// What an intent would leave, and of which kind it is.
struct Wanted {
    act: &'static str,
    sizes: Vec<BigUint>,
    /// The heaps touched, with amounts, for a taking.
    taken: Vec<(usize, BigUint)>,
    parts: bool,
}

impl Turn<'_> {
    /// The move that is meant.
    pub(super) fn resolve(&self, intent: &Intent) -> Result<Step, Refusal> {
        let wanted = match intent {
            Intent::Number(number) if by_amount(self.game) => {
                self.wanted(&Intent::Take(vec![(BigUint::from(1u32), Taken::Amount(number.clone()))], Vec::new()))?
            }
            Intent::Number(number) | Intent::Listed(number) => {
                let moves = self.moves.ok_or(Refusal::Unknown { word: None })?;
                let at = index(number, moves.len()).ok_or(Refusal::NotListed { moves: moves.len() })?;
                return Ok(moves[at].clone());
            }
            other => self.wanted(other)?,
        };
        let Some(moves) = self.moves else {
            return match self.place.take_to(self.game, &wanted.sizes) {
                Some(step) => Ok(step),
                None => Err(self.refusal(&wanted)),
            };
        };
        let in_place: Vec<usize> = (0..moves.len()).filter(|at| self.leaves(&moves[*at], &wanted.sizes)).collect();
        let mut found = in_place;
        if found.len() > 1 {
            let same_kind = |at: &usize| act(&moves[*at]) == wanted.act;
            if found.iter().any(same_kind) {
                found.retain(same_kind);
            }
        }
        match found.as_slice() {
            [] => Err(self.refusal(&wanted)),
            [one] => Ok(moves[*one].clone()),
            several => Err(Refusal::Several {
                numbers: several.iter().map(|at| at + 1).collect(),
                moves: several.iter().map(|at| self.words.step(self.place, &moves[*at])).collect(),
            }),
        }
    }

    /// Whether a move leaves these sizes; where the number of heaps changes, heaps are alike, and empty ones are cleared
    /// away, their order does not matter.
    fn leaves(&self, step: &Step, sizes: &[BigUint]) -> bool {
        if step.to.sizes == sizes {
            return true;
        }
        let sorted = |sizes: &[BigUint]| {
            let mut sizes: Vec<BigUint> = sizes.iter().filter(|size| !size.is_zero()).cloned().collect();
            sizes.sort();
            sizes
        };
        self.game.facts.alike && self.game.rules.heaps_vary() && sorted(&step.to.sizes) == sorted(sizes)
    }

    /// The heap that a player counts from 1.
    fn heap(&self, number: &BigUint) -> Result<usize, Refusal> {
        let heaps = self.place.sizes.len();
        index(number, heaps).ok_or_else(|| Refusal::NoHeap { number: number.to_string(), heaps })
    }

    fn name(&self, heap: usize) -> super::message::HeapName {
        self.words.heap(heap, self.place.sizes.len())
    }

    /// How many tokens are taken from a heap; they must be there.
    fn amount(&self, heap: usize, taken: &Taken) -> Result<BigUint, Refusal> {
        let holds = &self.place.sizes[heap];
        match taken {
            Taken::All => Ok(holds.clone()),
            Taken::Amount(amount) if amount > holds => {
                Err(Refusal::TooFew { heap: self.name(heap), holds: holds.to_string() })
            }
            Taken::Amount(amount) => Ok(amount.clone()),
        }
    }

    fn wanted(&self, intent: &Intent) -> Result<Wanted, Refusal> {
        let mut sizes = self.place.sizes.clone();
        let plain = |act, sizes| Wanted { act, sizes, taken: Vec::new(), parts: false };
        match intent {
            Intent::Number(_) | Intent::Listed(_) => Err(Refusal::NotAllowed),
            Intent::Pass => Ok(plain("pass", sizes)),
            Intent::Leave(left) if left.len() == sizes.len() || self.game.rules.heaps_vary() => {
                Ok(plain("leave", left.clone()))
            }
            Intent::Leave(_) => Err(Refusal::NotAllowed),
            Intent::TakeFromAll(amount) => {
                let filled = (0..sizes.len()).filter(|heap| !sizes[*heap].is_zero());
                let taken = filled.map(|heap| (BigUint::from(heap + 1), amount.clone())).collect();
                self.wanted(&Intent::Take(taken, Vec::new()))
            }
            Intent::Take(given, parts) => {
                let mut taken: Vec<(usize, BigUint)> = Vec::new();
                for (number, amount) in given {
                    let heap = self.heap(number)?;
                    if taken.iter().any(|(known, _)| *known == heap) {
                        return Err(Refusal::Twice { heap: self.name(heap) });
                    }
                    let amount = self.amount(heap, amount)?;
                    if amount.is_zero() {
                        return Err(Refusal::Nothing);
                    }
                    sizes[heap] -= &amount;
                    taken.push((heap, amount));
                }
                taken.sort();
                if let (false, Some((heap, _))) = (parts.is_empty(), taken.first()) {
                    self.divide(&mut sizes, *heap, parts)?;
                }
                Ok(Wanted { act: "take", sizes, taken, parts: !parts.is_empty() })
            }
            Intent::Shift(amount, from, to) => {
                let (from, to) = (self.heap(from)?, self.heap(to)?);
                let amount = self.amount(from, amount)?;
                if amount.is_zero() || from == to {
                    return Err(Refusal::Nothing);
                }
                sizes[from] -= &amount;
                sizes[to] += &amount;
                Ok(plain("shift", sizes))
            }
            Intent::Split(heap, parts) => {
                let heap = match heap {
                    Some(number) => self.heap(number)?,
                    None if sizes.len() == 1 => 0,
                    None => {
                        // The heap that holds just so many, if it is the only one.
                        let sum: BigUint = parts.iter().sum();
                        let holding: Vec<usize> = (0..sizes.len()).filter(|heap| sizes[*heap] == sum).collect();
                        *holding.first().ok_or(Refusal::NotAllowed)?
                    }
                };
                self.divide(&mut sizes, heap, parts)?;
                Ok(Wanted { parts: true, ..plain("split", sizes) })
            }
            Intent::Merge(numbers) => {
                let mut heaps = numbers.iter().map(|number| self.heap(number)).collect::<Result<Vec<_>, _>>()?;
                heaps.sort_unstable();
                if let Some(two) = heaps.windows(2).find(|two| two[0] == two[1]) {
                    return Err(Refusal::Twice { heap: self.name(two[0]) });
                }
                let sum: BigUint = heaps.iter().map(|heap| &self.place.sizes[*heap]).sum();
                for heap in &heaps {
                    sizes[*heap] = BigUint::zero();
                }
                sizes[heaps[0]] = sum;
                Ok(plain("merge", sizes))
            }
            Intent::Become(given) => {
                for (number, size) in given {
                    let heap = self.heap(number)?;
                    sizes[heap] = size.clone();
                }
                Ok(plain("become", sizes))
            }
        }
    }

    fn divide(&self, sizes: &mut Vec<BigUint>, heap: usize, parts: &[BigUint]) -> Result<(), Refusal> {
        let sum: BigUint = parts.iter().sum();
        if sum != sizes[heap] || parts.iter().any(Zero::is_zero) {
            return Err(Refusal::Parts { left: sizes[heap].to_string() });
        }
        sizes.splice(heap..=heap, parts.iter().cloned());
        Ok(())
    }

    /// Why the rules don't allow what is wanted.
    fn refusal(&self, wanted: &Wanted) -> Refusal {
        let sizes: Option<Vec<u64>> = wanted.sizes.iter().map(ToPrimitive::to_u64).collect();
        if let (Some(keeping), Some(sizes)) = (&self.game.rules.keeping, sizes)
            && is_kept(&self.game.rules, &Position::new(sizes)) == Ok(false)
        {
            let condition = self.text.get(keeping.span.range()).unwrap_or_default().to_owned();
            return Refusal::NotKept { condition };
        }
        let kind_exists = match self.moves {
            Some(moves) => wanted.act == "leave" || moves.iter().any(|step| act(step) == wanted.act),
            None => matches!(wanted.act, "take" | "leave"),
        };
        if !kind_exists {
            return Refusal::NoSuchKind { act: wanted.act };
        }
        if wanted.act != "take" || wanted.parts {
            return Refusal::NotAllowed;
        }
        if let [(heap, _)] = wanted.taken.as_slice() {
            let name = self.name(*heap);
            let allowed = self.amounts(*heap);
            return if allowed.is_empty() {
                Refusal::HeapAlone { heap: name }
            } else {
                Refusal::Amounts { heap: name, allowed }
            };
        }
        let most = match self.moves {
            Some(moves) => moves.iter().map(|step| taken(step).len()).max().unwrap_or(0),
            None => self.game.facts.removals.as_ref().map_or(0, |removals| removals.most_heaps()),
        };
        if wanted.taken.len() > most { Refusal::TooManyHeaps { most } } else { Refusal::NotAllowed }
    }

    /// What may be taken from a heap alone, without splitting it.
    pub(super) fn amounts(&self, heap: usize) -> Vec<super::message::Range> {
        let Some(moves) = self.moves else {
            let most = match self.game.facts.removals.as_ref().map(|removals| removals.single_heap_limit()) {
                Some(Ok(Some(limit))) => limit.to_biguint().unwrap_or_default().min(self.place.sizes[heap].clone()),
                Some(Ok(None)) => self.place.sizes[heap].clone(),
                _ => return Vec::new(),
            };
            let allows = |amount: &BigUint| self.place.take(self.game, &[(heap, amount.clone())]).is_some();
            if most <= BigUint::from(MAX_TRIED) {
                let amounts = (1..=MAX_TRIED).map(BigUint::from).filter(allows);
                return ranges(&amounts.collect::<Vec<_>>());
            }
            // Games with greater amounts that have a theorem allow all of them.
            let range = super::message::Range { low: "1".to_owned(), high: most.to_string() };
            return vec![range];
        };
        let mut amounts: Vec<BigUint> = moves
            .iter()
            .filter_map(|step| match taken(step).as_slice() {
                [(only, amount)] if *only == heap && step.to.sizes.len() <= self.place.sizes.len() => {
                    Some(amount.clone())
                }
                _ => None,
            })
            .collect();
        amounts.sort();
        amounts.dedup();
        ranges(&amounts)
    }
}

/// What a move takes.
pub(super) fn taken(step: &Step) -> Vec<(usize, BigUint)> {
    match &step.made {
        Made::Take(taken) => taken.clone(),
        Made::Change(Change::Take(taken, _)) => {
            taken.iter().map(|(heap, amount)| (*heap, BigUint::from(*amount))).collect()
        }
        Made::Change(_) => Vec::new(),
    }
}

/// Of which kind a move is.
pub(super) fn act(step: &Step) -> &'static str {
    match &step.made {
        Made::Take(_) | Made::Change(Change::Take(..)) => "take",
        Made::Change(Change::Shift(..)) => "shift",
        Made::Change(Change::Split(..)) => "split",
        Made::Change(Change::Scatter(..)) => "scatter",
        Made::Change(Change::Merge(_)) => "merge",
        Made::Change(Change::Become(_)) => "become",
        Made::Change(Change::Pass) => "pass",
    }
}
