//! The database room held to its word, on SQLite and on PostgreSQL.

#[cfg(test)]
mod announcements;
#[cfg(test)]
mod costs;
#[cfg(test)]
mod dialect;
#[cfg(test)]
mod failures;
#[cfg(test)]
mod migrations;
#[cfg(test)]
mod nodes;
#[cfg(test)]
mod toy;
#[cfg(test)]
mod transactions;
#[cfg(test)]
mod violations;
