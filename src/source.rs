//! Files and places in them: a source text with its name, and spans of bytes in it.

use std::fs::File;
use std::io::{self, Read};
use std::ops::Range;
use std::path::Path;
use thiserror::Error;

/// The largest rule file that is read, in bytes.
pub const MAX_BYTES: u64 = 10 << 20;

/// A stretch of a source text, as byte offsets: `start` is inside, `end` is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Span {
    /// The offset of the first byte.
    pub start: usize,
    /// The offset behind the last byte.
    pub end: usize,
}

impl Span {
    /// The span from `start` up to but without `end`.
    pub fn new(start: usize, end: usize) -> Span {
        debug_assert!(start <= end, "a span ends where it starts or later");
        Span { start, end }
    }

    /// The smallest span that holds both.
    pub fn to(self, other: Span) -> Span {
        Span::new(self.start.min(other.start), self.end.max(other.end))
    }

    /// The span as a range for slicing.
    pub fn range(self) -> Range<usize> {
        self.start..self.end
    }
}

/// A value with the place where the file says it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spanned<T> {
    /// The value.
    pub node: T,
    /// Where it stands.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// Ties a value to its place.
    pub fn new(node: T, span: Span) -> Spanned<T> {
        Spanned { node, span }
    }
}

/// The text of a rule file together with the name to show for it.
#[derive(Clone, Debug)]
pub struct Source {
    /// The path as the user gave it, or `<stdin>`.
    pub name: String,
    /// The whole text.
    pub text: String,
}

impl Source {
    /// A source with the given name and text.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Source {
        Source { name: name.into(), text: text.into() }
    }

    /// Reads a file.
    ///
    /// # Errors
    ///
    /// Returns an error where the file can't be read, holds more than [`MAX_BYTES`], or is no text in UTF-8.
    pub fn read(path: &Path) -> Result<Source, ReadError> {
        let name = path.display().to_string();
        match File::open(path) {
            Ok(file) => Source::read_from(name, file),
            Err(error) => Err(ReadError::Io { name, error }),
        }
    }

    /// Reads standard input, which is named `<stdin>`.
    ///
    /// # Errors
    ///
    /// As for [`Source::read`].
    pub fn read_stdin() -> Result<Source, ReadError> {
        Source::read_from("<stdin>", io::stdin().lock())
    }

    /// Reads all that a reader gives, under the given name. A byte order mark at the start is left out.
    ///
    /// # Errors
    ///
    /// As for [`Source::read`].
    pub fn read_from(name: impl Into<String>, reader: impl Read) -> Result<Source, ReadError> {
        let name = name.into();
        let mut bytes = Vec::new();
        if let Err(error) = reader.take(MAX_BYTES + 1).read_to_end(&mut bytes) {
            return Err(ReadError::Io { name, error });
        }
        if bytes.len() as u64 > MAX_BYTES {
            return Err(ReadError::TooLarge { name });
        }
        let text = match String::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => return Err(ReadError::NotUtf8 { name, offset: error.utf8_error().valid_up_to() }),
        };
        if let Some(offset) = text.find('\0') {
            return Err(ReadError::Binary { name, offset });
        }
        let text = match text.strip_prefix('\u{FEFF}') {
            Some(rest) => rest.to_owned(),
            None => text,
        };
        Ok(Source { name, text })
    }
}

/// Why a rule file could not be read.
#[derive(Debug, Error)]
pub enum ReadError {
    /// The system gave an error.
    #[error("can't read {name}: {error}")]
    Io {
        /// The name of the file.
        name: String,
        /// The system's error.
        error: io::Error,
    },
    /// The file is larger than [`MAX_BYTES`].
    #[error("can't read {name}: it is larger than 10 MiB, which no rule file is")]
    TooLarge {
        /// The name of the file.
        name: String,
    },
    /// The bytes are no text in UTF-8.
    #[error("can't read {name}: it is no text in UTF-8 (byte {offset} is wrong); save it as UTF-8")]
    NotUtf8 {
        /// The name of the file.
        name: String,
        /// How many bytes before the first wrong one.
        offset: usize,
    },
    /// The file holds a zero byte, as no text does.
    #[error("can't read {name}: it is not a text file (byte {offset} is zero)")]
    Binary {
        /// The name of the file.
        name: String,
        /// How many bytes before the zero byte.
        offset: usize,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Result<Source, ReadError> {
        Source::read_from("a.game", bytes)
    }

    #[test]
    fn text_is_read_without_its_byte_order_mark() {
        assert_eq!(read("\u{FEFF}game\r\n".as_bytes()).expect("it is text").text, "game\r\n");
        assert_eq!(read(b"").expect("it is text").text, "");
    }

    #[test]
    fn what_is_no_text_is_refused_with_its_place() {
        assert!(matches!(read(b"ab\xFF"), Err(ReadError::NotUtf8 { offset: 2, .. })));
        assert!(matches!(read(b"abc\0"), Err(ReadError::Binary { offset: 3, .. })));
        let error = Source::read_from("big", io::repeat(b' ')).expect_err("it never ends");
        assert_eq!(error.to_string(), "can't read big: it is larger than 10 MiB, which no rule file is");
        let error = Source::read(Path::new("no/such.game")).expect_err("it does not exist");
        assert!(error.to_string().starts_with("can't read no/such.game: "), "{error}");
    }
}
