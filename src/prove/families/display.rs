//! Forms and conditions as they are printed: in letters that begin where a reader expects it, as TeX.

use crate::proof::Affine;
use num_integer::Integer;

/// The letters of heaps that may hold any number.
pub(super) const SIZE_LETTERS: [&str; 3] = ["x", "y", "z"];

/// Letters and forms in them, while a case is put into the words of a reader.
///
/// The letters of a case stand for natural numbers. They are exchanged one by one for letters that are easier to read; what
/// they must meet for that is kept in `conditions`, forms that are not negative.
#[derive(Clone, Debug)]
pub(super) struct Shown {
    /// Everything that is printed, in an order of the user's choice.
    pub(super) forms: Vec<Affine>,
    /// Forms that are not negative.
    pub(super) conditions: Vec<Affine>,
    /// The names of the letters, by number, and the least value of each; letters that are not printed have no name.
    pub(super) names: Vec<(String, i64)>,
}

impl Shown {
    /// The case of these forms, all of whose letters are natural numbers.
    pub(super) fn new(forms: Vec<Affine>, constraints: &[Affine]) -> Shown {
        let all = || forms.iter().chain(constraints);
        let letters = all().map(|form| form.coefficients().len()).max().unwrap_or(0);
        let occurs = |letter: &usize| all().any(|form| form.coefficient(*letter) != 0);
        let mut conditions: Vec<Affine> =
            (0..letters).filter(occurs).map(|letter| Affine::of_letter(0, letter, 1)).collect();
        conditions.extend(constraints.iter().filter(|form| !form.is_natural()).cloned());
        Shown { forms, conditions, names: vec![(String::new(), 0); letters] }
    }

    /// The letters that occur and have no name yet.
    pub(super) fn unnamed(&self) -> Vec<usize> {
        let occurs =
            |letter: usize| self.forms.iter().chain(&self.conditions).any(|form| form.coefficient(letter) != 0);
        (0..self.names.len()).filter(|letter| self.names[*letter].0.is_empty() && occurs(*letter)).collect()
    }

    /// A new letter; it has to be put in the place of others.
    pub(super) fn add(&mut self, name: String, least: i64) -> usize {
        self.names.push((name, least));
        self.names.len() - 1
    }

    /// Puts a form in the place of a letter everywhere.
    pub(super) fn put(&mut self, letter: usize, form: &Affine) -> Option<()> {
        for one in self.forms.iter_mut().chain(&mut self.conditions) {
            *one = one.with(letter, form)?;
        }
        Some(())
    }

    /// A form as TeX.
    pub(super) fn tex(&self, form: &Affine) -> String {
        sum(terms(form, &self.names, true), form.constant_part())
    }

    /// The form with all letters beginning at 0.
    fn shifted(&self, form: &Affine) -> Option<Affine> {
        let mut shifted = form.clone();
        for (letter, (_, least)) in self.names.iter().enumerate() {
            shifted = shifted.with(letter, &Affine::of_letter(*least, letter, 1))?;
        }
        Some(shifted)
    }

    /// The conditions as TeX, those that follow from others and from where the letters begin left out; the first
    /// `told` letters are known to begin where they do.
    pub(super) fn conditions(&self, told: impl Fn(&str) -> bool) -> Option<Vec<String>> {
        let mut kept: Vec<(Affine, Affine)> = Vec::new();
        let with_shift: Option<Vec<(Affine, Affine)>> = self
            .conditions
            .iter()
            .map(sharpened)
            .map(|form| {
                let shifted = self.shifted(&form)?;
                Some((form, shifted))
            })
            .collect();
        let open: Vec<(Affine, Affine)> =
            with_shift?.into_iter().filter(|(_, shifted)| !shifted.is_natural()).collect();
        for (at, (form, shifted)) in open.iter().enumerate() {
            let follows = |(other_at, (_, other)): (usize, &(Affine, Affine))| {
                let by = |factor: i64| shifted.plus(-factor, other).is_some_and(|rest| rest.is_natural());
                other_at != at && (1..=16).any(by) && !(other_at > at && other == shifted)
            };
            if !open.iter().enumerate().any(follows) {
                kept.push((form.clone(), shifted.clone()));
            }
        }
        let mut begun: Vec<usize> = Vec::new();
        let mut written = Vec::new();
        for (form, _) in &kept {
            let (text, first) = self.inequality(form, &told);
            begun.extend(first);
            written.push(text);
        }
        for (letter, (name, least)) in self.names.iter().enumerate() {
            let occurs = self.forms.iter().any(|form| form.coefficient(letter) != 0);
            if *least > 0 && occurs && !told(name) && !begun.contains(&letter) {
                written.push(format!("{name}\\ge {least}"));
            }
        }
        Some(written)
    }

