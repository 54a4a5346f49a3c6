//! Changes to files.

use crate::brute::generate::{Dice, RuleFile};
use std::fs;
use std::path::Path;

/// What the files are made from.
pub(crate) struct Corpus {
    /// Names and texts of sound rule files, those of several games cut into games.
    files: Vec<(String, String)>,
    /// The same of files with mistakes.
    bad: Vec<(String, String)>,
    /// All their words, numbers and signs.
    tokens: Vec<String>,
    /// Statements of the rule language, such as `move take any from one heap`.
    statements: Vec<String>,
}

/// Words that statements start with.
const STATEMENTS: [&str; 16] = [
    "heaps",
    "let",
    "heap_limit",
    "take_limit",
    "move",
    "first",
    "play",
    "start",
    "keeping",
    "end",
    "wins",
    "tally",
    "remember",
    "octal",
    "claim",
    "pass",
];

/// Numbers at which programs stumble.
const NUMBERS: [&str; 16] = [
    "0",
    "1",
    "2",
    "-1",
    "(-3)",
    "1/2",
    "7/3",
    "64",
    "65",
    "1001",
    "4294967296",
    "18446744073709551615",
    "18446744073709551616",
    "10^30",
    "(0 - 10^20)",
    "unlimited",
];

/// Characters at which programs stumble.
const CHARACTERS: [&str; 20] = [
    "é", "堆", "\u{200b}", "\u{feff}", "e\u{301}", "🂡", "\t", "\r\n", "\"", "\\", "{", "}", "(", ")", "…", "≤",
    "\u{0}", "\n", "'", "#",
];

impl Corpus {
    pub(crate) fn read() -> Corpus {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let (mut files, mut bad) = (Vec::new(), Vec::new());
        for folder in ["rules", "tests/data", "tests/data/bad", "tests/data/pairs", "tests/data/examples"] {
            let mut paths: Vec<_> = fs::read_dir(root.join(folder))
                .expect("the folder is there")
                .map(|entry| entry.expect("an entry").path())
                .filter(|path| path.extension().is_some_and(|end| end == "game" || end == "yaml"))
                .collect();
            paths.sort();
            for path in paths {
                let name = path.file_name().expect("a file").to_string_lossy().into_owned();
                // Deep and long files are tried by tests of their own.
                let text = fs::read_to_string(&path).unwrap_or_default();
                if text.len() > 10_000 {
                    continue;
                }
                match folder {
                    "tests/data/bad" => bad.push((name, text)),
                    _ if name.ends_with(".game") => {
                        files.extend(
                            text.split_inclusive('\n').fold(Vec::new(), cut).into_iter().map(|one| (name.clone(), one)),
                        );
                    }
                    _ => files.push((name, text)),
                }
            }
        }
        let mut words: Vec<String> = Vec::new();
        let mut statements = Vec::new();
        for (name, text) in files.iter().chain(&bad) {
            let pieces = tokens(text);
            if name.ends_with(".game") && files.iter().any(|(_, known)| known == text) {
                statements.extend(statements_of(&pieces));
            }
            words.extend(pieces.into_iter().filter(|piece| !piece.trim().is_empty() && piece.len() < 40));
        }
        words.sort();
        words.dedup();
        statements.sort();
        statements.dedup();
        assert!(files.len() > 80 && words.len() > 300 && statements.len() > 100);
        Corpus { files, bad, tokens: words, statements }
    }

    /// A file: its name, and what it holds.
    pub(crate) fn mutant(&self, dice: &mut Dice) -> (String, Vec<u8>) {
        let (name, text) = match dice.between(0, 9) {
            0..=4 => (String::from("random.game"), self.mixed(dice)),
            5 => {
                let file = RuleFile::random(dice);
                if dice.chance(50) {
                    (String::from("random.game"), file.game())
                } else {
                    (String::from("random.yaml"), file.yaml())
                }
            }
            6 => self.bad[dice.between(0, self.bad.len() - 1)].clone(),
            _ => self.one(dice).clone(),
        };
        match dice.between(0, 9) {
            0 => (name, bytes(dice, text.into_bytes())),
            1 => {
                let mut text = text;
                for _ in 0..dice.between(1, 3) {
                    text = characters(dice, &text);
                }
                (name, text.into_bytes())
            }
            2 => {
                let (_, other) = self.one(dice);
                (name, splice(dice, &text, other).into_bytes())
            }
            3..=5 if name == "random.game" => (name, text.into_bytes()),
            6 | 7 => {
                let mut pieces = tokens(&text);
                for _ in 0..dice.between(1, 3) {
                    change_number(dice, &mut pieces);
                }
                (name, pieces.concat().into_bytes())
            }
            _ => {
                let mut pieces = tokens(&text);
                for _ in 0..[1, 1, 1, 2, 2, 4][dice.between(0, 5)] {
                    self.change_token(dice, &mut pieces);
                }
                (name, pieces.concat().into_bytes())
            }
        }
    }

    fn one(&self, dice: &mut Dice) -> &(String, String) {
        &self.files[dice.between(0, self.files.len() - 1)]
    }

    /// A game of statements of several games.
    fn mixed(&self, dice: &mut Dice) -> String {
        let heaps = match dice.between(0, 5) {
            0 => "a, b".to_owned(),
            1 => "r, s, t".to_owned(),
            _ => dice.between(1, 4).to_string(),
        };
        let mut text = format!("game \"Mixed\" {{\n  heaps {heaps}\n");
        for _ in 0..dice.between(1, 5) {
            let statement = &self.statements[dice.between(0, self.statements.len() - 1)];
            if !statement.starts_with("heaps") && !statement.starts_with("start") {
                text += &format!("  {statement}\n");
            }
        }
        text + "}\n"
    }

