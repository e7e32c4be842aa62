//! The ZIP file, written by its own thread into the response as fast as the reader takes it: only a few pieces are in
//! memory, for files of any size.

use std::io::{self, Write};

use ateneu_base::{Timestamp, calendar};
use ateneu_storage::{PersonalFile, Storage};
use bytes::{Bytes, BytesMut};
use futures::{Stream, StreamExt, stream};
use tokio::{runtime::Handle, sync::mpsc};
use zip::{CompressionMethod, DateTime, ZipWriter, write::SimpleFileOptions};

use super::rows::Share;
use crate::Error;

/// Bytes of a piece of the response.
const PIECE: usize = 64 * 1024;

/// Maximum number of pieces that wait for the reader.
const WAITING: usize = 4;

/// Contents of the file.
pub struct Export {
    pub(super) at: Timestamp,
    pub(super) shares: Vec<Share>,
    pub(super) files: Vec<PersonalFile>,
    pub(super) storage: Storage,
}

impl Export {
    /// Returns the day of the request for the file name: `2026-11-21`.
    pub fn day(&self) -> String {
        calendar::iso_day(self.at)
    }

    /// Returns the ZIP file as a stream, written while it is read. Must be called on a Tokio runtime.
    pub fn into_stream(self) -> impl Stream<Item = io::Result<Bytes>> + Send + 'static {
        let (sender, receiver) = mpsc::channel(WAITING);
        let runtime = Handle::current();
        tokio::task::spawn_blocking(move || {
            let pipe = Pipe { sender: sender.clone(), piece: BytesMut::with_capacity(PIECE) };
            if let Err(error) = write(&self, pipe, &runtime) {
                tracing::warn!(%error, "an export broke off");
                // The error keeps a truncated file from looking complete. It is lost if the reader is gone.
                drop(sender.blocking_send(Err(io::Error::other("the export broke off"))));
            }
        });
        stream::unfold(receiver, async |mut receiver| {
            let piece = receiver.recv().await?;
            Some((piece, receiver))
        })
    }
}

fn write(export: &Export, pipe: Pipe, runtime: &Handle) -> Result<(), Error> {
    let mut archive = ZipWriter::new_stream(pipe);
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(time(export.at));
    archive.start_file("LEIA-ME.txt", options)?;
    archive.write_all(read_me(export).as_bytes())?;
    for share in &export.shares {
        archive.start_file(format!("dados/{}.json", share.table), options)?;
        serde_json::to_writer_pretty(&mut archive, &share.rows).map_err(io::Error::from)?;
    }
    // Pictures are compressed already.
    let stored = options.compression_method(CompressionMethod::Stored);
    for file in &export.files {
        archive.start_file(format!("arquivos/{}", file.full_key()), stored)?;
        let mut bytes = runtime.block_on(export.storage.bytes_of(file))?;
        while let Some(part) = runtime.block_on(bytes.next()) {
            archive.write_all(&part?)?;
        }
    }
    archive.finish()?.into_inner().flush()?;
    Ok(())
}

/// Converts an instant to the date and time of a ZIP entry. An instant that the format cannot hold becomes its default.
fn time(at: Timestamp) -> DateTime {
    let text = at.to_string();
    let part = |from: usize, to: usize| text.get(from..to).and_then(|digits| digits.parse::<u16>().ok());
    let parts = [(0, 4), (5, 7), (8, 10), (11, 13), (14, 16), (17, 19)].map(|(from, to)| part(from, to));
    let byte = |part: Option<u16>| part.and_then(|number| u8::try_from(number).ok()).unwrap_or(0);
    let [year, month, day, hour, minute, second] = parts;
    DateTime::from_date_and_time(
        year.unwrap_or(0),
        byte(month),
        byte(day),
        byte(hour),
        byte(minute),
        byte(second),
    )
    .unwrap_or_default()
}

fn read_me(export: &Export) -> String {
    let count = |share: &Share| format!("dados/{}.json: {}", share.table, share.rows.len());
    let tables: Vec<String> = export.shares.iter().map(count).collect();
    format!(
        "Os seus dados, reunidos em {} (horário UTC).\n\n\
         A pasta dados tem um arquivo JSON por assunto, com tudo o que o site guarda sobre você.\n\
         A pasta arquivos tem os arquivos que você enviou: a foto do perfil e as imagens das suas publicações.\n\n\
         Senhas, códigos e chaves não fazem parte: o site não os conhece ou eles só servem para proteger a conta.\n\
         Dúvidas e pedidos sobre os seus dados: veja a página /privacidade do site.\n\n\
         Registros por arquivo:\n{}\n",
        export.at,
        tables.join("\n")
    )
}

/// Writer of pieces into the response.
struct Pipe {
    sender: mpsc::Sender<io::Result<Bytes>>,
    piece: BytesMut,
}

impl Write for Pipe {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.piece.extend_from_slice(bytes);
        if self.piece.len() >= PIECE {
            self.flush()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.piece.is_empty() {
            return Ok(());
        }
        let piece = self.piece.split().freeze();
        let sent = self.sender.blocking_send(Ok(piece));
        sent.map_err(|_| io::Error::new(io::ErrorKind::BrokenPipe, "the reader is gone"))
    }
}
