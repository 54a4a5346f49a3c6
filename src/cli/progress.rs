//! How far a long exploration has got, on standard error where that is a terminal.

use crate::graph::Progress;
use indicatif::{ProgressBar, ProgressStyle};
use std::time::Duration;

/// A line that says how much has been found.
pub(super) struct Line {
    bar: ProgressBar,
    /// Whether the line has begun to move.
    begun: bool,
}

impl Line {
    /// A line that shows nothing where standard error is no terminal, or when asked to be quiet.
    pub(super) fn new(quiet: bool) -> Line {
        let bar = if quiet { ProgressBar::hidden() } else { ProgressBar::new_spinner() };
        if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {msg}") {
            bar.set_style(style);
        }
        Line { bar, begun: false }
    }
}

impl Progress for Line {
    fn explored(&mut self, done: usize, found: usize, moves: usize) {
        if self.bar.is_hidden() {
            return;
        }
        if !self.begun {
            // This starts a thread.
            self.bar.enable_steady_tick(Duration::from_millis(200));
            self.begun = true;
        }
        self.bar.set_message(format!("{done} of {found} positions, {moves} moves"));
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
