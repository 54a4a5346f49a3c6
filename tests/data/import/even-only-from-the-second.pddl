(define (domain even-only-from-the-second)
  (:objects ?v1 ?v2)
  (:tercondition (and (= ?v1 0) (<= ?v2 1)))
  (:constraint (and (>= ?v1 0) (>= ?v2 0) (<= ?v1 5)))
  (:action a
    :parameters (?k)
    :precondition (and (> ?k 0) (>= ?v1 ?k))
    :effect (assign ?v1 (- ?v1 ?k)))
  (:action b
    :parameters (?k ?l)
    :precondition (and (> ?k 0) (= ?k (* 2 ?l)) (>= ?v2 ?k))
    :effect (and (assign ?v2 (- ?v2 ?k)) (when (> ?v1 ?v2) (assign ?v1 ?v2)))))
