//! The command line of the server.

use std::{io::Write, path::PathBuf, process::ExitCode};

use anyhow::{Context, Result};
use ateneu_app::{
    Accounts, App, Config, Subjects,
    listener::{self, Limits},
};
use ateneu_auth::Rotation;
use ateneu_base::{Clock, config::Mode};
use ateneu_content::Content;
use ateneu_module::{demo, log_errors};
use clap::{CommandFactory, Parser, Subcommand};
use serde_json::json;
use tracing_subscriber::{Layer, layer::SubscriberExt, util::SubscriberInitExt};

use crate::{
    backups,
    check::check,
    config::{self, environment},
    imports::{self, ImportArguments},
};

/// The whole digital presence in one file.
#[derive(Parser)]
#[command(name = PROGRAM, version, about)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
    /// The folder that holds all data [environment: ATENEU_DATA]
    #[arg(long, global = true, value_name = "DIR")]
    data: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Command {
    /// Serve the site and all its services
    Serve {
        /// Fill an empty data folder with the demo
        #[arg(long)]
        demo: bool,
        /// Where to listen [environment: ATENEU_LISTEN]
        #[arg(long, value_name = "ADDR")]
        listen: Option<String>,
    },
    /// Print the public and the service key as JSON, or change the key that signs tokens
    Keys {
        #[command(subcommand)]
        command: Option<KeysCommand>,
    },
    /// Make administrators
    Admin {
        #[command(subcommand)]
        command: AdminCommand,
    },
    /// Print the commented sample configuration
    Config,
    /// Write files of the owner's words into the content folder, to be edited there
    Content {
        /// Such as `site` or `plans`; a file that is there already is kept
        #[arg(required = true)]
        names: Vec<String>,
    },
    /// Back up rows, files and the owner's words into one file, beside the running server
    Backup {
        /// Name of the new file; without it the backup is kept in the target that [backups] of the configuration names
        file: Option<PathBuf>,
        /// Leave the stored files out
        #[arg(long)]
        rows_only: bool,
        /// Encrypt the backup with the passphrase on the first line of this file
        #[arg(long, value_name = "FILE")]
        passphrase_file: Option<PathBuf>,
    },
    /// Restore a backup into an empty folder or database; its server sends and changes nothing until `ateneu resume`
    Restore {
        /// The backup
        #[arg(required_unless_present_any = ["from_target", "at"], conflicts_with_all = ["from_target", "at"])]
        file: Option<PathBuf>,
        /// Restore a copy of the configured target: `newest`, or its name
        #[arg(long, value_name = "NAME")]
        from_target: Option<String>,
        /// Restore the continuous copy of the configured target as it was at this time, such as `2026-11-22T15:00:05` in São
        /// Paulo or with a zone, or `newest`
        #[arg(long, value_name = "TIME", conflicts_with = "from_target")]
        at: Option<String>,
        /// Erase again the accounts of this list, which is kept beside the copies; those lists are read anyway
        #[arg(long, value_name = "FILE")]
        erased: Option<PathBuf>,
        /// The passphrase of an encrypted backup is on the first line of this file
        #[arg(long, value_name = "FILE")]
        passphrase_file: Option<PathBuf>,
    },
    /// Bring accounts, rows and files of a hosted project (Supabase) here; tries first, and changes nothing without --apply
    Import(ImportArguments),
    /// Let a restored server send mail, call other services and run its jobs
    Resume,
    /// Say what is unset, unsafe or still sample before launch; fails while something must be fixed
    Check,
    /// Say what the first start of this program changes in the database, and change nothing
    Upgrade {
        /// Without it nothing is done: `ateneu serve` upgrades by itself
        #[arg(long, required = true)]
        check: bool,
    },
    /// Print the completions of a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page
    Manual,
}

#[derive(Subcommand)]
enum KeysCommand {
    /// Make a new signing key; a running server takes it up, and tokens of the former one are valid until they expire
    Rotate,
    /// Make a new signing key and refuse everything the former ones signed: after a theft. People stay signed in
    Revoke,
    /// Make a new key to sign credentials of certificates; those of the former ones stay valid
    RotateCredentials,
    /// Make a new service key and print it; the former one is refused, by a running server too
    ReplaceService,
}

#[derive(Subcommand)]
enum AdminCommand {
    /// Make or raise an administrator; prints a one-time link to set the password
    Create {
        /// The person's e-mail address
        email: String,
    },
}

