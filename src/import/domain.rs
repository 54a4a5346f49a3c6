//! A planning domain: objects, conditions and actions.

use super::sexpr::Form;
use crate::diagnostics::{Diagnostic, nearest};
use crate::source::Span;
use num_bigint::BigInt;

/// A game as a planning domain.
#[derive(Clone, Debug)]
pub(super) struct Domain {
    pub(super) name: String,
    /// The objects' names, without the question mark.
    pub(super) objects: Vec<(String, Span)>,
    pub(super) terminal: Option<Cond>,
    pub(super) constraint: Option<(Cond, Span)>,
    pub(super) actions: Vec<Action>,
}

/// An action.
#[derive(Clone, Debug)]
pub(super) struct Action {
    pub(super) name: String,
    pub(super) span: Span,
    /// The parameters' names, without the question mark.
    pub(super) parameters: Vec<(String, Span)>,
    pub(super) precondition: Cond,
    pub(super) effects: Vec<Effect>,
}

/// An assignment, made where all its conditions hold.
#[derive(Clone, Debug)]
pub(super) struct Effect {
    pub(super) when: Vec<Cond>,
    /// The object, by number.
    pub(super) object: usize,
    pub(super) value: Num,
    pub(super) span: Span,
}

/// A variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Var {
    /// An object, by number.
    Object(usize),
    /// A parameter of the action, by number.
    Parameter(usize),
}

/// A number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Num {
    Value(BigInt),
    Var(Var),
    Add(Box<Num>, Box<Num>),
    Sub(Box<Num>, Box<Num>),
    Mul(Box<Num>, Box<Num>),
}

