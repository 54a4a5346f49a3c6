//! Results to standard output or to a file, the file whole or not at all.

use super::failure::Failure;
use std::ffi::OsString;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

/// Writes what `produce` gives to the file, or to standard output where there is none.
///
/// A file is written beside its place first and then put there, so that nothing half-written is left behind.
pub(super) fn write(
    file: Option<&Path>,
    produce: impl FnOnce(&mut (dyn Write + Send)) -> io::Result<()>,
) -> Result<(), Failure> {
    let Some(file) = file else {
        let mut stdout = BufWriter::new(io::stdout());
        produce(&mut stdout)?;
        stdout.flush()?;
        return Ok(());
    };
    let failed = |error: io::Error| Failure::message(format!("cannot write {}: {error}", file.display()));
    if file.exists() && !file.is_file() {
        // A device or a pipe takes what is written as it comes.
        let mut target = BufWriter::new(fs::OpenOptions::new().write(true).open(file).map_err(failed)?);
        produce(&mut target).map_err(failed)?;
        return target.flush().map_err(failed);
    }
    let beside = beside(file);
    let _removed = RemovedWhenStopped::new(beside.clone());
    let written = (|| {
        let mut target = BufWriter::new(fs::File::create_new(&beside)?);
        produce(&mut target)?;
        target.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
        if let Ok(replaced) = fs::metadata(file) {
            fs::set_permissions(&beside, replaced.permissions())?;
        }
        fs::rename(&beside, file)
    })();
    if written.is_err() {
        let _ = fs::remove_file(&beside);
    }
    written.map_err(failed)
}

/// The file that is being written, if one is.
static UNFINISHED: Mutex<Option<PathBuf>> = Mutex::new(None);

/// As long as it lives, the program removes a file before a signal (such as that of Ctrl-C) stops it.
struct RemovedWhenStopped;

impl RemovedWhenStopped {
    fn new(file: PathBuf) -> RemovedWhenStopped {
        static HANDLER: Once = Once::new();
        HANDLER.call_once(|| {
            // Without a handler a half-written hidden file may be left, and nothing worse.
            let _ = ctrlc::set_handler(|| {
                if let Some(file) = unfinished().take() {
                    let _ = fs::remove_file(file);
                }
                std::process::exit(STOPPED);
            });
        });
        *unfinished() = Some(file);
        RemovedWhenStopped
    }
}

impl Drop for RemovedWhenStopped {
    fn drop(&mut self) {
        *unfinished() = None;
    }
}

fn unfinished() -> MutexGuard<'static, Option<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The exit status of a program that Ctrl-C has stopped.
const STOPPED: i32 = 130;

/// A name in the same folder that no other run uses.
fn beside(file: &Path) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(file.file_name().unwrap_or_default());
    name.push(format!(".{}.part", std::process::id()));
    file.with_file_name(name)
}

/// A text as it stands.
pub(super) fn text(file: Option<&Path>, text: &str) -> Result<(), Failure> {
    write(file, |target| target.write_all(text.as_bytes()))
}

/// A value as JSON, in one line.
pub(super) fn json(file: Option<&Path>, value: &serde_json::Value) -> Result<(), Failure> {
    write(file, |target| {
        serde_json::to_writer(&mut *target, value)?;
        target.write_all(b"\n")
    })
}
