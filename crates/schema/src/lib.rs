//! Declares tables: columns, checks, keys, personal data and who may do what, and what follows from a declaration: the
//! SQL that creates it, the access matrix and the TypeScript types. Also the buckets of files and the migrations.
//!
//! The modules, from the lowest to the highest. Each imports only from those before it; `cargo xtask tidy` reads this list
//! and checks it.
//!
//! - `default`: defaults of columns
//! - `column`: one column: what it holds, its limits, who may set it
//! - `rule`: rules: who may do what with a row
//! - `bucket`: buckets of files
//! - `table`: declared tables: columns, checks, keys, rules
//! - `personal_data`: how a row names its person, and what becomes of it when the account is erased
//! - `facts`: what tables say of a person, as rules ask it
//! - `ddl`: the SQL that creates a declared table
//! - `migrations`: the SQL that made the tables, in order
//! - `nesting`: bounds the nesting of a text
//! - `sanitize`: cleaning of HTML before it is stored
//! - `access_matrix`: the page that says who may do what
//! - `json_schema`: types described by JSON Schema, as TypeScript
//! - `typescript`: the type of the database, as TypeScript

pub mod access_matrix;
mod bucket;
mod column;
pub mod ddl;
mod default;
mod facts;
pub mod json_schema;
mod migrations;
pub mod nesting;
mod personal_data;
pub mod rule;
pub mod sanitize;
pub mod table;
pub mod typescript;

pub use bucket::{Bucket, FileRows, Holder, Quota, object_key};
pub use facts::{FactSource, People};
pub use migrations::MIGRATIONS;
pub use personal_data::{By, Erasure, PersonalColumn, WithoutPerson};
pub use rule::{Rule, Set};
pub use table::{Check, Column, Default, Kind, OnDelete, Schema, Source, Table};