/// A condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Cond {
    And(Vec<Cond>),
    Or(Vec<Cond>),
    Not(Box<Cond>),
    Compare(Comparison, Num, Num),
    /// The first leaves this remainder, the last, when it is divided by the second.
    Remainder(Num, BigInt, BigInt),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comparison {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl Comparison {
    /// The comparison that holds exactly where this one does not.
    pub(super) fn negated(self) -> Comparison {
        match self {
            Comparison::Eq => Comparison::Ne,
            Comparison::Ne => Comparison::Eq,
            Comparison::Lt => Comparison::Ge,
            Comparison::Le => Comparison::Gt,
            Comparison::Gt => Comparison::Le,
            Comparison::Ge => Comparison::Lt,
        }
    }
}

impl Num {
    /// The number with what `value` gives in the place of each variable, all at once.
    pub(super) fn with(&self, value: &impl Fn(Var) -> Num) -> Num {
        let two = |a: &Num, b: &Num| (Box::new(a.with(value)), Box::new(b.with(value)));
        match self {
            Num::Var(own) => value(*own),
            Num::Value(_) => self.clone(),
            Num::Add(a, b) => {
                let (a, b) = two(a, b);
                Num::Add(a, b)
            }
            Num::Sub(a, b) => {
                let (a, b) = two(a, b);
                Num::Sub(a, b)
            }
            Num::Mul(a, b) => {
                let (a, b) = two(a, b);
                Num::Mul(a, b)
            }
        }
    }

    /// The number with another in place of a variable.
    pub(super) fn replace(&self, var: Var, by: &Num) -> Num {
        self.with(&|own| if own == var { by.clone() } else { Num::Var(own) })
    }

    /// Whether it mentions a variable.
    pub(super) fn mentions(&self, var: Var) -> bool {
        match self {
            Num::Value(_) => false,
            Num::Var(own) => *own == var,
            Num::Add(a, b) | Num::Sub(a, b) | Num::Mul(a, b) => a.mentions(var) || b.mentions(var),
        }
    }
}

impl Cond {
    /// The condition with a number in place of a variable.
    pub(super) fn replace(&self, var: Var, by: &Num) -> Cond {
        match self {
            Cond::And(all) => Cond::And(all.iter().map(|one| one.replace(var, by)).collect()),
            Cond::Or(all) => Cond::Or(all.iter().map(|one| one.replace(var, by)).collect()),
            Cond::Not(one) => Cond::Not(Box::new(one.replace(var, by))),
            Cond::Compare(op, a, b) => Cond::Compare(*op, a.replace(var, by), b.replace(var, by)),
            Cond::Remainder(a, n, r) => Cond::Remainder(a.replace(var, by), n.clone(), r.clone()),
        }
    }

    /// Whether it mentions a variable.
    pub(super) fn mentions(&self, var: Var) -> bool {
        match self {
            Cond::And(all) | Cond::Or(all) => all.iter().any(|one| one.mentions(var)),
            Cond::Not(one) => one.mentions(var),
            Cond::Compare(_, a, b) => a.mentions(var) || b.mentions(var),
            Cond::Remainder(a, ..) => a.mentions(var),
        }
    }

    /// The conditions that must all hold, those of an `and` one by one.
    pub(super) fn conjuncts(&self) -> Vec<Cond> {
        match self {
            Cond::And(all) => all.iter().flat_map(Cond::conjuncts).collect(),
            other => vec![other.clone()],
        }
    }
}

/// Reads a domain.
pub(super) fn read(forms: &[Form]) -> Result<Domain, Vec<Diagnostic>> {
    let whole = |message: &str| {
        vec![Diagnostic::whole("syntax", message).help("a game is written `(define (domain name) (:objects …) …)`")]
    };
    let form = match forms {
        [] => return Err(whole("the file holds no domain")),
        [form] => form,
        [_, more, ..] => {
            return Err(vec![
                Diagnostic::error("syntax", more.span(), "something follows the domain")
                    .help("a `)` before it may be one too many; a file holds one domain"),
            ]);
        }
    };
    let Some(("define", sections)) = form.call() else {
        return Err(vec![Diagnostic::error("syntax", form.span(), "a game begins with `(define (domain name)`")]);
    };
    let mut reader = Reader { objects: Vec::new(), parameters: Vec::new(), problems: Vec::new() };
    let domain = reader.domain(form, sections);
    match domain {
        Some(domain) if reader.problems.is_empty() => Ok(domain),
        _ => {
            reader.problems.sort_by_key(|problem| problem.label.as_ref().map(|(span, _)| *span));
            Err(reader.problems)
        }
    }
}

struct Reader {
    objects: Vec<(String, Span)>,
    parameters: Vec<(String, Span)>,
    problems: Vec<Diagnostic>,
}

const SECTIONS: [&str; 4] = [":objects", ":tercondition", ":constraint", ":action"];
const PARTS: [&str; 3] = [":parameters", ":precondition", ":effect"];

impl Reader {
    fn fail<T>(&mut self, diagnostic: Diagnostic) -> Option<T> {
        self.problems.push(diagnostic);
        None
    }

    fn wrong<T>(&mut self, span: Span, message: impl Into<String>) -> Option<T> {
        self.fail(Diagnostic::error("syntax", span, message))
    }

    fn domain(&mut self, form: &Form, sections: &[Form]) -> Option<Domain> {
        let mut name = None;
        // The objects are needed to read the rest, wherever they stand.
        let mut seen: Vec<&str> = Vec::new();
        for section in sections {
            match section.call() {
                Some(("domain", [Form::Word(word, _)])) => name = Some(word.clone()),
                Some((":objects", items)) => {
                    if seen.contains(&":objects") {
                        self.wrong::<()>(section.span(), "the objects are given twice");
                    }
                    seen.push(":objects");
                    self.objects = self.variables(items);
                }
                _ => {}
            }
        }
        if self.objects.is_empty() {
            let diagnostic = Diagnostic::error("syntax", form.span(), "the domain has no objects");
            return self.fail(diagnostic.help("the heaps are its objects, as in `(:objects ?v1 ?v2)`"));
        }
        let (mut terminal, mut constraint, mut actions) = (None, None, Vec::new());
        for section in sections {
            let span = section.span();
            match section.call() {
                Some(("domain" | ":objects", _)) => {}
                Some((word @ (":tercondition" | ":constraint"), items)) => {
                    if seen.contains(&word) {
                        self.wrong::<()>(span, format!("`{word}` is given twice"));
                    }
                    seen.push(if word == ":constraint" { ":constraint" } else { ":tercondition" });
                    let condition = match items {
                        [condition] => self.condition(condition),
                        _ => self.wrong(span, format!("`{word}` is followed by one condition")),
                    };
                    if word == ":constraint" {
                        constraint = condition.map(|condition| (condition, span));
                    } else {
                        terminal = condition;
                    }
                }
                Some((":action", items)) => actions.extend(self.action(items, span)),
                Some((word, _)) => {
                    let diagnostic = Diagnostic::error("syntax", span, format!("there is no section `{word}`"));
                    let diagnostic = diagnostic.suggest(word, SECTIONS);
                    self.fail::<()>(diagnostic);
                }
                None => {
                    self.wrong::<()>(span, "a section such as `(:objects …)` is expected here");
                }
            }
        }
        if actions.is_empty() && self.problems.is_empty() {
            return self.wrong(form.span(), "the domain has no actions");
        }
        let name = name.unwrap_or_else(|| "imported game".to_owned());
        Some(Domain { name, objects: self.objects.clone(), terminal, constraint, actions })
    }

    /// The names of variables; types, as in `?a ?b - int`, are left out.
    fn variables(&mut self, items: &[Form]) -> Vec<(String, Span)> {
        let mut found: Vec<(String, Span)> = Vec::new();
        let mut items = items.iter();
        while let Some(item) = items.next() {
            let span = item.span();
            match item.word() {
                Some("-") => {
                    items.next();
                }
                Some(word) => {
                    let name = word.trim_start_matches('?').to_owned();
                    if name.is_empty() {
                        self.wrong::<()>(span, "a name is missing behind the `?`");
                    } else if found.iter().any(|(known, _)| *known == name) {
                        self.wrong::<()>(span, format!("`?{name}` is given twice"));
                    } else {
                        found.push((name, span));
                    }
                }
                None => {
                    self.wrong::<()>(span, "a name such as `?v1` is expected here");
                }
            }
        }
        found
    }

    fn action(&mut self, items: &[Form], span: Span) -> Option<Action> {
        let mut items = items.iter();
        let name = match items.next() {
            Some(Form::Word(word, _)) if !word.starts_with(':') => word.clone(),
            _ => return self.wrong(span, "an action begins with its name, as in `(:action take …)`"),
        };
        let mut parts: Vec<(&str, &Form)> = Vec::new();
        while let Some(key) = items.next() {
            match key.word().and_then(|word| PARTS.into_iter().find(|part| *part == word)) {
                Some(part) if parts.iter().any(|(known, _)| *known == part) => {
                    return self.wrong(key.span(), format!("`{part}` is given twice"));
                }
                Some(part) => match items.next() {
                    Some(value) => parts.push((part, value)),
                    None => return self.wrong(key.span(), format!("nothing follows `{part}`")),
                },
                None => {
                    let word = key.word().unwrap_or_default();
                    let message = "`:parameters`, `:precondition` or `:effect` is expected here";
                    return self.fail(Diagnostic::error("syntax", key.span(), message).suggest(word, PARTS));
                }
            }
        }
        let part = |wanted: &str| parts.iter().find(|(part, _)| *part == wanted).map(|(_, form)| *form);
        self.parameters = match part(":parameters") {
            None => Vec::new(),
            Some(Form::List(items, _)) => self.variables(items),
            Some(word) => self.wrong(word.span(), "parameters stand in a list, as in `(?k ?l)`")?,
        };
        for (name, span) in self.parameters.clone() {
            if self.objects.iter().any(|(known, _)| *known == name) {
                self.wrong::<()>(span, format!("`?{name}` is an object already"));
            }
        }
        let precondition = match part(":precondition") {
            None => Some(Cond::And(Vec::new())),
            Some(condition) => self.condition(condition),
        };
        let mut effects = Vec::new();
        match part(":effect") {
            None => {
                self.wrong::<()>(span, format!("the action `{name}` has no `:effect`"));
            }
            Some(effect) => self.effects(effect, &[], &mut effects),
        }
        let parameters = std::mem::take(&mut self.parameters);
        Some(Action { name, span, parameters, precondition: precondition?, effects })
    }

    /// Reads an effect that takes place under conditions.
    fn effects(&mut self, form: &Form, when: &[Cond], effects: &mut Vec<Effect>) {
        let span = form.span();
        match form.call() {
            Some(("and", all)) => all.iter().for_each(|one| self.effects(one, when, effects)),
            Some(("when", [condition, effect])) => {
                if let Some(condition) = self.condition(condition) {
                    let mut when = when.to_vec();
                    when.push(condition);
                    self.effects(effect, &when, effects);
                }
            }
            Some((word @ ("assign" | "increase" | "decrease"), [object, value])) => {
                let name = object.word().unwrap_or_default().trim_start_matches('?').to_owned();
                let Some(number) = self.objects.iter().position(|(known, _)| *known == name) else {
                    self.unknown::<()>(object, "an object");
                    return;
                };
                let own = || Box::new(Num::Var(Var::Object(number)));
                if let Some(value) = self.number(value) {
                    let value = match word {
                        "increase" => Num::Add(own(), Box::new(value)),
                        "decrease" => Num::Sub(own(), Box::new(value)),
                        _ => value,
                    };
                    effects.push(Effect { when: when.to_vec(), object: number, value, span });
                }
            }
            Some((word @ ("when" | "assign" | "increase" | "decrease"), _)) => {
                self.wrong::<()>(span, format!("`{word}` is followed by two things"));
            }
            Some((word, _)) => {
                let diagnostic = Diagnostic::error("syntax", span, format!("there is no effect `{word}`"));
                self.fail::<()>(diagnostic.suggest(word, ["assign", "when", "and", "increase", "decrease"]));
            }
            None if *form == Form::List(Vec::new(), span) => {}
            None => {
                self.wrong::<()>(span, "an effect such as `(assign ?v1 0)` is expected here");
            }
        }
    }

    fn condition(&mut self, form: &Form) -> Option<Cond> {
        let span = form.span();
        let Some((word, parts)) = form.call() else {
            if *form == Form::List(Vec::new(), span) {
                return Some(Cond::And(Vec::new()));
            }
            return self.wrong(span, "a condition such as `(>= ?v1 1)` is expected here");
        };
        let comparison = match word {
            "=" | "==" => Some(Comparison::Eq),
            "!=" | "/=" | "<>" => Some(Comparison::Ne),
            "<" => Some(Comparison::Lt),
            "<=" => Some(Comparison::Le),
            ">" => Some(Comparison::Gt),
            ">=" => Some(Comparison::Ge),
            _ => None,
        };
        match (word, comparison) {
            ("and" | "or", _) => {
                let all: Vec<Option<Cond>> = parts.iter().map(|part| self.condition(part)).collect();
                let all = all.into_iter().collect::<Option<Vec<Cond>>>()?;
                Some(if word == "and" { Cond::And(all) } else { Cond::Or(all) })
            }
            ("not", _) => match parts {
                [part] => self.condition(part).map(|part| Cond::Not(Box::new(part))),
                _ => self.wrong(span, "`not` is followed by one condition"),
            },
            ("%=", _) => {
                let [value, modulus, remainder] = parts else {
                    let diagnostic = Diagnostic::error("syntax", span, "`%=` is followed by three numbers");
                    return self.fail(diagnostic.help("`(%= E n r)`: E leaves the remainder r when divided by n"));
                };
                let value = self.number(value);
                let constant = |form: &Form| form.word().and_then(|word| word.parse::<BigInt>().ok());
                let (Some(n), Some(r)) = (constant(modulus), constant(remainder)) else {
                    return self.wrong(span, "the divisor and the remainder of `%=` must be whole numbers");
                };
                if n <= BigInt::from(0) {
                    return self.wrong(modulus.span(), "the divisor of `%=` must be at least 1");
                }
                Some(Cond::Remainder(value?, n, r))
            }
            (_, Some(op)) => {
                let numbers: Vec<Option<Num>> = parts.iter().map(|part| self.number(part)).collect();
                let numbers = numbers.into_iter().collect::<Option<Vec<Num>>>()?;
                match numbers.as_slice() {
                    [a, b] => Some(Cond::Compare(op, a.clone(), b.clone())),
                    _ => self.wrong(span, format!("`{word}` is followed by two numbers")),
                }
            }
            (_, None) => {
                let diagnostic = Diagnostic::error("syntax", span, format!("there is no condition `{word}`"));
                self.fail(
                    diagnostic
                        .suggest(word, ["and", "or", "not", ">=", "<=", "!=", "%="])
                        .help("conditions are made with and, or, not, =, !=, <, <=, >, >= and %="),
                )
            }
        }
    }

    fn number(&mut self, form: &Form) -> Option<Num> {
        let span = form.span();
        if let Some(word) = form.word() {
            let digits = word.strip_prefix('-').unwrap_or(word);
            if !digits.is_empty() && digits.len() < 1000 && digits.bytes().all(|byte| byte.is_ascii_digit()) {
                return word.parse().ok().map(Num::Value);
            }
            let name = word.trim_start_matches('?');
            let place = |list: &[(String, Span)]| list.iter().position(|(known, _)| known == name);
            if let Some(object) = place(&self.objects) {
                return Some(Num::Var(Var::Object(object)));
            }
            return match place(&self.parameters) {
                Some(parameter) => Some(Num::Var(Var::Parameter(parameter))),
                None => self.unknown(form, "an object or a parameter"),
            };
        }
        let Some((word @ ("+" | "-" | "*"), parts)) = form.call() else {
            let diagnostic = Diagnostic::error("syntax", span, "a number is expected here");
            return self.fail(diagnostic.help("numbers are made from names and whole numbers with `+`, `-` and `*`"));
        };
        let numbers: Vec<Option<Num>> = parts.iter().map(|part| self.number(part)).collect();
        let numbers = numbers.into_iter().collect::<Option<Vec<Num>>>()?;
        let mut numbers = numbers.into_iter();
        let Some(first) = numbers.next() else {
            return self.wrong(span, format!("nothing follows `{word}`"));
        };
        if word == "-" && numbers.len() == 0 {
            return Some(Num::Sub(Box::new(Num::Value(BigInt::from(0))), Box::new(first)));
        }
        Some(numbers.fold(first, |sum, next| {
            let (sum, next) = (Box::new(sum), Box::new(next));
            match word {
                "+" => Num::Add(sum, next),
                "-" => Num::Sub(sum, next),
                _ => Num::Mul(sum, next),
            }
        }))
    }

    fn unknown<T>(&mut self, form: &Form, what: &str) -> Option<T> {
        let Some(word) = form.word() else {
            return self.wrong(form.span(), format!("{what} is expected here"));
        };
        let known: Vec<&str> = self.objects.iter().chain(&self.parameters).map(|(name, _)| name.as_str()).collect();
        let near = nearest(word.trim_start_matches('?'), known.iter().copied()).map(str::to_owned);
        let diagnostic = Diagnostic::error("undefined", form.span(), format!("`{word}` is not {what}"));
        let diagnostic = match near {
            Some(near) => diagnostic.help(format!("did you mean `?{near}`?")),
            None => diagnostic,
        };
        self.fail(diagnostic)
    }
}
