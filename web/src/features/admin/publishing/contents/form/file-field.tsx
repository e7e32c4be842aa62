import { CONTENT_KIND_ICONS } from '@/entities/content-kind-icon';
import { Field } from '@/ui/field';
import { TextLink } from '@/ui/link';
import { LibraryButton } from '@/widgets/media/library-button';
import { addressOf, type MediaFile } from '@/widgets/media/queries';
import { FileDrop } from '@/widgets/uploads/file-drop';
import { StoredFileName } from '@/widgets/uploads/stored-file';
import { playingTime } from '@/widgets/uploads/upload';
import { useUpload } from '@/widgets/uploads/use-upload';

export type FileType = 'video' | 'audio' | 'pdf';

const KINDS: Record<FileType, { label: string; accept: string; formats: string; wrongKind: string }> = {
  video: {
    label: 'Arquivo de vídeo',
    accept: 'video/*',
    formats: 'MP4 ou WebM, até 2 GB',
    wrongKind: 'Escolha um arquivo de vídeo.',
  },
  audio: {
    label: 'Arquivo de áudio',
    accept: 'audio/*',
    formats: 'MP3, M4A ou OGG, até 2 GB',
    wrongKind: 'Escolha um arquivo de áudio.',
  },
  pdf: {
    label: 'Arquivo PDF',
    accept: 'application/pdf',
    formats: 'PDF',
    wrongKind: 'Escolha um arquivo PDF.',
  },
};

export interface FileFieldProps {
  type: FileType;
  value: string;
  error: string | undefined;
  onChange: (url: string) => void;
  /** The playing time of a recording that was sent. */
  onDuration: (minutes: number) => void;
  onBusyChange: (busy: boolean) => void;
}

export function FileField({ type, value, error, onChange, onDuration, onBusyChange }: FileFieldProps) {
  const { label, accept, formats, wrongKind } = KINDS[type];
  const onUploaded = (url: string, file: File) => {
    onChange(url);
    void playingTime(file).then((seconds) => seconds && onDuration(Math.max(1, Math.round(seconds / 60))));
  };
  const choose = async (file: MediaFile) => {
    onChange(await addressOf(file));
    if (file.duration) onDuration(Math.max(1, Math.round(file.duration / 60)));
  };
  const upload = useUpload({ folder: type, accept, wrongKind, onUploaded, onBusyChange });
  const Icon = CONTENT_KIND_ICONS[type];
  return (
    <Field label={label} error={upload.error ?? (value ? undefined : error)}>
      {(control) => (
        <FileDrop
          control={control}
          accept={accept}
          upload={upload}
          actionLabel={value ? 'Trocar arquivo' : 'Enviar arquivo'}
          onRemove={value ? () => onChange('') : undefined}
          removeLabel="Remover arquivo"
          other={
            <LibraryButton
              kind={type === 'pdf' ? 'document' : type}
              disabled={upload.fileName !== undefined}
              onChoose={(file) => void choose(file)}
            />
          }
        >
          <Icon aria-hidden="true" className="size-6 shrink-0 text-muted-foreground" strokeWidth={1.4} />
          <span className="min-w-0 flex-1 truncate type-meta">
            {value ? (
              <TextLink href={value} newTab>
                <StoredFileName address={value} />
              </TextLink>
            ) : (
              formats
            )}
          </span>
        </FileDrop>
      )}
    </Field>
  );
}
