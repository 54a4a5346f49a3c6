//! Expressions: from pest's pairs to the tree, with a table of precedences.

use super::MAX_NESTING;
use super::fragment::Fragment;
use super::grammar::Rule;
use super::problems::Problems;
use super::scan::Token;
use super::tree::{BinaryOp, Binder, Expr, ExprKind, SetItem};
use crate::diagnostics::Diagnostic;
use crate::source::{Span, Spanned};
use num_bigint::BigUint;
use pest::iterators::Pair;
use pest::pratt_parser::{Assoc, Op, PrattParser};
use std::sync::LazyLock;

/// The most operators and brackets inside one another: keeps every walk over an expression from being deep.
const MAX_LEVEL: usize = 4 * MAX_NESTING;

/// How tightly operators bind, from loosest to tightest.
///
/// A numeral written against a name binds more tightly than `/` and `mod`, but less than `^`: `n / 2k` is n/(2k), and
/// `2k^2` is 2(k^2).
static PRECEDENCE: LazyLock<PrattParser<Rule>> = LazyLock::new(|| {
    let left = |rule| Op::infix(rule, Assoc::Left);
    let right = |rule| Op::infix(rule, Assoc::Right);
    PrattParser::new()
        .op(left(Rule::or) | left(Rule::wrong_or))
        .op(left(Rule::and) | left(Rule::wrong_and))
        .op(Op::prefix(Rule::not) | Op::prefix(Rule::wrong_not))
        .op(left(Rule::eq)
            | left(Rule::ne)
            | left(Rule::lt)
            | left(Rule::le)
            | left(Rule::gt)
            | left(Rule::ge)
            | left(Rule::wrong_eq)
            | left(Rule::wrong_ne)
            | left(Rule::wrong_le)
            | left(Rule::wrong_ge)
            | Op::postfix(Rule::membership))
        .op(left(Rule::add) | left(Rule::sub))
        .op(left(Rule::mul) | left(Rule::div) | left(Rule::modulo) | left(Rule::wrong_mod))
        .op(Op::prefix(Rule::coefficient))
        .op(Op::prefix(Rule::negative))
        .op(right(Rule::pow) | right(Rule::wrong_pow))
        .op(Op::postfix(Rule::index))
});

/// Builds the tree of one fragment from its pairs; what is wrong goes to the problems.
#[derive(Clone, Copy)]
pub(super) struct Builder<'a> {
    pub(super) fragment: &'a Fragment<'a>,
    pub(super) tokens: &'a [Token],
    pub(super) problems: &'a Problems,
}

/// An expression on its way, and whether it stands in parentheses, which keep `(a < b) = c` from being a chain.
struct Built {
    expr: Expr,
    closed: bool,
}

impl Built {
    fn open(kind: ExprKind, span: Span) -> Built {
        Built { expr: Expr { kind, span }, closed: false }
    }
}

impl<'a> Builder<'a> {
    /// Where a pair stands in the file, without the white space and comments that pest leaves at its end.
    pub(super) fn span(&self, pair: &Pair<Rule>) -> Span {
        let span = pair.as_span();
        let before = self.tokens.partition_point(|token| token.end <= span.end());
        let end = before.checked_sub(1).map_or(span.end(), |index| self.tokens[index].end);
        self.fragment.span(span.start(), end.max(span.start()))
    }

    /// A name with its place.
    pub(super) fn name(&self, pair: &Pair<Rule>) -> Spanned<String> {
        Spanned::new(pair.as_str().to_owned(), self.span(pair))
    }

    /// Reports what a user of another language wrote, where it is clear what was meant.
    pub(super) fn did_you_mean(&self, pair: &Pair<Rule>, meant: &str) {
        let message = format!("`{}` is written `{meant}` here", pair.as_str().trim());
        self.problems.push(Diagnostic::error("did-you-mean", self.span(pair), message));
    }

    /// An `expression` or `arithmetic`.
    pub(super) fn expression(&self, pair: Pair<Rule>) -> Option<Expr> {
        self.expression_at(pair, 0)
    }

