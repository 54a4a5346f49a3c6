//! Tests of formulas in Unicode.

use super::*;

fn inline(tex: &str) -> String {
    formula(tex, false).unwrap_or_else(|error| panic!("{tex}: {error:?}")).replace('\u{A0}', " ")
}

#[track_caller]
fn reads(cases: &[(&str, &str)]) {
    for (tex, expected) in cases {
        assert_eq!(inline(tex), *expected, "{tex}");
    }
}

#[test]
fn signs_have_spaces() {
    reads(&[
        ("(3, 5, 7)", "(3, 5, 7)"),
        ("a\\oplus b\\ne0", "a ⊕ b ≠ 0"),
        ("x_1 \\oplus \\dots \\oplus x_n = 0", "x₁ ⊕ … ⊕ xₙ = 0"),
        ("a_0<a_1<a_2<\\cdots", "a₀ < a₁ < a₂ < ⋯"),
        ("0 \\lt x \\le -1", "0 < x ≤ −1"),
        ("x_i \\equiv 0 \\pmod{m+1}", "xᵢ ≡ 0 (mod m + 1)"),
        ("(x-r)\\bmod 4", "(x − r) mod 4"),
        ("2\\cdot 10^{99}+7", "2·10⁹⁹ + 7"),
        ("\\oplus", "⊕"),
        ("(-1, +2)", "(−1, +2)"),
        ("4k \\to 4r + 1", "4k → 4r + 1"),
        ("|x|\\le 2", "|x| ≤ 2"),
        ("\\lvert p-q\\rvert<3", "|p − q| < 3"),
        ("\\lfloor2\\alpha\\rfloor,\\lfloor k\\varphi^2\\rfloor", "⌊2α⌋, ⌊kφ²⌋"),
        ("\\{a, b\\} \\setminus T", "{a, b} ∖ T"),
        ("h \\in \\{1, \\dots, n\\}", "h ∈ {1, …, n}"),
        ("\\operatorname{mex}\\{a : j \\lt 3\\}", "mex{a : j < 3}"),
        ("\\operatorname{mex} S", "mex S"),
        ("2\\min(a,b)", "2 min(a, b)"),
        ("h\\text{ is prime}", "h is prime"),
        ("a\\text{ or }b", "a or b"),
        ("(a\\text{ and }\\text{ not }b\\text{ is prime }) + 1", "(a and not b is prime) + 1"),
        ("s\\text{是}2\\text{的幂}\\text{或}h \\lt 3", "s 是 2 的幂或 h < 3"),
        ("\\#\\{a\\}", "#{a}"),
        ("12\\ldots 34\\text{（共 100 位）}", "12…34（共 100 位）"),
        ("a=1,\\qquad b=2", "a = 1,    b = 2"),
        ("0.5 + 1.", "0.5 + 1."),
        ("a \\not\\equiv b", "a ≢ b"),
        ("\\mathbb{N}", "ℕ"),
    ]);
    assert_eq!(inline("\\text{if $x_1 > 0$}"), "if x₁ > 0");
}

#[test]
fn scripts_are_small_where_they_can_be() {
    reads(&[
        ("x_{12}^2", "x₁₂²"),
        ("2^{k-1}", "2ᵏ⁻¹"),
        ("a_d", "a_d"),
        ("a_{d+1}", "a_(d+1)"),
        ("a_d b", "a_d b"),
        ("a_d^2", "a²_d"),
        ("x^\\alpha y", "x^α y"),
        ("2^{2^k}", "2^(2ᵏ)"),
        ("x_{\\min}", "xₘᵢₙ"),
        ("x_{\\oplus}", "x_⊕"),
        ("x_{\\text{odd}}", "x_odd"),
        ("x_{i,j}", "x_(i,j)"),
        ("r'_i + r_i' + c''", "r′ᵢ + r′ᵢ + c′′"),
        ("(a+b)^2", "(a + b)²"),
        ("{ab}^2", "(ab)²"),
        ("\\frac{a}{b}^2", "(a/b)²"),
        ("10^12", "10¹2"),
        ("\\sum_{i=1}^{n} x_i", "∑ᵢ₌₁ⁿ xᵢ"),
        ("\\overline{ab}_2", "a\u{305}b\u{305}₂"),
    ]);
}

