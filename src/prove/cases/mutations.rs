//! Certificates with one thing changed: none may pass that means something else.

use super::tests::{MISERE, NIM, certificate};
use crate::check::{check, read};
use crate::proof::{Affine, CaseTree, Certificate, Claim, Families, Member, Step};
use serde_json::Value;

/// A small generator of numbers, the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }

    /// A number nearby, and another one.
    fn nudge(&mut self, number: i64) -> i64 {
        if self.below(2) == 0 { number + 1 } else { number - 1 }
    }

    fn nudge_form(&mut self, form: &mut Affine) {
        let mut numbers: Vec<i64> = std::iter::once(form.constant_part()).chain(form.coefficients().to_vec()).collect();
        let at = self.below(numbers.len());
        numbers[at] = self.nudge(numbers[at]);
        *form = Affine::new(numbers[0], &numbers[1..]);
    }
}

fn trees(certificate: &mut Certificate) -> Vec<&mut CaseTree> {
    let mut trees = Vec::new();
    for step in &mut certificate.steps {
        match step {
            Step::CasesStable { cases } => trees.extend(cases),
            Step::CasesAbsorbing { cases } => trees.push(cases),
            _ => {}
        }
    }
    trees
}

fn branches(tree: &mut CaseTree) -> Vec<&mut CaseTree> {
    match tree {
        CaseTree::Remainder { cases, .. } => cases.iter_mut().collect(),
        CaseTree::Small { cases, rest, .. } => cases.iter_mut().chain([&mut **rest]).collect(),
        CaseTree::Compare { at_most, more, .. } => vec![at_most, more],
        _ => Vec::new(),
    }
}

/// The node with this number in the order of reading; the numbers that are left where there are fewer.
fn node(tree: &mut CaseTree, number: usize) -> Result<&mut CaseTree, usize> {
    if number == 0 {
        return Ok(tree);
    }
    let mut left = number - 1;
    for branch in branches(tree) {
        match node(branch, left) {
            Ok(found) => return Ok(found),
            Err(rest) => left = rest,
        }
    }
    Err(left)
}

fn any_node<'a>(certificate: &'a mut Certificate, dice: &mut Dice) -> &'a mut CaseTree {
    let mut trees = trees(certificate);
    let at = dice.below(trees.len());
    let tree = trees.swap_remove(at);
    let Err(left) = node(tree, usize::MAX) else { panic!("no tree is that large") };
    let count = usize::MAX - left;
    node(tree, dice.below(count)).unwrap_or_else(|_| panic!("a number below the count"))
}

fn families(certificate: &mut Certificate) -> &mut Families {
    let Claim::Families(claim) = &mut certificate.claim else { panic!("a claim by families") };
    claim
}

fn mutate_member(member: &mut Member, dice: &mut Dice) {
    match dice.below(3) {
        0 => member.family += 1 + dice.below(2),
        1 if !member.letters.is_empty() => {
            let at = dice.below(member.letters.len());
            dice.nudge_form(&mut member.letters[at]);
        }
        _ => member.letters.push(Affine::constant(0)),
    }
}

