//! The command line, from which help, completions and the manual page are made too.

use crate::explain::Detail;
use crate::graph::Budget;
use crate::render::Format;
use crate::rules::Choices;
use crate::rules::expr::Value;

use crate::starter::Limit;
use crate::text::Language;
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use num_bigint::BigUint;
use std::path::{Path, PathBuf};

/// Solves take-away games, proves who wins, and writes the solution as a textbook would.
#[derive(Debug, Parser)]
#[command(name = "bouton", version, propagate_version = false, max_term_width = 100)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub(super) command: Command,
}

/// The definition of the command line.
pub fn command() -> clap::Command {
    Arguments::command()
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Writes the worked solution of a game
    Explain(Explain),
    /// Tells who wins, by which moves, and lists P-positions and Grundy values
    Solve(Solve),
    /// Checks rule files, and proves, verifies or refutes their claims
    Check(Check),
    /// Finds a closed form of the P-positions and proves it
    Prove(Prove),
    /// Checks certificates of proofs
    Verify(Verify),
    /// Puts games side by side: the variants of a game, or the games of several files
    Compare(Compare),
    /// Draws the graph of positions and moves
    Graph(Graph),
    /// Plays a game in the terminal, against you or between two of you
    Play(Play),
    /// Writes a commented rule file to start from
    New(New),
    /// Turns a game in the planning-style format into a rule file
    Import(Import),
    /// Puts rule files into canonical form
    Fmt(Fmt),
    /// Prints a JSON Schema of the YAML form, by which editors complete and check rule files
    Schema(Schema),
    /// Lists the shipped games, or prints the rules of one
    Rules(Rules),
    /// Measures how fast games are solved, beside a program written by hand
    Bench(Bench),
    /// Prints completions for a shell
    Completions(Completions),
    /// Prints the manual page
    Man,
}

/// What every command that reads one game takes.
#[derive(Debug, Args)]
pub(super) struct Chosen {
    /// The rule file, in YAML or the rule language; - reads standard input
    pub(super) file: PathBuf,
    /// The game of the file, by name, where it holds several
    #[arg(long, value_name = "NAME")]
    pub(super) game: Option<String>,
    /// A variant of the game, by name
    #[arg(long, value_name = "NAME")]
    pub(super) variant: Option<String>,
    /// Sets a parameter, as in K=2 or m=unlimited; may be given several times
    #[arg(long, value_name = "NAME=VALUE", value_parser = parameter)]
    pub(super) set: Vec<(String, Value)>,
    /// Leaves the library of known theorems aside, so that only what the program finds and proves itself counts
    #[arg(long)]
    pub(super) no_library: bool,
}

impl Chosen {
    /// The choices among what the file says.
    pub(super) fn choices(&self) -> Choices {
        Choices { variant: self.variant.clone(), set: self.set.clone() }
    }
}

/// How much may be solved, and what is said meanwhile.
#[derive(Debug, Args)]
pub(super) struct Effort {
    /// Ends a solve that grows larger: positions (500000, 20M), memory (512MB, 4GB), or both with a comma
    #[arg(long, value_name = "LIMIT")]
    pub(super) budget: Option<Budget>,
    /// Says nothing on standard error but errors
    #[arg(long, short)]
    pub(super) quiet: bool,
}

/// How a document is written.
#[derive(Debug, Args)]
pub(super) struct Page {
    /// The language of the text
    #[arg(long, value_name = "LANGUAGE", default_value = "en", value_parser = language)]
    pub(super) lang: Language,
    /// A piece to include in a larger document: LaTeX without preamble
    #[arg(long)]
    pub(super) fragment: bool,
    /// A folder whose templates replace the program's own, file by file
    #[arg(long, value_name = "DIR")]
    pub(super) templates: Option<PathBuf>,
    /// Writes to a file, whole or not at all
    #[arg(long, short, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(super) struct Explain {
    #[command(flatten)]
    pub(super) chosen: Chosen,
    /// The position to start from, as in 3,5,7; the file's start if not given
    #[arg(long, value_name = "SIZES", value_parser = sizes, allow_hyphen_values = true)]
    pub(super) start: Option<Sizes>,
    /// Proves by cases which positions are lost among those whose smallest heap holds at most so many tokens, and answers by
    /// that rather than by the library
    #[arg(long, value_name = "N", value_parser = whole::<u64>)]
    pub(super) smallest: Option<u64>,
    /// The format of the document
    #[arg(long, value_name = "FORMAT", default_value = "md")]
    pub(super) to: DocumentFormat,
    /// How much the solution gives away
    #[arg(long, value_name = "LEVEL", default_value = "proof")]
    pub(super) detail: Level,
    #[command(flatten)]
    pub(super) page: Page,
    #[command(flatten)]
    pub(super) effort: Effort,
}

