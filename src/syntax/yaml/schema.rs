//! A JSON Schema of the YAML form, from the same table of keys as the reader.

use super::keys::{self, Key, Kind};
use crate::text::Language;
use serde_json::{Map, Value, json};

/// The JSON Schema (2020-12) of a document of a rule file in YAML: a game, or several under `games`.
///
/// It tells keys, types, and the shape of texts as far as a regular expression can; what is inside of moves, conditions
/// and claims only the parser knows.
///
/// # Examples
///
/// ```
/// let schema = bouton::syntax::schema();
/// assert_eq!(schema["$defs"]["game"]["properties"]["play"]["examples"][1], "misere");
/// ```
pub fn schema() -> Value {
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A rule file of Bouton",
        "description": "The rules of a take-away game, or of several games under `games`.",
        "type": "object",
        "if": { "required": ["games"] },
        "then": {
            "properties": { "games": {
                "description": "Several games, each with keys of its own.",
                "type": "array",
                "items": { "$ref": "#/$defs/game" },
            } },
            "additionalProperties": false,
        },
        "else": { "$ref": "#/$defs/game" },
        "$defs": definitions(),
    })
}

fn definitions() -> Value {
    json!({
        "game": game(),
        "variant": closed("The rules that differ.", keys::body(), one_way_to_move()),
        "text": {
            "description": "A text, or a text for each language.",
            "anyOf": [scalar(), by_language(scalar())],
        },
        "name": {
            "description": "A name: a letter or an underscore, then letters, digits and underscores.",
            "type": "string",
            "pattern": NAME,
        },
        "number": {
            "description": "A whole number, or a text with an expression such as `K + 1`.",
            "anyOf": [{ "type": "integer" }, { "type": "string", "minLength": 1 }],
        },
        "condition": {
            "description": "A condition such as `h mod 2 = 0 and i = 1`.",
            "type": "string",
            "minLength": 1,
        },
        "moveText": {
            "description": "What a move does.",
            "type": "string",
            "pattern": MOVE,
            "examples": [
                "take 1..3 from one heap",
                "take any from each of 1..K heaps",
                "take the same any from both heaps",
                "take 1..floor(h/2) from one heap",
                "take s from one heap where is_square(s)",
                "move any from heap i to heap i-1 where i >= 2",
                "split one heap in 2",
                "replace one heap by x where x < h",
                "pass once, not when sum = 0",
                "with k >= 1 where b >= k: a := a + k, b := b - k",
            ],
        },
        "move": {
            "description": "A move: a text, or a mapping that names it.",
            "anyOf": [
                { "$ref": "#/$defs/moveText" },
                closed("A move with a name, or one for the very first move.", &keys::MOVE, one_of(&["move", "first"])),
            ],
        },
        "claimText": {
            "description": "A claim as the rule language has it.",
            "type": "string",
            "pattern": CLAIM,
            "examples": [
                "P when nimsum = 0", "P = (0, n, n) | (1, 2k, 2k+1)", "grundy(h) = h mod 4", "grundy has period 12 from 71",
            ],
        },
        "claim": {
            "description": "A claim: a text, or a mapping that names it or says where it holds.",
            "anyOf": [
                { "$ref": "#/$defs/claimText" },
                closed("A claim, which says one thing.", &keys::CLAIM, one_of(&claims())),
            ],
        },
        "reference": { "description": "A reference, as it is to be printed.", "anyOf": [scalar()] },
    })
}

/// The pattern of names.
const NAME: &str = r"^\s*[\p{L}_][\p{L}0-9_]*\s*$";
/// The pattern of moves: the words that they start with.
const MOVE: &str = concat!(
    r"^\s*((take|move|split|merge|replace|pass|with|where)\b|(each|every)\s+player\b|",
    r"[\p{L}_][\p{L}0-9_]*\s*:=)"
);
/// The pattern of claims.
const CLAIM: &str = r"^\s*(P|grundy)\b";
/// The pattern of positions.
const FAMILIES: &str = r"^\s*(P\s*=\s*)?\(";
/// The pattern of codes.
const CODE: &str = r"^[04]?\.[0-9A-Fa-f]+$";

