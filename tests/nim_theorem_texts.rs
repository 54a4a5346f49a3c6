//! The texts of the Nim family render for every kind of position, in each language, and are well formed.

use bouton::render::{Format, Renderer};
use bouton::text::Language;
use bouton::theorem::Theorem;
use bouton::theorem::bounded_nim::BoundedNim;
use bouton::theorem::moore::Moore;
use bouton::theorem::nim::Nim;
use num_bigint::BigUint;
use pulldown_cmark::{Event, Options, Parser};
use serde_json::{Value, json};

const PARTS: [&str; 4] = ["hint", "idea", "statement", "proof"];

fn renderer(language: Language) -> Renderer {
    Renderer::new(language, Format::Markdown, None).expect("well-formed templates")
}

fn labels(language: Language, heaps: usize, named: bool) -> Vec<String> {
    let names = match language {
        Language::En => ["red", "white", "black"],
        Language::Zh => ["红", "白", "黑"],
    };
    if named && heaps == 3 {
        return names.map(str::to_owned).to_vec();
    }
    let number = |i| match language {
        Language::En => format!("heap {i}"),
        Language::Zh => format!("第 {i} 堆"),
    };
    (1..=heaps).map(number).collect()
}

fn context(theorem: &dyn Theorem, heaps: &[BigUint], language: Language) -> Value {
    let start: Vec<_> = heaps.iter().map(BigUint::to_string).collect();
    json!({
        "n": heaps.len(),
        "misere": theorem.id().starts_with("misere"),
        "position": format!("({})", start.join(", ")),
        "start": start,
        "winning": !theorem.is_p(heaps),
        "labels": labels(language, heaps.len(), heaps.iter().all(|size| size.bits() < 4)),
        "figures": theorem.figures(heaps),
    })
}

fn big(sizes: &[u32]) -> Vec<BigUint> {
    sizes.iter().map(|&size| BigUint::from(size)).collect()
}

fn boxes(heaps: usize, max: u32) -> Positions {
    (0..(max + 1).pow(heaps as u32))
        .map(|code| big(&(0..heaps).map(|i| code / (max + 1).pow(i as u32) % (max + 1)).collect::<Vec<_>>()))
        .collect()
}

/// Positions of every kind for one to four heaps, with large sizes and many heaps among them.
fn positions(fewest: usize) -> Positions {
    let googol = BigUint::from(10u32).pow(100);
    let mut all = Vec::new();
    for (heaps, max) in [(1, 7), (2, 4), (3, 3), (4, 2)] {
        all.extend(boxes(heaps, max));
    }
    all.extend([big(&[3, 5, 7]), big(&[3, 5, 7, 9]), big(&[2000, 3000, 4000]), big(&[1; 14]), big(&[2; 15])]);
    all.extend([1, 2, 3, 4].map(|heaps| vec![googol.clone(); heaps]));
    all.push([3, 7, 11, 11].map(|i| &googol / BigUint::from(i as u32)).to_vec());
    all.push(vec![googol, BigUint::from(1u32), BigUint::from(0u32)]);
    all.retain(|position| position.len() >= fewest);
    all
}

type Positions = Vec<Vec<BigUint>>;

/// Every theorem with parameters, and the positions that it is tried on.
fn subjects() -> Vec<(Box<dyn Theorem>, Positions)> {
    let mut all: Vec<(Box<dyn Theorem>, _)> =
        vec![(Box::new(Nim::normal()), positions(1)), (Box::new(Nim::misere()), positions(1))];
    for limit in [1, 2, 3, 6, 5000] {
        all.push((Box::new(BoundedNim::normal(BigUint::from(limit as u32))), positions(1)));
        all.push((Box::new(BoundedNim::misere(BigUint::from(limit as u32))), positions(1)));
    }
    for limit in [2, 3] {
        all.push((Box::new(Moore::normal(limit)), positions(limit + 1)));
        all.push((Box::new(Moore::misere(limit)), positions(limit + 1)));
    }
    all
}

/// Whether a star, dollar sign or bar is left over once the markup has been read.
fn has_stray_markup(text: &str) -> bool {
    let options = Options::ENABLE_TABLES | Options::ENABLE_MATH;
    Parser::new_ext(text, options).any(|event| matches!(event, Event::Text(text) if text.contains(['*', '$', '|'])))
}

