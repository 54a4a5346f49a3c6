//! Games proved by cases, their certificates as they are written and read, and claims that are wrong.

use super::*;
use crate::check::{Checked, Rejection, check, read};
use crate::pattern::families::positions;
use crate::proof::{Certificate, Claim, FORMAT, Member, Rules};
use crate::rules::removals::Removals;
use crate::rules::{Choices, lower, normal_form};
use crate::solve::positions_up_to;
use crate::source::Source;
use crate::syntax::parse;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

pub(super) const MISERE: &str = "heaps 3 move take any from one heap play misere";
pub(super) const NIM: &str = "heaps 3 move take any from one heap";

pub(super) fn rules(body: &str) -> Rules {
    let parsed = parse(&Source::new("test.game", format!("game {{ {body} }}")));
    let text = normal_form(&parsed.file.games[0], &Choices::default()).expect("rules without mistakes");
    Rules::new("test".to_owned(), text)
}

fn moves(rules: &Rules) -> (Boxes, Play) {
    let parsed = parse(&Source::new("test.game", rules.text.as_str()));
    let lowered = lower(&parsed.file.games[0], &Choices::default()).rules.expect("rules without mistakes");
    (Removals::of(&lowered).as_ref().and_then(Boxes::of).expect("boxes"), lowered.play)
}

/// Families that are found with their proof, as a certificate.
pub(super) fn certificate(body: &str, scope: Option<u64>) -> Certificate {
    let rules = rules(body);
    let (boxes, play) = moves(&rules);
    let (claim, steps) = find(&boxes, play, scope, Effort::default()).expect("families with their proof");
    Certificate { format: FORMAT.to_owned(), rules, claim: Claim::Families(claim), steps }
}

fn families_of(certificate: &Certificate) -> &Families {
    let Claim::Families(claim) = &certificate.claim else { panic!("a claim by families") };
    claim
}

/// The families of a certificate that has been written, read back and checked, and compared with all positions up to a size.
#[track_caller]
fn proved(body: &str, scope: Option<u64>, max: u64) -> Vec<String> {
    let text = serde_json::to_string(&certificate(body, scope)).expect("JSON");
    let checked: Checked =
        check(read(&text).expect("a certificate")).unwrap_or_else(|rejection| panic!("{rejection}\n{text}"));
    let claim = families_of(checked.certificate());
    assert_eq!(claim.smallest_at_most, scope);
    let (boxes, play) = moves(&checked.certificate().rules);
    assert_eq!(claimed(claim, &boxes, max), solved(claim, &boxes, play, max), "{body}");
    let in_words =
        |family: &Vec<Affine>| format!("({})", family.iter().map(Affine::to_string).collect::<Vec<_>>().join(", "));
    claim.families.iter().map(in_words).collect()
}

/// The positions of the scope that are claimed, in every order where heaps are alike.
fn claimed(claim: &Families, boxes: &Boxes, max: u64) -> BTreeSet<Vec<u64>> {
    let mut members: BTreeSet<Vec<u64>> = claim.families.iter().flat_map(|family| positions(family, max)).collect();
    if boxes.alike() {
        members = members.into_iter().map(sorted).collect();
    }
    members
}

/// The P-positions of the scope, by the definition.
fn solved(claim: &Families, boxes: &Boxes, play: Play, max: u64) -> BTreeSet<Vec<u64>> {
    let mut found: BTreeSet<Vec<u64>> = BTreeSet::new();
    for position in positions_up_to(boxes.heaps, max, false) {
        let sizes = position.sizes();
        let mut options = 0;
        let mut to_p = false;
        let _ = boxes.each_option(sizes, &mut |option| {
            options += 1;
            to_p |= found.contains(option);
            ControlFlow::Continue(())
        });
        if !to_p && (options > 0 || play == Play::Normal) {
            found.insert(sizes.to_vec());
        }
    }
    found.retain(|sizes| claim.smallest_at_most.is_none_or(|most| sizes.iter().any(|size| *size <= most)));
    if boxes.alike() { found.into_iter().map(sorted).collect() } else { found }
}

fn sorted(mut sizes: Vec<u64>) -> Vec<u64> {
    sizes.sort_unstable();
    sizes
}

#[test]
fn slices_of_the_three_colour_game() {
    assert_eq!(proved(MISERE, Some(0), 12), ["(0, 0, 1)", "(0, a + 2, a + 2)"]);
    assert_eq!(proved(MISERE, Some(1), 12)[2..], ["(1, 1, 1)", "(1, 2a + 2, 2a + 3)"]);
    assert_eq!(proved(MISERE, Some(2), 16)[4..], ["(2, 4a + 4, 4a + 6)", "(2, 4a + 5, 4a + 7)"]);
    assert_eq!(proved(MISERE, Some(3), 16)[6..], ["(3, 4a + 4, 4a + 7)", "(3, 4a + 5, 4a + 6)"]);
}

