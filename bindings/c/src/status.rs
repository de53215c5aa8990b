//! Status codes, and the text of a thread's last error.

use std::any::Any;
use std::cell::RefCell;
use std::ffi::{CString, c_char};
use std::ops::Deref;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The result of a function. With anything but `CAROM_OK` no answer is written and nothing has changed, and
/// carom_last_error() names the argument and the reason.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CaromStatus {
    /// The function did what it says. A query that finds nothing is a success too.
    CaromOk = 0,
    /// A pointer is null, or a handle is zero.
    CaromNull = 1,
    /// A handle of another kind: a mover where a world is needed, for example.
    CaromWrongKind = 2,
    /// A handle that has been freed.
    CaromFreed = 3,
    /// Bits that were never a handle.
    CaromBadHandle = 4,
    /// A number that is not finite or out of its range (a negative radius, say), or an unknown kind, role or flag.
    CaromInvalid = 5,
    /// A count, stride, capacity or index out of range, or memory that overlaps the answers.
    CaromOutOfRange = 6,
    /// The body does not exist in this world, or does not exist any more.
    CaromNoSuchBody = 7,
    /// Another thread uses the object in a way that excludes this call. No call waits.
    CaromBusy = 8,
    /// A world has 2^32 - 1 places for bodies, a process 2^32 for handles.
    CaromFull = 9,
    /// A defect in carom, caught at the border. An object that was being changed can only be freed from then on.
    CaromPanic = 10,
}

/// A status and its text; boxed, so that results are small.
#[derive(Debug)]
pub(crate) struct Failure(Box<Reason>);

#[derive(Debug)]
pub(crate) struct Reason {
    pub(crate) status: CaromStatus,
    pub(crate) text: String,
}

impl Deref for Failure {
    type Target = Reason;

    fn deref(&self) -> &Reason {
        &self.0
    }
}

pub(crate) type Result<T> = std::result::Result<T, Failure>;

impl Failure {
    #[cold]
    #[inline(never)]
    pub(crate) fn new(status: CaromStatus, text: impl Into<String>) -> Self {
        let text = text.into();
        Self(Box::new(Reason { status, text }))
    }

    pub(crate) fn invalid(text: impl Into<String>) -> Self {
        Self::new(CaromStatus::CaromInvalid, text)
    }

    pub(crate) fn out_of_range(text: impl Into<String>) -> Self {
        Self::new(CaromStatus::CaromOutOfRange, text)
    }
}

thread_local! {
    static LAST_ERROR: RefCell<CString> = RefCell::default();
}

/// Runs the body of an exported function: keeps the text of a failure, and stops a panic before it reaches C.
pub(crate) fn guarded(function: &str, run: impl FnOnce() -> Result<()>) -> CaromStatus {
    // Objects that a panic leaves half changed are behind locks, which it poisons.
    match catch_unwind(AssertUnwindSafe(run)) {
        Ok(Ok(())) => CaromStatus::CaromOk,
        Ok(Err(failure)) => failed(function, &failure),
        Err(payload) => {
            let failure = Failure::new(CaromStatus::CaromPanic, text_of(&*payload));
            failed(function, &failure)
        }
    }
}

/// Keeps the text of a failure. Once, and not in each exported function: 2.7 KB gzip of the wasm.
#[cold]
#[inline(never)]
fn failed(function: &str, failure: &Failure) -> CaromStatus {
    let text = format!("{function}: {}", failure.text).replace('\0', " ");
    // A thread that ends has no text any more.
    let _ = LAST_ERROR.try_with(|last| {
        *last.borrow_mut() = CString::new(text).unwrap_or_default();
    });
    failure.status
}

fn text_of(payload: &(dyn Any + Send)) -> String {
    let text = (payload.downcast_ref::<String>().map(|text| &**text))
        .or_else(|| payload.downcast_ref::<&str>().copied());
    format!("panic: {}", text.unwrap_or("of an unknown kind"))
}

/// The text of the last function that failed in this thread: its name, the argument and the reason, in English, UTF-8.
/// Empty if none has failed. A success does not clear it. Valid until a function fails in this thread or the thread ends.
#[unsafe(no_mangle)]
pub extern "C" fn carom_last_error() -> *const c_char {
    let text = LAST_ERROR.try_with(|last| last.borrow().as_ptr());
    text.unwrap_or(c"".as_ptr())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::CStr;

    fn last_error() -> String {
        // SAFETY: the text is valid until the next failure in this thread, and it is copied here.
        unsafe { CStr::from_ptr(carom_last_error()) }
            .to_string_lossy()
            .into_owned()
    }

    #[test]
    fn a_panic_is_a_status() {
        assert_eq!(last_error(), "");
        let status = guarded("carom_test", || panic!("number {}", 7));
        assert_eq!(
            (status, &*last_error()),
            (CaromStatus::CaromPanic, "carom_test: panic: number 7")
        );
        assert_eq!(guarded("carom_test", || Ok(())), CaromStatus::CaromOk);
        assert_eq!(last_error(), "carom_test: panic: number 7");
    }

    #[test]
    fn each_thread_has_its_own_text() {
        let failed = guarded("carom_test", || Err(Failure::invalid("one\0two")));
        assert_eq!(failed, CaromStatus::CaromInvalid);
        assert_eq!(
            std::thread::spawn(last_error).join().ok(),
            Some(String::new())
        );
        assert_eq!(last_error(), "carom_test: one two");
    }
}
