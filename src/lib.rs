//! Bouton solves take-away games: it reads the rules of a game from a few lines, finds out who wins and how, proves it for
//! heaps of every size where it can, and writes the solution as a textbook would.
//!
//! # The tour
//!
//! Data flows one way, and a module imports only from those before it:
//!
//! | stage | module | what it holds |
//! |---|---|---|
//! | text | [`source`], [`text`], [`diagnostics`] | files and places in them; words in several languages; what is wrong, as data |
//! | rule files | [`import`], [`starter`] | games in the planning-style format, turned into rule files; a commented one to start from |
//! | rules | [`syntax`], [`rules`] | the syntax tree of both forms of the rule language; the checked game and the facts about it |
//! | play | [`game`], [`graph`], [`solve`], [`quotient`] | positions and moves; the move graph; outcomes, kernel and Grundy values; misère quotients |
//! | certificates | [`proof`], [`check`] | proofs as data; the checker, which imports nothing that solves, guesses or proves |
//! | knowledge | [`logic`], [`pattern`], [`theorem`] | a decision procedure for arithmetic on all natural numbers; conjectures; the library of known theorems |
//! | proofs | [`prove`] | the search for closed forms and their proofs, a strategy a file; whatever it finds goes through the checker |
//! | answers | [`answer`], [`claim`] | the answer for a position, by theorem and by graph; the verdict on a claim |
//! | words | [`explain`], [`compare`], [`render`], [`play`] | a solution, games side by side, or a game being played, as data; pages from templates |
//! | program | [`pipeline`], [`cli`] | the stages joined; the command |
//!
//! # Examples
//!
//! From a rule file to an answer:
//!
//! ```
//! use bouton::graph::Budget;
//! use bouton::rules::Choices;
//! use bouton::source::Source;
//! use bouton::{pipeline, solve::Outcome};
//! use num_bigint::BigUint;
//!
//! let source = Source::new("nim.game", r#"game "Nim" { heaps 3  move take any from one heap }"#);
//! let loaded = pipeline::parse(source).unwrap().load(None, &Choices::default()).unwrap();
//! let start = [3u32, 5, 7].map(BigUint::from);
//! let answer = loaded.games[0].answer(&start, &Budget::default(), &mut ()).unwrap();
//! assert_eq!(answer.outcome, Outcome::N);
//! assert_eq!(answer.winning.len(), 3);
//! ```

pub mod answer;
pub mod check;
pub mod claim;
pub mod cli;
pub mod compare;
pub mod diagnostics;
pub mod explain;
pub mod game;
pub mod graph;
pub mod import;
pub mod logic;
pub mod pattern;
pub mod pipeline;
pub mod play;
pub mod proof;
pub mod prove;
pub mod quotient;
pub mod render;
pub mod rules;
pub mod solve;
pub mod source;
pub mod starter;
pub mod syntax;
pub mod text;
pub mod theorem;
