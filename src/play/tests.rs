//! Games played by scripts.

use super::*;
use crate::game::moves;
use crate::render::{Format, PageOptions, Renderer};
use crate::rules::{Choices, lower};
use crate::source::Source;
use crate::syntax::parse;

/// The game with these rules, which stand between the braces of a file.
pub(super) fn game(rules: &str) -> Game {
    let parsed = parse(&Source::new("sample", source(rules)));
    let lowered = lower(&parsed.file.games[0], &Choices::default());
    Game::new(lowered.rules.unwrap_or_else(|| panic!("{rules}: {:?} {:?}", parsed.diagnostics, lowered.diagnostics)))
}

fn source(rules: &str) -> String {
    format!("game \"Sample\" {{ {rules} }}")
}

fn settings(friend: bool, program_first: bool, language: Language) -> Settings {
    Settings { language, friend, program_first, budget: Budget::default() }
}

fn session(rules: &str, start: &[u64], settings: Settings) -> Session {
    let start = Position::new(start).to_big();
    Session::new(game(rules), &source(rules), &start, settings, &mut ()).expect("it can be solved")
}

/// The messages of a game with these lines.
fn script(session: &mut Session, lines: &[&str]) -> Vec<Message> {
    let mut said = session.begin().unwrap();
    for line in lines {
        said.extend(session.line(line).unwrap());
    }
    said.into_iter().map(|one| one.message).collect()
}

fn last_refusal(session: &mut Session, line: &str) -> Refusal {
    match session.line(line).unwrap().pop().map(|said| said.message) {
        Some(Message::Refused { refusal }) => refusal,
        other => panic!("{line}: {other:?}"),
    }
}

/// Rules of every kind, with a start.
const KINDS: [(&str, &[u64]); 19] = [
    ("heaps 3 move take any from one heap", &[2, 3, 4]),
    ("heaps red, white, black move take any from one heap play misere", &[1, 2, 4]),
    ("heaps 1 move take 1..3 from one heap", &[11]),
    ("heaps 4 heap_limit 2 take_limit 2", &[1, 2, 2, 3]),
    ("heaps 2 move take any from one heap move take the same any from both heaps", &[4, 6]),
    ("heaps 1 move take s in {2, 5} from one heap play misere", &[13]),
    ("heaps 2 move take 1..floor(h/2) from one heap", &[6, 7]),
    ("heaps 1 first move take 1..h-1 from one heap move take 1..2*prev from one heap", &[12]),
    ("heaps 1 move take 1..5 from one heap where t != prev", &[12]),
    ("heaps 4 move move any from heap i to heap i-1 where i >= 2 move take any from heap 1", &[1, 2, 1, 2]),
    ("heaps 1 move take 1..2 from one heap, then may split it in 2", &[7]),
    ("heaps 1 move split one heap in 2 where parts differ", &[8]),
    ("heaps 2 move take any from one heap move split one heap in 2", &[3, 2]),
    ("heaps 3 move take any from one heap move pass once, not when sum = 0", &[1, 2, 3]),
    ("heaps 2 move move 1 from one heap to another move take 1 from one heap where h >= 2", &[2, 1]),
    ("heaps a, b move with k >= 1 where b - k >= a + k: a := a + k, b := b - k end when b - a <= 1", &[1, 9]),
    ("heaps 1 tally mod 2 wins when own mod 2 = 0 move take 1..3 from one heap", &[9]),
    ("heaps 3 move merge 2 heaps move take 1 from one heap", &[1, 2, 2]),
    ("heaps 1 remember c = 0 mod 3 move take 1..2 from one heap where t != c then c := t", &[8]),
];