#[test]
fn slices_of_nim() {
    assert_eq!(proved(NIM, Some(0), 12), ["(0, a, a)"]);
    assert_eq!(proved(NIM, Some(1), 12)[1..], ["(1, 2a + 2, 2a + 3)"]);
    assert_eq!(proved(NIM, Some(2), 12)[2..], ["(2, 4a + 4, 4a + 6)", "(2, 4a + 5, 4a + 7)"]);
    assert_eq!(proved(NIM, Some(3), 16)[4..], ["(3, 4a + 4, 4a + 7)", "(3, 4a + 5, 4a + 6)"]);
}

#[test]
fn two_heaps_and_one() {
    assert_eq!(proved("heaps 2 move take any from one heap", None, 30), ["(a, a)"]);
    assert_eq!(proved("heaps 2 move take any from one heap play misere", None, 30), ["(0, 1)", "(a + 2, a + 2)"]);
    assert_eq!(proved("heaps 1 move take 1..3 from one heap", None, 60), ["(4a)"]);
    assert_eq!(proved("heaps 1 move take s in {1, 3, 4} from one heap", None, 60), ["(7a)", "(7a + 2)"]);
    assert_eq!(proved("heaps 2 move take 1..3 from one heap", None, 30), ["(a, a + 4b)"]);
    assert_eq!(proved("heaps 2 move take 1..2 from one heap play misere", None, 30).len(), 3);
}

#[test]
fn several_heaps_in_a_move() {
    // As many heaps as there are.
    assert_eq!(proved("heaps 3 move take any from each of 1..3 heaps", None, 6), ["(0, 0, 0)"]);
    assert_eq!(proved("heaps 3 move take any from each of 1..3 heaps play misere", None, 6), ["(0, 0, 1)"]);
    assert_eq!(proved("heaps 2 move take 1..2 from each of 1..2 heaps", None, 20), ["(3a, 3a + 3b)"]);
    // One heap is spared.
    assert_eq!(proved("heaps 3 move take any from each of 1..2 heaps", None, 8), ["(a, a, a)"]);
    assert_eq!(proved("heaps 3 move take 1..2 from each of 1..2 heaps", None, 10), ["(a, a + 3b, a + 3b + 3c)"]);
}

#[test]
fn heaps_that_differ() {
    assert_eq!(proved("heaps a, b move take 1..2 from heap a move take 1..3 from heap b", None, 24).len(), 3);
    assert_eq!(
        proved("heaps a, b move take 1 from heap a move take any from heap b", None, 16),
        ["(2a, 0)", "(2a + 1, 1)"]
    );
}

fn family(entries: &[(i64, &[i64])]) -> Vec<Affine> {
    entries.iter().map(|(constant, coefficients)| Affine::new(*constant, coefficients)).collect()
}

#[test]
fn wrong_families_are_not_proved() {
    let (boxes, play) = moves(&rules(MISERE));
    let right = families_of(&certificate(MISERE, Some(1))).clone();
    for (at, entry, change) in [(0, 2, 1), (1, 1, -1), (3, 1, 1), (3, 2, 2)] {
        let mut wrong = right.clone();
        let entry = &mut wrong.families[at][entry];
        *entry = entry.plus(1, &Affine::constant(change)).unwrap();
        assert!(prove(&boxes, play, wrong).is_none());
    }
    for at in 0..right.families.len() {
        let mut fewer = right.clone();
        fewer.families.remove(at);
        assert!(prove(&boxes, play, fewer).is_none());
    }
    // The same families in normal play.
    assert!(prove(&boxes, Play::Normal, right.clone()).is_none());
    // What is said twice is said once.
    let mut more = right.clone();
    more.families.push(family(&[(0, &[]), (9, &[2]), (9, &[2])]));
    assert_eq!(prove(&boxes, play, more).expect("a proof").0, right);
}

fn checked(body: &str, claim: Families, steps: Vec<Step>) -> Result<Checked, Rejection> {
    check(Certificate { format: FORMAT.to_owned(), rules: rules(body), claim: Claim::Families(claim), steps })
}

#[track_caller]
fn rejected(body: &str, claim: Families, steps: Vec<Step>, reason: &str) {
    let rejection = checked(body, claim, steps).expect_err("it is wrong").to_string();
    assert!(rejection.contains(reason), "{rejection}");
}

