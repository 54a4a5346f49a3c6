//! The keys of the YAML form: one table, from which the reader, the formatter and the schema take them.

/// A key of a mapping.
#[derive(Debug)]
pub(in crate::syntax) struct Key {
    /// How it is written.
    pub(in crate::syntax) name: &'static str,
    /// What stands behind it.
    pub(in crate::syntax) kind: Kind,
    /// What it means, in a sentence or two.
    pub(in crate::syntax) about: &'static str,
    /// What may be written, each as JSON.
    pub(in crate::syntax) examples: &'static [&'static str],
}

/// What stands behind a key, or in a list behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::syntax) enum Kind {
    /// A text, or one a language.
    Text,
    /// A number of heaps, or their names.
    Heaps,
    /// A mapping of names to values.
    Parameters,
    /// A number, `unlimited`, or a list of numbers.
    Value,
    /// A number.
    Number,
    /// A list of moves, or one.
    Moves,
    /// What a move does.
    Move,
    /// The code of an octal game.
    Code,
    /// A condition.
    Condition,
    /// A number, or `exact`.
    Tally,
    /// A mapping of names to their values at the start.
    Registers,
    /// The value of a register at the start.
    Register,
    /// `normal` or `misere`.
    Play,
    /// A size for each heap.
    Position,
    /// A list of claims, or one.
    Claims,
    /// A mapping of names to rules, or a list of rules with names.
    Variants,
    /// A list of texts, or one.
    References,
    /// Positions with letters.
    Families,
    /// A Grundy value.
    Grundy,
    /// A period, and where it starts.
    Period,
}

const fn key(name: &'static str, kind: Kind, about: &'static str, examples: &'static [&'static str]) -> Key {
    Key { name, kind, about, examples }
}

