//! The commands and characters that stand for one sign.

use super::atoms::{Atom, Class, Form};

const ORDINARY: &[(&str, &str)] = &[
    ("alpha", "α"),
    ("beta", "β"),
    ("gamma", "γ"),
    ("delta", "δ"),
    ("epsilon", "ε"),
    ("varepsilon", "ε"),
    ("zeta", "ζ"),
    ("eta", "η"),
    ("theta", "θ"),
    ("vartheta", "ϑ"),
    ("iota", "ι"),
    ("kappa", "κ"),
    ("lambda", "λ"),
    ("mu", "μ"),
    ("nu", "ν"),
    ("xi", "ξ"),
    ("pi", "π"),
    ("rho", "ρ"),
    ("sigma", "σ"),
    ("tau", "τ"),
    ("upsilon", "υ"),
    ("phi", "φ"),
    ("varphi", "φ"),
    ("chi", "χ"),
    ("psi", "ψ"),
    ("omega", "ω"),
    ("Gamma", "Γ"),
    ("Delta", "Δ"),
    ("Theta", "Θ"),
    ("Lambda", "Λ"),
    ("Xi", "Ξ"),
    ("Pi", "Π"),
    ("Sigma", "Σ"),
    ("Upsilon", "Υ"),
    ("Phi", "Φ"),
    ("Psi", "Ψ"),
    ("Omega", "Ω"),
    ("infty", "∞"),
    ("emptyset", "∅"),
    ("varnothing", "∅"),
    ("forall", "∀"),
    ("exists", "∃"),
    ("neg", "¬"),
    ("lnot", "¬"),
    ("ell", "ℓ"),
    ("aleph", "ℵ"),
    ("partial", "∂"),
    ("prime", "′"),
    ("circ", "∘"),
    ("bullet", "•"),
    ("star", "⋆"),
    ("square", "□"),
    ("dots", "…"),
    ("ldots", "…"),
    ("dotsc", "…"),
    ("dotsb", "⋯"),
    ("cdots", "⋯"),
    ("vdots", "⋮"),
    ("ddots", "⋱"),
    ("backslash", "\\"),
    ("vert", "|"),
    ("Vert", "‖"),
    ("|", "‖"),
    ("#", "#"),
    ("%", "%"),
    ("&", "&"),
    ("_", "_"),
    ("$", "$"),
];

const BINARY: &[(&str, &str)] = &[
    ("oplus", "⊕"),
    ("ominus", "⊖"),
    ("otimes", "⊗"),
    ("cdot", "·"),
    ("times", "×"),
    ("div", "÷"),
    ("pm", "±"),
    ("mp", "∓"),
    ("ast", "*"),
    ("cup", "∪"),
    ("cap", "∩"),
    ("setminus", "∖"),
    ("land", "∧"),
    ("wedge", "∧"),
    ("lor", "∨"),
    ("vee", "∨"),
];

const RELATION: &[(&str, &str)] = &[
    ("le", "≤"),
    ("leq", "≤"),
    ("leqslant", "≤"),
    ("ge", "≥"),
    ("geq", "≥"),
    ("geqslant", "≥"),
    ("lt", "<"),
    ("gt", ">"),
    ("ll", "≪"),
    ("gg", "≫"),
    ("ne", "≠"),
    ("neq", "≠"),
    ("equiv", "≡"),
    ("not\\equiv", "≢"),
    ("not=", "≠"),
    ("approx", "≈"),
    ("sim", "∼"),
    ("cong", "≅"),
    ("in", "∈"),
    ("notin", "∉"),
    ("not\\in", "∉"),
    ("ni", "∋"),
    ("subset", "⊂"),
    ("subseteq", "⊆"),
    ("supset", "⊃"),
    ("supseteq", "⊇"),
    ("mid", "∣"),
    ("nmid", "∤"),
    ("to", "→"),
    ("rightarrow", "→"),
    ("longrightarrow", "⟶"),
    ("mapsto", "↦"),
    ("leftarrow", "←"),
    ("gets", "←"),
    ("leftrightarrow", "↔"),
    ("Rightarrow", "⇒"),
    ("implies", "⟹"),
    ("Longrightarrow", "⟹"),
    ("Leftarrow", "⇐"),
    ("Leftrightarrow", "⇔"),
    ("iff", "⟺"),
    ("Longleftrightarrow", "⟺"),
    ("coloneqq", "≔"),
];

