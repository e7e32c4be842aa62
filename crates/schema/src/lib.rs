//! Declares tables: columns, checks, keys, personal data and who may do what, and what follows from a declaration: the
//! SQL that creates it, the access matrix and the TypeScript types. Also the buckets of files and the migrations.

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
