//! The server: configuration, the modules behind one router, demo data, command line. The binary is `main.rs`.

pub mod app;
pub mod check;
pub mod cli;
pub mod config;
mod cors;
mod courses;
pub mod demo;
mod files_host;
pub mod listener;
mod mail;
mod metrics;
pub mod modules;
mod named;
pub mod oidc;
mod payments;
mod presence;
mod presented;
pub mod saml;
mod visits;
mod words;
