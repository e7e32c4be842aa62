import { BookOpen } from 'lucide-react';
import { Field } from '@/ui/field';
import { LibraryButton } from '@/widgets/media/library-button';
import { addressOf } from '@/widgets/media/queries';
import { FileDrop } from '@/widgets/uploads/file-drop';
import { refusePicture } from '@/widgets/uploads/picture-file';
import { StoredFileName } from '@/widgets/uploads/stored-file';
import { useUpload } from '@/widgets/uploads/use-upload';

export interface CoverFieldProps {
  value: string;
  onChange: (url: string) => void;
  onBusyChange: (busy: boolean) => void;
}

const PICTURES = 'image/*';

/** The picture of a course's card. */
export function CoverField({ value, onChange, onBusyChange }: CoverFieldProps) {
  const upload = useUpload({
    folder: 'thumbnails',
    accept: PICTURES,
    wrongKind: 'Escolha uma imagem PNG, JPG, WebP, AVIF ou GIF.',
    refuse: refusePicture,
    onUploaded: onChange,
    onBusyChange,
  });
  return (
    <Field label="Capa" optional hint="Sem imagem, o site gera uma capa automática." error={upload.error}>
      {(control) => (
        <FileDrop
          control={control}
          accept={PICTURES}
          upload={upload}
          actionLabel={value ? 'Trocar imagem' : 'Enviar imagem'}
          onRemove={value ? () => onChange('') : undefined}
          removeLabel="Remover imagem"
          other={
            <LibraryButton
              kind="image"
              disabled={upload.fileName !== undefined}
              onChoose={(file) => void addressOf(file).then(onChange)}
            />
          }
        >
          {value ? (
            <img src={value} alt="" className="aspect-8/5 w-24 shrink-0 object-cover" />
          ) : (
            <BookOpen aria-hidden="true" className="size-6 shrink-0 text-muted-foreground" strokeWidth={1.4} />
          )}
          <span className="min-w-0 flex-1 type-meta [overflow-wrap:anywhere]">
            {value ? <StoredFileName address={value} /> : 'PNG, JPG ou WebP, até 25 MB'}
          </span>
        </FileDrop>
      )}
    </Field>
  );
}
