//! Random rule files, in both forms: what tokens may be taken, in all the ways in which that can be said.

use std::fmt::Write as _;

/// A source of numbers that is the same on every machine (SplitMix64).
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Dice {
        Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x5DEE_CE66)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number from `low` to `high`, both inside.
    pub(crate) fn between(&mut self, low: usize, high: usize) -> usize {
        low + (self.next() % (high - low + 1) as u64) as usize
    }

    /// True so many times in a hundred.
    pub(crate) fn chance(&mut self, percent: usize) -> bool {
        self.between(1, 100) <= percent
    }

    pub(crate) fn pick<'a, T: ?Sized>(&mut self, from: &[&'a T]) -> &'a T {
        from[self.between(0, from.len() - 1)]
    }
}

/// A rule file before it is written in one form or the other.
#[derive(Clone, Debug)]
pub(crate) struct RuleFile {
    pub(crate) heaps: usize,
    pub(crate) names: Option<Vec<String>>,
    pub(crate) lets: Vec<(String, String)>,
    /// `heap_limit` and `take_limit`, where the file uses them.
    pub(crate) shorthand: Option<(Option<String>, Option<String>)>,
    pub(crate) moves: Vec<String>,
    /// Rules for the very first move.
    pub(crate) firsts: Vec<String>,
    /// Other statements: the word, or words, that they start with, and the rest.
    pub(crate) items: Vec<(&'static str, String)>,
    pub(crate) play: Option<&'static str>,
    pub(crate) claims: Vec<String>,
}

impl RuleFile {
    /// A file that says nothing but the number of heaps.
    pub(crate) fn empty(heaps: usize) -> RuleFile {
        RuleFile {
            heaps,
            names: None,
            lets: Vec::new(),
            shorthand: None,
            moves: Vec::new(),
            firsts: Vec::new(),
            items: Vec::new(),
            play: None,
            claims: Vec::new(),
        }
    }

    /// A file of takings of tokens, with nothing remembered and the end where no move is left.
    pub(crate) fn random(dice: &mut Dice) -> RuleFile {
        let heaps = [1, 2, 2, 2, 3, 3, 3, 4][dice.between(0, 7)];
        let mut file = RuleFile::empty(heaps);
        file.play = [None, Some("normal"), Some("misere")][dice.between(0, 2)];
        if dice.chance(30) && heaps > 1 {
            let names = ["red", "white", "black", "blue"];
            file.names = Some(names[..heaps].iter().map(|name| (*name).to_owned()).collect());
        }
        if dice.chance(40) {
            file.lets.push(("K".to_owned(), dice.between(1, heaps).to_string()));
        }
        if dice.chance(40) {
            let value = if dice.chance(20) { "unlimited".to_owned() } else { dice.between(1, 4).to_string() };
            file.lets.push(("m".to_owned(), value));
        }
        if dice.chance(20) {
            let values: Vec<String> = (0..heaps).map(|_| dice.between(1, 4).to_string()).collect();
            file.lets.push(("L".to_owned(), format!("[{}]", values.join(", "))));
        }
        match dice.between(0, 9) {
            0 => file.shorthand(dice),
            1..=4 => file.known_game(dice),
            _ => {
                for _ in 0..dice.between(1, 3) {
                    let rule = file.a_move(dice);
                    file.moves.push(rule);
                }
            }
        }
        file
    }

    fn shorthand(&mut self, dice: &mut Dice) {
        self.lets.retain(|(name, _)| name != "K" && name != "m");
        let heap_limit = match dice.between(0, 4) {
            0 if self.heaps == 1 => None,
            1 => Some("unlimited".to_owned()),
            _ => Some(dice.between(1, self.heaps).to_string()),
        };
        let take_limit = match dice.between(0, 3) {
            0 if heap_limit.is_some() => None,
            1 => Some("unlimited".to_owned()),
            _ => Some(dice.between(1, 4).to_string()),
        };
        self.shorthand = Some((heap_limit, take_limit));
    }