    fn change_token(&self, dice: &mut Dice, pieces: &mut Vec<String>) {
        if pieces.is_empty() {
            return;
        }
        let solid: Vec<usize> = (0..pieces.len()).filter(|at| !pieces[*at].trim().is_empty()).collect();
        if solid.is_empty() {
            return;
        }
        let at = solid[dice.between(0, solid.len() - 1)];
        let other = solid[dice.between(0, solid.len() - 1)];
        match dice.between(0, 9) {
            0 => {
                pieces.remove(at);
            }
            1 => pieces.swap(at, other),
            2 => {
                let copy = format!("{} ", pieces[other]);
                pieces.insert(at, copy);
            }
            3 => {
                let statement = &self.statements[dice.between(0, self.statements.len() - 1)];
                pieces.insert(at, format!("\n{statement}\n"));
            }
            4 => pieces.insert(at, format!(" {} ", self.tokens[dice.between(0, self.tokens.len() - 1)])),
            _ => {
                // Of the same kind, mostly.
                let kind_of = |piece: &str| piece.chars().next().map(kind);
                let same: Vec<&String> =
                    self.tokens.iter().filter(|one| kind_of(one) == kind_of(&pieces[at])).collect();
                let from = if same.is_empty() || dice.chance(10) { self.tokens.iter().collect() } else { same };
                pieces[at] = from[dice.between(0, from.len() - 1)].clone();
            }
        }
    }
}

/// Puts a line to the lines of the game to which it belongs.
fn cut(mut games: Vec<String>, line: &str) -> Vec<String> {
    match games.last_mut() {
        Some(last) if !line.starts_with("game") => last.push_str(line),
        _ => games.push(line.to_owned()),
    }
    games
}

fn change_number(dice: &mut Dice, pieces: &mut [String]) {
    let is_number = |at: &usize| pieces[*at].starts_with(|c: char| c.is_ascii_digit());
    let numbers: Vec<usize> = (0..pieces.len()).filter(is_number).collect();
    if let [.., last] = numbers.as_slice() {
        let at = numbers.get(dice.between(0, numbers.len())).unwrap_or(last);
        pieces[*at] = if dice.chance(60) { dice.between(0, 9).to_string() } else { (*dice.pick(&NUMBERS)).to_owned() };
    }
}

/// What a character belongs to: a word, a number, a blank, or a sign.
fn kind(c: char) -> u8 {
    match c {
        c if c.is_alphabetic() || c == '_' => 0,
        c if c.is_ascii_digit() => 1,
        c if c.is_whitespace() => 2,
        _ => 3,
    }
}

/// Words, numbers, signs, and the blanks between them.
fn tokens(text: &str) -> Vec<String> {
    let mut pieces: Vec<String> = Vec::new();
    let mut last = None;
    for c in text.chars() {
        match pieces.last_mut() {
            Some(piece) if last == Some(kind(c)) && kind(c) != 3 => piece.push(c),
            _ => pieces.push(c.to_string()),
        }
        last = Some(kind(c));
    }
    pieces
}

/// The statements of a file of the rule language, roughly: from each word that starts one to the next.
fn statements_of(pieces: &[String]) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let mut current = String::new();
    for (at, piece) in pieces.iter().enumerate() {
        // In `move move any` and `first move` one statement starts; `the first heap` and `play end` start none.
        let before = pieces[..at].iter().rev().find(|piece| !piece.trim().is_empty()).map_or("", String::as_str);
        let inside = ["move", "first", "the", "either", "heaps", "from", "then", "may", ":", "player", "not", "\""]
            .contains(&before);
        if (STATEMENTS.contains(&piece.as_str()) && !inside) || ["}", "game", "variant"].contains(&piece.as_str()) {
            all.push(std::mem::take(&mut current));
        }
        current += piece;
    }
    let starts = |text: &str| STATEMENTS.iter().any(|word| text.starts_with(word));
    let whole = |text: &String| starts(text) && text.len() < 200 && !text.contains("//");
    all.into_iter().map(|text| text.trim().to_owned()).filter(whole).collect()
}

fn bytes(dice: &mut Dice, mut bytes: Vec<u8>) -> Vec<u8> {
    for _ in 0..dice.between(1, 4) {
        let at = dice.between(0, bytes.len());
        let byte = dice.between(0, 255) as u8;
        match dice.between(0, 2) {
            0 => bytes.insert(at, byte),
            1 if at < bytes.len() => {
                bytes.remove(at);
            }
            _ if at < bytes.len() => bytes[at] ^= 1 << dice.between(0, 6),
            _ => {}
        }
    }
    bytes
}

fn characters(dice: &mut Dice, text: &str) -> String {
    let places: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
    let at = places[dice.between(0, places.len() - 1)];
    let (before, after) = text.split_at(at);
    match dice.between(0, 2) {
        0 => before.to_owned(),
        1 => after.to_owned(),
        _ => format!("{before}{}{after}", dice.pick(&CHARACTERS)),
    }
}

/// The head of one file and the tail of another.
fn splice(dice: &mut Dice, one: &str, other: &str) -> String {
    let place = |dice: &mut Dice, text: &str| {
        let places: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        places[dice.between(0, places.len() - 1)]
    };
    let (head, tail) = (place(dice, one), place(dice, other));
    format!("{}{}", &one[..head], &other[tail..])
}
