//! Games in the planning-style format, against a direct reading of what the format means.

use bouton::answer::Game;
use bouton::game::{Position, moves};
use bouton::graph::Budget;
use bouton::import::{Form, import};
use bouton::pipeline;
use bouton::rules::Choices;
use bouton::solve::Outcome;
use bouton::source::Source;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A word or a list; the words in lower case.
#[derive(Clone, Debug)]
enum Sexpr {
    Word(String),
    List(Vec<Sexpr>),
}

fn read(text: &str) -> Sexpr {
    let plain: String = text.lines().map(|line| line.split(';').next().unwrap_or("").to_lowercase() + "\n").collect();
    let spaced = plain.replace('(', " ( ").replace(')', " ) ");
    let mut stack: Vec<Vec<Sexpr>> = vec![Vec::new()];
    for word in spaced.split_whitespace() {
        match word {
            "(" => stack.push(Vec::new()),
            ")" => {
                let list = stack.pop().unwrap();
                stack.last_mut().unwrap().push(Sexpr::List(list));
            }
            word => stack.last_mut().unwrap().push(Sexpr::Word(word.to_owned())),
        }
    }
    while stack.len() > 1 {
        let list = stack.pop().unwrap();
        stack.last_mut().unwrap().push(Sexpr::List(list));
    }
    stack.remove(0).remove(0)
}

impl Sexpr {
    fn list(&self) -> &[Sexpr] {
        match self {
            Sexpr::List(items) => items,
            Sexpr::Word(_) => &[],
        }
    }

    fn head(&self) -> &str {
        self.list().first().map_or("", Sexpr::word)
    }

    fn word(&self) -> &str {
        match self {
            Sexpr::Word(word) => word,
            Sexpr::List(_) => "",
        }
    }
}

type Values = BTreeMap<String, i64>;

fn number(form: &Sexpr, values: &Values) -> i64 {
    if let Sexpr::Word(word) = form {
        return word.parse().unwrap_or_else(|_| values[word]);
    }
    let numbers: Vec<i64> = form.list()[1..].iter().map(|part| number(part, values)).collect();
    match form.head() {
        "+" => numbers.iter().sum(),
        "*" => numbers.iter().product(),
        "-" if numbers.len() == 1 => -numbers[0],
        "-" => numbers[1..].iter().fold(numbers[0], |left, one| left - one),
        other => panic!("{other}"),
    }
}

fn holds(form: &Sexpr, values: &Values) -> bool {
    let parts = form.list().get(1..).unwrap_or_default();
    let two = || (number(&parts[0], values), number(&parts[1], values));
    match form.head() {
        "and" | "" => parts.iter().all(|part| holds(part, values)),
        "or" => parts.iter().any(|part| holds(part, values)),
        "not" => !holds(&parts[0], values),
        "%=" => number(&parts[0], values).rem_euclid(number(&parts[1], values)) == number(&parts[2], values),
        "=" => two().0 == two().1,
        "!=" => two().0 != two().1,
        "<" => two().0 < two().1,
        "<=" => two().0 <= two().1,
        ">" => two().0 > two().1,
        ">=" => two().0 >= two().1,
        other => panic!("{other}"),
    }
}

fn assign(form: &Sexpr, old: &Values, new: &mut Values) {
    let parts = form.list().get(1..).unwrap_or_default();
    match form.head() {
        "and" => parts.iter().for_each(|part| assign(part, old, new)),
        "when" if holds(&parts[0], old) => assign(&parts[1], old, new),
        "when" => {}
        word @ ("assign" | "increase" | "decrease") => {
            let name = parts[0].word();
            let value = number(&parts[1], old);
            let value = match word {
                "increase" => old[name] + value,
                "decrease" => old[name] - value,
                _ => value,
            };
            new.insert(name.to_owned(), value);
        }
        other => panic!("{other}"),
    }
}

struct Domain {
    objects: Vec<String>,
    terminal: Option<Sexpr>,
    constraint: Option<Sexpr>,
    actions: Vec<BTreeMap<String, Sexpr>>,
}

/// Parameters are tried from the negative of this to this.
const REACH: i64 = 14;

impl Domain {
    fn of(text: &str) -> Domain {
        let form = read(text);
        let mut domain = Domain { objects: Vec::new(), terminal: None, constraint: None, actions: Vec::new() };
        for section in &form.list()[1..] {
            let items = &section.list()[1..];
            match section.head() {
                ":objects" => {
                    let words = items.iter().map(|item| item.word().to_owned());
                    domain.objects = words.filter(|word| word.starts_with('?')).collect();
                }
                ":tercondition" => domain.terminal = Some(items[0].clone()),
                ":constraint" => domain.constraint = Some(items[0].clone()),
                ":action" => {
                    let pairs = items[1..].chunks(2).map(|pair| (pair[0].word().to_owned(), pair[1].clone()));
                    domain.actions.push(pairs.collect());
                }
                _ => {}
            }
        }
        domain
    }

    fn values(&self, sizes: &[u64]) -> Values {
        self.objects.iter().cloned().zip(sizes.iter().map(|size| *size as i64)).collect()
    }

    fn exists(&self, values: &Values) -> bool {
        values.values().all(|value| *value >= 0) && self.constraint.as_ref().is_none_or(|one| holds(one, values))
    }

