//! Counting through the real router into both databases.

mod arrivals;
mod house;
mod reports;
mod storing;