#[derive(Debug, Args)]
pub(super) struct Solve {
    #[command(flatten)]
    pub(super) chosen: Chosen,
    /// The position to answer, as in 3,5,7; the file's start if neither this nor --max is given
    #[arg(long, value_name = "SIZES", value_parser = sizes, allow_hyphen_values = true)]
    pub(super) start: Option<Sizes>,
    /// Proves by cases which positions are lost among those whose smallest heap holds at most so many tokens, and answers by
    /// that rather than by the library
    #[arg(long, value_name = "N", value_parser = whole::<u64>)]
    pub(super) smallest: Option<u64>,
    /// Lists the P-positions with heaps up to so many tokens
    #[arg(long, value_name = "N", value_parser = whole::<u64>)]
    pub(super) max: Option<u64>,
    /// Gives Grundy values too
    #[arg(long)]
    pub(super) grundy: bool,
    /// Counts the P-positions up to --max rather than listing them
    #[arg(long, requires = "max", conflicts_with_all = ["grundy", "start"])]
    pub(super) count: bool,
    /// Says in which way all positions up to --max would be solved, and why, and solves nothing
    #[arg(long, requires = "max", conflicts_with_all = ["count", "start"])]
    pub(super) plan: bool,
    /// Gives the misère quotient of all heaps up to --max, or up to the largest of the start
    #[arg(long, conflicts_with_all = ["grundy", "count", "plan"])]
    pub(super) quotient: bool,
    /// The format of the result
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(super) format: TableFormat,
    /// Writes to a file, whole or not at all
    #[arg(long, short, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
    #[command(flatten)]
    pub(super) effort: Effort,
}

#[derive(Debug, Args)]
pub(super) struct Check {
    /// The rule files; - reads standard input
    #[arg(required = true, value_name = "FILE")]
    pub(super) files: Vec<PathBuf>,
    /// Only the game with this name
    #[arg(long, value_name = "NAME")]
    pub(super) game: Option<String>,
    /// Compares claims with all positions whose heaps hold up to so many tokens; chosen by the number of heaps if not
    /// given
    #[arg(long, value_name = "N", value_parser = whole::<u64>)]
    pub(super) max: Option<u64>,
    /// Leaves the library of known theorems aside
    #[arg(long)]
    pub(super) no_library: bool,
    /// The format of the result
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(super) format: ReportFormat,
    #[command(flatten)]
    pub(super) effort: Effort,
}