#[test]
fn hand_made_certificates_are_rejected_with_a_reason() {
    let body = "heaps 2 move take any from one heap";
    let families = |families: Vec<Vec<Affine>>| Families { heaps: 2, smallest_at_most: None, families };
    let right = families_of(&certificate(body, None)).clone();
    let steps = certificate(body, None).steps;
    checked(body, right.clone(), steps.clone()).expect("it is right");

    // A family with a gap, one with negative numbers, too few trees, a step for another kind of claim.
    let stable = |cases: Vec<CaseTree>| vec![Step::CasesStable { cases }];
    rejected(body, families(vec![family(&[(0, &[0, 1]), (0, &[0, 1])])]), steps.clone(), "leaves out a letter");
    rejected(body, families(vec![family(&[(0, &[1]), (2, &[-1])])]), steps.clone(), "negative number");
    rejected(body, families(vec![family(&[(0, &[1])])]), steps.clone(), "as many entries");
    rejected(body, right.clone(), stable(vec![CaseTree::Impossible(0)]), "there are 1 trees");
    rejected(body, right.clone(), vec![Step::WindowStable { window: 9 }], "nothing about such a claim");
    rejected(body, right.clone(), steps[..1].to_vec(), "no step shows that from every other position");
    rejected(body, right.clone(), steps[1..].to_vec(), "no step shows that no move");
    rejected(body, Families { smallest_at_most: Some(1), ..right.clone() }, steps.clone(), "outside the scope");

    let absorbing = |cases: CaseTree| vec![Step::CasesAbsorbing { cases }];
    let member = |letter: Affine| Member { family: 0, order: vec![0, 1], letters: vec![letter] };
    let a = Affine::of_letter(0, 0, 1);
    let b = Affine::of_letter(0, 1, 1);
    rejected(body, right.clone(), absorbing(CaseTree::Terminal), "who cannot move loses");
    rejected(body, right.clone(), absorbing(CaseTree::Member(member(a.clone()))), "heap 1 is a + b");
    rejected(body, right.clone(), absorbing(CaseTree::Impossible(0)), "there is no constraint");
    // Taking nothing, where b is 0.
    let reply = CaseTree::Reply { leaving: vec![(1, a.clone())], to: member(a.clone()) };
    rejected(body, right.clone(), absorbing(reply.clone()), "it is not shown that b may be taken");
    let twice = CaseTree::Reply { leaving: vec![(1, a.clone()), (1, a.clone())], to: member(a.clone()) };
    rejected(body, right.clone(), absorbing(twice), "it is not shown");
    // A letter that may be negative; a letter that is not there; a letter with itself.
    let less = a.plus(1, &Affine::constant(-1)).unwrap();
    let down = CaseTree::Reply { leaving: vec![(0, less.clone()), (1, less.clone())], to: member(less) };
    rejected(body, right.clone(), absorbing(down), "it is not shown");
    let split = |letter| CaseTree::Small {
        letter,
        bound: 1,
        cases: vec![CaseTree::Member(member(a.clone()))],
        rest: Box::new(reply.clone()),
    };
    checked(body, right.clone(), [stable_steps(&steps), absorbing(split(1))].concat())
        .expect("the proof for two heaps");
    rejected(body, right.clone(), absorbing(split(7)), "the letter h does not occur");
    let itself = CaseTree::Compare { letters: (1, 1), at_most: Box::new(reply.clone()), more: Box::new(reply.clone()) };
    rejected(body, right.clone(), absorbing(itself), "compared with itself");
    rejected(body, right.clone(), absorbing(CaseTree::Member(Member { order: vec![0, 0], ..member(b) })), "each once");
    // Cases nested without an end, and numbers beyond 64 bits.
    let once = |case: CaseTree, rest: CaseTree| CaseTree::Small {
        letter: 1,
        bound: 1,
        cases: vec![case],
        rest: Box::new(rest),
    };
    let deep = (0..1000).fold(reply.clone(), |rest, _| once(reply.clone(), rest));
    let deep = once(CaseTree::Member(member(a.clone())), deep);
    rejected(body, right.clone(), absorbing(deep), "deep");
    let large = Affine::new(i64::MAX, &[i64::MAX]);
    let far = family(&[(0, &[i64::MAX]), (0, &[i64::MAX])]);
    rejected(body, families(vec![far]), absorbing(CaseTree::Member(member(large))), "exceeds 64 bits");
}

fn stable_steps(steps: &[Step]) -> Vec<Step> {
    steps.iter().filter(|step| matches!(step, Step::CasesStable { .. })).cloned().collect()
}

#[test]
fn misere_play_asks_for_a_move() {
    // Both say that (0, 0) is lost for the player to move, who wins there.
    let body = "heaps 2 move take any from one heap play misere";
    let normal = certificate("heaps 2 move take any from one heap", None);
    rejected(body, families_of(&normal).clone(), normal.steps.clone(), "no move is certain to be left");
    // In a game without any move every position is won.
    let (boxes, play) = (Boxes { heaps: 2, boxes: Vec::new() }, Play::Misere);
    let none = Families { heaps: 2, smallest_at_most: None, families: Vec::new() };
    assert_eq!(steps(&boxes, play, &none).expect("a proof").len(), 2);
    assert_eq!(steps(&boxes, Play::Normal, &none), None);
}