    /// That a form is not negative, as TeX; and the letter whose beginning that tells, too.
    fn inequality(&self, form: &Affine, told: &impl Fn(&str) -> bool) -> (String, Option<usize>) {
        let more = terms(form, &self.names, true);
        let less = terms(form, &self.names, false);
        let constant = form.constant_part();
        if less.is_empty() {
            return (format!("{}\\ge {}", sum(more, 0), -constant), None);
        }
        let is_size = |letter: &usize| SIZE_LETTERS.iter().any(|name| self.names[*letter].0.starts_with(name));
        let size = (0..self.names.len()).find(|letter| form.coefficient(*letter) == 1).filter(is_size);
        if size.is_some() && more.len() == 1 && constant <= 0 {
            let text = match constant {
                -1 if less.len() == 1 && less[0].len() == 1 => format!("{}>{}", more[0], less[0]),
                _ => format!("{}\\ge {}", more[0], sum(less, -constant)),
            };
            return (text, None);
        }
        let single = (0..self.names.len()).find(|letter| form.coefficient(*letter) == -1).filter(|_| less.len() == 1);
        let begin = single.filter(|letter| self.names[*letter].1 > 0 && !told(&self.names[*letter].0));
        let low = begin.map_or_else(String::new, |letter| format!("{}\\le ", self.names[letter].1));
        let less = sum(less, 0);
        let text = match constant {
            -1 if !more.is_empty() => format!("{low}{less}<{}", sum(more, 0)),
            _ => format!("{low}{less}\\le {}", sum(more, constant)),
        };
        (text, begin)
    }
}

/// The form divided by what divides all its coefficients, rounded down: it is not negative just where the form is not, as
/// letters stand for whole numbers.
fn sharpened(form: &Affine) -> Affine {
    let divisor = form.coefficients().iter().fold(0i64, |gcd, number| gcd.gcd(number)).max(1);
    let coefficients: Vec<i64> = form.coefficients().iter().map(|number| number / divisor).collect();
    Affine::new(form.constant_part().div_euclid(divisor), &coefficients)
}

/// The terms of a form with positive, or with negative numbers, as TeX without signs.
fn terms(form: &Affine, names: &[(String, i64)], positive: bool) -> Vec<String> {
    let numbers = form.coefficients().iter().zip(names).filter(|(number, _)| **number != 0);
    let chosen = numbers.filter(|(number, _)| (**number > 0) == positive);
    chosen
        .map(|(number, (name, _))| match number.unsigned_abs() {
            1 => name.clone(),
            number => format!("{number}{name}"),
        })
        .collect()
}

/// A sum of terms and a number, as TeX.
fn sum(terms: Vec<String>, constant: i64) -> String {
    match (terms.is_empty(), constant) {
        (true, constant) => constant.to_string(),
        (false, 0) => terms.join("+"),
        (false, constant) => format!("{}{constant:+}", terms.join("+")),
    }
}

/// By how much a letter may begin later so that the forms in which it is the only one begin as low as they can.
pub(super) fn shift<'a>(forms: impl Iterator<Item = &'a Affine>, letter: usize, alone: bool) -> i64 {
    let is_only = |form: &&Affine| {
        let others = form.coefficients().iter().enumerate().any(|(at, number)| at != letter && *number != 0);
        form.coefficient(letter) > 0 && !(alone && others)
    };
    let shifts = forms.filter(is_only).map(|form| form.constant_part().max(0) / form.coefficient(letter));
    shifts.min().unwrap_or(0)
}

/// The name of one of several letters.
pub(super) fn name(letters: &[&str], number: usize, count: usize) -> String {
    match letters.get(number) {
        Some(letter) if count <= letters.len() => (*letter).to_owned(),
        _ => format!("{}_{{{}}}", letters[0], number + 1),
    }
}
