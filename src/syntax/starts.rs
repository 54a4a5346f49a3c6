//! Where statements start: the words that they start with, and which of these stand inside of other statements, too.

use super::blocks::Frame;
use super::scan::TokenKind;
use super::verbs;

/// The words that statements of a game start with.
pub(super) const STATEMENTS: [&str; 18] = [
    "heaps",
    "let",
    "heap_limit",
    "take_limit",
    "move",
    "first",
    "pass",
    "octal",
    "keeping",
    "end",
    "wins",
    "tally",
    "remember",
    "play",
    "start",
    "claim",
    "variant",
    "references",
];

/// Those words that may stand inside of a statement, too, and words of no use alone; they start a statement where one
/// of certain words follows.
const STARTS_OF_TWO: [(&str, &[&str]); 6] = [
    ("end", &["when", "if", "iff"]),
    ("first", &["move"]),
    ("wins", &["when", "if", "iff"]),
    ("the", &["player"]),
    ("each", &["player"]),
    ("every", &["player"]),
];

/// What users write in place of the words that start statements.
pub(super) const SYNONYMS: [(&str, &str); 12] = [
    ("skip", "pass"),
    ("winner", "wins when"),
    ("ends", "end when"),
    ("stop", "end when"),
    ("finish", "end when"),
    ("keep", "keeping"),
    ("invariant", "keeping"),
    ("memory", "remember"),
    ("register", "remember"),
    ("opening", "first move"),
    ("take", "move take"),
    ("split", "move split"),
];

impl Frame<'_> {
    /// Whether the token at `index` and the one behind it start a statement by [`STARTS_OF_TWO`].
    pub(super) fn starts_with_two(&self, index: usize) -> bool {
        STARTS_OF_TWO
            .iter()
            .any(|(first, seconds)| self.is_word(index, first) && seconds.contains(&self.word(index + 1)))
    }

    /// Whether a new statement starts at the present token, where the present statement starts at the one at `from`.
    ///
    /// The words that start statements stand nowhere else, but for `heaps` in a move, words of two uses, a verb of a
    /// move, and a name that should not be one of these words.
    pub(super) fn starts_statement(&self, from: usize) -> bool {
        let word = self.word(self.at);
        let before = self.word(self.at - 1);
        if self.tokens.get(self.at).is_none_or(|token| token.kind != TokenKind::Word) || before == "let" {
            return false;
        }
        let in_move = matches!(self.word(from), "move" | "first");
        if in_move && self.at <= verbs::body_start(self.text, &self.tokens, from) {
            // A verb. A name in front of it is none of these words.
            return STATEMENTS.contains(&word) && !matches!(word, "move" | "pass");
        }
        match word {
            "heaps" => !self.is_heaps_of_a_move(from),
            // `the player to move wins when …`, `each player may pass`, `from either end`.
            "move" if before == "to" => false,
            "wins" if before == "move" => false,
            "pass" if before == "may" => false,
            "end" if before == "either" => false,
            _ if STARTS_OF_TWO.iter().any(|(first, _)| *first == word) => {
                self.starts_with_two(self.at) || self.is_misspelt_start()
            }
            _ => STATEMENTS.contains(&word) || self.is_misspelt_start(),
        }
    }

    /// Whether the word `heaps` at the present token belongs to the move that starts at the token at `from`.
    fn is_heaps_of_a_move(&self, from: usize) -> bool {
        let since = || (from + 1..self.at).rev().map(|index| self.word(index));
        if matches!(self.word(self.at - 1), "of" | "both" | "all" | "any" | "to" | "empty" | "adjacent" | "smaller") {
            return true;
        }
        // `split one heap in 2 heaps`, where no heaps are told behind it.
        let parts = since().take_while(|word| *word != "heap").any(|word| matches!(word, "in" | "into"));
        if parts && since().any(|word| matches!(word, "split" | "divide")) {
            let next = self.tokens.get(self.at + 1).map(|token| token.kind);
            return matches!(next, None | Some(TokenKind::Mark | TokenKind::Close(_)))
                || (next == Some(TokenKind::Word)
                    && (matches!(self.word(self.at + 1), "where" | "then")
                        || STATEMENTS.contains(&self.word(self.at + 1))));
        }
        let opens =
            |word: &str| matches!(word, "from" | "heap" | "heaps" | "merge" | "combine" | "join" | "replace" | "split");
        since().find(|word| opens(word)).is_some_and(|word| !matches!(word, "heap" | "heaps"))
    }

    /// Whether the present token starts a line and is a word that statements start with, one a letter away from such a
    /// word, or one that users write in its place.
    fn is_misspelt_start(&self) -> bool {
        let (before, token) = (self.tokens[self.at - 1], self.tokens[self.at]);
        let word = self.word(self.at);
        // Behind these words a name may follow.
        let goes_on = match self.word(self.at - 1) {
            "heap" | "heaps" => self.at >= 2 && self.is_word(self.at - 2, "from"),
            "from" | "where" | "and" | "or" | "not" | "mod" | "in" | "when" | "take" | "of" | "for" | "within"
            | "the" | "then" | "may" | "with" | "by" | "to" | "into" | "either" => true,
            _ => false,
        };
        !goes_on
            && self.text[before.end..token.start].contains('\n')
            && before.kind != TokenKind::Mark
            && !matches!(word, "heap" | "left")
            && (SYNONYMS.iter().any(|(written, _)| *written == word)
                || (word.len() > 3 && STATEMENTS.iter().any(|known| strsim::damerau_levenshtein(word, known) <= 1))
                || word == "end")
    }
}

/// The words that start statements, with the second words of those of two: `a`, `b` or `c`.
pub(super) fn quoted(words: &[&str]) -> String {
    let whole = |word: &str| match word {
        "first" => "`first move`".to_owned(),
        "end" | "wins" => format!("`{word} when`"),
        _ => format!("`{word}`"),
    };
    let words: Vec<String> = words.iter().map(|word| whole(word)).collect();
    match words.as_slice() {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        _ => words.concat(),
    }
}
