//! The syntax tree that both forms of the rule language give: what the file says, not yet what it means.
//!
//! Every node that an error may point at carries its span in the *file*, also when it was written inside a YAML string.
//!
//! What the rest of the language needs goes in beside what is here: a new kind of move is a variant of [`MoveBody`], a
//! new choice of heaps one of [`Selection`], a new item of a game a field of [`Body`].

use crate::source::{Span, Spanned};
use crate::text::Text;
use num_bigint::BigUint;

/// All games of one file, in order.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct File {
    /// The games.
    pub games: Vec<Game>,
}

/// One game: its body, and what belongs to it as a whole.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    /// The name, if the file gives one.
    pub name: Option<Spanned<Text>>,
    /// The rules.
    pub body: Body,
    /// Named changes to the rules, in order.
    pub variants: Vec<Variant>,
    /// What the file claims about the game, in order.
    pub claims: Vec<Claim>,
    /// Literature, a reference an entry.
    pub references: Vec<Spanned<String>>,
    /// The whole game.
    pub span: Span,
}

/// A named change: whatever its body says takes the place of what the game's body says.
#[derive(Clone, Debug, PartialEq)]
pub struct Variant {
    /// The name.
    pub name: Spanned<Text>,
    /// The items that differ.
    pub body: Body,
    /// The whole variant.
    pub span: Span,
}

/// The items of a game or variant; what is not said is `None` or empty.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Body {
    /// How many heaps, or their names.
    pub heaps: Option<Spanned<Heaps>>,
    /// Parameters, in order: `let K = 2`.
    pub lets: Vec<Let>,
    /// Shorthand K: from at most how many heaps a move takes.
    pub heap_limit: Option<Expr>,
    /// Shorthand m: at most how many tokens a move takes from each heap.
    pub take_limit: Option<Expr>,
    /// The moves, in order.
    pub moves: Vec<Move>,
    /// Whether the last mover wins or loses.
    pub play: Option<Spanned<Play>>,
    /// The position to start from, a size for each heap.
    pub start: Option<Spanned<Vec<Expr>>>,
    /// `keeping r >= s >= t`: what holds for every position that a move leaves.
    pub keeping: Option<Expr>,
    /// `end when min = 0`: where the game is over although moves may be left.
    pub end: Option<Expr>,
    /// `wins when own mod 2 = 0`: when the player to move wins once the game is over.
    pub wins: Option<Expr>,
    /// `tally mod 2`: that each player's tokens are counted, and modulo what (`None`: exactly).
    pub tally: Option<Spanned<Option<Expr>>>,
    /// `remember c = 0 mod 3`: registers that moves change, in order.
    pub remembered: Vec<Register>,
    /// `octal "0.77"`: a taking-and-breaking game by its code.
    pub octal: Option<Spanned<String>>,
}

/// `remember c = 0 mod 3`.
#[derive(Clone, Debug, PartialEq)]
pub struct Register {
    /// The register's name.
    pub name: Spanned<String>,
    /// Its value at the start.
    pub initial: Expr,
    /// What its values are reduced by, if anything.
    pub modulus: Option<Expr>,
}

/// `heaps 3` or `heaps red, white, black`.
#[derive(Clone, Debug, PartialEq)]
pub enum Heaps {
    /// A number of heaps without names.
    Count(Expr),
    /// Heaps with names.
    Named(Vec<Spanned<Text>>),
}

/// Who wins when a player cannot move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Play {
    /// The player who cannot move loses: whoever moves last wins.
    Normal,
    /// The player who cannot move wins: whoever moves last loses.
    Misere,
}

/// `let K = 2`.
#[derive(Clone, Debug, PartialEq)]
pub struct Let {
    /// The parameter's name.
    pub name: Spanned<String>,
    /// Its value.
    pub value: Expr,
}

/// One kind of move.
#[derive(Clone, Debug, PartialEq)]
pub struct Move {
    /// The name, if the file gives one.
    pub name: Option<Spanned<Text>>,
    /// Whether it is a rule for the very first move.
    pub first: bool,
    /// What the move does.
    pub body: MoveBody,
    /// `then c := c + 1`: what becomes of registers.
    pub then: Vec<Assignment>,
    /// The whole move.
    pub span: Span,
}

