//! From the syntax tree of a game to its checked rules.

use super::claim::{lower_claim, plural};
use super::expr::{Expr, ExprKind, Item, Slot, Value};
use super::number::Number;
use super::resolve::{Names, Resolver};
use super::ruleset::{AmountSet, Amounts, MoveRule, Ruleset, Selection};
use crate::diagnostics::{Diagnostic, Severity};
use crate::source::{Span, Spanned};
use crate::syntax::tree::{self, Play};
use crate::text::Text;
use num_bigint::BigUint;
use num_traits::ToPrimitive;

/// The most heaps that a game may have.
pub const MAX_HEAPS: usize = 1000;

/// What the caller asks for beside what the file says.
#[derive(Clone, Debug, Default)]
pub struct Choices {
    /// The variant to take.
    pub variant: Option<String>,
    /// Parameters to set, with their values.
    pub set: Vec<(String, Value)>,
}

/// Checked rules, or nothing where there were errors; and what was found, in the file's order.
#[derive(Debug)]
pub struct Lowered {
    /// The rules, if there was no error.
    pub rules: Option<Ruleset>,
    /// Errors and warnings.
    pub diagnostics: Vec<Diagnostic>,
}

/// Checks a game and gives its rules, with the choices applied.
pub fn lower(game: &tree::Game, choices: &Choices) -> Lowered {
    let mut lowering = Lowering { diagnostics: Vec::new() };
    let rules = lowering.game(game, choices);
    let mut diagnostics = lowering.diagnostics;
    diagnostics.sort_by_key(|diagnostic| diagnostic.label.as_ref().map(|(span, _)| *span));
    diagnostics.dedup();
    let failed = diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
    Lowered { rules: rules.filter(|_| !failed), diagnostics }
}

struct Lowering {
    diagnostics: Vec<Diagnostic>,
}

impl Lowering {
    fn game(&mut self, game: &tree::Game, choices: &Choices) -> Option<Ruleset> {
        self.names_once(game);
        let variant = match &choices.variant {
            None => None,
            Some(name) => match game.variants.iter().find(|variant| variant.name.node.matches(name)) {
                Some(variant) => Some(variant),
                None => {
                    let known: Vec<&str> =
                        game.variants.iter().flat_map(|variant| variant.name.node.wordings()).collect();
                    let mut diagnostic =
                        Diagnostic::whole("unknown-variant", format!("the game has no variant `{name}`"))
                            .suggest(name, known.iter().copied());
                    if diagnostic.help.is_empty() {
                        diagnostic = diagnostic.help(match known.is_empty() {
                            true => "the game has no variants".to_owned(),
                            false => format!("its variants are {}", quoted(&known)),
                        });
                    }
                    self.diagnostics.push(diagnostic);
                    return None;
                }
            },
        };
        let body = merge(&game.body, variant.map(|variant| &variant.body));
        let (heaps, heap_names) = self.heaps(game, &body)?;
        let parameters = self.parameters(&body, &choices.set)?;
        let names = Names { parameters: &parameters, heap_names: heap_names.as_deref(), heaps };
        let moves = self.moves(game, &body, names);
        let start = body.start.as_ref().map(|start| self.start(start, names));
        let claims: Vec<_> =
            game.claims.iter().filter_map(|claim| lower_claim(claim, names, &mut self.diagnostics)).collect();
        let rules = Ruleset {
            name: game.name.as_ref().map_or_else(|| default_name(heaps), |name| name.node.clone()),
            variant: variant.map(|variant| variant.name.node.clone()),
            heaps,
            heap_names: heap_names.clone(),
            parameters: parameters.clone(),
            moves: moves?,
            play: body.play.as_ref().map_or(Play::Normal, |play| play.node),
            start: match start {
                None => None,
                Some(start) => Some(start?),
            },
            // A claim speaks of the game as the file states it, not of its variants.
            claims: if variant.is_some() || !choices.set.is_empty() { Vec::new() } else { claims },
            references: game.references.iter().map(|reference| reference.node.clone()).collect(),
        };
        Some(rules)
    }