    /// An expression inside `level` others.
    fn expression_at(&self, pair: Pair<Rule>, level: usize) -> Option<Expr> {
        let span = self.span(&pair);
        let operators = pair.clone().into_inner().filter(|part| !is_operand(part.as_rule())).count();
        let inside = level + operators + 1;
        if inside > MAX_LEVEL {
            let message = format!("more than {MAX_LEVEL} operators and brackets stand inside one another here");
            return self.problems.fail(
                Diagnostic::error("too-deep", span, message)
                    .help("split it: give parts a name with `let`, or use a list or set"),
            );
        }
        PRECEDENCE
            .map_primary(|pair| self.operand(pair, inside))
            .map_prefix(|operator, operand| self.prefix(&operator, operand?))
            .map_postfix(|operand, operator| self.postfix(operand?, operator, inside))
            .map_infix(|left, operator, right| self.infix(left?, &operator, right?))
            .parse(pair.into_inner())
            .map(|built| built.expr)
    }

    fn operand(&self, pair: Pair<Rule>, level: usize) -> Option<Built> {
        let span = self.span(&pair);
        let kind = match pair.as_rule() {
            Rule::numeral => ExprKind::Int(number(pair.as_str())),
            Rule::name => ExprKind::Name(pair.as_str().to_owned()),
            Rule::unlimited => ExprKind::Unlimited,
            Rule::list => ExprKind::List(self.expressions(pair, level)?),
            Rule::call => return self.call(pair, level),
            Rule::group => {
                let inner = self.expressions(pair, level)?.pop()?;
                return Some(Built { expr: Expr { kind: inner.kind, span }, closed: true });
            }
            Rule::wrong_decimal => {
                return self.problems.fail(
                    Diagnostic::error("decimal", span, "decimals are not part of the language: numbers are exact")
                        .help("write a fraction, such as `3/2` for 1.5, or a range with two points, such as `1..5`"),
                );
            }
            rule => unreachable!("{rule:?} is no operand"),
        };
        Some(Built::open(kind, span))
    }

    /// The expressions directly inside a pair.
    fn expressions(&self, pair: Pair<Rule>, level: usize) -> Option<Vec<Expr>> {
        pair.into_inner()
            .filter(|part| matches!(part.as_rule(), Rule::expression | Rule::arithmetic))
            .map(|part| self.expression_at(part, level))
            .collect()
    }

    /// `floor(x)`, or the product `k(x+1)`: names of one letter are never functions.
    fn call(&self, pair: Pair<Rule>, level: usize) -> Option<Built> {
        let span = self.span(&pair);
        let name = self.name(&pair.clone().into_inner().next()?);
        let binder = pair.clone().into_inner().find(|part| part.as_rule() == Rule::binder);
        let binder = match binder {
            Some(binder) => {
                let conditions = self.expressions(binder, level)?;
                Some(Box::new(Binder { conditions: self.comparisons(conditions)? }))
            }
            None => None,
        };
        let mut arguments = self.expressions(pair, level)?;
        if name.node.chars().count() == 1 && arguments.len() == 1 && binder.is_none() {
            let letter = Expr { kind: ExprKind::Name(name.node), span: name.span };
            let kind = ExprKind::Binary(BinaryOp::Mul, Box::new(letter), Box::new(arguments.remove(0)));
            return Some(Built { expr: Expr { kind, span }, closed: true });
        }
        Some(Built::open(ExprKind::Call(name, arguments, binder), span))
    }

    /// The comparisons of a `for`; those joined by `and` are taken apart.
    pub(super) fn comparisons(&self, conditions: Vec<Expr>) -> Option<Vec<Expr>> {
        let mut comparisons = Vec::new();
        for condition in self.conjuncts(conditions) {
            match condition.kind {
                ExprKind::Binary(op, ..) if op.is_comparison() => comparisons.push(condition),
                ExprKind::Chain(..) | ExprKind::In(..) => comparisons.push(condition),
                _ => {
                    return self.problems.fail(
                        Diagnostic::error("syntax", condition.span, "a `for` is followed by comparisons")
                            .help("say from where on a letter counts: `for k >= 1`, or `for r >= 1, k >= 1`"),
                    );
                }
            }
        }
        Some(comparisons)
    }

    /// Conditions, with those that are joined by `and` taken apart.
    pub(super) fn conjuncts(&self, conditions: Vec<Expr>) -> Vec<Expr> {
        let mut conjuncts = Vec::new();
        let mut open: Vec<Expr> = conditions.into_iter().rev().collect();
        while let Some(condition) = open.pop() {
            match condition.kind {
                ExprKind::Binary(BinaryOp::And, left, right) => open.extend([*right, *left]),
                _ => conjuncts.push(condition),
            }
        }
        conjuncts
    }

