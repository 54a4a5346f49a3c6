//! `bouton prove`.

use super::arguments::{Prove, ProveFormat, Sizes};
use super::failure::{Failure, explore_failure};
use super::progress::Line;
use super::solve::{in_plain, position};
use super::{WELL, input, output, sweep};
use crate::answer::{Game, Sought};
use crate::game::Position;
use crate::graph::Budget;
use crate::proof::{Certificate, Claim, OutcomeClaim, Winner};
use crate::prove::{self, Conjectured, Effort, Tried, prove_start, summary};
use crate::render::{Format, PageOptions, Renderer};
use crate::rules::Choices;
use crate::solve::Outcome;
use crate::source::Source;
use crate::text::Language;
use crate::theorem::Theorem;
use num_bigint::BigUint;
use serde_json::{Value, json};
use std::path::Path;

pub(super) fn run(options: &Prove) -> Result<u8, Failure> {
    if let Some(ranges) = &options.sweep {
        return sweep::run(ranges, options);
    }
    let Some(file) = &options.file else { return Err(Failure::message("no rule file is given")) };
    let choices = Choices { variant: options.variant.clone(), set: options.set.clone() };
    let loaded = input::parse(file)?.load(options.game.as_deref(), &choices)?;
    input::warn(&loaded, options.quiet);
    let mut game = input::only(loaded.games, &loaded.source.name)?;
    if let Some(start) = &options.start {
        return prove_from(&loaded.source, &game, start, options);
    }
    let library = match options.no_library || options.certificate.is_some() {
        true => std::mem::take(&mut game.theorems),
        false => Vec::new(),
    };
    let tried = match options.smallest {
        Some(smallest) => {
            if !game.seek_slice(smallest, effort(options)) {
                return Err(input::no_slice());
            }
            Vec::new()
        }
        None => match game.seek_proof(effort(options)) {
            Sought::Nothing(tried) => tried,
            Sought::Needless | Sought::Theorem => Vec::new(),
        },
    };
    if game.theorems.is_empty() && !options.no_library {
        game.theorems = library;
    }
    if let Some(target) = &options.certificate {
        match theorem_of(&game).and_then(Theorem::certificate) {
            Some(certificate) => write(target, certificate)?,
            None => match prove::cite(&game.rules, input::normal_form(&game)?).filter(|_| !options.no_library) {
                Some(cited) => write(target, cited.certificate())?,
                None => {
                    return Err(Failure::message("no closed form was found and proved, so there is no certificate"));
                }
            },
        }
    }
    let conjectured = match theorem_of(&game) {
        None => prove::conjecture(&game.rules, &game.facts, effort(options)),
        Some(_) => None,
    };
    let conjectured = conjectured.as_ref();
    match options.format {
        ProveFormat::Text => output::text(None, &text(&game, &tried, conjectured, options)?)?,
        ProveFormat::Json => output::json(None, &json(&game, &tried, conjectured, options.lang)?)?,
        _ => return Err(no_table()),
    }
    Ok(WELL)
}

fn write(target: &Path, certificate: &Certificate) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(certificate).expect("a certificate is text, numbers and lists");
    output::text(Some(target), &format!("{text}\n"))
}

/// Proves who wins from one start.
fn prove_from(source: &Source, game: &Game, start: &Sizes, options: &Prove) -> Result<u8, Failure> {
    let start = input::needed_start(game, Some(start))?;
    let small = Position::from_big(&start)
        .ok_or_else(|| Failure::message("the start is too large to go through all that follows"))?;
    let origin = input::normal_form(game)?;
    let (budget, mut line) = (Budget::default(), Line::new(options.quiet));
    let checked = prove_start(&game.rules, &game.facts, origin, &small, &budget, &mut line)
        .map_err(|error| explore_failure(source, &error))?;
    drop(line);
    let Some(checked) = checked else {
        return Err(Failure::message("neither player can force a win from there, so there is nothing to prove"));
    };
    let certificate = checked.certificate();
    if let Some(target) = &options.certificate {
        write(target, certificate)?;
    }
    let winner = match &certificate.claim {
        Claim::Outcome(OutcomeClaim { winner: Winner::First, .. }) => "first",
        _ => "second",
    };
    let visits = crate::check::visits(certificate).unwrap_or(0);
    match options.format {
        ProveFormat::Text => {
            let text = format!(
                "From {} the player who moves {winner} wins.\n\n\
                 Proved by exhaustion; the certificate has been checked ({visits} positions and answers).\n",
                in_plain(&start)
            );
            output::text(None, &text)?;
        }
        ProveFormat::Json => {
            let statement = format!("the player who moves {winner} wins");
            let theorem = json!({
                "id": "strategy", "statement": statement, "status": "proved", "by": "certificate", "scope": position(&start),
            });
            output::json(None, &json!({ "game": game.rules.name.get(Language::En), "theorem": theorem }))?;
        }
        _ => return Err(no_table()),
    }
    Ok(WELL)
}

