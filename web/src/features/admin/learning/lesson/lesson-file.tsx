import { CircleAlert, CircleCheck, FileText, Headphones, Play, ScanSearch } from 'lucide-react';
import type { LessonKind } from '@/entities/course/course';
import { Button } from '@/ui/button';
import { Field } from '@/ui/field';
import { FileDrop } from '@/widgets/uploads/file-drop';
import { StoredFileName } from '@/widgets/uploads/stored-file';
import { useUpload } from '@/widgets/uploads/use-upload';
import { mediaFacts, mediaText } from '../media-text';
import type { Media } from '../queries';

export type FileKind = Extract<LessonKind, 'video' | 'audio' | 'pdf'>;

const KINDS: Record<
  FileKind,
  { label: string; accept: string; formats: string; wrongKind: string; icon: typeof Play }
> = {
  video: {
    label: 'Arquivo de vídeo',
    accept: 'video/mp4',
    formats: 'MP4 com H.264 e AAC, até 2 GB',
    wrongKind: 'Escolha um vídeo MP4. Outros formatos, como MOV e WebM, precisam ser convertidos antes.',
    icon: Play,
  },
  audio: {
    label: 'Arquivo de áudio',
    accept: 'audio/*',
    formats: 'MP3 ou M4A, até 2 GB',
    wrongKind: 'Escolha um arquivo de áudio, como MP3 ou M4A.',
    icon: Headphones,
  },
  pdf: {
    label: 'Documento',
    accept: 'application/pdf',
    formats: 'PDF, até 2 GB',
    wrongKind: 'Escolha um arquivo PDF.',
    icon: FileText,
  },
};

export interface LessonFileFieldProps {
  course: string;
  kind: FileKind;
  value: string;
  /** Findings of the server in the stored file. */
  media: Media | undefined;
  /** Lets the server look into the stored file. */
  onLook: () => void;
  isLooking: boolean;
  /** The field holds another file than the stored lesson. */
  isNew: boolean;
  /** The lesson had a file that members may have begun. */
  isReplaced: boolean;
  onChange: (url: string) => void;
  onBusyChange: (busy: boolean) => void;
}

export function LessonFileField(props: LessonFileFieldProps) {
  const { course, kind, value, media, onLook, isLooking, isNew, isReplaced, onChange, onBusyChange } = props;
  const { label, accept, formats, wrongKind, icon: Icon } = KINDS[kind];
  const upload = useUpload({
    bucket: 'courses',
    folder: `${kind}/${course}`,
    accept,
    wrongKind,
    onUploaded: onChange,
    onBusyChange,
  });
  const hint =
    isNew && isReplaced
      ? 'O progresso continua: ele é guardado em proporção da duração. O formato e a duração são conferidos ao salvar.'
      : isNew && value
        ? 'O formato e a duração são conferidos ao salvar.'
        : undefined;
  return (
    <div className="grid gap-3">
      <Field label={label} error={upload.error} hint={hint}>
        {(control) => (
          <FileDrop
            control={control}
            accept={accept}
            upload={upload}
            actionLabel={value ? 'Trocar arquivo' : 'Enviar arquivo'}
            onRemove={value ? () => onChange('') : undefined}
            removeLabel="Remover arquivo"
          >
            <Icon aria-hidden="true" className="size-6 shrink-0 text-muted-foreground" strokeWidth={1.4} />
            <span className="min-w-0 flex-1 truncate type-meta">
              {value ? <StoredFileName address={value} /> : formats}
              {value && isNew && ' · ainda não salvo'}
            </span>
          </FileDrop>
        )}
      </Field>
      {media && !isNew && value && <MediaNote media={media} kind={kind} />}
      {!media && !isNew && value && (
        <Button
          variant="soft"
          size="small"
          className="justify-self-start"
          busy={isLooking}
          busyLabel="Conferindo..."
          onClick={onLook}
        >
          <ScanSearch aria-hidden="true" className="size-4" strokeWidth={1.6} />
          Conferir formato e duração
        </Button>
      )}
    </div>
  );
}

/** Findings of the server in the file, with advice. */
export function MediaNote({ media, kind }: { media: Media; kind: LessonKind }) {
  const { isGood, summary, advice } = mediaText(media, kind);
  const Icon = isGood ? CircleCheck : CircleAlert;
  return (
    <div className="grid grid-cols-[1.125rem_minmax(0,1fr)] gap-x-2 text-small leading-snug">
      <Icon
        aria-hidden="true"
        className={isGood ? 'mt-px size-4.5 text-success' : 'mt-px size-4.5 text-destructive'}
        strokeWidth={1.6}
      />
      <div>
        <p className={isGood ? 'text-success' : 'font-label'}>{summary}</p>
        <p className="text-muted-foreground tabular-nums">{mediaFacts(media)}</p>
        {advice.map((line) => (
          <p key={line} className="mt-1 text-destructive">
            {line}
          </p>
        ))}
      </div>
    </div>
  );
}
