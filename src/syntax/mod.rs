//! Rule files to syntax trees: the rule language, its YAML form, and their errors.
//!
//! # The rule language
//!
//! A file holds games; `//` and `#` start comments; statements need no separator, but may be followed by `;`.
//!
//! ```text
//! game "Nim" {                                 a name in quotes, or one a language: {en: "Nim", zh: "尼姆"}
//!   heaps 3                                    or names: heaps red, white    heaps {en: "red", zh: "红"}, …
//!   let K = 2                                  a parameter: a number, `unlimited`, or a list [2, 3, 5]
//!   heap_limit K  take_limit 3                 shorthand for the move below
//!   move take 1..3 from each of 1..K heaps     a name may follow `move`, in quotes
//!   play normal                                or misere
//!   start (3, 5, 7)
//!   claim "name" within min <= 1: P = (0,n,n) for n >= 2 | (1,1,1)
//!   claim: P when nimsum = 0
//!   claim grundy(h) = h mod 4
//!   claim: grundy has period 12 from 71        also: has period 4 with saltus 4 from 1
//!   references "Bouton, 1901"
//!   variant "misere" { play misere }           what it says takes the place of what the game says
//!
//!   first move take 1..h-1 from one heap       for the very first move; the other moves are for all later ones
//!   pass once, not when sum = 0                a move, which needs no `move` before it
//!   keeping r >= s                             what holds for every position that a move leaves
//!   end when min = 0                           where the game is over though moves may be left
//!   wins when own mod 2 = 0                    who wins then; also: the player to move wins when …
//!   tally mod 2                                counts what each player takes: `own` and `other`
//!   remember c = 0 mod 3                       a register, which moves change by `then c := c + 1`
//!   octal "0.77"                               a taking-and-breaking game by its code, in place of moves
//! }
//! ```
//!
//! # Moves
//!
//! ```text
//! take AMOUNTS from HEAPS where CONDITION      perhaps with `, then may split it in 2` or `, then split it in 2..3`
//! move AMOUNT from heap i to heap i-1          also: from one heap to another, to another non-empty heap
//! split one heap in 2..3 where parts differ    also: where parts equal, or into a, b where a != b
//! merge 2 heaps
//! replace one heap by x where x < h            also: by floor(h/2), by x in {h-1, floor(h/2)}
//! replace one heap by 0..4 smaller heaps       perhaps with `where parts differ`
//! pass                                         also: pass once, twice, 3 times, each player may pass once
//! with k >= 1 where b >= k: a := a + k, b := b - k
//! ```
//!
//! Each may have conditions and end with `, then c := c + 1, d := 0`. The last says what named heaps become, all at once;
//! without letters it is just `a := b, b := a`, or `where a > b: a := a - b`.
//!
//! AMOUNTS: `any`, `2`, `1..m`, `{1, 3, 4..6}`, `{k*k for k >= 1}`, a letter `s`, `s in {1, 3}`; `the same AMOUNT` from every
//! touched heap; letters `a, b`, one a heap; `AMOUNT in total`; `2..4 or all that is left`. A word such as `tokens` may
//! follow. HEAPS: `one heap`, `2 heaps`, `1..3 heaps`, `each of 1..K heaps`, `any heaps`, `both heaps`, `all heaps`,
//! `every non-empty heap`, `heap 2`, `heap red`, `heap i`, `heaps 1, 3`, `the largest heap`, `the smallest heap`, `the first
//! heap`, `the last heap`, `either end`, `each of 1..2 adjacent heaps`, perhaps `in a circle`. `every heap` and `each heap`
//! are all heaps; with a `where` they are all those heaps that meet it. A `where` may also stand before `from`; its
//! conditions may be separated by commas, and all of them must hold. `not when a, b` means not when both hold.
//!
//! # Expressions
//!
//! From loosest to tightest: `or`; `and`; `not`; `= != < <= > >=`, which chain, and `in`; `+ -`;
//! `* / mod`; `2k`, a numeral written against a name or bracket; `-x`; `^`; `L[i]` and `f(x)`. A name of one letter is
//! never a function: `k(k+1)` is a product.
//!
//! In a claim, a `for` gives its conditions to all positions between it and the `for` before, except those conditions
//! whose letters only other positions use; a `where a[k] = …, b[k] = …` gives its sequences likewise.
//!
//! # The YAML form
//!
//! The same with keys: `name`, `heaps`, `let` (a mapping), `heap_limit`, `take_limit`, `moves` (a list of moves as above,
//! or of `{name: …, move: …}`, with `first` in place of `move` for the very first move), `first moves` (such a list),
//! `octal`, `keeping`, `end when`, `wins when`, `tally` (a number, or `exact`), `remember` (a mapping, as in `c: 0 mod 3`),
//! `play`, `start` (a list), `claims`, `variants` (a mapping of names to rules, or a list of rules with a `name`),
//! `references`. A claim is a text as above, or has `name`, `within` and one of `losing` (positions),
//! `losing when` (a condition), `period` (such as `12 from 71`) and `grundy`: a value in the letter h, such as `h mod 4`, or
//! with a letter of its own, `grundy(n) = n mod 4`. Several games are several documents (`---`), or a list under `games`.
//!
//! # Limits
//!
//! What is nested too deep, too long or has too many digits is an error, so that no input takes long or overflows the
//! stack: brackets and YAML values [`MAX_NESTING`] deep, numerals of 10,000 digits, statements of 100,000 bytes,
//! 100,000 YAML values with aliases followed.

