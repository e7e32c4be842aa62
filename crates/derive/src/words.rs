//! Enums whose values are stored words.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Attribute, Data, DeriveInput, Error, Expr, ExprLit, Fields, Lit, LitStr, Meta, Result};

use crate::names::snake_case;

/// Returns the implementations for the enum.
pub(crate) fn derive(item: &DeriveInput) -> Result<TokenStream> {
    let Data::Enum(data) = &item.data else {
        return Err(Error::new_spanned(&item.ident, "words are the variants of an enum"));
    };
    let name = &item.ident;
    let (mut variants, mut words) = (Vec::new(), Vec::new());
    for variant in &data.variants {
        if !matches!(variant.fields, Fields::Unit) {
            return Err(Error::new_spanned(variant, "a word has no fields"));
        }
        let given = variant.attrs.iter().find(|attribute| attribute.path().is_ident("word"));
        words.push(match given {
            Some(attribute) => attribute.parse_args::<LitStr>()?.value(),
            None => snake_case(&variant.ident.to_string()),
        });
        variants.push(&variant.ident);
    }
    let about = about(&item.attrs);
    let text = name.to_string();
    let derived = quote!(::ateneu_schema::derived);
    let (serde, schemars) = (quote!(#derived::serde), quote!(#derived::schemars));
    Ok(quote! {
        impl ::ateneu_schema::Words for #name {
            const NAME: &'static str = #text;
            const ALL: &'static [Self] = &[#(Self::#variants),*];
            const WORDS: &'static [&'static str] = &[#(#words),*];

            fn word(self) -> &'static str {
                match self {
                    #(Self::#variants => #words),*
                }
            }
        }

        impl ::std::convert::From<#name> for #derived::Value {
            fn from(value: #name) -> Self {
                ::ateneu_schema::Words::word(value).into()
            }
        }

        impl #serde::Serialize for #name {
            fn serialize<S: #serde::Serializer>(&self, writer: S) -> ::std::result::Result<S::Ok, S::Error> {
                writer.serialize_str(::ateneu_schema::Words::word(*self))
            }
        }

        impl<'de> #serde::Deserialize<'de> for #name {
            fn deserialize<D: #serde::Deserializer<'de>>(word: D) -> ::std::result::Result<Self, D::Error> {
                #derived::deserialize(word)
            }
        }

        impl #schemars::JsonSchema for #name {
            fn schema_name() -> ::std::borrow::Cow<'static, str> {
                #text.into()
            }

            fn json_schema(_: &mut #schemars::SchemaGenerator) -> #schemars::Schema {
                #derived::schema::<Self>(#about)
            }
        }
    })
}

/// Returns the doc comment as one text.
fn about(attributes: &[Attribute]) -> String {
    let line = |attribute: &Attribute| match &attribute.meta {
        Meta::NameValue(pair) if pair.path.is_ident("doc") => match &pair.value {
            Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.value().trim().to_owned()),
            _ => None,
        },
        _ => None,
    };
    attributes.iter().filter_map(line).collect::<Vec<_>>().join(" ")
}
