//! Solutions of games of many kinds: complete, well-formed texts in every language, at every level of detail.

mod common;

use bouton::answer::Game;
use bouton::check::check;
use bouton::explain::{Detail, narrate};
use bouton::graph::Budget;
use bouton::pipeline;
use bouton::proof::{Certificate, Claim, FORMAT};
use bouton::prove::{Effort, cases, theorem_of};
use bouton::render::{Format, PageOptions, Renderer};
use bouton::rules::Choices;
use bouton::rules::boxes::Boxes;
use bouton::source::Source;
use bouton::text::Language;
use common::latex;
use std::path::Path;

const DETAILS: [Detail; 4] = [Detail::Hint, Detail::Answer, Detail::Solution, Detail::Proof];

/// Games of every kind of start and theorem.
const STARTS: &str = "solution_texts.game";
/// Games of every form of rule.
const FORMS: &str = "rule_forms.game";

/// Games whose P-positions are families with letters.
const FAMILIES: &str = "families.game";

/// The games of a file in `tests/data`.
fn games(file: &str) -> Vec<Game> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(file);
    let text = std::fs::read_to_string(path).unwrap();
    pipeline::parse(Source::new(file, text)).unwrap().load(None, &Choices::default()).unwrap().games
}

/// The pages of each game from the file's start, in a language and a format, for the levels of detail asked for.
fn pages(games: &[&Game], language: Language, details: &[Detail], format: Format) -> Vec<Vec<String>> {
    let renderer = Renderer::new(language, format, None).unwrap();
    let page = |game: &Game| {
        let answer = game.answer(game.rules.start.as_ref().unwrap(), &Budget::default(), &mut ()).unwrap();
        let render = |detail: &Detail| {
            let document = serde_json::to_value(narrate(game, &answer, language, *detail)).unwrap();
            renderer.render("solution.md", &document, &PageOptions { fragment: false }).unwrap()
        };
        details.iter().map(render).collect()
    };
    games.iter().map(|game| page(game)).collect()
}

/// What is wrong with a page of Markdown, if anything.
fn fault(page: &str, language: Language) -> Option<String> {
    // References are in the language of the works.
    let text = page.split("## 参考文献").next().unwrap_or_default();
    let prose: String = text
        .lines()
        .filter(|line| !line.starts_with('|'))
        .map(|line| line.trim_start().split('$').step_by(2).collect::<Vec<_>>().join("·") + "\n")
        .collect();
    let has = |marks: &[&str]| marks.iter().find(|mark| prose.contains(**mark)).map(|mark| format!("{mark:?}"));
    let doubled = ["  ", " ,", " .", " ;", "..", ",,", ";;", ":.", ",.", "{{", "{%", "null"];
    let english = [" 1 tokens", " 1 heaps", "one heaps", " the the ", "a a ", " an heap", "heap heap"];
    let chinese =
        ["，，", "。。", "、、", "，。", "：。", "；。", "堆堆", "棋棋", "枚枚", "，、", "。，", ", ", "中中"];
    let in_language = if language == Language::En { has(&english) } else { has(&chinese) };
    if page.contains("\n\n\n") {
        return Some("two blank lines in a row".to_owned());
    }
    has(&doubled).or(in_language)
}

#[test]
fn every_solution_is_well_formed() {
    let (starts, forms) = (games(STARTS), games(FORMS));
    let games: Vec<&Game> = starts.iter().chain(&forms).collect();
    for language in Language::ALL {
        for (game, pages) in games.iter().zip(pages(&games, language, &DETAILS, Format::Markdown)) {
            for page in &pages {
                if let Some(fault) = fault(page, language) {
                    panic!("{:?} {language:?}: {fault}\n{page}", game.rules.name);
                }
            }
            // Each level says more than the one before, but for the hint.
            assert!(pages[1..].is_sorted_by_key(String::len), "{:?}", game.rules.name);
            let answer = pages[1].split_once(if language == Language::En { "**Answer.**" } else { "**答案**" });
            let answer = answer.unwrap().1.trim();
            assert!(pages[1..].iter().all(|page| page.contains(answer)) && !pages[0].contains(answer), "{}", pages[0]);
        }
    }
}