/// Plays to the end, or for some moves where play can go on for ever; the player takes the move with this number of each
/// list. Every message is put into words.
fn play_out(rules: &str, start: &[u64], program_first: bool, language: Language, choice: usize) -> Option<Mover> {
    let renderer = Renderer::new(language, Format::Text, None).unwrap();
    let mut session = session(rules, start, settings(false, program_first, language));
    let render = |said: &[Said]| {
        for one in said {
            let (template, data) = one.template();
            let text = renderer.render(&template, &data, &PageOptions { fragment: true });
            let text = text.unwrap_or_else(|error| panic!("{rules}: {:?}: {error}", one.message));
            assert!(!text.trim().is_empty() && !text.contains("{{") && !text.contains("  ,"), "{text}");
        }
    };
    render(&session.begin().unwrap());
    let mut winner = None;
    for number in 0..40 {
        if session.is_over() {
            break;
        }
        for asked in ["hint", "hint", "why", "moves", "help", "rules", "board", "9 from heap 9", "hello"] {
            // All commands at each position would be too many.
            if number < 2 {
                render(&session.line(asked).unwrap());
            }
        }
        let count = session.moves.as_ref().unwrap().len();
        let said = session.line(&format!("#{}", (choice + number) % count + 1)).unwrap();
        render(&said);
        if let Some(Message::Over { winner: found, .. }) = said.last().map(|one| &one.message) {
            winner = Some(*found);
        }
    }
    winner
}

/// From a start that it wins, the program wins, whatever the player does; and everything is said in both languages.
#[test]
fn the_program_wins_where_it_can() {
    for (rules, start) in KINDS {
        let checked = game(rules);
        let place = Place::at_start(&checked, &Position::new(start).to_big());
        let outcome = checked.answer(&place.sizes, &Budget::default(), &mut ()).unwrap().outcome;
        for choice in 0..3 {
            for program_first in [false, true] {
                let language = if choice == 1 { Language::Zh } else { Language::En };
                let winner = play_out(rules, start, program_first, language, choice);
                let to_win = if program_first { Outcome::N } else { Outcome::P };
                if outcome == to_win {
                    assert_eq!(winner, Some(Mover::Program), "{rules} {choice}");
                }
            }
        }
    }
}

/// Each move of the list is what it says: written out in words, it is read as itself or as one of several.
#[test]
fn moves_can_be_typed_as_they_are_printed() {
    for (rules, start) in KINDS {
        for language in Language::ALL {
            let renderer = Renderer::new(language, Format::Text, None).unwrap();
            let session = session(rules, start, settings(true, false, language));
            let all = session.moves.clone().unwrap();
            let turn = Turn {
                game: &session.game,
                words: session.words(),
                place: &session.place,
                moves: Some(&all),
                text: &session.text,
            };
            for (at, step) in all.iter().enumerate() {
                let made = turn.words.step(&session.place, step);
                let Message::Moves { .. } = (Message::Moves { moves: vec![], amounts: vec![], left_out: 0 }) else {
                    continue;
                };
                let message = Message::Moves { moves: vec![made], amounts: vec![], left_out: 0 };
                let (template, data) = plain(message).template();
                let text = renderer.render(&template, &data, &PageOptions { fragment: true }).unwrap();
                let typed = text.trim().trim_start_matches("1. ");
                let Line::Move(intent) = read::read(typed, &session.names(), session.place.sizes.len()) else {
                    panic!("{rules}: {typed}: {:?}", read::read(typed, &session.names(), session.place.sizes.len()));
                };
                match turn.resolve(&intent) {
                    Ok(found) => assert_eq!(&found, step, "{rules}: {typed}"),
                    Err(Refusal::Several { numbers, .. }) => assert!(numbers.contains(&(at + 1)), "{rules}: {typed}"),
                    Err(refusal) => panic!("{rules}: {typed}: {refusal:?}"),
                }
            }
        }
    }
}

