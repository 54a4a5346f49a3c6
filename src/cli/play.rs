//! `bouton play`.

use super::arguments::{First, Play};
use super::failure::{Failure, answer_failure, explore_failure};
use super::progress::Line;
use super::{WELL, input};
use crate::game::GameError;
use crate::graph::ExploreError;
use crate::play::{Said, Session, Settings};
use crate::render::{Format, PageOptions, Renderer};
use crate::source::Source;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::Path;

/// The longest line that is read, in bytes.
const MAX_LINE: u64 = 1 << 16;

pub(super) fn run(options: &Play) -> Result<u8, Failure> {
    if options.chosen.file == Path::new("-") {
        return Err(Failure::message("the moves are read from standard input, so the rules cannot come from there")
            .with_help("give the name of a rule file"));
    }
    let (source, game) = input::game(&options.chosen, options.effort.quiet)?;
    let start = input::needed_start(&game, options.start.as_ref())?;
    let settings = Settings {
        language: options.lang,
        friend: options.friend,
        program_first: options.first == First::You,
        budget: options.effort.budget.unwrap_or_default(),
    };
    let renderer = Renderer::new(options.lang, Format::Text, options.templates.as_deref())
        .map_err(|error| Failure::message(error.to_string()))?;
    let text = source.text.clone();
    let mut session = Session::new(game, &text, &start, settings, &mut Line::new(options.effort.quiet))
        .map_err(|error| answer_failure(&source, &error))?;
    let began = session.begin().map_err(|error| game_failure(&source, error))?;
    tell(&renderer, &began)?;
    let stdin = io::stdin();
    let echo = !stdin.is_terminal();
    let mut lines = stdin.lock();
    while !session.is_over() {
        prompt()?;
        let said = match read(&mut lines)? {
            None => {
                writeln!(io::stdout())?;
                session.end_of_input()
            }
            Some(line) => {
                // What comes from a file is shown, so that the output reads like a game at the keyboard.
                if echo {
                    writeln!(io::stdout(), "{}", line.trim())?;
                }
                session.line(&line).map_err(|error| game_failure(&source, error))?
            }
        };
        tell(&renderer, &said)?;
    }
    Ok(WELL)
}

fn game_failure(source: &Source, error: GameError) -> Failure {
    explore_failure(source, &ExploreError::from(error))
}

fn prompt() -> io::Result<()> {
    let mut stdout = io::stdout();
    write!(stdout, "> ")?;
    stdout.flush()
}

/// The next line; nothing at the end of the input. What is no text in UTF-8 is kept as far as it goes.
fn read(lines: &mut impl BufRead) -> Result<Option<String>, Failure> {
    let mut bytes = Vec::new();
    let read = io::Read::take(&mut *lines, MAX_LINE).read_until(b'\n', &mut bytes);
    let count = read.map_err(|error| Failure::message(format!("cannot read the moves: {error}")))?;
    Ok((count > 0).then(|| String::from_utf8_lossy(&bytes).into_owned()))
}

/// Prints messages, with an empty line after each block.
fn tell(renderer: &Renderer, said: &[Said]) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    for one in said {
        let (template, data) = one.template();
        let text = renderer
            .render(&template, &data, &PageOptions { fragment: true })
            .map_err(|error| Failure::message(error.to_string()))?;
        writeln!(stdout, "{}\n", text.trim_end())?;
    }
    stdout.flush()?;
    Ok(())
}
