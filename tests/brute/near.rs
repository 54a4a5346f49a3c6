//! Games that a theorem covers, and games that almost are: with another number, one more move, a condition, another end.

use super::generate::Dice;

/// A family of games: the theorem that covers it, and its rules, in which `[a|b|c]` stands for `a` or, where the game
/// is to differ, for something else.
pub(crate) struct Family {
    pub(crate) theorem: &'static str,
    pub(crate) heaps: &'static [usize],
    rules: &'static str,
}

/// The families whose theorems are recognised by the shape of rules, and some that are by the set of removals.
pub(crate) const FAMILIES: [Family; 19] = [
    Family {
        theorem: "fibonacci-nim",
        heaps: &[1],
        rules: "first move take [1..h-1|1..h|1..h-2|2..h-1|any|1..floor(h/2)] from one heap[| where t != 2| where h > 3] \
                move take [1..2*prev|1..prev*2|1..3*prev|1..2*prev+1|2..2*prev|1..prev|1..2+prev] from one heap[| where t != prev| where h > 2]",
    },
    Family {
        theorem: "euclid",
        heaps: &[2],
        rules: "move take [k*min|k*min|min*k|k*max|(k+1)*min|2*k*min|k+min] from the [largest|smallest] heap \
                where k >= [1|2|0][|, k <= 2| and h > 3][ end when min = 0|| end when min <= 1| end when max = min]",
    },
    Family {
        theorem: "euclid",
        heaps: &[2],
        rules: "move take [any|1..4|any] from the largest heap where [divides(min, t)|t mod min = 0|divides(t, min)|divides(2, t)] \
                end when min = [0|1]",
    },
    Family {
        theorem: "staircase",
        heaps: &[2, 3, 4],
        rules: "move move [any|1..2|2] from heap i to heap [i-1|i-1|i-2|1] where i >= [2|3|1] \
                move take [any|1..3|2..h] from [heap 1|heap 1|heap 2|one heap][| where h > 1]",
    },
    Family {
        theorem: "lasker-nim",
        heaps: &[1, 2],
        rules: "move take [any|1..2|2..h] from [one heap|the largest heap][| where h > 1| where t != 2] \
                move split one heap in [2|3|2..3][| where parts differ| where parts equal]",
    },
    Family {
        theorem: "greedy-nim",
        heaps: &[2, 3],
        rules: "move take [any|1..4|2..h|any] from the [largest|largest|smallest|first] heap[| where t != 2| where h > 2]",
    },
    Family {
        theorem: "half",
        heaps: &[1, 2, 3],
        rules: "move take [1..floor(h/2)|1..ceil(h/2)|1..floor(h/3)|2..floor(h/2)|floor(h/2)|1..floor((h+1)/2)] from \
                [one heap|the largest heap][| where t != 3| where h > 4]",
    },
    Family {
        theorem: "mark",
        heaps: &[1],
        rules: "move replace one heap by [x in {h - 1, floor(h/2)}|x in {h - 2, floor(h/2)}|x in {h - 1, floor(h/3)}|x in {h - 1, ceil(h/2)}|{h-1, floor(h/2), 0}][| where h > 3]",
    },
    Family {
        theorem: "mark",
        heaps: &[1],
        rules: "move take [1|2|1..2] from one heap move replace one heap by [floor(h/2)|ceil(h/2)|floor(h/4)][| where h mod 2 = 0]",
    },
    Family {
        theorem: "subtraction-period",
        heaps: &[1, 2],
        rules: "move take [{1, 3, 4}|{2, 3}|{1, 4, h}|{1, 3..h}] from one heap[| where t != 3| where h > 4| where h != t]",
    },
    Family {
        theorem: "octal-period",
        heaps: &[1],
        rules: "move take [1..2|2|{1, 3}|1..h] from one heap, then [may split it|split it] in [2|3|2..3][| where parts differ| where parts equal]",
    },
    Family { theorem: "octal-period", heaps: &[1], rules: "octal \"[0.77|0.07|0.137|0.6|4.1|0.8]\"" },
    Family {
        theorem: "wythoff",
        heaps: &[2],
        rules: "move take [any|1..5|2..h] from one heap[| where t != 3| where h > 1] \
                move take the same [any|1..5|2..h] from both heaps[| where t != 2| where h > 2]",
    },
    Family {
        theorem: "generalised-wythoff",
        heaps: &[2],
        rules: "move take any from one heap move take a, b from both heaps where [abs(a - b) < 2|abs(a - b) <= 1|abs(a - b) < 3|a - b < 2|abs(a - b) != 1|a + b < 4][|, a != 2| and b <= 4]",
    },
    Family {
        theorem: "bounded-wythoff",
        heaps: &[2],
        rules: "move take 1..[3|2|4] from one heap move take the same 1..[3|2|4] from both heaps[| where t != 1]",
    },
    Family {
        theorem: "nim",
        heaps: &[1, 2, 3],
        rules: "move take [any|1..h|2..h|1..h-1] from [one heap|one heap|the largest heap][| where t != 3]",
    },
    Family {
        theorem: "bounded-nim",
        heaps: &[1, 2, 3],
        rules: "move take [1..3|{1, 2, 3}|{1, 2, 4}|2..3] from [one heap|one heap|either end][| where h > 3| where t != h]",
    },
    Family {
        theorem: "moore",
        heaps: &[3, 4],
        rules: "move take [any|2..h|any] from each of 1..[2|2|3] heaps[| where t != 3| where h != 2]",
    },
    Family {
        theorem: "all-heaps",
        heaps: &[2, 3],
        rules: "move take [any|1..2|2..h] from [any heaps|any heaps|1..2 adjacent heaps|every heap][| where h > 1]",
    },
];

/// What may be said beside the moves.
const BESIDE: [&str; 12] = [
    "play misere",
    "keeping sum != 3",
    "keeping max >= 1",
    "end when sum <= 1",
    "end when max = 1",
    "wins when sum mod 2 = 0",
    "pass once",
    "move take 1 from one heap",
    "move take 3 from one heap",
    "first move take 2 from one heap",
    "tally mod 2",
    "move take 2 from the first heap",
];

impl Family {
    /// A game of the family, and whether nothing about it differs.
    pub(crate) fn game(&self, dice: &mut Dice) -> (String, usize, bool) {
        let heaps = self.heaps[dice.between(0, self.heaps.len() - 1)];
        let mut exact = true;
        // Most files differ in one or two places.
        let chance = dice.between(0, 3) * 10;
        let rules = filled(self.rules, &mut |choices| {
            let at = if dice.chance(chance) { dice.between(0, choices - 1) } else { 0 };
            exact &= at == 0;
            at
        });
        let mut text = format!("game \"Near\" {{ heaps {heaps} {rules}");
        if dice.chance(30) {
            exact = false;
            let beside = dice.pick(&BESIDE);
            // A code says all moves, and an end is said once.
            let code = rules.starts_with("octal") && (beside.contains("move") || beside.contains("pass"));
            let ended = rules.contains("end when") && beside.contains("end when");
            if !code && !ended {
                text += &format!(" {beside}");
            }
        }
        (text + " }\n", heaps, exact)
    }
}

/// The template with one of the choices in each pair of brackets.
fn filled(template: &str, choose: &mut dyn FnMut(usize) -> usize) -> String {
    let mut text = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('[') {
        let (choices, behind) = after.split_once(']').expect("the bracket is closed");
        let choices: Vec<&str> = choices.split('|').collect();
        text += before;
        text += choices[choose(choices.len())];
        rest = behind;
    }
    text + rest
}
