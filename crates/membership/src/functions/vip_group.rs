//! `open-vip-group` for members; `list-vip-removals` and `mark-vip-removal` for administrators.

use ateneu_base::ids;
use ateneu_functions::{Administrator, Function, Nothing, Refusal, SignedIn};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{
    audit::write_audit_entry,
    request::{Done, PURPOSE},
};
use crate::{
    Payments,
    refused::Refused,
    vip_group::{VipGroupRemovals, mark_vip_removal, open_vip_group, vip_group_removals},
};

pub(super) fn functions() -> Vec<Function<Payments>> {
    vec![
        Function::new("open-vip-group", "entrar no grupo VIP", open),
        Function::new("list-vip-removals", PURPOSE, list),
        Function::new("mark-vip-removal", PURPOSE, mark),
    ]
}

/// Invitation to the group.
#[derive(Serialize, JsonSchema)]
struct VipGroupInvitation {
    url: String,
}

async fn open(payments: Payments, by: SignedIn, _: Nothing) -> Result<VipGroupInvitation, Refusal> {
    Ok(VipGroupInvitation { url: open_vip_group(&payments, &by.user_id).await? })
}

async fn list(payments: Payments, _: Administrator, _: Nothing) -> Result<VipGroupRemovals, Refusal> {
    Ok(vip_group_removals(&payments).await?)
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct MarkVipRemoval {
    user_id: String,
    /// False to remove the mark.
    removed: bool,
}

async fn mark(payments: Payments, by: Administrator, request: MarkVipRemoval) -> Result<Done, Refusal> {
    let user_id = ids::parse_uuid(&request.user_id).ok_or(Refused::PersonNotFound)?;
    let (subject, now, removed) = (user_id.clone(), payments.now(), request.removed);
    let actor = by.0.as_ref().map(|actor| actor.user_id.clone());
    let marked = mark_vip_removal(&payments, &user_id, actor, removed, move |tx| {
        write_audit_entry(
            tx,
            &by,
            "mark-vip-removal",
            &subject,
            (None, Some(json!({ "removed": removed }))),
            now,
        )
    });
    marked.await?;
    Ok(Done { message: if removed { "Marcado como removido do grupo." } else { "Marca desfeita." } })
}
