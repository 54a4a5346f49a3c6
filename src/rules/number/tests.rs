use super::*;
use proptest::prelude::*;
use std::collections::hash_map::DefaultHasher;

fn int(value: i64) -> Number {
    value.into()
}

fn ratio(p: i64, q: i64) -> Number {
    BigRational::new(p.into(), q.into()).into()
}

fn root(q: i64) -> Number {
    int(q).sqrt().unwrap()
}

/// a/4 + b/4·√d
fn quarter(a: i64, b: i64, d: i64) -> Number {
    ratio(a, 4).plus(&ratio(b, 4).times(&root(d)).unwrap()).unwrap()
}

fn float(a: i64, b: i64, d: i64) -> f64 {
    (a as f64 + b as f64 * (d as f64).sqrt()) / 4.0
}

fn hash(number: &Number) -> u64 {
    let mut state = DefaultHasher::new();
    number.hash(&mut state);
    state.finish()
}

#[test]
fn small_integers_grow_without_overflow() {
    let large = int(i64::MAX);
    assert_eq!(large.plus(&int(1)).unwrap().to_string(), "9223372036854775808");
    assert_eq!(large.plus(&int(1)).unwrap().minus(&int(1)).unwrap(), large);
    assert_eq!(large.times(&large).unwrap().over(&large).unwrap(), large);
    let least = int(i64::MIN);
    assert_eq!(least.negated().to_string(), "9223372036854775808");
    assert_eq!(least.over(&int(-1)).unwrap(), least.negated());
    assert_eq!(least.modulo(&int(10)).unwrap(), int(2));
    assert_eq!(least.absolute(), least.negated());
}

#[test]
fn division_is_exact_and_by_zero_an_error() {
    assert_eq!(int(7).over(&int(2)).unwrap().to_string(), "7/2");
    assert_eq!(int(6).over(&int(-2)).unwrap(), int(-3));
    assert_eq!(int(1).over(&int(0)), Err(NumberError::DivisionByZero));
    assert_eq!(
        root(2).over(&root(2).minus(&root(8).over(&int(2)).unwrap()).unwrap()),
        Err(NumberError::DivisionByZero)
    );
    // 1 / (1 + √2) = √2 - 1
    let sum = int(1).plus(&root(2)).unwrap();
    assert_eq!(int(1).over(&sum).unwrap(), root(2).minus(&int(1)).unwrap());
}

#[test]
fn remainders_are_never_negative() {
    assert_eq!(int(-7).modulo(&int(3)).unwrap(), int(2));
    assert_eq!(ratio(-1, 2).modulo(&int(1)).unwrap(), ratio(1, 2));
    assert_eq!(int(7).modulo(&ratio(3, 2)).unwrap(), int(1));
    assert_eq!(root(2).modulo(&int(1)).unwrap(), root(2).minus(&int(1)).unwrap());
    assert_eq!(int(7).modulo(&int(0)), Err(NumberError::ModulusNotPositive));
    assert_eq!(int(7).modulo(&int(-3)), Err(NumberError::ModulusNotPositive));
}

#[test]
fn powers_have_a_limit() {
    assert_eq!(int(3).power(&int(4)).unwrap(), int(81));
    assert_eq!(ratio(-2, 3).power(&int(3)).unwrap(), ratio(-8, 27));
    assert_eq!(int(0).power(&int(0)).unwrap(), int(1));
    assert_eq!(Number::phi().power(&int(2)).unwrap(), Number::phi().plus(&int(1)).unwrap());
    let huge = int(9).power(&int(9)).unwrap();
    assert_eq!(int(9).power(&huge), Err(NumberError::TooLarge));
    assert_eq!(Number::phi().power(&huge), Err(NumberError::TooLarge));
    assert_eq!(ratio(1, 9).power(&huge), Err(NumberError::TooLarge));
    assert_eq!(int(-1).power(&huge).unwrap(), int(-1));
    assert_eq!(int(1).power(&int(10).power(&int(100)).unwrap()).unwrap(), int(1));
    assert_eq!(int(2).power(&int(16_383)).unwrap().to_integer().unwrap().bits(), MAX_BITS);
    assert_eq!(int(2).power(&int(16_384)), Err(NumberError::TooLarge));
    assert_eq!(int(2).power(&int(-1)), Err(NumberError::BadExponent));
    assert_eq!(int(2).power(&ratio(1, 2)), Err(NumberError::BadExponent));
}

#[test]
fn roots_are_simplified() {
    assert_eq!(root(9), int(3));
    assert_eq!(root(0), int(0));
    assert_eq!(root(72).to_string(), "6*sqrt(2)");
    assert_eq!(ratio(9, 4).sqrt().unwrap(), ratio(3, 2));
    assert_eq!(ratio(1, 2).sqrt().unwrap().to_string(), "1/2*sqrt(2)");
    assert_eq!(int(-1).sqrt(), Err(NumberError::NegativeRoot));
    assert_eq!(root(2).sqrt(), Err(NumberError::RootOfIrrational));
    assert_eq!(root(2).times(&root(2)).unwrap(), int(2));
}