fn no_table() -> Failure {
    Failure::message("this format is for tables, and one game is no table").with_help("leave out --format")
}

pub(super) fn effort(options: &Prove) -> Effort {
    Effort { positions: options.positions, ..Effort::default() }
}

/// The theorem about the game, or about the positions asked for.
fn theorem_of(game: &Game) -> Option<&dyn Theorem> {
    game.slice.as_deref().or(game.theorem())
}

fn text(game: &Game, tried: &[Tried], conjectured: Option<&Conjectured>, options: &Prove) -> Result<String, Failure> {
    let Some(theorem) = theorem_of(game) else {
        let tried: String = tried.iter().map(|one| format!("  {}\n", tried_text(one))).collect();
        let Some(conjectured) = conjectured else {
            return Ok(format!("No closed form was found. Tried:\n{tried}"));
        };
        let statement = conjecture(game, conjectured, options.lang)?;
        if options.lang == Language::Zh {
            let Conjectured { found_up_to, tested_up_to, .. } = conjectured;
            return Ok(format!(
                "猜想：{statement}\n\n只是猜想，没有证明：从每堆不超过 {found_up_to} 的局面中发现，与每堆不超过 {tested_up_to} \
                 的所有局面相符。\n\n没有证明出通解。已尝试：\n{tried}"
            ));
        }
        let status = status(game, conjectured);
        return Ok(format!("Conjecture. {statement}\n\n{status}\n\nNo closed form was proved. Tried:\n{tried}"));
    };
    let statement = statement(game, theorem, options.lang)?;
    let zh = options.lang == Language::Zh;
    let how = match theorem.certificate() {
        Some(certificate) => {
            let visits = crate::check::visits(certificate).unwrap_or(0);
            match certificate.claim {
                Claim::Families(_) => {
                    let bytes = serde_json::to_string(certificate).map_or(0, |text| text.len());
                    if zh {
                        format!("由程序发现并分情形证明；证书已经核验（{bytes} 字节）。")
                    } else {
                        format!(
                            "Found by the program and proved by cases; the certificate has been checked ({bytes} bytes)."
                        )
                    }
                }
                _ if zh => format!("由程序发现并证明；证书已经核验（{visits} 个局面）。"),
                _ => format!("Found and proved by the program; the certificate has been checked ({visits} positions)."),
            }
        }
        None => {
            let known = match theorem.credit() {
                "" if zh => format!("依据定理库中的定理 `{}`。", theorem.id()),
                credit if zh => format!("依据定理库中的定理 `{}`（{credit}）。", theorem.id()),
                "" => format!("By the theorem `{}` of the library.", theorem.id()),
                credit => format!("By the theorem `{}` of the library ({credit}).", theorem.id()),
            };
            match options.certificate.is_some() {
                true if zh => format!("{known}\n证书引用该定理：已核验规则符合定理的条件，但没有重新证明定理本身。"),
                true => format!(
                    "{known}\nThe certificate cites it: that the rules meet its hypotheses has been checked, and not its proof."
                ),
                false => known,
            }
        }
    };
    Ok(format!("{}\n\n{how}\n", statement.trim_end()))
}

fn json(game: &Game, tried: &[Tried], conjectured: Option<&Conjectured>, language: Language) -> Result<Value, Failure> {
    let theorem = match theorem_of(game) {
        None => Value::Null,
        Some(theorem) => json!({
            "id": theorem.id(),
            "statement": match theorem.certificate().map(|certificate| &certificate.claim) {
                Some(Claim::Signatures(claim)) if !claim.p_signatures.is_empty() => {
                    format!("{} {}", loses_exactly(claim.heaps, language), summary(claim))
                }
                _ => in_one_line(&statement(game, theorem, language)?),
            },
            "status": "proved",
            "by": if theorem.certificate().is_some() { "certificate" } else { "library" },
            "scope": match theorem.smallest_at_most() {
                None => "all sizes".to_owned(),
                Some(most) => format!("positions whose smallest heap holds at most {most}"),
            },
        }),
    };
    let tried: Vec<String> = tried.iter().map(tried_text).collect();
    let conjectured = conjectured.map(|one| {
        Ok::<_, Failure>(json!({
            "statement": conjecture(game, one, language)?,
            "status": "conjectured",
            "figures": one.figures(),
            "found_up_to": one.found_up_to,
            "tested_up_to": one.tested_up_to,
        }))
    });
    let conjectured = conjectured.transpose()?;
    Ok(
        json!({ "game": game.rules.name.get(Language::En), "theorem": theorem, "conjecture": conjectured, "tried": tried }),
    )
}

/// A conjecture in plain text.
pub(super) fn conjecture(game: &Game, conjectured: &Conjectured, language: Language) -> Result<String, Failure> {
    let mut data = conjectured.figures();
    data["n"] = json!(game.rules.heaps);
    let text = Renderer::new(language, Format::Text, None)
        .and_then(|renderer| renderer.render("conjecture.md", &data, &PageOptions { fragment: true }))
        .map_err(|error| Failure::message(error.to_string()))?;
    Ok(in_one_line(&text))
}

