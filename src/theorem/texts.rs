//! Tests that the texts of the theorems can be rendered for every kind of position, and are sound as markup.

use super::{AllHeaps, BoundedWythoff, OneHeapSpared, Theorem, Wythoff};
use num_bigint::BigUint;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::Path;
use tera::{Context, Tera};

pub(super) const LANGUAGES: [&str; 2] = ["en", "zh"];
const PARTS: [&str; 4] = ["hint", "idea", "statement", "proof"];

/// The texts of one language, named as `theorem/<id>/<part>.md`.
pub(super) fn texts(language: &str) -> Tera {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("templates").join(language);
    let mut tera = Tera::default();
    let mut found = Vec::new();
    for folder in std::fs::read_dir(root.join("theorem")).unwrap() {
        for file in std::fs::read_dir(folder.unwrap().path()).unwrap() {
            let file = file.unwrap().path();
            let name = file.strip_prefix(&root).unwrap().to_str().unwrap().replace('\\', "/");
            found.push((name, std::fs::read_to_string(file).unwrap()));
        }
    }
    tera.add_raw_templates(found).unwrap();
    tera
}

const FOLDERS: [&str; 11] = [
    "shared",
    "all-heaps",
    "misere-all-heaps",
    "one-heap-spared",
    "misere-one-heap-spared",
    "wythoff",
    "generalised-wythoff",
    "misere-wythoff",
    "misere-generalised-wythoff",
    "bounded-wythoff",
    "misere-bounded-wythoff",
];

fn context(theorem: &dyn Theorem, position: &[BigUint], language: &str) -> Context {
    let misere = theorem.id().starts_with("misere");
    let start: Vec<String> = position.iter().map(BigUint::to_string).collect();
    let label = |i: usize| if language == "zh" { format!("第 {i} 堆") } else { format!("heap {i}") };
    let labels: Vec<String> = (1..=position.len()).map(label).collect();
    let values: Value = json!({
        "n": position.len(),
        "misere": misere,
        "position": format!("({})", start.join(", ")),
        "start": start,
        "winning": !theorem.is_p(position),
        "labels": labels,
        "figures": theorem.figures(position),
    });
    Context::from_serialize(&values).unwrap()
}

/// Checks that formulas and tables are read as such: every dollar sign belongs to a formula, every bar to a table.
fn check_markup(text: &str, about: &str) {
    let mut plain = String::new();
    let (mut columns, mut cells) = (0, 0);
    for event in Parser::new_ext(text, Options::ENABLE_TABLES | Options::ENABLE_MATH) {
        match event {
            Event::Text(part) => plain.push_str(&part),
            Event::InlineMath(tex) | Event::DisplayMath(tex) => {
                plain.push('x');
                let count = |bracket| tex.matches(bracket).count();
                assert_eq!(count('{'), count('}'), "{about}: {tex}");
                assert!(!tex.is_empty() && !tex.contains("&"), "{about}: {tex}");
            }
            Event::SoftBreak | Event::End(TagEnd::Paragraph | TagEnd::Item | TagEnd::Table) => plain.push('\n'),
            Event::Start(Tag::Table(alignments)) => columns = alignments.len(),
            Event::Start(Tag::TableHead | Tag::TableRow) => cells = 0,
            Event::End(TagEnd::TableHead | TagEnd::TableRow) => assert_eq!(cells, columns, "{about}"),
            Event::Start(Tag::TableCell) => cells += 1,
            Event::Html(_) | Event::InlineHtml(_) | Event::Start(Tag::CodeBlock(_)) => panic!("{about}: {event:?}"),
            _ => {}
        }
    }
    for sign in ["$", "|", "{", "}", "*", "  ", " ,", " .", "()", "，，", "。。", " 。"] {
        assert!(!plain.contains(sign), "{about}: {sign:?} is left in {plain}");
    }
    assert!(!plain.trim().is_empty(), "{about}");
}

pub(super) fn render(tera: &Tera, theorem: &dyn Theorem, position: &[BigUint], language: &str) -> Vec<String> {
    let context = context(theorem, position, language);
    let render = |part: &str| {
        let name = format!("theorem/{}/{part}.md", theorem.id());
        let text = tera.render(&name, &context).unwrap_or_else(|error| panic!("{name} {position:?}: {error:?}"));
        check_markup(&text, &format!("{language} {name} {position:?}"));
        text
    };
    PARTS.iter().map(|part| render(part)).collect()
}

/// Every theorem with many parameters, and for each the number of heaps.
fn theorems() -> Vec<(Box<dyn Theorem>, usize)> {
    let mut all: Vec<(Box<dyn Theorem>, usize)> =
        vec![(Box::new(Wythoff::normal()), 2), (Box::new(Wythoff::misere()), 2)];
    let huge = BigUint::from(10u8).pow(60);
    for t in [2u8.into(), 3u8.into(), 4u8.into(), 7u8.into(), huge.clone()] {
        let t: BigUint = t;
        all.push((Box::new(Wythoff::generalised(t.clone()).unwrap()), 2));
        all.push((Box::new(Wythoff::misere_generalised(t).unwrap()), 2));
    }
    for m in [1u8.into(), 2u8.into(), 3u8.into(), 4u8.into(), 6u8.into(), 40u8.into(), huge.clone()] {
        let m: BigUint = m;
        all.push((Box::new(BoundedWythoff::normal(m.clone()).unwrap()), 2));
        all.extend(BoundedWythoff::misere(m).map(|theorem| (Box::new(theorem) as Box<dyn Theorem>, 2)));
    }
    for m in [Some(1u8.into()), Some(2u8.into()), Some(3u8.into()), Some(10u8.into()), Some(huge), None] {
        let m: Option<BigUint> = m;
        for n in 1..=4 {
            all.push((Box::new(AllHeaps::normal(m.clone()).unwrap()), n));
            all.push((Box::new(AllHeaps::misere(m.clone()).unwrap()), n));
        }
        for n in 2..=4 {
            all.push((Box::new(OneHeapSpared::normal(m.clone()).unwrap()), n));
            all.push((Box::new(OneHeapSpared::misere(m.clone()).unwrap()), n));
        }
    }
    all
}

