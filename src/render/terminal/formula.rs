//! TeX formulas in one line of Unicode, or a few.
//!
//! Spaces are put where TeX puts them, whatever the source has: around relations and binary signs and after commas. A
//! fraction becomes `a/b`, with brackets where they are needed to read it so; a script is written in small letters if each
//! of its characters has one, else after `_` or `^`. A formula with anything that isn't known here is not rendered by halves:
//! the page then shows its TeX.

mod atoms;
mod rows;
mod scripts;
mod symbols;

use atoms::{Atom, Class, Form, Shape, TIED, bracketed, join};
use rows::Rows;

/// Formulas nested deeper than this are left alone.
const DEEPEST: usize = 60;

/// What keeps a formula from being written in Unicode: a command that isn't known, or what is missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Unknown(pub(super) String);

/// A formula in Unicode; on several lines where it has rows and `display` allows it.
///
/// Spaces before signs are such at which no line is broken (U+00A0).
pub(super) fn formula(tex: &str, display: bool) -> Result<String, Unknown> {
    let mut parser = Parser { rest: tex, display, depth: 0 };
    let atoms = parser.list()?;
    match parser.rest {
        "" => Ok(join(&atoms, false).trim_matches([' ', '\u{A0}']).to_owned()),
        rest => Err(Unknown(rest.to_owned())),
    }
}

struct Parser<'a> {
    rest: &'a str,
    display: bool,
    depth: usize,
}

impl<'a> Parser<'a> {
    /// The pieces up to the end of the formula, of the group, or of the cell.
    fn list(&mut self) -> Result<Vec<Atom>, Unknown> {
        self.deeper()?;
        let mut atoms = Vec::new();
        loop {
            self.rest = self.rest.trim_start();
            match self.rest.chars().next() {
                None | Some('}' | '&') => break,
                Some('\\') if matches!(self.name(), "\\" | "cr" | "end") => break,
                Some('^' | '_' | '\'') => self.scripts(&mut atoms)?,
                Some(_) => self.piece(&mut atoms)?,
            }
        }
        self.depth -= 1;
        Ok(atoms)
    }

