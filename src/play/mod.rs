//! A game played move by move, against the strategy or between friends.
//!
//! [`Session`] is a machine without input or output: it is fed the lines that a player types, and gives back what is to
//! be said, as [`Message`]s. Templates turn these into words. The program plays a winning move wherever there is one, and
//! gives its reason: by a theorem of the library for heaps of any size, or by everything that can be reached from the
//! start.

mod board;
mod message;
mod read;
mod resolve;
mod strategy;

pub use message::{
    HeapName, HeapShown, Message, MoveShown, Mover, PartShown, Range, ReasonShown, Refusal, RegisterShown, ReplyShown,
    TheoremShown,
};

use crate::answer::{Answer, AnswerError, Game};
use crate::explain::{Detail, narrate};
use crate::game::{GameError, Position, is_ended, wins_when_over};
use crate::graph::{Budget, ExploreError, Progress};
use crate::solve::Outcome;
use crate::syntax::tree::Play;
use crate::text::Language;
use board::{Place, Step};
use message::Words;
use num_bigint::BigUint;
use num_traits::Zero;
use read::{Command, Line};
use resolve::{Turn, act, by_amount};
use serde_json::Value;
use strategy::{Knowledge, Reason};
use thiserror::Error;

/// The most moves that a list shows.
const MAX_SHOWN: usize = 60;
/// The most moves that are listed unasked.
const FEW: usize = 12;
/// The most replies that are shown when the program gives its reasons.
const MAX_REPLIES: usize = 20;

/// How a game is played.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The language of names.
    pub language: Language,
    /// Whether two people play, rather than one against the program.
    pub friend: bool,
    /// Whether the program makes the first move.
    pub program_first: bool,
    /// How much may be solved.
    pub budget: Budget,
}

/// Why a game cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlayError {
    /// It cannot be solved, or a rule has no meaning.
    #[error(transparent)]
    Answer(#[from] AnswerError),
    /// Its moves can neither be listed nor read off the rules.
    #[error("a heap is too large for the moves of this game to be listed one by one")]
    TooLarge,
}

/// A game that is being played.
#[derive(Debug)]
pub struct Session {
    game: Game,
    text: String,
    settings: Settings,
    knowledge: Knowledge,
    /// What a solution says of the start, for the rules in words; nothing where the game could not be solved.
    document: Value,
    place: Place,
    moves: Option<Vec<Step>>,
    /// The moves made: from where, by whom, and what.
    history: Vec<(Place, Mover, Step, Option<ReasonShown>)>,
    hints: usize,
    over: bool,
    stopped: bool,
}

/// What is said, with the data of a solution for the templates that need them.
#[derive(Clone, Debug)]
pub struct Said {
    /// The message.
    pub message: Message,
    /// A solution's data, for rules, hints and ideas of theorems; or nothing.
    pub document: Value,
}

impl Said {
    /// What the message's template is filled with, and the template's name.
    ///
    /// # Panics
    ///
    /// Never: messages hold text, numbers and lists.
    pub fn template(&self) -> (String, Value) {
        let message = serde_json::to_value(&self.message).expect("a message holds text, numbers and lists");
        let mut context = match &self.document {
            Value::Object(document) => document.clone(),
            _ => serde_json::Map::new(),
        };
        let kind = message.get("kind").and_then(Value::as_str).unwrap_or_default().to_owned();
        // The message stands beside the solution's data, so that neither hides the other.
        context.insert("say".to_owned(), message);
        (format!("play/{kind}.md"), Value::Object(context))
    }
}

impl Session {
    /// A game from a start; `text` is the file's text, to quote from.
    ///
    /// # Errors
    ///
    /// Where the game can neither be solved from there nor, between friends, be played.
    pub fn new(
        game: Game,
        text: &str,
        start: &[BigUint],
        settings: Settings,
        progress: &mut dyn Progress,
    ) -> Result<Session, PlayError> {
        let (knowledge, answer) = strategy::know(&game, start, settings.friend, &settings.budget, progress)?;
        let document = answer.map_or(Value::Null, |answer| document(&game, &answer, settings.language));
        let place = Place::at_start(&game, start);
        let mut session = Session {
            moves: None,
            text: text.to_owned(),
            over: false,
            stopped: false,
            hints: 0,
            history: Vec::new(),
            game,
            settings,
            knowledge,
            document,
            place,
        };
        session.list().map_err(|error| AnswerError::from(ExploreError::from(error)))?;
        if session.moves.is_none() && session.game.facts.removals.is_none() {
            return Err(PlayError::TooLarge);
        }
        Ok(session)
    }