/// `a := a + k`: what becomes of a heap or a register.
#[derive(Clone, Debug, PartialEq)]
pub struct Assignment {
    /// The name of the heap or register.
    pub name: Spanned<String>,
    /// Its new value, from the old ones.
    pub value: Expr,
}

/// What a move does.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "a file has few moves, and most of them take")]
pub enum MoveBody {
    /// Takes tokens away.
    Take(Take),
    /// Moves tokens from a heap to another.
    Shift(Shift),
    /// Splits a heap.
    Split(Split),
    /// Joins heaps into one.
    Merge(Merge),
    /// Puts a heap of another size in place of one.
    Replace(Replace),
    /// Puts smaller heaps in place of one.
    Scatter(Scatter),
    /// Leaves everything as it is.
    Pass(Pass),
    /// Says what each heap becomes.
    Written(Written),
}

/// `move AMOUNT from heap i to heap j where CONDITION`.
#[derive(Clone, Debug, PartialEq)]
pub struct Shift {
    /// How many tokens.
    pub amount: Amount,
    /// The heap that gives: a number, a letter, or a name; `None` for `one heap`.
    pub from: Option<Expr>,
    /// The heap that receives.
    pub to: Target,
    /// What must hold.
    pub condition: Option<Expr>,
}

/// The heap that receives tokens.
#[derive(Clone, Debug, PartialEq)]
pub enum Target {
    /// `another heap`; with `non_empty`, one that is not empty.
    Another {
        /// Whether the heap must hold tokens already.
        non_empty: bool,
    },
    /// `heap j`, `heap i - 1`: a number, a letter, or a name.
    Heap(Expr),
}

/// `split one heap in 2 where parts differ`, or `into a, b where a != b`.
#[derive(Clone, Debug, PartialEq)]
pub struct Split {
    /// Which heap.
    pub from: Spanned<Selection>,
    /// How it is divided.
    pub parts: Parts,
    /// What must hold, for the heap (h, i) and the letters of the parts.
    pub condition: Option<Expr>,
}

/// Into what a heap is divided; every part holds at least one token.
#[derive(Clone, Debug, PartialEq)]
pub struct Parts {
    /// The least number of parts.
    pub low: Expr,
    /// The greatest number of parts.
    pub high: Expr,
    /// Letters for the parts, if they have any.
    pub letters: Vec<Spanned<String>>,
    /// `parts differ`: no two are equal.
    pub differ: bool,
    /// `parts equal`: all are equal.
    pub equal: bool,
    /// Where they are said.
    pub span: Span,
}

/// `merge 2 heaps where sum > 3`.
#[derive(Clone, Debug, PartialEq)]
pub struct Merge {
    /// How many heaps become one.
    pub count: Expr,
    /// What must hold.
    pub condition: Option<Expr>,
}

/// `replace one heap by x where x < h`.
#[derive(Clone, Debug, PartialEq)]
pub struct Replace {
    /// Which heap.
    pub from: Spanned<Selection>,
    /// What it becomes, with its letter (`x` where none is given).
    pub by: Amount,
    /// What must hold, for the heap (h, i) and the letter.
    pub condition: Option<Expr>,
}

/// `replace one heap by 0..4 smaller heaps where parts differ`.
#[derive(Clone, Debug, PartialEq)]
pub struct Scatter {
    /// Which heap.
    pub from: Spanned<Selection>,
    /// How many heaps take its place, and whether they differ; they have no letters.
    pub parts: Parts,
    /// What must hold, for the heap (h, i).
    pub condition: Option<Expr>,
}

/// `pass once, not when sum = 0`.
#[derive(Clone, Debug, PartialEq)]
pub struct Pass {
    /// How many times; `None` without limit.
    pub times: Option<Expr>,
    /// Whether each player may do so that often, rather than both together.
    pub each_player: bool,
    /// What must hold.
    pub condition: Option<Expr>,
}