    fn prefix(&self, operator: &Pair<Rule>, operand: Built) -> Option<Built> {
        let place = self.span(operator);
        let span = place.to(operand.expr.span);
        let operand = Box::new(operand.expr);
        let kind = match operator.as_rule() {
            Rule::negative => ExprKind::Neg(operand),
            Rule::coefficient => {
                let numeral = Expr { kind: ExprKind::Int(number(operator.as_str())), span: place };
                ExprKind::Binary(BinaryOp::Mul, Box::new(numeral), operand)
            }
            rule => {
                if rule == Rule::wrong_not {
                    self.did_you_mean(operator, "not");
                }
                ExprKind::Not(operand)
            }
        };
        Some(Built::open(kind, span))
    }

    fn postfix(&self, operand: Built, operator: Pair<Rule>, level: usize) -> Option<Built> {
        let span = operand.expr.span.to(self.span(&operator));
        let operand = Box::new(operand.expr);
        if operator.as_rule() == Rule::index {
            let index = self.expressions(operator, level)?.pop()?;
            return Some(Built::open(ExprKind::Index(operand, Box::new(index)), span));
        }
        let negated = operator.clone().into_inner().any(|part| part.as_rule() == Rule::not_in);
        let set = operator.into_inner().find(|part| matches!(part.as_rule(), Rule::set | Rule::set_item))?;
        let items = match set.as_rule() {
            Rule::set => self.set_at(set, level)?,
            _ => vec![self.set_item_at(set, level)?],
        };
        let kind = ExprKind::In(operand, items);
        Some(Built::open(if negated { ExprKind::Not(Box::new(Expr { kind, span })) } else { kind }, span))
    }

    fn infix(&self, left: Built, operator: &Pair<Rule>, right: Built) -> Option<Built> {
        let (op, right_way) = binary_op(operator.as_rule());
        if let Some(meant) = right_way {
            self.did_you_mean(operator, meant);
        }
        let span = left.expr.span.to(right.expr.span);
        let kind = match left.expr.kind {
            ExprKind::Chain(mut operands, mut ops) if op.is_comparison() && !left.closed => {
                operands.push(right.expr);
                ops.push(op);
                ExprKind::Chain(operands, ops)
            }
            ExprKind::Binary(first, a, b) if op.is_comparison() && first.is_comparison() && !left.closed => {
                ExprKind::Chain(vec![*a, *b, right.expr], vec![first, op])
            }
            kind => {
                let left = Expr { kind, span: left.expr.span };
                ExprKind::Binary(op, Box::new(left), Box::new(right.expr))
            }
        };
        Some(Built::open(kind, span))
    }

    /// The elements of a set in braces.
    pub(super) fn set(&self, pair: Pair<Rule>) -> Option<Vec<SetItem>> {
        self.set_at(pair, 0)
    }

    fn set_at(&self, pair: Pair<Rule>, level: usize) -> Option<Vec<SetItem>> {
        let mut items = Vec::new();
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::set_item => items.push(self.set_item_at(part, level)?),
                Rule::comprehension => {
                    return self.problems.fail(
                        Diagnostic::error("syntax", self.span(&part), "only amounts of a move are a set with `for`")
                            .help("say it by a condition, as in `where is_square(h)`, or list the elements"),
                    );
                }
                _ => {}
            }
        }
        Some(items)
    }

    /// An element of a set: a number or a range. Other rules of that form are welcome too.
    pub(super) fn set_item(&self, pair: Pair<Rule>) -> Option<SetItem> {
        self.set_item_at(pair, 0)
    }

    fn set_item_at(&self, pair: Pair<Rule>, level: usize) -> Option<SetItem> {
        for part in pair.clone().into_inner().filter(|part| part.as_rule() == Rule::wrong_range) {
            self.did_you_mean(&part, "..");
        }
        let mut ends = self.expressions(pair, level)?.into_iter();
        match (ends.next()?, ends.next()) {
            (low, Some(high)) => Some(SetItem::Range(low, high)),
            (value, None) => Some(SetItem::Value(value)),
        }
    }
}

/// Whether a part of an expression is an operand, not an operator.
fn is_operand(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::call | Rule::wrong_decimal | Rule::numeral | Rule::unlimited | Rule::name | Rule::list | Rule::group
    )
}