    /// A game that a theorem covers, in some wording, perhaps with a change that takes it out of the theorem.
    fn known_game(&mut self, dice: &mut Dice) {
        let limit = if dice.chance(40) { None } else { Some(dice.between(1, 4)) };
        if self.heaps == 2 && dice.chance(60) {
            self.one_by_one(dice, 1, limit);
            let t = if dice.chance(60) { 1 } else { dice.between(1, 3) };
            let from = dice.pick(&["both heaps", "all heaps", "2 heaps", "heaps 1, 2"]);
            let condition = match limit {
                Some(limit) => format!(", a <= {limit}, b <= {limit}"),
                None => String::new(),
            };
            let rule = match (t, dice.between(0, 2)) {
                (1, 0) => format!("take the same {} from {from}", amounts(limit)),
                (_, 1) => format!("take a, b from {from} where abs(a - b) <= {}{condition}", t - 1),
                _ => format!("take a, b from {from} where a - b < {t} and b < a + {t}{condition}"),
            };
            self.moves.push(rule);
        } else {
            let most_heaps = dice.between(1, self.heaps);
            self.one_by_one(dice, most_heaps, limit);
        }
        match dice.between(0, 5) {
            0 => {
                let rule = self.a_move(dice);
                self.moves.push(rule);
            }
            1 => {
                // A condition that bites only somewhere.
                let at = dice.between(0, self.moves.len() - 1);
                let rule = &mut self.moves[at];
                let letters = rule.starts_with("take a, b");
                let more = match dice.between(0, 2) {
                    _ if letters => format!("a != {}", dice.between(1, 4)),
                    0 => format!("h != {}", dice.between(1, 4)),
                    1 => format!("t != {}", dice.between(1, 4)),
                    _ => format!("h >= {}", dice.between(1, 4)),
                };
                let _ = write!(rule, " where {more}");
            }
            2 if self.moves.len() > 1 => {
                let at = dice.between(0, self.moves.len() - 1);
                self.moves.remove(at);
            }
            _ => {}
        }
    }

    /// From each of at most so many heaps at most so much, said at once or in pieces.
    fn one_by_one(&mut self, dice: &mut Dice, most_heaps: usize, limit: Option<usize>) {
        if dice.chance(40) {
            let from = if most_heaps == 1 && dice.chance(50) {
                "one heap".to_owned()
            } else {
                format!("each of 1..{most_heaps} heaps")
            };
            self.moves.push(format!("take {} from {from}", amounts(limit)));
            return;
        }
        for count in 1..=most_heaps {
            if dice.chance(50) {
                for heaps in bouton::rules::removals::choose(self.heaps, count) {
                    let heaps: Vec<String> = heaps.iter().map(|heap| self.heap(dice, *heap)).collect();
                    let word = if count == 1 { "heap" } else { "heaps" };
                    self.moves.push(format!("take {} from {word} {}", amounts(limit), heaps.join(", ")));
                }
            } else {
                match limit {
                    Some(limit) if count == 1 && dice.chance(50) => {
                        let at = dice.between(1, limit);
                        self.moves.push(format!("take 1..{at} from one heap"));
                        if at < limit {
                            self.moves.push(format!("take {}..{limit} from one heap where h > {at}", at + 1));
                        }
                    }
                    _ => self.moves.push(format!("take {} from {count} heaps", amounts(limit))),
                }
            }
        }
    }

    fn heap(&self, dice: &mut Dice, heap: usize) -> String {
        match &self.names {
            Some(names) if dice.chance(70) => names[heap].clone(),
            _ => (heap + 1).to_string(),
        }
    }

    pub(super) fn a_move(&self, dice: &mut Dice) -> String {
        let (from, low, high) = self.selection(dice);
        let one = high == 1;
        let kind = dice.between(0, 9);
        let (amounts, names): (String, Vec<&str>) = match kind {
            0 | 1 if low == high => {
                let letters = &["a", "b", "c", "d"][..low];
                (if low == 1 { "a".to_owned() } else { letters.join(", ") }, letters.to_vec())
            }
            2 => {
                let total = match dice.between(0, 2) {
                    0 => format!("1..{}", dice.between(1, 5)),
                    1 => format!("{{{}, {}}}", dice.between(1, 3), dice.between(2, 6)),
                    _ => self.a_set(dice, one),
                };
                (format!("{total} in total"), vec!["t"])
            }
            3 | 4 => (format!("the same {}", self.a_set(dice, true)), vec!["t"]),
            5 => (format!("s in {}", self.a_set(dice, true)), vec!["s"]),
            6 => ("s".to_owned(), vec!["s"]),
            _ => (self.a_set(dice, true), vec!["t"]),
        };
        let letter_kind = kind <= 1 && low == high;
        let speaks_of_one = if letter_kind || kind == 2 { one } else { true };
        let condition = if dice.chance(50) || (letter_kind && low > 1) {
            let mut known = names;
            if speaks_of_one {
                known.extend(["h", "h", "i"]);
            }
            format!(" where {}", self.condition(dice, &known, 2))
        } else {
            String::new()
        };
        if dice.chance(30) && !condition.is_empty() {
            format!("take {amounts}{condition} from {from}")
        } else {
            format!("take {amounts} from {from}{condition}")
        }
    }