#[test]
fn illegal_moves_are_refused_with_the_reason() {
    let name = |number: usize, only: bool| HeapName { number, name: None, letter: false, only };
    let range = |low: &str, high: &str| Range { low: low.to_owned(), high: high.to_owned() };
    let mut nim = session("heaps 3 move take 1..2 from one heap", &[1, 2, 4], settings(true, false, Language::En));
    assert_eq!(last_refusal(&mut nim, "1 from heap 4"), Refusal::NoHeap { number: "4".to_owned(), heaps: 3 });
    assert_eq!(last_refusal(&mut nim, "1 0"), Refusal::NoHeap { number: "0".to_owned(), heaps: 3 });
    assert_eq!(last_refusal(&mut nim, "3 2"), Refusal::TooFew { heap: name(2, false), holds: "2".to_owned() });
    assert_eq!(
        last_refusal(&mut nim, "3 3"),
        Refusal::Amounts { heap: name(3, false), allowed: vec![range("1", "2")] }
    );
    assert_eq!(last_refusal(&mut nim, "0 3"), Refusal::Nothing);
    assert_eq!(last_refusal(&mut nim, "1 from 1, 1 from 2"), Refusal::TooManyHeaps { most: 1 });
    assert_eq!(last_refusal(&mut nim, "1 from 1, 1 from 1"), Refusal::Twice { heap: name(1, false) });
    assert_eq!(last_refusal(&mut nim, "pass"), Refusal::NoSuchKind { act: "pass" });
    assert_eq!(last_refusal(&mut nim, "#6"), Refusal::NotListed { moves: 5 });
    assert_eq!(last_refusal(&mut nim, "split 3 into 1 2"), Refusal::Parts { left: "4".to_owned() });
    assert_eq!(last_refusal(&mut nim, "leave 1 1"), Refusal::NotAllowed);
    assert!(nim.history.is_empty());
    let mut kept =
        session("heaps r, s keeping r >= s move take any from one heap", &[3, 3], settings(true, false, Language::En));
    assert_eq!(last_refusal(&mut kept, "r 1"), Refusal::NotKept { condition: "r >= s".to_owned() });
    let mut stuck = session("heaps 2 move take 3 from one heap", &[2, 4], settings(true, false, Language::En));
    assert_eq!(last_refusal(&mut stuck, "1 1"), Refusal::HeapAlone { heap: name(1, false) });
    let mut single =
        session("heaps 1 move take s in {1, 3, 4} from one heap", &[9], settings(true, false, Language::En));
    assert_eq!(
        last_refusal(&mut single, "2"),
        Refusal::Amounts { heap: name(1, true), allowed: vec![range("1", "1"), range("3", "4")] }
    );
}

#[test]
fn huge_heaps_are_played_by_theorem() {
    let huge = BigUint::from(10u32).pow(40);
    let start = [huge.clone(), huge.clone() + 5u32, BigUint::from(7u32)];
    let rules = "heaps 3 move take any from one heap";
    let mut session =
        Session::new(game(rules), &source(rules), &start, settings(false, true, Language::En), &mut ()).unwrap();
    let said = script(&mut session, &["moves", "hint", "hint", "why", "9999999999999999 1"]);
    let reasons: Vec<&ReasonShown> = said
        .iter()
        .filter_map(|message| match message {
            Message::Moved { reason: Some(reason), .. } => Some(reason),
            _ => None,
        })
        .collect();
    assert_eq!(reasons.len(), 2);
    for reason in reasons {
        assert_eq!(reason.because, "wins");
        assert_eq!(reason.theorem.as_ref().map(|theorem| theorem.id), Some("nim"));
    }
    assert!(said.iter().any(|message| matches!(message, Message::TooManyMoves)));
    assert!(matches!(last_refusal(&mut session, "1 1, 1 2"), Refusal::TooManyHeaps { most: 1 }));
}

