//! A planning domain as a rule file.

use super::bounds::{Bounds, Linear, at_least_zero};
use super::domain::{Action, Comparison, Cond, Domain, Effect, Num, Var};
use super::{Form, Imported};
use crate::diagnostics::Diagnostic;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};
use std::fmt::Write as _;

/// The most conditions of conditional assignments in one action.
const MAX_GUARDS: usize = 8;
/// The most moves that one action may become.
const MAX_MOVES: usize = 256;

/// Names that expressions and moves of the rule language have taken.
const TAKEN: &[&str] = &[
    "and",
    "or",
    "not",
    "mod",
    "in",
    "for",
    "where",
    "if",
    "when",
    "from",
    "within",
    "then",
    "take",
    "unlimited",
    "any",
    "each",
    "both",
    "all",
    "the",
    "heap_limit",
    "take_limit",
    "heaps",
    "heap",
    "let",
    "moves",
    "move",
    "play",
    "start",
    "variant",
    "claim",
    "references",
    "game",
    "keeping",
    "tally",
    "remember",
    "octal",
    "pass",
    "end",
    "wins",
    "first",
    "last",
    "h",
    "i",
    "t",
    "min",
    "max",
    "sum",
    "nimsum",
    "phi",
    "prev",
    "prev_heap",
    "own",
    "other",
    "p",
    "with",
    "split",
    "merge",
    "replace",
    "parts",
    "one",
    "to",
    "into",
    "by",
    "of",
    "same",
    "total",
    "every",
    "floor",
    "ceil",
    "mex",
    "gcd",
    "sqrt",
    "abs",
    "divides",
    "digit_sum",
    "column_sum",
    "is_power",
];

/// A move of the rule file: letters with their ranges, conditions, and what heaps become.
struct Written {
    letters: Vec<(usize, BigInt, (Linear, BigInt))>,
    conditions: Vec<Cond>,
    becomes: Vec<(usize, Num)>,
}

/// A condition in one of the forms by which guards are compared, and whether it is meant to hold.
fn canonical(condition: &Cond) -> (Cond, bool) {
    match condition {
        Cond::Not(inner) => {
            let (inner, holds) = canonical(inner);
            (inner, !holds)
        }
        Cond::Compare(Comparison::Ne, a, b) => (Cond::Compare(Comparison::Eq, a.clone(), b.clone()), false),
        Cond::Compare(Comparison::Gt, a, b) => (Cond::Compare(Comparison::Lt, b.clone(), a.clone()), true),
        Cond::Compare(Comparison::Ge, a, b) => (Cond::Compare(Comparison::Lt, a.clone(), b.clone()), false),
        Cond::Compare(Comparison::Le, a, b) => (Cond::Compare(Comparison::Lt, b.clone(), a.clone()), false),
        other => (other.clone(), true),
    }
}

/// Whether two conditions cannot hold together because they compare the same numbers.
fn exclude_each_other(one: &Cond, other: &Cond) -> bool {
    let (Cond::Compare(p, a, b), Cond::Compare(q, c, d)) = (one, other) else { return false };
    let same = (a, b) == (c, d);
    let turned = (a, b) == (d, c);
    match (p, q) {
        (Comparison::Lt, Comparison::Lt) => turned,
        (Comparison::Lt, Comparison::Eq) | (Comparison::Eq, Comparison::Lt) => same || turned,
        _ => false,
    }
}

fn negated(condition: &Cond) -> Cond {
    match condition {
        Cond::Not(inner) => (**inner).clone(),
        Cond::Compare(op, a, b) => Cond::Compare(op.negated(), a.clone(), b.clone()),
        other => Cond::Not(Box::new(other.clone())),
    }
}

fn fail<T>(problem: Diagnostic) -> Result<T, Box<Diagnostic>> {
    Err(Box::new(problem))
}

