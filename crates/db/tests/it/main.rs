//! Guarantees of the database, on SQLite and on PostgreSQL.

#![expect(clippy::unwrap_used, reason = "a test stops where it fails")]

mod announcements;
mod costs;
mod dialect;
mod failures;
mod migrations;
mod nodes;
mod search_index;
mod table_rows;
mod toy;
mod transactions;
mod violations;
