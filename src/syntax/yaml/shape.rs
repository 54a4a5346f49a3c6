//! What serde_yaml reads: values without places; the one module that knows it.
//!
//! Its own type for values does not fit: it refuses whole numbers above 64 bits and drops what tells doubled keys.

use serde::de::{Deserialize, Deserializer, EnumAccess, MapAccess, SeqAccess, VariantAccess, Visitor};
use std::fmt;

/// A value as serde_yaml reads it, without the text of what is no text.
#[derive(Debug)]
pub(super) enum Shape {
    Null,
    Bool,
    Number,
    Text(String),
    List(Vec<Shape>),
    Map(Vec<(Shape, Shape)>),
}

/// The values of all documents of a text.
///
/// # Errors
///
/// Returns how many characters stand before the place of an error, and what is wrong there.
pub(super) fn shapes(text: &str) -> Result<Vec<Shape>, (usize, String)> {
    serde_yaml::Deserializer::from_str(text)
        .map(|document| {
            Shape::deserialize(document)
                .map_err(|error| (error.location().map_or(0, |location| location.index()), error.to_string()))
        })
        .collect()
}

impl<'de> Deserialize<'de> for Shape {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Shape, D::Error> {
        deserializer.deserialize_any(ShapeVisitor)
    }
}

/// Builds a [`Shape`] from whatever comes.
struct ShapeVisitor;

impl<'de> Visitor<'de> for ShapeVisitor {
    type Value = Shape;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("any YAML value")
    }

    fn visit_unit<E>(self) -> Result<Shape, E> {
        Ok(Shape::Null)
    }

    fn visit_none<E>(self) -> Result<Shape, E> {
        Ok(Shape::Null)
    }

    fn visit_bool<E>(self, _: bool) -> Result<Shape, E> {
        Ok(Shape::Bool)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Shape, E> {
        Ok(Shape::Number)
    }

    fn visit_i128<E>(self, _: i128) -> Result<Shape, E> {
        Ok(Shape::Number)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Shape, E> {
        Ok(Shape::Number)
    }

    fn visit_u128<E>(self, _: u128) -> Result<Shape, E> {
        Ok(Shape::Number)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Shape, E> {
        Ok(Shape::Number)
    }

    fn visit_str<E>(self, text: &str) -> Result<Shape, E> {
        Ok(Shape::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Shape, A::Error> {
        let mut shapes = Vec::new();
        while let Some(shape) = access.next_element()? {
            shapes.push(shape);
        }
        Ok(Shape::List(shapes))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Shape, A::Error> {
        let mut shapes = Vec::new();
        while let Some(entry) = access.next_entry()? {
            shapes.push(entry);
        }
        Ok(Shape::Map(shapes))
    }

    fn visit_enum<A: EnumAccess<'de>>(self, access: A) -> Result<Shape, A::Error> {
        // A tagged value: refused before, by its event.
        let (_, content) = access.variant::<Shape>()?;
        content.newtype_variant()
    }
}
