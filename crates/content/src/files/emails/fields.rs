//! The types of what texts name: one struct for each email, one enum for each phrase with alternatives.

use ateneu_base::fold::one_line;

use crate::template::{Block, Chosen, Field, Kind, Value};

/// Type of a value that a text may name.
pub trait FieldType {
    /// Kind of the placeholder.
    const KIND: Kind;
    /// True if the value may be absent.
    const MAY_LACK: bool = false;

    /// Returns the value.
    fn value(&self) -> Value;
}

/// The values that one text may name.
pub trait Fields {
    /// The placeholders of the values, in order.
    const FIELDS: &'static [Field];

    /// Returns the values, in order.
    fn values(&self) -> Vec<Value>;
}

/// A phrase with alternatives, each of which may name values.
pub trait Phrase {
    /// Key and placeholders of each alternative.
    const ALTERNATIVES: &'static [(&'static str, &'static [Field])];

    /// Returns the alternative that this value is.
    fn chosen(&self) -> Chosen;
}

/// Address that the button opens.
#[derive(Clone, Debug)]
pub struct Button(pub String);

/// A code to be typed.
#[derive(Clone, Debug)]
pub struct Code(pub String);

/// Text of a person, line breaks kept.
#[derive(Clone, Debug)]
pub struct Quote(pub String);

/// Links: text and address.
#[derive(Clone, Debug)]
pub struct Links(pub Vec<(String, String)>);

/// Lines.
#[derive(Clone, Debug)]
pub struct List(pub Vec<String>);

impl FieldType for String {
    const KIND: Kind = Kind::Text;

    fn value(&self) -> Value {
        Value::Text(one_line(self))
    }
}

impl FieldType for i64 {
    const KIND: Kind = Kind::Text;

    fn value(&self) -> Value {
        Value::Text(self.to_string())
    }
}

impl<T: FieldType> FieldType for Option<T> {
    const KIND: Kind = T::KIND;
    const MAY_LACK: bool = true;

    fn value(&self) -> Value {
        self.as_ref().map_or(Value::Absent, FieldType::value)
    }
}

macro_rules! block_fields {
    ($($name:ident => $block:expr;)+) => {$(
        impl FieldType for $name {
            const KIND: Kind = Kind::$name;

            fn value(&self) -> Value {
                let block: fn(_) -> Block = $block;
                Value::Block(block(self.0.clone()))
            }
        }
    )+};
}

block_fields! {
    Button => |link| Block::Action { label: String::new(), link };
    Code => Block::Code;
    Quote => Block::Quote;
    Links => Block::Links;
    List => Block::List;
}

/// Returns the declaration of a placeholder.
pub(super) const fn field(name: &'static str, kind: Kind, may_lack: bool, is_required: bool) -> Field {
    Field {
        name: std::borrow::Cow::Borrowed(name),
        kind,
        may_lack,
        is_required: is_required || kind.is_block(),
    }
}

/// Declares a placeholder: its type, its name, and `required` if the texts of the email must contain it.
macro_rules! placeholder {
    ($kind:ty, $name:literal) => {
        $crate::files::emails::fields::placeholder!(@ $kind, $name, false)
    };
    ($kind:ty, $name:literal required) => {
        $crate::files::emails::fields::placeholder!(@ $kind, $name, true)
    };
    (@ $kind:ty, $name:literal, $required:literal) => {
        $crate::files::emails::fields::field(
            $name,
            <$kind as $crate::files::emails::fields::FieldType>::KIND,
            <$kind as $crate::files::emails::fields::FieldType>::MAY_LACK,
            $required,
        )
    };
}

/// Declares the structs of emails: `field: Type = "nome do campo no arquivo"`. Blocks are required, texts where it says so.
macro_rules! email_fields {
    ($(
        $(#[$meta:meta])+
        $name:ident {
            $($(#[$field_meta:meta])+ $field:ident: $kind:ty = $placeholder:literal $($required:ident)?,)*
        }
    )+) => {$(
        $(#[$meta])+
        #[derive(Clone, Debug)]
        pub struct $name {
            $($(#[$field_meta])+ pub $field: $kind,)*
        }

        impl $crate::files::emails::fields::Fields for $name {
            const FIELDS: &'static [$crate::template::Field] =
                &[$($crate::files::emails::fields::placeholder!($kind, $placeholder $($required)?)),*];

            fn values(&self) -> Vec<$crate::template::Value> {
                vec![$($crate::files::emails::fields::FieldType::value(&self.$field)),*]
            }
        }
    )+};
}

/// Declares structs of emails that name the same values as another struct.
macro_rules! email_fields_of {
    ($fields:ident: $($(#[$meta:meta])+ $name:ident,)+) => {$(
        $(#[$meta])+
        #[derive(Clone, Debug)]
        pub struct $name(pub $fields);

        impl $crate::files::emails::fields::Fields for $name {
            const FIELDS: &'static [$crate::template::Field] =
                <$fields as $crate::files::emails::fields::Fields>::FIELDS;

            fn values(&self) -> Vec<$crate::template::Value> {
                self.0.values()
            }
        }
    )+};
}

/// Declares phrases: `Alternative = "chave" { field: Type = "nome do campo no arquivo" }`.
macro_rules! phrases {
    ($(
        $(#[$meta:meta])+
        $name:ident in $texts:ident {
            $(
                $(#[$alternative_meta:meta])+
                $alternative:ident = $key:literal
                $({ $($(#[$field_meta:meta])+ $field:ident: $kind:ty = $placeholder:literal $($required:ident)?,)+ })?,
            )+
        }
    )+) => {$(
        $(#[$meta])+
        #[derive(Clone, Debug)]
        pub enum $name {
            $(
                $(#[$alternative_meta])+
                $alternative $({ $($(#[$field_meta])+ $field: $kind,)+ })?,
            )+
        }

        impl $crate::files::emails::fields::Phrase for $name {
            const ALTERNATIVES: &'static [(&'static str, &'static [$crate::template::Field])] = &[$((
                $key,
                &[$($($crate::files::emails::fields::placeholder!($kind, $placeholder $($required)?),)+)?],
            )),+];

            fn chosen(&self) -> $crate::template::Chosen {
                let (key, values) = match self {
                    $(Self::$alternative $({ $($field),+ })? => (
                        $key,
                        vec![$($($crate::files::emails::fields::FieldType::value($field)),+)?],
                    ),)+
                };
                $crate::template::Chosen { phrase: stringify!($texts), key, values }
            }
        }

        impl $crate::files::emails::fields::FieldType for $name {
            const KIND: $crate::template::Kind = $crate::template::Kind::Text;

            fn value(&self) -> $crate::template::Value {
                $crate::template::Value::Phrase($crate::files::emails::fields::Phrase::chosen(self))
            }
        }
    )+};
}

pub(super) use {email_fields, email_fields_of, phrases, placeholder};
