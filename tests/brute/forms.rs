//! Random rule files over all forms of the rule language: beside taking, moving tokens, splits, merges, replacements,
//! passes, moves written out, memory, ends and codes.

use super::generate::{Dice, RuleFile};

impl RuleFile {
    /// A file with any forms.
    pub(crate) fn of_all_forms(dice: &mut Dice) -> RuleFile {
        let heaps = [1, 1, 2, 2, 2, 3, 3, 4][dice.between(0, 7)];
        let mut file = RuleFile::empty(heaps);
        file.play = [None, Some("normal"), Some("misere")][dice.between(0, 2)];
        if heaps > 1 && dice.chance(40) {
            file.names = Some(["a", "b", "c", "d"][..heaps].iter().map(|name| (*name).to_owned()).collect());
        }
        if dice.chance(7) {
            file.names = None;
            file.items.push(("octal", code(dice)));
            return file;
        }
        let splits = file.names.is_none() && dice.chance(25);
        let goes_round = dice.chance(25);
        file.remembers(dice, goes_round);
        let rules = dice.between(1, 3);
        for at in 0..rules {
            let rule = if splits && at == 0 { file.splitting(dice) } else { file.any_form(dice, goes_round, splits) };
            file.moves.push(rule);
        }
        if dice.chance(12) {
            let rule = file.any_form(dice, goes_round, splits);
            file.firsts.push(rule);
        }
        if dice.chance(12) {
            let rule = file.passing(dice, goes_round);
            file.moves.push(rule);
            if goes_round && dice.chance(30) {
                file.moves.push("pass where max = 2".to_owned());
            }
        }
        file.ends(dice);
        file
    }

    /// What is remembered between moves.
    fn remembers(&mut self, dice: &mut Dice, goes_round: bool) {
        if dice.chance(20) {
            let modulus =
                if goes_round || dice.chance(60) { format!(" mod {}", dice.between(2, 3)) } else { String::new() };
            self.items.push(("tally", modulus));
        }
        if dice.chance(20) {
            let modulus =
                if goes_round || dice.chance(60) { format!(" mod {}", dice.between(2, 4)) } else { String::new() };
            self.items.push(("remember", format!("q = {}{modulus}", dice.between(0, 1))));
        }
    }

    fn has(&self, item: &str) -> bool {
        self.items.iter().any(|(known, _)| *known == item)
    }