/// The moves of an action.
fn moves(domain: &Domain, action: &Action) -> Result<Vec<Written>, Box<Diagnostic>> {
    let mut guards: Vec<Cond> = Vec::new();
    for condition in action.effects.iter().flat_map(|effect| &effect.when) {
        let (guard, _) = canonical(condition);
        if !guards.contains(&guard) {
            guards.push(guard);
        }
    }
    if guards.len() > MAX_GUARDS {
        let message = format!("the action `{}` has more than {MAX_GUARDS} conditions of `when`", action.name);
        return fail(Diagnostic::error("too-many", action.span, message).help("write it as several actions"));
    }
    let mut found = Vec::new();
    for code in 0..1usize << guards.len() {
        // All hold first, none last.
        let holds = |guard: usize| code >> guard & 1 == 0;
        let contradicts = (0..guards.len())
            .any(|a| (0..a).any(|b| holds(a) && holds(b) && exclude_each_other(&guards[a], &guards[b])));
        if contradicts {
            continue;
        }
        let takes_place = |effect: &&Effect| {
            effect.when.iter().all(|condition| {
                let (guard, meant) = canonical(condition);
                guards.iter().position(|known| *known == guard).is_some_and(|at| holds(at) == meant)
            })
        };
        let mut becomes: Vec<(usize, Num)> = Vec::new();
        for effect in action.effects.iter().filter(takes_place) {
            match becomes.iter().find(|(object, _)| *object == effect.object) {
                Some((_, value)) if *value == effect.value => {}
                Some(_) => {
                    let name = &domain.objects[effect.object].0;
                    let message = format!("`?{name}` is given two values at once");
                    return fail(Diagnostic::error("doubled", effect.span, message)
                        .help("all assignments are made at once, from the old values; let their conditions exclude each other"));
                }
                None => becomes.push((effect.object, effect.value.clone())),
            }
        }
        becomes.sort_by_key(|(object, _)| *object);
        let mut conditions = action.precondition.conjuncts();
        for (at, guard) in guards.iter().enumerate() {
            let stated = if holds(at) { guard.clone() } else { negated(guard) };
            for conjunct in stated.conjuncts() {
                if !conditions.contains(&conjunct) {
                    conditions.push(conjunct);
                }
            }
        }
        with_signs(domain, action, conditions, becomes, &mut found)?;
        if found.len() > MAX_MOVES {
            let message = format!("the action `{}` becomes more than {MAX_MOVES} moves", action.name);
            return fail(Diagnostic::error("too-many", action.span, message));
        }
    }
    Ok(found)
}

/// Adds the moves with these conditions and effects, one for each choice of signs of the parameters whose sign is open.
fn with_signs(
    domain: &Domain,
    action: &Action,
    conditions: Vec<Cond>,
    becomes: Vec<(usize, Num)>,
    found: &mut Vec<Written>,
) -> Result<(), Box<Diagnostic>> {
    let used: Vec<usize> = (0..action.parameters.len())
        .filter(|parameter| {
            let var = Var::Parameter(*parameter);
            conditions.iter().any(|one| one.mentions(var)) || becomes.iter().any(|(_, value)| value.mentions(var))
        })
        .collect();
    let bounds = Bounds::of(&sums(domain, &conditions, &becomes));
    let open: Vec<usize> =
        used.iter().copied().filter(|parameter| bounds.low(*parameter).is_none_or(Signed::is_negative)).collect();
    if open.len() > MAX_GUARDS {
        return fail(Diagnostic::error("too-many", action.span, "too many parameters that may be negative"));
    }
    for code in 0..1usize << open.len() {
        let (mut conditions, mut becomes) = (conditions.clone(), becomes.clone());
        for (at, parameter) in open.iter().enumerate() {
            let var = Var::Parameter(*parameter);
            let negative = code >> at & 1 == 1;
            if negative {
                let by = Num::Sub(Box::new(Num::Value(BigInt::zero())), Box::new(Num::Var(var)));
                conditions = conditions.iter().map(|one| one.replace(var, &by)).collect();
                becomes = becomes.iter().map(|(object, value)| (*object, value.replace(var, &by))).collect();
            }
            let least = Num::Value(BigInt::from(u8::from(negative)));
            conditions.push(Cond::Compare(Comparison::Ge, Num::Var(var), least));
        }
        if let Some(written) = bounded(domain, action, &used, conditions, becomes)? {
            found.push(written);
        }
    }
    Ok(())
}

