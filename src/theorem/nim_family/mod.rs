//! What the theorems on Nim, bounded Nim and Moore's Nim have in common.

pub(crate) mod columns;
pub mod figures;
pub(crate) mod literature;
pub(crate) mod moves;
pub(crate) mod repairs;

#[cfg(test)]
pub(crate) mod oracle;
