//! Macros for the fixtures of all crates.

/// Lets a fixture be used as one of its fields: `deref!(Fixture, app: TestApp);`.
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

/// Lets a test take a fixture that is opened over a database alone: `opened_by!(Fixture::open);`.
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
