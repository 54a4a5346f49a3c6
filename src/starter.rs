//! A commented rule file to start from.

use num_bigint::BigUint;
use std::fmt::Write as _;

/// What the file shall say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Starter {
    /// The game's name; control characters are left out.
    pub name: String,
    /// How many heaps, at least 1.
    pub heaps: usize,
    /// From at most how many heaps a move takes.
    pub heap_limit: Limit,
    /// At most how many tokens a move takes from each.
    pub take_limit: Limit,
    /// Whether whoever takes the last token loses.
    pub misere: bool,
    /// The size of each heap at the start.
    pub start: Vec<BigUint>,
}

/// A limit, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// At most so many, at least 1.
    AtMost(u64),
    /// Any number.
    Unlimited,
}

impl Limit {
    fn text(self) -> String {
        match self {
            Limit::AtMost(most) => most.to_string(),
            Limit::Unlimited => "unlimited".to_owned(),
        }
    }
}

/// The sizes to start from where none are given: small, and different as long as there are few heaps.
pub fn usual_start(heaps: usize) -> Vec<BigUint> {
    let sizes: Vec<u32> = match heaps {
        1 => vec![21],
        2..=4 => (0..heaps).map(|heap| 3 + 2 * heap as u32).collect(),
        _ => (0..heaps).map(|heap| 1 + heap as u32 % 3).collect(),
    };
    sizes.into_iter().map(BigUint::from).collect()
}

