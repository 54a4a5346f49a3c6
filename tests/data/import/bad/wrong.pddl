; Several mistakes.
(define (domain wrong)
  (:objects ?v1 ?v2)
  (:tercondition (= ?v3 0))
  (:action take
    :parameters (?k)
    :precondition (and (>= ?k 1) (=> ?v1 ?k))
    :effect (asign ?v1 (- ?v1 ?k))))