/// Small positions of all kinds, some larger ones, and huge ones.
fn starts(n: usize) -> Vec<Vec<BigUint>> {
    let rows: [[u64; 4]; 22] = [
        [0, 0, 0, 0],
        [1, 0, 0, 0],
        [0, 1, 0, 0],
        [1, 1, 1, 1],
        [2, 2, 2, 2],
        [1, 2, 2, 2],
        [2, 1, 0, 0],
        [3, 5, 7, 9],
        [4, 4, 8, 8],
        [4, 4, 4, 4],
        [4, 4, 5, 4],
        [4, 5, 6, 6],
        [5, 5, 5, 6],
        [5, 5, 5, 8],
        [0, 4, 8, 4],
        [13, 8, 8, 8],
        [13, 20, 4, 9],
        [100, 37, 2, 5],
        [0, 25, 0, 0],
        [11, 7, 20, 3],
        [1_000_000, 618_033, 12, 5],
        [5, 1, 4, 1],
    ];
    let mut all: Vec<Vec<BigUint>> = rows.iter().map(|row| row[..n].iter().map(|x| (*x).into()).collect()).collect();
    let huge = BigUint::from(10u8).pow(100);
    let sizes = [&huge / 7u8, huge.clone(), &huge / 3u8, 7u8.into()];
    all.push(sizes[..n].to_vec());
    all.push(vec![huge; n]);
    all
}

#[test]
fn every_text_can_be_rendered() {
    for language in LANGUAGES {
        let tera = texts(language);
        let mut shown = BTreeSet::new();
        for (theorem, n) in theorems() {
            for mut position in starts(n) {
                render(&tera, theorem.as_ref(), &position, language);
                // The position that a winning move leads to is a P-position.
                position = theorem.winning_moves(&position, 1).options.pop().unwrap_or(position);
                render(&tera, theorem.as_ref(), &position, language);
                shown.insert((theorem.id(), theorem.is_p(&position)));
            }
        }
        assert_eq!(shown.iter().filter(|(_, p)| *p).count(), FOLDERS.len() - 1, "each theorem, with a P-position");
    }
}

#[test]
fn languages_have_the_same_texts() {
    let names = |language| texts(language).get_template_names().map(str::to_owned).collect::<BTreeSet<String>>();
    assert_eq!(names("en"), names("zh"));
    for id in &FOLDERS[1..] {
        assert!(PARTS.iter().all(|part| names("en").contains(&format!("theorem/{id}/{part}.md"))), "{id}");
    }
}

#[test]
fn texts_read_well() {
    let big = |sizes: &[u64]| sizes.iter().map(|size| BigUint::from(*size)).collect::<Vec<_>>();
    let limit = |m: u64| Some(BigUint::from(m));
    let cases = [
        ("all-heaps", boxed(AllHeaps::normal(limit(3))), big(&[9, 12, 7])),
        ("misere-all-heaps", boxed(AllHeaps::misere(limit(3))), big(&[4, 3, 9])),
        ("one-heap-spared", boxed(OneHeapSpared::normal(limit(2))), big(&[5, 8, 12])),
        ("one-heap-spared-unlimited", boxed(OneHeapSpared::normal(None)), big(&[5, 5])),
        ("misere-one-heap-spared", boxed(OneHeapSpared::misere(limit(3))), big(&[5, 6, 7])),
        ("misere-one-heap-spared-unlimited", boxed(OneHeapSpared::misere(None)), big(&[1, 4, 6])),
        ("wythoff", boxed(Some(Wythoff::normal())), big(&[20, 16])),
        ("generalised-wythoff", boxed(Wythoff::generalised(3u8.into())), big(&[13, 22])),
        ("misere-wythoff", boxed(Some(Wythoff::misere())), big(&[8, 13])),
        ("misere-generalised-wythoff", boxed(Wythoff::misere_generalised(2u8.into())), big(&[14, 20])),
        ("bounded-wythoff", boxed(BoundedWythoff::normal(4u8.into())), big(&[11, 14])),
        ("misere-bounded-wythoff", boxed(BoundedWythoff::misere(40u8.into())), big(&[100, 50])),
    ];
    for language in LANGUAGES {
        let tera = texts(language);
        for (name, theorem, position) in &cases {
            let theorem = theorem.as_deref().expect("parameters that the theorem allows");
            let start = super::common::written(position);
            let text = render(&tera, theorem, position, language).join("\n\n----\n\n");
            insta::assert_snapshot!(format!("{name}-{language}"), format!("{theorem:?} at {start}\n\n{text}"));
        }
    }
}

fn boxed<T: Theorem + 'static>(theorem: Option<T>) -> Option<Box<dyn Theorem>> {
    theorem.map(|theorem| Box::new(theorem) as Box<dyn Theorem>)
}

#[test]
fn texts_name_the_winning_move() {
    let theorem = Wythoff::normal();
    let position = [9u8.into(), 12u8.into()];
    let text = render(&texts("en"), &theorem, &position, "en").join("\n");
    assert!(text.contains("taking 5 from both heaps leaves $(4, 7)$"), "{text}");
    let theorem = AllHeaps::normal(Some(3u8.into())).unwrap();
    let text = render(&texts("en"), &theorem, &position, "en").join("\n");
    assert!(text.contains("leaves $(8, 12)$"), "{text}");
}
