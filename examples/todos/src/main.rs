//! The server with one more module.

use std::process::ExitCode;

fn main() -> ExitCode {
    ateneu_server::cli::main(vec![&todos::Todos])
}