/// All that the conditions, the sizes after the move and the domain's constraint make at least 0.
fn sums(domain: &Domain, conditions: &[Cond], becomes: &[(usize, Num)]) -> Vec<Linear> {
    let mut sums: Vec<Linear> = conditions.iter().flat_map(at_least_zero).collect();
    sums.extend(becomes.iter().filter_map(|(_, value)| Linear::of(value)));
    if let Some((constraint, _)) = &domain.constraint {
        for conjunct in constraint.conjuncts() {
            // What the objects become stands in their place; it may mention them, so all are replaced at once.
            if let Some(after) = after(&conjunct, becomes) {
                sums.extend(at_least_zero(&after));
            }
        }
    }
    sums
}

/// A comparison of what the objects become.
fn after(condition: &Cond, becomes: &[(usize, Num)]) -> Option<Cond> {
    let number = |number: &Num| {
        number.with(&|var| match var {
            Var::Object(object) => {
                let new = becomes.iter().find(|(known, _)| *known == object);
                new.map_or(Num::Var(var), |(_, new)| new.clone())
            }
            Var::Parameter(_) => Num::Var(var),
        })
    };
    match condition {
        Cond::Compare(op, a, b) => Some(Cond::Compare(*op, number(a), number(b))),
        Cond::Not(inner) => after(inner, becomes).map(|inner| Cond::Not(Box::new(inner))),
        _ => None,
    }
}

/// The move with a range for each letter; nothing where a range is empty for every position.
fn bounded(
    domain: &Domain,
    action: &Action,
    used: &[usize],
    conditions: Vec<Cond>,
    becomes: Vec<(usize, Num)>,
) -> Result<Option<Written>, Box<Diagnostic>> {
    let bounds = Bounds::of(&sums(domain, &conditions, &becomes));
    let mut letters = Vec::new();
    for parameter in used {
        let low = bounds.low(*parameter).cloned().unwrap_or_default().max(BigInt::zero());
        let Some((high, divisor)) = bounds.high(*parameter) else {
            let (name, span) = &action.parameters[*parameter];
            let message = format!("nothing bounds `?{name}` from above");
            return fail(
                Diagnostic::error("unbounded", *span, message)
                    .help(format!("there must be finitely many moves: add a condition such as `(<= ?{name} 10)`")),
            );
        };
        if high.factors.is_empty() && Integer::div_floor(&high.constant, divisor) < low {
            return Ok(None);
        }
        letters.push((*parameter, low, (high.clone(), divisor.clone())));
    }
    // What the ranges say already need not be said again.
    let said = |condition: &Cond| {
        if matches!(condition, Cond::Compare(Comparison::Eq, ..)) {
            return false;
        }
        let sums = at_least_zero(condition);
        let [sum] = sums.as_slice() else { return false };
        letters.iter().any(|(parameter, low, (high, divisor))| {
            let var = Var::Parameter(*parameter);
            let single = sum.factors.len() == 1;
            let at_low = single && sum.factors.get(&var).is_some_and(One::is_one) && -&sum.constant <= *low;
            let mut at_high = high.clone();
            at_high.factors.insert(var, -BigInt::one());
            at_low || (divisor.is_one() && *sum == at_high)
        })
    };
    let conditions = conditions.iter().filter(|condition| !said(condition)).cloned().collect();
    Ok(Some(Written { letters, conditions, becomes }))
}

/// The names of objects and parameters in the rule file.
struct Names {
    objects: Vec<String>,
    parameters: Vec<String>,
}

impl Names {
    fn of(&self, var: Var) -> &str {
        match var {
            Var::Object(object) => &self.objects[object],
            Var::Parameter(parameter) => &self.parameters[parameter],
        }
    }
}

