//! The tests that compile LaTeX fail when they should.

mod common;

use common::latex::{compile, complaints};

#[test]
fn complaints_are_found() {
    let log = "Overfull \\hbox (4.9pt too wide) in paragraph\nOverfull \\hbox (5.1pt too wide) in paragraph\n\
        LaTeX Warning: Reference `x' undefined\nMissing character: There is no x\nPackage longtable Warning: y\nUnderfull \\hbox";
    assert_eq!(complaints(log).len(), 4);
}

#[test]
fn a_bad_document_is_refused() {
    let document = |body: &str| format!("\\documentclass{{article}}\\begin{{document}}{body}\\end{{document}}");
    assert!(compile(&document("good")).is_ok());
    assert!(compile(&document("\\nothing")).is_err_and(|message| message.contains("Undefined control sequence")));
    assert!(compile(&document("\\ref{x}")).is_err());
    assert!(compile(&document("红")).is_err_and(|message| message.contains("Missing character")));
    assert!(compile(&document("\\hbox to 2\\textwidth{}")).is_ok_and(|pdf| pdf.text().trim() == "1"));
    assert!(
        compile(&document("\\noindent\\hbox to 2\\textwidth{}x")).is_err_and(|message| message.contains("Overfull"))
    );
}
