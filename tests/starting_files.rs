//! The rule files that `bouton new` writes: they parse, check and explain, and so does what their comments show.

use bouton::explain::{Detail, narrate};
use bouton::graph::Budget;
use bouton::pipeline;
use bouton::rules::Choices;
use bouton::source::Source;
use bouton::starter::{Limit, Starter, usual_start};
use bouton::syntax::tree::Play;
use bouton::text::Language;

fn starters() -> Vec<Starter> {
    let mut all = Vec::new();
    for heaps in [1, 2, 3, 4, 7] {
        for heap_limit in [Limit::AtMost(1), Limit::AtMost(2), Limit::Unlimited] {
            for take_limit in [Limit::AtMost(1), Limit::AtMost(3), Limit::Unlimited] {
                for misere in [false, true] {
                    let name = ["My game", "a \"quoted\" \\ name", "三堆", "yes", "# x: {y}"][heaps % 5].to_owned();
                    all.push(Starter { name, heaps, heap_limit, take_limit, misere, start: usual_start(heaps) });
                }
            }
        }
    }
    all
}

fn load(name: &str, text: &str) -> pipeline::Loaded {
    let loaded = pipeline::parse(Source::new(name, text)).and_then(|parsed| parsed.load(None, &Choices::default()));
    loaded.unwrap_or_else(|rejected| {
        panic!("{}\n{text}", bouton::diagnostics::draw(&rejected.diagnostics, &rejected.source, false))
    })
}

/// The files of a starter, each with its name and the mark of its comments.
fn files(starter: &Starter) -> [(&'static str, String, &'static str); 2] {
    [("a.game", starter.game(), "//"), ("a.yaml", starter.yaml(), "#")]
}

#[test]
fn they_say_what_was_asked_for() {
    for starter in starters() {
        for (name, text, _) in files(&starter) {
            let mut loaded = load(name, &text);
            assert!(loaded.warnings.is_empty(), "{:?}\n{text}", loaded.warnings);
            let game = loaded.games.remove(0);
            assert_eq!(game.rules.name.get(Language::En), starter.name);
            assert_eq!(game.rules.heaps, starter.heaps);
            assert_eq!(game.rules.play == Play::Misere, starter.misere);
            assert_eq!(game.rules.start.as_ref(), Some(&starter.start));
            let removals = game.facts.removals.as_ref().unwrap();
            let most = match starter.heap_limit {
                Limit::AtMost(most) => (most as usize).min(starter.heaps),
                Limit::Unlimited => starter.heaps,
            };
            let limit = match starter.take_limit {
                Limit::AtMost(most) => Some(most.into()),
                Limit::Unlimited => None,
            };
            assert!(removals.is_each(most, limit.as_ref()), "{text}");
        }
    }
}

#[test]
fn they_explain() {
    for starter in starters() {
        for (name, text, _) in files(&starter) {
            let game = load(name, &text).games.remove(0);
            let answer = game.answer(&starter.start, &Budget::default(), &mut ()).unwrap_or_else(|error| {
                panic!("{error}\n{text}");
            });
            let document = narrate(&game, &answer, Language::En, Detail::Proof);
            assert_eq!(document.n, starter.heaps);
        }
    }
}

/// What stands indented in a comment is an example: in its place it works, too.
#[test]
fn the_examples_of_the_comments_work() {
    let mut examples = 0;
    for starter in starters() {
        // In the rule language each line stands for itself, and the game's own line of the same kind makes way.
        let text = starter.game();
        for (at, line) in text.lines().enumerate() {
            let Some(example) = line.strip_prefix("  //   ") else { continue };
            let first = example.split(' ').next().unwrap();
            let changed: Vec<&str> = text
                .lines()
                .enumerate()
                .filter(|(_, other)| first != "heaps" || !other.starts_with("  heaps "))
                .map(|(number, other)| if number == at { example } else { other })
                .collect();
            load("a.game", &changed.join("\n"));
            examples += 1;
        }
        // In YAML an example is a block; it makes way for the keys that it replaces.
        let text = starter.yaml();
        let lines: Vec<&str> = text.lines().collect();
        let is_example = |line: &str| line.starts_with("#   ") && !line.starts_with("#     bouton");
        let mut at = 0;
        while at < lines.len() {
            if !is_example(lines[at]) {
                at += 1;
                continue;
            }
            let length = lines[at..].iter().take_while(|line| is_example(line)).count();
            let key = lines[at][4..].split(':').next().unwrap();
            let replaced = match key {
                "moves" => vec!["heap_limit:", "take_limit:"],
                "heaps" => vec!["heaps:"],
                _ => Vec::new(),
            };
            let changed: Vec<&str> = lines
                .iter()
                .enumerate()
                .filter(|(_, other)| !replaced.iter().any(|key| other.starts_with(key)))
                .map(|(number, other)| if (at..at + length).contains(&number) { &other[4..] } else { other })
                .collect();
            load("a.yaml", &changed.join("\n"));
            examples += 1;
            at += length;
        }
    }
    assert!(examples > 500, "{examples}");
}