    /// Whether the game has ended, or been ended.
    pub fn is_over(&self) -> bool {
        self.over || self.stopped
    }

    /// What is said at the beginning; the program may make its first move.
    ///
    /// # Errors
    ///
    /// Where a rule has no meaning at a position.
    pub fn begin(&mut self) -> Result<Vec<Said>, GameError> {
        let mut said = vec![self.rules(true)];
        said.extend(self.turn()?);
        Ok(said)
    }

    /// What is said to a line.
    ///
    /// # Errors
    ///
    /// Where a rule has no meaning at a position.
    pub fn line(&mut self, line: &str) -> Result<Vec<Said>, GameError> {
        if self.is_over() {
            return Ok(Vec::new());
        }
        let heaps = self.place.sizes.len();
        match read::read(line, &self.names(), heaps) {
            Line::Empty => Ok(self.board()),
            Line::Unknown(word) => Ok(vec![plain(Message::Refused { refusal: Refusal::Unknown { word } })]),
            Line::Command(command) => self.command(command),
            Line::Move(intent) => {
                let turn = self.reading();
                match turn.resolve(&intent) {
                    Err(refusal) => Ok(vec![plain(Message::Refused { refusal })]),
                    Ok(step) => {
                        let mover = self.mover();
                        let mut said = vec![self.make(mover, step, None)?];
                        said.extend(self.turn()?);
                        Ok(said)
                    }
                }
            }
        }
    }

    /// What is said when no line is left to read.
    pub fn end_of_input(&mut self) -> Vec<Said> {
        if self.is_over() {
            return Vec::new();
        }
        self.stopped = true;
        vec![plain(Message::Stopped)]
    }

