(define (domain open)
  (:objects ?v1)
  (:action take
    :parameters (?k)
    :precondition (and (>= ?k 1) (>= ?v1 ?k))
    :effect (assign ?v1 (- ?v1 ?k))
