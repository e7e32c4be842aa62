//! The tables of this crate.

use ateneu_base::Entitlement;
use ateneu_schema::{
    By, Erasure, OnDelete, Table,
    rule::{admin, own_email, owner},
    sanitize,
    table::{Check, Gender, boolean, exposed, int, internal, text, timestamp, updated_at, uuid},
};

use crate::{
    PaidPlan, PlanPeriod,
    access::{self, Closing},
    status::SubscriberStatus,
    words::{ObjectKind, PageState, RefundKind, RefundStep, RequestedChange},
};

pub fn tables() -> Vec<Table> {
    vec![
        subscribers(),
        plan_entitlements(),
        benefit_deliveries(),
        payment_customers(),
        payment_subscriptions(),
        payment_courtesies(),
        payment_invoices(),
        payment_refunds(),
        payment_charge_refunds(),
        membership_acts(),
        payment_checkouts(),
        vip_group_members(),
        vip_group_openings(),
        sandbox_objects(),
    ]
}

/// Paid memberships, one row for each person: the subscription that counts, as the payment provider last reported it. Written
/// only by the membership service.
fn subscribers() -> Table {
    exposed("subscribers", "Paid memberships.")
        .row_label("Assinatura", Gender::Feminine)
        .columns([
            uuid("id").new_id(),
            uuid("user_id").references("users", "id", OnDelete::Cascade),
            text("email").required().check(Check::Email).sanitized(sanitize::email),
            boolean("subscribed").or(false),
            text("plan").words::<PaidPlan>(),
            // What a charge pays for; empty for a courtesy.
            text("period").words::<PlanPeriod>(),
            text("status").required().words::<SubscriberStatus>(),
            // When the running period began, or a courtesy was given; empty until the provider is next asked.
            timestamp("current_period_start").unlisted(),
            timestamp("current_period_end"),
            boolean("cancel_at_period_end").or(false),
            text("customer_id"),
            text("subscription_id"),
            // When the oldest payment that is still owed failed.
            timestamp("past_due_since"),
            // What closes access whatever the state.
            text("closed_because").words::<Closing>(),
            // The end of what an administrator gave (`payment_courtesies`).
            timestamp("courtesy_until"),
            // Worked out from the above at every write: the one answer to "who has access".
            timestamp("access_until").derived(access::until_of_row),
            text("access_reason").derived(access::reason_of_row),
            // When the first subscription that was not given up began; empty for who never had one.
            timestamp("member_since").unlisted(),
            timestamp("created_at").now(),
            updated_at(),
        ])
        .unique(["user_id"])
        .unique(["email"])
        .unique(["subscription_id"])
        .index(["created_at desc", "id desc"])
        .index(["member_since", "id"])
        .index(["access_until", "id"])
        .index(["current_period_end", "id"])
        .facts(
            &["user_id"],
            "SELECT 'access' AS fact, plan AS value, access_until AS until FROM subscribers
             WHERE user_id = $1 AND plan IS NOT NULL",
        )
        .personal()
        .personal_data("email", By::Email, Erasure::Remove)
        // An open page follows what its person may open.
        .live()
        .read(owner("user_id").or(own_email("email")).or(admin()))
}

/// Entitlements of each plan. Written by [`crate::entitlements::record`]; `member_entitlements` joins it with the
/// members.
fn plan_entitlements() -> Table {
    internal("plan_entitlements", "What each plan entitles to.")
        .columns([
            text("plan").required().words::<PaidPlan>(),
            text("entitlement").required().words::<Entitlement>(),
            // From when the plan no longer has it: those who were members by then keep it until their next renewal.
            timestamp("ends_at"),
            // When that was first recorded: who becomes a member later does not get it.
            timestamp("announced_at"),
            // True where this server writes the email about it.
            boolean("tells_members").or(false),
            timestamp("notified_at"),
        ])
        .primary_key(["plan", "entitlement"])
        // A change concerns every member of the plan.
        .facts(
            &[],
            "SELECT 'entitlement' AS fact, entitlement AS value, until FROM member_entitlements WHERE user_id = $1",
        )
}

/// Deliveries of recurring benefits. Written only by [`crate::entitlements::deliveries`]; a row is never changed.
fn benefit_deliveries() -> Table {
    internal("benefit_deliveries", "Deliveries of recurring benefits.")
        .columns([
            text("entitlement").required().words::<Entitlement>(),
            // Id of what was delivered: a letter counts once.
            text("subject").required().length(1, 100),
            // The person who got it; empty where everybody with the entitlement did.
            uuid("user_id").references("users", "id", OnDelete::Cascade),
            timestamp("delivered_at").required(),
            // Evidence of the delivery.
            text("proof").required().length(1, 200),
            timestamp("created_at").now(),
        ])
        .primary_key(["entitlement", "subject"])
        .index(["entitlement", "delivered_at"])
        .index(["user_id"])
}