    /// The name of the command that comes next, without its backslash.
    fn name(&self) -> &'a str {
        let Some(after) = self.rest.strip_prefix('\\') else { return "" };
        match after.find(|letter: char| !letter.is_ascii_alphabetic()) {
            Some(0) => &after[..after.chars().next().map_or(0, char::len_utf8)],
            Some(end) => &after[..end],
            None => after,
        }
    }

    /// One piece: a character, a number, a group or a command with its arguments.
    fn piece(&mut self, atoms: &mut Vec<Atom>) -> Result<(), Unknown> {
        self.deeper()?;
        self.shallow_piece(atoms)?;
        self.depth -= 1;
        Ok(())
    }

    /// Counts a level of nesting.
    fn deeper(&mut self) -> Result<(), Unknown> {
        self.depth += 1;
        if self.depth > DEEPEST { Err(Unknown("{".to_owned())) } else { Ok(()) }
    }

    fn shallow_piece(&mut self, atoms: &mut Vec<Atom>) -> Result<(), Unknown> {
        let Some(letter) = self.rest.chars().next() else { return Err(Unknown("an end".to_owned())) };
        match letter {
            '\\' => return self.command(atoms),
            '{' => {
                let group = self.group()?;
                atoms.push(match <[Atom; 1]>::try_from(group) {
                    // What stands in braces alone is no sign between two sides.
                    Ok([atom]) => Atom { class: Class::Ordinary, ..atom },
                    Err(group) => Atom::new(join(&group, false), Class::Ordinary, Form::Group),
                });
            }
            '0'..='9' => {
                let more = |(index, letter): (usize, char)| {
                    let decimal =
                        letter == '.' && self.rest[index + 1..].starts_with(|next: char| next.is_ascii_digit());
                    !letter.is_ascii_digit() && !decimal
                };
                let end = self.rest.char_indices().find(|place| more(*place)).map_or(self.rest.len(), |(end, _)| end);
                atoms.push(Atom::new(&self.rest[..end], Class::Ordinary, Form::Number));
                self.rest = &self.rest[end..];
            }
            '}' | '&' | '^' | '_' | '#' | '%' | '$' => return Err(Unknown(letter.to_string())),
            _ => {
                atoms.push(symbols::character(letter));
                self.rest = &self.rest[letter.len_utf8()..];
            }
        }
        Ok(())
    }

    /// What stands in the braces that come next.
    fn group(&mut self) -> Result<Vec<Atom>, Unknown> {
        self.rest = self.rest.strip_prefix('{').ok_or_else(|| Unknown("{".to_owned()))?;
        let atoms = self.list()?;
        self.rest = self.rest.strip_prefix('}').ok_or_else(|| Unknown("}".to_owned()))?;
        Ok(atoms)
    }

    /// The argument of a command or script: a group, or one piece (of a number its first digit).
    fn argument(&mut self) -> Result<Vec<Atom>, Unknown> {
        self.rest = self.rest.trim_start();
        match self.rest.chars().next() {
            Some('{') => self.group(),
            Some(digit @ '0'..='9') => {
                self.rest = &self.rest[1..];
                Ok(vec![Atom::new(digit, Class::Ordinary, Form::Number)])
            }
            _ => {
                let mut atoms = Vec::new();
                self.piece(&mut atoms)?;
                Ok(atoms)
            }
        }
    }

    /// The argument in braces as it stands.
    fn raw(&mut self) -> Result<&'a str, Unknown> {
        let missing = || Unknown("{".to_owned());
        let inner = self.rest.trim_start().strip_prefix('{').ok_or_else(missing)?;
        let mut depth = 0_usize;
        let mut escaped = false;
        for (index, letter) in inner.char_indices() {
            match letter {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                '{' => depth += 1,
                '}' if depth == 0 => {
                    self.rest = &inner[index + 1..];
                    return Ok(&inner[..index]);
                }
                '}' => depth -= 1,
                _ => {}
            }
        }
        Err(missing())
    }

    /// A command and its arguments.
    fn command(&mut self, atoms: &mut Vec<Atom>) -> Result<(), Unknown> {
        let name = self.name();
        self.rest = &self.rest[1 + name.len()..];
        if name.is_empty() {
            return Err(Unknown("\\".to_owned()));
        }
        match name {
            "frac" | "dfrac" | "tfrac" => {
                let (above, below) = (self.argument()?, self.argument()?);
                let text =
                    format!("{}/{}", bracketed(&above, Shape::Product, false), bracketed(&below, Shape::Single, false));
                atoms.push(Atom::new(text, Class::Ordinary, Form::Fraction));
            }
            "binom" => {
                let (above, below) = (self.argument()?, self.argument()?);
                let text = format!("C({}, {})", join(&above, false), join(&below, false));
                atoms.push(Atom::new(text, Class::Ordinary, Form::Simple));
            }
            "sqrt" => {
                let mut index = String::new();
                if let Some(inner) = self.rest.trim_start().strip_prefix('[') {
                    let (degree, rest) = inner.split_once(']').ok_or_else(|| Unknown("]".to_owned()))?;
                    index = scripts::superscript(degree.trim()).ok_or_else(|| Unknown(degree.to_owned()))?;
                    self.rest = rest;
                }
                let radicand = self.argument()?;
                let text = format!("{index}√{}", bracketed(&radicand, Shape::Sign, false));
                atoms.push(Atom::new(text, Class::Ordinary, Form::Root));
            }
            "pmod" | "pod" => {
                let modulus = join(&self.argument()?, false);
                let word = if name == "pmod" { "mod " } else { "" };
                atoms.push(Atom::new(" ", Class::Space, Form::Simple));
                atoms.push(Atom::new(format!("({word}{modulus})"), Class::Ordinary, Form::Simple));
            }
            "mod" => atoms.push(Atom::new(" mod ", Class::Space, Form::Simple)),
            "text" | "textrm" | "textit" | "textbf" | "mbox" | "operatorname" | "mathrm" => {
                let text = words(self.raw()?, self.depth)?;
                let class = if name == "operatorname" { Class::Operator } else { Class::Ordinary };
                atoms.push(Atom::new(text, class, Form::Word));
            }
            "mathbf" | "mathit" | "mathsf" | "mathtt" | "mathcal" | "boldsymbol" => {
                let inner = self.argument()?;
                let form = if inner.len() == 1 { inner[0].form } else { Form::Group };
                atoms.push(Atom::new(join(&inner, false), Class::Ordinary, form));
            }
            "mathbb" => {
                let inner = join(&self.argument()?, false);
                let struck: String = inner.chars().map(symbols::double_struck).collect();
                atoms.push(Atom::new(struck, Class::Ordinary, Form::Simple));
            }
            "overline" | "bar" => {
                // A line over each character.
                let inner = join(&self.argument()?, true);
                let text: String = inner.chars().flat_map(|letter| [letter, '\u{305}']).collect();
                atoms.push(Atom::new(text, Class::Ordinary, Form::Simple));
            }
            "underbrace" | "overbrace" => self.brace(name, atoms)?,
            "begin" => atoms.push(self.rows()?),
            "not" => {
                let sign = if self.rest.starts_with('\\') { format!("\\{}", self.name()) } else { "=".to_owned() };
                let atom = symbols::command(&format!("not{sign}")).ok_or_else(|| Unknown(format!("\\not{sign}")))?;
                self.rest = self.rest.strip_prefix(&sign).ok_or_else(|| Unknown("\\not".to_owned()))?;
                atoms.push(atom);
            }
            _ if symbols::SIZES.contains(&name) => self.bracket(name, atoms)?,
            _ if symbols::LOOKS.contains(&name) => {}
            _ => atoms.push(symbols::command(name).ok_or_else(|| Unknown(format!("\\{name}")))?),
        }
        Ok(())
    }

    /// The bracket after a command such as `\left`; a full stop is none.
    fn bracket(&mut self, size: &str, atoms: &mut Vec<Atom>) -> Result<(), Unknown> {
        self.rest = self.rest.trim_start();
        let mut bracket = Vec::new();
        if let Some(rest) = self.rest.strip_prefix('.') {
            self.rest = rest;
            bracket.push(Atom::new("", Class::Ordinary, Form::Simple));
        } else {
            self.piece(&mut bracket)?;
        }
        let [mut bracket] = <[Atom; 1]>::try_from(bracket).map_err(|_| Unknown(format!("\\{size}")))?;
        bracket.class = match size {
            "left" | "bigl" | "Bigl" | "biggl" | "Biggl" => Class::Opening,
            "right" | "bigr" | "Bigr" | "biggr" | "Biggr" => Class::Closing,
            "middle" | "bigm" | "Bigm" => Class::Relation,
            _ => bracket.class,
        };
        atoms.push(bracket);
        Ok(())
    }

    /// A brace under or over terms, with what it says: `(1 + … + 1) [k terms]`.
    fn brace(&mut self, name: &str, atoms: &mut Vec<Atom>) -> Result<(), Unknown> {
        let terms = bracketed(&self.argument()?, Shape::Single, false);
        self.rest = self.rest.trim_start();
        let Some(rest) = self.rest.strip_prefix(if name == "underbrace" { '_' } else { '^' }) else {
            atoms.push(Atom::new(terms, Class::Ordinary, Form::Simple));
            return Ok(());
        };
        self.rest = rest;
        let label = join(&self.argument()?, false);
        atoms.push(Atom::new(format!("{terms}{TIED}[{}]", label.trim()), Class::Ordinary, Form::Group));
        Ok(())
    }

    /// The rows of an environment.
    fn rows(&mut self) -> Result<Atom, Unknown> {
        let name = self.raw()?;
        let kind = Rows::named(name).ok_or_else(|| Unknown(format!("\\begin{{{name}}}")))?;
        if name == "array" || name.starts_with("alignedat") {
            self.raw()?;
        }
        let mut rows: Vec<Vec<String>> = vec![Vec::new()];
        loop {
            let cell = join(&self.list()?, false);
            rows.last_mut().expect("there is a row from the start").push(cell.trim().to_owned());
            if let Some(rest) = self.rest.strip_prefix('&') {
                self.rest = rest;
                continue;
            }
            match self.name() {
                command @ ("\\" | "cr") => {
                    self.rest = &self.rest[1 + command.len()..];
                    // How much space is to follow, as in `\\[2pt]`.
                    if let Some((_, rest)) = self.rest.strip_prefix('[').and_then(|inner| inner.split_once(']')) {
                        self.rest = rest;
                    }
                    rows.push(Vec::new());
                }
                "end" => {
                    self.rest = &self.rest["\\end".len()..];
                    if self.raw()? != name {
                        return Err(Unknown(format!("\\end{{{name}}}")));
                    }
                    break;
                }
                _ => return Err(Unknown(format!("\\end{{{name}}}"))),
            }
        }
        rows.retain(|row| row.iter().any(|cell| !cell.is_empty()));
        let form = if rows.len() > 1 { Form::Simple } else { Form::Group };
        Ok(Atom::new(kind.set(&rows, self.display), Class::Ordinary, form))
    }

    /// Puts the scripts and primes that come next on the piece before them.
    fn scripts(&mut self, atoms: &mut Vec<Atom>) -> Result<(), Unknown> {
        let mut primes = String::new();
        let (mut below, mut above) = (None, None);
        loop {
            self.rest = self.rest.trim_start();
            let Some(sign @ ('^' | '_' | '\'')) = self.rest.chars().next() else { break };
            self.rest = &self.rest[1..];
            let script = match sign {
                '\'' => {
                    primes.push('′');
                    continue;
                }
                '_' => &mut below,
                _ => &mut above,
            };
            if script.is_some() {
                return Err(Unknown(sign.to_string()));
            }
            *script = Some(self.argument()?);
        }
        let mut base = match atoms.pop() {
            Some(base) if base.class != Class::Space => base,
            other => {
                atoms.extend(other);
                Atom::new("", Class::Ordinary, Form::Simple)
            }
        };
        let raised = above.is_some() || !primes.is_empty();
        let many = base.form == Form::Word && base.class == Class::Ordinary && base.text.contains(' ');
        if many
            || matches!(base.form, Form::Group | Form::Fraction | Form::Root)
            || raised && matches!(base.form, Form::Scripted | Form::Loose)
        {
            base.text = format!("({})", base.text);
        }
        let below = below.map(|script| written(&script, '_', scripts::subscript)).unwrap_or_default();
        let above = above.map(|script| written(&script, '^', scripts::superscript)).unwrap_or_default();
        // What is written out stands last, so that nothing seems to belong to it.
        let (first, second) = if below.starts_with('_') { (above, below) } else { (below, above) };
        let loose = second.starts_with(['_', '^']);
        base.text = format!("{}{primes}{first}{second}", base.text);
        base.form = if loose { Form::Loose } else { Form::Scripted };
        atoms.push(base);
        Ok(())
    }
}