    fn options(&self, sizes: &[u64]) -> BTreeSet<Vec<u64>> {
        let values = self.values(sizes);
        let mut found = BTreeSet::new();
        if self.terminal.as_ref().is_some_and(|terminal| holds(terminal, &values)) {
            return found;
        }
        for action in &self.actions {
            let parameters: Vec<&str> =
                action.get(":parameters").map(|form| form.list().iter().map(Sexpr::word).collect()).unwrap_or_default();
            let width = 2 * REACH + 1;
            for code in 0..width.pow(parameters.len() as u32) {
                let mut bound = values.clone();
                for (at, name) in parameters.iter().enumerate() {
                    bound.insert((*name).to_owned(), code / width.pow(at as u32) % width - REACH);
                }
                if !action.get(":precondition").is_none_or(|condition| holds(condition, &bound)) {
                    continue;
                }
                let mut new = values.clone();
                assign(&action[":effect"], &bound, &mut new);
                if self.exists(&new) {
                    found.insert(self.objects.iter().map(|name| new[name] as u64).collect());
                }
            }
        }
        found
    }

    /// Who wins from every position that can be reached, by going over all of them until nothing changes.
    fn outcomes(&self, start: &[u64], misere: bool) -> BTreeMap<Vec<u64>, Outcome> {
        let mut options: BTreeMap<Vec<u64>, BTreeSet<Vec<u64>>> = BTreeMap::new();
        let mut waiting = vec![start.to_vec()];
        while let Some(position) = waiting.pop() {
            if let Entry::Vacant(place) = options.entry(position) {
                let found = self.options(place.key());
                waiting.extend(found.iter().cloned());
                place.insert(found);
            }
        }
        let mut known: BTreeMap<Vec<u64>, Outcome> = BTreeMap::new();
        loop {
            let before = known.len();
            for (position, found) in &options {
                let outcome = if found.is_empty() {
                    Some(if misere { Outcome::N } else { Outcome::P })
                } else if found.iter().any(|one| known.get(one) == Some(&Outcome::P)) {
                    Some(Outcome::N)
                } else if found.iter().all(|one| known.get(one) == Some(&Outcome::N)) {
                    Some(Outcome::P)
                } else {
                    None
                };
                if let Some(outcome) = outcome {
                    known.insert(position.clone(), outcome);
                }
            }
            if known.len() == before {
                break;
            }
        }
        for position in options.into_keys() {
            known.entry(position).or_insert(Outcome::Draw);
        }
        known
    }
}

fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "pddl"));
    paths.sort();
    paths
}

fn game(path: &Path, misere: bool, form: Form) -> Game {
    let source = Source::read(path).unwrap();
    let imported = import(&source, misere, form).unwrap_or_else(|problems| {
        panic!("{}", bouton::diagnostics::draw(&problems, &source, false));
    });
    let name = if form == Form::Game { "imported.game" } else { "imported.yaml" };
    let parsed = pipeline::parse(Source::new(name, imported.text.clone()));
    let loaded = parsed.and_then(|parsed| parsed.load(None, &Choices::default()));
    match loaded {
        Ok(mut loaded) => loaded.games.remove(0),
        Err(rejected) => panic!(
            "{}\n{}\n{}",
            path.display(),
            imported.text,
            bouton::diagnostics::draw(&rejected.diagnostics, &rejected.source, false)
        ),
    }
}

/// Every position with heaps up to a size that exists.
fn positions(domain: &Domain, most: u64) -> Vec<Vec<u64>> {
    let heaps = domain.objects.len() as u32;
    (0..(most + 1).pow(heaps))
        .map(|code| (0..heaps).map(|heap| code / (most + 1).pow(heap) % (most + 1)).collect::<Vec<u64>>())
        .filter(|sizes| domain.exists(&domain.values(sizes)))
        .collect()
}

#[test]
fn the_moves_of_a_rule_file_are_those_of_the_domain() {
    let files = files("tests/data/import");
    assert!(files.len() >= 12);
    for path in files {
        let domain = Domain::of(&fs::read_to_string(&path).unwrap());
        let mut some = 0;
        for form in [Form::Game, Form::Yaml] {
            let game = game(&path, false, form);
            for sizes in positions(&domain, if domain.objects.len() == 3 { 4 } else { 8 }) {
                let expected = domain.options(&sizes);
                let found = moves(&game.rules, &Position::new(sizes.clone()), usize::MAX);
                let found = found.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
                let found: BTreeSet<Vec<u64>> = found.into_iter().map(|one| one.to.sizes().to_vec()).collect();
                assert_eq!(found, expected, "{} at {sizes:?}", path.display());
                some += found.len();
            }
        }
        assert!(some > 10, "{}", path.display());
    }
}

#[test]
fn who_wins_is_who_wins_in_the_domain() {
    for path in files("tests/data/import") {
        let domain = Domain::of(&fs::read_to_string(&path).unwrap());
        for misere in [false, true] {
            let game = game(&path, misere, Form::Game);
            for start in positions(&domain, if domain.objects.len() == 3 { 3 } else { 5 }) {
                let big = Position::new(start.clone()).to_big();
                let answer = game.answer(&big, &Budget::default(), &mut ()).unwrap();
                let expected = domain.outcomes(&start, misere)[&start];
                assert_eq!(answer.outcome, expected, "{} {start:?} misere {misere}", path.display());
            }
        }
    }
}