/// Customers of the payment provider. A row is the link between a person and a customer, never an address.
fn payment_customers() -> Table {
    internal("payment_customers", "Customers of the payment provider.")
        .columns([
            uuid("user_id").required().references("users", "id", OnDelete::Cascade),
            text("customer_id").required(),
            // Grows with every state that is written: what was fetched before the last one was written is fetched anew.
            int("revision").or(0_i64),
            // When the provider was last asked; empty: never yet.
            timestamp("refreshed_at"),
            timestamp("created_at").now(),
            updated_at(),
        ])
        .primary_key(["user_id"])
        .unique(["customer_id"])
        .index(["refreshed_at"])
}

/// Every subscription a person ever had, as the payment provider last reported it, and what closed it here. The one that
/// counts is repeated in `subscribers`.
fn payment_subscriptions() -> Table {
    internal("payment_subscriptions", "Subscriptions, present and past.")
        .columns([
            // The provider's.
            text("id").required(),
            uuid("user_id").required().references("users", "id", OnDelete::Cascade),
            text("customer_id").required(),
            // Empty for a price that is none of the plans: it grants nothing.
            text("plan"),
            // The provider's id of the price, by which it is recognised when its lookup key has moved to a newer one.
            text("price_id"),
            // What a charge pays for; empty where it is neither a month nor a year.
            text("period").words::<PlanPeriod>(),
            // What the next charge takes, in centavos; empty where the provider's answer does not tell.
            int("next_amount"),
            // The card that is charged, as its holder recognises it; empty for other means of payment.
            text("card_brand"),
            text("card_last_four"),
            // The provider's word, whatever it is.
            text("status").required(),
            timestamp("started_at").required(),
            timestamp("current_period_start"),
            timestamp("current_period_end"),
            boolean("cancel_at_period_end").or(false),
            timestamp("canceled_at"),
            timestamp("ended_at"),
            text("cancellation_reason"),
            timestamp("past_due_since"),
            timestamp("refunded_at"),
            timestamp("disputed_at"),
            timestamp("created_at").now(),
            updated_at(),
        ])
        .index(["user_id"])
        .index(["customer_id"])
        .index(["price_id"])
        .index(["started_at"])
        .index(["ended_at"])
}

/// Access without a charge, as administrators gave it: whole months, each grant a row. Who gave it stands in the audit log.
fn payment_courtesies() -> Table {
    internal("payment_courtesies", "Months given without a charge.")
        .columns([
            // Chosen by the caller, so that the same request, sent twice, is one grant.
            uuid("id").required(),
            uuid("user_id").required().references("users", "id", OnDelete::Cascade),
            // Whose rights it gives.
            text("plan").required().words::<PaidPlan>(),
            int("months").required(),
            text("reason").required(),
            // It begins where what was paid or given before ends.
            timestamp("starts_at").required(),
            timestamp("ends_at").required(),
            // Taken back before its end.
            timestamp("revoked_at"),
            timestamp("created_at").now(),
        ])
        .index(["user_id", "ends_at desc"])
}

/// Charges, with the receipts that a person may read.
fn payment_invoices() -> Table {
    exposed("payment_invoices", "Charges and their receipts.")
        .row_label("Recibo", Gender::Masculine)
        .columns([
            // The provider's.
            text("id").required(),
            // Empty after the person's erasure: the law wants the receipt for five years.
            uuid("user_id").references("users", "id", OnDelete::SetNull),
            text("subscription_id"),
            // The provider's id of the price that was charged; empty where the provider's answer does not name one.
            text("price_id"),
            // By that price or, where none is named, as the subscription had it when this was charged; empty for a price that
            // is none of the plans.
            text("plan"),
            // What it paid for, as the subscription had it when this was charged.
            text("period").words::<PlanPeriod>(),
            text("number"),
            // The CPF or CNPJ it is made out to, where the person gave one.
            text("tax_id"),
            // The provider's word: draft, open, paid, void or uncollectible.
            text("status").required(),
            // In centavos.
            int("amount").required(),
            text("currency").required(),
            timestamp("period_start"),
            timestamp("period_end"),
            timestamp("paid_at"),
            // When the charge was first seen to have failed; stays where it is paid later.
            timestamp("failed_at"),
            // When all of it was given back: the provider goes on calling it paid.
            timestamp("refunded_at"),
            // What was given back of it in parts, in centavos.
            int("refunded_amount").or(0_i64),
            // The provider's page of this invoice, and the document.
            text("hosted_url").check(Check::WebUrl),
            text("pdf_url").check(Check::WebUrl),
            timestamp("created_at").required(),
            updated_at(),
        ])
        .personal()
        .index(["user_id", "created_at desc"])
        .index(["created_at desc", "id desc"])
        .index(["status", "created_at desc"])
        .index(["amount desc", "id desc"])
        .index(["paid_at"])
        .index(["failed_at"])
        .index(["price_id"])
        .read(owner("user_id").or(admin()))
}

