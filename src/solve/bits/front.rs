//! How far the threads have come that compute a table together, so that each reads only what is finished.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// After so many rows others are told of them: telling costs more than a row.
const ROWS: usize = 16;
/// How often a thread looks whether it may go on before it leaves the processor to others.
const LOOKS: usize = 64;

/// For each thread the number of the first row that is not known to be finished. Threads take slabs in turn, so that a thread
/// waits only for the one before it, which has the slab before.
#[derive(Debug)]
pub(super) struct Front {
    finished: Vec<AtomicUsize>,
    /// Whether some thread has stopped before its end.
    broken: AtomicBool,
}

/// One of the threads.
pub(super) struct Worker<'a> {
    front: &'a Front,
    own: &'a AtomicUsize,
    before: &'a AtomicUsize,
    /// What of the thread before is known to be finished.
    known: usize,
    /// The row that comes next.
    row: usize,
}

impl Front {
    pub(super) fn new(threads: usize) -> Front {
        let finished = std::iter::repeat_with(AtomicUsize::default).take(threads).collect();
        Front { finished, broken: AtomicBool::new(false) }
    }

    pub(super) fn worker(&self, thread: usize) -> Worker<'_> {
        let before = (thread + self.finished.len() - 1) % self.finished.len();
        // A thread that is alone waits for none.
        let known = if before == thread { usize::MAX } else { 0 };
        Worker { front: self, own: &self.finished[thread], before: &self.finished[before], known, row: 0 }
    }
}

impl Worker<'_> {
    /// Waits until the thread before has finished a row of a slab before; with it are all rows before that in its slab, and
    /// those that these waited for.
    ///
    /// # Panics
    ///
    /// Where another thread has panicked.
    pub(super) fn wait(&mut self, row: usize) {
        let mut looks = 0;
        while self.known <= row {
            self.known = self.before.load(Ordering::Acquire);
            if self.known > row {
                return;
            }
            self.publish();
            assert!(!self.front.broken.load(Ordering::Relaxed), "the other threads go on");
            looks += 1;
            if looks < LOOKS { std::hint::spin_loop() } else { std::thread::yield_now() }
        }
    }

    /// Notes that all rows before this one are finished, as far as they are this thread's.
    pub(super) fn finished(&mut self, row: usize) {
        self.row = row;
        if row.is_multiple_of(ROWS) {
            self.publish();
        }
    }

    /// Tells the others what is finished.
    pub(super) fn publish(&self) {
        self.own.store(self.row, Ordering::Release);
    }
}

impl Drop for Worker<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.front.broken.store(true, Ordering::Relaxed);
        }
    }
}
