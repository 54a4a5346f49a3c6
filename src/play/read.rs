//! What a player has typed: a command, or a move in one of the ways in which people write moves.

use num_bigint::BigUint;
use num_traits::ToPrimitive;

/// A line of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// Nothing.
    Empty,
    /// A command.
    Command(Command),
    /// A move.
    Move(Intent),
    /// Something else; the word that was not understood, if there is one to blame.
    Unknown(Option<String>),
}

/// What a player may ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// A hint, and at the second time a move.
    Hint,
    /// To take back a move.
    Undo,
    /// Why the program moved as it did.
    Why,
    /// The moves there are.
    Moves,
    /// The rules again.
    Rules,
    /// The position again.
    Board,
    /// To stop.
    Quit,
    /// What can be typed.
    Help,
}

/// A move as a player means it; heaps are counted from 1, as players count them, and amounts are not checked yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Intent {
    /// A number alone: an amount, or a number from the list of moves.
    Number(BigUint),
    /// A number from the list of moves.
    Listed(BigUint),
    /// Takes from heaps, and splits what is left of the only one.
    Take(Vec<(BigUint, Taken)>, Vec<BigUint>),
    /// The same amount from every heap.
    TakeFromAll(Taken),
    /// Moves tokens: from a heap to another.
    Shift(Taken, BigUint, BigUint),
    /// Splits a heap, or the only one.
    Split(Option<BigUint>, Vec<BigUint>),
    /// Joins heaps.
    Merge(Vec<BigUint>),
    /// Gives a heap another size.
    Become(BigUint, BigUint),
    /// Leaves a position.
    Leave(Vec<BigUint>),
    /// Does nothing.
    Pass,
}

/// How many tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Taken {
    /// So many.
    Amount(BigUint),
    /// All of the heap.
    All,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Number(BigUint),
    Heap(BigUint),
    All,
    Every,
    And,
    Take,
    From,
    To,
    Shift,
    Split,
    Merge,
    Pass,
    Leave,
    HeapWord,
    Mark,
}

/// The words of both languages, longest first where one begins another; the last column tells words to be left out.
const WORDS: [(&str, Option<Token>); 58] = [
    ("take", Some(Token::Take)),
    ("takes", Some(Token::Take)),
    ("remove", Some(Token::Take)),
    ("from", Some(Token::From)),
    ("to", Some(Token::To)),
    ("into", Some(Token::To)),
    ("becomes", Some(Token::To)),
    ("become", Some(Token::To)),
    ("by", Some(Token::To)),
    ("move", Some(Token::Shift)),
    ("shift", Some(Token::Shift)),
    ("split", Some(Token::Split)),
    ("merge", Some(Token::Merge)),
    ("join", Some(Token::Merge)),
    ("pass", Some(Token::Pass)),
    ("leave", Some(Token::Leave)),
    ("leaving", Some(Token::Leave)),
    ("and", Some(Token::And)),
    ("all", Some(Token::All)),
    ("every", Some(Token::Every)),
    ("each", Some(Token::Every)),
    ("both", Some(Token::Every)),
    ("heap", Some(Token::HeapWord)),
    ("heaps", Some(Token::HeapWord)),
    ("pile", Some(Token::HeapWord)),
    ("piles", Some(Token::HeapWord)),
    ("replace", None),
    ("token", None),
    ("tokens", None),
    ("stone", None),
    ("stones", None),
    ("coin", None),
    ("coins", None),
    ("piece", None),
    ("pieces", None),
    ("the", None),
    ("of", None),
    ("it", None),
    ("in", None),
    ("then", None),
    ("i", None),
    ("取完", Some(Token::All)),
    ("全部", Some(Token::All)),
    ("每堆", Some(Token::Every)),
    ("各堆", Some(Token::Every)),
    ("两堆", Some(Token::Every)),
    ("分成", Some(Token::Split)),
    ("合并", Some(Token::Merge)),
    ("变成", Some(Token::To)),
    ("留下", Some(Token::Leave)),
    ("不走", Some(Token::Pass)),
    ("从", Some(Token::From)),
    ("取", Some(Token::Take)),
    ("拿", Some(Token::Take)),
    ("移", Some(Token::Shift)),
    ("到", Some(Token::To)),
    ("第", None),
    ("堆", Some(Token::HeapWord)),
];

