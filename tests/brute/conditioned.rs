//! Random rule files in which heaps only get smaller and conditions on positions have a say: which heaps may be touched and
//! when, which positions there are, where the game is over, and who wins then.

use super::generate::{Dice, RuleFile};

impl RuleFile {
    /// A file of such rules.
    pub(crate) fn conditioned(dice: &mut Dice) -> RuleFile {
        let heaps = [1, 2, 2, 2, 3, 3, 3, 4][dice.between(0, 7)];
        let mut file = RuleFile::empty(heaps);
        file.play = [None, Some("normal"), Some("misere")][dice.between(0, 2)];
        if heaps > 1 && dice.chance(35) {
            file.names = Some(["a", "b", "c", "d"][..heaps].iter().map(|name| (*name).to_owned()).collect());
        }
        for _ in 0..dice.between(1, 3) {
            let rule = match dice.between(0, 9) {
                0 => file.a_move(dice),
                1 if file.names.is_some() => file.vectors(dice),
                2 => file.smaller(dice),
                _ => file.guarded(dice),
            };
            file.moves.push(rule);
        }
        if dice.chance(15) {
            let times = dice.pick(&["pass once", "pass twice", "pass 3 times"]);
            let condition = match dice.between(0, 2) {
                0 => ", not when sum = 0".to_owned(),
                1 => format!(" where {}", file.of_positions(dice)),
                _ => String::new(),
            };
            file.moves.push(format!("{times}{condition}"));
        }
        if dice.chance(35) {
            let condition = file.of_positions(dice);
            file.items.push(("keeping", condition));
        }
        if dice.chance(40) {
            let condition = file.of_positions(dice);
            file.items.push(("end when", condition));
        }
        if dice.chance(30) {
            file.play = None;
            let condition = file.of_positions(dice);
            file.items.push(("wins when", condition));
        }
        file
    }

    /// A condition on positions.
    fn of_positions(&self, dice: &mut Dice) -> String {
        let mut known = vec!["min", "max", "sum", "nimsum", "max", "sum"];
        if let Some(names) = &self.names {
            known.extend(names.iter().map(String::as_str));
        }
        match dice.between(0, 13) {
            0 => "min = 0".to_owned(),
            1 => "max = sum".to_owned(),
            2 => format!("sum <= {}", dice.between(1, 4)),
            3 => format!("max - min <= {}", dice.between(1, 4)),
            4 if self.names.is_some() => "a <= b".to_owned(),
            5 => format!("max <= {}*min + {}", dice.between(1, 3), dice.between(0, 2)),
            6 => format!("sum > {}", dice.between(0, 3)),
            7 => "max/2 < sum - max + 1/3".to_owned(),
            8 => format!("gcd(min, max) <= {}", dice.between(1, 2)),
            9 => "divides(min, max)".to_owned(),
            _ => self.condition(dice, &known, 2),
        }
    }

    /// Heaps to take from.
    fn chosen(&self, dice: &mut Dice) -> String {
        match dice.between(0, 12) {
            0 | 1 => "the largest heap".to_owned(),
            2 => "the smallest heap".to_owned(),
            3 => "the first heap".to_owned(),
            4 => "the last heap".to_owned(),
            5 => "either end".to_owned(),
            6 => format!("each of 1..{} heaps", dice.between(1, self.heaps)),
            7 => format!("heap {}", dice.between(1, self.heaps)),
            8 => format!("each of 1..{} adjacent heaps", dice.between(1, self.heaps)),
            9 => "every heap".to_owned(),
            _ => "one heap".to_owned(),
        }
    }