/// The operator that a rule parses, and how to write it where the rule is for a wrong way.
fn binary_op(rule: Rule) -> (BinaryOp, Option<&'static str>) {
    match rule {
        Rule::or => (BinaryOp::Or, None),
        Rule::wrong_or => (BinaryOp::Or, Some("or")),
        Rule::and => (BinaryOp::And, None),
        Rule::wrong_and => (BinaryOp::And, Some("and")),
        Rule::eq => (BinaryOp::Eq, None),
        Rule::wrong_eq => (BinaryOp::Eq, Some("=")),
        Rule::ne => (BinaryOp::Ne, None),
        Rule::wrong_ne => (BinaryOp::Ne, Some("!=")),
        Rule::lt => (BinaryOp::Lt, None),
        Rule::le => (BinaryOp::Le, None),
        Rule::wrong_le => (BinaryOp::Le, Some("<=")),
        Rule::gt => (BinaryOp::Gt, None),
        Rule::ge => (BinaryOp::Ge, None),
        Rule::wrong_ge => (BinaryOp::Ge, Some(">=")),
        Rule::add => (BinaryOp::Add, None),
        Rule::sub => (BinaryOp::Sub, None),
        Rule::mul => (BinaryOp::Mul, None),
        Rule::div => (BinaryOp::Div, None),
        Rule::modulo => (BinaryOp::Mod, None),
        Rule::wrong_mod => (BinaryOp::Mod, Some("mod")),
        Rule::pow => (BinaryOp::Pow, None),
        Rule::wrong_pow => (BinaryOp::Pow, Some("^")),
        rule => unreachable!("{rule:?} is no operator between two expressions"),
    }
}

/// `a and b`.
pub(super) fn both(left: Expr, right: Expr) -> Expr {
    let span = left.span.to(right.span);
    Expr { kind: ExprKind::Binary(BinaryOp::And, Box::new(left), Box::new(right)), span }
}

/// A number that a word at this place stands for, such as the 1 of `one heap`.
pub(super) fn small(number: u8, span: Span) -> Expr {
    Expr { kind: ExprKind::Int(BigUint::from(number)), span }
}

