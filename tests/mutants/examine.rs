//! Everything that the program does with a file, within small limits.

use bouton::answer::Game;
use bouton::claim::decide;
use bouton::compare::compare;
use bouton::diagnostics::{Diagnostic, draw};
use bouton::explain::{Detail, narrate};
use bouton::game::Position;
use bouton::graph::{Budget, MoveGraph, dot};
use bouton::pipeline::{self, Parsed, Rejected};
use bouton::render::{Format, PageOptions, Renderer};
use bouton::rules::Choices;
use bouton::solve::Table;
use bouton::source::Source;
use bouton::syntax::tree::Play;
use bouton::text::Language;
use num_bigint::BigUint;

/// How far a file got.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Depth {
    /// It is no text.
    Unread,
    /// Its syntax is wrong.
    Unparsed,
    /// Its rules are wrong.
    Unsound,
    /// It has no start that could be solved.
    Solved,
    /// A solution was written.
    Explained,
}

/// The limits of everything that is solved.
const BUDGET: Budget = Budget { positions: 3_000, bytes: 4 << 20 };
/// The games of a file that are looked at.
const GAMES: usize = 3;

pub(crate) struct Examiner {
    renderers: Vec<(Language, Renderer)>,
}

impl Examiner {
    pub(crate) fn new() -> Examiner {
        let formats = [Format::Markdown, Format::Latex, Format::Html, Format::Text];
        let each = Language::ALL.into_iter().flat_map(|language| formats.map(|format| (language, format)));
        let renderer = |(language, format)| {
            (language, Renderer::new(language, format, None).expect("the shipped templates are sound"))
        };
        Examiner { renderers: each.map(renderer).collect() }
    }

    pub(crate) fn examine(&mut self, name: &str, bytes: &[u8]) -> Depth {
        let Ok(source) = Source::read_from(name, bytes) else { return Depth::Unread };
        let parsed = match pipeline::parse(source) {
            Ok(parsed) => parsed,
            Err(rejected) => {
                told(&rejected);
                return Depth::Unparsed;
            }
        };
        let loaded = match parsed.load(None, &Choices::default()) {
            Ok(loaded) => loaded,
            Err(rejected) => {
                told(&rejected);
                return Depth::Unsound;
            }
        };
        places(&loaded.warnings, &loaded.source);
        let mut games = loaded.games;
        games.truncate(GAMES);
        games.extend(variants(&parsed));
        let explained = games.iter().filter(|game| self.game(game)).count();
        let few: Vec<Game> = games.into_iter().take(3).collect();
        if few.len() > 1 {
            // An error is as good as a comparison.
            let _ = compare(few, None, 1, &BUDGET, &mut ());
        }
        if explained > 0 { Depth::Explained } else { Depth::Solved }
    }

    /// Solves a game; whether a solution could be written.
    fn game(&mut self, game: &Game) -> bool {
        let table = Table::new(&game.rules, &game.facts, 2, &BUDGET, &mut ());
        if let Ok(table) = &table {
            if game.rules.play == Play::Normal {
                let _ = table.values();
            }
            assert!(table.p_positions().count() <= table.positions().count());
            for claim in &game.rules.claims {
                let _ = decide(game, table, claim);
            }
        }
        let own = game.rules.start.clone();
        let start = own.unwrap_or_else(|| vec![BigUint::from(3u8); game.rules.heaps.min(50)]);
        if start.len() != game.rules.heaps {
            return false;
        }
        if let Some(small) = Position::from_big(&start)
            && let Ok(graph) = MoveGraph::explore(&game.rules, &game.facts, [small], &BUDGET, &mut ())
        {
            assert!(dot(&graph, "title", &|_| false, false).starts_with("digraph"));
        }
        let answer = match game.answer(&start, &BUDGET, &mut ()) {
            Ok(answer) => answer,
            Err(error) => {
                assert!(!error.to_string().is_empty());
                return false;
            }
        };
        // One format of each language, all of them in turn.
        self.renderers.rotate_left(3);
        for language in Language::ALL {
            let document = narrate(game, &answer, language, Detail::Proof);
            let data = serde_json::to_value(&document).expect("a document is text, numbers and lists");
            let (_, renderer) = self.renderers.iter().find(|(of, _)| *of == language).expect("every language");
            let page = renderer.render("solution.md", &data, &PageOptions::default());
            assert!(!page.unwrap_or_else(|error| panic!("{error}")).is_empty());
        }
        true
    }
}

/// The games of the file's variants.
fn variants(parsed: &Parsed) -> Vec<Game> {
    let mut games = Vec::new();
    for variant in parsed.variants(None).into_iter().take(GAMES) {
        match parsed.load(None, &Choices { variant: Some(variant), set: Vec::new() }) {
            Ok(loaded) => games.extend(loaded.games.into_iter().take(1)),
            Err(rejected) => told(&rejected),
        }
    }
    games
}

/// What is wrong with a file is told, at places of the file.
fn told(rejected: &Rejected) {
    assert!(!rejected.diagnostics.is_empty());
    places(&rejected.diagnostics, &rejected.source);
}

fn places(diagnostics: &[Diagnostic], source: &Source) {
    for one in diagnostics {
        assert!(!one.message.is_empty());
        for (span, _) in one.label.iter().chain(&one.related) {
            let text = source.text.get(span.range());
            assert!(text.is_some(), "{span:?} is no place of the file: {}", one.message);
        }
    }
    let drawn = draw(diagnostics, source, false);
    assert_eq!(drawn.is_empty(), diagnostics.is_empty());
    assert!(drawn.len() < 200_000, "{} bytes are said", drawn.len());
}
