//! The golden tables, found by an exhaustive search that is not this program's: P-positions, Grundy values, sequences.
//!
//! Each game is written as a rule file, solved in a table and by the theorem that covers it, and compared in full.

use bouton::answer::Game;
use bouton::diagnostics::draw;
use bouton::graph::Budget;
use bouton::pipeline;
use bouton::rules::Choices;
use bouton::solve::{Table, positions_up_to};
use bouton::source::Source;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Golden files of games that the rule language has no words for yet.
const NOT_EXPRESSIBLE: [&str; 3] = [
    "euclid",        // multiples of the smaller heap, and `end when`
    "fibonacci-nim", // the previous amount
    "staircase-3",   // moving tokens from heap to heap
];

/// Sequences of games that the rule language has no words for yet.
const SEQUENCES_NOT_EXPRESSIBLE: [&str; 4] = [
    "kayles: take 1 or 2, then may split the rest in two",
    "grundy's game: split one heap into two unequal heaps",
    "lasker: take any, or split into two",
    "dawson's kayles: take 2, then may split the rest in two",
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/golden")
}

fn golden(name: &str) -> Value {
    let path = folder().join(format!("{name}.json"));
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).expect("golden files are JSON")
}

fn names() -> Vec<String> {
    let entries = fs::read_dir(folder()).expect("the folder is there");
    let path = |entry: std::io::Result<fs::DirEntry>| entry.expect("the folder can be read").path();
    let mut names: Vec<String> =
        entries.map(|entry| path(entry).file_stem().expect("it is a file").to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// The parts of a name such as `bounded-moore-4-K2-m1-misere`: what comes before `-misere` or `-normal`, and the play.
fn play(name: &str) -> Option<(&str, &str)> {
    name.rsplit_once('-').filter(|(_, play)| ["normal", "misere"].contains(play))
}

/// The moves of a golden game of outcomes, and the theorem that covers it, if one should.
fn rules(name: &str) -> Option<(Vec<String>, Option<&'static str>)> {
    let (game, play) = play(name)?;
    let misere = play == "misere";
    let either = |normal: &'static str, other: &'static str| if misere { other } else { normal };
    let parts: Vec<&str> = game.split('-').collect();
    let number = |part: &str| part.trim_start_matches(|c: char| !c.is_ascii_digit()).to_owned();
    let known = match parts.as_slice() {
        ["nim", _] => (vec!["take any from one heap".to_owned()], Some(either("nim", "misere-nim"))),
        ["bounded", "nim", _, m] => {
            let rule = format!("take 1..{} from one heap", number(m));
            (vec![rule], Some(either("bounded-nim", "misere-bounded-nim")))
        }
        ["moore", n, k] => {
            let theorem = match number(k).parse::<usize>().ok()? + 1 == n.parse::<usize>().ok()? {
                true => either("one-heap-spared", "misere-one-heap-spared"),
                false => either("moore", "misere-moore"),
            };
            (vec![format!("take any from each of 1..{} heaps", number(k))], Some(theorem))
        }
        ["bounded", "moore", n, k, m] => {
            let (n, k): (usize, usize) = (n.parse().ok()?, number(k).parse().ok()?);
            let theorem = if k == n {
                Some(either("all-heaps", "misere-all-heaps"))
            } else {
                (k + 1 == n).then_some(either("one-heap-spared", "misere-one-heap-spared"))
            };
            (vec![format!("take 1..{} from each of 1..{k} heaps", number(m))], theorem)
        }
        ["subtraction", amounts @ .., _] => (vec![format!("take s in {{{}}} from one heap", amounts.join(", "))], None),
        ["total", _] => (vec!["take 1..3 in total from any heaps".to_owned()], None),
        ["half", _] => (vec!["take 1..floor(h/2) from one heap".to_owned()], None),
        ["wythoff", part] if part.starts_with('t') => {
            let t = number(part);
            let both = format!("take a, b from both heaps where abs(a - b) < {t}");
            let theorem = match t.as_str() {
                "1" => either("wythoff", "misere-wythoff"),
                _ => either("generalised-wythoff", "misere-generalised-wythoff"),
            };
            (vec!["take any from one heap".to_owned(), both], Some(theorem))
        }
        ["wythoff", m] => {
            let m = number(m);
            let moves = vec![format!("take 1..{m} from one heap"), format!("take the same 1..{m} from both heaps")];
            (moves, Some(either("bounded-wythoff", "misere-bounded-wythoff")))
        }
        _ => return None,
    };
    Some(known)
}

fn load(heaps: u64, moves: &[String], play: &str) -> Game {
    let moves: String = moves.iter().map(|one| format!("  move {one}\n")).collect();
    let text = format!("game \"golden\" {{\n  heaps {heaps}\n{moves}  play {play}\n}}\n");
    let fail = |rejected: Box<pipeline::Rejected>| -> Game {
        panic!("{}", draw(&rejected.diagnostics, &rejected.source, false));
    };
    let loaded =
        pipeline::parse(Source::new("golden.game", text)).and_then(|file| file.load(None, &Choices::default()));
    loaded.map_or_else(fail, |mut loaded| loaded.games.remove(0))
}

fn table(game: &Game, max: u64) -> Table {
    Table::new(&game.rules, &game.facts, max, &Budget::default(), &mut ()).expect("the table is small")
}

fn positions(value: &Value) -> Vec<Vec<u64>> {
    serde_json::from_value(value.clone()).expect("a list of positions")
}

#[test]
fn every_golden_file_is_used_or_named_as_not_expressible() {
    for name in names() {
        let used = rules(&name).is_some() || ["grundy-wythoff", "grundy-sequences"].contains(&name.as_str());
        let excused = NOT_EXPRESSIBLE.contains(&name.as_str());
        assert!(used != excused, "{name}.json: used {used}, named as not expressible {excused}");
    }
    assert!(names().len() >= 60, "the golden files are all there");
}

#[test]
fn p_positions_are_those_of_the_golden_files() {
    let mut covered = BTreeMap::new();
    for name in names() {
        let Some((moves, theorem)) = rules(&name) else { continue };
        let golden = golden(&name);
        let (_, play) = play(&name).expect("its name ends with the play");
        assert_eq!(golden["play"], play, "{name}");
        assert_eq!(golden["order"], "heap sizes ascending", "{name}");
        let heaps = golden["heaps"].as_u64().expect("a number of heaps");
        let max = golden["max"].as_u64().expect("a size");
        let game = load(heaps, &moves, play);
        let wanted = positions(&golden["p_positions"]);
        let table = table(&game, max);
        let found: Vec<Vec<u64>> = table.p_positions().map(|position| position.sizes().to_vec()).collect();
        assert_eq!(found, wanted, "{name} by the graph");
        if let Some(theorem) = theorem {
            assert_eq!(game.theorem().map(|found| found.id()), Some(theorem), "{name}");
        }
        for theorem in &game.theorems {
            let found: Vec<Vec<u64>> = positions_up_to(game.rules.heaps, max, true)
                .filter(|position| theorem.is_p(&position.to_big()))
                .map(|position| position.sizes().to_vec())
                .collect();
            assert_eq!(found, wanted, "{name} by {}", theorem.id());
            *covered.entry(theorem.id()).or_insert(0) += 1;
        }
    }
    assert_eq!(covered.len(), 18, "golden files by theorem: {covered:?}");
}

#[test]
fn grundy_values_of_wythoffs_game_are_those_of_the_golden_file() {
    let golden = golden("grundy-wythoff");
    let max = golden["max"].as_u64().expect("a size");
    let moves = ["take any from one heap", "take the same any from both heaps"].map(str::to_owned);
    let game = load(2, &moves, "normal");
    let rows = positions(&golden["rows"]);
    let table = table(&game, max);
    let found = table.values().expect("play ends");
    assert_eq!(table.positions().count() as u64, (max + 1) * (max + 2) / 2);
    for position in table.positions() {
        let [x, y] = position.sizes() else { panic!("two heaps") };
        assert_eq!(found.of(&position).map(u64::from), Some(rows[*x as usize][*y as usize]), "{position}");
    }
}

#[test]
fn grundy_sequences_are_those_of_the_golden_file() {
    let golden = golden("grundy-sequences");
    let mut used = 0;
    for (name, values) in golden.as_object().expect("sequences by name") {
        let rule = match name.as_str() {
            "subtraction squares" => "take s where is_square(s) from one heap".to_owned(),
            "half: take 1..floor(h/2)" => "take 1..floor(h/2) from one heap".to_owned(),
            name if name.starts_with("subtraction {") => {
                format!("take s in {} from one heap", name.trim_start_matches("subtraction "))
            }
            name => {
                assert!(SEQUENCES_NOT_EXPRESSIBLE.contains(&name), "`{name}` is neither used nor excused");
                continue;
            }
        };
        let values: Vec<u32> = serde_json::from_value(values.clone()).expect("a sequence");
        let game = load(1, &[rule], "normal");
        let table = table(&game, values.len() as u64 - 1);
        let found = table.values().expect("play ends");
        let found: Vec<u32> = table.positions().filter_map(|position| found.of(&position)).collect();
        assert_eq!(found, values, "{name}");
        used += 1;
    }
    let all = golden.as_object().map_or(0, serde_json::Map::len);
    assert_eq!(used + SEQUENCES_NOT_EXPRESSIBLE.len(), all, "every excuse is needed");
}