    /// Heaps, and how few and how many they may be.
    fn selection(&self, dice: &mut Dice) -> (String, usize, usize) {
        let n = self.heaps;
        match dice.between(0, 8) {
            0 | 1 => ("one heap".to_owned(), 1, 1),
            2 => {
                let count = dice.between(1, n);
                (format!("{count} heap{}", if count == 1 { "" } else { "s" }), count, count)
            }
            3 => {
                let (low, high) = (dice.between(1, n), dice.between(1, n));
                let (low, high) = (low.min(high), low.max(high));
                let each = dice.pick(&["each of ", ""]);
                (format!("{each}{low}..{high} heaps"), low, high)
            }
            4 => match self.lets.iter().find(|(name, _)| name == "K") {
                Some((_, value)) => ("each of 1..K heaps".to_owned(), 1, value.parse().expect("K is a number")),
                None => ("any heaps".to_owned(), 1, n),
            },
            5 => ("any heaps".to_owned(), 1, n),
            6 => (if n == 2 { "both heaps".to_owned() } else { "all heaps".to_owned() }, n, n),
            _ => {
                let all: Vec<usize> = (0..n).filter(|_| dice.chance(50)).collect();
                let chosen = if all.is_empty() { vec![dice.between(0, n - 1)] } else { all };
                let count = chosen.len();
                let words: Vec<String> = chosen.into_iter().map(|heap| self.heap(dice, heap)).collect();
                (format!("heap{} {}", if count == 1 { "" } else { "s" }, words.join(", ")), count, count)
            }
        }
    }

    pub(super) fn a_set(&self, dice: &mut Dice, single: bool) -> String {
        let known: &[&str] = if single { &["h", "h", "i"] } else { &[] };
        match dice.between(0, 7) {
            0 | 1 => "any".to_owned(),
            2 => dice.between(1, 3).to_string(),
            3 => format!("{}..{}", dice.between(0, 2), dice.between(1, 5)),
            4 => {
                let high = if dice.chance(20) { "unlimited".to_owned() } else { self.number(dice, known, 1) };
                format!("{}..{high}", dice.between(0, 2))
            }
            5 => {
                let mut items: Vec<String> = (0..dice.between(1, 3)).map(|_| dice.between(1, 6).to_string()).collect();
                if dice.chance(40) {
                    items.push(format!("{}..{}", dice.between(1, 4), dice.between(2, 6)));
                }
                format!("{{{}}}", items.join(", "))
            }
            6 => format!("{{{}, {}}}", dice.between(1, 4), self.number(dice, known, 1)),
            _ => match self.lets.iter().any(|(name, _)| name == "m") {
                true => "1..m".to_owned(),
                false => format!("1..min({}, {})", self.number(dice, known, 1), dice.between(1, 5)),
            },
        }
    }

    /// A whole number that every position gives.
    pub(crate) fn number(&self, dice: &mut Dice, known: &[&str], depth: usize) -> String {
        if depth == 0 || dice.chance(30) {
            if dice.chance(30) || known.is_empty() && dice.chance(60) {
                return dice.between(0, 6).to_string();
            }
            return self.slot(dice, known);
        }
        let c = dice.between(1, 4);
        let x = self.number(dice, known, depth - 1);
        match dice.between(0, 13) {
            0 | 1 => format!("{x} + {}", self.number(dice, known, depth - 1)),
            2 | 3 => format!("{x} - {}", self.number(dice, known, depth - 1)),
            4 => format!("{c}*({x})"),
            5 => format!("{c}({x})"),
            6 => format!("floor(({x})/{c})"),
            7 => format!("ceil(({x})/{c})"),
            8 => format!("({x}) mod {c}"),
            9 => format!("min({x}, {})", self.number(dice, known, depth - 1)),
            10 => format!("max({x}, {c})"),
            11 => format!("abs({x})"),
            12 => format!("nimsum({}, {c})", self.slot(dice, known)),
            _ => match self.lets.iter().any(|(name, _)| name == "L") && known.contains(&"i") {
                true => "L[i]".to_owned(),
                false => format!("gcd({}, {c})", self.slot(dice, known)),
            },
        }
    }

