//! Derive macros. Each is described at its entry point here.
//!
//! The modules, from the lowest to the highest. Each imports only from those before it; `cargo xtask tidy` reads this list
//! and checks it.
//!
//! - `refusals`: the enum of a crate's refusals

mod refusals;

use proc_macro::TokenStream;

/// Makes an enum without fields the list of a crate's refusals.
///
/// `#[refusal(409, "Frase.")]` before a variant gives its HTTP status and its sentence. The code is the variant in
/// snake_case, or that of `#[refusal(403, code = "payment_disputed", "Frase.")]`. `#[refusal(Error, ..)]` before the enum
/// names the errors that a variant becomes by `?` and `into`: types with `From<ateneu_base::Refusal>`.
///
/// Derives `ALL` with every refusal, `From<Self> for ateneu_base::Refusal`, and `saying`, which exchanges the sentence.
/// A variant that nothing uses remains a warning.
#[proc_macro_derive(Refusals, attributes(refusal))]
pub fn refusals(item: TokenStream) -> TokenStream {
    let item = syn::parse_macro_input!(item as syn::DeriveInput);
    refusals::derive(&item).unwrap_or_else(|error| error.to_compile_error()).into()
}