/// The keys of a game, in the order in which they are listed; those in the middle are those of a variant, too.
pub(in crate::syntax) static GAME: [Key; 18] = [
    key(
        "name",
        Kind::Text,
        "The name of the game: a text, or a text for each language.",
        &[r#""Nim""#, r#"{"en": "Nim", "zh": "尼姆游戏"}"#],
    ),
    key(
        "heaps",
        Kind::Heaps,
        "How many heaps there are, or a list of their names, from heap 1 on.",
        &["3", r#"["a", "b", "c"]"#, r#"[{"en": "red", "zh": "红"}, {"en": "white", "zh": "白"}]"#],
    ),
    key(
        "let",
        Kind::Parameters,
        "Parameters: names for numbers, for `unlimited`, or for lists of numbers. The command line can change them: \
         `--set K=3`.",
        &[r#"{"K": 2, "m": "unlimited"}"#, r#"{"L": [2, 3, 5]}"#],
    ),
    key(
        "heap_limit",
        Kind::Number,
        "From at most how many heaps a move takes. With `take_limit` it stands in place of `moves`.",
        &["1", r#""K""#, r#""unlimited""#],
    ),
    key(
        "take_limit",
        Kind::Number,
        "At most how many tokens a move takes from each heap that it touches. With `heap_limit` it stands in place of \
         `moves`.",
        &["3", r#""m""#, r#""unlimited""#],
    ),
    key(
        "moves",
        Kind::Moves,
        "The moves: a list of texts, or of mappings with `move` (or `first`) and `name`. A player may make any of them.",
        &[
            r#"["take 1..3 from one heap"]"#,
            r#"["take any from one heap", "take the same any from both heaps"]"#,
            r#"[{"name": "both", "move": "take the same any from both heaps"}]"#,
        ],
    ),
    key(
        "first moves",
        Kind::Moves,
        "The moves that the very first move of the game is chosen from; `moves` are then for all later ones.",
        &[r#"["take 1..h-1 from one heap"]"#],
    ),
    key(
        "octal",
        Kind::Code,
        "A taking-and-breaking game by its code, in place of `moves`: the digit d behind the point says what may become of \
         a heap from which d tokens are taken.",
        &[r#""0.77""#, r#""4.007""#],
    ),
    key(
        "keeping",
        Kind::Condition,
        "A condition that every position meets that a move leaves; moves to other positions do not exist.",
        &[r#""r >= s >= t""#],
    ),
    key(
        "end when",
        Kind::Condition,
        "A condition on positions at which the game is over, even if moves are left.",
        &[r#""min = 0""#],
    ),
    key(
        "wins when",
        Kind::Condition,
        "A condition under which the player to move wins once the game is over, in place of `play`.",
        &[r#""own mod 2 = 0""#],
    ),
    key(
        "tally",
        Kind::Tally,
        "That the tokens which each player has taken are counted, as `own` and `other`: modulo this number, or `exact`.",
        &["2", r#""exact""#],
    ),
    key(
        "remember",
        Kind::Registers,
        "Registers with their values at the start, perhaps with `mod`; moves change them by `then c := c + 1`.",
        &[r#"{"c": 0}"#, r#"{"c": "0 mod 3"}"#],
    ),
    key(
        "play",
        Kind::Play,
        "Who wins when a player cannot move: `normal`, whoever moved last; `misere`, whoever cannot move. `normal` if not \
         given.",
        &[r#""normal""#, r#""misere""#],
    ),
    key("start", Kind::Position, "The position to start from: the size of each heap.", &["[3, 5, 7]"]),
    key(
        "claims",
        Kind::Claims,
        "What is claimed about the game; `bouton check` proves, verifies or refutes each.",
        &[r#"["P when nimsum = 0"]"#, r#"[{"name": "nim-sum", "losing when": "nimsum = 0"}]"#],
    ),
    key(
        "variants",
        Kind::Variants,
        "Named changes to the rules: what a variant says takes the place of what the game says.",
        &[r#"{"misere": {"play": "misere"}}"#],
    ),
    key(
        "references",
        Kind::References,
        "Literature, an entry a text.",
        &[r#"["C. L. Bouton, Nim, a game with a complete mathematical theory, 1901."]"#],
    ),
];

/// The keys that a variant shares with its game.
pub(in crate::syntax) fn body() -> &'static [Key] {
    &GAME[1..15]
}

/// The keys of a move that is a mapping.
pub(in crate::syntax) static MOVE: [Key; 3] = [
    key("name", Kind::Text, "The name of the move.", &[r#""both""#]),
    key("move", Kind::Move, "What the move does.", &[r#""take 1..3 from one heap""#]),
    key("first", Kind::Move, "What the move does, for the very first move.", &[r#""take 1..h-1 from one heap""#]),
];

/// The keys of a claim that is a mapping.
pub(in crate::syntax) static CLAIM: [Key; 6] = [
    key("name", Kind::Text, "The name of the claim.", &[r#""nim-sum""#]),
    key(
        "within",
        Kind::Condition,
        "A condition on positions outside of which the claim says nothing.",
        &[r#""min <= 1""#],
    ),
    key(
        "losing",
        Kind::Families,
        "The P-positions, those from which the player to move loses: positions with letters, with `|` between them.",
        &[r#""(0, n, n) | (1, 2k, 2k+1) for k >= 1""#],
    ),
    key(
        "losing when",
        Kind::Condition,
        "The condition that a position meets exactly if it is a P-position.",
        &[r#""nimsum = 0""#],
    ),
    key(
        "grundy",
        Kind::Grundy,
        "The Grundy value of a heap of h tokens; with a letter of its own, `grundy(n) = n mod 4`.",
        &[r#""h mod 4""#],
    ),
    key(
        "period",
        Kind::Period,
        "That the Grundy values of a heap repeat with this period, and from which size on; `4 with saltus 4 from 1` where \
         they rise each time.",
        &["7", r#""12 from 71""#],
    ),
];

/// The names of keys.
pub(in crate::syntax) fn names(keys: &[Key]) -> Vec<&'static str> {
    keys.iter().map(|key| key.name).collect()
}

/// The kind of what stands behind a key, if there is such a key.
pub(in crate::syntax) fn kind(keys: &[Key], name: &str) -> Option<Kind> {
    keys.iter().find(|key| key.name == name).map(|key| key.kind)
}