const COMMANDS: [(&str, Command); 26] = [
    ("hint", Command::Hint),
    ("提示", Command::Hint),
    ("undo", Command::Undo),
    ("back", Command::Undo),
    ("悔棋", Command::Undo),
    ("why", Command::Why),
    ("why?", Command::Why),
    ("为什么", Command::Why),
    ("moves", Command::Moves),
    ("list", Command::Moves),
    ("走法", Command::Moves),
    ("rules", Command::Rules),
    ("规则", Command::Rules),
    ("board", Command::Board),
    ("position", Command::Board),
    ("局面", Command::Board),
    ("quit", Command::Quit),
    ("exit", Command::Quit),
    ("q", Command::Quit),
    ("bye", Command::Quit),
    ("退出", Command::Quit),
    ("help", Command::Help),
    ("?", Command::Help),
    ("h", Command::Help),
    ("帮助", Command::Help),
    ("？", Command::Help),
];

/// The longest line that is read.
const MAX_LENGTH: usize = 10_000;

/// Reads a line; `names` are those of the heaps, in all languages, with the heap's number, counted from 1.
pub fn read(line: &str, names: &[(String, usize)], heaps: usize) -> Line {
    let line = line.trim();
    if line.is_empty() {
        return Line::Empty;
    }
    if line.len() > MAX_LENGTH {
        return Line::Unknown(None);
    }
    let lower = line.to_lowercase();
    let named = names.iter().any(|(name, _)| name.to_lowercase() == lower);
    if let Some((_, command)) = COMMANDS.iter().find(|(word, _)| *word == lower)
        && !named
    {
        return Line::Command(*command);
    }
    match tokens(&lower, names) {
        Err(word) => Line::Unknown(Some(word)),
        Ok(tokens) => intent(&tokens, heaps).map_or(Line::Unknown(None), Line::Move),
    }
}

/// The tokens of a line in lower case, or the word that was not understood.
fn tokens(line: &str, names: &[(String, usize)]) -> Result<Vec<Token>, String> {
    let mut found = Vec::new();
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let named = names
            .iter()
            .map(|(name, heap)| (name.to_lowercase(), *heap))
            .filter(|(name, _)| {
                !name.is_empty() && rest.starts_with(name.as_str()) && ends_word(name, &rest[name.len()..])
            })
            .max_by_key(|(name, _)| name.len());
        if let Some((name, heap)) = named {
            found.push(Token::Heap(BigUint::from(heap)));
            rest = &rest[name.len()..];
        } else if first.is_ascii_digit() {
            let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            found.push(Token::Number(rest[..end].parse().map_err(|_| rest[..end].to_owned())?));
            rest = &rest[end..];
        } else if let Some((word, token)) =
            WORDS.iter().find(|(word, _)| rest.starts_with(word) && ends_word(word, &rest[word.len()..]))
        {
            found.extend(token.clone());
            rest = &rest[word.len()..];
        } else {
            match first {
                '#' => found.push(Token::Mark),
                '(' | '（' | '=' => found.push(Token::Leave),
                ',' | '，' | ';' | '；' | '、' | '和' | '&' | '+' | '再' => found.push(Token::And),
                '枚' | '颗' | '个' | '粒' | '中' | '把' | '.' | '。' | ':' | '：' | ')' | '）' => {}
                c if c.is_whitespace() => {}
                _ => {
                    let end = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
                    return Err(rest[..end.max(first.len_utf8())].to_owned());
                }
            }
            rest = &rest[first.len_utf8()..];
        }
    }
    Ok(found)
}

/// Whether a word ends where this follows it: words in Latin letters end at a letter or digit less, others anywhere.
fn ends_word(word: &str, after: &str) -> bool {
    let latin = word.chars().last().is_some_and(|last| last.is_ascii_alphanumeric());
    !(latin && after.chars().next().is_some_and(|next| next.is_ascii_alphanumeric()))
}