    fn words(&self) -> Words<'_> {
        Words { rules: &self.game.rules, language: self.settings.language }
    }

    /// The names of the heaps in all languages, with their numbers from 1; none where heaps come and go.
    fn names(&self) -> Vec<(String, usize)> {
        if self.game.rules.heaps_vary() {
            return Vec::new();
        }
        let heaps = 0..self.game.rules.heaps;
        heaps
            .filter_map(|heap| Some((heap, self.game.rules.heap_name(heap)?)))
            .flat_map(|(heap, name)| name.wordings().map(move |wording| (wording.to_owned(), heap + 1)))
            .collect()
    }

    /// Who is to move.
    fn mover(&self) -> Mover {
        let even = self.history.len().is_multiple_of(2);
        match (self.settings.friend, even) {
            (true, true) => Mover::First,
            (true, false) => Mover::Second,
            (false, even) if even == self.settings.program_first => Mover::Program,
            (false, _) => Mover::Player,
        }
    }

    fn other(&self, mover: Mover) -> Mover {
        match mover {
            Mover::Player => Mover::Program,
            Mover::Program => Mover::Player,
            Mover::First => Mover::Second,
            Mover::Second => Mover::First,
        }
    }

    /// Lists the moves, and finds out whether the game is over.
    fn list(&mut self) -> Result<(), GameError> {
        self.moves = self.place.moves(&self.game)?;
        self.over = match &self.moves {
            Some(moves) => moves.is_empty(),
            None => self.place.total().is_zero(),
        };
        self.hints = 0;
        Ok(())
    }

    /// Makes a move.
    fn make(&mut self, mover: Mover, step: Step, reason: Option<ReasonShown>) -> Result<Said, GameError> {
        let made = self.words().step(&self.place, &step);
        let to = step.to.sizes.iter().map(BigUint::to_string).collect();
        let before = std::mem::replace(&mut self.place, step.to.clone());
        self.history.push((before, mover, step, reason.clone()));
        self.list()?;
        Ok(plain(Message::Moved { mover, made, to, reason }))
    }

    /// Goes on until it is a player's turn, or the game is over.
    fn turn(&mut self) -> Result<Vec<Said>, GameError> {
        let mut said = Vec::new();
        while !self.over && self.mover() == Mover::Program {
            let before: Vec<&Position> = self.history.iter().filter_map(|(place, ..)| place.small.as_ref()).collect();
            let Some((step, reason)) = self.knowledge.choose(&self.game, &self.place, self.moves.as_deref(), &before)
            else {
                // Cannot be: with knowledge of the game there is a move wherever the rules have one.
                self.stopped = true;
                return Ok(said);
            };
            let reason = self.reason(&step, reason)?;
            said.push(self.make(Mover::Program, step, Some(reason))?);
        }
        if self.over {
            said.push(self.end()?);
        } else {
            said.extend(self.board());
        }
        Ok(said)
    }

    fn reason(&self, step: &Step, reason: Reason) -> Result<ReasonShown, GameError> {
        let ends = match step.to.moves(&self.game)? {
            Some(moves) => moves.is_empty(),
            None => step.to.total().is_zero(),
        };
        let because = match reason {
            Reason::Wins if ends => "ends",
            Reason::Wins => "wins",
            Reason::Resists if ends => "loses",
            Reason::Resists => "resists",
            Reason::Draws => "draws",
        };
        let theorem = self.game.theorem().filter(|_| because == "wins");
        let theorem = theorem.map(|theorem| TheoremShown { id: theorem.id(), credit: theorem.credit() });
        Ok(ReasonShown { because, theorem, lasts: self.knowledge.lasts(&step.to) })
    }

    fn end(&self) -> Result<Said, GameError> {
        let mover = self.mover();
        let rules = &self.game.rules;
        let (wins, ended) = match &self.place.small {
            Some(small) => (wins_when_over(rules, small)?, is_ended(rules, small)?),
            None => (rules.play == Play::Misere, false),
        };
        let winner = if wins { mover } else { self.other(mover) };
        Ok(plain(Message::Over { winner, mover, ended, cleared: self.place.total().is_zero() }))
    }

    fn rules(&self, beginning: bool) -> Said {
        let rules = &self.game.rules;
        let language = self.settings.language;
        Said {
            message: Message::Rules {
                game: rules.name.get(language).to_owned(),
                variant: rules.variant.as_ref().map(|name| name.get(language).to_owned()),
                friend: self.settings.friend,
                beginning,
                told: self.document.is_object(),
            },
            document: self.document.clone(),
        }
    }

    /// The position, and the moves where they are few and not plain.
    fn board(&self) -> Vec<Said> {
        let (heaps, drawn) = self.words().heaps(&self.place);
        let registers = self.words().registers(&self.place);
        let mut said = vec![plain(Message::Board { heaps, drawn, registers, mover: self.mover() })];
        let plain_moves = self.game.facts.removals.is_some();
        if !plain_moves && self.moves.as_ref().is_some_and(|moves| moves.len() <= FEW) {
            said.push(self.moves_shown());
        }
        said
    }

    /// What the reading of a move needs to know.
    fn reading(&self) -> Turn<'_> {
        Turn {
            game: &self.game,
            words: self.words(),
            place: &self.place,
            moves: self.moves.as_deref(),
            text: &self.text,
        }
    }

    fn moves_shown(&self) -> Said {
        let turn = self.reading();
        if by_amount(&self.game) {
            return plain(Message::Moves { moves: Vec::new(), amounts: turn.amounts(0), left_out: 0 });
        }
        let Some(moves) = &self.moves else { return plain(Message::TooManyMoves) };
        let shown = moves.iter().take(MAX_SHOWN).map(|step| self.words().step(&self.place, step)).collect();
        plain(Message::Moves { moves: shown, amounts: Vec::new(), left_out: moves.len().saturating_sub(MAX_SHOWN) })
    }

    fn command(&mut self, command: Command) -> Result<Vec<Said>, GameError> {
        Ok(match command {
            Command::Moves => vec![self.moves_shown()],
            Command::Rules => vec![self.rules(false)],
            Command::Board => self.board(),
            Command::Help => vec![self.help()],
            Command::Quit => {
                self.stopped = true;
                vec![plain(Message::Stopped)]
            }
            Command::Undo => self.undo()?,
            Command::Hint => vec![self.hint()],
            Command::Why => vec![self.why()],
        })
    }

    fn help(&self) -> Said {
        let mut kinds: Vec<&'static str> = Vec::new();
        for step in self.moves.iter().flatten() {
            if !kinds.contains(&act(step)) {
                kinds.push(act(step));
            }
        }
        if self.moves.is_none() {
            kinds.push("take");
        }
        let heaps = self.place.sizes.len();
        let first_names = (0..heaps).map_while(|heap| self.words().heap(heap, heaps).name).take(2);
        let small = |step: &&Step| step.to.sizes.len() <= 8;
        let left = self.moves.iter().flatten().find(small);
        plain(Message::Help {
            heaps,
            names: first_names.collect(),
            leave: left.map(|step| step.to.sizes.iter().map(BigUint::to_string).collect()).unwrap_or_default(),
            several: match &self.moves {
                Some(moves) => moves.iter().any(|step| resolve::taken(step).len() > 1),
                None => self.game.facts.removals.as_ref().is_some_and(|removals| removals.most_heaps() > 1),
            },
            kinds,
            by_amount: by_amount(&self.game),
            friend: self.settings.friend,
        })
    }

    /// Takes back the last move, and the program's answer to it.
    fn undo(&mut self) -> Result<Vec<Said>, GameError> {
        let own = |mover: Mover| mover != Mover::Program;
        let Some(at) = self.history.iter().rposition(|(_, mover, ..)| own(*mover)) else {
            return Ok(vec![plain(Message::NothingToUndo)]);
        };
        let moves = self.history.len() - at;
        let (place, ..) = self.history.swap_remove(at);
        self.history.truncate(at);
        self.place = place;
        self.list()?;
        let mut said = vec![plain(Message::Undone { moves })];
        said.extend(self.board());
        Ok(said)
    }

    /// What a solution says of a place, if a theorem can be shown there.
    fn theorem_at(&self, place: &Place) -> Option<Value> {
        // Solutions speak of positions with as many heaps as the rules, and with nothing remembered yet.
        let like_a_start = place.is_at_start(&self.game) && place.sizes.len() == self.game.rules.heaps;
        self.game.theorem().filter(|_| like_a_start)?;
        let answer = self.game.answer(&place.sizes, &self.settings.budget, &mut ()).ok()?;
        Some(document(&self.game, &answer, self.settings.language))
    }

    fn hint(&mut self) -> Said {
        let outcome = self.knowledge.outcome(&self.game, &self.place);
        let name = outcome.map(|outcome| match outcome {
            Outcome::P => "P",
            Outcome::N => "N",
            Outcome::Draw => "draw",
        });
        self.hints += 1;
        let chosen = self.knowledge.choose(&self.game, &self.place, self.moves.as_deref(), &[]);
        let made = chosen.as_ref().map(|(step, _)| self.words().step(&self.place, step));
        let document = if self.hints == 1 { self.theorem_at(&self.place) } else { None };
        let told = self.hints > 1;
        let heaps = match &made {
            Some(made) if !told && document.is_none() && name == Some("N") => {
                made.parts.iter().map(|part| part.heap.clone()).filter(|heap| !heap.only).collect()
            }
            _ => Vec::new(),
        };
        let message =
            Message::Hint { told, theorem: document.is_some(), outcome: name, heaps, made: made.filter(|_| told) };
        Said { message, document: document.unwrap_or_default() }
    }

    fn why(&self) -> Said {
        let last = self.history.iter().rev().find(|(_, mover, ..)| *mover == Mover::Program);
        let Some((from, _, step, Some(reason))) = last else {
            return plain(Message::NothingToExplain { friend: self.settings.friend });
        };
        let made = self.words().step(from, step);
        let document = if reason.because == "wins" { self.theorem_at(&step.to) } else { None };
        let mut replies = Vec::new();
        let mut left_out = 0;
        if reason.because == "wins"
            && document.is_none()
            && let Ok(Some(moves)) = step.to.moves(&self.game)
        {
            left_out = moves.len().saturating_sub(MAX_REPLIES);
            let answers = self.knowledge.replies(&self.game, &moves[..moves.len() - left_out]);
            replies = answers
                .iter()
                .map(|(first, reply)| ReplyShown {
                    made: self.words().step(&step.to, first),
                    reply: reply.as_ref().map(|reply| self.words().step(&first.to, reply)),
                })
                .collect();
        }
        let message = Message::Why { made, reason: reason.clone(), theorem: document.is_some(), replies, left_out };
        Said { message, document: document.unwrap_or_default() }
    }
}

fn plain(message: Message) -> Said {
    Said { message, document: Value::Null }
}

/// What a solution says of a position, without its proof.
fn document(game: &Game, answer: &Answer, language: Language) -> Value {
    serde_json::to_value(narrate(game, answer, language, Detail::Hint))
        .expect("a document holds text, numbers and lists, which JSON can hold")
}

#[cfg(test)]
mod tests;
