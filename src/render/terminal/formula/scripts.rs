//! Subscripts and superscripts.

/// The characters that have a superscript, and these.
const SUPERSCRIPTS: (&str, &str) = (
    "0123456789+−=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVW′∘*",
    "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂ′°*",
);

/// The characters that have a subscript, and these.
const SUBSCRIPTS: (&str, &str) = ("0123456789+−=()aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ");

/// The text as a superscript, if each of its characters has one.
pub(super) fn superscript(text: &str) -> Option<String> {
    small(text, SUPERSCRIPTS)
}

/// The text as a subscript, if each of its characters has one.
pub(super) fn subscript(text: &str) -> Option<String> {
    small(text, SUBSCRIPTS)
}

fn small(text: &str, (plain, small): (&str, &str)) -> Option<String> {
    text.chars()
        .map(|letter| plain.chars().zip(small.chars()).find(|(from, _)| *from == letter).map(|(_, to)| to))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_character_has_its_own() {
        for (plain, small) in [SUPERSCRIPTS, SUBSCRIPTS] {
            assert_eq!(plain.chars().count(), small.chars().count());
        }
        assert_eq!(superscript("zW*"), Some("ᶻᵂ*".to_owned()));
        assert_eq!(subscript("(x)"), Some("₍ₓ₎".to_owned()));
        assert_eq!(subscript("d"), None);
    }
}
