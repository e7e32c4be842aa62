//! What a signed-in person changes in the own account.

mod changes;
