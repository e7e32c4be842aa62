//! Changes of a signed-in person to the own account.

mod changes;