fn intent(tokens: &[Token], heaps: usize) -> Option<Intent> {
    let numbers = |tokens: &[Token]| -> Option<Vec<BigUint>> {
        tokens
            .iter()
            .filter(|token| !matches!(token, Token::And | Token::HeapWord))
            .map(|token| match token {
                Token::Number(number) | Token::Heap(number) => Some(number.clone()),
                _ => None,
            })
            .collect()
    };
    match tokens {
        [Token::Pass] => return Some(Intent::Pass),
        [Token::Mark, Token::Number(number)] => return Some(Intent::Listed(number.clone())),
        [Token::Number(number)] | [Token::Take, Token::Number(number)] => return Some(Intent::Number(number.clone())),
        [Token::Leave, rest @ ..] => {
            let rest: Vec<Token> = rest.iter().filter(|token| **token != Token::Leave).cloned().collect();
            return numbers(&rest).filter(|sizes| !sizes.is_empty()).map(Intent::Leave);
        }
        [Token::Merge, rest @ ..] => return numbers(rest).filter(|heaps| heaps.len() > 1).map(Intent::Merge),
        [Token::Split, rest @ ..] => return split(rest, &numbers),
        _ if tokens.contains(&Token::Shift) => {
            let rest: Vec<Token> = tokens.iter().filter(|token| **token != Token::Shift).cloned().collect();
            return shift(&rest, heaps);
        }
        _ => {}
    }
    let at_to = tokens.iter().position(|token| *token == Token::To);
    let at_split = tokens.iter().position(|token| *token == Token::Split);
    if let Some(at) = at_split
        && let [Token::Heap(heap)] = as_heaps(&tokens[..at]).as_slice()
    {
        // 「把第 1 堆分成 2 和 3」
        let parts = numbers(&tokens[at + 1..])?;
        return (parts.len() > 1).then(|| Intent::Split(Some(heap.clone()), parts));
    }
    if let (Some(at), None) = (at_to, at_split) {
        // `heap 1 becomes 4`, or `2 from heap 1 into 3 and 4`, which is a split.
        let before = as_heaps(&tokens[..at]);
        if let [Token::Heap(heap)] | [Token::Number(heap)] = before.as_slice() {
            let after = numbers(&tokens[at + 1..])?;
            return match after.as_slice() {
                [size] => Some(Intent::Become(heap.clone(), size.clone())),
                _ => None,
            };
        }
    }
    let parts_at = at_split.or(at_to).unwrap_or(tokens.len());
    let parts: Vec<Token> =
        tokens[parts_at..].iter().filter(|token| !matches!(token, Token::Split | Token::To)).cloned().collect();
    let parts = numbers(&parts)?;
    let mut before = &tokens[..parts_at];
    while let [rest @ .., Token::And] = before {
        before = rest;
    }
    take(before, parts, heaps)
}

/// The tokens with `heap 2` as a heap.
fn as_heaps(tokens: &[Token]) -> Vec<Token> {
    let mut found: Vec<Token> = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        match &tokens[at..] {
            [Token::HeapWord, Token::Number(heap), ..] | [Token::From, Token::Number(heap), ..] => {
                found.push(Token::Heap(heap.clone()));
                at += 2;
            }
            // 「第 2 堆」; a word that follows a number counts heaps, too.
            [Token::Number(heap), Token::HeapWord, ..] => {
                found.push(Token::Heap(heap.clone()));
                at += 2;
            }
            [Token::HeapWord | Token::From | Token::Take, ..] => at += 1,
            [token, ..] => {
                found.push(token.clone());
                at += 1;
            }
            [] => break,
        }
    }
    found
}

fn take(tokens: &[Token], parts: Vec<BigUint>, heaps: usize) -> Option<Intent> {
    let tokens = as_heaps(&tokens.iter().filter(|token| **token != Token::Take).cloned().collect::<Vec<_>>());
    let amount = |token: &Token| match token {
        Token::Number(amount) => Some(Taken::Amount(amount.clone())),
        Token::All => Some(Taken::All),
        _ => None,
    };
    if let [one, other] = tokens.as_slice()
        && parts.is_empty()
    {
        if *other == Token::Every {
            return amount(one).map(Intent::TakeFromAll);
        }
        if *one == Token::Every {
            return amount(other).map(Intent::TakeFromAll);
        }
    }
    let mut taken: Vec<(BigUint, Taken)> = Vec::new();
    for segment in tokens.split(|token| *token == Token::And) {
        match segment {
            [] => {}
            [Token::Heap(heap)] => {
                // `2 from red and white`
                let same = taken.last().map(|(_, amount)| amount.clone())?;
                taken.push((heap.clone(), same));
            }
            [one] if heaps == 1 => taken.push((BigUint::from(1u32), amount(one)?)),
            _ if segment.len() % 2 == 0 => {
                for two in segment.chunks(2) {
                    taken.push(match two {
                        [Token::Heap(heap), other] => (heap.clone(), amount(other)?),
                        [other, Token::Heap(heap) | Token::Number(heap)] => (heap.clone(), amount(other)?),
                        _ => return None,
                    });
                }
            }
            _ => return None,
        }
    }
    (!taken.is_empty() && (parts.is_empty() || taken.len() == 1)).then_some(Intent::Take(taken, parts))
}

