//! The shipped games, played in every language: all that is said can be put into words, and the program wins where it can.

use bouton::graph::Budget;
use bouton::pipeline;
use bouton::play::{Message, Mover, Said, Session, Settings};
use bouton::render::{Format, PageOptions, Renderer};
use bouton::rules::Choices;
use bouton::solve::Outcome;
use bouton::source::Source;
use bouton::text::Language;
use std::fs;
use std::path::{Path, PathBuf};

fn shipped() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("rules");
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "game" || extension == "yaml"));
    paths.sort();
    paths
}

fn render(renderer: &Renderer, said: &[Said]) -> String {
    let mut all = String::new();
    for one in said {
        let (template, data) = one.template();
        let text = renderer.render(&template, &data, &PageOptions { fragment: true });
        let text = text.unwrap_or_else(|error| panic!("{error}\n{:?}", one.message));
        assert!(!text.trim().is_empty(), "{:?}", one.message);
        all += &text;
    }
    all
}

fn winner(said: &[Said]) -> Option<Mover> {
    match said.last()?.message {
        Message::Over { winner, .. } => Some(winner),
        _ => None,
    }
}

#[test]
fn every_shipped_game_can_be_played() {
    for path in shipped() {
        for language in Language::ALL {
            let renderer = Renderer::new(language, Format::Text, None).unwrap();
            for program_first in [false, true] {
                let source = Source::read(&path).unwrap();
                let text = source.text.clone();
                let mut loaded = pipeline::parse(source).unwrap().load(None, &Choices::default()).unwrap();
                let game = loaded.games.remove(0);
                let start = game.rules.start.clone().unwrap();
                let outcome = game.answer(&start, &Budget::default(), &mut ()).unwrap().outcome;
                let settings = Settings { language, friend: false, program_first, budget: Budget::default() };
                let mut session = Session::new(game, &text, &start, settings, &mut ()).unwrap();
                let began = session.begin().unwrap();
                render(&renderer, &began);
                let mut won = winner(&began);
                for number in 0..200 {
                    if session.is_over() {
                        break;
                    }
                    if number < 3 {
                        for asked in ["hint", "hint", "why", "moves", "help", "rules", "board"] {
                            render(&renderer, &session.line(asked).unwrap());
                        }
                    }
                    let said = session.line("#1").unwrap();
                    assert!(matches!(said[0].message, Message::Moved { .. }), "{}: {:?}", path.display(), said[0]);
                    render(&renderer, &said);
                    won = winner(&said);
                }
                let to_win = if program_first { Outcome::N } else { Outcome::P };
                assert!(outcome != to_win || won == Some(Mover::Program), "{}", path.display());
            }
        }
    }
}
