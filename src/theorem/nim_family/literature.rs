//! The literature on the Nim family.

pub(crate) const BOUTON: &str =
    "C. L. Bouton, Nim, a game with a complete mathematical theory, Annals of Mathematics (2) 3 (1901/02), 35–39.";

pub(crate) const MOORE: &str =
    "E. H. Moore, A generalization of the game called Nim, Annals of Mathematics (2) 11 (1910), 93–94.";

pub(crate) const SPRAGUE: &str =
    "R. Sprague, Über mathematische Kampfspiele, Tôhoku Mathematical Journal 41 (1935/36), 438–444.";

pub(crate) const GRUNDY: &str = "P. M. Grundy, Mathematics and games, Eureka 2 (1939), 6–8.";

pub(crate) const CONWAY: &str = "J. H. Conway, On Numbers and Games, 2nd edition, A K Peters, 2001.";

pub(crate) const WINNING_WAYS: &str = "E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways for Your Mathematical \
                                       Plays, 2nd edition, 4 volumes, A K Peters, 2001–2004.";

pub(crate) const SIEGEL: &str = "A. N. Siegel, Combinatorial Game Theory, Graduate Studies in Mathematics 146, American \
                                 Mathematical Society, 2013.";