/// `with k >= 1 where b - k >= a + k: a := a + k, b := b - k`.
#[derive(Clone, Debug, PartialEq)]
pub struct Written {
    /// The letters, each with the set over which it runs where one is given.
    pub letters: Vec<(Spanned<String>, Option<Vec<SetItem>>)>,
    /// What must hold.
    pub condition: Option<Expr>,
    /// What heaps become, all at once.
    pub becomes: Vec<Assignment>,
}

/// `take AMOUNTS from HEAPS where CONDITION`.
#[derive(Clone, Debug, PartialEq)]
pub struct Take {
    /// How many tokens.
    pub amounts: Amounts,
    /// From which heaps.
    pub from: Spanned<Selection>,
    /// What must hold; several `where` and commas are joined by `and`.
    pub condition: Option<Expr>,
    /// `or all that is left`: whether a heap that holds less than the least amount may be emptied instead.
    pub or_rest: bool,
    /// `then may split it in 2`: how what is left of the heap is divided, and whether that is left to the player.
    pub then_split: Option<(Parts, bool)>,
}

/// How many tokens a move takes from the heaps that it touches.
#[derive(Clone, Debug, PartialEq)]
pub enum Amounts {
    /// `take 1..m`: from each touched heap an amount of its own.
    Each(Amount),
    /// `take the same any`: one amount, from every touched heap.
    Same(Amount),
    /// `take a, b`: a letter for each touched heap, in the order of the heaps, at least 1 each.
    Letters(Vec<Spanned<String>>),
    /// `take 1..3 in total`: the sum over the touched heaps, at least 1 from each touched heap.
    Total(Amount),
}

/// A set of amounts, and the letter by which conditions name the amount (`t` where none is given).
#[derive(Clone, Debug, PartialEq)]
pub struct Amount {
    /// The letter of `take s in {1,3,4}`.
    pub letter: Option<Spanned<String>>,
    /// The amounts.
    pub set: AmountSet,
    /// Where they are said.
    pub span: Span,
}

/// A set of amounts. Amounts below 1 and above what the heap holds never apply.
#[derive(Clone, Debug, PartialEq)]
pub enum AmountSet {
    /// `any`: every amount from 1 up.
    Any,
    /// `low..high`, both ends inside.
    Range(Expr, Expr),
    /// `{1, 3, 4}`; its elements may be ranges: `{1, 4..6}`.
    Set(Vec<SetItem>),
    /// `{k*k for k >= 1}`: the values of the expression for natural numbers as letters that meet the conditions.
    Comprehension(Expr, Vec<Expr>),
    /// A single amount: `take 2`. A name that nothing else defines is a letter that stands for any amount:
    /// `take s where is_square(s)`; the parser leaves it here as a name.
    Value(Expr),
}

/// An element of a set in braces.
#[derive(Clone, Debug, PartialEq)]
pub enum SetItem {
    /// One number.
    Value(Expr),
    /// All numbers of a range, both ends inside.
    Range(Expr, Expr),
}

/// Which heaps a move touches.
#[derive(Clone, Debug, PartialEq)]
pub enum Selection {
    /// `one heap`, `each of 1..K heaps`, `2 heaps`: any choice of at least `low` and at most `high` heaps.
    Count {
        /// The least number of heaps.
        low: Expr,
        /// The greatest number of heaps.
        high: Expr,
    },
    /// `any heaps`: any choice of one or more.
    Any,
    /// `all heaps`; `both heaps` when `both` is set, which is an error unless the game has two heaps.
    All {
        /// Whether the file says `both`.
        both: bool,
    },
    /// `heap 2`, `heap red`, `heaps 1, 3`: just these. A name of a heap is an [`ExprKind::Name`], and so is a letter, as in
    /// `heap i where i >= 2`.
    These(Vec<Expr>),
    /// `the largest heap`: any of the non-empty heaps that none exceeds.
    Largest,
    /// `the smallest heap`: any of the non-empty heaps that exceed none.
    Smallest,
    /// `the first heap`: the first non-empty one.
    First,
    /// `the last heap`: the last non-empty one.
    Last,
    /// `either end`: the first or the last non-empty heap.
    Ends,
    /// `each of 1..2 adjacent heaps`: heaps that stand side by side in the row of all heaps.
    Adjacent {
        /// The least number of heaps.
        low: Expr,
        /// The greatest number of heaps.
        high: Expr,
        /// Whether the last heap stands beside the first.
        circle: bool,
    },
    /// `every heap where h >= t`: all heaps that meet the condition, at least one; with `non_empty`, of the non-empty ones.
    Every {
        /// Whether empty heaps are left out.
        non_empty: bool,
    },
}

