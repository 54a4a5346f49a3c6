#!/usr/bin/env bash
# Installs what the tests need, where that is missing and can be installed, and runs all tests.
#
#   bash tests/run.sh                 all tests
#   bash tests/run.sh --test render   what is given goes to `cargo test`
#
# The tests compile LaTeX with a real XeLaTeX and read the PDF with Poppler's pdftotext.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."

# What Debian's packages hold of TeX, by a file of each; then the packages.
tex_files=(ctexart.cls xeCJK.sty FandolSong-Regular.otf FandolHei-Bold.otf lmroman10-regular.otf lmodern.sty
  booktabs.sty longtable.sty microtype.sty parskip.sty geometry.sty amsthm.sty fontspec.sty)
packages=(texlive-xetex texlive-latex-recommended texlive-lang-chinese lmodern poppler-utils)

missing() {
  local name
  for name in xelatex kpsewhich pdftotext; do
    command -v "$name" >/dev/null || echo "$name"
  done
  if command -v kpsewhich >/dev/null; then
    for name in "${tex_files[@]}"; do
      kpsewhich "$name" >/dev/null || echo "$name"
    done
  fi
}

lacking="$(missing)"
if [ -n "$lacking" ]; then
  as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null && as_root=(sudo) || as_root=(false)
  fi
  if command -v apt-get >/dev/null && [ "${as_root[*]:-}" != false ]; then
    echo "Installing ${packages[*]}, since these are missing:" $lacking >&2
    "${as_root[@]}" apt-get update
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${packages[@]}"
    lacking="$(missing)"
  fi
  if [ -n "$lacking" ]; then
    cat >&2 <<END
The tests need XeLaTeX with the packages ctex, booktabs, microtype and parskip, the fonts Latin Modern and Fandol, and
pdftotext of Poppler. Missing are: $(echo $lacking)
  Debian, Ubuntu: apt-get install --no-install-recommends ${packages[*]}
  Fedora:         dnf install texlive-xetex texlive-ctex texlive-fandol texlive-lm texlive-booktabs texlive-microtype texlive-parskip poppler-utils
  macOS:          brew install --cask mactex-no-gui; brew install poppler
  elsewhere:      TeX Live (https://tug.org/texlive) and Poppler
END
    exit 1
  fi
fi

# Rust is looked for where rustup puts it, also when the environment doesn't say.
if ! command -v cargo >/dev/null; then
  for folder in "${CARGO_HOME:-}/bin" "${HOME:-}/.cargo/bin" /usr/local/cargo/bin ~root/.cargo/bin; do
    if [ -x "$folder/cargo" ]; then
      export PATH="$folder:$PATH"
      break
    fi
  done
fi
if ! command -v cargo >/dev/null; then
  echo "The tests need Rust: install it from https://rustup.rs" >&2
  exit 1
fi
# With a home of its own, rustup finds its toolchains beside the cargo that is called.
if ! cargo --version >/dev/null 2>&1 && [ -z "${RUSTUP_HOME:-}" ]; then
  beside="$(dirname "$(dirname "$(dirname "$(command -v cargo)")")")/.rustup"
  if [ -d "$beside" ]; then
    export RUSTUP_HOME="$beside"
  fi
fi
# Without a home, cargo needs a place for what it fetches.
if [ -z "${HOME:-}" ] && [ -z "${CARGO_HOME:-}" ]; then
  export CARGO_HOME="$PWD/target/cargo-home"
fi

exec cargo test --locked "$@"