/// A script in small letters, or after its sign.
fn written(script: &[Atom], sign: char, small: fn(&str) -> Option<String>) -> String {
    let text = join(script, true);
    match small(&text) {
        Some(small) => small,
        None if matches!(script, [atom] if matches!(atom.form, Form::Simple | Form::Number | Form::Word)) => {
            format!("{sign}{}", text.trim())
        }
        None => format!("{sign}({text})"),
    }
}

/// The argument of `\text`, in which `$…$` is a formula again.
fn words(text: &str, depth: usize) -> Result<String, Unknown> {
    let mut out = String::new();
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        rest = &rest[letter.len_utf8()..];
        match letter {
            '\\' => {
                let sign = rest.chars().next().filter(|sign| "{}_%&#$ ,".contains(*sign));
                let sign = sign.ok_or_else(|| Unknown("\\".to_owned()))?;
                rest = &rest[1..];
                out.push(if sign == ',' { ' ' } else { sign });
            }
            '$' => {
                let (tex, after) = rest.split_once('$').ok_or_else(|| Unknown("$".to_owned()))?;
                let mut parser = Parser { rest: tex, display: false, depth };
                out += &join(&parser.list()?, false);
                if !parser.rest.is_empty() {
                    return Err(Unknown(parser.rest.to_owned()));
                }
                rest = after;
            }
            '{' | '}' => {}
            '~' => out.push('\u{A0}'),
            _ if letter.is_whitespace() => out.push(' '),
            _ => out.push(letter),
        }
    }
    Ok(out)
}

#[cfg(test)]
mod tests;
