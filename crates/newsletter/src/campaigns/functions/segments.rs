//! Segments and their readers.

use ateneu_base::{Timestamp, fold::one_line, ids};
use ateneu_db::{Error, ViolationKind};
use ateneu_functions::{Administrator, Function, Nothing, Refusal};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::refusals::{PURPOSE, write_audit_entry};
use crate::{
    campaigns::{
        segment::{Reader, Readers, Segment},
        service::Campaigns,
        words::CampaignList,
    },
    refused::Refused,
};

/// Number of readers in a preview.
const PREVIEW: u32 = 20;

/// Maximum number of saved segments.
const MAX_SEGMENTS: i64 = 100;

/// Maximum length of a name in characters.
const MAX_NAME: usize = 80;

pub(super) fn functions() -> Vec<Function<Campaigns>> {
    vec![
        Function::new("preview-segment", PURPOSE, preview),
        Function::new("list-segments", PURPOSE, list),
        Function::new("save-segment", PURPOSE, save),
        Function::new("delete-segment", PURPOSE, delete),
    ]
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct PreviewSegment {
    list: CampaignList,
    segment: Segment,
}

/// Number of readers of a segment, and the first twenty.
#[derive(Serialize, JsonSchema)]
struct SegmentReaders {
    count: i64,
    readers: Vec<Reader>,
}

async fn preview(
    campaigns: Campaigns,
    _: Administrator,
    of: PreviewSegment,
) -> Result<SegmentReaders, Refusal> {
    if !of.segment.is_valid() {
        return Err(Refused::SegmentInvalid.into());
    }
    let now = campaigns.now();
    let found = campaigns.0.db.read(move |tx| {
        let readers = Readers::new(tx.dialect(), (of.list, &of.segment), now, Vec::new());
        Ok::<_, Error>(SegmentReaders { count: readers.count(tx)?, readers: readers.first(tx, PREVIEW)? })
    });
    Ok(found.await?)
}

/// A saved segment.
#[derive(Serialize, JsonSchema)]
struct SavedSegment {
    id: String,
    name: String,
    segment: Segment,
    updated_at: Timestamp,
}

#[derive(Serialize, JsonSchema)]
struct SavedSegments {
    segments: Vec<SavedSegment>,
}

async fn list(campaigns: Campaigns, _: Administrator, _: Nothing) -> Result<SavedSegments, Refusal> {
    let sql = "SELECT id, name, segment, updated_at FROM newsletter_segments ORDER BY name";
    let rows = campaigns.0.db.read(move |tx| tx.query(sql, &[])).await?;
    let saved = rows.iter().map(|row| {
        let text = |column: &str| row.text(column).unwrap_or_default().to_owned();
        Ok::<_, Error>(SavedSegment {
            id: text("id"),
            name: text("name"),
            segment: row.json("segment")?.unwrap_or_default(),
            updated_at: row.instant("updated_at").unwrap_or_default(),
        })
    });
    Ok(SavedSegments { segments: saved.collect::<Result<_, _>>()? })
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct SaveSegment {
    /// Id of a saved segment, `null` for a new one.
    id: Option<String>,
    name: String,
    segment: Segment,
}

/// A segment by its id.
#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct SegmentId {
    id: String,
}

async fn save(campaigns: Campaigns, by: Administrator, of: SaveSegment) -> Result<SegmentId, Refusal> {
    let name = one_line(&of.name);
    if !of.segment.is_valid() || !(1..=MAX_NAME).contains(&name.chars().count()) {
        return Err(Refused::SegmentInvalid.into());
    }
    let now = campaigns.now();
    let (is_new, id) = (of.id.is_none(), of.id.unwrap_or_else(|| ids::row_id(now)));
    let (key, segment) = (id.clone(), serde_json::json!(of.segment).to_string());
    let saved = campaigns.0.db.write(move |tx| {
        if !is_new {
            let sql = "UPDATE newsletter_segments SET name = $2, segment = $3, updated_at = $4 WHERE id = $1";
            let values = [(&key).into(), (&name).into(), segment.into(), now.into()];
            if tx.execute(sql, &values)? == 0 {
                return Ok(Some(Refused::SegmentUnknown));
            }
            write_audit_entry(tx, &by, ("save-segment", &key), Some(&name), now)?;
            return Ok(None);
        }
        tx.lock("newsletter_segments")?;
        let count: i64 = tx.query_one_as("SELECT count(*) FROM newsletter_segments", &[])?;
        if count >= MAX_SEGMENTS {
            return Ok(Some(Refused::TooManySegments));
        }
        let sql = "INSERT INTO newsletter_segments (id, name, segment, created_at, updated_at) VALUES ($1, $2, $3, $4, $4)";
        tx.execute(sql, &[(&key).into(), (&name).into(), segment.into(), now.into()])?;
        write_audit_entry(tx, &by, ("save-segment", &key), Some(&name), now)?;
        Ok::<_, Error>(None)
    });
    match saved.await {
        Ok(None) => {}
        Ok(Some(refused)) => return Err(refused.into()),
        Err(Error::Violation(violation)) if violation.kind == ViolationKind::Unique => {
            return Err(Refused::SegmentNameTaken.into());
        }
        Err(error) => return Err(error.into()),
    }
    Ok(SegmentId { id })
}

async fn delete(campaigns: Campaigns, by: Administrator, of: SegmentId) -> Result<SegmentId, Refusal> {
    let (id, now) = (of.id.clone(), campaigns.now());
    let deleted = campaigns.0.db.write(move |tx| {
        let sql = "DELETE FROM newsletter_segments WHERE id = $1";
        let is_deleted = tx.execute(sql, &[(&id).into()])? > 0;
        if is_deleted {
            write_audit_entry(tx, &by, ("delete-segment", &id), None, now)?;
        }
        Ok::<_, Error>(is_deleted)
    });
    if deleted.await? { Ok(of) } else { Err(Refused::SegmentUnknown.into()) }
}