/// Changes one thing; what it was, or nothing where nothing was changed.
fn mutate(certificate: &mut Certificate, dice: &mut Dice) -> Option<&'static str> {
    match dice.below(12) {
        0 => {
            let at = dice.below(certificate.steps.len());
            certificate.steps.remove(at);
            return Some("a step dropped");
        }
        1 => {
            let claim = families(certificate);
            let most = claim.smallest_at_most.as_mut()?;
            *most = if dice.below(2) == 0 { *most + 1 } else { most.checked_sub(1)? };
            return Some("the scope's bound changed");
        }
        2 => {
            let claim = families(certificate);
            let at = dice.below(claim.families.len());
            let entry = dice.below(claim.families[at].len());
            dice.nudge_form(&mut claim.families[at][entry]);
            return Some("a family's number changed");
        }
        3 => {
            let claim = families(certificate);
            let at = dice.below(claim.families.len());
            claim.families.remove(at);
            return Some("a family dropped");
        }
        _ => {}
    }
    let choice = dice.below(3);
    let tree = any_node(certificate, dice);
    match tree {
        CaseTree::Remainder { letter, modulus, cases } => match choice {
            0 => {
                *modulus = dice.nudge(*modulus);
                Some("a modulus changed")
            }
            1 => {
                let at = dice.below(cases.len() - 1);
                if cases[at] == cases[at + 1] {
                    return None;
                }
                cases.swap(at, at + 1);
                Some("a remainder flipped")
            }
            _ => {
                *letter += 1;
                cases.pop();
                Some("a remainder dropped and the letter changed")
            }
        },
        CaseTree::Small { bound, cases, .. } => match choice {
            0 => {
                *bound = dice.nudge(*bound);
                Some("a bound changed")
            }
            1 => {
                let at = dice.below(cases.len());
                cases.remove(at);
                Some("a branch dropped")
            }
            _ => {
                cases.pop();
                *bound -= 1;
                Some("a bound lowered with its branch")
            }
        },
        CaseTree::Compare { letters, at_most, more } => {
            if choice == 0 {
                letters.1 = letters.0;
                return Some("a letter compared with itself");
            }
            if at_most == more {
                return None;
            }
            std::mem::swap(at_most, more);
            Some("the greater letter taken for the smaller")
        }
        CaseTree::Impossible(constraint) => {
            *constraint += 7;
            Some("a constraint that is not there")
        }
        CaseTree::Member(member) => {
            mutate_member(member, dice);
            Some("a member changed")
        }
        CaseTree::Reply { leaving, to } => {
            match choice {
                0 => dice.nudge_form(&mut leaving[0].1),
                1 => mutate_member(to, dice),
                _ => *tree = CaseTree::Impossible(0),
            }
            Some("a reply changed")
        }
        CaseTree::Terminal => {
            *tree = CaseTree::Impossible(0);
            Some("an end of play taken for impossible")
        }
    }
}

#[test]
fn certificates_with_one_thing_changed_are_rejected() {
    let mut dice = Dice(1);
    let mut rejected = std::collections::BTreeMap::new();
    for (body, scope) in [
        (MISERE, Some(1)),
        (NIM, Some(2)),
        ("heaps 2 move take 1..3 from one heap", None),
        ("heaps 3 move take any from each of 1..2 heaps", None),
        ("heaps 2 move take 1..2 from each of 1..2 heaps", None),
    ] {
        let original = certificate(body, scope);
        check(original.clone()).expect("the certificate is right");
        for _ in 0..200 {
            let mut mutated = original.clone();
            let Some(what) = mutate(&mut mutated, &mut dice) else { continue };
            assert_ne!(mutated, original, "{what}");
            let text = serde_json::to_string(&mutated).expect("JSON");
            let passed = read(&text).and_then(check);
            assert!(passed.is_err(), "{body}: {what}\n{text}");
            *rejected.entry(what).or_insert(0) += 1;
        }
    }
    assert!(rejected.values().sum::<u32>() >= 300 && rejected.len() >= 14, "{rejected:?}");
}

/// Every number of a certificate's claim and steps, one after the other, made one that 64 bits do not hold.
#[test]
fn numbers_beyond_64_bits_are_rejected() {
    let original = serde_json::to_value(certificate(MISERE, Some(0))).expect("JSON");
    let mut count = 0;
    loop {
        let mut left = count;
        let mut mutated = original.clone();
        if !replace(&mut mutated, &mut left, &"18446744073709551616".parse::<Value>().expect("a number")) {
            break;
        }
        assert!(read(&mutated.to_string()).and_then(check).is_err(), "{mutated}");
        left = count;
        let mut mutated = original.clone();
        replace(&mut mutated, &mut left, &Value::from(u64::MAX));
        assert!(read(&mutated.to_string()).and_then(check).is_err(), "{mutated}");
        count += 1;
    }
    assert!(count > 100, "{count}");
}

/// Replaces the number at which `left` numbers have gone before.
fn replace(value: &mut Value, left: &mut usize, by: &Value) -> bool {
    match value {
        Value::Number(_) if *left == 0 => {
            *value = by.clone();
            true
        }
        Value::Number(_) => {
            *left -= 1;
            false
        }
        Value::Array(items) => items.iter_mut().any(|item| replace(item, left, by)),
        Value::Object(entries) => entries.values_mut().any(|item| replace(item, left, by)),
        _ => false,
    }
}
