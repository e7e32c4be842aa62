//! Access to the external courses over both databases, against a stand-in for the platform.

mod asking;
mod events;
mod house;
mod platform;
mod upkeep;
