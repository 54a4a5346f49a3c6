//! What may be removed, in a normal form that does not depend on how the rules are worded.
//!
//! For rules that only take tokens, a move is a choice of heaps and of an amount from each, and whether it is allowed
//! depends on the sizes of those heaps alone. So the rules are, for each choice of k heaps, a set of points
//! (t₁, …, t_k, h₁, …, h_k), amounts and sizes. Where these sets are finite unions of [zones](super::zone), two rule
//! files can be compared exactly, however they are written.

use super::expr::{Expr, ExprKind, Slot};
use super::linear::{Linear, System, cases, in_item, systems};
use super::ruleset::{AmountSet, Amounts, MoveRule, Ruleset, Selection, Take};
use super::zone::{Zone, covered, same_points};
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive};

/// The most choices of heaps that are looked at one by one.
const MAX_CHOICES: usize = 4096;
/// The most zones that stand for the moves of one choice of heaps.
const MAX_ZONES: usize = 96;
/// The most zones that are tried for one set of amounts.
const MAX_TRIES: usize = 20_000;
/// The most heaps whose amounts are looked at together.
const MAX_TOGETHER: usize = 5;

/// The allowed removals of a game.
#[derive(Clone, Debug)]
pub struct Removals {
    heaps: usize,
    families: Vec<Family>,
}

#[derive(Clone, Debug)]
struct Family {
    support: Support,
    shape: Shape,
}

#[derive(Clone, Debug, PartialEq)]
enum Support {
    /// Every choice of that many heaps.
    Any(usize),
    /// This choice of heaps.
    Given(Vec<usize>),
}

#[derive(Clone, Debug)]
enum Shape {
    /// From each chosen heap an amount in the union of these zones over (t, h).
    Independent(Vec<Zone>),
    /// Amounts and sizes in the union of these zones over (t₁, …, t_k, h₁, …, h_k).
    Joint(Vec<Zone>),
}

impl Removals {
    /// The removals that the rules allow; nothing where they are not unions of zones.
    pub fn of(rules: &Ruleset) -> Option<Removals> {
        let mut families = Vec::new();
        if !rules.is_plain() {
            return None;
        }
        for rule in &rules.moves {
            let take = rule.take()?;
            for support in supports(rule, take, rules.heaps)? {
                if let Some(shape) = shape(rule, take, &support)? {
                    families.push(Family { support, shape });
                }
            }
        }
        Some(Removals { heaps: rules.heaps, families })
    }

    /// How many heaps the game has.
    pub fn heaps(&self) -> usize {
        self.heaps
    }

    /// Each family of moves: the heaps that it is about, or none for every choice of so many; how many; whether the zones
    /// are those of each heap for itself, over (t, h), or of all together, over (t₁, …, t_k, h₁, …, h_k); and the zones.
    pub(crate) fn families(&self) -> impl Iterator<Item = (Option<&[usize]>, usize, bool, &[Zone])> {
        self.families.iter().map(|family| {
            let heaps = match &family.support {
                Support::Any(_) => None,
                Support::Given(heaps) => Some(heaps.as_slice()),
            };
            let (independent, zones) = match &family.shape {
                Shape::Independent(zones) => (true, zones.as_slice()),
                Shape::Joint(zones) => (false, zones.as_slice()),
            };
            (heaps, family.support.size(), independent, zones)
        })
    }

    /// The greatest number of heaps that a move can touch.
    pub fn most_heaps(&self) -> usize {
        self.families.iter().map(|family| family.support.size()).max().unwrap_or(0)
    }

    /// Whether the moves are the same however the heaps are exchanged.
    pub fn alike(&self) -> bool {
        (1..=self.heaps).all(|k| {
            let given = self.choices(k);
            if given.is_empty() {
                return self.together(&Support::Any(k)).is_some_and(|zones| symmetric(&zones, k))
                    || self.independent_only(k);
            }
            if given.len() != binomial(self.heaps, k) {
                return false;
            }
            let Some(first) = self.together(&Support::Given(given[0].clone())) else { return false };
            symmetric(&first, k)
                && given.iter().all(|heaps| {
                    self.together(&Support::Given(heaps.clone())).is_some_and(|zones| same_points(&zones, &first))
                })
        })
    }

