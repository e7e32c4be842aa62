//! Rows as structs.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Attribute, Data, DeriveInput, Error, Fields, LitStr, Result, ext::IdentExt};

/// Returns the implementation for the struct.
pub(crate) fn derive(item: &DeriveInput) -> Result<TokenStream> {
    let refused = |text| Err(Error::new_spanned(&item.ident, text));
    let Data::Struct(data) = &item.data else { return refused("a row is a struct") };
    let Fields::Named(fields) = &data.fields else { return refused("the fields of a row have names") };
    let Some(table) = attribute(&item.attrs, "table") else {
        return refused("expected `#[table(\"name\")]`");
    };
    let table: LitStr = table.parse_args()?;
    let (mut names, mut kinds, mut columns, mut keys) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for field in &fields.named {
        let Some(name) = &field.ident else { continue };
        let column = match attribute(&field.attrs, "column") {
            Some(attribute) => attribute.parse_args::<LitStr>()?.value(),
            None => name.unraw().to_string(),
        };
        if attribute(&field.attrs, "key").is_some() {
            keys.push(column.clone());
        }
        names.push(name);
        kinds.push(&field.ty);
        columns.push(column);
    }
    let row = &item.ident;
    let (schema, derived) = (quote!(::ateneu_schema), quote!(::ateneu_schema::derived));
    Ok(quote! {
        impl #schema::TableRow for #row {
            const TABLE: &'static str = #table;
            const KEY: &'static [&'static str] = &[#(#keys),*];
            const FIELDS: &'static [#schema::Field] = &[#(#schema::Field::of::<#kinds>(#columns)),*];

            fn values(&self) -> ::std::vec::Vec<#derived::Value> {
                ::std::vec![#(#schema::ColumnValue::to_value(&self.#names)),*]
            }

            fn from_values(
                values: ::std::vec::Vec<#derived::Value>,
            ) -> ::std::result::Result<Self, #schema::Mismatch> {
                let mut values = values.into_iter();
                ::std::result::Result::Ok(Self {
                    #(#names: #derived::next_field::<Self, _>(&mut values, #columns)?),*
                })
            }
        }
    })
}

fn attribute<'a>(attributes: &'a [Attribute], name: &str) -> Option<&'a Attribute> {
    attributes.iter().find(|attribute| attribute.path().is_ident(name))
}
