//! From the syntax tree of a game to its checked rules.

mod moves;
mod octal;
mod registers;

use super::claim::{lower_claim, plural};
use super::expr::Value;
use super::resolve::{Names, Resolver};
use super::ruleset::{MoveRule, Register, Ruleset};
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
    let mut lowering = Lowering { diagnostics: Vec::new(), splits: false };
    let rules = lowering.game(game, choices);
    let mut diagnostics = lowering.diagnostics;
    diagnostics.sort_by_key(|diagnostic| diagnostic.label.as_ref().map(|(span, _)| *span));
    diagnostics.dedup();
    let failed = diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
    Lowered { rules: rules.filter(|_| !failed), diagnostics }
}

struct Lowering {
    diagnostics: Vec<Diagnostic>,
    /// Whether a move splits heaps, so that there may be more of them than at the start.
    splits: bool,
}

impl Lowering {
    fn game(&mut self, game: &tree::Game, choices: &Choices) -> Option<Ruleset> {
        self.names_once(game);
        let variant = match &choices.variant {
            None => None,
            Some(name) => match variant_of(game, name) {
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
        self.splits = body.octal.is_some() || body.moves.iter().any(splits);
        let (heaps, heap_names) = self.heaps(game, &body)?;
        let parameters = self.parameters(&body, &choices.set)?;
        let names = Names { parameters: &parameters, heap_names: heap_names.as_deref(), heaps, registers: &[] };
        let registers = self.registers(&body, names)?;
        let names = Names { registers: &registers, ..names };
        let moves = self.moves(game, &body, names);
        let [keeping, end, wins] = [&body.keeping, &body.end, &body.wins].map(|condition| {
            let mut resolver = Resolver::positions(names);
            let condition = condition.as_ref().map(|condition| resolver.condition(condition));
            self.diagnostics.append(&mut resolver.diagnostics);
            condition
        });
        if let (Some(wins), Some(play)) = (&body.wins, &body.play) {
            self.diagnostics.push(
                Diagnostic::error("two-ends", play.span, "`play` and `wins when` both say who wins at the end")
                    .related(wins.span, "the condition is here")
                    .help("keep one of the two"),
            );
        }
        let start = body.start.as_ref().map(|start| self.start(start, names));
        let claims: Vec<_> =
            game.claims.iter().filter_map(|claim| lower_claim(claim, names, &mut self.diagnostics)).collect();
        let rules = Ruleset {
            name: game.name.as_ref().map_or_else(|| default_name(heaps), |name| name.node.clone()),
            variant: variant.map(|variant| variant.name.node.clone()),
            heaps,
            heap_names: heap_names.clone(),
            parameters: parameters.clone(),
            registers: registers.clone(),
            moves: moves?,
            keeping: keeping.flatten(),
            end: end.flatten(),
            wins: wins.flatten(),
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
                let mut resolver =
                    Resolver::constants(Names { parameters: &parameters, heap_names: None, heaps: 0, registers: &[] });
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
            let mut resolver =
                Resolver::constants(Names { parameters: &parameters, heap_names: None, heaps: 0, registers: &[] });
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
        if let Some(code) = &body.octal {
            let other = shorthand.map(|short| short.span).or(body.moves.first().map(|first| first.span));
            if let Some(other) = other {
                self.diagnostics.push(
                    Diagnostic::error("two-rules", code.span, "the code and other rules both say what a move is")
                        .related(other, "the other rules are here")
                        .help("keep one of the two"),
                );
                return None;
            }
            self.heaps_may_vary(code.span, names);
            return self.octal(code);
        }
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
}

/// Whether a move splits a heap.
fn splits(rule: &tree::Move) -> bool {
    match &rule.body {
        tree::MoveBody::Split(_) => true,
        tree::MoveBody::Take(take) => take.then_split.is_some(),
        _ => false,
    }
}

/// Names that parameters cannot have.
const RESERVED: [&str; 12] =
    ["h", "i", "min", "max", "sum", "nimsum", "phi", "unlimited", "prev", "prev_heap", "own", "other"];

/// The variant of that name.
pub(super) fn variant_of<'g>(game: &'g tree::Game, name: &str) -> Option<&'g tree::Variant> {
    game.variants.iter().find(|variant| variant.name.node.matches(name))
}

/// The body of a game with a variant's changes.
pub(super) fn merge(base: &tree::Body, changes: Option<&tree::Body>) -> tree::Body {
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
    if changes.octal.is_some() {
        (body.moves, body.heap_limit, body.take_limit) = (changes.moves.clone(), None, None);
    } else if !changes.moves.is_empty() || changes.heap_limit.is_some() || changes.take_limit.is_some() {
        body.octal = None;
    }
    // Who wins at the end is said by `play` or by a condition: a variant that says one drops the other.
    if changes.play.is_some() {
        body.wins = None;
    }
    if changes.wins.is_some() {
        body.play = None;
    }
    if !changes.remembered.is_empty() {
        body.remembered = changes.remembered.clone();
    }
    body.octal = changes.octal.clone().or(body.octal);
    body.keeping = changes.keeping.clone().or(body.keeping);
    body.end = changes.end.clone().or(body.end);
    body.wins = changes.wins.clone().or(body.wins);
    body.tally = changes.tally.clone().or(body.tally);
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