pub mod tree;

mod blocks;
mod claims;
mod expression;
mod format;
mod fragment;
mod grammar;
mod moves;
mod problems;
mod scan;
mod spans;
mod starts;
mod statement;
mod take;
mod verbs;
mod yaml;

use crate::diagnostics::{Diagnostic, Severity};
use crate::source::{Source, Span};
use problems::Problems;

pub use format::{FormatError, format, print_game};
pub use yaml::schema;

/// The most brackets, or YAML values, that stand inside one another.
pub const MAX_NESTING: usize = 64;

/// What parsing a file gives: as much of the tree as could be read, and what is wrong.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// The games. Statements with errors are left out.
    pub file: tree::File,
    /// What is wrong, in source order, and at most 20 of it.
    pub diagnostics: Vec<Diagnostic>,
}

impl Parsed {
    /// Whether the file can't be used.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
    }
}

/// The two forms of a rule file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The rule language.
    RuleLanguage,
    /// YAML.
    Yaml,
}

/// Parses a rule file.
///
/// The name's extension tells its form, `.game`, `.yaml` or `.yml`. With another name, a text that starts with `game`
/// and a name or brace is in the rule language, and any other is YAML.
///
/// # Examples
///
/// ```
/// use bouton::source::Source;
///
/// let source = Source::new("nim.game", r#"game "Nim" { heaps 3  move take any from one heap }"#);
/// let parsed = bouton::syntax::parse(&source);
/// assert!(parsed.diagnostics.is_empty());
/// assert_eq!(parsed.file.games[0].body.moves.len(), 1);
/// ```
pub fn parse(source: &Source) -> Parsed {
    let problems = Problems::default();
    let file = match form(source) {
        Form::RuleLanguage => blocks::parse(&source.text, &problems),
        Form::Yaml => yaml::parse(&source.text, &problems),
    };
    Parsed { file, diagnostics: problems.into_vec() }
}

/// Which form a source is in, by its name's extension, or by how it starts.
pub fn form(source: &Source) -> Form {
    let name = source.name.to_lowercase();
    if name.ends_with(".game") {
        return Form::RuleLanguage;
    }
    if name.ends_with(".yaml") || name.ends_with(".yml") {
        return Form::Yaml;
    }
    let mut rest = source.text.trim_start_matches('\u{FEFF}').trim_start();
    while rest.starts_with("//") || rest.starts_with('#') {
        rest = rest.find('\n').map_or("", |end| rest[end..].trim_start());
    }
    match rest.strip_prefix("game") {
        Some(after) if after.trim_start().starts_with(['"', '{']) => Form::RuleLanguage,
        _ => Form::Yaml,
    }
}

/// The error for a file that says nothing.
fn empty_file() -> Diagnostic {
    Diagnostic::error("empty-file", Span::default(), "this file holds no game")
        .help("write for example `game \"Nim\" { heaps 3  move take any from one heap }`")
        .help("or in YAML `heaps: 3` and `heap_limit: 1`, each on a line of its own")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_form_is_told_by_name_or_content() {
        let form_of = |name: &str, text: &str| form(&Source::new(name, text));
        assert_eq!(form_of("a.game", "heaps: 3"), Form::RuleLanguage);
        assert_eq!(form_of("a.yml", "game \"x\" {}"), Form::Yaml);
        assert_eq!(form_of("<stdin>", "\u{FEFF}// c\n# d\n game \"x\" {}"), Form::RuleLanguage);
        assert_eq!(form_of("<stdin>", "game {en: \"x\"} {}"), Form::RuleLanguage);
        assert_eq!(form_of("<stdin>", "games:\n  - heaps: 3"), Form::Yaml);
        assert_eq!(form_of("<stdin>", ""), Form::Yaml);
    }
}