#[test]
fn rules_in_words() {
    insta::assert_snapshot!(rules_of(STARTS));
}

#[test]
fn every_form_of_rule_in_words() {
    insta::assert_snapshot!(rules_of(FORMS));
}

/// The rules of a file's games in every language.
fn rules_of(file: &str) -> String {
    let games = games(file);
    let games: Vec<&Game> = games.iter().collect();
    let mut texts: Vec<String> = games.iter().map(|game| format!("## {}", game.rules.name.get(Language::En))).collect();
    for language in Language::ALL {
        for (text, pages) in texts.iter_mut().zip(pages(&games, language, &[Detail::Hint], Format::Markdown)) {
            let from = pages[0].find("**").unwrap();
            text.push_str("\n\n");
            text.push_str(pages[0][from..].split("\n\n**").next().unwrap());
        }
    }
    texts.join("\n\n")
}

/// Solutions of games in which positions hold more than heaps, heaps come and go, or play can go on for ever.
#[test]
fn solutions_of_other_games() {
    let chosen = ["Kayles", "Even", "Fibonacci", "Pass", "Swap", "Sharing", "Other heap", "Another"];
    let games = games(FORMS);
    let games: Vec<&Game> =
        games.iter().filter(|game| chosen.iter().any(|name| game.rules.name.matches(name))).collect();
    assert_eq!(games.len(), chosen.len());
    let texts: Vec<String> = Language::ALL
        .into_iter()
        .flat_map(|language| pages(&games, language, &[Detail::Proof], Format::Markdown).concat())
        .collect();
    insta::assert_snapshot!(texts.join("\n\n"));
}

/// Compiles the solutions of games in every language.
fn compile(games: &[&Game]) {
    let mut documents = Vec::new();
    for language in Language::ALL {
        let pages = pages(games, language, &[Detail::Proof], Format::Latex).concat();
        let name = |game: &&Game| format!("{} {}", game.rules.name.get(Language::En), language.code());
        documents.extend(games.iter().map(name).zip(pages));
    }
    latex::compile_all(&documents);
}

#[test]
fn solutions_compile() {
    let chosen = ["Half", "PC", "Moore", "Big", "MooreBig", "Long", "MoreMoves", "GW"];
    let (starts, forms) = (games(STARTS), games(FORMS));
    let mut games: Vec<&Game> =
        starts.iter().filter(|game| chosen.iter().any(|name| game.rules.name.matches(name))).collect();
    assert_eq!(games.len(), chosen.len());
    games.extend(&forms);
    compile(&games);
}

/// Games with what cases with letters prove of them: about three heaps, of which the smallest holds at most two tokens, or
/// about all positions.
fn proved_by_families() -> Vec<Game> {
    let mut games = games(FAMILIES);
    for game in &mut games {
        game.theorems.clear();
        if game.rules.heaps == 3 {
            assert!(game.seek_slice(2, Effort::default()));
            continue;
        }
        let boxes = game.facts.removals.as_ref().and_then(Boxes::of).unwrap();
        let (claim, steps) = cases::find(&boxes, game.rules.play, None, Effort::default()).unwrap();
        let rules = game.origin.clone().unwrap();
        let certificate = Certificate { format: FORMAT.to_owned(), rules, claim: Claim::Families(claim), steps };
        game.theorems.extend(theorem_of(check(certificate).unwrap()));
    }
    games
}

#[test]
fn solutions_by_families() {
    let games = proved_by_families();
    let games: Vec<&Game> = games.iter().collect();
    let mut texts = Vec::new();
    for language in Language::ALL {
        for pages in pages(&games, language, &DETAILS, Format::Markdown) {
            for page in &pages {
                if let Some(fault) = fault(page, language) {
                    panic!("{language:?}: {fault}\n{page}");
                }
            }
            texts.push(format!("{}\n\n{}", pages[0], pages[3]));
        }
    }
    insta::assert_snapshot!(texts.join("\n\n"));
}

#[test]
fn solutions_by_families_compile() {
    let games = proved_by_families();
    let games: Vec<&Game> = games.iter().collect();
    compile(&games);
}
