//! The guide to writing rules is true: its games are parsed and solved, and what it says of them is compared.
//!
//! In a block of a game, a comment that starts with `=>` states something about the game in the block, or the last of
//! several:
//!
//! ```text
//! => P up to 6: (0), (3), (6)           the P-positions with heaps up to 6 tokens, heaps ascending where all are alike
//! => (3, 5) is N                        or P, or a draw
//! => (3, 5) to (2, 5), (3, 3)           the positions to which moves lead
//! => claims: proved, verified, refuted at (4, 6, 8)
//! => error: unknown-name                the code of the first thing that is wrong
//! => same as above                      the block says the same as the block before
//! ```
//!
//! In the table of everyday wordings each row is a game: its second cell is a body, its third its P-positions.

use bouton::answer::Game;
use bouton::claim::{Verdict, decide};
use bouton::game::{Position, moves};
use bouton::graph::Budget;
use bouton::pipeline;
use bouton::rules::Choices;
use bouton::solve::{Table, positions_up_to};
use bouton::source::Source;
use num_bigint::BigUint;
use std::fs;
use std::path::Path;

const GUIDE: &str = "rules/README.md";

fn guide() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(GUIDE);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A block of a game in the guide.
struct Block {
    /// The line of the guide that it starts at.
    line: usize,
    yaml: bool,
    text: String,
}

fn blocks(guide: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut inside = false;
    for (number, line) in guide.lines().enumerate() {
        match line.trim() {
            "```" if inside => inside = false,
            "```game" | "```yaml" => {
                inside = true;
                let yaml = line.trim() == "```yaml";
                blocks.push(Block { line: number + 1, yaml, text: String::new() });
            }
            _ if inside => {
                let block = blocks.last_mut().expect("one is open");
                block.text.push_str(line);
                block.text.push('\n');
            }
            _ => {}
        }
    }
    blocks
}

/// The game that a text describes, the last of several; or the code of what is wrong.
fn load(name: &str, text: &str) -> Result<Game, String> {
    let fail = |rejected: Box<pipeline::Rejected>| {
        rejected.diagnostics.first().map_or(String::new(), |one| format!("{}: {}", one.code, one.message))
    };
    let parsed = pipeline::parse(Source::new(name, text)).map_err(fail)?;
    let mut loaded = parsed.load(None, &Choices::default()).map_err(fail)?;
    if let Some(warning) = loaded.warnings.first() {
        return Err(format!("{}: {}", warning.code, warning.message));
    }
    Ok(loaded.games.pop().expect("a file holds a game"))
}

/// Sizes of heaps, as in `(3, 5)`.
fn sizes(text: &str) -> Vec<u64> {
    let inner = text.trim().strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    let inner = inner.unwrap_or_else(|| panic!("`{text}` is no position"));
    inner.split(',').map(|size| size.trim().parse().unwrap_or_else(|_| panic!("`{text}` is no position"))).collect()
}

/// Positions with commas between them.
fn shown(positions: &[Vec<u64>]) -> String {
    let one = |sizes: &Vec<u64>| format!("({})", sizes.iter().map(u64::to_string).collect::<Vec<_>>().join(", "));
    if positions.is_empty() { "none".to_owned() } else { positions.iter().map(one).collect::<Vec<_>>().join(", ") }
}

fn big(sizes: &[u64]) -> Vec<BigUint> {
    sizes.iter().map(|size| BigUint::from(*size)).collect()
}

fn outcome(game: &Game, position: &[u64]) -> Result<String, String> {
    let answer = game.answer(&big(position), &Budget::default(), &mut ()).map_err(|error| error.to_string())?;
    Ok(answer.outcome.to_string())
}

/// The P-positions with heaps up to `max` tokens.
fn p_positions(game: &Game, max: u64) -> Result<Vec<Vec<u64>>, String> {
    let mut found = Vec::new();
    for position in positions_up_to(game.rules.heaps, max, game.facts.alike) {
        if outcome(game, position.sizes())? == "P" {
            found.push(position.sizes().to_vec());
        }
    }
    found.sort();
    Ok(found)
}

