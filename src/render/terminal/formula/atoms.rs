//! The pieces of a formula, and how they are put side by side: spaces and brackets.

use super::super::wrap::width;
use crate::render::markup::is_cjk;

/// A space at which a line isn't broken.
pub(super) const TIED: &str = "\u{A0}";

/// What a piece is to its neighbours; as TeX has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// A letter, a number, or whatever stands for one.
    Ordinary,
    /// A name such as `min`, or a sum's sign.
    Operator,
    /// `+` and its like; without a left or right side it is ordinary.
    Binary,
    /// `=` and its like.
    Relation,
    /// An opening bracket.
    Opening,
    /// A closing bracket.
    Closing,
    /// A comma or semicolon.
    Punctuation,
    /// A space that the formula asks for.
    Space,
}

/// How a piece is built, which decides where it needs brackets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// One sign, or what has its own brackets.
    Simple,
    /// Digits.
    Number,
    /// A word.
    Word,
    /// With a subscript or superscript in small letters.
    Scripted,
    /// Ending in a script that is written out, as in `x_d`.
    Loose,
    /// A root.
    Root,
    /// A fraction.
    Fraction,
    /// Several pieces.
    Group,
}

/// A piece of a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Atom {
    pub(super) text: String,
    pub(super) class: Class,
    pub(super) form: Form,
}

impl Atom {
    pub(super) fn new(text: impl Into<String>, class: Class, form: Form) -> Atom {
        Atom { text: text.into(), class, form }
    }

    fn is_word(&self) -> bool {
        self.form == Form::Word
    }

    /// Whether no space stands around this sign, as around the dot of a product.
    fn is_tight(&self) -> bool {
        self.text == "·"
    }
}

/// How much a part of a formula holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Shape {
    /// One sign or number, or a part in brackets of its own.
    Sign,
    /// One piece.
    Single,
    /// Pieces side by side, as in `2k`.
    Product,
    /// Anything else, as in `k + 1`.
    Sum,
}

/// How much the pieces hold together.
pub(super) fn shape(atoms: &[Atom]) -> Shape {
    let atoms: Vec<&Atom> = atoms.iter().filter(|atom| atom.class != Class::Space).collect();
    let mut depth = 0_usize;
    let mut parts = 0;
    for (index, atom) in atoms.iter().enumerate() {
        match atom.class {
            Class::Opening => depth += 1,
            Class::Closing => depth = depth.saturating_sub(1),
            _ if depth > 0 => continue,
            Class::Binary | Class::Relation | Class::Punctuation => return Shape::Sum,
            Class::Operator if atoms.get(index + 1).is_some_and(|next| next.class != Class::Opening) => {
                return Shape::Sum;
            }
            _ if matches!(atom.form, Form::Fraction | Form::Group) => return Shape::Sum,
            _ if atom.is_word() && atom.text.contains(' ') => return Shape::Sum,
            _ => {}
        }
        if depth == 0 {
            parts += 1;
        }
    }
    match atoms.last() {
        Some(last) if parts == 1 => match last.form {
            Form::Simple | Form::Number | Form::Word => Shape::Sign,
            _ => Shape::Single,
        },
        None => Shape::Sign,
        _ => Shape::Product,
    }
}

/// The pieces side by side, in brackets if they hold more than `most`.
pub(super) fn bracketed(atoms: &[Atom], most: Shape, tight: bool) -> String {
    let text = join(atoms, tight);
    if shape(atoms) > most { format!("({text})") } else { text }
}

/// The pieces side by side, with spaces around signs unless `tight`.
pub(super) fn join(atoms: &[Atom], tight: bool) -> String {
    let classes = classes(atoms);
    let mut out = String::new();
    for (index, atom) in atoms.iter().enumerate() {
        let before = index.checked_sub(1).map(|before| (&atoms[before], classes[before]));
        if let Some(before) = before {
            out.push_str(gap(before, (atom, classes[index]), tight));
        }
        let text = match atom.form {
            Form::Fraction if touched(atoms, &classes, index, true) || touched(atoms, &classes, index, false) => {
                format!("({})", atom.text)
            }
            Form::Root if touched(atoms, &classes, index, false) => format!("({})", atom.text),
            _ => atom.text.clone(),
        };
        let spaced = |text: &str| text.ends_with([' ', '\u{A0}']);
        match atom.class {
            // Words may bring spaces of their own, which don't add up.
            Class::Ordinary if atom.is_word() && (out.is_empty() || spaced(&out)) => {
                append(&mut out, text.trim_start_matches(' '));
            }
            Class::Closing | Class::Punctuation if before.is_some_and(|(before, _)| before.is_word()) => {
                out.truncate(out.trim_end_matches(' ').len());
                append(&mut out, &text);
            }
            _ => append(&mut out, &text),
        }
    }
    out
}

