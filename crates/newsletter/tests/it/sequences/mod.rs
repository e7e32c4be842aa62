//! Automated sequences over real databases.

mod checkout;
mod fixture;
mod functions;
mod kills;
mod links;
mod steps;