#[derive(Debug, Args)]
pub(super) struct Prove {
    /// The rule file, in YAML or the rule language; - reads standard input
    #[arg(required_unless_present = "sweep")]
    pub(super) file: Option<PathBuf>,
    /// The game of the file, by name, where it holds several
    #[arg(long, value_name = "NAME")]
    pub(super) game: Option<String>,
    /// A variant of the game, by name
    #[arg(long, value_name = "NAME")]
    pub(super) variant: Option<String>,
    /// Sets a parameter, as in K=2 or m=unlimited; may be given several times
    #[arg(long, value_name = "NAME=VALUE", value_parser = parameter)]
    pub(super) set: Vec<(String, Value)>,
    /// Proves who wins from this position alone, by exhaustion: the heaps' sizes with commas
    #[arg(long, value_name = "SIZES", value_parser = sizes)]
    pub(super) start: Option<Sizes>,
    /// Proves by cases which positions are lost among those whose smallest heap holds at most so many tokens
    #[arg(long, value_name = "N", conflicts_with = "start", value_parser = whole::<u64>)]
    pub(super) smallest: Option<u64>,
    /// Leaves the library of known theorems aside
    #[arg(long)]
    pub(super) no_library: bool,
    /// Goes through the general game, as in "n=3..5, K=1..n-1, m=1..4, play=normal,misere"
    #[arg(long, value_name = "RANGES", conflicts_with_all = ["file", "game", "variant", "set", "certificate", "start", "smallest"])]
    pub(super) sweep: Option<String>,
    /// Keeps what a sweep has found in a file, a line a game, and goes on from there
    #[arg(long, value_name = "FILE", requires = "sweep")]
    pub(super) resume: Option<PathBuf>,
    /// Writes the certificate of the proof to a file
    #[arg(long, value_name = "FILE")]
    pub(super) certificate: Option<PathBuf>,
    /// The format of the result; a sweep can also be a table
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(super) format: ProveFormat,
    /// The language of the text
    #[arg(long, value_name = "LANGUAGE", default_value = "en", value_parser = language)]
    pub(super) lang: Language,
    /// The most positions of the tables from which conjectures are taken
    #[arg(long, value_name = "N", default_value_t = 2_000_000, value_parser = whole::<usize>)]
    pub(super) positions: usize,
    /// Says nothing on standard error but errors
    #[arg(long, short)]
    pub(super) quiet: bool,
}

#[derive(Debug, Args)]
pub(super) struct Verify {
    /// The certificates; - reads standard input
    #[arg(required = true, value_name = "FILE")]
    pub(super) files: Vec<PathBuf>,
    /// Accepts only certificates about a game of this rule file, or about one of its variants
    #[arg(long, value_name = "FILE")]
    pub(super) rules: Option<PathBuf>,
    /// Sets a parameter of that rule file, as in K=2 or m=unlimited; may be given several times
    #[arg(long, value_name = "NAME=VALUE", value_parser = parameter, requires = "rules")]
    pub(super) set: Vec<(String, Value)>,
    /// The format of the result
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(super) format: ReportFormat,
}

#[derive(Debug, Args)]
pub(super) struct Compare {
    /// The rule files; each game is taken with its variants; - reads standard input
    #[arg(required = true, value_name = "FILE")]
    pub(super) files: Vec<PathBuf>,
    /// Only the game with this name
    #[arg(long, value_name = "NAME")]
    pub(super) game: Option<String>,
    /// Sets a parameter, as in K=2 or m=unlimited; may be given several times
    #[arg(long, value_name = "NAME=VALUE", value_parser = parameter)]
    pub(super) set: Vec<(String, Value)>,
    /// The position from which all games start, as in 3,5,7; each game's own if not given
    #[arg(long, value_name = "SIZES", value_parser = sizes, allow_hyphen_values = true)]
    pub(super) start: Option<Sizes>,
    /// Compares all positions whose heaps hold up to so many tokens; chosen by the number of heaps if not given
    #[arg(long, value_name = "N", value_parser = whole::<u64>)]
    pub(super) max: Option<u64>,
    /// The format of the comparison
    #[arg(long, value_name = "FORMAT", default_value = "md")]
    pub(super) to: DocumentFormat,
    #[command(flatten)]
    pub(super) page: Page,
    #[command(flatten)]
    pub(super) effort: Effort,
}

#[derive(Debug, Args)]
pub(super) struct Graph {
    #[command(flatten)]
    pub(super) chosen: Chosen,
    /// The position to start from, as in 3,5,7; the file's start if not given
    #[arg(long, value_name = "SIZES", value_parser = sizes, allow_hyphen_values = true)]
    pub(super) start: Option<Sizes>,
    /// The format of the drawing
    #[arg(long, value_name = "FORMAT", default_value = "dot")]
    pub(super) to: DrawingFormat,
    /// From an N-position, draws the winning moves alone
    #[arg(long)]
    pub(super) winning_only: bool,
    /// Writes to a file, whole or not at all
    #[arg(long, short, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
    #[command(flatten)]
    pub(super) effort: Effort,
}