    /// Names that should differ: of variants, of parameters, of heaps.
    fn names_once(&mut self, game: &tree::Game) {
        for (at, variant) in game.variants.iter().enumerate() {
            let same =
                |other: &&tree::Variant| variant.name.node.wordings().any(|wording| other.name.node.matches(wording));
            if let Some(first) = game.variants[..at].iter().find(same) {
                let message = format!("there are two variants `{}`", variant.name.node.get(crate::text::Language::En));
                self.diagnostics.push(
                    Diagnostic::error("doubled-name", variant.name.span, message)
                        .related(first.name.span, "the first is here"),
                );
            }
        }
        for body in std::iter::once(&game.body).chain(game.variants.iter().map(|variant| &variant.body)) {
            for (at, parameter) in body.lets.iter().enumerate() {
                if let Some(first) = body.lets[..at].iter().find(|first| first.name.node == parameter.name.node) {
                    let message = format!("`{}` is defined twice", parameter.name.node);
                    self.diagnostics.push(
                        Diagnostic::error("doubled-name", parameter.name.span, message)
                            .related(first.name.span, "first here"),
                    );
                }
            }
            if let Some(Spanned { node: tree::Heaps::Named(names), .. }) = &body.heaps {
                for (at, name) in names.iter().enumerate() {
                    let same = |other: &&Spanned<Text>| name.node.wordings().any(|one| other.node.matches(one));
                    if let Some(first) = names[..at].iter().find(same) {
                        self.diagnostics.push(
                            Diagnostic::error("doubled-name", name.span, "two heaps have the same name")
                                .related(first.span, "the first is here"),
                        );
                    }
                }
            }
        }
    }

    fn heaps(&mut self, game: &tree::Game, body: &tree::Body) -> Option<(usize, Option<Vec<Text>>)> {
        let Some(heaps) = &body.heaps else {
            self.diagnostics.push(
                Diagnostic::error(
                    "missing-heaps",
                    start_of(game.span),
                    "the game does not say how many heaps there are",
                )
                .help("add `heaps: 3` (in the rule language, `heaps 3`)"),
            );
            return None;
        };
        let (count, names) = match &heaps.node {
            tree::Heaps::Named(names) => (names.len(), Some(names.iter().map(|name| name.node.clone()).collect())),
            tree::Heaps::Count(count) => {
                let parameters = self.parameters(body, &[])?;
                let mut resolver = Resolver::constants(Names { parameters: &parameters, heap_names: None, heaps: 0 });
                let value = resolver.integer(count);
                self.diagnostics.append(&mut resolver.diagnostics);
                (value?.to_usize().unwrap_or(0), None)
            }
        };
        if count == 0 || count > MAX_HEAPS {
            let message = format!("the number of heaps must be between 1 and {MAX_HEAPS}");
            self.diagnostics.push(Diagnostic::error("heap-count", heaps.span, message));
            return None;
        }
        Some((count, names))
    }

