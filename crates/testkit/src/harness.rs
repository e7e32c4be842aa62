//! Macros for the harnesses of all crates.

/// Lets a harness be used as one of its fields: `deref!(Harness, app: TestApp);`.
#[macro_export]
macro_rules! deref {
    ($harness:ty, $field:tt: $part:ty) => {
        impl std::ops::Deref for $harness {
            type Target = $part;

            fn deref(&self) -> &$part {
                &self.$field
            }
        }
    };
}

/// Lets a test take a harness that is opened over a database alone: `opened_by!(Harness::open);`.
#[macro_export]
macro_rules! opened_by {
    ($harness:ident::$open:ident) => {
        impl $crate::databases::FromPlace for $harness {
            async fn from_place(place: $crate::databases::Place) -> Self {
                Self::$open(place.db).await
            }
        }
    };
}