/// Whether a table has a row that is shorter or longer than the others, or runs into a paragraph.
fn has_ragged_table(text: &str) -> bool {
    text.split("\n\n").any(|block| {
        let rows: Vec<_> = block.lines().filter(|line| line.starts_with('|')).collect();
        let ragged = rows.windows(2).any(|pair| pair[0].matches('|').count() != pair[1].matches('|').count());
        ragged || (!rows.is_empty() && rows.len() != block.trim().lines().count())
    })
}

/// What is wrong with a rendered text, if anything.
fn fault(text: &str, language: Language) -> Option<&'static str> {
    let prose = text.split('$').step_by(2).collect::<Vec<_>>().join("$");
    let wrong_number = |word: &str| prose.contains(&format!(" 1 {word}s")) || prose.contains(&format!(" 0 {word} "));
    if text.trim().is_empty() {
        Some("nothing")
    } else if !text.matches('$').count().is_multiple_of(2) {
        Some("an unpaired dollar sign")
    } else if text.contains("{{") || text.contains("{%") || text.contains("{#") {
        Some("template syntax left over")
    } else if text.lines().any(|line| !line.starts_with('|') && line.trim_start().contains("  ")) {
        Some("two spaces in a row")
    } else if text.contains(" ,") || text.contains(" .") || text.contains("..") || text.contains(",,") {
        Some("a space before punctuation, or punctuation twice")
    } else if has_ragged_table(text) {
        Some("a ragged table")
    } else if has_stray_markup(text) {
        Some("markup that is not understood")
    } else if language == Language::En && ["token", "heap", "remainder", "one"].into_iter().any(wrong_number) {
        Some("a plural for one, or a singular for none")
    } else if language == Language::En && !text.is_ascii() && !text.replace('è', "e").is_ascii() {
        Some("a character from another script")
    } else if language == Language::Zh && prose.contains(", ") {
        Some("a half-width comma in Chinese text")
    } else if language == Language::Zh && prose.lines().any(|line| !line.starts_with('|') && line.contains("。 ")) {
        Some("a space after a Chinese full stop")
    } else {
        None
    }
}

#[test]
fn every_text_renders_and_is_well_formed() {
    let renderers = Language::ALL.map(|language| (language, renderer(language)));
    for (theorem, positions) in subjects() {
        for heaps in positions {
            for (language, renderer) in &renderers {
                let language = *language;
                let context = context(&*theorem, &heaps, language);
                for part in PARTS {
                    let name = format!("theorem/{}/{part}.md", theorem.id());
                    let text =
                        renderer.prose(&name, &context).unwrap_or_else(|error| panic!("{name} {heaps:?}: {error}"));
                    if let Some(fault) = fault(&text, language) {
                        panic!("{theorem:?} {name} {heaps:?}: {fault}\n{text}");
                    }
                }
            }
        }
    }
}

#[test]
fn the_numbers_of_the_start_are_in_the_text() {
    let text = |theorem: &dyn Theorem, heaps: &[u32], language: Language, part: &str| {
        let name = format!("theorem/{}/{part}.md", theorem.id());
        renderer(language).prose(&name, &context(theorem, &big(heaps), language)).expect("a text")
    };
    for language in Language::ALL {
        let idea = text(&Nim::normal(), &[3, 5, 7], language, "idea");
        assert!(idea.contains("| 2 | 2 | **3** |"), "{idea}");
        assert!(idea.contains("$(2, 5, 7)$"), "{idea}");
        let idea = text(&Moore::normal(2), &[3, 5, 7, 9], language, "idea");
        assert!(idea.contains("| **1** | **2** | **2** | **4** |"), "{idea}");
        assert!(idea.contains("$(3, 5, 7, 6)$"), "{idea}");
        let idea = text(&BoundedNim::normal(BigUint::from(3u32)), &[7, 9], language, "idea");
        assert!(idea.contains("$(5, 9)$"), "{idea}");
        let statement = text(&Moore::misere(3), &[3, 5, 7, 9, 11], language, "statement");
        assert!(statement.contains(" 4"), "{statement}");
    }
}
