//! YAML values with their places.

use crate::source::Span;
use crate::syntax::fragment::Fragment;

/// A value with its place.
#[derive(Clone, Debug)]
pub(in crate::syntax) struct Node<'a> {
    pub(in crate::syntax) value: Value<'a>,
    pub(in crate::syntax) span: Span,
    /// How many values there are in it, itself included.
    pub(in crate::syntax) size: usize,
    /// `&name` before the value, or `*name` in its place: the name that aliases have for it.
    pub(in crate::syntax) reference: Option<Reference<'a>>,
}

/// How a value takes part in aliases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::syntax) enum Reference<'a> {
    /// `&name`: the value has a name.
    Anchor(&'a str),
    /// `*name`, at this place: the value is that of the name.
    Alias(&'a str, Span),
}

/// A value.
#[derive(Clone, Debug)]
pub(in crate::syntax) enum Value<'a> {
    Scalar(Scalar<'a>),
    List(Vec<Node<'a>>),
    Map(Vec<(Node<'a>, Node<'a>)>),
}

/// A scalar as it was written, escapes and folding undone, and what YAML takes it for.
#[derive(Clone, Debug)]
pub(in crate::syntax) struct Scalar<'a> {
    pub(in crate::syntax) fragment: Fragment<'a>,
    pub(in crate::syntax) kind: ScalarKind,
}

/// What YAML takes a scalar for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::syntax) enum ScalarKind {
    Null,
    Bool,
    Number,
    Text,
}

impl<'a> Node<'a> {
    pub(in crate::syntax) fn scalar(&self) -> Option<&Scalar<'a>> {
        match &self.value {
            Value::Scalar(scalar) => Some(scalar),
            _ => None,
        }
    }

    /// Whether nothing is given: `key:` without a value, or `null`.
    pub(in crate::syntax) fn is_null(&self) -> bool {
        self.scalar().is_some_and(|scalar| scalar.kind == ScalarKind::Null)
    }

    /// The text of a scalar; empty for other values.
    pub(in crate::syntax) fn text(&self) -> &str {
        self.scalar().map_or("", |scalar| &scalar.fragment.text)
    }

    /// What the value is, for messages.
    pub(in crate::syntax) fn described(&self) -> String {
        match &self.value {
            Value::Scalar(scalar) => match scalar.kind {
                ScalarKind::Null => "nothing".to_owned(),
                ScalarKind::Bool => format!("`{}`", scalar.fragment.text),
                ScalarKind::Number => "a number".to_owned(),
                ScalarKind::Text => "a text".to_owned(),
            },
            Value::List(_) => "a list".to_owned(),
            Value::Map(_) => "a mapping".to_owned(),
        }
    }
}