    /// What conditions may speak of beside the position.
    fn memory(&self, dice: &mut Dice) -> Vec<&'static str> {
        let mut known = Vec::new();
        if self.has("tally") {
            known.extend(["own", "other"]);
        }
        if self.has("remember") {
            known.push("q");
        }
        if dice.chance(15) {
            known.extend(["prev", "prev"]);
        }
        if dice.chance(10) {
            known.push("prev_heap");
        }
        known
    }

    fn ends(&mut self, dice: &mut Dice) {
        if dice.chance(12) {
            let condition = if dice.chance(30) && self.names.is_some() {
                "a >= b".to_owned()
            } else {
                self.condition(dice, &[], 1)
            };
            self.items.push(("keeping", condition));
        }
        if dice.chance(15) {
            let known = self.memory(dice);
            let condition = match dice.between(0, 3) {
                0 => "min = 0".to_owned(),
                1 => format!("sum <= {}", dice.between(1, 3)),
                _ => self.condition(dice, &known, 1),
            };
            self.items.push(("end when", condition));
        }
        if dice.chance(if self.has("tally") { 60 } else { 8 }) {
            self.play = None;
            let known = self.memory(dice);
            let condition = match dice.between(0, 2) {
                0 if self.has("tally") => "own mod 2 = 0".to_owned(),
                1 if self.has("tally") => "own > other".to_owned(),
                _ => self.condition(dice, &known, 1),
            };
            self.items.push(("wins when", condition));
        }
    }

    fn any_form(&self, dice: &mut Dice, goes_round: bool, splits: bool) -> String {
        let rule = match dice.between(0, 19) {
            0..=8 => self.taking(dice),
            9 | 10 => self.a_move(dice),
            11 | 12 if self.heaps > 1 && goes_round => self.moving(dice),
            13 if self.heaps > 1 && !splits => self.one_way(dice),
            14 if self.heaps > 1 => self.merging(dice),
            15 | 16 => self.replacing(dice, goes_round),
            17 | 18 if self.names.is_some() || (self.heaps == 1 && !splits) => self.written_out(dice, goes_round),
            _ => self.taking(dice),
        };
        if self.has("remember") && dice.chance(60) {
            let value = dice.pick(&["q + 1", "2q + 1", "1 - q mod 2", "max + q", "0", "q + sum"]);
            return format!("{rule}, then q := {value}");
        }
        rule
    }

    /// A choice of one heap, and the letters that conditions may use for it.
    fn one_of(&self, dice: &mut Dice) -> (String, Option<String>) {
        match dice.between(0, 9) {
            0 => ("the largest heap".to_owned(), None),
            1 => ("the smallest heap".to_owned(), None),
            2 => ("the first heap".to_owned(), None),
            3 => ("the last heap".to_owned(), None),
            4 => ("either end".to_owned(), None),
            5 => {
                let condition = match dice.between(0, 3) {
                    0 => "i >= 2".to_owned(),
                    1 => "i != prev_heap".to_owned(),
                    2 => format!("i + h < {}", dice.between(3, 9)),
                    _ => format!("(i + h) mod 2 = {}", dice.between(0, 1)),
                };
                ("heap i".to_owned(), Some(condition))
            }
            6 => ("heap j".to_owned(), Some(format!("j <= h + {}", dice.between(0, 2)))),
            _ => ("one heap".to_owned(), None),
        }
    }

    /// Heaps of which a move touches several.
    fn several(&self, dice: &mut Dice) -> (String, bool) {
        let n = self.heaps;
        match dice.between(0, 6) {
            0 => (format!("{} adjacent heaps", dice.between(1, n)), false),
            1 => (format!("each of 1..{} adjacent heaps", dice.between(1, n)), false),
            2 => (format!("each of {} adjacent heaps in a circle", dice.between(1, n)), false),
            3 => (format!("each of 1..{} adjacent heaps in a circle", dice.between(1, n)), false),
            4 => ("every heap".to_owned(), true),
            _ => ("every non-empty heap".to_owned(), true),
        }
    }

    fn taking(&self, dice: &mut Dice) -> String {
        let several = dice.chance(30);
        let (from, mut condition) = if several { (self.several(dice).0, None) } else { self.one_of(dice) };
        let (amounts, own, letters) = if several {
            let (amounts, own, letter) = self.rich_amounts(dice);
            // Letters of amounts that are not in braces would be the same for all heaps, or not: that is not said.
            if own.is_some() || amounts == "2^k" { (self.a_set(dice, true), None, "t") } else { (amounts, own, letter) }
        } else {
            self.rich_amounts(dice)
        };
        let total_of = (self.a_set(dice, false), None, "t");
        let same = if several && dice.chance(40) && !amounts.starts_with("s in") { "the same " } else { "" };
        let total = if several && same.is_empty() && dice.chance(15) { " in total" } else { "" };
        let (amounts, own, letters) = if total.is_empty() { (amounts, own, letters) } else { total_of };
        let mut known = vec![letters];
        if total.is_empty() {
            known.extend(["h", "h", "i"]);
        }
        known.extend(self.memory(dice));
        if let Some(own) = own {
            condition = Some(condition.map_or(own.clone(), |known| format!("{known}, {own}")));
        }
        if dice.chance(if several { 50 } else { 35 }) {
            let more = match dice.between(0, 3) {
                0 if total.is_empty() => format!("h >= {letters}"),
                1 => format!("{letters} != prev"),
                _ => self.condition(dice, &known, 1),
            };
            condition = Some(condition.map_or(more.clone(), |known| format!("{known} and ({more})")));
        }
        let rest = if !several && !amounts.starts_with("any") && dice.chance(15) { " or all that is left" } else { "" };
        let condition = condition.map_or(String::new(), |condition| format!(" where {condition}"));
        format!("take {same}{amounts}{total} from {from}{rest}{condition}")
    }

    /// Amounts, a condition that belongs to them, and their letter.
    fn rich_amounts(&self, dice: &mut Dice) -> (String, Option<String>, &'static str) {
        let plain = |text: &str| (text.to_owned(), None, "t");
        match dice.between(0, 19) {
            0 => ("k*k".to_owned(), Some("k >= 1".to_owned()), "t"),
            1 => ("k*min".to_owned(), Some("k >= 1".to_owned()), "t"),
            2 => ("2^k".to_owned(), dice.chance(50).then(|| format!("k >= {}", dice.between(0, 2))), "t"),
            3 => (format!("{}k + {}l", dice.between(1, 3), dice.between(2, 4)), Some("k >= 1, l >= 1".to_owned()), "t"),
            4 => ("7 - k".to_owned(), Some("k <= 6".to_owned()), "t"),
            5 => (format!("abs(k - {})", dice.between(1, 5)), Some("k <= 6".to_owned()), "t"),
            6 => plain("{k*k for k >= 1}"),
            7 => plain("{k*(k+1) for k > 0}"),
            8 => plain("{9 - k for 1 <= k <= h}"),
            9 => plain("{2a + 3b for a >= 1, b <= 2}"),
            10 => ("s in {k*k + 1 for k >= 0}".to_owned(), None, "s"),
            11 => plain("{k for k >= 1, divides(k, h)}"),
            12 => plain("1..2*prev"),
            13 => plain("1..prev + 1"),
            14 => plain("{(k - 3)*(k - 3) for k <= 9}"),
            15 => ("s".to_owned(), Some("is_power(s, 2)".to_owned()), "s"),
            16 => plain("{3..h}"),
            _ => (self.a_set(dice, true), None, "t"),
        }
    }

    fn splitting(&self, dice: &mut Dice) -> String {
        let parts = match dice.between(0, 4) {
            0 => "3",
            1 => "2..3",
            _ => "2",
        };
        let how = dice.pick(&["", "", "", " where parts differ", " where parts equal"]);
        let (from, condition) = self.one_of(dice);
        let with =
            |condition: Option<String>| condition.map_or(String::new(), |condition| format!(" where {condition}"));
        match dice.between(0, 5) {
            5 => {
                let parts = dice.pick(&["0..1", "0..2", "1..2", "2"]);
                format!("replace one heap by {parts} smaller heaps{how}")
            }
            0 => format!("split one heap into a, b where {}", self.condition(dice, &["a", "b", "h"], 1)),
            1 => {
                let condition = condition.map_or(String::new(), |condition| match how {
                    "" => format!(" where {condition}"),
                    how => format!("{how}, {condition}"),
                });
                let how = if condition.is_empty() { how } else { "" };
                format!("split {from} in {parts}{how}{condition}")
            }
            2 => {
                format!("take {} from {from}{}, then split it in {parts}{how}", self.a_set(dice, true), with(condition))
            }
            _ => {
                format!(
                    "take {} from {from}{}, then may split it in {parts}{how}",
                    self.a_set(dice, true),
                    with(condition)
                )
            }
        }
    }

    /// Tokens from a heap to another, perhaps back and forth.
    fn moving(&self, dice: &mut Dice) -> String {
        let mut amounts = dice.pick(&["1", "any", "1..2", "s", "2*k"]);
        let letter = if amounts == "s" { "s" } else { "t" };
        let (places, known) = match dice.between(0, 4) {
            2 if dice.chance(40) => {
                amounts = dice.pick(&["1..i", "j", "{1, i + j}", "i*k"]);
                ("heap i to heap j".to_owned(), vec!["t", "h", "i", "j"])
            }
            0 => ("one heap to another".to_owned(), vec![letter, "h", "i"]),
            1 => ("one heap to another non-empty heap".to_owned(), vec![letter, "h", "i"]),
            2 => ("heap i to heap j".to_owned(), vec![letter, "h", "i", "j"]),
            3 => (format!("heap {} to another", dice.between(1, self.heaps)), vec![letter, "h"]),
            _ => (format!("one heap to heap {}", dice.between(1, self.heaps)), vec![letter, "h", "i"]),
        };
        let condition = if amounts == "2*k" || amounts == "i*k" {
            " where k >= 1".to_owned()
        } else if dice.chance(60) {
            format!(" where {}", self.condition(dice, &known, 1))
        } else {
            String::new()
        };
        format!("move {amounts} from {places}{condition}")
    }

    /// Tokens from a heap to one before it.
    fn one_way(&self, dice: &mut Dice) -> String {
        let amounts = dice.pick(&["1", "any", "1..3", "{1, 3}", "1..prev + 1"]);
        match dice.between(0, 3) {
            0 => format!("move {} from heap i to heap i-1 where i >= 2", dice.pick(&["i", "1..i", "{1, 2*i}"])),
            1 => format!("move {amounts} from heap i to heap i-1 where i >= 2"),
            2 => format!("move {amounts} from heap i to heap j where j < i and (i + j) mod 2 = {}", dice.between(0, 1)),
            _ => format!("move {amounts} from heap {} to heap 1 where h > {}", self.heaps, dice.between(0, 3)),
        }
    }

    fn merging(&self, dice: &mut Dice) -> String {
        let count = if self.heaps > 2 && dice.chance(20) { 3 } else { 2 };
        let known = self.memory(dice);
        match dice.chance(50) {
            true => format!("merge {count} heaps where {}", self.condition(dice, &known, 1)),
            false => format!("merge {count} heaps"),
        }
    }

    fn replacing(&self, dice: &mut Dice, goes_round: bool) -> String {
        let (from, condition) = self.one_of(dice);
        let also = |own: Option<&str>| match (own, &condition) {
            (Some(own), Some(condition)) => format!(" where {own} and {condition}"),
            (Some(own), None) => format!(" where {own}"),
            (None, Some(condition)) => format!(" where {condition}"),
            (None, None) => String::new(),
        };
        match dice.between(0, 8) {
            0 => format!("replace {from} by floor(h/2){}", also(None)),
            1 => format!("replace {from} by x in {{h - 1, floor(h/2)}}{}", also(None)),
            2 => format!("replace {from} by x{}", also(Some("x < h and x mod 2 = h mod 2"))),
            3 => format!("replace {from} by x{}", also(Some("x < h, divides(x, h)"))),
            4 => format!("replace {from} by 0..h-1{}", also(None)),
            5 => format!("replace {from} by 2^k{}", also(Some("2^k < h"))),
            6 if goes_round => format!("replace {from} by {{h - 1, 6 - h}}{}", also(Some("h <= 6"))),
            7 if goes_round => format!("replace {from} by x{}", also(Some("x <= 5 and x + h = 5"))),
            _ => format!("replace {from} by h - {}{}", dice.between(1, 3), also(None)),
        }
    }

    fn written_out(&self, dice: &mut Dice, goes_round: bool) -> String {
        if self.heaps == 1 {
            return match dice.between(0, 2) {
                0 => "with k in 1..3: h := h - k".to_owned(),
                1 => "with k >= 1 where k*k <= h: h := h - k*k".to_owned(),
                _ => format!("where h > {}: h := floor(h/2)", dice.between(0, 2)),
            };
        }
        let known = ["k"];
        match dice.between(0, 8) {
            0 => "with k >= 1 where b - k >= a + k: a := a + k, b := b - k".to_owned(),
            1 => format!("with k in 1..{}: a := a - k, b := min(a, b)", dice.between(1, 3)),
            2 => format!("with k >= 1, l in 0..1 where {}: a := a - k, b := b - l", self.condition(dice, &known, 1)),
            3 => "where a > b: a := a - b".to_owned(),
            4 if goes_round => "a := b, b := a".to_owned(),
            5 => "with k where k*k <= a, k > 0: a := a - k*k".to_owned(),
            6 => "with 1 <= k < a and l in {1, 2}: a := a - k, b := max(b - l, 0)".to_owned(),
            7 => "with k in 1..3, l in {0, 1..k}: a := a - k, b := b - l".to_owned(),
            _ => format!("with k in {{1, {}}}: b := b - k", dice.between(2, 4)),
        }
    }

    fn passing(&self, dice: &mut Dice, goes_round: bool) -> String {
        let condition = match dice.between(0, 2) {
            0 => ", not when sum = 0".to_owned(),
            1 => format!(" where {}", self.condition(dice, &[], 1)),
            _ => String::new(),
        };
        let times = match dice.between(0, 5) {
            0 if goes_round => "pass",
            1 => "pass twice",
            2 => "each player may pass once",
            3 => "each player may pass twice",
            _ => "pass once",
        };
        format!("{times}{condition}")
    }
}

/// A code of a taking-and-breaking game.
fn code(dice: &mut Dice) -> String {
    let first = dice.pick(&["0.", "0.", ".", "4."]);
    let digits: String = (0..dice.between(1, 3))
        .map(|_| {
            let most = if dice.chance(20) { 15 } else { 7 };
            char::from_digit(dice.between(0, most) as u32, 16).expect("a digit")
        })
        .collect();
    format!("{first}{}", digits.to_uppercase())
}
