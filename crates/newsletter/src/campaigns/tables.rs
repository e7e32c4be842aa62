//! The tables of campaigns. All are internal: the panel reads and changes them through the server functions.

use ateneu_schema::{
    By, Erasure, OnDelete, Table,
    table::{Check, int, internal, json, text, timestamp, updated_at, uuid},
};

use super::words::{Audience, CampaignList, CampaignState, PauseReason, RecipientState, ReportKind};

pub fn tables() -> Vec<Table> {
    vec![campaigns(), bodies(), counts(), recipients(), departures(), segments(), rates()]
}

/// Campaigns: one letter to one list, sent once.
fn campaigns() -> Table {
    internal("campaigns", "Letters sent to lists.")
        .columns([
            // Short, because each recipient's row holds it.
            int("number").required(),
            uuid("content_id").references("contents", "id", OnDelete::SetNull),
            text("list").required().words::<CampaignList>(),
            // Questions that a recipient must satisfy, see `segment`.
            json("segment").required(),
            text("subject").required().length(1, 200),
            text("preheader").required().length(0, 200),
            text("sender_name").required().length(0, 100),
            text("reply_to").required().length(0, 254),
            text("state").words::<CampaignState>().or(CampaignState::Draft),
            timestamp("scheduled_at"),
            timestamp("started_at"),
            timestamp("finished_at"),
            // Words of the mail server, or name of the personal field, that belong to `pause`.
            text("pause_reason").length(0, 500),
            // Key of the signed links and envelope addresses of its emails.
            text("secret").required().secret(),
            // Grows with each save of the draft, so that a second writer overwrites nothing.
            int("version").or(1_i64),
            timestamp("created_at").now(),
            updated_at(),
            // Reason why the server stopped the campaign, or did not start it.
            text("pause").words::<PauseReason>(),
            // Place of the database at the owner's last decision. In a copy the campaign asks.
            text("place"),
        ])
        .primary_key(["number"])
        .index(["content_id"])
        .index(["state", "scheduled_at"])
}

/// The emails of a campaign, as templates, written at the start. Later changes of the letter do not reach them.
fn bodies() -> Table {
    internal("campaign_bodies", "Emails of campaigns, as templates.")
        .columns([
            int("campaign").required().references("campaigns", "number", OnDelete::Cascade),
            text("audience").required().words::<Audience>(),
            text("html").required(),
            text("text").required(),
        ])
        .primary_key(["campaign", "audience"])
}

/// Number of recipients in each state, changed in the transactions that change the recipients.
fn counts() -> Table {
    internal("campaign_counts", "Recipients of campaigns by state.")
        .columns([
            int("campaign").required().references("campaigns", "number", OnDelete::Cascade),
            int("recipients").or(0_i64),
            int("waiting").or(0_i64),
            int("sending").or(0_i64),
            int("delivered").or(0_i64),
            int("failed").or(0_i64),
            int("uncertain").or(0_i64),
            int("skipped").or(0_i64),
            int("unsubscribed").or(0_i64),
            int("bounced").or(0_i64),
            int("complaints").or(0_i64),
            // Complaints at which the campaign last stopped because of them.
            int("complaints_answered").or(0_i64),
            // Sender that works on it. Another one that takes over resets its unfinished recipients.
            text("sender").required().or(""),
            timestamp("progress_at"),
        ])
        .primary_key(["campaign"])
}

/// Recipients of campaigns, written once at the start. The row's state is the checkpoint of the sender.
fn recipients() -> Table {
    internal("campaign_recipients", "Recipients of campaigns.")
        .columns([
            int("campaign").required().references("campaigns", "number", OnDelete::Cascade),
            // Position in the campaign, from 1. Part of the Message-ID.
            int("number").required(),
            // Empty after the person's erasure.
            text("email"),
            uuid("user_id").references("users", "id", OnDelete::SetNull),
            text("audience").required().words::<Audience>(),
            text("state").words::<RecipientState>().or(RecipientState::Waiting),
            // Reason of a refusal or of a skip.
            text("reason"),
            // Number of begun deliveries.
            int("tries").or(0_i64),
            timestamp("started_at"),
            // Report that came after the relay had accepted the email.
            text("report").words::<ReportKind>(),
            timestamp("reported_at"),
        ])
        .primary_key(["campaign", "number"])
        .unique(["email", "campaign"])
        .index(["user_id"])
        .personal_data("email", By::Email, Erasure::Clear(&["email", "reason"]))
}

/// Addresses that left a list, without a subscription: members who want no premium letter, and people whose ended
/// subscription to the open newsletter was removed.
fn departures() -> Table {
    internal("newsletter_departures", "Addresses that left a list.")
        .columns([
            text("email").required(),
            text("list").required().words::<CampaignList>(),
            timestamp("created_at").now(),
        ])
        .primary_key(["email", "list"])
        .personal_data("email", By::Email, Erasure::Remove)
}

/// Saved segments.
fn segments() -> Table {
    internal("newsletter_segments", "Saved segments of the lists.")
        .columns([
            uuid("id").new_id(),
            text("name").required().length(1, 80),
            json("segment").required(),
            timestamp("created_at").now(),
            updated_at(),
        ])
        .unique(["name"])
}

/// Rates of sending that replace those of the configuration. At most one row.
fn rates() -> Table {
    internal("newsletter_rates", "Rates of sending.")
        .columns([int("id").required().check(Check::Range(1, 1)), json("rates").required(), updated_at()])
        .primary_key(["id"])
}