/// A text in double quotes, as the rule language and YAML both read it.
fn quoted(text: &str) -> String {
    let plain: String = text.chars().filter(|c| !c.is_control()).collect();
    format!("\"{}\"", plain.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Heaps' names for an example: as many as there are heaps.
fn example_names(heaps: usize) -> String {
    let names = ["red", "white", "black", "green", "blue", "yellow"];
    let named =
        (0..heaps).map(|heap| names.get(heap).map_or_else(|| format!("heap{}", heap + 1), |name| (*name).to_owned()));
    named.collect::<Vec<_>>().join(", ")
}

/// Rules of other kinds of games, and what they are: the examples of the comments.
const OTHER_MOVES: [(&str, &str); 8] = [
    ("take s in {1, 3, 4} from one heap", "1, 3 or 4 tokens"),
    ("take 1..floor(h/2) from one heap", "at most half of the heap, whose size is h"),
    ("take any from one heap where h mod 2 = 0", "only from heaps of even size"),
    ("take the same any from all heaps", "the same number from every heap"),
    ("take 1..3 in total from any heaps", "together at most 3"),
    ("take 1..5 from one heap where t != prev", "t tokens, but not as many as the move before"),
    ("split one heap in 2", "split a heap instead of taking"),
    ("pass once, not when sum = 0", "one pass in the whole game, while tokens are left"),
];

impl Starter {
    /// The file in the rule language. In comments, lines that begin with `//   ` are examples, which work as they stand.
    pub fn game(&self) -> String {
        let mut text = format!(
            "// Rules for Bouton. What follows `//` is a comment. Try\n\
             //     bouton explain FILE       the solution\n\
             //     bouton solve FILE         who wins, and by which moves\n\
             //     bouton play FILE          a game against the strategy\n\
             game {} {{\n",
            quoted(&self.name)
        );
        let _ = writeln!(
            text,
            "  // How many heaps there are. They may have names instead:\n  //   heaps {}\n  heaps {}\n",
            if self.heaps == 1 { "\"pile\"".to_owned() } else { example_names(self.heaps) },
            self.heaps
        );
        let _ = writeln!(
            text,
            "  // A move takes from at most K heaps, and at most m tokens from each; `unlimited` is no limit.\n  \
               let K = {}\n  let m = {}\n  move take 1..m from each of 1..K heaps\n",
            self.heap_limit_text(),
            self.take_limit.text()
        );
        text.push_str("  // Other moves, in place of this one or beside it:\n");
        for (rule, what) in OTHER_MOVES {
            let _ = writeln!(text, "  //   move {rule}    // {what}");
        }
        let _ = writeln!(
            text,
            "\n  // normal: whoever cannot move loses, so that taking the last token wins. misere: whoever cannot move wins.\n  \
               play {}\n\n  \
               // The sizes of the heaps at the start; --start gives others.\n  start ({})\n",
            self.play(),
            self.start_text()
        );
        let _ = writeln!(
            text,
            "  // Variants change some of the rules. `bouton compare FILE` puts them side by side:\n  \
               //   variant \"the other play\" {{ play {} }}\n  \
               //   variant \"small moves\" {{ let m = 2 }}\n\n  \
               // Claims are checked by `bouton check FILE`: that the player to move loses at just these positions.\n  \
               //   claim \"even total\": P when sum mod 2 = 0\n  \
               //   claim \"pattern\": P = ({})",
            self.other_play(),
            self.pattern()
        );
        text.push_str("}\n");
        text
    }

    /// The file in YAML. In comments, lines that begin with `#   ` are examples, which work as they stand.
    pub fn yaml(&self) -> String {
        let mut text = format!(
            "# Rules for Bouton. What follows `#` is a comment. Try\n\
             #     bouton explain FILE       the solution\n\
             #     bouton solve FILE         who wins, and by which moves\n\
             #     bouton play FILE          a game against the strategy\n\
             name: {}\n\n",
            quoted(&self.name)
        );
        let names = if self.heaps == 1 { "pile".to_owned() } else { example_names(self.heaps) };
        let _ = writeln!(
            text,
            "# How many heaps there are. They may have names instead:\n#   heaps: [{names}]\nheaps: {}\n",
            self.heaps
        );
        let _ = writeln!(
            text,
            "# A move takes from at most heap_limit heaps, and at most take_limit tokens from each; `unlimited` is no limit.\n\
             heap_limit: {}\ntake_limit: {}\n",
            self.heap_limit_text(),
            self.take_limit.text()
        );
        text.push_str("# Other moves, in place of these two limits:\n#   moves:\n");
        for (rule, what) in OTHER_MOVES {
            let _ = writeln!(text, "#     - \"{rule}\"    # {what}");
        }
        let _ = writeln!(
            text,
            "\n# normal: whoever cannot move loses, so that taking the last token wins. misere: whoever cannot move wins.\n\
             play: {}\n\n# The sizes of the heaps at the start; --start gives others.\nstart: [{}]\n",
            self.play(),
            self.start_text()
        );
        let _ = writeln!(
            text,
            "# Variants change some of the rules. `bouton compare FILE` puts them side by side:\n\
             #   variants:\n\
             #     the other play: {{play: {}}}\n\
             #     small moves: {{take_limit: 2}}\n\n\
             # Claims are checked by `bouton check FILE`: that the player to move loses at just these positions.\n\
             #   claims:\n\
             #     - name: even total\n\
             #       losing when: sum mod 2 = 0\n\
             #     - name: pattern\n\
             #       losing: ({})",
            self.other_play(),
            self.pattern()
        );
        text
    }

    fn heap_limit_text(&self) -> String {
        match self.heap_limit {
            // More heaps than there are is no mistake here, but would be one in a rule file.
            Limit::AtMost(most) => most.min(self.heaps as u64).to_string(),
            Limit::Unlimited => "unlimited".to_owned(),
        }
    }

    fn play(&self) -> &'static str {
        if self.misere { "misere" } else { "normal" }
    }

    fn other_play(&self) -> &'static str {
        if self.misere { "normal" } else { "misere" }
    }

    fn start_text(&self) -> String {
        self.start.iter().map(BigUint::to_string).collect::<Vec<_>>().join(", ")
    }

    /// A family of positions with as many heaps.
    fn pattern(&self) -> String {
        let entries: Vec<&str> = (0..self.heaps)
            .map(|heap| match heap + 2 >= self.heaps {
                true if self.heaps > 1 => "n",
                true => "4n",
                false => "0",
            })
            .collect();
        entries.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn starts_fit_the_heaps() {
        for heaps in 1..20 {
            assert_eq!(usual_start(heaps).len(), heaps);
        }
    }

    #[test]
    fn what_cannot_stand_in_a_name_is_left_out() {
        assert_eq!(quoted("a \"b\" \\ c\n"), r#""a \"b\" \\ c""#);
    }
}