#[derive(Debug, Args)]
pub(super) struct Play {
    #[command(flatten)]
    pub(super) chosen: Chosen,
    /// The position to start from, as in 3,5,7; the file's start if not given
    #[arg(long, value_name = "SIZES", value_parser = sizes)]
    pub(super) start: Option<Sizes>,
    /// Who makes the first move: me, at the keyboard, or you, the program
    #[arg(long, value_name = "WHO", default_value = "me", conflicts_with = "friend")]
    pub(super) first: First,
    /// Two people play, and the program keeps to the rules
    #[arg(long)]
    pub(super) friend: bool,
    /// The language of the text
    #[arg(long, value_name = "LANGUAGE", default_value = "en", value_parser = language)]
    pub(super) lang: Language,
    /// A folder whose templates replace the program's own, file by file
    #[arg(long, value_name = "DIR")]
    pub(super) templates: Option<PathBuf>,
    #[command(flatten)]
    pub(super) effort: Effort,
}

/// Who makes the first move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum First {
    /// The player at the keyboard
    Me,
    /// The program
    You,
}

#[derive(Debug, Args)]
pub(super) struct New {
    /// The name of the game
    #[arg(long, value_name = "NAME")]
    pub(super) name: Option<String>,
    /// How many heaps there are
    #[arg(long, value_name = "N", value_parser = whole::<usize>)]
    pub(super) heaps: Option<usize>,
    /// From at most how many heaps a move takes: a number or unlimited
    #[arg(long, value_name = "K", value_parser = limit)]
    pub(super) heap_limit: Option<Limit>,
    /// At most how many tokens a move takes from each heap: a number or unlimited
    #[arg(long, value_name = "M", value_parser = limit)]
    pub(super) take_limit: Option<Limit>,
    /// Whoever takes the last token loses
    #[arg(long)]
    pub(super) misere: bool,
    /// The position to start from, as in 3,5,7
    #[arg(long, value_name = "SIZES", value_parser = sizes)]
    pub(super) start: Option<Sizes>,
    /// The form of the rule file; as the ending of the output's name says, or else yaml
    #[arg(long, value_name = "FORM")]
    pub(super) format: Option<RuleForm>,
    /// Asks nothing, and takes for granted what is not given
    #[arg(long, short)]
    pub(super) yes: bool,
    /// Writes to a new file rather than to standard output
    #[arg(long, short, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(super) struct Import {
    /// The file that holds the planning domain; - reads standard input
    pub(super) file: PathBuf,
    /// Whoever cannot move wins; the format does not say
    #[arg(long)]
    pub(super) misere: bool,
    /// The form of the rule file; as the ending of the output's name says, or else game
    #[arg(long, value_name = "FORM")]
    pub(super) format: Option<RuleForm>,
    /// Writes to a file, whole or not at all
    #[arg(long, short, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
    /// Says nothing on standard error but errors
    #[arg(long, short)]
    pub(super) quiet: bool,
}

/// The forms of a rule file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum RuleForm {
    /// YAML
    #[value(alias = "yml")]
    Yaml,
    /// The rule language
    Game,
}

impl RuleForm {
    /// The form that is asked for, or the one that a file's name says, or `otherwise`.
    pub(super) fn chosen(given: Option<RuleForm>, file: Option<&Path>, otherwise: RuleForm) -> RuleForm {
        let ending = file.and_then(Path::extension).map(|ending| ending.to_string_lossy().to_lowercase());
        given.unwrap_or(match ending.as_deref() {
            Some("yaml" | "yml") => RuleForm::Yaml,
            Some("game") => RuleForm::Game,
            _ => otherwise,
        })
    }
}

#[derive(Debug, Args)]
pub(super) struct Bench {
    /// The hand-written program; of several, each piece of work goes to the first that knows it
    #[arg(long, value_name = "PROGRAM", required = true)]
    pub(super) baseline: Vec<PathBuf>,
    /// How often each piece of work is run; the quickest run counts
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) repeat: u32,
    /// Only the work with this in its name, as in wythoff
    #[arg(long, value_name = "PART")]
    pub(super) only: Option<String>,
    /// The format of the table
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(super) format: BenchFormat,
}