/// A claim about the game.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    /// The name, if the file gives one.
    pub name: Option<Spanned<Text>>,
    /// The condition on positions outside of which the claim says nothing.
    pub within: Option<Expr>,
    /// What is claimed.
    pub body: ClaimBody,
    /// The whole claim.
    pub span: Span,
}

/// What a claim says.
#[derive(Clone, Debug, PartialEq)]
pub enum ClaimBody {
    /// `P = (0,n,n) for n >= 2 | (1,1,1)`: the P-positions are those of these families.
    Families(Vec<Family>),
    /// `P when nimsum = 0`: the P-positions are those that meet the condition.
    When(Expr),
    /// `grundy(h) = h mod 4`: the Grundy value of one heap; the letter and the value.
    Grundy(Spanned<String>, Expr),
    /// `grundy has period 12 from 71`: the Grundy values of one heap repeat.
    Period(Period),
}

/// A claim that the Grundy values g of one heap repeat: g(h + period) = g(h) + saltus for every h from `from` on.
#[derive(Clone, Debug, PartialEq)]
pub struct Period {
    /// The period, at least 1.
    pub period: Expr,
    /// By how much the values rise each time; 0 if not said.
    pub saltus: Option<Expr>,
    /// The first size of which it holds; 0 if not said.
    pub from: Option<Expr>,
}

/// Positions with letters in them: `(1, 2k, 2k+1) for k >= 1`.
///
/// A `for` speaks of all families between it and the one before, so that in `A | B for k >= 1` both `A` and `B` have it;
/// the parser has copied it to each.
#[derive(Clone, Debug, PartialEq)]
pub struct Family {
    /// The size of each heap.
    pub entries: Vec<Expr>,
    /// What holds for the letters; each is a comparison.
    pub conditions: Vec<Expr>,
    /// `where a[k] = mex(a[j], b[j] for j < k), b[k] = a[k] + k`: sequences that the entries use, copied to each
    /// family before the `where` like the `for`.
    pub sequences: Vec<Sequence>,
    /// The tuple itself.
    pub span: Span,
}

/// A sequence defined by a recurrence: `b[k] = a[k] + k`.
#[derive(Clone, Debug, PartialEq)]
pub struct Sequence {
    /// The sequence's name.
    pub name: Spanned<String>,
    /// The index letter.
    pub index: Spanned<String>,
    /// The value at that index.
    pub value: Expr,
}

/// An expression with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it stands.
    pub span: Span,
}

/// A number, a condition, or a list.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// A numeral.
    Int(BigUint),
    /// A name: a parameter, a letter, `h`, `i`, `t`, `min`, `max`, `sum`, `nimsum`, `phi`, a heap's name, …
    Name(String),
    /// `unlimited`.
    Unlimited,
    /// `-x`.
    Neg(Box<Expr>),
    /// `not c`.
    Not(Box<Expr>),
    /// `x + y`, `x = y`, `c and d`, …; `2k` is a product.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `1 <= a < b`: operands and the comparisons between them, two or more comparisons.
    Chain(Vec<Expr>, Vec<BinaryOp>),
    /// `floor(x)`, `min(a, b)`, `mex(a[j], b[j] for j < k)`.
    Call(Spanned<String>, Vec<Expr>, Option<Box<Binder>>),
    /// `L[i]`, `a[k]`.
    Index(Box<Expr>, Box<Expr>),
    /// `[2, 3, 5]`.
    List(Vec<Expr>),
    /// `x in {1, 4..6}`.
    In(Box<Expr>, Vec<SetItem>),
}

