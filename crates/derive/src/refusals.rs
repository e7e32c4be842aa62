//! The enum of a crate's refusals.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{
    Attribute, Data, DeriveInput, Error, Fields, LitInt, LitStr, Path, Result, Token, Variant,
    parse::{Parse, ParseStream},
    punctuated::Punctuated,
};

use crate::names::snake_case;

/// The attribute of a variant.
struct Declared {
    status: u16,
    code: Option<String>,
    sentence: String,
}

impl Parse for Declared {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let status: LitInt = input.parse()?;
        input.parse::<Token![,]>()?;
        let code = if input.peek(LitStr) {
            None
        } else {
            let word: syn::Ident = input.parse()?;
            if word != "code" {
                return Err(Error::new(word.span(), "expected `code = \"..\"` or the sentence"));
            }
            input.parse::<Token![=]>()?;
            let code: LitStr = input.parse()?;
            input.parse::<Token![,]>()?;
            Some(code.value())
        };
        let sentence: LitStr = input.parse()?;
        input.parse::<Option<Token![,]>>()?;
        let number = status.base10_parse()?;
        if !(400..600).contains(&number) {
            return Err(Error::new(status.span(), "the status of a refusal is from 400 to 599"));
        }
        Ok(Self { status: number, code, sentence: sentence.value() })
    }
}

/// Returns the implementations for the enum.
pub(crate) fn derive(item: &DeriveInput) -> Result<TokenStream> {
    let Data::Enum(data) = &item.data else {
        return Err(Error::new_spanned(&item.ident, "the refusals of a crate are an enum"));
    };
    let name = &item.ident;
    let refusal = quote!(::ateneu_base::Refusal);
    let (mut all, mut arms) = (Vec::new(), Vec::new());
    for variant in &data.variants {
        let Declared { status, code, sentence } = attribute(variant)?.parse_args()?;
        let (variant, code) =
            (&variant.ident, code.unwrap_or_else(|| snake_case(&variant.ident.to_string())));
        let built = quote!(#refusal::new(#status, #code, #sentence));
        arms.push(quote!(#name::#variant => #built));
        all.push(built);
    }
    let mut errors = Vec::new();
    for attribute in item.attrs.iter().filter(|attribute| attribute.path().is_ident("refusal")) {
        let paths = attribute.parse_args_with(Punctuated::<Path, Token![,]>::parse_terminated)?;
        errors.extend(paths);
    }
    Ok(quote! {
        impl #name {
            /// Every refusal, in the order of the variants.
            pub const ALL: &'static [#refusal] = &[#(#all),*];

            /// Returns the refusal with this sentence.
            #[allow(dead_code, reason = "not every list of refusals has sentences with variable parts")]
            pub fn saying(self, sentence: impl Into<::std::borrow::Cow<'static, str>>) -> #refusal {
                #refusal::from(self).saying(sentence)
            }
        }

        impl ::std::convert::From<#name> for #refusal {
            fn from(refused: #name) -> Self {
                match refused {
                    #(#arms),*
                }
            }
        }

        #(impl ::std::convert::From<#name> for #errors {
            fn from(refused: #name) -> Self {
                #refusal::from(refused).into()
            }
        })*
    })
}

fn attribute(variant: &Variant) -> Result<&Attribute> {
    if !matches!(variant.fields, Fields::Unit) {
        return Err(Error::new_spanned(variant, "a refusal has no fields"));
    }
    let found = variant.attrs.iter().find(|attribute| attribute.path().is_ident("refusal"));
    found.ok_or_else(|| Error::new_spanned(variant, "expected `#[refusal(status, \"sentence\")]`"))
}
