//! The formulas in the texts of theorems reach the reader as they were written: what the templates insert into them is not
//! escaped on the way, as words would be.

use bouton::render::{Format, PageOptions, Renderer};
use bouton::text::Language;
use bouton::theorem::{
    Euclid, FibonacciNim, GreedyNim, LaskersNim, Mark, OctalPeriod, Staircase, SubtractionPeriod, TakeHalf, Theorem,
};
use num_bigint::BigUint;
use pulldown_cmark::{Event, Options, Parser};
use serde_json::{Value, json};

type Subject = (Box<dyn Theorem>, Vec<Vec<u32>>);

/// Theorems and positions.
fn subjects() -> Vec<Subject> {
    let heaps = || vec![vec![0, 0, 0], vec![3, 5, 7], vec![3, 4, 4], vec![9, 100, 4], vec![25], vec![12, 8]];
    vec![
        (Box::new(Euclid::new()), vec![vec![8, 5], vec![23, 9], vec![9, 26], vec![4, 4], vec![0, 3]]),
        (Box::new(Staircase::new()), heaps()),
        (Box::new(FibonacciNim::new()), vec![vec![32], vec![34], vec![26, 2], vec![1], vec![0, 4]]),
        (Box::new(LaskersNim::new()), heaps()),
        (Box::new(GreedyNim::new()), heaps()),
        (Box::new(TakeHalf::new()), heaps()),
        (Box::new(Mark::new()), vec![vec![0], vec![1], vec![13], vec![12], vec![40]]),
        (Box::new(SubtractionPeriod::new(&[2, 4, 7]).expect("a period")), heaps()),
        (Box::new(SubtractionPeriod::new(&[1, 3, 4]).expect("a period")), heaps()),
        (Box::new(OctalPeriod::new("0.77").expect("a period")), heaps()),
        (Box::new(OctalPeriod::new("0.3").expect("a period")), heaps()),
    ]
}

fn context(theorem: &dyn Theorem, heaps: &[BigUint], language: Language) -> Value {
    let start: Vec<_> = heaps.iter().map(BigUint::to_string).collect();
    let label = |i: usize| match language {
        Language::En => format!("heap {i}"),
        Language::Zh => format!("第 {i} 堆"),
    };
    json!({
        "n": heaps.len(),
        "misere": false,
        "position": format!("({})", start.join(", ")),
        "start": start,
        "winning": !theorem.is_p(heaps),
        "labels": (1..=heaps.len()).map(label).collect::<Vec<_>>(),
        "figures": theorem.figures(heaps),
    })
}

/// Whether a backslash stands before a sign that TeX doesn't want it for.
fn is_escaped(tex: &str) -> bool {
    let mut letters = tex.chars();
    while let Some(letter) = letters.next() {
        if letter == '\\' && letters.next().is_none_or(|next| !next.is_ascii_alphabetic() && !"{},;".contains(next)) {
            return true;
        }
    }
    false
}

#[test]
fn formulas_are_left_as_they_are() {
    for language in Language::ALL {
        let markdown = Renderer::new(language, Format::Markdown, None).expect("well-formed templates");
        let html = Renderer::new(language, Format::Html, None).expect("well-formed templates");
        for (theorem, positions) in subjects() {
            for position in positions {
                let heaps: Vec<BigUint> = position.iter().map(|size| (*size).into()).collect();
                let context = context(theorem.as_ref(), &heaps, language);
                for part in ["hint", "idea", "statement", "proof"] {
                    let name = format!("theorem/{}/{part}.md", theorem.id());
                    let text = markdown.prose(&name, &context).unwrap_or_else(|error| panic!("{name}: {error}"));
                    for event in Parser::new_ext(&text, Options::ENABLE_TABLES | Options::ENABLE_MATH) {
                        if let Event::InlineMath(tex) | Event::DisplayMath(tex) = event {
                            assert!(!is_escaped(&tex), "{name} {position:?}: {tex}");
                        }
                    }
                    html.page(&text, &PageOptions::default()).unwrap_or_else(|error| panic!("{name}: {error}"));
                }
            }
        }
    }
}
