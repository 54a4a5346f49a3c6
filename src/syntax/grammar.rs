//! The pest grammar, and its errors in the user's words.

use super::fragment::Fragment;
use super::problems::{Problems, clip};
use super::scan::{Token, TokenKind};
use super::verbs;
use crate::diagnostics::{Diagnostic, nearest};
use pest::Parser;
use pest::error::{Error, ErrorVariant, InputLocation};
use pest::iterators::{Pair, Pairs};
use std::num::NonZeroUsize;
use std::sync::Once;

/// The parser that pest makes from the grammar.
#[derive(pest_derive::Parser)]
#[grammar = "grammars/expression.pest"]
#[grammar = "grammars/game.pest"]
#[grammar = "grammars/moves.pest"]
struct Grammar;

/// The most calls of rules in one parse: far above what any text within the length limit needs.
const MAX_CALLS: usize = 10_000_000;

/// Parses a fragment, whose tokens have been checked, by one of the rules that span it whole; the pairs inside.
pub(super) fn parse<'t>(
    rule: Rule,
    fragment: &'t Fragment,
    tokens: &[Token],
    problems: &Problems,
) -> Option<Pairs<'t, Rule>> {
    static LIMIT: Once = Once::new();
    LIMIT.call_once(|| pest::set_call_limit(NonZeroUsize::new(MAX_CALLS)));
    match Grammar::parse(rule, &fragment.text) {
        Ok(mut pairs) => pairs.next().map(Pair::into_inner),
        Err(error) => problems.fail(explain(rule, error, fragment, tokens)),
    }
}

/// Turns pest's error into one that says what was found, what was expected, and what such a statement looks like.
fn explain(rule: Rule, error: Error<Rule>, fragment: &Fragment, tokens: &[Token]) -> Diagnostic {
    let at = match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
    };
    let ErrorVariant::ParsingError { positives, .. } = error.variant else {
        return Diagnostic::error("too-long", fragment.whole(), "this is too long or too involved to be read");
    };
    let body = match rule {
        Rule::move_statement => Some(verbs::body_start(&fragment.text, tokens, 0)),
        Rule::move_text | Rule::pass_statement => Some(0),
        _ => None,
    };
    if rule == Rule::move_statement
        && let Some(diagnostic) = verbs::bare_first(fragment, tokens)
    {
        return diagnostic;
    }
    if let Some(diagnostic) = body.and_then(|start| verbs::missing_verb(fragment, tokens, start)) {
        return diagnostic;
    }
    let verb = body.and_then(|start| verbs::verb(fragment, tokens, start));
    let mut all = expected_words(&positives);
    let has_then = tokens.iter().any(|token| token.end <= at && &fragment.text[token.start..token.end] == "then");
    // Heaps without the word `heap` may be followed by any of these.
    all.retain(|phrase| match *phrase {
        "`to`" => verb == Some("move"),
        "`by`" => verb == Some("replace"),
        "`in`" => verb == Some("split") || (verb == Some("take") && has_then),
        "`:=`" => verb.is_none_or(|verb| verb == "with") || has_then,
        _ => true,
    });
    let expected = main_words(&all);
    let found = tokens.iter().find(|token| token.end > at);
    let span = match found {
        Some(token) => fragment.span(token.start, token.end),
        None => {
            let end = tokens.last().map_or(0, |token| token.end);
            fragment.span(end, end)
        }
    };
    let list = listed(&expected);
    let diagnostic = match found {
        None if list.is_empty() => Diagnostic::error("syntax", span, "something is missing at the end"),
        None => Diagnostic::error("syntax", span, format!("expected {list}")).label("missing here"),
        Some(token) => {
            let text = format!("`{}`", clip(&fragment.text[token.start..token.end]));
            if list.is_empty() {
                Diagnostic::error("syntax", span, format!("unexpected {text}")).label("does not belong here")
            } else {
                Diagnostic::error("syntax", span, format!("expected {list}, found {text}")).label("not expected here")
            }
        }
    };
    let word = found.filter(|token| token.kind == TokenKind::Word).map(|token| &fragment.text[token.start..token.end]);
    let diagnostic = match word {
        Some(word) if expected.contains(&A_NAME) && is_reserved(word) => {
            diagnostic.help(format!("`{word}` is a word of the language; choose another name"))
        }
        Some(word) => {
            let in_quotes = |phrase: &&'static str| phrase.strip_prefix('`')?.strip_suffix('`');
            // A mark is never what a word was meant to be.
            let words = all.iter().filter_map(in_quotes).filter(|candidate| candidate.starts_with(char::is_alphabetic));
            match nearest(word, words).filter(|near| *near != word && word.len() > 2) {
                Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
                None => diagnostic,
            }
        }
        None => diagnostic,
    };
    if verb.is_some() && has_then {
        return diagnostic.help(
            "after `then` stands what a register becomes, `c := c + 1`, or in a move that takes `split it in 2`",
        );
    }
    if let Some(example) = verb.filter(|verb| *verb != "take").and_then(verbs::example) {
        let example = if rule == Rule::move_statement { format!("move {example}") } else { example.to_owned() };
        return diagnostic.help(format!("a move of this kind is written like `{example}`"));
    }
    match shape(rule) {
        Some(shape) => diagnostic.help(shape),
        None => diagnostic,
    }
}