type Numbers<'a> = &'a dyn Fn(&[Token]) -> Option<Vec<BigUint>>;

/// `heap 1 into 2 and 3`, `into 2 3`, `1 into 2 3`
fn split(tokens: &[Token], numbers: Numbers<'_>) -> Option<Intent> {
    let Some(at) = tokens.iter().position(|token| *token == Token::To) else {
        let parts = numbers(tokens)?;
        return (parts.len() > 1 && !tokens.contains(&Token::HeapWord)).then_some(Intent::Split(None, parts));
    };
    let heap = numbers(&tokens[..at])?;
    let parts = numbers(&tokens[at + 1..])?;
    (heap.len() <= 1 && parts.len() > 1).then(|| Intent::Split(heap.first().cloned(), parts))
}

/// `2 from heap 3 to heap 1`, `2 3 1`
fn shift(tokens: &[Token], heaps: usize) -> Option<Intent> {
    let plain: Vec<&Token> = tokens
        .iter()
        .filter(|token| !matches!(token, Token::From | Token::To | Token::HeapWord | Token::Take | Token::And))
        .collect();
    let number = |token: &Token| match token {
        Token::Number(number) | Token::Heap(number) => Some(number.clone()),
        _ => None,
    };
    let amount = |token: &Token| match token {
        Token::All => Some(Taken::All),
        Token::Number(number) => Some(Taken::Amount(number.clone())),
        _ => None,
    };
    let [one, other, third] = plain.as_slice() else { return None };
    // 「从第 3 堆移 2 枚到第 1 堆」 names the heap first.
    let heap_first = matches!(one, Token::Heap(_)) || matches!(tokens.first(), Some(Token::From));
    let (count, from) = if heap_first { (other, one) } else { (one, other) };
    let (from, to) = (number(from)?, number(third)?);
    (from != to && heaps > 1).then_some(Intent::Shift(amount(count)?, from, to))
}