    /// Whether the moves are exactly: from each of 1 to K heaps, at least one token and at most m (`None`: no limit).
    pub fn is_each(&self, heaps: usize, most: Option<&BigInt>) -> bool {
        (1..=self.heaps).all(|k| {
            let wanted = (k <= heaps).then(|| amount_zone(most));
            self.equals(k, wanted.as_ref().map(Wanted::Each))
        })
    }

    /// Whether the moves are exactly: one token or more from one heap, at most m of them; or from both of two heaps
    /// amounts whose difference is below `t`, again at most m each.
    pub fn is_wythoff(&self, t: &BigInt, most: Option<&BigInt>) -> bool {
        if self.heaps != 2 {
            return false;
        }
        let one = amount_zone(most);
        let difference = t - BigInt::one();
        let both = one.product(&one);
        // The product's unknowns are t₁, h₁, t₂, h₂.
        let both = together_order(&[both], 2);
        let both: Vec<Zone> =
            both.into_iter().map(|zone| zone.with(1, 2, &difference).with(2, 1, &difference)).collect();
        self.equals(1, Some(Wanted::Each(&one))) && self.equals(2, Some(Wanted::Zones(&both)))
    }

    /// Whether a move may take these amounts, each with the heap, counted from 0, and its size; at least 1 from each, of
    /// heaps that differ.
    pub fn allow(&self, taken: &[(usize, BigInt, BigInt)]) -> bool {
        let mut taken = taken.to_vec();
        taken.sort();
        let heaps: Vec<usize> = taken.iter().map(|(heap, ..)| *heap).collect();
        let fits = |zones: &[Zone], point: &[&BigInt]| zones.iter().any(|zone| zone.holds(point));
        self.families.iter().any(|family| {
            let of_these = match &family.support {
                Support::Any(k) => *k == taken.len(),
                Support::Given(given) => *given == heaps,
            };
            of_these
                && match &family.shape {
                    Shape::Independent(zones) => taken.iter().all(|(_, amount, size)| fits(zones, &[amount, size])),
                    Shape::Joint(zones) => {
                        let amounts = taken.iter().map(|(_, amount, _)| amount);
                        let point: Vec<&BigInt> = amounts.chain(taken.iter().map(|(.., size)| size)).collect();
                        fits(zones, &point)
                    }
                }
        })
    }

    /// The set S, ascending, where the moves are exactly: from one heap, a number of tokens that is in S.
    ///
    /// Nothing where moves are others, or an element of S is above `largest`.
    pub fn subtraction_set(&self, largest: usize) -> Option<Vec<usize>> {
        if self.most_heaps() != 1 {
            return None;
        }
        let first = self.choices(1).first().map_or(Support::Any(1), |heaps| Support::Given(heaps.clone()));
        let mut set: Vec<usize> = Vec::new();
        for zone in self.together(&first)? {
            let low = (-zone.bound(0, 1)?).to_usize()?;
            let high = zone.bound(1, 0)?.to_usize().filter(|high| *high <= largest)?;
            set.extend(low..=high);
        }
        set.sort_unstable();
        set.dedup();
        let target: Vec<Zone> = set
            .iter()
            .map(|amount| amount_zone(Some(&BigInt::from(*amount))).with(0, 1, &-BigInt::from(*amount)))
            .collect();
        (!set.is_empty() && self.equals(1, Some(Wanted::Zones(&target)))).then_some(set)
    }

    /// The greatest amount that can be taken when a single heap is touched; `None` for no limit.
    ///
    /// # Errors
    ///
    /// Where no move touches a single heap.
    pub fn single_heap_limit(&self) -> Result<Option<BigInt>, NoSingleHeap> {
        let mut most: Option<BigInt> = None;
        let mut found = false;
        for family in self.families.iter().filter(|family| family.support.size() == 1) {
            let (Shape::Independent(zones) | Shape::Joint(zones)) = &family.shape;
            for zone in zones {
                found = true;
                match zone.bound(1, 0) {
                    None => return Ok(None),
                    Some(bound) => most = Some(most.map_or(bound.clone(), |most| most.max(bound.clone()))),
                }
            }
        }
        if found { Ok(most) } else { Err(NoSingleHeap) }
    }