/// A name of the rule language that is like the given one, and none of those used.
fn free_name(name: &str, used: &[String]) -> String {
    let mut plain: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    if !plain.starts_with(|c: char| c.is_ascii_alphabetic()) {
        plain.insert(0, 'v');
    }
    let is_free =
        |name: &str| !TAKEN.contains(&name) && !name.starts_with("is_") && used.iter().all(|known| known != name);
    if is_free(&plain) {
        return plain;
    }
    let mut number = 1usize;
    loop {
        let candidate = format!("{plain}{number}");
        if is_free(&candidate) {
            return candidate;
        }
        number += 1;
    }
}

/// How tightly the parts of an expression hold together.
const OR: u8 = 1;
const AND: u8 = 2;
const COMPARE: u8 = 3;
const SUM: u8 = 4;
const PRODUCT: u8 = 5;
const ATOM: u8 = 6;

fn bracketed((text, strength): (String, u8), least: u8) -> String {
    if strength < least { format!("({text})") } else { text }
}

fn number(value: &Num, names: &Names) -> (String, u8) {
    let operand = |value: &Num, least: u8| bracketed(number(value, names), least);
    match value {
        Num::Value(value) if value.is_negative() => (format!("0 - {}", -value), SUM),
        Num::Value(value) => (value.to_string(), ATOM),
        Num::Var(var) => (names.of(*var).to_owned(), ATOM),
        Num::Add(a, b) => (format!("{} + {}", operand(a, SUM), operand(b, PRODUCT)), SUM),
        Num::Sub(a, b) => (format!("{} - {}", operand(a, SUM), operand(b, PRODUCT)), SUM),
        Num::Mul(a, b) => (format!("{}*{}", operand(a, ATOM), operand(b, ATOM)), PRODUCT),
    }
}

fn condition(value: &Cond, names: &Names) -> (String, u8) {
    let joined = |all: &[Cond], word: &str, strength: u8| {
        let parts: Vec<String> = all.iter().map(|one| bracketed(condition(one, names), strength + 1)).collect();
        match parts.as_slice() {
            [_] => condition(&all[0], names),
            _ => (parts.join(word), strength),
        }
    };
    match value {
        // Nothing to hold, and nothing to choose from.
        Cond::And(all) if all.is_empty() => ("0 = 0".to_owned(), COMPARE),
        Cond::Or(all) if all.is_empty() => ("0 = 1".to_owned(), COMPARE),
        Cond::And(all) => joined(all, " and ", AND),
        Cond::Or(all) => joined(all, " or ", OR),
        Cond::Not(inner) => (format!("not ({})", condition(inner, names).0), AND),
        Cond::Compare(op, a, b) => {
            let op = match op {
                Comparison::Eq => "=",
                Comparison::Ne => "!=",
                Comparison::Lt => "<",
                Comparison::Le => "<=",
                Comparison::Gt => ">",
                Comparison::Ge => ">=",
            };
            (format!("{} {op} {}", number(a, names).0, number(b, names).0), COMPARE)
        }
        Cond::Remainder(a, n, r) => {
            let (r, _) = number(&Num::Value(r.clone()), names);
            (format!("{} mod {n} = {r}", bracketed(number(a, names), ATOM)), COMPARE)
        }
    }
}

fn linear(sum: &Linear, names: &Names) -> (String, u8) {
    let mut text = String::new();
    let mut terms: Vec<(bool, String)> = sum
        .factors
        .iter()
        .map(|(var, factor)| {
            let name = names.of(*var);
            let size = factor.abs();
            let term = if size.is_one() { name.to_owned() } else { format!("{size}*{name}") };
            (factor.is_negative(), term)
        })
        .collect();
    if !sum.constant.is_zero() || terms.is_empty() {
        terms.push((sum.constant.is_negative(), sum.constant.abs().to_string()));
    }
    // A term that is added stands first, if there is one.
    terms.sort_by_key(|(negative, _)| *negative);
    for (at, (negative, term)) in terms.iter().enumerate() {
        text.push_str(match (at, negative) {
            (0, false) => "",
            (0, true) => "0 - ",
            (_, false) => " + ",
            (_, true) => " - ",
        });
        text.push_str(term);
    }
    let single = terms.len() == 1 && !terms[0].0;
    (text, if single { PRODUCT } else { SUM })
}

