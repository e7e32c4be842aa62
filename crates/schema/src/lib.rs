//! Declares tables (columns, checks, keys, personal data, rules) and derives from the declarations the SQL, the access
//! matrix and the TypeScript types. Also the buckets of files and the migrations.
//!
//! The modules, from the lowest to the highest. Each imports only from those before it; `cargo xtask tidy` reads this list
//! and checks it.
//!
//! - `default`: defaults of columns
//! - `source`: origins of the values of columns
//! - `words`: enums whose values are stored words
//! - `column`: one column: its values, their limits, the callers that may set it
//! - `rule`: rules: rights of callers on a row
//! - `bucket`: buckets of files
//! - `table`: declared tables: columns, checks, keys, rules
//! - `row`: rows as structs, compared with their declared tables
//! - `personal_data`: columns that name a person, and erasure with the account
//! - `facts`: facts about a person, which rules read
//! - `ddl`: the SQL that creates a declared table
//! - `migrations`: the SQL of the migrations, in order
//! - `audience`: parts of a text for members
//! - `nesting`: bounds the nesting of a text
//! - `sanitize`: cleaning of HTML before it is stored
//! - `access_matrix`: the page that lists the rights
//! - `json_schema`: types described by JSON Schema, as TypeScript
//! - `typescript`: the type of the database, as TypeScript

// The derived implementations name this crate.
extern crate self as ateneu_schema;

pub mod access_matrix;
pub mod audience;
mod bucket;
mod column;
pub mod ddl;
mod default;
mod facts;
pub mod json_schema;
mod migrations;
pub mod nesting;
mod personal_data;
mod row;
pub mod rule;
pub mod sanitize;
mod source;
pub mod table;
pub mod typescript;
mod words;

pub use ateneu_derive::{TableRow, Words};
pub use bucket::{Bucket, FileRows, Holder, Quota, object_key};
pub use facts::{FactSource, People};
pub use migrations::MIGRATIONS;
pub use personal_data::{By, Erasure, PersonalColumn, WithoutPerson};
pub use row::{AsJson, ColumnValue, Field, Mismatch, TableRow};
pub use rule::{Rule, Set};
pub use table::{Check, Column, Default, Kind, OnDelete, Schema, Source, Table};
pub use words::Words;

/// The names that derived implementations use.
#[doc(hidden)]
pub mod derived {
    pub use ateneu_base::Value;
    pub use schemars;
    pub use serde;

    pub use crate::{
        row::next_field,
        words::{deserialize, schema},
    };
}