    /// The greatest difference of the two amounts when both of two heaps are touched: `None` for no limit.
    pub fn pair_difference(&self) -> Option<BigInt> {
        let zones = self.together(&Support::Any(2)).filter(|zones| !zones.is_empty()).or_else(|| {
            let given = self.choices(2);
            self.together(&Support::Given(given.first()?.clone()))
        })?;
        let mut most: Option<BigInt> = None;
        for zone in zones {
            for (i, j) in [(1, 2), (2, 1)] {
                let bound = zone.bound(i, j)?;
                most = Some(most.map_or(bound.clone(), |most| most.max(bound.clone())));
            }
        }
        most
    }

    /// Whether, for every choice of k heaps, the moves are the wanted ones; `None` wants no moves.
    fn equals(&self, k: usize, wanted: Option<Wanted<'_>>) -> bool {
        let generic: Vec<&Family> = self.families.iter().filter(|family| family.support == Support::Any(k)).collect();
        let given = self.choices(k);
        let Some(wanted) = wanted else { return generic.is_empty() && given.is_empty() };
        if let Wanted::Each(zone) = wanted {
            // All sets of amounts inside the wanted one, and one of them equal to it: the common case, for any k.
            let inside = |family: &&Family| match &family.shape {
                Shape::Independent(zones) => covered(zones, std::slice::from_ref(zone)),
                Shape::Joint(zones) => covered(zones, &[power(zone, k)]),
            };
            let whole = |family: &&Family| match &family.shape {
                Shape::Independent(zones) => same_points(zones, std::slice::from_ref(zone)),
                Shape::Joint(_) => false,
            };
            let all = self.families.iter().filter(|family| family.support.size() == k).all(|family| inside(&family));
            if generic.iter().any(whole) {
                return all;
            }
            if !all {
                return false;
            }
        }
        if k > MAX_TOGETHER {
            return false;
        }
        let target = match wanted {
            Wanted::Each(zone) => vec![power(zone, k)],
            Wanted::Zones(zones) => zones.to_vec(),
        };
        let fits = |support: &Support| self.together(support).is_some_and(|zones| same_points(&zones, &target));
        if given.is_empty() {
            return fits(&Support::Any(k));
        }
        // Where every choice of heaps has the wanted moves, those that are named may still have others.
        if generic_covers(&generic, &target, k) {
            return given.into_iter().all(|heaps| fits(&Support::Given(heaps)));
        }
        given.len() == binomial(self.heaps, k) && given.into_iter().all(|heaps| fits(&Support::Given(heaps)))
    }

    /// The choices of k heaps that are named one by one.
    fn choices(&self, k: usize) -> Vec<Vec<usize>> {
        let mut choices: Vec<Vec<usize>> = self
            .families
            .iter()
            .filter_map(|family| match &family.support {
                Support::Given(heaps) if heaps.len() == k => Some(heaps.clone()),
                _ => None,
            })
            .collect();
        choices.sort();
        choices.dedup();
        choices
    }

    fn independent_only(&self, k: usize) -> bool {
        self.families
            .iter()
            .filter(|family| family.support.size() == k)
            .all(|family| matches!(family.shape, Shape::Independent(_)))
    }

    /// All moves of a choice of heaps, the general ones among them, as zones over (t₁, …, t_k, h₁, …, h_k).
    fn together(&self, support: &Support) -> Option<Vec<Zone>> {
        let k = support.size();
        if k > MAX_TOGETHER {
            return None;
        }
        let mut zones = Vec::new();
        for family in &self.families {
            if family.support == *support || family.support == Support::Any(k) {
                zones.extend(family.shape.joint(k)?);
            }
            if zones.len() > MAX_ZONES {
                return None;
            }
        }
        Some(zones)
    }
}

/// That no move takes from a single heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoSingleHeap;