/// The formats of a table of measurements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum BenchFormat {
    /// Columns of text
    Text,
    /// A table in Markdown
    Md,
    /// JSON
    Json,
}

#[derive(Debug, Args)]
pub(super) struct Fmt {
    /// The rule files, which are rewritten in place; - reads standard input and writes standard output
    #[arg(required = true, value_name = "FILE")]
    pub(super) files: Vec<PathBuf>,
    /// Rewrites nothing: names the files that are not in canonical form, with exit status 1 if there are any
    #[arg(long)]
    pub(super) check: bool,
}

#[derive(Debug, Args)]
pub(super) struct Schema {
    /// Writes to a file, whole or not at all
    #[arg(long, short, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(super) struct Rules {
    /// The shipped game whose rule file is printed, as in nim; lists all of them if not given
    pub(super) name: Option<String>,
    /// Writes to a file, whole or not at all
    #[arg(long, short, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(super) struct Completions {
    /// The shell
    pub(super) shell: clap_complete::Shell,
}

/// The formats of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum DocumentFormat {
    /// Markdown: CommonMark with tables and TeX formulas
    #[value(alias = "markdown")]
    Md,
    /// LaTeX, for XeLaTeX
    #[value(alias = "tex")]
    Latex,
    /// A page for a browser, with MathML
    Html,
    /// Plain text for the terminal, formulas in Unicode
    #[value(alias = "txt")]
    Text,
    /// The data that the templates are filled with
    Json,
}

impl DocumentFormat {
    /// The renderer's format; nothing for plain data.
    pub(super) fn rendered(self) -> Option<Format> {
        match self {
            DocumentFormat::Md => Some(Format::Markdown),
            DocumentFormat::Latex => Some(Format::Latex),
            DocumentFormat::Html => Some(Format::Html),
            DocumentFormat::Text => Some(Format::Text),
            DocumentFormat::Json => None,
        }
    }
}

/// How much a solution gives away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Level {
    /// The rules, and where to look
    Hint,
    /// The rules, who wins, and by which moves
    Answer,
    /// Everything but the proof
    Solution,
    /// Everything
    Proof,
}

impl From<Level> for Detail {
    fn from(level: Level) -> Detail {
        match level {
            Level::Hint => Detail::Hint,
            Level::Answer => Detail::Answer,
            Level::Solution => Detail::Solution,
            Level::Proof => Detail::Proof,
        }
    }
}

/// The formats of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum TableFormat {
    /// Plain text
    Text,
    /// One JSON object
    Json,
    /// Comma-separated values: the P-positions, or with --grundy all positions and their values
    Csv,
    /// A b-file: a number and a value a line, for games of one heap
    Bfile,
    /// Apache Parquet: the same table as in csv, a column a heap
    #[cfg(feature = "parquet")]
    Parquet,
}

impl TableFormat {
    /// Whether it is a list of positions, and has no place for anything else.
    pub(super) fn is_list(self) -> bool {
        !matches!(self, TableFormat::Text | TableFormat::Json)
    }
}

/// The formats of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ReportFormat {
    /// Plain text
    Text,
    /// One JSON object
    Json,
}

/// The formats of what is proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ProveFormat {
    /// Plain text
    Text,
    /// One JSON object
    Json,
    /// A Markdown table, for a sweep
    Md,
    /// A LaTeX table, for a sweep
    Latex,
    /// Comma-separated values, for a sweep
    Csv,
}

/// The formats of a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum DrawingFormat {
    /// The dot language of Graphviz
    Dot,
}

/// The sizes of heaps as given on the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sizes(pub(super) Vec<BigUint>);

/// The most digits of a heap's size.
const MAX_DIGITS: usize = 1000;

pub(super) fn sizes(text: &str) -> Result<Sizes, String> {
    let inner = text.trim().trim_start_matches('(').trim_end_matches(')');
    let sizes: Result<Vec<BigUint>, String> = inner.split(',').map(|size| self::size(size.trim())).collect();
    sizes.map(Sizes)
}

