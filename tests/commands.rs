//! What the README and the transcripts of the commands show is what the commands do.

use trycmd::TestCases;

fn cases() -> TestCases {
    let cases = TestCases::new();
    cases.register_bin("cat", std::path::Path::new("/bin/cat"));
    cases.register_bin("head", std::path::Path::new("/usr/bin/head"));
    cases
}

#[test]
fn the_readme_is_true() {
    cases().case("README.md");
}

#[test]
fn transcripts_are_as_before() {
    cases().case("tests/commands/*.md").case("tests/commands/*/*.toml");
}
