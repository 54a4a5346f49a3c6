//! Games that people published, with answers that are not always right: `data/cases/expected.yaml` says what is asked of
//! each, and what the right answer is.

use bouton::answer::Game;
use bouton::claim::{Finding, Verdict, decide};
use bouton::diagnostics::draw;
use bouton::explain::{Detail, narrate};
use bouton::game::{Position, moves};
use bouton::graph::Budget;
use bouton::pipeline::{self, Rejected};
use bouton::render::{Format, PageOptions, Renderer};
use bouton::rules::Choices;
use bouton::rules::expr::Value;
use bouton::rules::number::Number;
use bouton::solve::{Outcome, Table, positions_up_to};
use bouton::source::Source;
use bouton::text::Language;
use num_bigint::BigUint;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// How many published games there are.
const CASES: usize = 83;

/// What is known of a published game.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    id: String,
    source: String,
    /// The file of its rules; nothing for a game that the rules cannot express, which `beyond` explains.
    file: Option<String>,
    published: Published,
    #[serde(default)]
    note: String,
    #[serde(default)]
    beyond: String,
    #[serde(default)]
    asks: Vec<Ask>,
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq)]
#[serde(rename_all = "kebab-case")]
enum Published {
    Correct,
    Wrong,
    Ambiguous,
    #[serde(rename = "partly given")]
    PartlyGiven,
}

/// Questions to one game, all of which must be answered so.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
struct Ask {
    game: Option<String>,
    variant: Option<String>,
    set: BTreeMap<String, i64>,
    lost: Vec<Heaps>,
    won: Vec<Heaps>,
    #[serde(rename = "all lost")]
    all_lost: Option<AllLost>,
    count: Option<Count>,
    winning: Vec<Leaves>,
    moves: Vec<Leaves>,
    grundy: Option<Grundy>,
    values: Vec<(Heaps, u32)>,
    claims: BTreeMap<String, String>,
    #[serde(rename = "up to")]
    up_to: Option<u64>,
    #[serde(rename = "same lost")]
    same_lost: Option<SameLost>,
    #[serde(rename = "same length")]
    same_length: Option<SameLength>,
    #[serde(rename = "largest takes")]
    largest_takes: Option<LargestTakes>,
    multiples: Option<Multiples>,
    #[serde(rename = "reverse mex")]
    reverse_mex: Option<ReverseMex>,
    greatest: Option<Greatest>,
    rejected: bool,
}