    /// What must hold beside a condition on positions: of the amount and the heap, joined to it in some way.
    fn joined(&self, dice: &mut Dice, letter: &str) -> String {
        let aside = self.of_positions(dice);
        let own = self.condition(dice, &[letter, letter, "h"], 0);
        match dice.between(0, 8) {
            0 => format!("({own}) and ({aside})"),
            1 => format!("({own}) or ({aside})"),
            2 => format!("(({own}) or ({aside})) and not ({})", self.of_positions(dice)),
            3 => format!("h < max or {letter} <= {}", dice.between(1, 3)),
            4 => format!("h + {} >= max and ({own})", dice.between(0, 2)),
            5 => format!(
                "{letter} {} {}",
                dice.pick(&["<=", "<", "!=", ">="]),
                dice.pick(&["min", "max - min", "h - min", "nimsum"])
            ),
            6 => format!("h - min >= {} or i = {}", dice.between(0, 2), dice.between(1, self.heaps)),
            _ => aside,
        }
    }

    fn guarded(&self, dice: &mut Dice) -> String {
        let from = self.chosen(dice);
        if from == "every heap" {
            let condition = match dice.between(0, 3) {
                0 => " where h mod 2 = 1".to_owned(),
                1 => format!(" where h = max or h <= {}", dice.between(1, 3)),
                2 => format!(" where {}", self.of_positions(dice)),
                _ => String::new(),
            };
            let same = dice.pick(&["", "the same "]);
            return format!("take {same}{} from every heap{condition}", dice.pick(&["1", "any", "1..2", "1..h-1"]));
        }
        let amounts = match dice.between(0, 7) {
            0 => "1..2".to_owned(),
            1 => "{1, 3..4}".to_owned(),
            2 => "1..h-1".to_owned(),
            3 if from.contains("each") => "the same 1..3".to_owned(),
            4 => self.a_set(dice, true),
            5 => self.tied(dice),
            _ => "any".to_owned(),
        };
        match dice.chance(75) {
            true => format!("take {amounts} from {from} where {}", self.joined(dice, "t")),
            false => format!("take {amounts} from {from}"),
        }
    }

    /// Amounts that depend on other heaps.
    fn tied(&self, dice: &mut Dice) -> String {
        match dice.between(0, 6) {
            0 => "1..min".to_owned(),
            1 => format!("1..max - {}", dice.between(0, 3)),
            2 => format!("1..min(h - 1, max - min + {})", dice.between(0, 2)),
            3 => "{1, nimsum, max..unlimited}".to_owned(),
            4 => "1..floor(sum/3)".to_owned(),
            5 => format!(
                "{{{}*k for {}}}",
                dice.pick(&["min", "max", "nimsum", "2", "floor(sum/2)"]),
                dice.pick(&["k >= 1", "1 <= k <= 3", "k >= 1, k != 2 or min = 1", "not k < 2"])
            ),
            _ => "sum - h".to_owned(),
        }
    }

    fn smaller(&self, dice: &mut Dice) -> String {
        let from = dice.pick(&["one heap", "the largest heap", "the smallest heap", "the last heap"]);
        match dice.between(0, 2) {
            0 => format!("replace {from} by floor(h/2)"),
            1 => format!("replace {from} by 0..h-2"),
            _ => format!("replace {from} by x where x < h and ({})", self.joined(dice, "x")),
        }
    }

    fn vectors(&self, dice: &mut Dice) -> String {
        let aside = if dice.chance(40) { format!("({})", self.of_positions(dice)) } else { "true".to_owned() };
        let and = |own: &str| if aside == "true" { own.to_owned() } else { format!("{own} and {aside}") };
        match dice.between(0, 6) {
            0 => format!("with k >= 1 where {}: a := a - k, b := b - k", and("k != 2")),
            1 => format!("with k >= 1, l in 0..2 where {}: a := a - k, b := b - 2*k - l", and("k + l < 5")),
            2 => format!("with k in 1..3 where {}: b := b - k", and("k >= 1")),
            3 => format!("with k >= 1 where {}: a := a - 2*k", and("k <= a")),
            4 => format!("where {}: a := floor(a/2)", and("a > 0")),
            5 => format!("with k in {{1, 4}}, l in {{0, 2}} where {}: a := a - k - l, b := b - (k + l)", and("k != l")),
            _ => format!("with k >= 1 where {}: a := a - k*(k + 1)", and("k >= 1")),
        }
    }
}
