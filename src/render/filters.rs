//! The filters that templates have beside tera's own.
//!
//! | filter | takes | gives |
//! |---|---|---|
//! | `enumerate(with="or")` | a list of texts | `a, b or c`; `with` is `and` unless given; 「a、b 和 c」 |
//! | `plural(one="heap", many="heaps")` | a number | the one word or the other, without the number |
//! | `in_words` | a number | `three`, above twelve the digits; 「三」; with `measured=true` 「两」 rather than 「二」 |
//! | `ordinal` | a number | `third`, `21st`; 「第 3」 |
//! | `number` | an integer | TeX for it, shortened when it is long; belongs inside `$…$` |
//! | `tex` | a list of integers, or a position as text | TeX for the position; belongs inside `$…$` |
//! | `initial` | a text | the text with its first letter in upper case |
//!
//! Numbers may be given as numbers or as text, and be of any size.

mod enumerate;
mod number;
mod numerals;

use crate::text::Language;
use tera::{Kwargs, State, Tera, TeraResult, Value};

/// Makes the filters known to `tera`.
pub(crate) fn register(tera: &mut Tera, language: Language) {
    tera.register_filter("enumerate", move |list: &[Value], arguments: Kwargs, state: &State| -> TeraResult<Value> {
        let with = arguments.get::<&str>("with")?.unwrap_or("and").to_owned();
        let items = list.iter().map(|item| state.escape_if_needed(item)).collect::<TeraResult<Vec<_>>>()?;
        let text = enumerate::enumerate(&items, &with, language).map_err(tera::Error::message)?;
        Ok(Value::safe_string(&text))
    });
    tera.register_filter("plural", |count: &Value, arguments: Kwargs, _: &State| -> TeraResult<String> {
        let key = if integer(count)? == "1" { "one" } else { "many" };
        arguments.must_get::<&str>(key).map(str::to_owned)
    });
    tera.register_filter("in_words", move |count: &Value, arguments: Kwargs, _: &State| -> TeraResult<String> {
        let measured = arguments.get::<bool>("measured")?.unwrap_or(false);
        Ok(numerals::in_words(&integer(count)?, measured, language))
    });
    tera.register_filter("ordinal", move |count: &Value, _: Kwargs, _: &State| -> TeraResult<String> {
        Ok(numerals::ordinal(&integer(count)?, language))
    });
    tera.register_filter("number", move |count: &Value, _: Kwargs, _: &State| -> TeraResult<Value> {
        Ok(Value::safe_string(&number::number(&integer(count)?, language)))
    });
    tera.register_filter("tex", move |position: &Value, _: Kwargs, _: &State| -> TeraResult<Value> {
        let text = match position.as_array() {
            Some(sizes) => {
                let sizes = sizes.iter().map(integer).collect::<TeraResult<Vec<_>>>()?;
                format!("({})", sizes.join(", "))
            }
            None => position.to_string(),
        };
        let tex = number::numbers_within(&text, language);
        tex.map(|tex| Value::safe_string(&tex)).ok_or_else(|| {
            tera::Error::message(format!("`{text}` is no position: `tex` takes integers, commas and parentheses"))
        })
    });
    tera.register_filter("initial", |text: tera::StringInput, _: Kwargs, _: &State| -> Value {
        let mut letters = text.as_str().chars();
        let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
        text.inherit_safety(first + letters.as_str())
    });
}

/// The digits of an integer that is given as a number or as text.
fn integer(value: &Value) -> TeraResult<String> {
    let text = value.to_string();
    let digits = text.strip_prefix('-').unwrap_or(&text);
    if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) {
        Ok(text)
    } else {
        Err(tera::Error::message(format!("`{text}` is not an integer")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use tera::Context;

    fn render(template: &str, language: Language) -> Result<String, String> {
        let mut tera = Tera::default();
        tera.set_escape_fn(super::super::escape::escape);
        register(&mut tera, language);
        tera.autoescape_on([".md"]);
        tera.add_raw_template("a.md", template).map_err(|error| error.to_string())?;
        let context = json!({
            "names": ["red*", "white", "black"], "one": 1, "two": "2", "big": "1".to_owned() + &"0".repeat(100),
            "start": ["3", "5", "7"], "position": "(3, 5, 7)", "name": "red_heap",
        });
        let context = Context::from_serialize(&context).map_err(|error| error.to_string())?;
        tera.render("a.md", &context).map_err(|error| error.to_string())
    }

    #[test]
    fn the_filters_in_english() {
        let is = |template, expected: &str| assert_eq!(render(template, Language::En).unwrap(), expected);
        is("{{ names | enumerate }}", "red\\*, white and black");
        is("{{ names | enumerate(with=\"or\") }}", "red\\*, white or black");
        is("{{ one | plural(one=\"heap\", many=\"heaps\") }}", "heap");
        is("{{ two | plural(one=\"heap\", many=\"heaps\") }}", "heaps");
        is("{{ two | in_words }} {{ one | ordinal }}", "two first");
        is("${{ big | number }}$", "$10^{100}$");
        is("${{ start | tex }}$ ${{ position | tex }}$ ${{ position }}$", "$(3, 5, 7)$ $(3, 5, 7)$ $(3, 5, 7)$");
        is("{{ name | initial }}", "Red\\_heap");
    }

    #[test]
    fn the_filters_in_chinese() {
        let is = |template, expected: &str| assert_eq!(render(template, Language::Zh).unwrap(), expected);
        is("{{ names | enumerate }}", "red\\*、white 和 black");
        is("{{ two | in_words }}{{ two | in_words(measured=true) }}{{ two | ordinal }}", "二两第 2");
    }

    #[test]
    fn wrong_arguments_are_errors() {
        for template in [
            "{{ names | number }}",
            "{{ name | number }}",
            "{{ name | tex }}",
            "{{ one | plural(one=\"heap\") | plural }}",
            "{{ names | enumerate(with=\"nor\") }}",
            "{{ name | enumerate }}",
        ] {
            assert!(render(template, Language::En).is_err(), "{template}");
        }
    }
}
