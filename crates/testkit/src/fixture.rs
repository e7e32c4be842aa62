//! Macros for the fixtures of all crates.

/// Dereferences a fixture to one of its fields: `deref!(Fixture, app: TestApp);`.
#[macro_export]
macro_rules! deref {
    ($fixture:ty, $field:tt: $part:ty) => {
        impl std::ops::Deref for $fixture {
            type Target = $part;

            fn deref(&self) -> &$part {
                &self.$field
            }
        }
    };
}

/// Makes a fixture that opens over a database an argument of tests: `opened_by!(Fixture::open);`.
#[macro_export]
macro_rules! opened_by {
    ($fixture:ident::$open:ident) => {
        impl $crate::databases::FromPlace for $fixture {
            async fn from_place(place: $crate::databases::Place) -> Self {
                Self::$open(place.db).await
            }
        }
    };
}