/// Runs the command line of a server with additional subjects.
pub fn main(own_subjects: Subjects) -> ExitCode {
    match run(Arguments::parse(), own_subjects) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("ateneu: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: Arguments, own_subjects: Subjects) -> Result<ExitCode> {
    let data = arguments
        .data
        .or_else(|| environment("ATENEU_DATA").map(PathBuf::from))
        .unwrap_or_else(|| PathBuf::from("data"));
    let (listen, demo) = match &arguments.command {
        Command::Serve { listen, demo } => (listen.clone(), *demo),
        Command::Config => {
            print!("{}", config::sample());
            return Ok(ExitCode::SUCCESS);
        }
        Command::Completions { shell } => {
            clap_complete::generate(*shell, &mut Arguments::command(), PROGRAM, &mut std::io::stdout());
            return Ok(ExitCode::SUCCESS);
        }
        Command::Manual => {
            print_manual(&mut std::io::stdout()).context("cannot print the manual")?;
            return Ok(ExitCode::SUCCESS);
        }
        _ => (None, false),
    };
    let mut config = config::load_with(own_subjects, &data, |name| match (name, &listen) {
        ("ATENEU_SERVER_LISTEN", Some(address)) => Some(address.clone()),
        _ => environment(name),
    })?;
    if demo {
        anyhow::ensure!(config.site.mode != Mode::Production, "the demo does not run in production mode");
        config.site.mode = Mode::Demo;
    }
    if !matches!(arguments.command, Command::Serve { .. }) {
        config = config.for_command();
    }
    // `check` prints its findings itself.
    let log = match arguments.command {
        Command::Check => "off",
        _ => &config.log,
    };
    tracing_subscriber::registry()
        .with(tracing_subscriber::fmt::layer().with_writer(std::io::stderr))
        .with(CountErrors)
        .with(tracing_subscriber::EnvFilter::new(log))
        .init();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    // Boxed, because the runtime would otherwise compile the whole server several times.
    runtime.block_on(Box::pin(execute(arguments.command, config)))
}

/// Counts the errors of the log, for `/metrics` and the panel.
struct CountErrors;

impl<S: tracing::Subscriber> Layer<S> for CountErrors {
    fn on_event(&self, event: &tracing::Event<'_>, _: tracing_subscriber::layer::Context<'_, S>) {
        if *event.metadata().level() == tracing::Level::ERROR {
            log_errors::record();
        }
    }
}

async fn execute(command: Command, config: Config) -> Result<ExitCode> {
    let clock = Clock::system();
    match command {
        Command::Serve { demo, .. } => serve(config, clock, demo).await?,
        Command::Keys { command } => {
            let Accounts { auth, db, .. } = Accounts::open(&config, clock.clone(), originals()?).await?;
            let rotated =
                |keys: Rotation| json!({ "kid": keys.kid, "signs_from": keys.signs_from.to_zulu() });
            let answer = match command {
                None => {
                    let keys = auth.api_keys();
                    json!({ "anon": keys.anon, "service_role": keys.service_role })
                }
                Some(KeysCommand::Rotate) => rotated(auth.rotate_keys().await?),
                Some(KeysCommand::Revoke) => rotated(auth.revoke_signing_keys().await?),
                Some(KeysCommand::RotateCredentials) => {
                    let made =
                        ateneu_learning::rotate_credential_key(&db, auth.secrets().at_rest, clock.now());
                    json!({ "kid": made.await? })
                }
                Some(KeysCommand::ReplaceService) => {
                    json!({ "service_role": auth.replace_service_key().await? })
                }
            };
            println!("{answer}");
        }
        Command::Admin { command: AdminCommand::Create { email } } => {
            let accounts = Accounts::open(&config, clock, originals()?).await?;
            println!("{}", accounts.auth.create_admin(&email).await?);
        }
        Command::Content { names } => {
            for path in ateneu_content::write_originals(&config.content_folder(), &names)? {
                println!("{}", path.display());
            }
        }
        Command::Check => {
            let findings = check(&config, clock).await;
            print!("{findings}");
            if !findings.must.is_empty() {
                return Ok(ExitCode::FAILURE);
            }
        }
        Command::Backup { file, rows_only, passphrase_file } => {
            backups::backup(&config, clock, file.as_deref(), rows_only, passphrase_file.as_deref()).await?;
        }
        Command::Restore { file, from_target, at, erased, passphrase_file } => {
            let from = backups::Chosen { file, from_target, at, erased, passphrase_file };
            backups::restore(&config, clock, from).await?;
        }
        Command::Import(arguments) => return imports::import(&config, clock, arguments).await,
        Command::Resume => backups::resume(&config).await?,
        Command::Upgrade { .. } => print_upgrade(&config).await?,
        Command::Config | Command::Completions { .. } | Command::Manual => {}
    }
    Ok(ExitCode::SUCCESS)
}

/// Name of the program.
const PROGRAM: &str = "ateneu";

/// Prints one manual page with all commands.
fn print_manual(out: &mut impl Write) -> std::io::Result<()> {
    let mut program = Arguments::command();
    program.build();
    let manual = clap_mangen::Man::new(program.clone());
    manual.render_title(out)?;
    manual.render_name_section(out)?;
    manual.render_synopsis_section(out)?;
    manual.render_options_section(out)?;
    writeln!(out, ".SH COMMANDS")?;
    for command in program.get_subcommands().filter(|command| !command.is_hide_set()) {
        print_command(out, command)?;
    }
    Ok(())
}

/// Prints a command with its arguments, and then its own commands.
fn print_command(out: &mut impl Write, command: &clap::Command) -> std::io::Result<()> {
    if command.get_name() == "help" {
        return Ok(());
    }
    let usage = command.clone().render_usage().to_string();
    let usage = usage.trim_start_matches("Usage: ").replace('-', "\\-");
    writeln!(out, ".TP\n\\fB{usage}\\fR")?;
    writeln!(out, "{}", command.get_about().map(ToString::to_string).unwrap_or_default())?;
    for argument in command.get_arguments().filter(|argument| !argument.is_global_set()) {
        let help = argument.get_help().map(ToString::to_string).unwrap_or_default();
        if !matches!(argument.get_id().as_str(), "help" | "version") {
            writeln!(out, ".RS\n.TP\n\\fI{argument}\\fR\n{help}\n.RE")?;
        }
    }
    command.get_subcommands().try_for_each(|own| print_command(out, own))
}

/// Prints the migrations that the next start applies.
async fn print_upgrade(config: &Config) -> Result<()> {
    let migrations: Vec<_> =
        ateneu_schema::MIGRATIONS.iter().chain(&config.declared.migrations).copied().collect();
    let pending = ateneu_db::pending(&config.database(), &migrations).await;
    match pending.context("this program cannot upgrade the database")?.as_slice() {
        [] => println!("nothing to upgrade: the database has every table of this program"),
        names => {
            println!("the next start applies {} migrations in one transaction:", names.len());
            names.iter().for_each(|name| println!("  {name}"));
            println!("make a backup first: a former program refuses the database afterwards");
        }
    }
    Ok(())
}

/// Returns the embedded content files: a command without emails must not fail for an edited file.
fn originals() -> Result<Content> {
    Content::open(None).context("the owner's words cannot be used")
}

async fn serve(config: Config, clock: Clock, demo: bool) -> Result<()> {
    let listen = config.site.listen;
    let limits = Limits::new(listener::raise_descriptor_limit(), config.trusted_proxies > 0);
    let app = App::open(config, clock).await?;
    if demo && app.is_empty().await? {
        eprintln!("filling the demo …");
        app.fill_demo().await?;
    }
    let tcp =
        tokio::net::TcpListener::bind(listen).await.with_context(|| format!("cannot listen on {listen}"))?;
    app.watch_content();
    announce(&app.public_url, demo);
    listener::serve(tcp, app.router.clone(), limits, stop_signal()).await;
    app.close().await
}

/// Prints the URL. A closed standard output is not an error.
fn announce(public_url: &str, demo: bool) {
    let mut text = format!("listening on {public_url}\n");
    if demo {
        text.push_str(&format!("\ndemo accounts (password {}):\n", demo::PASSWORD));
        for (email, purpose) in demo::ACCOUNTS {
            text.push_str(&format!("  {email:<30} {purpose}\n"));
        }
    }
    if let Err(error) = std::io::stdout().write_all(text.as_bytes()) {
        tracing::debug!(%error, "failed to write to the standard output");
    }
}

/// Resolves on Ctrl-C or SIGTERM.
async fn stop_signal() {
    let terminate = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => {
                signal.recv().await;
            }
            Err(error) => {
                tracing::error!(%error, "cannot listen for SIGTERM");
                std::future::pending::<()>().await;
            }
        }
    };
    let interrupt = async {
        if let Err(error) = tokio::signal::ctrl_c().await {
            tracing::error!(%error, "cannot listen for Ctrl-C");
            std::future::pending::<()>().await;
        }
    };
    tokio::select! { () = terminate => {}, () = interrupt => {} }
}