/// A whole number that a machine counts: digits, or a power such as 10^3.
fn whole<T: TryFrom<BigUint>>(text: &str) -> Result<T, String> {
    let number = size(text.trim()).map_err(|_| format!("`{text}` is no whole number: write one as 1000 or 10^3"))?;
    T::try_from(number).map_err(|_| format!("{text} is more than can be counted here"))
}

/// A size: digits, or a power such as 10^100.
fn size(text: &str) -> Result<BigUint, String> {
    let wrong = || format!("`{text}` is no heap size: write whole numbers with commas between them, as in 3,5,7");
    if let Some(below) = text.strip_prefix('-')
        && !below.is_empty()
        && below.bytes().all(|byte| byte.is_ascii_digit())
    {
        return Err(format!("a heap cannot hold {text} tokens"));
    }
    let digits = |text: &str| {
        let plain = !text.is_empty() && text.len() <= MAX_DIGITS && text.bytes().all(|byte| byte.is_ascii_digit());
        plain.then(|| text.parse::<BigUint>().ok()).flatten()
    };
    match text.split_once('^') {
        None => digits(text).ok_or_else(|| {
            if text.len() > MAX_DIGITS { format!("a heap's size has at most {MAX_DIGITS} digits") } else { wrong() }
        }),
        Some((base, exponent)) => {
            let base = digits(base.trim()).ok_or_else(wrong)?;
            let exponent: u32 = exponent.trim().parse().map_err(|_| wrong())?;
            // The size of the power is known before it is computed.
            if base.bits().saturating_mul(u64::from(exponent)) > 4 * MAX_DIGITS as u64 {
                return Err(format!("a heap's size has at most {MAX_DIGITS} digits"));
            }
            Ok(base.pow(exponent))
        }
    }
}

/// A number of heaps or tokens, at least 1, or `unlimited`.
pub(super) fn limit(text: &str) -> Result<Limit, String> {
    match text.trim() {
        "unlimited" => Ok(Limit::Unlimited),
        number => match number.parse() {
            Ok(0) => Err("a move must be able to take something: write 1 or more".to_owned()),
            Ok(most) => Ok(Limit::AtMost(most)),
            Err(_) => Err(format!("`{number}` is neither a whole number nor `unlimited`")),
        },
    }
}

fn language(code: &str) -> Result<Language, String> {
    Language::from_code(code).ok_or_else(|| {
        let known: Vec<&str> = Language::ALL.into_iter().map(Language::code).collect();
        format!("there is no language `{code}`; there are {}", known.join(" and "))
    })
}

fn parameter(text: &str) -> Result<(String, Value), String> {
    let (name, value) = text.split_once('=').ok_or("write NAME=VALUE, as in K=2")?;
    let value = value.trim();
    let known = Value::of_setting(value);
    let value = known.ok_or_else(|| format!("`{value}` is neither a whole number nor `unlimited`"))?;
    Ok((name.trim().to_owned(), value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        command().debug_assert();
    }

    #[test]
    fn whole_numbers_are_read_as_people_write_them() {
        assert_eq!((whole("20"), whole("10^3"), whole(" 7 ")), (Ok(20u64), Ok(1000), Ok(7)));
        let wrong = |text: &str| whole::<u64>(text).expect_err(text);
        for text in ["1e3", "", "-1", "2.5", "1,000"] {
            assert_eq!(wrong(text), format!("`{text}` is no whole number: write one as 1000 or 10^3"));
        }
        assert_eq!(wrong("10^20"), "10^20 is more than can be counted here");
    }

    #[test]
    fn sizes_are_numbers_and_powers() {
        let read = |text: &str| sizes(text).map(|sizes| sizes.0.iter().map(BigUint::to_string).collect::<Vec<_>>());
        assert_eq!(read("(3, 5,7)"), Ok(vec!["3".to_owned(), "5".to_owned(), "7".to_owned()]));
        assert_eq!(read("10^20"), Ok(vec!["100000000000000000000".to_owned()]));
        for wrong in ["", "3,,5", "-1", "1.5", "x", "9^999999999", "2^", "0x10"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
