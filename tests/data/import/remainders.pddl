(DEFINE (DOMAIN Remainders)
  (:OBJECTS ?v1 ?v2)   ; upper case, and the last parenthesis is missing
  (:terCondition (and (<= ?v1 1) (%= ?v2 3 0)))
  (:constraint (and (>= ?v1 0) (>= ?v2 0)))
  (:Action a
    :parameters (?K)
    :precondition (and (or (= ?k 1) (%= ?k 4 3)) (not (> ?k ?v1)) (> ?k 0))
    :effect (assign ?v1 (- ?v1 ?k)))
  (:action b
    :parameters (?k)
    :precondition (and (>= ?k 1) (not (or (%= (+ ?v1 ?v2) 2 1) (= ?v2 5))) (<= ?k ?v2))
    :effect (assign ?v2 (- ?v2 ?k)))