fn a_move(written: &Written, names: &Names) -> String {
    let mut text = String::new();
    let letters: Vec<String> = written
        .letters
        .iter()
        .map(|(parameter, low, (high, divisor))| {
            let high = if divisor.is_one() {
                linear(high, names).0
            } else {
                format!("floor({}/{divisor})", bracketed(linear(high, names), PRODUCT))
            };
            format!("{} in {low}..{high}", names.parameters[*parameter])
        })
        .collect();
    if !letters.is_empty() {
        let _ = write!(text, "with {}", letters.join(", "));
    }
    let conditions: Vec<String> =
        written.conditions.iter().map(|one| bracketed(condition(one, names), COMPARE)).collect();
    if !conditions.is_empty() {
        let _ = write!(text, "{}where {}", if text.is_empty() { "" } else { " " }, conditions.join(" and "));
    }
    let mut becomes: Vec<String> = written
        .becomes
        .iter()
        .map(|(object, value)| format!("{} := {}", names.objects[*object], number(value, names).0))
        .collect();
    if becomes.is_empty() {
        // The move leaves everything as it is.
        becomes.push(format!("{0} := {0}", names.objects[0]));
    }
    format!("{text}{}{}", if text.is_empty() { "" } else { ": " }, becomes.join(", "))
}

/// Which objects the constraint keeps from being negative.
fn never_negative(domain: &Domain) -> Vec<bool> {
    let mut known = vec![false; domain.objects.len()];
    let conjuncts = domain.constraint.as_ref().map(|(constraint, _)| constraint.conjuncts()).unwrap_or_default();
    let sums: Vec<Linear> = conjuncts.iter().flat_map(at_least_zero).collect();
    for _ in 0..domain.objects.len() {
        for sum in &sums {
            let mut positive = sum.factors.iter().filter(|(_, factor)| factor.is_positive());
            let (Some((Var::Object(object), _)), None) = (positive.next(), positive.next()) else { continue };
            let others = sum
                .factors
                .iter()
                .all(|(var, factor)| factor.is_positive() || matches!(var, Var::Object(other) if known[*other]));
            if others && !sum.constant.is_positive() {
                known[*object] = true;
            }
        }
    }
    known
}

/// Whether a condition says no more than that a heap is not negative.
fn is_natural(condition: &Cond) -> bool {
    let sums = at_least_zero(condition);
    let [sum] = sums.as_slice() else { return false };
    let inequality = !matches!(canonical(condition).0, Cond::Compare(Comparison::Eq, ..));
    inequality && sum.factors.values().all(Signed::is_positive) && !sum.constant.is_negative()
}

