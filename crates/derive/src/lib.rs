//! Derive macros. Each is described at its entry point here.
//!
//! The modules, from the lowest to the highest. Each imports only from those before it; `cargo xtask tidy` reads this list
//! and checks it.
//!
//! - `names`: names of variants as words
//! - `refusals`: the enum of a crate's refusals
//! - `table_row`: rows as structs
//! - `words`: enums whose values are stored words

mod names;
mod refusals;
mod table_row;
mod words;

use proc_macro::TokenStream;

/// Makes an enum without fields the list of a crate's refusals.
///
/// `#[refusal(409, "Frase.")]` before a variant gives its HTTP status and its sentence. The code is the variant in
/// snake_case, or that of `#[refusal(403, code = "payment_disputed", "Frase.")]`. `#[refusal(Error, ..)]` before the enum
/// names the errors that a variant becomes by `?` and `into`: types with `From<ateneu_base::Refusal>`.
///
/// Derives `ALL` with every refusal, `From<Self> for ateneu_base::Refusal`, and `saying`, which replaces the sentence.
/// An unused variant remains a warning.
#[proc_macro_derive(Refusals, attributes(refusal))]
pub fn refusals(item: TokenStream) -> TokenStream {
    let item = syn::parse_macro_input!(item as syn::DeriveInput);
    refusals::derive(&item).unwrap_or_else(|error| error.to_compile_error()).into()
}

/// Makes a struct a row of the table in `#[table("users")]`: `ateneu_schema::TableRow`.
///
/// Each field is a column of its name, or of that in `#[column("type")]`. `#[key]` marks the fields of the primary key. A
/// row without a key is read or inserted, never updated.
#[proc_macro_derive(TableRow, attributes(table, key, column))]
pub fn table_row(item: TokenStream) -> TokenStream {
    let item = syn::parse_macro_input!(item as syn::DeriveInput);
    table_row::derive(&item).unwrap_or_else(|error| error.to_compile_error()).into()
}

/// Makes the variants of an enum without fields stored words: `ateneu_schema::Words`.
///
/// The word is the variant in snake_case, or that in `#[word("..")]`. Derives serde's `Serialize` and `Deserialize`,
/// `JsonSchema` and `From` for `Value` too.
#[proc_macro_derive(Words, attributes(word))]
pub fn words(item: TokenStream) -> TokenStream {
    let item = syn::parse_macro_input!(item as syn::DeriveInput);
    words::derive(&item).unwrap_or_else(|error| error.to_compile_error()).into()
}