/// A position; a heap alone is written as its size.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum Heaps {
    One(u64),
    Several(Vec<u64>),
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct AllLost {
    #[serde(default)]
    least: u64,
    most: u64,
    are: Vec<Heaps>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Count {
    lost: Option<u64>,
    won: Option<u64>,
    #[serde(default)]
    least: u64,
    most: u64,
    #[serde(default)]
    ordered: bool,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Leaves {
    from: Heaps,
    leaves: Vec<Heaps>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Grundy {
    #[serde(default)]
    along: Along,
    #[serde(default)]
    from: u64,
    values: Vec<u32>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Along {
    #[default]
    Heap,
    Diagonal,
    Antidiagonals,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SameLost {
    variant: String,
    #[serde(default)]
    least: u64,
    most: u64,
    but: Vec<Heaps>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SameLength {
    variant: String,
    most: u64,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct LargestTakes {
    most: u64,
    sum: u64,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Multiples {
    of: Vec<u64>,
    most: u64,
    lost: usize,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ReverseMex {
    amounts: Vec<usize>,
    most: usize,
    #[serde(rename = "fails at")]
    fails_at: Vec<usize>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Greatest {
    parameter: String,
    from: Heaps,
    is: i64,
}

impl Heaps {
    fn sizes(&self) -> Vec<u64> {
        match self {
            Heaps::One(size) => vec![*size],
            Heaps::Several(sizes) => sizes.clone(),
        }
    }

    fn position(&self) -> Position {
        Position::new(self.sizes())
    }
}

fn sizes(all: &[Heaps]) -> Vec<Vec<u64>> {
    all.iter().map(Heaps::sizes).collect()
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/cases")
}

fn cases() -> Vec<Case> {
    let text = fs::read_to_string(folder().join("expected.yaml")).expect("the file is there");
    serde_yaml::from_str(&text).unwrap_or_else(|error| panic!("expected.yaml: {error}"))
}

fn rejected(rejected: &Rejected) -> String {
    draw(&rejected.diagnostics, &rejected.source, false)
}

fn parsed(file: &str) -> pipeline::Parsed {
    let source = Source::read(&folder().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
    pipeline::parse(source).unwrap_or_else(|error| panic!("{}", self::rejected(&error)))
}

/// The game that is asked, with a variant in place of the one that is said, and with more parameters set.
fn load(file: &str, ask: &Ask, variant: Option<&String>, more: &[(&str, i64)]) -> Game {
    let loaded = parsed(file).load(ask.game.as_deref(), &choices(ask, variant, more));
    loaded.unwrap_or_else(|error| panic!("{}", rejected(&error))).games.remove(0)
}

fn choices(ask: &Ask, variant: Option<&String>, more: &[(&str, i64)]) -> Choices {
    let given = ask.set.iter().map(|(name, value)| (name.as_str(), *value)).chain(more.iter().copied());
    let set = given.map(|(name, value)| (name.to_owned(), Value::Number(Number::from(value)))).collect();
    Choices { variant: variant.cloned(), set }
}

fn table(game: &Game, most: u64) -> Table {
    Table::new(&game.rules, &game.facts, most, &Budget::default(), &mut ()).unwrap_or_else(|error| panic!("{error}"))
}

fn answer(game: &Game, position: &Position) -> bouton::answer::Answer {
    let answer = game.answer(&position.to_big(), &Budget::default(), &mut ());
    answer.unwrap_or_else(|error| panic!("{position}: {error}"))
}

/// Who wins; where a theorem tells and the move graph would be large, just by the theorem.
fn outcome(game: &Game, position: &Position) -> Outcome {
    let small = position.total() <= 60;
    match game.theorem() {
        Some(theorem) if !small && theorem.is_p(&position.to_big()) => Outcome::P,
        Some(_) if !small => Outcome::N,
        _ => answer(game, position).outcome,
    }
}

/// In how many orders the heaps can stand.
fn orders(sizes: &[u64]) -> u64 {
    let mut counted: BTreeMap<u64, u64> = BTreeMap::new();
    let mut orders = 1;
    for (number, size) in (1..).zip(sizes) {
        let same = counted.entry(*size).or_insert(0);
        *same += 1;
        orders = orders * number / *same;
    }
    orders
}

/// Puts every question of one ask to its game.
fn check(id: &str, file: &str, ask: &Ask) {
    if ask.rejected {
        let loaded = parsed(file).load(ask.game.as_deref(), &choices(ask, ask.variant.as_ref(), &[]));
        let error = loaded.expect_err(&format!("{id}: a start with {:?} is rejected", ask.set));
        assert_eq!(error.diagnostics[0].code, "negative-heap", "{id}");
        return;
    }
    let game = load(file, ask, ask.variant.as_ref(), &[]);
    let mut asked = 0;
    for (wanted, positions) in [(Outcome::P, &ask.lost), (Outcome::N, &ask.won)] {
        for position in positions {
            assert_eq!(outcome(&game, &position.position()), wanted, "{id} at {position:?}");
            asked += 1;
        }
    }
    if let Some(AllLost { least, most, are }) = &ask.all_lost {
        let table = table(&game, *most);
        let within = |position: &Position| position.sizes().iter().all(|size| size >= least);
        let found: Vec<Vec<u64>> = table.p_positions().filter(within).map(|one| one.sizes().to_vec()).collect();
        assert_eq!(found, sizes(are), "{id}: the lost positions up to {most}");
        asked += 1;
    }
    if let Some(count) = &ask.count {
        let table = table(&game, count.most);
        let (mut lost, mut won) = (0, 0);
        for position in table.positions().filter(|one| one.sizes().iter().all(|size| *size >= count.least)) {
            let weight = if count.ordered && table.alike() { orders(position.sizes()) } else { 1 };
            *if table.outcome(&position) == Outcome::P { &mut lost } else { &mut won } += weight;
        }
        assert!(count.lost.is_some() || count.won.is_some(), "{id}: a count needs a number");
        assert_eq!(count.lost.unwrap_or(lost), lost, "{id}: lost positions");
        assert_eq!(count.won.unwrap_or(won), won, "{id}: won positions");
        asked += 1;
    }
    for Leaves { from, leaves } in &ask.winning {
        let found: Vec<Vec<u64>> = answer(&game, &from.position())
            .winning
            .iter()
            .map(|to| Position::from_big(to).unwrap().sizes().to_vec())
            .collect();
        assert_eq!(found, sizes(leaves), "{id}: winning moves from {from:?}");
        asked += 1;
    }
    for Leaves { from, leaves } in &ask.moves {
        let found = moves(&game.rules, &from.position(), usize::MAX).expect("the moves can be listed");
        let found: Vec<Vec<u64>> = found.iter().map(|one| one.to.sizes().to_vec()).collect();
        assert_eq!(found, sizes(leaves), "{id}: moves from {from:?}");
        asked += 1;
    }
    if let Some(Grundy { along, from, values }) = &ask.grundy {
        assert_eq!(values_along(&game, along, *from, values.len()), *values, "{id}: Grundy values");
        asked += 1;
    }
    for (position, value) in &ask.values {
        assert_eq!(answer(&game, &position.position()).grundy, Some(*value), "{id}: the Grundy value of {position:?}");
        asked += 1;
    }
    if !ask.claims.is_empty() {
        let most = ask.up_to.unwrap_or_else(|| panic!("{id}: say up to what size claims are checked"));
        assert_eq!(verdicts(&game, most), ask.claims, "{id}: claims up to {most}");
        asked += 1;
    }
    asked += comparisons(id, file, ask, &game) + particular(id, file, ask, &game);
    assert!(asked > 0, "{id}: nothing is asked");
}

fn values_along(game: &Game, along: &Along, from: u64, count: usize) -> Vec<u32> {
    let single = |size: u64| vec![size];
    let places: Vec<Vec<u64>> = match along {
        Along::Heap => (from..).map(single).take(count).collect(),
        Along::Diagonal => (from..).map(|size| vec![size, size]).take(count).collect(),
        Along::Antidiagonals => {
            (from..).flat_map(|sum| (0..=sum).map(move |first| vec![first, sum - first])).take(count).collect()
        }
    };
    let most = places.iter().flatten().copied().max().unwrap_or(0);
    let table = table(game, most);
    let known = table.values().expect("play ends");
    let value = |sizes: &Vec<u64>| known.of(&Position::new(sizes.clone())).expect("the table holds it");
    places.iter().map(value).collect()
}

/// What `check` says of each claim.
fn verdicts(game: &Game, most: u64) -> BTreeMap<String, String> {
    let table = table(game, most);
    let said = |verdict: Verdict| match verdict {
        Verdict::Proved { .. } => "proved".to_owned(),
        Verdict::Verified { .. } => "verified".to_owned(),
        Verdict::Refuted(found) => {
            // Who takes an N-position for a P-position is shown the move that wins.
            let p_claimed = found.claimed == Finding::Outcome(Outcome::P);
            assert_eq!(found.winning_move.is_some(), p_claimed, "{found:?}");
            let sizes: Vec<String> = found.position.iter().map(BigUint::to_string).collect();
            format!("refuted at ({})", sizes.join(", "))
        }
    };
    let name = |claim: &bouton::rules::claim::Claim| {
        claim.name.as_ref().map(|name| name.get(Language::En).to_owned()).expect("claims are named")
    };
    let verdict = |claim| decide(game, &table, claim).unwrap_or_else(|error| panic!("{error}"));
    game.rules.claims.iter().map(|claim| (name(claim), said(verdict(claim)))).collect()
}

/// Questions that compare a game with a variant.
fn comparisons(id: &str, file: &str, ask: &Ask, game: &Game) -> usize {
    let mut asked = 0;
    if let Some(SameLost { variant, least, most, but }) = &ask.same_lost {
        let (one, other) = (table(game, *most), table(&load(file, ask, Some(variant), &[]), *most));
        let ascending = one.alike() && other.alike();
        let differ: Vec<Vec<u64>> = positions_up_to(game.rules.heaps, *most, ascending)
            .filter(|position| position.sizes().iter().all(|size| size >= least))
            .filter(|position| one.outcome(position) != other.outcome(position))
            .map(|position| position.sizes().to_vec())
            .collect();
        assert_eq!(differ, sizes(but), "{id}: where `{variant}` differs");
        asked += 1;
    }
    if let Some(SameLength { variant, most }) = &ask.same_length {
        let (one, other) = (table(game, *most), table(&load(file, ask, Some(variant), &[]), *most));
        for position in positions_up_to(game.rules.heaps, *most, false) {
            assert_eq!(one.remoteness(&position), other.remoteness(&position), "{id}: play from {position}");
        }
        asked += 1;
    }
    asked
}

/// Questions that few publications ask.
fn particular(id: &str, file: &str, ask: &Ask, game: &Game) -> usize {
    let mut asked = 0;
    if let Some(LargestTakes { most, sum }) = &ask.largest_takes {
        let largest = |size: u64| {
            let least_left = answer(game, &Position::new([size])).winning.into_iter().map(|left| left[0].clone()).min();
            least_left.map_or(BigUint::ZERO, |left| BigUint::from(size) - left)
        };
        assert_eq!((1..=*most).map(largest).sum::<BigUint>(), BigUint::from(*sum), "{id}: largest winning takes");
        asked += 1;
    }
    if let Some(Multiples { of, most, lost }) = &ask.multiples {
        let theorem = game.theorem().unwrap_or_else(|| panic!("{id}: no theorem"));
        let is_lost = |n: &u64| {
            let position: Vec<BigUint> = of.iter().map(|factor| BigUint::from(factor * n)).collect();
            theorem.is_p(&position)
        };
        assert_eq!((1..=*most).filter(is_lost).count(), *lost, "{id}: lost multiples up to {most}");
        asked += 1;
    }
    if let Some(ReverseMex { amounts, most, fails_at }) = &ask.reverse_mex {
        let values = values_along(game, &Along::Heap, 0, most + 1);
        let last = most - amounts.iter().max().expect("amounts");
        let fails = |size: &usize| {
            let above: BTreeSet<u32> = amounts.iter().map(|amount| values[size + amount]).collect();
            (0..).find(|value| !above.contains(value)) != Some(values[*size])
        };
        assert_eq!((0..=last).filter(fails).collect::<Vec<_>>(), *fails_at, "{id}: reverse mex");
        asked += 1;
    }
    if let Some(Greatest { parameter, from, is }) = &ask.greatest {
        let won = |value: i64| {
            let game = load(file, ask, ask.variant.as_ref(), &[(parameter, value)]);
            answer(&game, &from.position()).outcome == Outcome::N
        };
        assert!(won(*is) && !won(is + 1), "{id}: {is} is the greatest `{parameter}`");
        asked += 1;
    }
    asked
}

#[test]
fn published_games_are_answered_rightly() {
    // All that is wrong is told at once.
    let mut wrong = Vec::new();
    for case in cases() {
        for ask in &case.asks {
            let file = case.file.as_deref().expect("what is asked has rules");
            if std::panic::catch_unwind(|| check(&case.id, file, ask)).is_err() {
                wrong.push(case.id.clone());
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn every_published_game_is_accounted_for() {
    let cases = cases();
    let ids: BTreeSet<&str> = cases.iter().map(|case| case.id.as_str()).collect();
    assert_eq!((ids.len(), cases.len()), (CASES, CASES), "each id once");
    let mut entries: Vec<String> = fs::read_dir(folder())
        .expect("the folder is there")
        .map(|entry| entry.expect("the folder can be read").file_name().to_string_lossy().into_owned())
        .filter(|name| name != "expected.yaml")
        .collect();
    entries.sort();
    let mut files: Vec<String> = cases.iter().filter_map(|case| case.file.clone()).collect();
    files.sort();
    assert_eq!(entries, files, "each file has an entry, and each entry its file");
    for case in &cases {
        assert!(!case.source.is_empty(), "{}", case.id);
        match &case.file {
            Some(file) => {
                assert!(file.starts_with(&format!("{}.", case.id)) && !case.asks.is_empty(), "{}", case.id);
            }
            None => assert!(!case.beyond.is_empty() && case.asks.is_empty(), "{}: why not?", case.id),
        }
        if case.published != Published::Correct {
            assert!(!case.note.is_empty(), "{}: what is not right?", case.id);
        }
    }
}

/// A wrong answer that is a claim about lost positions is refuted where it is written as a claim.
#[test]
fn wrong_answers_are_refuted() {
    let wrong = cases().into_iter().filter(|case| case.published == Published::Wrong);
    let refuted = |case: &Case| {
        let verdicts = case.asks.iter().flat_map(|ask| ask.claims.values());
        verdicts.filter(|verdict| verdict.starts_with("refuted")).count() > 0
    };
    let (refuted, others): (Vec<Case>, Vec<Case>) = wrong.partition(refuted);
    assert_eq!(refuted.len(), 9);
    // These are about the moves of one position, or about the winner of one start.
    let others: Vec<&str> = others.iter().map(|case| case.id.as_str()).collect();
    assert_eq!(others, ["codeforces-2087H-tamnd", "neetcode-4444-odd-heaps", "leetcode-feedback-25522"]);
}

/// The rules of every game can be said in words, in every language.
#[test]
fn rules_are_told_in_words() {
    for language in [Language::En, Language::Zh] {
        let renderer = Renderer::new(language, Format::Markdown, None).expect("the templates are sound");
        for case in cases() {
            let Some(file) = &case.file else { continue };
            let parsed = parsed(file);
            let mut games =
                parsed.load(None, &Choices::default()).unwrap_or_else(|error| panic!("{}", rejected(&error))).games;
            for variant in parsed.variants(None) {
                let choices = Choices { variant: Some(variant), ..Choices::default() };
                games.extend(parsed.load(None, &choices).map_or_else(|_| Vec::new(), |loaded| loaded.games));
            }
            for game in games.iter().filter(|game| game.rules.start.is_some()) {
                let start = game.rules.start.as_ref().expect("there is a start");
                let answer = game.answer(start, &Budget::default(), &mut ()).unwrap_or_else(|error| panic!("{error}"));
                let document = serde_json::to_value(narrate(game, &answer, language, Detail::Hint)).expect("data");
                let page = renderer.render("solution.md", &document, &PageOptions { fragment: false });
                let page = page.unwrap_or_else(|error| panic!("{}: {error}", case.id));
                assert!(!page.contains("  ") && !page.contains("{{"), "{}: {page}", case.id);
            }
        }
    }
}