/// Writes the rule file.
pub(super) fn rule_file(domain: &Domain, misere: bool, form: Form) -> Result<Imported, Vec<Diagnostic>> {
    let mut objects: Vec<String> = Vec::new();
    for (name, _) in &domain.objects {
        let free = free_name(name, &objects);
        objects.push(free);
    }
    let mut moves_text: Vec<(String, String)> = Vec::new();
    let mut problems = Vec::new();
    for action in &domain.actions {
        let mut used = objects.clone();
        let mut parameters = Vec::new();
        for (name, _) in &action.parameters {
            let free = free_name(name, &used);
            used.push(free.clone());
            parameters.push(free);
        }
        let names = Names { objects: objects.clone(), parameters };
        match moves(domain, action) {
            Ok(written) => {
                moves_text.extend(written.iter().map(|one| (action.name.clone(), a_move(one, &names))));
            }
            Err(problem) => problems.push(*problem),
        }
    }
    if problems.is_empty() && moves_text.is_empty() {
        problems.push(Diagnostic::whole("no-moves", "no action can ever be taken"));
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let names = Names { objects, parameters: Vec::new() };
    let mut warnings = Vec::new();
    for (object, known) in never_negative(domain).into_iter().enumerate() {
        if !known {
            let (name, span) = &domain.objects[object];
            warnings.push(
                Diagnostic::warning("negative", *span, format!("nothing keeps `?{name}` from being negative"))
                    .help(format!("a heap never is: the rules allow no move that would make it so; `(>= ?{name} 0)` in the `:constraint` says the same")),
            );
        }
    }
    let keeping: Vec<String> = domain
        .constraint
        .iter()
        .flat_map(|(constraint, _)| constraint.conjuncts())
        .filter(|conjunct| !is_natural(conjunct))
        .map(|conjunct| bracketed(condition(&conjunct, &names), COMPARE))
        .collect();
    let file = File {
        name: domain.name.clone(),
        renamed: domain
            .objects
            .iter()
            .zip(&names.objects)
            .filter(|((old, _), new)| old != *new)
            .map(|((old, _), new)| (old.clone(), new.clone()))
            .collect(),
        keeping: (!keeping.is_empty()).then(|| keeping.join(" and ")),
        end: domain.terminal.as_ref().map(|terminal| condition(terminal, &names).0),
        heaps: names.objects,
        moves: moves_text,
        misere,
    };
    let text = match form {
        Form::Game => file.game(),
        Form::Yaml => file.yaml(),
    };
    Ok(Imported { text, warnings })
}

/// The parts of the rule file.
struct File {
    name: String,
    heaps: Vec<String>,
    /// Objects whose names could not be kept, with their new names.
    renamed: Vec<(String, String)>,
    keeping: Option<String>,
    end: Option<String>,
    /// Names, and what the moves do.
    moves: Vec<(String, String)>,
    misere: bool,
}

/// A text in double quotes, as the rule language and YAML both read it.
fn quoted(text: &str) -> String {
    let plain: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    format!("\"{}\"", plain.replace('\\', "\\\\").replace('"', "\\\""))
}

impl File {
    fn play(&self) -> &'static str {
        if self.misere { "misere" } else { "normal" }
    }

    fn game(&self) -> String {
        let mut text = String::from("// Written by `bouton import` from a planning domain.\n");
        let _ = writeln!(text, "game {} {{", quoted(&self.name));
        for (old, new) in &self.renamed {
            let _ = writeln!(text, "  // {new} is ?{old}.");
        }
        match self.heaps.as_slice() {
            [only] => {
                let _ = writeln!(text, "  heaps {}", quoted(only));
            }
            several => {
                let _ = writeln!(text, "  heaps {}", several.join(", "));
            }
        }
        if let Some(keeping) = &self.keeping {
            let _ = writeln!(text, "  keeping {keeping}");
        }
        if let Some(end) = &self.end {
            let _ = writeln!(text, "  end when {end}");
        }
        for (name, what) in &self.moves {
            let _ = writeln!(text, "  move {} {what}", quoted(name));
        }
        let _ = writeln!(text, "  play {}\n}}", self.play());
        text
    }

    fn yaml(&self) -> String {
        let mut text = String::from("# Written by `bouton import` from a planning domain.\n");
        let _ = writeln!(text, "name: {}", quoted(&self.name));
        for (old, new) in &self.renamed {
            let _ = writeln!(text, "# {new} is ?{old}.");
        }
        let heaps: Vec<String> = self.heaps.iter().map(|heap| quoted(heap)).collect();
        let _ = writeln!(text, "heaps: [{}]", heaps.join(", "));
        if let Some(keeping) = &self.keeping {
            let _ = writeln!(text, "keeping: {}", quoted(keeping));
        }
        if let Some(end) = &self.end {
            let _ = writeln!(text, "end when: {}", quoted(end));
        }
        text.push_str("moves:\n");
        for (name, what) in &self.moves {
            let _ = writeln!(text, "  - {{name: {}, move: {}}}", quoted(name), quoted(what));
        }
        let _ = writeln!(text, "play: {}", self.play());
        text
    }
}
