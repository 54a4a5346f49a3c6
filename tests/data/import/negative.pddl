(define (domain up-or-down)
  (:objects ?v ?n)
  (:tercondition (= ?n 0))
  (:constraint (and (>= ?v 0) (<= ?v 7) (>= ?n 0)))
  (:action step
    :parameters (?k)
    :precondition (and (!= ?k 0) (<= ?k 2) (>= ?k -3))
    :effect (and (assign ?v (- ?v ?k)) (assign ?n (- ?n 1))))
  (:action jump
    :parameters (?k ?l)
    :precondition (and (= ?k (* -1 ?l)) (!= ?k 0) (>= ?n 2))
    :effect (and (assign ?v (+ ?v ?l)) (assign ?n (- ?n 2)))))
