//! Payments over real databases, against a mock of Stripe and the real sandbox.

#![expect(clippy::unwrap_used, reason = "a test that cannot ask must stop")]

mod access;
mod checkout;
mod courtesy;
mod disputes;
mod emails;
mod entitlements;
mod events;
mod fixture;
mod held_entitlements;
mod members;
mod methods;
mod milestones;
mod origins;
mod other_products;
mod panel;
mod plan_changes;
mod prices;
mod provider;
mod refund;
mod retention;
mod sandbox;
mod shop;
mod subscribers;
mod tax_ids;
mod vip_group;
mod withdrawals;
mod yearly;