#[derive(Clone, Copy)]
enum Wanted<'a> {
    /// From each heap an amount in the zone over (t, h).
    Each(&'a Zone),
    /// Points (t₁, …, t_k, h₁, …, h_k) in the union.
    Zones(&'a [Zone]),
}

impl Support {
    fn size(&self) -> usize {
        match self {
            Support::Any(k) => *k,
            Support::Given(heaps) => heaps.len(),
        }
    }
}

impl Shape {
    fn joint(&self, k: usize) -> Option<Vec<Zone>> {
        match self {
            Shape::Joint(zones) => Some(zones.clone()),
            Shape::Independent(zones) => {
                let mut products = zones.clone();
                for _ in 1..k {
                    products =
                        products.iter().flat_map(|product| zones.iter().map(|zone| product.product(zone))).collect();
                    if products.len() > MAX_ZONES {
                        return None;
                    }
                }
                Some(together_order(&products, k))
            }
        }
    }
}

fn generic_covers(generic: &[&Family], target: &[Zone], k: usize) -> bool {
    let zones: Option<Vec<Zone>> =
        generic.iter().map(|family| family.shape.joint(k)).collect::<Option<Vec<_>>>().map(|zones| zones.concat());
    zones.is_some_and(|zones| same_points(&zones, target))
}

/// 1 ≤ t ≤ h, and t ≤ m where there is a limit, over (t, h).
fn amount_zone(most: Option<&BigInt>) -> Zone {
    let zone = Zone::all(2).with(0, 1, &BigInt::from(-1)).with(1, 2, &BigInt::from(0));
    match most {
        Some(most) => zone.with(1, 0, most),
        None => zone,
    }
}

/// The same set of amounts from each of k heaps, over (t₁, …, t_k, h₁, …, h_k).
fn power(zone: &Zone, k: usize) -> Zone {
    let product = (1..k).fold(zone.clone(), |product, _| product.product(zone));
    together_order(&[product], k).remove(0)
}

/// From unknowns in the order t₁, h₁, t₂, h₂, … to the order t₁, …, t_k, h₁, …, h_k.
fn together_order(zones: &[Zone], k: usize) -> Vec<Zone> {
    let place = |unknown: usize| match unknown {
        0 => 0,
        unknown if unknown % 2 == 1 => unknown / 2 + 1,
        unknown => k + unknown / 2,
    };
    zones.iter().map(|zone| renamed(zone, place)).collect()
}

fn renamed(zone: &Zone, place: impl Fn(usize) -> usize) -> Zone {
    let k = zone.variables();
    let mut new = Zone::all(k);
    for i in 0..=k {
        for j in 0..=k {
            if i != j
                && let Some(bound) = zone.bound(i, j)
            {
                new = new.with(place(i), place(j), bound);
            }
        }
    }
    if zone.is_empty() { new.with(0, 1, &BigInt::from(-1)).with(1, 0, &BigInt::from(0)) } else { new }
}

/// Whether the union of zones over (t₁, …, t_k, h₁, …, h_k) is unchanged when two heaps are exchanged.
fn symmetric(zones: &[Zone], k: usize) -> bool {
    (1..k).all(|at| {
        let swap = |unknown: usize| {
            let (group, heap) = if unknown > k { (k, unknown - k) } else { (0, unknown) };
            let heap = if heap == at {
                at + 1
            } else if heap == at + 1 {
                at
            } else {
                heap
            };
            if unknown == 0 { 0 } else { group + heap }
        };
        let swapped: Vec<Zone> = zones.iter().map(|zone| renamed(zone, swap)).collect();
        same_points(zones, &swapped)
    })
}

fn binomial(n: usize, k: usize) -> usize {
    (0..k).try_fold(1usize, |product, i| Some(product.checked_mul(n - i)? / (i + 1))).unwrap_or(usize::MAX)
}

/// The choices of heaps that a rule speaks of; nothing where there are too many.
fn supports(rule: &MoveRule, take: &Take, heaps: usize) -> Option<Vec<Support>> {
    let by_number = rule.expressions().any(|part| part.mentions(|slot| slot == Slot::Number));
    match &take.from {
        Selection::These(heaps) => Some(vec![Support::Given(heaps.clone())]),
        Selection::Count { low, high } if !by_number => Some((*low..=*high).map(Support::Any).collect()),
        Selection::Count { low, high } => {
            let mut all = Vec::new();
            for k in *low..=*high {
                if all.len() + binomial(heaps, k).min(MAX_CHOICES) >= MAX_CHOICES {
                    return None;
                }
                all.extend(choose(heaps, k).into_iter().map(Support::Given));
            }
            Some(all)
        }
        _ => None,
    }
}

/// All orders of the first n numbers from 0.
pub fn permutations(n: usize) -> Vec<Vec<usize>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for rest in permutations(n - 1) {
        for at in 0..n {
            let mut order = rest.clone();
            order.insert(at, n - 1);
            all.push(order);
        }
    }
    all
}

