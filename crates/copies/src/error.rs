//! Errors of copies, for programs in English and for the owner in Portuguese.

use ateneu_backup::Error as BackupError;
use ateneu_storage::backend::OpenError;

use crate::section::PassphraseError;

/// Reason why a copy was not made, read or proved.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No target is configured.
    #[error("backups.target is not set")]
    NoTarget,
    /// The target holds no copy.
    #[error("there is no copy in the target")]
    NoCopy,
    /// The target's address or folder cannot be used.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The file with the passphrase cannot be used.
    #[error(transparent)]
    Passphrase(#[from] PassphraseError),
    /// The backup.
    #[error(transparent)]
    Backup(#[from] BackupError),
    /// The database.
    #[error("the database: {0}")]
    Database(#[from] ateneu_db::Error),
    /// The folder for proofs cannot be used.
    #[error("the folder for proofs: {0}")]
    Scratch(#[source] std::io::Error),
}

impl Error {
    /// Returns the reason in a sentence in Portuguese.
    pub fn sentence(&self) -> String {
        match self {
            Self::NoTarget => "Nenhum destino está configurado.".into(),
            Self::NoCopy => "O destino não tem nenhuma cópia.".into(),
            Self::Open(error) => format!("O destino não pode ser usado ({error})."),
            Self::Passphrase(error) => format!("O arquivo da senha não pode ser lido ({error})."),
            Self::Database(error) => format!("O banco de dados não respondeu ({error})."),
            Self::Scratch(error) => format!("Faltou lugar no servidor para conferir a cópia ({error})."),
            Self::Backup(error) => backup_sentence(error),
        }
    }
}

fn backup_sentence(error: &BackupError) -> String {
    match error {
        BackupError::Database(error) => format!("O banco de dados não respondeu ({error})."),
        BackupError::Files(error) => format!("Um arquivo do site não pôde ser lido ({error})."),
        BackupError::Target(reason) => format!("O destino não respondeu ou recusou o pedido ({reason})."),
        BackupError::NoSuchCopy(name) => format!("A cópia {name} não está mais no destino."),
        BackupError::Full(_) => "O disco está cheio. Libere espaço ou escolha outro destino.".into(),
        BackupError::Io(error) => format!("O destino não pôde ser gravado ou lido ({error})."),
        BackupError::Exists(name) => format!("Já existe um arquivo com o nome {name}."),
        BackupError::NotABackup(_) => "O arquivo não é uma cópia completa.".into(),
        BackupError::Damaged(part) => format!("A cópia está danificada em {part}."),
        BackupError::Newer(version) => {
            format!("A cópia foi feita pela versão {version}, mais nova que a deste servidor.")
        }
        BackupError::NeedsPassphrase => "A cópia está criptografada e nenhuma senha está configurada.".into(),
        BackupError::WrongPassphrase => "A senha configurada não abre esta cópia.".into(),
        BackupError::Unsound(fault) => format!("O banco restaurado tem um defeito ({fault})."),
        BackupError::NoContinuousCopy
        | BackupError::TooEarly(_)
        | BackupError::BrokenLog { .. }
        | BackupError::NeedsSqlite
        | BackupError::NotEmpty
        | BackupError::ErasedList(_)
        | BackupError::Stopped(_) => {
            format!("A operação foi interrompida ({error}).")
        }
    }
}