const OPENING: &[(&str, &str)] = &[
    ("{", "{"),
    ("lbrace", "{"),
    ("lbrack", "["),
    ("lfloor", "⌊"),
    ("lceil", "⌈"),
    ("langle", "⟨"),
    ("lvert", "|"),
    ("lVert", "‖"),
];

const CLOSING: &[(&str, &str)] = &[
    ("}", "}"),
    ("rbrace", "}"),
    ("rbrack", "]"),
    ("rfloor", "⌋"),
    ("rceil", "⌉"),
    ("rangle", "⟩"),
    ("rvert", "|"),
    ("rVert", "‖"),
];

const OPERATOR: &[(&str, &str)] = &[("sum", "∑"), ("prod", "∏"), ("bigoplus", "⨁"), ("bigcup", "⋃"), ("bigcap", "⋂")];

/// Operators that are words.
const NAMES: &[&str] =
    &["min", "max", "gcd", "lcm", "log", "ln", "exp", "lim", "sup", "inf", "det", "deg", "sin", "cos", "tan"];

const SPACES: &[(&str, &str)] = &[
    (",", " "),
    (":", " "),
    (";", " "),
    (" ", " "),
    ("!", ""),
    ("thinspace", " "),
    ("medspace", " "),
    ("thickspace", " "),
    ("negthinspace", ""),
    ("space", " "),
    ("enspace", " "),
    ("quad", "  "),
    ("qquad", "    "),
];

/// Commands that only say how things are to look.
pub(super) const LOOKS: &[&str] =
    &["displaystyle", "textstyle", "limits", "nolimits", "nonumber", "notag", "hline", "relax"];

/// Commands before brackets that say how large they are.
pub(super) const SIZES: &[&str] = &[
    "left", "right", "middle", "big", "Big", "bigg", "Bigg", "bigl", "Bigl", "biggl", "Biggl", "bigr", "Bigr", "biggr",
    "Biggr", "bigm", "Bigm",
];

/// The sign for the command `\name`.
pub(super) fn command(name: &str) -> Option<Atom> {
    let find = |table: &[(&str, &'static str)]| table.iter().find(|(known, _)| *known == name).map(|(_, sign)| *sign);
    for (table, class) in [
        (ORDINARY, Class::Ordinary),
        (BINARY, Class::Binary),
        (RELATION, Class::Relation),
        (OPENING, Class::Opening),
        (CLOSING, Class::Closing),
        (OPERATOR, Class::Operator),
        (SPACES, Class::Space),
    ] {
        if let Some(sign) = find(table) {
            return Some(Atom::new(sign, class, Form::Simple));
        }
    }
    match name {
        "bmod" => Some(Atom::new("mod", Class::Binary, Form::Word)),
        _ if NAMES.contains(&name) => Some(Atom::new(name, Class::Operator, Form::Word)),
        _ => None,
    }
}

/// The sign for a character that stands for itself.
pub(super) fn character(letter: char) -> Atom {
    let (text, class) = match letter {
        '-' => ("−".to_owned(), Class::Binary),
        '+' | '*' => (letter.to_string(), Class::Binary),
        '=' | '<' | '>' | ':' => (letter.to_string(), Class::Relation),
        '(' | '[' => (letter.to_string(), Class::Opening),
        ')' | ']' | '!' | '?' | '.' => (letter.to_string(), Class::Closing),
        ',' | ';' => (letter.to_string(), Class::Punctuation),
        '~' => (" ".to_owned(), Class::Space),
        _ => (letter.to_string(), Class::Ordinary),
    };
    Atom::new(text, class, Form::Simple)
}

/// A letter with a double stroke.
pub(super) fn double_struck(letter: char) -> char {
    let known = "CHNPQRZ".chars().zip("ℂℍℕℙℚℝℤ".chars());
    known.into_iter().find(|(plain, _)| *plain == letter).map_or(letter, |(_, struck)| struck)
}