    /// The parameters in order, each computed from those before it; the caller's values take the place of the file's.
    fn parameters(&mut self, body: &tree::Body, set: &[(String, Value)]) -> Option<Vec<(String, Value)>> {
        let mut parameters: Vec<(String, Value)> = Vec::new();
        let shorthand = [("K", &body.heap_limit), ("m", &body.take_limit)];
        let given = |name: &str| set.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone());
        let mut known: Vec<String> = Vec::new();
        let lets = body.lets.iter().map(|one| (one.name.node.as_str(), &one.value, one.name.span));
        let short = shorthand.iter().filter_map(|(name, value)| value.as_ref().map(|value| (*name, value, value.span)));
        let mut complete = true;
        for (name, value, span) in lets.chain(short) {
            if RESERVED.contains(&name) {
                let message = format!("`{name}` already means something in the rule language");
                self.diagnostics.push(Diagnostic::error("reserved-name", span, message).help("choose another name"));
                complete = false;
                continue;
            }
            let mut resolver = Resolver::constants(Names { parameters: &parameters, heap_names: None, heaps: 0 });
            let value = match given(name) {
                Some(value) => Some(value),
                None => resolver.value(value),
            };
            self.diagnostics.append(&mut resolver.diagnostics);
            match value {
                Some(value) if known.iter().all(|other| other != name) => parameters.push((name.to_owned(), value)),
                Some(_) => {}
                None => complete = false,
            }
            known.push(name.to_owned());
        }
        for (name, _) in set {
            if !known.contains(name) {
                let mut diagnostic =
                    Diagnostic::whole("unknown-parameter", format!("the game has no parameter `{name}`"));
                diagnostic = diagnostic.help(match known.is_empty() {
                    true => "the game has no parameters".to_owned(),
                    false => {
                        format!("its parameters are {}", quoted(&known.iter().map(String::as_str).collect::<Vec<_>>()))
                    }
                });
                self.diagnostics.push(diagnostic);
                complete = false;
            }
        }
        complete.then_some(parameters)
    }

    fn start(&mut self, start: &Spanned<Vec<tree::Expr>>, names: Names<'_>) -> Option<Vec<BigUint>> {
        let mut resolver = Resolver::constants(names);
        let sizes: Vec<Option<BigUint>> = start
            .node
            .iter()
            .map(|size| {
                let value = resolver.integer(size)?;
                if value.sign() == num_bigint::Sign::Minus {
                    let message = format!("a heap cannot hold {value} tokens");
                    resolver.diagnostics.push(Diagnostic::error("negative-heap", size.span, message));
                }
                value.to_biguint()
            })
            .collect();
        self.diagnostics.append(&mut resolver.diagnostics);
        if start.node.len() != names.heaps {
            let message = format!(
                "the start gives {}, but the game has {}",
                plural(start.node.len(), "heap", "heaps"),
                names.heaps
            );
            self.diagnostics.push(Diagnostic::error("wrong-length", start.span, message));
            return None;
        }
        sizes.into_iter().collect()
    }

    fn moves(&mut self, game: &tree::Game, body: &tree::Body, names: Names<'_>) -> Option<Vec<MoveRule>> {
        let shorthand = [&body.heap_limit, &body.take_limit].into_iter().flatten().next();
        match (shorthand, body.moves.first()) {
            (Some(short), Some(first)) => {
                self.diagnostics.push(
                    Diagnostic::error("two-rules", short.span, "the shorthand and `moves` both say what a move is")
                        .related(first.span, "moves are listed here")
                        .help("keep one of the two"),
                );
                None
            }
            (Some(_), None) => self.shorthand(body, names).map(|rule| vec![rule]),
            (None, None) => {
                self.diagnostics.push(
                    Diagnostic::error("missing-moves", start_of(game.span), "the game does not say what a move is")
                        .help("add `move take any from one heap` (in YAML, under `moves:`), or the shorthand `heap_limit: 1`"),
                );
                None
            }
            (None, Some(_)) => {
                let rules: Vec<Option<MoveRule>> = body.moves.iter().map(|one| self.a_move(one, names)).collect();
                rules.into_iter().collect()
            }
        }
    }

    /// `heap_limit` and `take_limit`: at most K heaps a move, at most m tokens from each.
    fn shorthand(&mut self, body: &tree::Body, names: Names<'_>) -> Option<MoveRule> {
        let value = |name: &str| names.parameters.iter().find(|(known, _)| known == name).map(|(_, value)| value);
        let span = body.heap_limit.as_ref().or(body.take_limit.as_ref()).map_or(Span::default(), |one| one.span);
        let high = match (value("K"), &body.heap_limit) {
            (Some(Value::Unlimited), _) => Some(names.heaps),
            (Some(value), Some(limit)) => {
                let mut resolver = Resolver::constants(names);
                let constant = tree::Expr { span: limit.span, ..limit.clone() };
                let whole = match value {
                    Value::Number(number) => number.to_integer(),
                    _ => resolver.integer(&constant),
                };
                self.diagnostics.append(&mut resolver.diagnostics);
                match whole {
                    Some(limit_value) => self.heap_count(limit_value.to_usize(), limit.span, names.heaps),
                    None => {
                        let message = "`heap_limit` must be a whole number or `unlimited`";
                        self.diagnostics.push(Diagnostic::error("not-whole", limit.span, message));
                        None
                    }
                }
            }
            _ if names.heaps == 1 => Some(1),
            _ => {
                self.diagnostics.push(
                    Diagnostic::error("missing-heap-limit", span, "from how many heaps may a move take?")
                        .help("add `heap_limit: 1` for one heap a move, or `heap_limit: unlimited`"),
                );
                None
            }
        };
        let set = match (value("m"), &body.take_limit) {
            (None | Some(Value::Unlimited), _) => Some(AmountSet::Any),
            (Some(value), limit) => {
                let span = limit.as_ref().map_or(span, |limit| limit.span);
                match value {
                    Value::Number(number)
                        if number.to_integer().is_some_and(|m| m.sign() == num_bigint::Sign::Plus) =>
                    {
                        let low = Expr::constant(Value::Number(Number::from(1)), span);
                        let high = Expr::constant(Value::Number(number.clone()), span);
                        Some(AmountSet::Items(vec![Item::Range(low, high)]))
                    }
                    _ => {
                        let message = "`take_limit` must be a whole number of at least 1, or `unlimited`";
                        self.diagnostics.push(Diagnostic::error("take-limit", span, message));
                        None
                    }
                }
            }
        };
        Some(MoveRule {
            name: None,
            amounts: Amounts::Each(set?),
            letters: vec!["t".to_owned()],
            from: Selection::Count { low: 1, high: high? },
            condition: None,
            span,
        })
    }

    /// A number of heaps that a move may touch.
    fn heap_count(&mut self, count: Option<usize>, span: Span, heaps: usize) -> Option<usize> {
        match count {
            Some(count) if (1..=heaps).contains(&count) => Some(count),
            _ => {
                let message =
                    format!("a move can touch between 1 and {heaps} of the {}", plural(heaps, "heap", "heaps"));
                let message =
                    if heaps == 1 { "there is only one heap for a move to touch".to_owned() } else { message };
                let mut diagnostic = Diagnostic::error("heaps-touched", span, message);
                if count.is_some_and(|count| count > heaps) {
                    diagnostic = diagnostic.help(format!("write {heaps}, or `unlimited` for no limit"));
                }
                self.diagnostics.push(diagnostic);
                None
            }
        }
    }

    fn a_move(&mut self, rule: &tree::Move, names: Names<'_>) -> Option<MoveRule> {
        let tree::MoveBody::Take(take) = &rule.body;
        let from = self.selection(&take.from, names);
        let touched = match &from {
            Some(Selection::Count { high, .. }) => *high,
            Some(Selection::These(heaps)) => heaps.len(),
            None => names.heaps,
        };
        let letter_of = |amount: &tree::Amount| -> String {
            if let Some(letter) = &amount.letter {
                return letter.node.clone();
            }
            if let tree::AmountSet::Value(tree::Expr { kind: tree::ExprKind::Name(name), .. }) = &amount.set
                && !Resolver::a_move(names, Vec::new(), true).knows(name)
            {
                return name.clone();
            }
            let taken = names.parameters.iter().any(|(known, _)| known == "t");
            if taken { "s".to_owned() } else { "t".to_owned() }
        };
        // With letters for several heaps, and in a total, no single heap is in question.
        let (letters, one_heap) = match &take.amounts {
            tree::Amounts::Each(amount) | tree::Amounts::Same(amount) => (vec![letter_of(amount)], true),
            tree::Amounts::Total(amount) => (vec![letter_of(amount)], touched == 1),
            tree::Amounts::Letters(letters) => {
                (letters.iter().map(|letter| letter.node.clone()).collect(), letters.len() == 1)
            }
        };
        for (at, letter) in letters.iter().enumerate() {
            if !letter.is_empty() && letters[..at].contains(letter) {
                let message = format!("the letter `{letter}` stands for two amounts");
                self.diagnostics.push(Diagnostic::error("doubled-name", rule.span, message));
            }
        }
        let mut resolver = Resolver::a_move(names, letters.clone(), one_heap);
        let amounts = match &take.amounts {
            tree::Amounts::Each(amount) => amount_set(&mut resolver, amount, &letters[0]).map(Amounts::Each),
            tree::Amounts::Same(amount) => amount_set(&mut resolver, amount, &letters[0]).map(Amounts::Same),
            // A total over one heap is what is taken from that heap.
            tree::Amounts::Total(amount) if touched == 1 => {
                amount_set(&mut resolver, amount, &letters[0]).map(Amounts::Each)
            }
            tree::Amounts::Total(amount) => amount_set(&mut resolver, amount, &letters[0]).map(Amounts::Total),
            tree::Amounts::Letters(letters) => Some(Amounts::Letters(letters.len())),
        };
        let condition = take.condition.as_ref().map(|condition| resolver.condition(condition));
        self.diagnostics.append(&mut resolver.diagnostics);
        if let Some(AmountSet::Items(items)) = amounts.as_ref().and_then(Amounts::set) {
            self.no_amount_by_itself(items, &letters[0]);
        }
        let from = from?;
        if let tree::Amounts::Letters(letters) = &take.amounts {
            let fits = match &from {
                Selection::Count { low, high } => *low == letters.len() && *high == letters.len(),
                Selection::These(heaps) => heaps.len() == letters.len(),
            };
            if !fits {
                let span = letters[0].span.to(letters[letters.len() - 1].span);
                let message =
                    format!("{} for a choice of another number of heaps", plural(letters.len(), "letter", "letters"));
                self.diagnostics.push(
                    Diagnostic::error("letters-and-heaps", span, message)
                        .related(take.from.span, "the heaps are chosen here")
                        .help("give one letter for each heap, as in `take a, b from 2 heaps`"),
                );
            }
        }
        let condition = match condition {
            None => None,
            Some(condition) => Some(condition?),
        };
        let rule = MoveRule {
            name: rule.name.as_ref().map(|name| name.node.clone()),
            amounts: amounts?,
            letters,
            from,
            condition,
            span: rule.span,
        };
        self.warn_of_empty(&rule);
        Some(rule)
    }

    fn selection(&mut self, from: &Spanned<tree::Selection>, names: Names<'_>) -> Option<Selection> {
        let mut resolver = Resolver::constants(names);
        match &from.node {
            tree::Selection::Any => Some(Selection::Count { low: 1, high: names.heaps }),
            tree::Selection::All { both } => {
                if *both && names.heaps != 2 {
                    let message = format!("`both heaps` in a game of {}", plural(names.heaps, "heap", "heaps"));
                    self.diagnostics.push(
                        Diagnostic::error("both-heaps", from.span, message)
                            .help("say `all heaps`, or `2 heaps` for any two of them"),
                    );
                    return None;
                }
                Some(Selection::Count { low: names.heaps, high: names.heaps })
            }
            tree::Selection::Count { low, high } => {
                let low_value = resolver.integer(low);
                let high_value = match resolver.resolve(high) {
                    Some((high, _)) if high.is_unlimited() => Some(names.heaps.into()),
                    Some(_) => resolver.integer(high),
                    None => None,
                };
                self.diagnostics.append(&mut resolver.diagnostics);
                let low_count = self.heap_count(low_value?.to_usize(), low.span, names.heaps);
                let high_value = high_value?;
                let high_count = if low == high {
                    low_count
                } else {
                    self.heap_count(high_value.to_usize(), high.span, names.heaps)
                };
                let (low_count, high_count) = (low_count?, high_count?);
                if low_count > high_count {
                    let message = format!("no number is at least {low_count} and at most {high_count}");
                    self.diagnostics.push(Diagnostic::error("empty-range", from.span, message));
                    return None;
                }
                Some(Selection::Count { low: low_count, high: high_count })
            }
            tree::Selection::These(heaps) => {
                let mut chosen = Vec::new();
                for heap in heaps {
                    let named = match &heap.kind {
                        tree::ExprKind::Name(name) => {
                            names.heap_names.and_then(|known| known.iter().position(|text| text.matches(name)))
                        }
                        _ => None,
                    };
                    let found = match named {
                        Some(heap) => Some(heap),
                        None => {
                            let value = resolver.integer(heap);
                            self.diagnostics.append(&mut resolver.diagnostics);
                            let number = value?.to_usize().filter(|number| (1..=names.heaps).contains(number));
                            if number.is_none() {
                                let message = format!(
                                    "there is no such heap: the game has {}",
                                    plural(names.heaps, "heap", "heaps")
                                );
                                self.diagnostics.push(Diagnostic::error("no-such-heap", heap.span, message));
                            }
                            number.map(|number| number - 1)
                        }
                    };
                    let found = found?;
                    if chosen.contains(&found) {
                        self.diagnostics.push(Diagnostic::error("doubled-heap", heap.span, "this heap is named twice"));
                        return None;
                    }
                    chosen.push(found);
                }
                chosen.sort_unstable();
                Some(Selection::These(chosen))
            }
        }
    }

    /// The amounts that may be taken cannot be told by the amount that is taken.
    fn no_amount_by_itself(&mut self, items: &[Item], letter: &str) {
        let by_letter = |part: &&Expr| part.mentions(|slot| slot == Slot::Letter(0));
        if let Some(part) = items.iter().flat_map(Item::parts).find(by_letter) {
            let message = format!("`{letter}` is the amount that is taken, and this says which amounts there are");
            self.diagnostics.push(
                Diagnostic::error("amount-by-itself", part.span, message)
                    .help(format!("put what must hold for `{letter}` into a condition, as in `where {letter} <= 3`")),
            );
        }
    }

    /// Warns of a move that no position allows, as far as constants tell.
    fn warn_of_empty(&mut self, rule: &MoveRule) {
        let one = Number::from(1);
        let never = |item: &Item| match item {
            Item::Value(value) => value.as_number().is_some_and(|value| *value < one),
            Item::Range(low, high) => match (low.as_number(), high.as_number()) {
                (Some(low), Some(high)) => low > high || *high < one,
                (None, Some(high)) => *high < one,
                _ => false,
            },
        };
        let dead = match rule.amounts.set() {
            Some(AmountSet::Items(items)) => items.iter().all(never),
            _ => false,
        };
        let refused = matches!(rule.condition, Some(Expr { kind: ExprKind::Constant(Value::Bool(false)), .. }));
        if dead || refused {
            let message = "this move can never be made";
            let label = if dead { "no amount of at least 1 is left" } else { "its condition never holds" };
            self.diagnostics.push(Diagnostic::warning("dead-move", rule.span, message).label(label));
        }
    }
}

