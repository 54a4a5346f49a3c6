//! What several test programs share.

#[allow(dead_code, reason = "not every test program uses all of it")]
pub(crate) mod latex;

#[allow(dead_code, reason = "not every test program uses all of it")]
pub(crate) mod rule_text;
