//! The `ateneu` binary.

use std::process::ExitCode;

/// Allocator that returns freed memory to the system soon (decision 0044).
#[cfg(feature = "jemalloc")]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> ExitCode {
    ateneu_server::cli::main(Vec::new())
}