/// All choices of k of the first n numbers from 0, each ascending, in lexicographic order.
pub fn choose(n: usize, k: usize) -> Vec<Vec<usize>> {
    if k == 0 {
        return vec![Vec::new()];
    }
    if k > n {
        return Vec::new();
    }
    let mut all = Vec::new();
    let mut choice: Vec<usize> = (0..k).collect();
    loop {
        all.push(choice.clone());
        let Some(at) = (0..k).rev().find(|at| choice[*at] < n - k + at) else { return all };
        choice[at] += 1;
        for later in at + 1..k {
            choice[later] = choice[later - 1] + 1;
        }
    }
}

/// The points of a rule for a choice of heaps: `Some(None)` where there are none, `None` where they are no zones.
fn shape(rule: &MoveRule, take: &Take, support: &Support) -> Option<Option<Shape>> {
    let k = support.size();
    let number = |at: usize| match support {
        Support::Any(_) => None,
        Support::Given(heaps) => Some(heaps[at]),
    };
    let found = match &take.amounts {
        Amounts::Each(set) => match support {
            Support::Any(_) => Shape::Independent(single(set, rule.condition.as_ref(), None)?),
            Support::Given(heaps) => {
                let mut products: Option<Vec<Zone>> = None;
                for heap in heaps {
                    let zones = single(set, rule.condition.as_ref(), Some(*heap))?;
                    let longer = match products {
                        None => zones,
                        Some(before) => {
                            before.iter().flat_map(|one| zones.iter().map(|zone| one.product(zone))).collect()
                        }
                    };
                    if longer.len() > MAX_ZONES {
                        return None;
                    }
                    products = Some(longer);
                }
                Shape::Joint(together_order(&products?, k))
            }
        },
        Amounts::Total(set) if k == 1 => Shape::Joint(single(set, rule.condition.as_ref(), number(0))?),
        Amounts::Total(AmountSet::Any) if rule.condition.is_none() => Shape::Independent(vec![amount_zone(None)]),
        Amounts::Total(set) => {
            if k > MAX_TOGETHER || rule.condition.is_some() {
                return None;
            }
            let unknowns = |slot: Slot| match slot {
                Slot::Letter(0) => Some(total(k)),
                _ => None,
            };
            Shape::Joint(restrict_set(vec![all_heaps_zone(k)], set, &unknowns)?)
        }
        Amounts::Same(set) => {
            if k > MAX_TOGETHER {
                return None;
            }
            let mut zones = vec![all_heaps_zone(k)];
            for at in 1..k {
                zones = zones
                    .into_iter()
                    .map(|zone| zone.with(1, at + 1, &BigInt::from(0)).with(at + 1, 1, &BigInt::from(0)))
                    .collect();
            }
            for at in 0..k {
                let unknowns = move |slot: Slot| match slot {
                    Slot::Letter(0) => Some(Linear::unknown(at + 1)),
                    Slot::Size => Some(Linear::unknown(k + at + 1)),
                    Slot::Number => number(at).map(|heap| Linear::constant(heap + 1)),
                    _ => None,
                };
                zones = restrict_set(zones, set, &unknowns)?;
                zones = restrict(zones, rule.condition.as_ref(), &unknowns)?;
            }
            Shape::Joint(zones)
        }
        Amounts::Letters(_) => {
            if k > MAX_TOGETHER {
                return None;
            }
            let unknowns = |slot: Slot| match slot {
                Slot::Letter(letter) => Some(Linear::unknown(letter + 1)),
                Slot::Size if k == 1 => Some(Linear::unknown(2)),
                Slot::Number if k == 1 => number(0).map(|heap| Linear::constant(heap + 1)),
                _ => None,
            };
            Shape::Joint(restrict(vec![all_heaps_zone(k)], rule.condition.as_ref(), &unknowns)?)
        }
    };
    let (Shape::Independent(zones) | Shape::Joint(zones)) = &found;
    let empty = zones.iter().all(Zone::is_empty);
    Some((!empty).then_some(found))
}

