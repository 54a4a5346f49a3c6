//! Cases with letters.