/// Names that parameters cannot have.
const RESERVED: [&str; 8] = ["h", "i", "min", "max", "sum", "nimsum", "phi", "unlimited"];

fn amount_set(resolver: &mut Resolver<'_>, amount: &tree::Amount, letter: &str) -> Option<AmountSet> {
    match &amount.set {
        tree::AmountSet::Any => Some(AmountSet::Any),
        tree::AmountSet::Value(tree::Expr { kind: tree::ExprKind::Name(name), .. }) if name == letter => {
            Some(AmountSet::Any)
        }
        tree::AmountSet::Value(value) => {
            let value = resolver.bound(value)?;
            Some(if value.is_unlimited() { AmountSet::Any } else { AmountSet::Items(vec![Item::Value(value)]) })
        }
        tree::AmountSet::Range(low, high) => {
            let (low, high) = (resolver.number(low), resolver.bound(high));
            Some(AmountSet::Items(vec![Item::Range(low?, high?)]))
        }
        tree::AmountSet::Set(items) => resolver.items(items).map(AmountSet::Items),
    }
}

/// The body of a game with a variant's changes.
fn merge(base: &tree::Body, changes: Option<&tree::Body>) -> tree::Body {
    let mut body = base.clone();
    let Some(changes) = changes else { return body };
    for one in &changes.lets {
        match body.lets.iter_mut().find(|known| known.name.node == one.name.node) {
            Some(known) => *known = one.clone(),
            None => body.lets.push(one.clone()),
        }
    }
    // Moves and the shorthand say the same kind of thing: a variant that says one drops the other.
    if !changes.moves.is_empty() {
        body.moves = changes.moves.clone();
        body.heap_limit = None;
        body.take_limit = None;
    }
    if changes.heap_limit.is_some() || changes.take_limit.is_some() {
        body.moves = changes.moves.clone();
    }
    body.heaps = changes.heaps.clone().or(body.heaps);
    body.heap_limit = changes.heap_limit.clone().or(body.heap_limit);
    body.take_limit = changes.take_limit.clone().or(body.take_limit);
    body.play = changes.play.clone().or(body.play);
    body.start = changes.start.clone().or(body.start);
    body
}

fn default_name(heaps: usize) -> Text {
    Text::by_language([
        (crate::text::Language::En, format!("A take-away game with {}", plural(heaps, "heap", "heaps"))),
        (crate::text::Language::Zh, format!("{heaps} 堆取子游戏")),
    ])
}

fn quoted(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

fn start_of(span: Span) -> Span {
    Span::new(span.start, span.start)
}
