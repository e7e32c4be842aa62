//! The server: configuration, the modules behind one router, demo data, command line. The binary is `main.rs`.

pub mod app;
mod authenticate;
mod certificates;
mod check;
pub mod cli;
mod community;
pub mod config;
mod config_sections;
mod content_reload;
mod conversions;
mod cors;
mod courses;
pub mod demo;
mod files;
mod files_host;
mod health;
mod instance_lock;
pub mod listener;
mod mail;
mod metrics;
pub mod modules;
pub mod oidc;
mod overview;
mod page_view_filter;
mod payments;
mod realtime;
pub mod saml;