fn game() -> Value {
    let ways: Vec<Value> =
        ["moves", "first moves", "octal", "heap_limit"].iter().map(|key| json!({ "required": [key] })).collect();
    let mut game = closed("A game.", &keys::GAME, one_way_to_move());
    game.insert("required".to_owned(), json!(["heaps"]));
    game.insert("anyOf".to_owned(), json!(ways));
    Value::Object(game)
}

/// That moves are said in one way, and who wins at the end.
fn one_way_to_move() -> Value {
    let not_both = |key: &str, others: &[&str]| {
        let others: Vec<Value> = others.iter().map(|other| json!({ "required": [other] })).collect();
        (key.to_owned(), json!({ "not": { "anyOf": others } }))
    };
    let excluded: Map<String, Value> = [
        not_both("octal", &["moves", "first moves", "heap_limit", "take_limit"]),
        not_both("heap_limit", &["moves", "first moves"]),
        not_both("take_limit", &["moves", "first moves"]),
        not_both("wins when", &["play"]),
    ]
    .into_iter()
    .collect();
    json!({ "dependentSchemas": excluded })
}

/// The keys of a claim that say what is claimed.
fn claims() -> Vec<&'static str> {
    keys::names(&keys::CLAIM).into_iter().filter(|name| !matches!(*name, "name" | "within")).collect()
}

/// That exactly one of the keys is given.
fn one_of(names: &[&str]) -> Value {
    let ways: Vec<Value> = names.iter().map(|name| json!({ "required": [name] })).collect();
    json!({ "oneOf": ways })
}

/// A mapping with these keys and no others, of which besides something is asked.
fn closed(about: &str, keys: &[Key], asked: Value) -> Map<String, Value> {
    let properties: Map<String, Value> = keys.iter().map(|key| (key.name.to_owned(), property(key))).collect();
    let mut schema = Map::new();
    schema.insert("description".to_owned(), json!(about));
    schema.insert("type".to_owned(), json!("object"));
    schema.insert("properties".to_owned(), Value::Object(properties));
    schema.insert("additionalProperties".to_owned(), json!(false));
    if let Value::Object(asked) = asked {
        schema.extend(asked);
    }
    schema
}

fn property(key: &Key) -> Value {
    let mut schema = Map::new();
    schema.insert("description".to_owned(), json!(key.about));
    let examples: Vec<Value> =
        key.examples.iter().map(|example| serde_json::from_str(example).expect("an example is JSON")).collect();
    if let Value::Object(kind) = of_kind(key.kind) {
        schema.extend(kind);
    }
    schema.insert("examples".to_owned(), json!(examples));
    Value::Object(schema)
}

/// What stands behind a key of a kind.
fn of_kind(kind: Kind) -> Value {
    let defined = |name: &str| json!({ "$ref": format!("#/$defs/{name}") });
    let some = |item: Value| json!({ "anyOf": [item.clone(), { "type": "array", "items": item }] });
    let by_name =
        |value: Value| json!({ "type": "object", "propertyNames": defined("name"), "additionalProperties": value });
    match kind {
        Kind::Text => defined("text"),
        Kind::Heaps => json!({ "anyOf": [
            { "type": "integer", "minimum": 1, "maximum": 1000 },
            { "type": "string", "minLength": 1 },
            { "type": "array", "items": defined("text"), "minItems": 1, "maxItems": 1000 },
            by_language(json!({ "type": "array", "items": scalar(), "minItems": 1 })),
        ] }),
        Kind::Parameters => by_name(of_kind(Kind::Value)),
        Kind::Value => {
            json!({ "anyOf": [defined("number"), { "type": "array", "items": defined("number") }] })
        }
        Kind::Number => defined("number"),
        Kind::Moves => some(defined("move")),
        Kind::Move => defined("moveText"),
        Kind::Code => json!({ "type": ["string", "number"], "pattern": CODE }),
        Kind::Condition => defined("condition"),
        Kind::Tally => defined("number"),
        Kind::Registers => by_name(of_kind(Kind::Register)),
        Kind::Register => defined("number"),
        Kind::Play => json!({ "enum": ["normal", "misere", "misère"] }),
        Kind::Position => {
            json!({ "anyOf": [{ "type": "array", "items": defined("number"), "minItems": 1 }, defined("number")] })
        }
        Kind::Claims => some(defined("claim")),
        Kind::Variants => json!({ "anyOf": [
            { "type": "object", "additionalProperties": { "anyOf": [defined("variant"), { "type": "null" }] } },
            { "type": "array", "items": named_variant() },
        ] }),
        Kind::References => some(defined("reference")),
        Kind::Families => json!({ "type": "string", "pattern": FAMILIES }),
        Kind::Grundy | Kind::Period => defined("number"),
    }
}