/// Money that is given back. A row is written before the provider is called, and its id is the idempotency key: a request
/// that was lost is sent again and refunds once.
fn payment_refunds() -> Table {
    internal("payment_refunds", "Subscriptions given back for their money.")
        .columns([
            uuid("id").new_id(),
            uuid("user_id").required().references("users", "id", OnDelete::Cascade),
            text("subscription_id").required(),
            // By which right: the law's, the guarantee's, or an administrator's.
            text("kind").required().words::<RefundKind>(),
            text("state").words::<RefundStep>().or(RefundStep::Begun),
            // In centavos.
            int("amount").required(),
            timestamp("created_at").now(),
            timestamp("settled_at"),
        ])
        .unique(["subscription_id"])
        .index(["user_id", "created_at desc"])
}

/// Parts of charges that are given back while the membership continues. A row is written before the provider is called
/// and its id is the idempotency key.
fn payment_charge_refunds() -> Table {
    internal("payment_charge_refunds", "Parts of charges given back.")
        .columns([
            // Chosen by the caller.
            uuid("id").required(),
            uuid("user_id").required().references("users", "id", OnDelete::Cascade),
            text("invoice_id").required(),
            // In centavos.
            int("amount").required(),
            text("state").words::<RefundStep>().or(RefundStep::Begun),
            timestamp("created_at").now(),
            timestamp("settled_at"),
        ])
        .index(["user_id"])
        .index(["invoice_id"])
        .index(["state", "created_at"])
}

/// Members' changes of their own membership: no further months, or further months after all. Administrators' changes
/// are in the audit log, and requested refunds in `payment_refunds`.
fn membership_acts() -> Table {
    internal("membership_acts", "What members did with their own membership.")
        .columns([
            uuid("id").new_id(),
            uuid("user_id").required().references("users", "id", OnDelete::Cascade),
            text("act").required().words::<RequestedChange>(),
            // When it was asked for, before the provider was called.
            timestamp("created_at").now(),
            // When the provider had done it; empty where it did not answer.
            timestamp("done_at"),
        ])
        .index(["user_id", "created_at desc"])
}

/// Intended payments. A row is written before the payment provider is called, and its id is the idempotency key. A
/// lost call is repeated and gives the same payment page.
fn payment_checkouts() -> Table {
    internal("payment_checkouts", "Payment pages asked for, and what became of them.")
        .columns([
            uuid("id").new_id(),
            uuid("user_id").required().references("users", "id", OnDelete::Cascade),
            text("plan").required().words::<PaidPlan>(),
            text("period").words::<PlanPeriod>().or(PlanPeriod::Month),
            // `opening`: asked for, and no answer is known yet.
            text("state").required().words::<PageState>(),
            // The provider's, once known.
            text("session_id"),
            // Its holder may pay.
            text("url").secret(),
            // The source of the visit in a few words; empty once it is counted or the page has closed unpaid.
            text("origin"),
            // As it was sent to the provider.
            timestamp("expires_at").required(),
            timestamp("created_at").now(),
            updated_at(),
        ])
        .unique(["session_id"])
        .unique_where(["user_id"], "state IN ('opening', 'open')")
        .index(["user_id", "created_at desc"])
}

/// People who opened the VIP group. Written by [`crate::vip_group`]; the group is elsewhere, so people are removed
/// there by hand.
fn vip_group_members() -> Table {
    internal("vip_group_members", "People who opened the VIP group.")
        .columns([
            uuid("user_id").required().references("users", "id", OnDelete::Cascade),
            timestamp("first_opened_at").required(),
            timestamp("last_opened_at").required(),
            // When and by whom an administrator removed the person from the group.
            timestamp("removed_at"),
            uuid("removed_by").references("users", "id", OnDelete::SetNull),
        ])
        .primary_key(["user_id"])
        .index(["removed_by"])
        .index(["removed_at desc"])
}

/// Each time the address of the VIP group was given to somebody: the last ones of each person.
fn vip_group_openings() -> Table {
    internal("vip_group_openings", "Openings of the VIP group.")
        .columns([
            uuid("id").new_id(),
            uuid("user_id").required().references("users", "id", OnDelete::Cascade),
            timestamp("opened_at").required(),
        ])
        .index(["user_id", "opened_at desc"])
}

/// Objects of the demo's payment provider, in the shapes of the real provider's responses.
fn sandbox_objects() -> Table {
    internal("sandbox_objects", "Customers, payment pages, subscriptions and invoices of the sandbox.")
        .columns([
            text("id").required(),
            text("kind").required().words::<ObjectKind>(),
            text("customer_id"),
            // JSON, kept as text.
            text("body").required().secret(),
            timestamp("created_at").now(),
            updated_at(),
        ])
        .index(["customer_id", "kind"])
        .personal_texts(["body"])
}