    /// Something that is never negative.
    fn slot(&self, dice: &mut Dice, known: &[&str]) -> String {
        match dice.between(0, 9) {
            0 => (*dice.pick(&["min", "max", "sum", "nimsum"])).to_owned(),
            1 => match &self.names {
                Some(names) => names[dice.between(0, names.len() - 1)].clone(),
                None => "max".to_owned(),
            },
            _ if !known.is_empty() => dice.pick(known).to_owned(),
            _ => dice.between(0, 6).to_string(),
        }
    }

    pub(crate) fn condition(&self, dice: &mut Dice, known: &[&str], depth: usize) -> String {
        if depth > 0 && dice.chance(35) {
            let (x, y) = (self.condition(dice, known, depth - 1), self.condition(dice, known, depth - 1));
            return match dice.between(0, 2) {
                0 => format!("({x}) and ({y})"),
                1 => format!("({x}) or ({y})"),
                _ => format!("not ({x})"),
            };
        }
        let x = self.number(dice, known, 1);
        match dice.between(0, 9) {
            0 => format!("{x} in {{{}, {}..{}}}", dice.between(0, 4), dice.between(1, 4), dice.between(2, 6)),
            1 => format!("{} <= {x} < {}", dice.between(0, 3), self.number(dice, known, 1)),
            2 => match dice.between(0, 3) {
                0 => format!("is_square({x})"),
                1 => format!("is_prime({x})"),
                2 => format!("divides({}, {x})", dice.between(1, 3)),
                _ => format!("is_power({x}, 2)"),
            },
            3 => format!("({x}) mod {} = {}", dice.between(2, 3), dice.between(0, 2)),
            _ => {
                let op = dice.pick(&["=", "!=", "<", "<=", ">", ">="]);
                format!("{x} {op} {}", self.number(dice, known, 1))
            }
        }
    }

    /// The file in the rule language.
    pub(crate) fn game(&self) -> String {
        let mut text = String::from("game \"Random\" {\n");
        let heaps = self.names.as_ref().map_or_else(|| self.heaps.to_string(), |names| names.join(", "));
        let _ = writeln!(text, "  heaps {heaps}");
        for (name, value) in &self.lets {
            let _ = writeln!(text, "  let {name} = {value}");
        }
        if let Some((heap_limit, take_limit)) = &self.shorthand {
            for (word, limit) in [("heap_limit", heap_limit), ("take_limit", take_limit)] {
                if let Some(limit) = limit {
                    let _ = writeln!(text, "  {word} {limit}");
                }
            }
        }
        for (words, rest) in &self.items {
            let quote = if *words == "octal" { "\"" } else { "" };
            let _ = writeln!(text, "  {words} {quote}{}{quote}", rest.trim());
        }
        for rule in &self.moves {
            let word = if is_pass(rule) { "" } else { "move " };
            let _ = writeln!(text, "  {word}{rule}");
        }
        for rule in &self.firsts {
            let _ = writeln!(text, "  first move {rule}");
        }
        if let Some(play) = self.play {
            let _ = writeln!(text, "  play {play}");
        }
        for claim in &self.claims {
            let _ = writeln!(text, "  claim {claim}");
        }
        text.push_str("}\n");
        text
    }