#[test]
fn different_roots_compare_but_do_not_mix() {
    assert_eq!(root(2).plus(&root(3)), Err(NumberError::DifferentRoots));
    assert_eq!(root(2).times(&root(3)), Err(NumberError::DifferentRoots));
    assert!(root(2) < root(3));
    assert_ne!(root(2), root(3));
    // √2 + 1/3 and √3: 1.7475… and 1.7320…
    assert!(root(2).plus(&ratio(1, 3)).unwrap() > root(3));
    assert!(root(3).negated() < root(2).negated());
}

#[test]
fn roots_with_a_large_square_factor_are_of_one_field() {
    // 1000003 and 1000033 are primes beyond the search for factors.
    let (p, q) = (int(1_000_003), int(1_000_033));
    let long = p.times(&p).unwrap().times(&q).unwrap().sqrt().unwrap();
    let short = q.sqrt().unwrap();
    assert_eq!(long, p.times(&short).unwrap());
    assert_eq!(hash(&long), hash(&p.times(&short).unwrap()));
    assert_eq!(long.cmp(&p.times(&short).unwrap()), Ordering::Equal);
    assert_eq!(long.over(&short).unwrap(), p);
}

#[test]
fn numbers_read_as_in_the_rule_language() {
    assert_eq!(Number::phi().to_string(), "1/2+1/2*sqrt(5)");
    assert_eq!(int(1).plus(&root(20)).unwrap().to_string(), "1+2*sqrt(5)");
    assert_eq!(root(5).negated().to_string(), "-sqrt(5)");
    assert_eq!(int(1).minus(&root(5)).unwrap().to_string(), "1-sqrt(5)");
    assert_eq!(int(-4).to_string(), "-4");
}

#[test]
fn whole_parts_of_long_multiples() {
    let size = BigUint::from(10u8).pow(100);
    let floor = Number::from_biguint(&size).times(&Number::phi()).unwrap().floor();
    // Digits of the golden ratio, OEIS A001622.
    assert!(floor.to_string().starts_with("161803398874989484820458683436563811772030917980576"));
    assert_eq!(floor.to_string().len(), 101);
    assert_eq!(floor_of_surd(&size.clone().into(), &size.into(), &5u8.into(), &2.into()), floor);
}

proptest! {
    #[test]
    fn rationals_agree_with_num_rational(p in -50i64..50, q in 1i64..20, r in -50i64..50, s in 1i64..20) {
        let (x, y) = (ratio(p, q), ratio(r, s));
        let (u, v) = (BigRational::new(p.into(), q.into()), BigRational::new(r.into(), s.into()));
        prop_assert_eq!(x.plus(&y).unwrap(), Number::from(&u + &v));
        prop_assert_eq!(x.minus(&y).unwrap(), Number::from(&u - &v));
        prop_assert_eq!(x.times(&y).unwrap(), Number::from(&u * &v));
        if r != 0 {
            prop_assert_eq!(x.over(&y).unwrap(), Number::from(&u / &v));
        }
        prop_assert_eq!(x.cmp(&y), u.cmp(&v));
        prop_assert_eq!(x.floor(), u.floor().to_integer());
        prop_assert_eq!(x.ceil(), u.ceil().to_integer());
        prop_assert_eq!(x.to_integer().is_some(), u.is_integer());
        if r > 0 {
            let rest = x.modulo(&y).unwrap();
            prop_assert!(rest >= int(0) && rest < y);
            prop_assert!(x.minus(&rest).unwrap().over(&y).unwrap().to_integer().is_some());
        }
    }

    #[test]
    fn irrationals_agree_with_floats(
        a in -99i64..99, b in -99i64..99, c in -99i64..99, e in -99i64..99, d in 2i64..30, f in 2i64..30,
    ) {
        let (x, y) = (quarter(a, b, d), quarter(c, e, d));
        let (u, v) = (float(a, b, d), float(c, e, d));
        let near = |number: &Number, expected: f64| {
            // Compared through whole parts of a thousand times the number: nothing else of it is known as a float.
            let thousands = number.times(&int(1000)).unwrap().floor().to_f64().unwrap();
            (thousands / 1000.0 - expected).abs() < 0.002
        };
        prop_assert!(near(&x.plus(&y).unwrap(), u + v));
        prop_assert!(near(&x.minus(&y).unwrap(), u - v));
        prop_assert!(near(&x.times(&y).unwrap(), u * v));
        if v.abs() > 0.01 {
            let quotient = x.over(&y).unwrap();
            prop_assert!(near(&quotient, u / v));
            prop_assert_eq!(quotient.times(&y).unwrap(), x.clone());
        }
        let other = quarter(c, e, f);
        let w = float(c, e, f);
        if (u - w).abs() > 1e-6 {
            prop_assert_eq!(x.cmp(&other), u.partial_cmp(&w).unwrap());
            prop_assert_eq!(other.cmp(&x), w.partial_cmp(&u).unwrap());
            prop_assert_ne!(&x, &other);
        }
        prop_assert_eq!(x.cmp(&x), Ordering::Equal);
        prop_assert!(Number::from(x.floor()) <= x && x <= Number::from(x.ceil()));
        prop_assert!((u.floor() - x.floor().to_f64().unwrap()).abs() < 0.5 || (u - u.round()).abs() < 1e-6);
        prop_assert_eq!(x.negated().negated(), x);
    }
}