/// A number that players count from 1, as an index.
pub fn index(number: &BigUint, count: usize) -> Option<usize> {
    let at = number.to_usize()?.checked_sub(1)?;
    (at < count).then_some(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn big(number: u32) -> BigUint {
        BigUint::from(number)
    }

    fn take(pairs: &[(u32, u32)]) -> Line {
        let taken = pairs.iter().map(|(heap, amount)| (big(*heap), Taken::Amount(big(*amount)))).collect();
        Line::Move(Intent::Take(taken, Vec::new()))
    }

    #[test]
    fn taking_is_written_in_many_ways() {
        let colours = [("red".to_owned(), 1), ("white".to_owned(), 2), ("红".to_owned(), 1), ("白".to_owned(), 2)];
        for text in [
            "2 from heap 1",
            "2 from 1",
            "2 1",
            "take 2 from heap 1",
            "Take 2 tokens from the heap 1.",
            "red 2",
            "2 red",
            "take 2 from red",
            "RED 2",
            "from heap 1 take 2",
            "from 1 take 2",
            "heap 1 2",
            "heap 1: 2",
            "从第 1 堆取 2 枚",
            "从第1堆取2枚",
            "红 2",
            "红2",
            "从红取2个",
            "第1堆 2",
        ] {
            assert_eq!(read(text, &colours, 3), take(&[(1, 2)]), "{text}");
        }
        for text in [
            "1 from heap 1 and 3 from heap 2",
            "1 from 1, 3 from 2",
            "red 1 white 3",
            "1 1 3 2",
            "1 red, 3 white",
            "从第 1 堆取 1 枚，从第 2 堆取 3 枚",
            "红 1、白 3",
        ] {
            assert_eq!(read(text, &colours, 3), take(&[(1, 1), (2, 3)]), "{text}");
        }
        assert_eq!(read("2 from red and white", &colours, 3), take(&[(1, 2), (2, 2)]));
        let all = |taken| Line::Move(Intent::TakeFromAll(taken));
        assert_eq!(read("2 from each heap", &colours, 3), all(Taken::Amount(big(2))));
        assert_eq!(read("2 from both", &colours, 2), all(Taken::Amount(big(2))));
        assert_eq!(
            read("all from heap 2", &colours, 3),
            Line::Move(Intent::Take(vec![(big(2), Taken::All)], Vec::new()))
        );
        assert_eq!(read("take all", &[], 1), Line::Move(Intent::Take(vec![(big(1), Taken::All)], Vec::new())));
        // Names may hold digits.
        let names = [("v1".to_owned(), 1), ("v2".to_owned(), 2)];
        assert_eq!(read("v2 4", &names, 2), take(&[(2, 4)]));
    }

    #[test]
    fn other_moves_are_read() {
        let parts = vec![big(3), big(4)];
        for (text, wanted) in [
            ("7", Intent::Number(big(7))),
            ("take 7", Intent::Number(big(7))),
            ("#7", Intent::Listed(big(7))),
            ("move 2 from heap 3 to heap 1", Intent::Shift(Taken::Amount(big(2)), big(3), big(1))),
            ("move 2 3 1", Intent::Shift(Taken::Amount(big(2)), big(3), big(1))),
            ("move all from 3 to 1", Intent::Shift(Taken::All, big(3), big(1))),
            ("split heap 1 into 3 and 4", Intent::Split(Some(big(1)), parts.clone())),
            ("split 3 4", Intent::Split(None, parts.clone())),
            ("split into 3, 4", Intent::Split(None, parts.clone())),
            ("merge 1 and 2", Intent::Merge(vec![big(1), big(2)])),
            ("heap 1 becomes 4", Intent::Become(big(1), big(4))),
            ("replace heap 1 by 4", Intent::Become(big(1), big(4))),
            ("leave 2 5 7", Intent::Leave(vec![big(2), big(5), big(7)])),
            ("(2, 5, 7)", Intent::Leave(vec![big(2), big(5), big(7)])),
            ("pass", Intent::Pass),
            ("从第 3 堆移 2 枚到第 1 堆", Intent::Shift(Taken::Amount(big(2)), big(3), big(1))),
            ("把第 1 堆分成 3 和 4", Intent::Split(Some(big(1)), parts.clone())),
            ("合并第 1 堆和第 2 堆", Intent::Merge(vec![big(1), big(2)])),
            ("第1堆变成4", Intent::Become(big(1), big(4))),
            ("不走", Intent::Pass),
            (
                "1 from heap 2, then split it into 3 and 4",
                Intent::Take(vec![(big(2), Taken::Amount(big(1)))], parts.clone()),
            ),
        ] {
            assert_eq!(read(text, &[], 3), Line::Move(wanted), "{text}");
        }
        assert_eq!(
            read("take 1, split into 3 4", &[], 1),
            Line::Move(Intent::Take(vec![(big(1), Taken::Amount(big(1)))], parts))
        );
    }

    #[test]
    fn commands_and_nonsense() {
        assert_eq!(read(" ", &[], 3), Line::Empty);
        assert_eq!(read("Hint", &[], 3), Line::Command(Command::Hint));
        assert_eq!(read("为什么", &[], 3), Line::Command(Command::Why));
        assert_eq!(read("q", &[("q".to_owned(), 1)], 1), Line::Unknown(None));
        assert_eq!(read("please win", &[], 3), Line::Unknown(Some("please".to_owned())));
        assert_eq!(read("-1 1", &[], 3), Line::Unknown(Some("-".to_owned())));
        for text in ["from", "2 1 3", "heap 1", "move 2", "split", "merge 1", "and", "take", "to 3 4", "#", "(", "()"] {
            assert_eq!(read(text, &[], 3), Line::Unknown(None), "{text}");
        }
        assert_eq!(read(&"9".repeat(20_000), &[], 1), Line::Unknown(None));
    }
}
