import { ContentCover, type CoverContent } from '@/lib/content-cover';
import { Field } from '@/ui/field';
import { FileDrop } from './file-drop';
import { refusePicture } from './picture-file';
import { useUpload } from './use-upload';

export interface CoverFieldProps {
  /** What the art would be drawn from; `thumbnail_url` is the picture in the form. */
  content: CoverContent;
  onChange: (url: string) => void;
  onBusyChange: (busy: boolean) => void;
}

const ACCEPT = 'image/*';

/** The picture of the card, with what is shown without one. */
export function CoverField({ content, onChange, onBusyChange }: CoverFieldProps) {
  const upload = useUpload({
    folder: 'thumbnails',
    accept: ACCEPT,
    wrongKind: 'Escolha uma imagem PNG, JPG, WebP, AVIF ou GIF.',
    refuse: refusePicture,
    onUploaded: onChange,
    onBusyChange,
  });
  const has = Boolean(content.thumbnail_url);
  return (
    <Field label="Capa" optional hint="Sem imagem, usamos a arte da categoria." error={upload.error}>
      {(control) => (
        <FileDrop
          control={control}
          accept={ACCEPT}
          upload={upload}
          actionLabel={has ? 'Trocar imagem' : 'Enviar imagem'}
          onRemove={has ? () => onChange('') : undefined}
          removeLabel="Remover imagem"
        >
          <ContentCover content={content} className="aspect-3/2 w-24 shrink-0" />
          <span className="flex-1 type-meta">PNG, JPG ou WebP, até 25 MB</span>
        </FileDrop>
      )}
    </Field>
  );
}