    /// The file in YAML, without its claims.
    pub(crate) fn yaml(&self) -> String {
        let mut text = String::from("name: Random\n");
        let heaps =
            self.names.as_ref().map_or_else(|| self.heaps.to_string(), |names| format!("[{}]", names.join(", ")));
        let _ = writeln!(text, "heaps: {heaps}");
        if !self.lets.is_empty() {
            text.push_str("let:\n");
            for (name, value) in &self.lets {
                let _ = writeln!(text, "  {name}: {value}");
            }
        }
        if let Some((heap_limit, take_limit)) = &self.shorthand {
            for (word, limit) in [("heap_limit", heap_limit), ("take_limit", take_limit)] {
                if let Some(limit) = limit {
                    let _ = writeln!(text, "{word}: {limit}");
                }
            }
        }
        for (words, rest) in &self.items {
            let rest = rest.trim();
            let _ = match (*words, rest.split_once(" = ")) {
                ("remember", Some((name, value))) => writeln!(text, "remember: {{{name}: \"{value}\"}}"),
                ("tally", _) if rest.is_empty() => writeln!(text, "tally: exact"),
                ("tally", _) => writeln!(text, "tally: {}", rest.trim_start_matches("mod ")),
                _ => writeln!(text, "{words}: \"{rest}\""),
            };
        }
        if !self.moves.is_empty() || !self.firsts.is_empty() {
            text.push_str("moves:\n");
            for rule in &self.moves {
                let _ = writeln!(text, "  - \"{rule}\"");
            }
            for rule in &self.firsts {
                let _ = writeln!(text, "  - first: \"{rule}\"");
            }
        }
        if let Some(play) = self.play {
            let _ = writeln!(text, "play: {play}");
        }
        text
    }
}

fn is_pass(rule: &str) -> bool {
    rule.starts_with("pass") || rule.starts_with("each player")
}

fn amounts(limit: Option<usize>) -> String {
    limit.map_or_else(|| "any".to_owned(), |limit| format!("1..{limit}"))
}

/// A claim about P-positions of a game with these heaps: near the truth as often as not.
pub(crate) fn claim(file: &RuleFile, dice: &mut Dice) -> String {
    let within = match dice.between(0, 3) {
        0 => format!("within {}: ", file.condition(dice, &[], 1)),
        1 => format!("within {} = {}: ", dice.pick(&["min", "max", "min mod 2", "max mod 3"]), dice.between(0, 2)),
        _ => String::new(),
    };
    if dice.chance(55) {
        return format!("{within}P when {}", claimed_condition(file, dice));
    }
    let families: Vec<String> = (0..dice.between(1, 2)).map(|_| family(file.heaps, dice)).collect();
    let conditions = match dice.between(0, 6) {
        0 => format!(" for k >= {}", dice.between(0, 2)),
        1 => format!(" for n >= {}, k <= {}", dice.between(0, 2), dice.between(1, 5)),
        2 => " for n <= k".to_owned(),
        3 => format!(" for {} <= n < {}", dice.between(0, 1), dice.between(2, 5)),
        4 => format!(" for n mod {} = {}", dice.between(2, 3), dice.between(0, 1)),
        _ => String::new(),
    };
    // Every letter of a condition stands in an entry.
    let families = match conditions.as_str() {
        "" => families.join(" | "),
        text => {
            let needed: Vec<&str> = ["n", "k"].into_iter().filter(|letter| text.contains(letter)).collect();
            let entry = |at: usize| needed.get(at).copied().unwrap_or("0");
            let rest = match file.heaps {
                1 => return format!("{within}P = ({}n)", dice.between(1, 4)),
                heaps => (2..heaps).map(|_| format!(", {}", dice.pick(&["n", "k", "0", "n + k"]))),
            };
            let rest: String = rest.filter(|entry| needed.len() == 2 || entry == ", 0").collect();
            if rest.matches(',').count() + 2 != file.heaps {
                return format!("{within}P = {}", families.join(" | "));
            }
            format!("({}, {}{rest}){text}", entry(0), entry(1))
        }
    };
    format!("{within}P = {families}")
}

fn claimed_condition(file: &RuleFile, dice: &mut Dice) -> String {
    let p = dice.between(2, 5);
    let known = match dice.between(0, 8) {
        0 | 1 => "nimsum = 0".to_owned(),
        2 => format!("(max - min) mod {p} = 0"),
        3 => format!("min mod {p} = 0 and max mod {p} = 0"),
        4 => format!("sum mod {p} = {}", dice.between(0, 1)),
        5 => "min = max".to_owned(),
        6 => format!("(max <= 1 and sum mod {p} = 1) or (max > 1 and nimsum = 0)"),
        7 => match &file.names {
            Some(names) => {
                let remainders: Vec<String> = names.iter().map(|name| format!("{name} mod {p}")).collect();
                format!("nimsum({}) = 0", remainders.join(", "))
            }
            None => format!("floor(max/{p}) = floor(min/{p})"),
        },
        _ => return file.condition(dice, &[], 2),
    };
    match dice.between(0, 4) {
        0 => format!("({known}) and ({})", file.condition(dice, &[], 1)),
        1 => format!("({known}) or ({})", file.condition(dice, &[], 1)),
        _ => known,
    }
}

fn family(heaps: usize, dice: &mut Dice) -> String {
    let entries: Vec<String> = (0..heaps)
        .map(|_| match dice.between(0, 7) {
            0 | 1 => "n".to_owned(),
            2 => format!("{}k", dice.between(1, 4)),
            3 => format!("{}k + {}", dice.between(1, 4), dice.between(1, 3)),
            4 => format!("n + {}k", dice.between(1, 4)),
            5 => format!("floor(n/{}) + k", dice.between(2, 3)),
            6 => format!("n + {}", dice.between(1, 2)),
            _ => dice.between(0, 2).to_string(),
        })
        .collect();
    format!("({})", entries.join(", "))
}