fn options(game: &Game, position: &[u64]) -> Result<Vec<Vec<u64>>, String> {
    let position = Position::new(position.to_vec()).with_registers(&game.rules.initial_registers());
    let found = moves(&game.rules, &position, 10_000).map_err(|error| error.to_string())?;
    let mut options: Vec<Vec<u64>> = found.iter().map(|one| one.to.sizes().to_vec()).collect();
    options.sort();
    options.dedup();
    Ok(options)
}

fn verdicts(game: &Game) -> Result<String, String> {
    let max = [60, 20, 12, 6][game.rules.heaps.min(4) - 1];
    let needed = game.rules.claims.iter().filter_map(|claim| match &claim.body {
        bouton::rules::claim::ClaimBody::Period(period) => Some(period.needed()),
        _ => None,
    });
    let mut max = needed.max().unwrap_or(0).max(max);
    let budget = Budget { bytes: 16 << 20, ..Budget::default() };
    // As large as is soon solved.
    let table = loop {
        match Table::new(&game.rules, &game.facts, max, &budget, &mut ()) {
            Ok(table) => break table,
            Err(error) if error.is_by_size() && max > 0 => max /= 2,
            Err(error) => return Err(error.to_string()),
        }
    };
    let told: Result<Vec<String>, String> = game
        .rules
        .claims
        .iter()
        .map(|claim| match decide(game, &table, claim) {
            Ok(Verdict::Proved { .. }) => Ok("proved".to_owned()),
            Ok(Verdict::Verified { .. }) => Ok("verified".to_owned()),
            Ok(Verdict::Refuted(found)) => {
                let position: Vec<String> = found.position.iter().map(BigUint::to_string).collect();
                Ok(format!("refuted at ({})", position.join(", ")))
            }
            Err(error) => Err(error.to_string()),
        })
        .collect();
    Ok(told?.join(", "))
}

/// What is true in place of a statement: the statement again, if it is true.
fn truth(game: &Result<Game, String>, statement: &str) -> Result<String, String> {
    if statement.strip_prefix("error: ").is_some() {
        let found = match game {
            Ok(_) => "none".to_owned(),
            Err(error) => error.split(':').next().unwrap_or_default().to_owned(),
        };
        return Ok(format!("error: {found}"));
    }
    let game = game.as_ref().map_err(Clone::clone)?;
    if let Some(rest) = statement.strip_prefix("P up to ") {
        let (max, _) = rest.split_once(':').expect("a colon stands behind the size");
        let found = p_positions(game, max.parse().expect("a size"))?;
        return Ok(format!("P up to {max}: {}", shown(&found)));
    }
    if statement.starts_with("claims:") {
        return Ok(format!("claims: {}", verdicts(game)?));
    }
    if let Some((position, _)) = statement.split_once(" is ") {
        let told = match outcome(game, &sizes(position))?.as_str() {
            "draw" => "a draw".to_owned(),
            other => other.to_owned(),
        };
        return Ok(format!("{position} is {told}"));
    }
    if let Some((position, _)) = statement.split_once(" to ") {
        return Ok(format!("{position} to {}", shown(&options(game, &sizes(position))?)));
    }
    panic!("`{statement}` states nothing that is checked");
}