/// `for j < k`: the letters and conditions over which the arguments of a call run.
#[derive(Clone, Debug, PartialEq)]
pub struct Binder {
    /// The conditions, each a comparison of the letter.
    pub conditions: Vec<Expr>,
}

/// An operator between two expressions, from loosest to tightest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// `or`
    Or,
    /// `and`
    And,
    /// `=`
    Eq,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`, exact
    Div,
    /// `mod`, with a remainder that is never negative
    Mod,
    /// `^`
    Pow,
}

impl BinaryOp {
    /// Whether this compares two numbers, or tells whether two truths are the same.
    pub fn is_comparison(self) -> bool {
        use BinaryOp::{Eq, Ge, Gt, Le, Lt, Ne};
        matches!(self, Eq | Ne | Lt | Le | Gt | Ge)
    }
}

impl Expr {
    /// Calls `visit` on the expression and all its parts.
    pub fn walk(&self, visit: &mut dyn FnMut(&Expr)) {
        visit(self);
        match &self.kind {
            ExprKind::Int(_) | ExprKind::Name(_) | ExprKind::Unlimited => {}
            ExprKind::Neg(x) | ExprKind::Not(x) => x.walk(visit),
            ExprKind::Binary(_, x, y) | ExprKind::Index(x, y) => {
                x.walk(visit);
                y.walk(visit);
            }
            ExprKind::Chain(parts, _) | ExprKind::List(parts) => parts.iter().for_each(|part| part.walk(visit)),
            ExprKind::Call(_, arguments, binder) => {
                arguments.iter().for_each(|argument| argument.walk(visit));
                binder.iter().flat_map(|binder| &binder.conditions).for_each(|condition| condition.walk(visit));
            }
            ExprKind::In(x, items) => {
                x.walk(visit);
                items.iter().for_each(|item| item.walk(visit));
            }
        }
    }
}

impl SetItem {
    fn walk(&self, visit: &mut dyn FnMut(&Expr)) {
        match self {
            SetItem::Value(x) => x.walk(visit),
            SetItem::Range(low, high) => {
                low.walk(visit);
                high.walk(visit);
            }
        }
    }
}

impl Amount {
    fn walk(&self, visit: &mut dyn FnMut(&Expr)) {
        match &self.set {
            AmountSet::Any => {}
            AmountSet::Range(low, high) => {
                low.walk(visit);
                high.walk(visit);
            }
            AmountSet::Set(items) => items.iter().for_each(|item| item.walk(visit)),
            AmountSet::Comprehension(value, conditions) => {
                value.walk(visit);
                conditions.iter().for_each(|condition| condition.walk(visit));
            }
            AmountSet::Value(value) => value.walk(visit),
        }
    }
}

impl Move {
    /// Calls `visit` on every expression of the move.
    pub fn walk(&self, visit: &mut dyn FnMut(&Expr)) {
        let condition = match &self.body {
            MoveBody::Take(take) => {
                match &take.amounts {
                    Amounts::Each(amount) | Amounts::Same(amount) | Amounts::Total(amount) => amount.walk(visit),
                    Amounts::Letters(_) => {}
                }
                &take.condition
            }
            MoveBody::Shift(shift) => {
                shift.amount.walk(visit);
                shift.from.iter().for_each(|heap| heap.walk(visit));
                if let Target::Heap(heap) = &shift.to {
                    heap.walk(visit);
                }
                &shift.condition
            }
            MoveBody::Split(split) => &split.condition,
            MoveBody::Merge(merge) => &merge.condition,
            MoveBody::Replace(replace) => {
                replace.by.walk(visit);
                &replace.condition
            }
            MoveBody::Scatter(scatter) => &scatter.condition,
            MoveBody::Pass(pass) => &pass.condition,
            MoveBody::Written(written) => {
                written.letters.iter().flat_map(|(_, items)| items).flatten().for_each(|item| item.walk(visit));
                written.becomes.iter().for_each(|assignment| assignment.value.walk(visit));
                &written.condition
            }
        };
        condition.iter().for_each(|condition| condition.walk(visit));
        self.then.iter().for_each(|assignment| assignment.value.walk(visit));
    }
}