/// A variant in a list, which says its name.
fn named_variant() -> Value {
    let mut variant = closed("A variant with its name.", keys::body(), one_way_to_move());
    if let Some(Value::Object(properties)) = variant.get_mut("properties") {
        properties.insert("name".to_owned(), json!({ "$ref": "#/$defs/text" }));
    }
    variant.insert("required".to_owned(), json!(["name"]));
    Value::Object(variant)
}

/// A scalar that is taken for text.
fn scalar() -> Value {
    json!({ "type": ["string", "number", "boolean"] })
}

/// A value for each language.
fn by_language(value: Value) -> Value {
    let properties: Map<String, Value> =
        Language::ALL.into_iter().map(|language| (language.code().to_owned(), value.clone())).collect();
    json!({ "type": "object", "properties": properties, "additionalProperties": false })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;
    use crate::syntax::parse;

    /// The names of the properties of an object's schema.
    fn properties(schema: &Value) -> Vec<&str> {
        schema["properties"].as_object().expect("it has properties").keys().map(String::as_str).collect()
    }

    /// The keys that the reader names where one is unknown.
    fn told(text: &str, owner: &str) -> Vec<String> {
        let parsed = parse(&Source::new("a.yaml", text));
        let unknown = parsed.diagnostics.iter().find(|diagnostic| diagnostic.code == "unknown-key");
        let unknown = unknown.unwrap_or_else(|| panic!("{text}: {:?}", parsed.diagnostics));
        let list = unknown.help.iter().find_map(|help| help.strip_prefix(owner)).expect("it lists the keys");
        list.split('`').skip(1).step_by(2).map(str::to_owned).collect()
    }

    #[test]
    fn the_keys_are_those_that_the_reader_takes() {
        let schema = schema();
        let defs = &schema["$defs"];
        let cases = [
            (&defs["game"], "qqqq: 1\nheaps: 3\n", "a game may have "),
            (&defs["variant"], "heaps: 3\nvariants: {v: {qqqq: 1}}\n", "a variant may have "),
            (&defs["move"]["anyOf"][1], "moves:\n  - {move: pass, qqqq: 1}\n", "a move may have "),
            (&defs["claim"]["anyOf"][1], "claims:\n  - {grundy: h, qqqq: 1}\n", "a claim may have "),
        ];
        for (schema, text, owner) in cases {
            assert_eq!(properties(schema), told(text, owner), "{owner}");
            assert_eq!(schema["additionalProperties"], false);
        }
    }

    /// Each key is read, not only known: a value of no fitting kind is refused in its name.
    #[test]
    fn every_key_is_read() {
        for key in &keys::GAME {
            for example in key.examples {
                // JSON is YAML.
                let others = if key.name == "heaps" { "" } else { "\"heaps\": 3, " };
                let text = format!("{{{others}\"{}\": {example}}}", key.name);
                let parsed = parse(&Source::new("a.yaml", text.clone()));
                assert!(parsed.diagnostics.is_empty(), "{text}: {:?}", parsed.diagnostics);
                let bare = parse(&Source::new("a.yaml", format!("{{{}}}", others.trim_end_matches(", "))));
                assert_ne!(parsed.file, bare.file, "{text} changes nothing");
            }
        }
        for (keys, list) in [(&keys::MOVE[..], "moves"), (&keys::CLAIM[..], "claims")] {
            for key in keys {
                for example in key.examples {
                    let rest = match (list, key.name) {
                        ("moves", "name") => ", \"move\": \"pass\"",
                        ("claims", "name" | "within") => ", \"grundy\": \"h\"",
                        _ => "",
                    };
                    let text = format!("{{\"{list}\": [{{\"{}\": {example}{rest}}}]}}", key.name);
                    let parsed = parse(&Source::new("a.yaml", text.clone()));
                    assert!(parsed.diagnostics.is_empty(), "{text}: {:?}", parsed.diagnostics);
                }
            }
        }
    }
}
