; The same number from both.
(define (domain wythoff) (:objects ?A ?B)
  (:tercondition (and (= ?a 0)(= ?b 0)))
  (:constraint (and (>= ?a 0)
                    (>= ?b 0)))

  (:action first :parameters (?k) :precondition (and (>= ?k 1) (>= ?a ?k)) :effect (assign ?a (- ?a ?k)))
  (:action second :parameters (?k) :precondition (and (>= ?k 1) (>= ?b ?k)) :effect (assign ?b (- ?b ?k)))
  (:action diagonal :parameters (?k) :precondition (and (>= ?k 1) (>= ?a ?k) (>= ?b ?k))
    :effect (and (assign ?a (- ?a ?k)) (assign ?b (- ?b ?k))))
)
