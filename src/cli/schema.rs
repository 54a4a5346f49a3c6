//! `bouton schema`.

use super::arguments::Schema;
use super::failure::Failure;
use super::{WELL, output};
use crate::syntax::schema;

pub(super) fn run(options: &Schema) -> Result<u8, Failure> {
    let text = serde_json::to_string_pretty(&schema()).expect("a value can be written as JSON");
    output::text(options.output.as_deref(), &format!("{text}\n"))?;
    Ok(WELL)
}
