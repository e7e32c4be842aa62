import { BookOpen } from 'lucide-react';
import { Field } from '@/ui/field';
import { FileDrop } from '@/widgets/uploads/file-drop';
import { refusePicture } from '@/widgets/uploads/picture-file';
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
        >
          {value ? (
            <img src={value} alt="" className="aspect-8/5 w-24 shrink-0 object-cover" />
          ) : (
            <BookOpen aria-hidden="true" className="size-6 shrink-0 text-muted-foreground" strokeWidth={1.4} />
          )}
          <span className="flex-1 type-meta">PNG, JPG ou WebP, até 25 MB</span>
        </FileDrop>
      )}
    </Field>
  );
}