/// The value of a numeral.
fn number(digits: &str) -> BigUint {
    digits.parse().expect("a numeral is digits")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::{grammar, scan};

    /// The expression with all brackets written, or the codes of what is wrong.
    fn parsed(text: &str) -> String {
        let problems = Problems::default();
        let fragment = Fragment::stretch(text, Span::new(0, text.len()));
        let expr = scan::checked_tokens(&fragment, &problems).and_then(|tokens| {
            let builder = Builder { fragment: &fragment, tokens: &tokens, problems: &problems };
            let mut pairs = grammar::parse(Rule::condition_text, &fragment, &tokens, &problems)?;
            builder.expression(pairs.next()?)
        });
        let codes: Vec<&str> = problems.into_vec().iter().map(|diagnostic| diagnostic.code).collect();
        match expr {
            Some(expr) if codes.is_empty() => shown(&expr),
            _ => codes.join(" "),
        }
    }

    fn shown(expr: &Expr) -> String {
        let list = |exprs: &[Expr]| exprs.iter().map(shown).collect::<Vec<_>>().join(", ");
        match &expr.kind {
            ExprKind::Int(value) => value.to_string(),
            ExprKind::Name(name) => name.clone(),
            ExprKind::Unlimited => "unlimited".to_owned(),
            ExprKind::Neg(a) => format!("(-{})", shown(a)),
            ExprKind::Not(a) => format!("(not {})", shown(a)),
            ExprKind::Binary(op, a, b) => format!("({} {op:?} {})", shown(a), shown(b)),
            ExprKind::Chain(operands, ops) => format!("chain({}; {ops:?})", list(operands)),
            ExprKind::Call(name, arguments, binder) => {
                let binder =
                    binder.as_ref().map_or(String::new(), |binder| format!(" for {}", list(&binder.conditions)));
                format!("{}({}{binder})", name.node, list(arguments))
            }
            ExprKind::Index(a, b) => format!("{}[{}]", shown(a), shown(b)),
            ExprKind::List(items) => format!("[{}]", list(items)),
            ExprKind::In(a, items) => {
                let items: Vec<String> = items
                    .iter()
                    .map(|item| match item {
                        SetItem::Value(value) => shown(value),
                        SetItem::Range(low, high) => format!("{}..{}", shown(low), shown(high)),
                    })
                    .collect();
                format!("({} in {{{}}})", shown(a), items.join(", "))
            }
        }
    }

    #[test]
    fn operators_bind_as_in_mathematics() {
        for (text, meant) in [
            ("1 + 2 * 3 - 4", "((1 Add (2 Mul 3)) Sub 4)"),
            ("2^3^2", "(2 Pow (3 Pow 2))"),
            ("-k^2", "(-(k Pow 2))"),
            ("-a*b", "((-a) Mul b)"),
            ("a - -b", "(a Sub (-b))"),
            ("h mod 2 = 0 and not i = 1 or t > 2", "((((h Mod 2) Eq 0) And (not (i Eq 1))) Or (t Gt 2))"),
            ("a/b/c", "((a Div b) Div c)"),
            ("x ≤ y ≠ z", "chain(x, y, z; [Le, Ne])"),
            ("1 <= a < b", "chain(1, a, b; [Le, Lt])"),
            ("(1 <= a) = b", "((1 Le a) Eq b)"),
            ("a = b = c = d", "chain(a, b, c, d; [Eq, Eq, Eq])"),
            ("x + 1 in {1, 4..6} and y", "(((x Add 1) in {1, 4..6}) And y)"),
            ("x in 1..m or y", "((x in {1..m}) Or y)"),
            ("x not in {2}", "(not (x in {2}))"),
            ("not x in {2}", "(not (x in {2}))"),
            ("L[i]^2", "(L[i] Pow 2)"),
            ("mex(a[j], b[j] for j < k)", "mex(a[j], b[j] for (j Lt k))"),
            ("f(x for 0 <= j and j < k)", "f(x for (0 Le j), (j Lt k))"),
            ("[2, 3, k+1]", "[2, 3, (k Add 1)]"),
            ("unlimited", "unlimited"),
            ("min", "min"),
        ] {
            assert_eq!(parsed(text), meant, "{text}");
        }
    }

    #[test]
    fn numerals_against_names_and_letters_against_brackets_are_products() {
        for (text, meant) in [
            ("4k+2", "((4 Mul k) Add 2)"),
            ("2k^2", "(2 Mul (k Pow 2))"),
            ("n / 2k", "(n Div (2 Mul k))"),
            ("2k mod 3", "((2 Mul k) Mod 3)"),
            ("-2k", "(-(2 Mul k))"),
            ("2(k+1)", "(2 Mul (k Add 1))"),
            ("2floor(k)", "(2 Mul floor(k))"),
            ("floor(k(2 + sqrt(2)))", "floor((k Mul (2 Add sqrt(2))))"),
            ("k(2)^2", "((k Mul 2) Pow 2)"),
            ("floor(k*phi^2)", "floor((k Mul (phi Pow 2)))"),
            ("5 mod 3", "(5 Mod 3)"),
            ("5mod 3", "(5 Mod 3)"),
        ] {
            assert_eq!(parsed(text), meant, "{text}");
        }
    }

    #[test]
    fn what_is_no_expression_is_refused() {
        for (text, codes) in [
            ("", "syntax"),
            ("1 +", "syntax"),
            ("2 k", "syntax"),
            ("and", "syntax"),
            ("a == b && c", "did-you-mean did-you-mean"),
            ("1.5", "decimal"),
            ("1 to 3", "syntax"),
            ("x in {k for k > 1}", "syntax"),
            ("f(x for k)", "syntax"),
            (&format!("1{}", " + 1".repeat(300)), "too-deep"),
            (&format!("{}1", "not ".repeat(300)), "too-deep"),
            (&format!("2{}", "^2".repeat(300)), "too-deep"),
            (&format!("{}1{}", "(1+1+1+1+1+".repeat(60), ")".repeat(60)), "too-deep"),
        ] {
            assert_eq!(parsed(text), codes, "{text}");
        }
    }

    #[test]
    fn spans_hold_the_expression_and_nothing_around_it() {
        let text = "  a + ( b )  # comment";
        let problems = Problems::default();
        let fragment = Fragment::stretch(text, Span::new(0, text.len()));
        let tokens = scan::checked_tokens(&fragment, &problems).expect("the tokens are fine");
        let builder = Builder { fragment: &fragment, tokens: &tokens, problems: &problems };
        let mut pairs = grammar::parse(Rule::condition_text, &fragment, &tokens, &problems).expect("it parses");
        let expr = builder.expression(pairs.next().expect("there is a pair")).expect("it builds");
        assert_eq!(&text[expr.span.range()], "a + ( b )");
        let ExprKind::Binary(_, _, right) = expr.kind else { panic!("a sum") };
        assert_eq!(&text[right.span.range()], "( b )");
    }
}