/// 1 ≤ tᵢ ≤ hᵢ for each of k heaps, over (t₁, …, t_k, h₁, …, h_k).
fn all_heaps_zone(k: usize) -> Zone {
    (1..=k).fold(Zone::all(2 * k), |zone, at| zone.with(0, at, &BigInt::from(-1)).with(at, k + at, &BigInt::from(0)))
}

/// The amounts from one heap, as zones over (t, h).
fn single(set: &AmountSet, condition: Option<&Expr>, heap: Option<usize>) -> Option<Vec<Zone>> {
    let unknowns = |slot: Slot| match slot {
        Slot::Letter(0) => Some(Linear::unknown(1)),
        Slot::Size => Some(Linear::unknown(2)),
        Slot::Number => heap.map(|heap| Linear::constant(heap + 1)),
        _ => None,
    };
    let zones = restrict_set(vec![amount_zone(None)], set, &unknowns)?;
    restrict(zones, condition, &unknowns)
}

fn restrict_set(zones: Vec<Zone>, set: &AmountSet, unknowns: super::linear::Unknowns<'_>) -> Option<Vec<Zone>> {
    let items = match set {
        AmountSet::Any => return Some(zones),
        AmountSet::Items(items) => items,
        AmountSet::Values { .. } => return None,
    };
    let amount = Expr { kind: ExprKind::Slot(Slot::Letter(0)), span: crate::source::Span::default() };
    let mut found = Vec::new();
    for item in items {
        // Where an amount does not come out whole the rule has no meaning, which no zone would tell.
        for part in item.parts().filter(|part| !part.is_unlimited()) {
            if !cases(part, unknowns)?.iter().all(|case| case.form.is_whole()) {
                return None;
            }
        }
        let systems = in_item(&amount, item, true, unknowns)?;
        found.extend(restrict_to(&zones, &systems)?);
        if found.len() > MAX_ZONES {
            return None;
        }
    }
    Some(found)
}

fn restrict(zones: Vec<Zone>, condition: Option<&Expr>, unknowns: super::linear::Unknowns<'_>) -> Option<Vec<Zone>> {
    match condition {
        None => Some(zones),
        Some(condition) => restrict_to(&zones, &systems(condition, true, unknowns)?),
    }
}

fn restrict_to(zones: &[Zone], systems: &[System]) -> Option<Vec<Zone>> {
    let (mut found, mut tries) = (Vec::new(), MAX_TRIES);
    for zone in zones {
        for system in systems {
            solutions(zone.clone(), system, &mut tries, &mut found)?;
        }
    }
    Some(found)
}

