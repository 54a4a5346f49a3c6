use super::*;

fn game(text: &str) -> String {
    let source = Source::new("a.pddl", text);
    match import(&source, false, Form::Game) {
        Ok(imported) => imported.text,
        Err(problems) => panic!("{}", crate::diagnostics::draw(&problems, &source, false)),
    }
}

fn problems(text: &str) -> String {
    let source = Source::new("a.pddl", text);
    let problems = import(&source, false, Form::Game).expect_err("it is wrong");
    problems.iter().map(|one| one.message.clone()).collect::<Vec<_>>().join("; ")
}

const TAKE_THREE: &str = "(define (domain take-three)
  (:objects ?v1)
  (:tercondition (= ?v1 0))
  (:constraint (>= ?v1 0))
  (:action take
    :parameters (?k)
    :precondition (and (>= ?k 1) (<= ?k 3) (>= ?v1 ?k))
    :effect (assign ?v1 (- ?v1 ?k))))";

#[test]
fn a_domain_becomes_a_rule_file() {
    assert_eq!(
        game(TAKE_THREE),
        "// Written by `bouton import` from a planning domain.\n\
         game \"take-three\" {\n  \
           heaps \"v1\"\n  \
           end when v1 = 0\n  \
           move \"take\" with k in 1..3 where v1 >= k: v1 := v1 - k\n  \
           play normal\n}\n"
    );
    let source = Source::new("a.pddl", TAKE_THREE);
    let yaml = import(&source, true, Form::Yaml).unwrap();
    assert!(yaml.warnings.is_empty());
    assert_eq!(
        yaml.text,
        "# Written by `bouton import` from a planning domain.\n\
         name: \"take-three\"\n\
         heaps: [\"v1\"]\n\
         end when: \"v1 = 0\"\n\
         moves:\n  - {name: \"take\", move: \"with k in 1..3 where v1 >= k: v1 := v1 - k\"}\n\
         play: misere\n"
    );
}

#[test]
fn conditions_of_assignments_become_several_moves() {
    let text = game(
        "(define (domain d) (:objects ?v1 ?v2) (:tercondition (and (= ?v1 0) (<= ?v2 1)))
         (:constraint (and (>= ?v1 0) (>= ?v2 0) (<= ?v1 5)))
         (:action b :parameters (?k ?l) :precondition (and (> ?k 0) (= ?k (* 2 ?l)) (>= ?v2 ?k))
          :effect (and (assign ?v2 (- ?v2 ?k)) (when (> ?v1 ?v2) (assign ?v1 ?v2)))))",
    );
    assert!(text.contains("  keeping v1 <= 5\n  end when v1 = 0 and v2 <= 1\n"), "{text}");
    let moves: Vec<&str> = text.lines().filter(|line| line.contains("move ")).collect();
    assert_eq!(
        moves,
        [
            "  move \"b\" with k in 1..v2, l in 1..floor((v2)/2) where k = 2*l and v2 < v1: v1 := v2, v2 := v2 - k",
            "  move \"b\" with k in 1..v2, l in 1..floor((v2)/2) where k = 2*l and v2 >= v1: v2 := v2 - k",
        ]
    );
}

#[test]
fn names_of_the_rule_language_are_kept_free() {
    let text = game(
        "(define (domain d) (:objects ?H ?the-heap ?k) (:constraint (and (>= ?h 0) (>= ?the-heap 0) (>= ?k 0)))
         (:action a :parameters (?t) :precondition (and (>= ?t 1)) :effect (assign ?h (- ?h ?t))))",
    );
    assert!(text.contains("// h1 is ?h.") && text.contains("// the_heap is ?the-heap."), "{text}");
    assert!(text.contains("with t1 in 1..h1: h1 := h1 - t1"), "{text}");
}

#[test]
fn a_parameter_that_may_be_negative_stands_in_two_moves() {
    let text = game(
        "(define (domain d) (:objects ?v) (:constraint (and (>= ?v 0) (<= ?v 9)))
         (:action a :parameters (?k) :precondition (and (!= ?k 0) (<= ?k 2)) :effect (assign ?v (- ?v ?k))))",
    );
    assert!(text.contains("with k in 0..2 where k != 0: v := v - k"), "{text}");
    assert!(text.contains("with k in 1..0 - v + 9") || text.contains("with k in 1..9 - v"), "{text}");
}

#[test]
fn mistakes_are_told() {
    assert_eq!(problems(""), "the file holds no domain");
    assert_eq!(problems("(defin (domain d))"), "a game begins with `(define (domain name)`");
    assert_eq!(problems("(define (domain d))"), "the domain has no objects");
    assert_eq!(problems("(define (domain d) (:objects ?a))"), "the domain has no actions");
    let action = |rest: &str| format!("(define (domain d) (:objects ?a ?b) (:action x {rest}))");
    assert_eq!(problems(&action(":effect (assign ?c 0)")), "`?c` is not an object");
    assert_eq!(problems(&action(":effect (asign ?a 0)")), "there is no effect `asign`");
    assert_eq!(problems(&action(":precondition (>= ?a) :effect (assign ?a 0)")), "`>=` is followed by two numbers");
    assert_eq!(problems(&action(":precondition (%= ?a 0 1) :effect ()")), "the divisor of `%=` must be at least 1");
    assert_eq!(problems(&action(":precondition (= ?a ?q) :effect ()")), "`?q` is not an object or a parameter");
    assert_eq!(problems(&action("")), "the action `x` has no `:effect`");
    assert_eq!(
        problems(&action(":effect (and (assign ?a 0) (when (= ?b 1) (assign ?a 1)))")),
        "`?a` is given two values at once"
    );
    assert_eq!(
        problems(&action(":parameters (?k) :precondition (>= ?k 1) :effect (assign ?a (+ ?a ?k))")),
        "nothing bounds `?k` from above"
    );
    assert_eq!(
        problems("(define (domain d) (:objects ?a) (:terconditions (= ?a 0)) (:action x :effect (assign ?a 0)))"),
        "there is no section `:terconditions`"
    );
}

#[test]
fn a_heap_that_might_be_negative_is_warned_of() {
    let text = "(define (domain d) (:objects ?a ?b ?c) (:constraint (and (>= ?b 1) (>= ?c ?b)))
                (:action x :effect (assign ?a 0)))";
    let imported = import(&Source::new("a.pddl", text), false, Form::Game).unwrap();
    let warnings: Vec<&str> = imported.warnings.iter().map(|one| one.message.as_str()).collect();
    assert_eq!(warnings, ["nothing keeps `?a` from being negative"]);
}
