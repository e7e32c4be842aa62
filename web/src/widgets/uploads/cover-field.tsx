import { BookOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import { Field } from '@/ui/field';
import { LibraryButton } from '../media/library-button';
import { addressOf } from '../media/queries';
import { FileDrop } from './file-drop';
import { refusePicture } from './picture-file';
import { StoredFileName } from './stored-file';
import { useUpload } from './use-upload';

export interface CoverFieldProps {
  value: string;
  onChange: (url: string) => void;
  onBusyChange: (busy: boolean) => void;
  /** Elements that show the picture, and its absence, in place of the usual ones. */
  children?: ReactNode;
}

const PICTURES = 'image/*';

/** The picture of a card. */
export function CoverField({ value, onChange, onBusyChange, children }: CoverFieldProps) {
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
          {children ??
            (value ? (
              <img src={value} alt="" className="aspect-8/5 w-24 shrink-0 object-cover" />
            ) : (
              <BookOpen aria-hidden="true" className="size-6 shrink-0 text-muted-foreground" strokeWidth={1.4} />
            ))}
          <span className="min-w-0 flex-1 type-meta [overflow-wrap:anywhere]">
            {value ? <StoredFileName address={value} /> : 'PNG, JPG ou WebP, até 25 MB'}
          </span>
        </FileDrop>
      )}
    </Field>
  );
}
