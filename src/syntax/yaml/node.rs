//! YAML values with their places.

use crate::source::Span;
use crate::syntax::fragment::Fragment;

/// A value with its place.
#[derive(Clone, Debug)]
pub(super) struct Node<'a> {
    pub(super) value: Value<'a>,
    pub(super) span: Span,
    /// How many values there are in it, itself included.
    pub(super) size: usize,
}

/// A value.
#[derive(Clone, Debug)]
pub(super) enum Value<'a> {
    Scalar(Scalar<'a>),
    List(Vec<Node<'a>>),
    Map(Vec<(Node<'a>, Node<'a>)>),
}

/// A scalar as it was written, escapes and folding undone, and what YAML takes it for.
#[derive(Clone, Debug)]
pub(super) struct Scalar<'a> {
    pub(super) fragment: Fragment<'a>,
    pub(super) kind: ScalarKind,
}

/// What YAML takes a scalar for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ScalarKind {
    Null,
    Bool,
    Number,
    Text,
}

impl<'a> Node<'a> {
    pub(super) fn scalar(&self) -> Option<&Scalar<'a>> {
        match &self.value {
            Value::Scalar(scalar) => Some(scalar),
            _ => None,
        }
    }

    /// Whether nothing is given: `key:` without a value, or `null`.
    pub(super) fn is_null(&self) -> bool {
        self.scalar().is_some_and(|scalar| scalar.kind == ScalarKind::Null)
    }

    /// The text of a scalar; empty for other values.
    pub(super) fn text(&self) -> &str {
        self.scalar().map_or("", |scalar| &scalar.fragment.text)
    }

    /// What the value is, for messages.
    pub(super) fn described(&self) -> String {
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
