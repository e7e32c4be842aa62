//! Repairs rows written before types and `Cache-Control` had one form, on start.

use ateneu_db::Tx;

use crate::{
    Error, Storage,
    objects::{caching::cache_control, mime},
};

/// How many different pairs are read at a time.
const BATCH: usize = 200;

/// Gives every stored file a type of the list, [`mime::UNKNOWN`] where there is none, and a normalised `Cache-Control`.
/// Reads the distinct pairs of both, which are few, and writes only wrong ones.
pub(crate) fn repair(_: &Storage, tx: &mut Tx<'_>) -> Result<(), Error> {
    let sql = format!(
        "SELECT mimetype, cache_control FROM objects WHERE mimetype > $1 OR (mimetype = $1 AND cache_control > $2)
         GROUP BY mimetype, cache_control ORDER BY mimetype, cache_control LIMIT {BATCH}"
    );
    let mut last = (String::new(), String::new());
    loop {
        let rows = tx.query(&sql, &[(&last.0).into(), (&last.1).into()])?;
        for row in &rows {
            let text = |column: &str| row.text(column).unwrap_or_default().to_owned();
            let stored = (text("mimetype"), text("cache_control"));
            let repaired = (mime::canonical(&stored.0).unwrap_or(mime::UNKNOWN), cache_control(&stored.1));
            if stored.0 != repaired.0 || stored.1 != repaired.1 {
                tracing::info!(
                    was = stored.0,
                    is = repaired.0,
                    "the type of stored files is brought to its one form"
                );
                tx.execute(
                    "UPDATE objects SET mimetype = $3, cache_control = $4 WHERE mimetype = $1 AND cache_control = $2",
                    &[(&stored.0).into(), (&stored.1).into(), repaired.0.into(), (&repaired.1).into()],
                )?;
            }
            last = stored;
        }
        if rows.len() < BATCH {
            return Ok(());
        }
    }
}