#[test]
fn fractions_and_roots_have_the_brackets_they_need() {
    reads(&[
        ("\\frac1\\alpha+\\frac1\\beta=1", "1/α + 1/β = 1"),
        ("\\frac M\\alpha-1<\\left\\lfloor\\frac M\\alpha\\right\\rfloor", "M/α − 1 < ⌊M/α⌋"),
        ("u=\\frac{M-\\gamma}{\\alpha};", "u = (M − γ)/α;"),
        ("M\\Bigl(\\frac1\\alpha+\\frac1\\beta\\Bigr)", "M(1/α + 1/β)"),
        ("\\frac{1+\\sqrt{5}}{2}", "(1 + √5)/2"),
        ("\\frac{a}{2k}", "a/(2k)"),
        ("\\frac{2k}{3}", "2k/3"),
        ("\\frac{a}{\\frac{b}{c}}", "a/(b/c)"),
        ("\\frac{\\frac ab}{c}", "(a/b)/c"),
        ("k\\frac{a}{b}", "k(a/b)"),
        ("\\frac{a}{b}x", "(a/b)x"),
        ("-\\frac12.", "−1/2."),
        ("(\\bmod 4)", "(mod 4)"),
        ("x-\\frac12", "x − 1/2"),
        ("\\frac{\\log n}{2}", "(log n)/2"),
        ("\\frac{\\gcd(a,b)}{2}", "gcd(a, b)/2"),
        ("\\frac{1}{(a+b)}", "1/(a + b)"),
        ("\\frac{1}{(a)(b)}", "1/((a)(b))"),
        ("\\frac{-1}{2}", "(−1)/2"),
        ("\\sqrt5>1", "√5 > 1"),
        ("2\\sqrt{13}", "2√13"),
        ("\\sqrt{x+1}", "√(x + 1)"),
        ("\\sqrt{x^2}", "√(x²)"),
        ("\\sqrt{5}x", "(√5)x"),
        ("\\sqrt[3]{2}", "³√2"),
        ("\\underbrace{1 + \\dots + 1}_{k\\text{ terms}} + 2", "(1 + … + 1) [k terms] + 2"),
    ]);
}

#[test]
fn rows_are_lines() {
    let display = |tex| formula(tex, true).unwrap().replace('\u{A0}', " ");
    assert_eq!(display("\\begin{aligned} a + 1 &= b \\\\ &\\le c_1 \\end{aligned}"), "a + 1 = b\n      ≤ c₁");
    let cases = "f = \\begin{cases} 1 & \\text{if } a \\\\ 20 & b \\end{cases}";
    assert_eq!(display(cases), "f = ⎧ 1   if a\n    ⎩ 20  b");
    assert_eq!(inline(cases), "f = 1 if a; 20 b");
    assert_eq!(display("\\begin{array}{rl} a & b \\\\[2pt] cc & d \\\\ \\end{array}"), "a   b\ncc  d");
}

#[test]
fn what_is_not_known_is_an_error() {
    let scripts = format!("x{}", "_{x".repeat(100_000));
    for deep in ["{", "\\frac", "\\sqrt", "\\text{$"].map(|piece| piece.repeat(100_000)).iter().chain([&scripts]) {
        assert!(formula(deep, true).is_err());
    }
    for tex in [
        "\\nothing",
        "{",
        "}",
        "a}",
        "\\frac1",
        "x^",
        "x^1^2",
        "\\begin{x}a\\end{x}",
        "\\begin{cases}a",
        "a & b",
        "\\",
        "\\left",
        "\\text{a",
        "a_{",
        "\\sqrt[x",
        "\\end{x}",
        "$",
    ] {
        assert!(formula(tex, true).is_err(), "{tex}");
    }
}