/// How far a conjecture is known to hold.
fn status(game: &Game, conjectured: &Conjectured) -> String {
    let Conjectured { found_up_to, tested_up_to, .. } = conjectured;
    let what = match game.rules.heaps {
        1 => "heaps of",
        _ => "all positions with heaps of",
    };
    format!(
        "Conjectured, not proved: found in {what} up to {found_up_to} tokens, and right for {what} up to {tested_up_to}."
    )
}

/// What a summary of P-positions goes on with.
fn loses_exactly(heaps: usize, language: Language) -> &'static str {
    match (heaps, language) {
        (1, Language::En) => "The player to move loses exactly when the heap is",
        (_, Language::En) => "The player to move loses exactly when the heaps are",
        (_, Language::Zh) => "轮到走的一方必败，当且仅当各堆满足：",
    }
}

/// A text without breaks of lines; where one stands within Chinese text, nothing comes in its place.
fn in_one_line(text: &str) -> String {
    let mut line = String::new();
    for part in text.lines().map(|line| line.trim().trim_start_matches("- ")).filter(|part| !part.is_empty()) {
        let is_wide = |letter: Option<char>| letter.is_some_and(|letter| !letter.is_ascii() && letter > '\u{2e7f}');
        if !line.is_empty() && !is_wide(line.chars().last()) && !is_wide(part.chars().next()) {
            line.push(' ');
        }
        let words: Vec<&str> = part.split_whitespace().collect();
        line += &words.join(" ");
    }
    line
}

/// The theorem's statement in plain text.
pub(super) fn statement(game: &Game, theorem: &dyn Theorem, language: Language) -> Result<String, Failure> {
    let rules = &game.rules;
    let start = vec![BigUint::from(1u32); theorem_heaps(game)];
    let labels: Vec<String> = (1..=rules.heaps).map(|heap| heap.to_string()).collect();
    let data = json!({
        "n": rules.heaps,
        "misere": rules.play == crate::syntax::tree::Play::Misere,
        "start": start.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "position": "",
        "winning": false,
        "labels": labels,
        "outcome": Outcome::P,
        "figures": theorem.figures(&start),
    });
    Renderer::new(language, Format::Text, None)
        .and_then(|renderer| {
            renderer.render(&format!("theorem/{}/statement.md", theorem.id()), &data, &PageOptions { fragment: true })
        })
        .map_err(|error| Failure::message(error.to_string()))
}

/// How many numbers a position of the game's theorems has: the heaps, and what is remembered.
fn theorem_heaps(game: &Game) -> usize {
    game.rules.heaps + game.rules.registers.len()
}

pub(super) fn tried_text(tried: &Tried) -> String {
    match tried {
        Tried::NotBoxes => {
            "signatures by finite windows: not for these rules, whose moves are not bounded by constants \
                            alone, heap by heap"
                .to_owned()
        }
        Tried::Families => "families with letters, by cases: none were found and proved".to_owned(),
        Tried::Period => {
            "a period of one heap's Grundy values: none was found, or these do not decide the game".to_owned()
        }
        Tried::Signatures { max, moduli, unproved } => {
            let fitted = match unproved {
                0 => "none fits the table".to_owned(),
                1 => "one fits the table, and is not proved".to_owned(),
                many => format!("{many} fit the table, and none is proved"),
            };
            format!(
                "signatures by finite windows: remainders up to modulus {moduli}, compared with all positions up to {max}: \
                 {fitted}"
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pattern::conjecture::{ColumnSums, Conjecture};
    use crate::pipeline;

    #[test]
    fn conjectures_about_one_heap_say_what_they_mean() {
        let source = Source::new("test.game", "game { heaps 1 move take any from one heap }");
        let game = pipeline::parse(source).unwrap().load(None, &Choices::default()).unwrap().games.remove(0);
        for (modulus, misere, english, chinese) in [
            (None, false, "the heap is empty.", "是空的。"),
            (None, true, "the heap holds one token.", "恰有 1 枚。"),
            (Some(3), false, "the heap is divisible by 3.", "能被 3 整除。"),
            (Some(3), true, "the heap leaves the remainder 1 on division by 3.", "除以 3 余 1。"),
        ] {
            let sums = ColumnSums { divisor: 2, modulus, misere };
            for size in 0..20 {
                let lost = match (modulus, misere) {
                    (None, misere) => size == u64::from(misere),
                    (Some(modulus), misere) => size % modulus == u64::from(misere),
                };
                assert_eq!(sums.is_p(&[size]), lost, "{sums:?} at {size}");
            }
            let conjectured =
                Conjectured { conjecture: Conjecture::ColumnSums(sums), found_up_to: 10, tested_up_to: 20 };
            for (language, end) in [(Language::En, english), (Language::Zh, chinese)] {
                let text = conjecture(&game, &conjectured, language).unwrap_or_else(|_| panic!("{sums:?} is told"));
                assert!(text.ends_with(end), "{text}");
            }
        }
    }
}