/// Adds the points of a zone at which all forms are at most 0, as zones; nothing where they are no moderate number of zones.
///
/// A form that is no bound on an unknown or a difference becomes one when enough of its unknowns are fixed, so an unknown
/// with few possible values takes them one after another.
fn solutions(mut zone: Zone, system: &[Linear], tries: &mut usize, found: &mut Vec<Zone>) -> Option<()> {
    *tries = tries.checked_sub(1)?;
    let mut forms: Vec<Linear> = Vec::new();
    for form in system {
        match at_most_zero(zone.clone(), form) {
            Some(restricted) => zone = restricted,
            None => forms.push(form.clone()),
        }
    }
    let mut before = usize::MAX;
    while forms.len() < before && !forms.is_empty() && !zone.is_empty() {
        before = forms.len();
        for form in std::mem::take(&mut forms) {
            let form = with_fixed(&form, &zone);
            match at_most_zero(zone.clone(), &form) {
                Some(restricted) => zone = restricted,
                None if extreme(&zone, &form, true).is_some_and(|greatest| !greatest.is_positive()) => {}
                None => {
                    zone = tightened(zone, &form);
                    forms.push(form);
                }
            }
        }
    }
    if zone.is_empty() {
        return Some(());
    }
    if forms.is_empty() {
        found.push(zone);
        return (found.len() <= MAX_ZONES).then_some(());
    }
    let unknowns = forms.iter().flat_map(|form| form.coefficients.keys());
    let ranges = unknowns.filter_map(|unknown| {
        let (low, high) = (-zone.bound(0, *unknown)?, zone.bound(*unknown, 0)?.clone());
        Some((&high - &low, *unknown, low))
    });
    let (width, unknown, low) = ranges.min()?;
    for value in 0..=width.to_u64().filter(|width| *width < MAX_ZONES as u64)? {
        let value = &low + value;
        let fixed = zone.clone().with(unknown, 0, &value).with(0, unknown, &-value);
        solutions(fixed, &forms, tries, found)?;
    }
    Some(())
}

/// The form with the values of those unknowns put in that have just one in the zone.
fn with_fixed(form: &Linear, zone: &Zone) -> Linear {
    let mut left = Linear { constant: form.constant.clone(), coefficients: Default::default() };
    for (unknown, factor) in &form.coefficients {
        match (zone.bound(*unknown, 0), zone.bound(0, *unknown)) {
            (Some(high), Some(low)) if *high == -low => left.constant += factor * BigRational::from(high.clone()),
            _ => {
                left.coefficients.insert(*unknown, factor.clone());
            }
        }
    }
    left
}

/// The zone with each unknown bounded as it must be for the form to be at most 0, given the bounds on the others.
fn tightened(zone: Zone, form: &Linear) -> Zone {
    form.coefficients.iter().fold(zone, |zone, (unknown, factor)| {
        let mut others = form.clone();
        others.coefficients.remove(unknown);
        let Some(rest) = extreme(&zone, &others, false) else { return zone };
        let bound = (-rest / factor.abs()).floor().to_integer();
        if factor.is_positive() { zone.with(*unknown, 0, &bound) } else { zone.with(0, *unknown, &bound) }
    })
}

/// A bound on the form in a zone, from above or from below, that its unknowns' own bounds give.
fn extreme(zone: &Zone, form: &Linear, from_above: bool) -> Option<BigRational> {
    form.coefficients.iter().try_fold(form.constant.clone(), |sum, (unknown, factor)| {
        let value = match factor.is_positive() == from_above {
            true => zone.bound(*unknown, 0)?.clone(),
            false => -zone.bound(0, *unknown)?,
        };
        Some(sum + factor * BigRational::from(value))
    })
}

/// t₁ + … + t_k.
fn total(k: usize) -> Linear {
    (1..=k).fold(Linear::constant(0), |sum, at| sum.plus(&BigRational::one(), &Linear::unknown(at)))
}

/// The points of the zone where the form is at most 0; nothing where the form bounds neither an unknown nor a
/// difference of two.
fn at_most_zero(zone: Zone, form: &Linear) -> Option<Zone> {
    let (constant, coefficients) = form.whole();
    match coefficients.as_slice() {
        [] if constant.is_positive() => Some(zone.with(0, 1, &BigInt::from(-1)).with(1, 0, &BigInt::from(0))),
        [] => Some(zone),
        [(unknown, factor)] => {
            let bound = (-constant).div_floor(&factor.abs());
            Some(if factor.is_positive() { zone.with(*unknown, 0, &bound) } else { zone.with(0, *unknown, &bound) })
        }
        [(one, first), (other, second)] if (first + second) == BigInt::from(0) => {
            let bound = (-constant).div_floor(&first.abs());
            let (plus, minus) = if first.is_positive() { (*one, *other) } else { (*other, *one) };
            Some(zone.with(plus, minus, &bound))
        }
        _ => None,
    }
}