#[test]
fn every_block_is_what_it_says() {
    let guide = guide();
    let blocks = blocks(&guide);
    assert!(blocks.len() >= 30, "only {} blocks", blocks.len());
    let mut wrong = Vec::new();
    let mut stated = 0;
    for (at, block) in blocks.iter().enumerate() {
        let name = if block.yaml { "block.yaml" } else { "block.game" };
        let game = load(name, &block.text);
        let mark = if block.yaml { "# =>" } else { "// =>" };
        let mut here = 0;
        for line in block.text.lines() {
            let Some((_, statement)) = line.split_once(mark) else { continue };
            let statement = statement.trim();
            here += 1;
            if statement == "same as above" {
                let before = &blocks[at - 1];
                let name = if before.yaml { "block.yaml" } else { "block.game" };
                let (one, two) = (load(name, &before.text), game.as_ref());
                let (one, two) = (one.expect("it is sound"), two.expect("it is sound"));
                if format!("{:?}", one.facts) != format!("{:?}", two.facts)
                    || p_positions(&one, 6) != p_positions(two, 6)
                    || one.rules.name != two.rules.name
                    || one.rules.claims.len() != two.rules.claims.len()
                {
                    wrong.push(format!("line {}: not the same", block.line));
                }
                continue;
            }
            match truth(&game, statement) {
                Ok(true_statement) if true_statement == statement => {}
                Ok(other) => wrong.push(format!("line {}: {statement}\n     is {other}", block.line)),
                Err(error) => wrong.push(format!("line {}: {statement}: {error}", block.line)),
            }
        }
        if here == 0 {
            wrong.push(format!("line {}: the block states nothing", block.line));
        }
        stated += here;
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    assert!(stated >= 60, "only {stated} statements");
}

/// The rows of the table of everyday wordings: line, wording, body, P-positions.
fn rows(guide: &str) -> Vec<(usize, String, String, String)> {
    let mut rows = Vec::new();
    for (number, line) in guide.lines().enumerate() {
        let cells: Vec<&str> = line.trim().trim_matches('|').split('|').map(str::trim).collect();
        if let [wording, body, positions] = cells.as_slice()
            && line.starts_with('|')
            && body.starts_with('`')
            && body.ends_with('`')
            && positions.starts_with("up to ")
        {
            let body = body.trim_matches('`').to_owned();
            rows.push((number + 1, (*wording).to_owned(), body, (*positions).to_owned()));
        }
    }
    rows
}

#[test]
fn every_row_of_the_table_is_true() {
    let guide = guide();
    let rows = rows(&guide);
    assert!(rows.len() >= 45, "only {} rows", rows.len());
    let mut wrong = Vec::new();
    for (line, wording, body, stated) in rows {
        assert!(!wording.is_empty(), "line {line}");
        let heaps = if body.contains("heaps ") && body.starts_with("heaps") { "" } else { "heaps 1 " };
        let game = load("row.game", &format!("game \"row\" {{ {heaps}{body} }}"));
        let (max, listed) = stated["up to ".len()..].split_once(':').expect("a colon stands behind the size");
        let found = game.and_then(|game| p_positions(&game, max.parse().expect("a size")));
        match found {
            Ok(found) if shown(&found) == listed.trim() => {}
            Ok(found) => wrong.push(format!("line {line}: {body}\n     up to {max}: {}", shown(&found))),
            Err(error) => wrong.push(format!("line {line}: {body}: {error}")),
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// The anchors that a heading has where Markdown is shown.
fn anchor(heading: &str) -> String {
    heading
        .trim()
        .to_lowercase()
        .chars()
        .filter(|one| one.is_alphanumeric() || " -_".contains(*one))
        .map(|one| if one == ' ' { '-' } else { one })
        .collect()
}

#[test]
fn the_table_of_contents_leads_to_every_section() {
    let guide = guide();
    let (contents, rest) = guide.split_once("\n## ").expect("there are sections");
    let headings: Vec<String> = format!("\n## {rest}")
        .lines()
        .filter_map(|line| line.strip_prefix("## "))
        .map(|heading| format!("#{}", anchor(heading)))
        .collect();
    let links: Vec<String> = contents
        .split("](")
        .skip(1)
        .filter_map(|link| link.split_once(')'))
        .map(|(link, _)| link.to_owned())
        .filter(|link| link.starts_with('#'))
        .collect();
    assert_eq!(links, headings);
}