/// Adds a text that may have several lines, all of them beginning below its first.
fn append(out: &mut String, text: &str) {
    if text.contains('\n') {
        let column = width(out.rsplit('\n').next().unwrap_or_default());
        out.push_str(&text.replace('\n', &format!("\n{}", TIED.repeat(column))));
    } else {
        out.push_str(text);
    }
}

/// The pieces' classes; a sign without a left or right side is ordinary, as in `-1`.
fn classes(atoms: &[Atom]) -> Vec<Class> {
    let mut classes: Vec<Class> = atoms.iter().map(|atom| atom.class).collect();
    let spaces = |class: &&Class| **class != Class::Space;
    for index in 0..classes.len() {
        if classes[index] != Class::Binary {
            continue;
        }
        let left = classes[..index].iter().rev().find(spaces);
        let right = classes[index + 1..].iter().find(spaces);
        let no_left = left.is_none_or(|class| {
            matches!(class, Class::Binary | Class::Operator | Class::Relation | Class::Opening | Class::Punctuation)
        });
        let no_right = right.is_none_or(|class| matches!(class, Class::Relation | Class::Closing | Class::Punctuation));
        if no_left || no_right {
            classes[index] = Class::Ordinary;
        }
    }
    classes
}

/// Whether a piece is multiplied with the one before (`left`) or after it, by standing next to it.
fn touched(atoms: &[Atom], classes: &[Class], index: usize, left: bool) -> bool {
    let mut near = index;
    loop {
        near = match if left { near.checked_sub(1) } else { Some(near + 1) } {
            Some(near) if near < atoms.len() => near,
            _ => return false,
        };
        // A thin space doesn't part factors, a wide one does.
        if classes[near] != Class::Space || atoms[near].text.chars().count() > 1 {
            break;
        }
    }
    match classes[near] {
        Class::Ordinary if atoms[near].is_word() && atoms[near].text.contains(' ') => false,
        // A sign before it belongs to it.
        Class::Ordinary => !left || atoms[near].class != Class::Binary,
        Class::Closing => left,
        Class::Opening | Class::Operator => !left,
        _ => false,
    }
}

/// The space between two pieces.
fn gap((before, left): (&Atom, Class), (after, right): (&Atom, Class), tight: bool) -> &'static str {
    let alphanumeric = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
    let adjoin = alphanumeric(before.text.chars().next_back()) && alphanumeric(after.text.chars().next());
    let open = |atom: &Atom| !atom.is_tight() && (!tight || atom.is_word());
    let named = |atom: &Atom| atom.is_word() && atom.class != Class::Ordinary;
    let chinese = match (before.text.chars().next_back(), after.text.chars().next()) {
        (Some(last), Some(first)) => is_cjk(last) != is_cjk(first),
        _ => false,
    };
    let numbers = before.form == Form::Number && after.form == Form::Number;
    let (space, wanted) = match (left, right) {
        (Class::Space | Class::Opening, _) | (_, Class::Space | Class::Closing) => (TIED, false),
        (Class::Relation, Class::Relation) | (Class::Punctuation, Class::Punctuation) => (TIED, false),
        (_, Class::Relation | Class::Binary) => (TIED, open(after)),
        (Class::Relation | Class::Binary, _) => (" ", open(before)),
        (Class::Punctuation, _) => (" ", !tight),
        (Class::Operator, Class::Opening) => (TIED, false),
        (Class::Operator, _) | (_, Class::Operator) => (TIED, adjoin || !tight),
        _ => {
            let apart = before.form == Form::Loose || numbers || chinese || named(before) || named(after);
            (TIED, adjoin && apart)
        }
    };
    if wanted { space } else { "" }
}