/// How [`words`] names a name.
const A_NAME: &str = "a name";
/// How [`words`] names amounts.
const AN_AMOUNT: &str = "an amount such as `any`, `2` or `1..3`";
/// How [`words`] names numbers.
const A_NUMBER: &str = "a number";
/// How [`words`] names operators.
const AN_OPERATOR: &str = "an operator";

/// What was expected, in the user's words, each once; operators and commas only where nothing else was.
fn expected_words(rules: &[Rule]) -> Vec<&'static str> {
    let mut expected: Vec<&'static str> = Vec::new();
    for phrase in rules.iter().filter_map(|rule| words(*rule)) {
        if !expected.contains(&phrase) {
            expected.push(phrase);
        }
    }
    // An operator may follow nearly everything; whoever meets an error there hardly missed one.
    if expected.contains(&AN_OPERATOR) {
        expected.retain(|phrase| ![AN_OPERATOR, "`=`"].contains(phrase));
    }
    // A name is a number, too.
    if expected.contains(&A_NUMBER) {
        expected.retain(|phrase| *phrase != A_NAME);
    }
    expected
}

/// What is worth saying of what was expected: where one of the words that a statement can't do without is among it,
/// that alone.
fn main_words(expected: &[&'static str]) -> Vec<&'static str> {
    ["`take`", "`from`", AN_AMOUNT, "`to`", "`in`", "`by`", "`:=`", "`:`"]
        .into_iter()
        .find(|phrase| expected.contains(phrase))
        .map_or_else(|| without_rare(expected), |phrase| vec![phrase])
}

/// What was expected, without words that hardly anybody wants who writes something else, where more was expected.
fn without_rare(expected: &[&'static str]) -> Vec<&'static str> {
    let common: Vec<&str> =
        expected.iter().copied().filter(|phrase| !["`end`", "`adjacent`"].contains(phrase)).collect();
    if common.is_empty() { expected.to_vec() } else { common }
}

/// `a, b or c`.
fn listed(phrases: &[&str]) -> String {
    match phrases {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// Whether names may not be the word.
fn is_reserved(word: &str) -> bool {
    Grammar::parse(Rule::reserved, word).is_ok_and(|mut pairs| pairs.next().is_some_and(|pair| pair.as_str() == word))
}

/// Whether a text is a name as it stands.
pub(super) fn is_name(text: &str) -> bool {
    Grammar::parse(Rule::name, text).is_ok_and(|mut pairs| pairs.next().is_some_and(|pair| pair.as_str() == text))
}

/// What a rule is called in messages; `None` for what is not worth naming, or is only parsed to say "did you mean".
fn words(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::expression => "a number or condition",
        Rule::arithmetic | Rule::numeral | Rule::group | Rule::call | Rule::list | Rule::unlimited => A_NUMBER,
        Rule::set_item => A_NUMBER,
        Rule::name | Rule::heap_name => A_NAME,
        Rule::or | Rule::and | Rule::not | Rule::le | Rule::ge | Rule::ne | Rule::lt | Rule::gt => AN_OPERATOR,
        Rule::add | Rule::sub | Rule::mul | Rule::div | Rule::modulo | Rule::pow | Rule::negative => AN_OPERATOR,
        Rule::index | Rule::membership | Rule::range | Rule::kw_in => AN_OPERATOR,
        Rule::eq => "`=`",
        Rule::comma => "`,`",
        Rule::open_paren => "`(`",
        Rule::open_bracket => "`[`",
        Rule::close_paren => "`)`",
        Rule::close_bracket => "`]`",
        Rule::close_brace => "`}`",
        Rule::set => "a set such as `{1, 3, 4}`",
        Rule::text | Rule::string | Rule::translations => "a name in quotes, such as `\"Nim\"`",
        Rule::translation | Rule::language => "a language (`en` or `zh`)",
        Rule::play => "`normal` or `misere`",
        Rule::heaps | Rule::heap_names => "a number of heaps or their names",
        Rule::parameter => "a parameter such as `K = 2`",
        Rule::start | Rule::position => "a position such as `(3, 5, 7)`",
        Rule::move_body => "a move such as `take any from one heap`",
        Rule::take | Rule::kw_take => "`take`",
        Rule::kw_to => "`to`",
        Rule::kw_into => "`in`",
        Rule::kw_by => "`by`",
        Rule::kw_then | Rule::then_clause | Rule::then_split => "`then`",
        Rule::kw_split => "`split`",
        Rule::becomes => "`:=`",
        Rule::assignments | Rule::assignment => "what a heap becomes, such as `a := a - 1`",
        Rule::target | Rule::another | Rule::kw_another => "`another heap` or a heap such as `heap 2`",
        Rule::parts => "a number of parts",
        Rule::kw_times => "`times`",
        Rule::kw_end => "`end when`",
        Rule::wins_words => "`wins when`",
        Rule::register => "a register such as `c = 0`",
        Rule::initial => A_NUMBER,
        Rule::noise_end => "`end`",
        Rule::each_player | Rule::kw_pass => "`pass`",
        Rule::kw_may => "`may`",
        Rule::kw_wins => "`wins`",
        Rule::kw_adjacent => "`adjacent`",
        Rule::largest => "`largest`",
        Rule::kw_smaller => "`smaller`",
        Rule::smallest => "`smallest`",
        Rule::first => "`first`",
        Rule::last => "`last`",
        Rule::rest_words => "`all that is left`",
        Rule::code => "a code in quotes, such as `\"0.77\"`",
        Rule::amounts | Rule::single | Rule::amount | Rule::amount_set | Rule::any_amount => AN_AMOUNT,
        Rule::same | Rule::kw_same => "`same`",
        Rule::kw_from => "`from`",
        Rule::kw_where | Rule::where_clause => "`where`",
        Rule::selection => "heaps such as `one heap` or `both heaps`",
        Rule::heap_word_one => "`heap`",
        Rule::heaps_word => "`heaps`",
        Rule::count => "a number of heaps",
        Rule::kw_of => "`of`",
        Rule::kw_total => "`total`",
        Rule::claim_body | Rule::families_claim | Rule::when_claim | Rule::kw_p => "`P`",
        Rule::kw_grundy | Rule::grundy_claim | Rule::period_claim => "`grundy`",
        Rule::kw_period => "`period`",
        Rule::kw_saltus => "`saltus`",
        Rule::period => "a period such as `12` or `12 from 71`",
        Rule::within | Rule::kw_within => "`within`",
        Rule::kw_when => "`when`",
        Rule::colon => "`:`",
        Rule::families | Rule::family => "a position such as `(0, n, n)`",
        Rule::for_clause | Rule::kw_for | Rule::binder => "`for`",
        Rule::bar => "`|`",
        Rule::sequences => "`where`",
        Rule::sequence => "a sequence such as `a[k] = 2k`",
        _ => return None,
    })
}

/// What the statement that a rule parses looks like.
fn shape(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::game_header => "a game is written `game \"Nim\" { … }`",
        Rule::variant_header => "a variant is written `variant \"misere\" { play misere }`",
        Rule::heaps_statement => "write for example `heaps 3` or `heaps red, white, black`",
        Rule::heaps_text => "write for example `heaps: 3` or `heaps: [red, white, black]`",
        Rule::let_statement => "a parameter is written `let K = 2`, `let m = unlimited` or `let L = [2, 3, 5]`",
        Rule::play_statement => {
            "write `play normal` (whoever moves last wins) or `play misere` (whoever moves last loses)"
        }
        Rule::start_statement => "a start is written with the size of each heap: `start (3, 5, 7)`",
        Rule::start_text => "a start is written with the size of each heap: `start: [3, 5, 7]`",
        Rule::references_statement => {
            "references are written in quotes: `references \"Bouton, 1901\", \"Moore, 1910\"`"
        }
        Rule::move_statement => {
            "a move is written like `move take 1..3 from one heap` or `move take the same any from both heaps`"
        }
        Rule::move_text => "a move is written like `take 1..3 from one heap` or `take the same any from both heaps`",
        Rule::pass_statement => "write for example `pass once, not when sum = 0` or `each player may pass once`",
        Rule::keeping_statement => "what holds after every move is written like `keeping r >= s >= t`",
        Rule::end_statement => "the end of the game is written like `end when min = 0`",
        Rule::wins_statement => "who wins at the end is written like `wins when own mod 2 = 0`",
        Rule::tally_statement => "write `tally`, or `tally mod 2` if only the parity matters",
        Rule::tally_text => "write for example `tally: 2` (modulo 2) or `tally: exact`",
        Rule::remember_statement => "write for example `remember c = 0` or `remember c = 0 mod 3`",
        Rule::register_text => "write the value at the start, such as `0`, or `0 mod 3`",
        Rule::octal_statement => "write for example `octal \"0.77\"`",
        Rule::claim_statement => {
            "a claim is written like `claim \"name\": P = (0, n, n) for n >= 2 | (1, 1, 1)` or `claim: P when nimsum = 0`"
        }
        Rule::claim_text => "a claim is written like `P = (0, n, n) for n >= 2 | (1, 1, 1)` or `P when nimsum = 0`",
        Rule::families_text => "positions are written like `(0, n, n) for n >= 2 | (1, 1, 1)`",
        Rule::period_text => "write the period, and from which size on it holds, such as `12 from 71`",
        Rule::grundy_text => "write the value for a heap of size h, such as `h mod 4`, or `grundy(n) = n mod 4`",
        Rule::condition_text => "a condition is written like `min <= 1` or `h mod 2 = 0 and i = 1`",
        Rule::value_text => "a value is a number, `unlimited` or a list such as `[2, 3, 5]`",
        Rule::number_text => "write a number, such as `3`, or a parameter's name",
        Rule::heap_limit_statement => "write for example `heap_limit 2`",
        Rule::take_limit_statement => "write for example `take_limit 3`",
        _ => return None,
    })
}