#[test]
fn moves_are_taken_back() {
    let rules = "heaps 3 move take any from one heap";
    let mut single = session(rules, &[1, 2, 4], settings(false, true, Language::En));
    let said = script(&mut single, &["undo"]);
    assert!(matches!(said.last(), Some(Message::NothingToUndo)));
    let before = single.place.clone();
    let said = single.line("1 2").unwrap();
    assert_eq!(said.len(), 3, "my move, the program's, and the position");
    let said = single.line("undo").unwrap();
    assert!(matches!(said[0].message, Message::Undone { moves: 2 }));
    assert_eq!(single.place, before);
    let mut friends = session(rules, &[1, 2, 4], settings(true, false, Language::En));
    script(&mut friends, &["1 1", "1 2"]);
    assert_eq!(friends.mover(), Mover::First);
    friends.line("undo").unwrap();
    assert_eq!((friends.mover(), friends.history.len()), (Mover::Second, 1));
    assert!(matches!(friends.line("why").unwrap()[0].message, Message::NothingToExplain { friend: true }));
}

#[test]
fn the_end_names_the_winner() {
    let over = |rules: &str, start: &[u64], lines: &[&str]| {
        let mut session = session(rules, start, settings(true, false, Language::En));
        let said = script(&mut session, lines);
        assert!(session.is_over() && session.line("1 1").unwrap().is_empty() && session.end_of_input().is_empty());
        match said.last() {
            Some(Message::Over { winner, mover, ended, cleared }) => (*winner, *mover, *ended, *cleared),
            other => panic!("{other:?}"),
        }
    };
    let nim = "heaps 2 move take any from one heap";
    assert_eq!(over(nim, &[1, 1], &["1 1", "1 2"]), (Mover::Second, Mover::First, false, true));
    assert_eq!(over(&format!("{nim} play misere"), &[1, 0], &["1 1"]), (Mover::Second, Mover::Second, false, true));
    assert_eq!(over(nim, &[0, 0], &[]), (Mover::Second, Mover::First, false, true));
    let euclid = "heaps 2 move take k*min from the largest heap where k >= 1 end when min = 0";
    assert_eq!(over(euclid, &[2, 4], &["leave 2 0"]), (Mover::First, Mover::Second, true, false));
    let parity = "heaps 1 tally mod 2 wins when own mod 2 = 0 move take 1..3 from one heap";
    assert_eq!(over(parity, &[3], &["3"]), (Mover::Second, Mover::Second, false, true));
    assert_eq!(over(parity, &[3], &["2", "1"]), (Mover::First, Mover::First, false, true));
}

#[test]
fn input_may_end_at_any_time() {
    let rules = "heaps 1 move take 1..3 from one heap";
    let mut stopped = session(rules, &[9], settings(false, false, Language::En));
    script(&mut stopped, &["1"]);
    assert!(matches!(stopped.end_of_input().as_slice(), [Said { message: Message::Stopped, .. }]));
    assert!(stopped.is_over());
    let mut left = session(rules, &[9], settings(false, false, Language::En));
    script(&mut left, &["quit"]);
    assert!(left.is_over() && left.end_of_input().is_empty());
}

/// The program's draws are kept: no move of its own leaves a position from which the player wins.
#[test]
fn a_draw_is_kept() {
    let rules = "heaps 2 move move 1 from one heap to another move take 1 from one heap where h >= 2";
    let checked = game(rules);
    for start in crate::solve::positions_up_to(2, 3, false) {
        let place = Place::at_start(&checked, &start.to_big());
        let (knowledge, _) = strategy::know(&checked, &start.to_big(), false, &Budget::default(), &mut ()).unwrap();
        let listed = place.moves(&checked).unwrap().unwrap();
        assert_eq!(listed.len(), moves(&checked.rules, &start, usize::MAX).unwrap().len());
        let Some((step, reason)) = knowledge.choose(&checked, &place, Some(&listed), &[]) else { continue };
        let after = knowledge.outcome(&checked, &step.to);
        match reason {
            Reason::Wins => assert_eq!(after, Some(Outcome::P)),
            Reason::Draws => assert_eq!(after, Some(Outcome::Draw)),
            Reason::Resists => assert_eq!(after, Some(Outcome::N)),
        }
    }
}
